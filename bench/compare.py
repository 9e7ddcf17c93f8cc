"""Runs the benchmarks of two commits side by side, and judges the ratios of their times.

    python -m bench.compare COMMIT [COMMIT2] [--rounds 3] [--select WORDS]

COMMIT2 is HEAD unless told otherwise; what is not committed is not looked at. Each commit is
exported and built in a folder of its own, with the other packages of this environment. Then the
pytest-benchmark files of each run in turn, so that what else the machine does strikes both alike;
of each benchmark the best of all rounds counts. A benchmark that only one of the two has is named.

It warns where the second commit takes 1.3 times as long as the first, and fails (exit code 1) at
1.5. Exit code 2: a commit that is none, does not build, or whose benchmarks fail.
"""

import argparse
import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
WARN_AT = 1.3
FAIL_AT = 1.5


class NotComparable(Exception):
    """A commit cannot be had, built or measured; the message is one line."""


@dataclass(frozen=True)
class Ratio:
    """A benchmark's best time at both commits, in seconds."""

    name: str
    before: float
    after: float

    @property
    def ratio(self) -> float:
        """How many times as long it takes now."""
        return self.after / self.before

    @property
    def verdict(self) -> str:
        """`FAIL`, `warn`, `faster` (as clearly as a warning would be slower) or nothing."""
        if self.ratio >= FAIL_AT:
            return "FAIL"
        if self.ratio >= WARN_AT:
            return "warn"
        return "faster" if self.ratio <= 1 / WARN_AT else ""


@dataclass(frozen=True)
class Comparison:
    """What there is to compare, the slowest first, and what there is not."""

    ratios: list[Ratio]
    gone: list[str]
    new: list[str]

    @property
    def failed(self) -> bool:
        """Whether anything takes far longer now."""
        return any(ratio.verdict == "FAIL" for ratio in self.ratios)


def compare(before: Sequence[dict[str, float]], after: Sequence[dict[str, float]]) -> Comparison:
    """Compares the times of both commits by name, each given as one dictionary a round."""
    old, new = best(before), best(after)
    common = old.keys() & new.keys()
    ratios = [Ratio(name, old[name], new[name]) for name in common]
    return Comparison(
        ratios=sorted(ratios, key=lambda ratio: (-ratio.ratio, ratio.name)),
        gone=sorted(old.keys() - new.keys()),
        new=sorted(new.keys() - old.keys()),
    )


def best(rounds: Sequence[dict[str, float]]) -> dict[str, float]:
    """The least time of each benchmark."""
    names = {name for times in rounds for name in times}
    return {name: min(times[name] for times in rounds if name in times) for name in names}


def times_of(report: str) -> dict[str, float]:
    """The least time of each benchmark, from the JSON that pytest-benchmark writes."""
    return {entry["fullname"]: entry["stats"]["min"] for entry in json.loads(report)["benchmarks"]}


def table(comparison: Comparison) -> str:
    """The comparison as Markdown."""
    lines = ["| benchmark | before, ms | after, ms | ratio | |", "|---|---|---|---|---|"]
    lines += [
        f"| {r.name} | {1e3 * r.before:.3f} | {1e3 * r.after:.3f} | {r.ratio:.2f} | {r.verdict} |"
        for r in comparison.ratios
    ]
    for what, names in (("gone", comparison.gone), ("new", comparison.new)):
        if names:
            lines += ["", f"{what}: {', '.join(names)}"]
    return "\n".join(lines)


@dataclass(frozen=True)
class Build:
    """A commit, exported and built."""

    commit: str
    source: Path
    packages: Path

    def run(self, select: str) -> dict[str, float]:
        """The times of one round of its benchmarks."""
        report = self.source / "benchmarks.json"
        # Without `site` no editable install of another version can come before this build.
        paths = [
            str(self.packages),
            *dict.fromkeys(map(sysconfig.get_path, ("purelib", "platlib"))),
        ]
        command = [sys.executable, "-S", "-m", "pytest", "bench", "-q", "-k", select]
        _do(
            [*command, "--benchmark-enable", f"--benchmark-json={report}"],
            f"{self.commit}: its benchmarks fail",
            cwd=self.source,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        return times_of(report.read_text(encoding="utf-8"))


def build(commit: str, folder: Path) -> Build:
    """Exports and builds a commit."""
    source, packages = folder / "source", folder / "packages"
    archive = folder / "source.tar"
    folder.mkdir()
    export = ["git", "archive", f"--output={archive}", commit]
    _do(export, f"{commit}: cannot be exported", cwd=ROOT)
    with tarfile.open(archive) as file:
        file.extractall(source, filter="data")
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(packages)]
    _do([*install, str(source)], f"{commit}: does not build", cwd=folder)
    return Build(commit, source, packages)


def _do(
    command: list[str], complaint: str, *, cwd: Path, env: dict[str, str] | None = None
) -> None:
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        last = (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
        raise NotComparable(f"{complaint}: {last}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Builds, measures, prints; the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.compare",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("before", metavar="COMMIT")
    parser.add_argument("after", metavar="COMMIT2", nargs="?", default="HEAD")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--select", default="", metavar="WORDS", help="as pytest's -k")
    options = parser.parse_args(arguments)
    if options.rounds < 1:
        parser.error("rounds: at least 1 is needed")
    try:
        with tempfile.TemporaryDirectory(prefix="niwashi-") as folder:
            builds = []
            for number, commit in enumerate((options.before, options.after)):
                print(f"building {commit}", file=sys.stderr)
                builds.append(build(commit, Path(folder) / str(number)))
            rounds: tuple[list[dict[str, float]], ...] = ([], [])
            for number in range(options.rounds):
                print(f"round {number + 1} of {options.rounds}", file=sys.stderr)
                for times, built in zip(rounds, builds, strict=True):
                    times.append(built.run(options.select))
    except NotComparable as error:
        print(f"compare: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("compare: interrupted", file=sys.stderr)
        return 130
    comparison = compare(*rounds)
    print(table(comparison))
    return int(comparison.failed)


if __name__ == "__main__":
    sys.exit(main())
