"""Read every table of a run with pyarrow and pandas: python pandas_check.py RUN_FOLDER

Exits with 1 and a line per fault. What is checked: every part can be read; all parts of a table have one schema; the
types are those the tables may have; dictionary columns become categories; the rows agree with the footers; int64
columns come back exactly, through pandas' nullable types too.
"""
import sys
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

ALLOWED = {
    pa.string(), pa.bool_(), pa.int16(), pa.int32(), pa.int64(), pa.float32(), pa.date32(), pa.time32("ms"),
    pa.timestamp("us", tz="UTC"), pa.dictionary(pa.int32(), pa.string()),
}


def check_table(folder):
    """Return the faults of one table and the number of its rows."""
    parts = sorted(folder.glob("*.parquet"))
    schema = pq.read_schema(parts[0])
    faults = [f"column {f.name}: unexpected type {f.type}" for f in schema if f.type not in ALLOWED]
    rows = 0
    for part in parts:
        file = pq.ParquetFile(part)
        if not file.schema_arrow.equals(schema):
            faults.append(f"{part.name}: other columns than {parts[0].name}")
        arrow = file.read()
        if arrow.num_rows != file.metadata.num_rows:
            faults.append(f"{part.name}: {arrow.num_rows} rows, the footer says {file.metadata.num_rows}")
        if not file.metadata.created_by.startswith("plyquet version "):
            faults.append(f"{part.name}: created by {file.metadata.created_by}")
        arrow.validate(full=True)
        faults += check_pandas(arrow, pd.read_parquet(part, dtype_backend="numpy_nullable"), part.name)
        rows += arrow.num_rows
    return faults, rows


def check_pandas(arrow, frame, name):
    """Compare a part in pandas with the same part in Arrow."""
    faults = []
    if len(frame) != arrow.num_rows:
        faults.append(f"{name}: pandas has {len(frame)} rows, Arrow has {arrow.num_rows}")
    for field in arrow.schema:
        column = frame[field.name]
        if pa.types.is_dictionary(field.type) and not isinstance(column.dtype, pd.CategoricalDtype):
            faults.append(f"{name}, {field.name}: {column.dtype} in pandas, want a category")
        if column.isna().sum() != arrow[field.name].null_count:
            faults.append(f"{name}, {field.name}: {column.isna().sum()} nulls in pandas, {arrow[field.name].null_count} in Arrow")
        if pa.types.is_integer(field.type) and column.dropna().astype("int64").tolist() != arrow[field.name].drop_null().to_pylist():
            faults.append(f"{name}, {field.name}: values differ")
    return faults


def main():
    tables = sorted(p.parent for p in Path(sys.argv[1], "tables").glob("*/") for p in list(p.glob("*.parquet"))[:1])
    if not tables:
        sys.exit(f"{sys.argv[1]} has no tables")
    bad = 0
    for folder in tables:
        faults, rows = check_table(folder)
        print(f"{folder.name}: {rows} rows, {'ok' if not faults else 'FAULTS'}")
        for fault in faults:
            print(f"  {fault}")
        bad += len(faults)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
