"""The file of a batch: rows that stay, one writer, any number of readers."""

import sqlite3
from pathlib import Path

import pytest

from niwashi.batch import NotThisBatch, Row, Store, StoreInUse

ROW = Row(
    "125 366",
    "OPTIMAL",
    score=5,
    bound=5,
    dice="125 366",
    plan="5:L53+B25 *R11",
    garden="a garden",
    seconds=0.25,
    versions={"niwashi": "1", "python": "3"},
    details={"breakdown": {"moss": -1}, "name": "Zoë"},
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.db"


def kept(path: Path) -> list[Row]:
    with Store.reading(path) as store:
        return list(store.rows())


def test_a_row_comes_back_as_it_was_added(path: Path) -> None:
    bare = Row("x", "UNKNOWN")
    with Store.writing(path, "test", {}) as store:
        store.add(ROW)
        store.add(bare)
    assert kept(path) == [ROW, bare]


def test_a_row_is_there_for_others_as_soon_as_it_is_added(path: Path) -> None:
    with Store.writing(path, "test", {}) as store:
        store.add(ROW)
        assert kept(path) == [ROW]


def test_an_instance_has_one_row(path: Path) -> None:
    with Store.writing(path, "test", {}) as store:
        store.add(Row(ROW.instance, "ERROR"))
        store.add(ROW)
    assert kept(path) == [ROW]


def test_what_failed_is_not_finished(path: Path) -> None:
    with Store.writing(path, "test", {}) as store:
        store.add(ROW)
        store.add(Row("other", "ERROR"))
        assert store.finished() == {ROW.instance}
        assert store.statuses() == {"OPTIMAL": 1, "ERROR": 1}
        assert store.scores() == {5: 1}


def test_a_file_is_gone_on_with_by_the_same_command_only(path: Path) -> None:
    with Store.writing(path, "jardin solve", {"seed": 1, "start": None}) as store:
        store.add(ROW)
    with Store.writing(path, "jardin solve", {"start": None, "seed": 1}) as store:
        assert store.finished() == {ROW.instance}
        assert store.settings == {"command": "jardin solve", "seed": 1, "start": None}
    others: list[tuple[str, dict[str, object], str]] = [
        ("stone solve", {"seed": 1}, 'was begun with command "jardin solve", not "stone solve"'),
        ("jardin solve", {"seed": 2}, "was begun with seed 1, not 2"),
        ("jardin solve", {"seed": 1, "faces": "x"}, 'was begun with faces null, not "x"'),
    ]
    for command, settings, complaint in others:
        with pytest.raises(NotThisBatch, match=complaint):
            Store.writing(path, command, settings)
    assert kept(path) == [ROW]


def test_a_second_writer_is_refused_while_the_first_is_there(path: Path) -> None:
    with Store.writing(path, "test", {}) as store:
        store.add(ROW)
        with pytest.raises(StoreInUse, match="is being written by another run"):
            Store.writing(path, "test", {})
        store.add(Row("other", "DONE"))
    with Store.writing(path, "test", {}) as store:
        assert len(store.finished()) == 2


def test_a_writer_that_is_refused_for_its_settings_leaves_the_file_free(path: Path) -> None:
    with Store.writing(path, "test", {}):
        pass
    with pytest.raises(NotThisBatch):
        Store.writing(path, "other", {})
    with Store.writing(path, "test", {}) as store:
        store.add(ROW)


def test_an_empty_file_becomes_a_batch(path: Path) -> None:
    path.touch()
    with Store.writing(path, "test", {}) as store:
        store.add(ROW)
    assert kept(path) == [ROW]


def test_files_of_others_are_refused_and_left_alone(path: Path) -> None:
    path.write_bytes(b"dice\n125 366\n" * 100)
    before = path.read_bytes()
    for use in (Store.reading, lambda path: Store.writing(path, "test", {})):
        with pytest.raises(NotThisBatch, match="is not a batch of results"):
            use(path)
    assert path.read_bytes() == before


def test_databases_of_others_are_refused_and_left_alone(path: Path) -> None:
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE notes (text)")
    database.commit()
    database.close()
    before = path.read_bytes()
    for use in (Store.reading, lambda path: Store.writing(path, "test", {})):
        with pytest.raises(NotThisBatch, match="is not a batch of results"):
            use(path)
    assert path.read_bytes() == before


def test_a_format_of_another_version_is_refused(path: Path) -> None:
    with Store.writing(path, "test", {}):
        pass
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 2")
    database.close()
    with pytest.raises(NotThisBatch, match="version 2 of the format, not 1"):
        Store.reading(path)


def test_a_place_that_cannot_be_had_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Store.reading(tmp_path / "none.db")
    with pytest.raises(OSError, match="unable to open database file"):
        Store.writing(tmp_path / "none" / "results.db", "test", {})
