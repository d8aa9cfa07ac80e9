"""Executes the notebooks of this folder in order and stores the results below the folder given as argument."""

import pathlib
import sys

import nbformat
from nbclient import NotebookClient

out = pathlib.Path(sys.argv[1])
out.mkdir(parents=True, exist_ok=True)
passed = 0
for path in sorted(pathlib.Path.cwd().glob("*.ipynb")):
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code" and (cell.outputs or cell.execution_count):
            sys.exit(f"{path.name}: outputs must be stripped before a commit")
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    nbformat.write(notebook, out / path.name)
    passed += 1
    print(f"{path.name}: executed")
print(f"{passed} passed, 0 failed")
