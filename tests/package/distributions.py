"""What is in sdist and wheel: all that belongs there, and nothing else.

`.ci/package` runs this, on what it has built in build/dist; the name keeps it out of other runs.
"""

import email
import email.message
import subprocess
import tarfile
import tomllib
import zipfile
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[2]
DIST = ROOT / "build" / "dist"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NAME = f"{PROJECT['name']}-{PROJECT['version']}"

#: What builds the package, and what a reader of an sdist wants first.
IN_SDIST = (
    "CHANGELOG.md",
    "CMakeLists.txt",
    "LICENSE",
    "README.md",
    "cpp/bindings/",
    "cpp/include/",
    "cpp/src/",
    "pyproject.toml",
    "python/niwashi/",
    "solver/",
)
#: Folders of the repository, and where the wheel has them.
IN_WHEEL = {"python/niwashi/": "niwashi/", "solver/": "niwashi/solver/"}
ABOUT_WHEEL = ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")


@pytest.fixture(scope="module")
def tracked() -> list[str]:
    """The files that git knows."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    return listed.stdout.splitlines()


@pytest.fixture(scope="module")
def wheel() -> zipfile.ZipFile:
    """The one wheel."""
    (path,) = DIST.glob("*.whl")
    return zipfile.ZipFile(path)


@pytest.fixture(scope="module")
def metadata(wheel: zipfile.ZipFile) -> email.message.Message:
    """What an index reads from the wheel."""
    return email.message_from_bytes(wheel.read(f"{NAME}.dist-info/METADATA"))


def test_the_sdist_holds_what_builds_the_package_and_nothing_else(tracked: list[str]) -> None:
    with tarfile.open(DIST / f"{NAME}.tar.gz") as sdist:
        there = {member.name for member in sdist if not member.isdir()}
    wanted = {f"{NAME}/{name}" for name in tracked if name.startswith(IN_SDIST)}
    assert there == wanted | {f"{NAME}/PKG-INFO"}


def test_the_wheel_holds_the_package_and_nothing_else(
    wheel: zipfile.ZipFile, tracked: list[str]
) -> None:
    there = {name for name in wheel.namelist() if not name.endswith("/")}
    wanted = {f"{NAME}.dist-info/{name}" for name in ABOUT_WHEEL}
    for folder, place in IN_WHEEL.items():
        inside = (name.removeprefix(folder) for name in tracked if name.startswith(folder))
        wanted |= {place + name for name in inside}
    (core,) = there - wanted
    assert wanted <= there
    assert PurePosixPath(core).name.startswith("_core.")
    assert PurePosixPath(core).suffix in {".so", ".pyd"}


@pytest.mark.parametrize(
    "name",
    [
        "py.typed",
        "_core/jardin.pyi",
        "editions/reconstruction.toml",
        "jardin/maxima.json",
        "jardin/value.bin",
        "solver/jardin/model.py",
    ],
)
def test_files_that_are_not_modules_are_in_the_wheel(wheel: zipfile.ZipFile, name: str) -> None:
    assert wheel.getinfo(f"niwashi/{name}").file_size or name == "py.typed"


def test_the_wheel_is_for_one_python_on_one_system(wheel: zipfile.ZipFile) -> None:
    about = email.message_from_bytes(wheel.read(f"{NAME}.dist-info/WHEEL"))
    python, abi, system = about["Tag"].split("-")
    assert python == abi
    assert system != "any"
    assert about["Root-Is-Purelib"] == "false"


def test_the_metadata_are_those_of_the_project(metadata: email.message.Message) -> None:
    assert metadata["Version"] == PROJECT["version"]
    assert metadata["Requires-Python"] == PROJECT["requires-python"]
    assert metadata["License-Expression"] == PROJECT["license"]
    assert set(metadata.get_all("Provides-Extra", [])) == set(PROJECT["optional-dependencies"])


def test_the_description_is_the_readme(metadata: email.message.Message) -> None:
    assert metadata["Description-Content-Type"] == "text/markdown"
    description = metadata.get_payload(decode=True)
    assert isinstance(description, bytes)
    assert description.decode("utf-8").strip() == (ROOT / "README.md").read_text("utf-8").strip()
