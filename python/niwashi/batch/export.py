"""The rows of a batch in formats that other programs read."""

import csv
import json
import tempfile
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

from niwashi.batch.store import COLUMNS, Row

#: The types of the columns in Parquet; `versions` and `details` hold JSON as text.
_TYPES = {"score": "INTEGER", "bound": "INTEGER", "seconds": "DOUBLE"}


def values_of(row: Row) -> dict[str, Any]:
    """The row by column; nothing for what a row has not."""
    return {name: getattr(row, name) for name in COLUMNS}


def csv_lines(rows: Iterable[Row]) -> Iterator[str]:
    """A heading, then a line a row; `versions` and `details` are JSON, nothing is empty."""
    buffer = StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        yield _taken(buffer)
        values = values_of(row)
        for name in ("versions", "details"):
            values[name] = json.dumps(values[name], ensure_ascii=False)
        writer.writerow(values.values())
    yield _taken(buffer)


def write_parquet(rows: Iterable[Row], path: Path) -> None:
    """Writes a Parquet file. ImportError without DuckDB (extra `niwashi[parquet]`)."""
    import duckdb

    types = {name: _TYPES.get(name, "VARCHAR") for name in COLUMNS}
    with tempfile.TemporaryDirectory() as folder, duckdb.connect() as database:
        table = Path(folder) / "rows.csv"
        with table.open("w", encoding="utf-8", newline="") as stream:
            stream.writelines(csv_lines(rows))
        relation = database.read_csv(
            str(table), columns=types, header=True, delimiter=",", quotechar='"', escapechar='"'
        )
        relation.write_parquet(str(path))


def _taken(buffer: StringIO) -> str:
    text = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return text
