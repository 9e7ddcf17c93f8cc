"""The file of a batch: an SQLite database with a row for each instance that is finished.

One process writes it, any number may read it meanwhile. A row is committed as it arrives, so that a
process killed at any moment leaves every finished row behind and none by half.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, fields
from os import PathLike
from pathlib import Path
from typing import Any, Final, Self

#: Tells the file apart from other databases: "nwsh".
_APPLICATION: Final = 0x6E777368
_VERSION: Final = 1

#: The status of an instance whose task failed; it is tried again by the next run.
ERROR: Final = "ERROR"

_SCHEMA: Final = f"""
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {_VERSION};
CREATE TABLE batch (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE result (
    instance TEXT PRIMARY KEY,
    status   TEXT NOT NULL,
    score    INTEGER,
    bound    INTEGER,
    dice     TEXT,
    plan     TEXT,
    garden   TEXT,
    seconds  REAL,
    versions TEXT NOT NULL,  -- JSON: of Python and the packages that decide the result
    details  TEXT NOT NULL   -- JSON: whatever else the task has to say
);
"""


class StoreInUse(RuntimeError):
    """Another process is writing this file."""


class NotThisBatch(ValueError):
    """The file is no batch, or of another command or other settings."""


@dataclass(frozen=True)
class Row:
    """What one instance came to. Texts are those of `docs/notation*.md`."""

    instance: str  #: names the instance within its batch
    status: str  #: a solver's status, what a task says instead, or ERROR
    score: int | None = None
    bound: int | None = None
    dice: str | None = None
    plan: str | None = None  #: the moves in order, joined by blanks
    garden: str | None = None  #: a position of Jardín, a garden of Stone Garden
    seconds: float | None = None  #: wall clock of the worker that did it
    versions: Mapping[str, str] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)  #: whatever JSON can hold


_FINISHED: Final = f"WHERE status != '{ERROR}'"

COLUMNS: Final = tuple(column.name for column in fields(Row))
_JSON_COLUMNS: Final = ("versions", "details")


class Store:
    """An open file: `Store.writing` for the one process that adds rows, else `Store.reading`.

    Both raise NotThisBatch for a file that is something else, OSError for one that cannot be had;
    so does every method if the file cannot be read or written. Use it in a `with` statement.
    """

    def __init__(self, path: Path, database: sqlite3.Connection, resources: ExitStack) -> None:
        self.path = path
        self._database = database
        self._resources = resources

    @classmethod
    def writing(
        cls, path: str | PathLike[str], command: str, settings: Mapping[str, Any]
    ) -> "Store":
        """Opens a file to add rows to, and makes it if there is none.

        `command` and `settings` (whatever JSON can hold) say what the rows are results of; a file
        with others raises NotThisBatch. StoreInUse if another process has it open for writing.
        """
        path = Path(path)
        with ExitStack() as resources:
            resources.enter_context(_only_writer(path))
            database = resources.enter_context(closing(_connect(path, "rwc")))
            store = cls(path, database, resources)
            with _naming(path):
                if database.execute("PRAGMA schema_version").fetchone() == (0,):
                    database.executescript(f"BEGIN; {_SCHEMA}; COMMIT;")
                store._check()
                # WAL lets others read meanwhile; FULL also survives a machine that loses power.
                database.execute("PRAGMA journal_mode = WAL")
                database.execute("PRAGMA synchronous = FULL")
                store._agree({"command": command, **settings})
            store._resources = resources.pop_all()
            return store

    @classmethod
    def reading(cls, path: str | PathLike[str]) -> "Store":
        """Opens a file to look at, also while another process adds rows."""
        path = Path(path)
        with path.open("rb"):  # says better than SQLite why a file cannot be had
            pass
        with ExitStack() as resources:
            database = resources.enter_context(closing(_connect(path, "ro")))
            store = cls(path, database, resources)
            with _naming(path):
                store._check()
            store._resources = resources.pop_all()
            return store

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._resources.close()

    @property
    def settings(self) -> dict[str, Any]:
        """What the rows are results of: `command`, and the settings that matter to them."""
        pairs = self._select("SELECT key, value FROM batch ORDER BY key")
        return {key: json.loads(value) for key, value in pairs}

    def finished(self) -> set[str]:
        """The instances that need not be done again: all but those that failed."""
        return {name for (name,) in self._select(f"SELECT instance FROM result {_FINISHED}")}

    def add(self, row: Row) -> None:
        """Keeps a row, for good when this returns. A row of the same instance is replaced."""
        values = {name: getattr(row, name) for name in COLUMNS}
        for name in _JSON_COLUMNS:
            values[name] = json.dumps(values[name], ensure_ascii=False)
        places = ", ".join(f":{name}" for name in COLUMNS)
        with _naming(self.path):
            self._database.execute(
                f"INSERT OR REPLACE INTO result ({', '.join(COLUMNS)}) VALUES ({places})", values
            )

    def rows(self) -> Iterator[Row]:
        """Every row, in the order in which they were added."""
        query = f"SELECT {', '.join(COLUMNS)} FROM result ORDER BY rowid"
        for values in self._select(query):
            row = dict(zip(COLUMNS, values, strict=True))
            for name in _JSON_COLUMNS:
                row[name] = json.loads(row[name])
            yield Row(**row)

    def statuses(self) -> Counter[str]:
        """How many rows there are of each status."""
        return Counter(dict(self._select("SELECT status, COUNT(*) FROM result GROUP BY status")))

    def scores(self) -> Counter[int]:
        """How many rows there are of each score."""
        known = "WHERE score IS NOT NULL"
        return Counter(
            dict(self._select(f"SELECT score, COUNT(*) FROM result {known} GROUP BY score"))
        )

    def _select(self, query: str) -> Iterator[Any]:
        with _naming(self.path):
            yield from self._database.execute(query)

    def _check(self) -> None:
        marks = [
            self._database.execute(f"PRAGMA {mark}").fetchone()[0]
            for mark in ("application_id", "user_version")
        ]
        if marks[0] != _APPLICATION:
            raise NotThisBatch(f"'{self.path}' is not a batch of results")
        if marks[1] != _VERSION:
            raise NotThisBatch(
                f"'{self.path}' has version {marks[1]} of the format, not {_VERSION}"
            )

    def _agree(self, wanted: dict[str, Any]) -> None:
        """Remembers what the rows are results of; the next time it must be the same."""
        wanted = json.loads(json.dumps(wanted))
        here = self.settings
        for key in sorted(here.keys() | wanted.keys()) if here else ():
            if here.get(key) != wanted.get(key):
                raise NotThisBatch(
                    f"'{self.path}' was begun with {key} {json.dumps(here.get(key))}, "
                    f"not {json.dumps(wanted.get(key))}"
                )
        if not here:
            self._database.execute("BEGIN")
            self._database.executemany(
                "INSERT INTO batch VALUES (?, ?)",
                [(key, json.dumps(value)) for key, value in wanted.items()],
            )
            self._database.execute("COMMIT")


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    with _naming(path):
        address = f"{path.absolute().as_uri()}?mode={mode}"
        # Without transactions of the module's own: every statement is committed by itself.
        return sqlite3.connect(address, uri=True, isolation_level=None)


@contextmanager
def _only_writer(path: Path) -> Iterator[None]:
    """Holds the lock on a file beside the batch, which the system releases however we end.

    The lock is SQLite's own, on an empty database that stays empty: a lock on the batch itself
    would keep readers out.
    """
    with closing(_connect(path.with_name(f"{path.name}-lock"), "rwc")) as lock:
        with _naming(path):
            lock.execute("PRAGMA busy_timeout = 0")
            try:
                lock.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                    raise StoreInUse(f"'{path}' is being written by another run") from None
                raise
        yield


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Turns SQLite's complaints into ours, which name the file."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
            raise NotThisBatch(f"'{path}' is not a batch of results") from None
        raise OSError(None, str(error), str(path)) from None
