// Sortable tables: every header of a table.sortable becomes a button; numbers sort as numbers, missing values last.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const headers = [...table.tHead.rows[0].cells];
  headers.forEach((th, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = th.textContent;
    th.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = th.getAttribute("aria-sort") !== "descending";
      headers.forEach(h => h.removeAttribute("aria-sort"));
      th.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = row => {
        const text = row.cells[column].textContent.trim();
        const number = parseFloat(text.replace(/,/g, ""));
        return th.classList.contains("num") ? number : text.toLowerCase();
      };
      const rows = [...body.rows].map(row => [key(row), row]);
      const missing = v => v === "" || Number.isNaN(v);
      rows.sort(([a], [b]) => {
        if (missing(a) || missing(b)) return missing(a) - missing(b);
        return (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1);
      });
      body.append(...rows.map(([, row]) => row));
    });
  });
}
