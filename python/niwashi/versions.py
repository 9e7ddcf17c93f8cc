"""What a result depends on besides its arguments: versions of the software, and the machine."""

import os
import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from niwashi._core import __version__ as core_version
from niwashi._core import build_type, compiler
from niwashi.processors import processors


@cache
def versions() -> dict[str, str]:
    """Versions by name: of the package, the core as it was built, and what both stand on."""
    return {
        "niwashi": _installed("niwashi"),
        "core": core_version,
        "compiler": compiler,
        "build": build_type,
        "ortools": _installed("ortools"),
        "numpy": _installed("numpy"),
        "python": platform.python_version(),
    }


def machine() -> dict[str, str | int]:
    """The processor, how many this process may use of how many, and the system."""
    return {
        "processor": _processor(),
        "usable": processors(),
        "processors": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
    }


def circumstances() -> str:
    """Machine and versions in a line, to stand above figures."""
    here, found = machine(), versions()
    return (
        f"{here['processor']}, {here['usable']} of {here['processors']} processors, "
        f"Python {found['python']}, OR-Tools {found['ortools']}, {found['compiler']}, "
        f"niwashi {found['niwashi']}"
    )


def version_line() -> str:
    """What `niwashi --version` prints."""
    found = versions()
    return (
        f"niwashi {found['niwashi']} (core {found['core']}, {found['compiler']} {found['build']}; "
        f"OR-Tools {found['ortools']}, NumPy {found['numpy']}, Python {found['python']})"
    )


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"


def _processor() -> str:
    """The model's name where the system tells it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
