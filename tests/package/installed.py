"""The package as it was installed, without the repository and without any extra.

`.ci/package` and the release workflow run this file by itself; it imports nothing of the tests.
"""

import importlib
import importlib.metadata
import json
import pkgutil
import subprocess
import sysconfig
from importlib.resources import files
from pathlib import Path

import niwashi
from niwashi import jardin, stone

#: What only extras bring; a module may ask for these.
FROM_EXTRAS = {"anyio", "gymnasium", "open_spiel", "pettingzoo", "pyspiel", "starlette", "uvicorn"}
NIWASHI = Path(sysconfig.get_path("scripts")) / "niwashi"


def run(*arguments: str) -> str:
    """What the installed command prints on stdout."""
    done = subprocess.run([NIWASHI, *arguments], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_is_tried_is_what_was_installed() -> None:
    assert Path(niwashi.__file__).is_relative_to(sysconfig.get_path("platlib"))
    assert niwashi.__version__ == importlib.metadata.version("niwashi")


def test_every_module_is_there_and_can_be_imported() -> None:
    def fail(name: str) -> None:
        raise AssertionError(name)

    names = [info.name for info in pkgutil.walk_packages(niwashi.__path__, "niwashi.", fail)]
    assert len(names) > 40
    for name in names:
        if name == "niwashi.__main__":
            continue
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name not in FROM_EXTRAS:
                raise


def test_types_come_with_the_package() -> None:
    assert (files("niwashi") / "py.typed").is_file()
    assert (files("niwashi") / "_core" / "jardin.pyi").is_file()


def test_the_command_says_its_version_and_its_groups() -> None:
    assert importlib.metadata.version("niwashi") in run("--version")
    assert "jardin" in run("--help")


def test_a_garden_is_scored() -> None:
    position = jardin.Position().to_text()
    assert json.loads(run("jardin", "score", "--json", position))["total"] == -36


def test_the_value_network_is_there() -> None:
    hints = jardin.hint(jardin.Position(), jardin.Roll.from_text("125"), samples=50)
    assert hints.best.expected > 50


def test_the_archive_of_maxima_is_there() -> None:
    assert json.loads(run("jardin", "max", "--json"))["score"] == 77


def test_the_edition_is_there() -> None:
    assert stone.default_edition().tile_count == 80


def test_a_garden_is_solved_and_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "garden.svg"
    answer = json.loads(run("stone", "max", "--players", "2", "--json", "--svg", str(picture)))
    assert answer["status"] == "OPTIMAL"
    assert picture.read_text("utf-8").startswith("<svg")
