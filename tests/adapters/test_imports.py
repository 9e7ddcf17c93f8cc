"""What is optional is imported by nobody who does not use it."""

import subprocess
import sys

OPTIONAL = {
    *("dask", "distributed", "duckdb", "gymnasium", "joblib", "open_spiel"),
    *("pettingzoo", "pyspiel"),
}


def test_nothing_optional_is_imported_unless_it_is_used() -> None:
    script = (
        "import sys, niwashi.jardin.batch, niwashi.stone, niwashi.solver.jardin, niwashi.adapters\n"
        "import niwashi.solver.stone, niwashi.batch.tasks, niwashi.batch.export\n"
        "import niwashi.cli.jardin, niwashi.cli.stone, niwashi.cli.results\n"
        "import niwashi.adapters.jardin_steps, niwashi.adapters.stone_actions\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert not OPTIONAL & set(done.stdout.split())
