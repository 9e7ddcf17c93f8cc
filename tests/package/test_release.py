"""What a release is made with agrees with the project."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_actions_are_pinned_to_commits() -> None:
    """A tag may be moved; beside the commit stands the version that it was."""
    used = [
        line.strip()
        for path in WORKFLOWS
        for line in path.read_text("utf-8").splitlines()
        if re.match(r"\s*(- )?uses:", line)
    ]
    assert len(used) > 5
    for line in used:
        assert re.search(r"uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line), line


def test_wheels_are_built_for_the_pythons_that_the_project_names() -> None:
    built = re.findall(r"cp3(\d+)-\*", SETTINGS["tool"]["cibuildwheel"]["build"])
    named = [
        classifier.removeprefix("Programming Language :: Python :: 3.")
        for classifier in SETTINGS["project"]["classifiers"]
        if classifier.startswith("Programming Language :: Python :: 3.")
    ]
    assert built == named
    assert SETTINGS["project"]["requires-python"] == f">=3.{built[0]}"


def test_wheels_are_tried_by_a_file_that_is_there() -> None:
    cibuildwheel = SETTINGS["tool"]["cibuildwheel"]
    for source in cibuildwheel["test-sources"]:
        assert (ROOT / source).is_file()
        assert source in cibuildwheel["test-command"]


def test_the_changelog_has_the_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(
        rf"^## {re.escape(SETTINGS['project']['version'])} - (unreleased|\d{{4}}-\d\d-\d\d)$",
        changes,
        re.MULTILINE,
    )
