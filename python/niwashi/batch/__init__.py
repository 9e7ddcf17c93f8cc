"""Thousands of instances at once, on this machine or a cluster; every result a row of a file.

`Store` is the file, `run` gives each instance that has no row yet to a process, `Row` is what one
comes to, and `niwashi.batch.tasks` holds what there is to do. What a batch is for and how it is run
is told in `docs/batch.md`:

    with Store.writing(path, "jardin solve", task.settings) as store:
        run(store, dice, task)
"""

from niwashi.batch.runner import Progress, Task, WorkersLost, run
from niwashi.batch.store import NotThisBatch, Row, Store, StoreInUse

__all__ = [
    "NotThisBatch",
    "Progress",
    "Row",
    "Store",
    "StoreInUse",
    "Task",
    "WorkersLost",
    "run",
]
