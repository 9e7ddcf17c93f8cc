"""Water first: proves the best garden for known dice by going through every water pattern.

The core (cpp/src/exact) does the work, a seam (a pair of middle rows) at a time; this module hands
out seams to workers, keeps score and bound, and gives the few patterns that the core leaves open to
CP-SAT. How the proof works is told in docs/proof.md.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Final, Protocol

from niwashi._core.exact import SeamReport, SeamWorker, WaterProblem
from niwashi._core.jardin import Move, Position, Roll

#: Search nodes after which a pattern is put aside, and, once all others are done, given up.
NODES_A_PATTERN: Final = 20_000
NODES_AT_LAST: Final = 2_000_000
#: Seams looked through before the others are sorted by their bounds.
_FIRST_SEAMS: Final = 64
#: What one unit of each kind of work costs, in seconds of a core; rough, but always the same.
_SECONDS_A_PAIR: Final = 4e-9
_SECONDS_A_STEP: Final = 2e-6
_SECONDS_A_NODE: Final = 2e-5


class Search(Protocol):
    """What the proof needs to know of the search it is a part of, and tells it."""

    start: Position
    dice: list[Roll]
    workers: int
    score: int | None
    bound: int
    work: float
    position: Position

    def take(self, moves: list[Move]) -> int:
        """Replays a plan and keeps it if it is the best so far."""

    def tighten(self, bound: float) -> None:
        """Takes a bound."""

    def report(self, phase: str) -> None:
        """Tells how far the search is."""


@dataclass
class Statistics:
    """Patterns by what became of them, over all seams: the fields of SeamReport, summed."""

    pairs: int = 0
    unpriced: int = 0
    reflected: int = 0
    counted: int = 0
    priced: int = 0
    searched: int = 0
    rings: int = 0
    undecided: int = 0
    steps: int = 0
    nodes: int = 0

    def add(self, report: SeamReport) -> None:
        """Adds a seam's, or a single pattern's."""
        self.pairs += report.pairs
        self.unpriced += report.unpriced
        self.reflected += report.reflected
        self.counted += report.counted
        self.priced += report.priced
        self.searched += report.searched
        self.rings += report.rings
        self.undecided += len(report.undecided)
        self.steps += report.steps
        self.nodes += report.nodes


class WaterProof:
    """One proof, from a plan to the end or until `stop` says so."""

    def __init__(self, search: Search, stop: Callable[[], bool]) -> None:
        self._search = search
        self._stop = stop
        self.statistics = Statistics()
        #: Patterns put aside, each with a bound.
        self.open_patterns: list[tuple[list[int], int]] = []

    def run(self) -> None:
        """Goes on until score and bound meet, only hard patterns are left, or it is stopped."""
        search = self._search
        search.report("proving")
        problem = WaterProblem(search.start, search.dice)
        with ThreadPoolExecutor(search.workers) as pool:
            self._pool = pool
            workers = [SeamWorker(problem) for _ in range(search.workers)]
            list(pool.map(SeamWorker.learn, workers, [search.position.water] * len(workers)))
            self._workers = workers

            # First those with the greatest bounds; the prices learned from them sort the others.
            bounded = self._bounds(range(problem.seam_count))
            if self._stop() or not self._prove(bounded[:_FIRST_SEAMS], bounded[_FIRST_SEAMS:]):
                return
            # The bound of what is left is then always the next seam's.
            bounded = self._bounds([seam for seam, _ in bounded[_FIRST_SEAMS:]])
            if not self._stop() and self._prove(bounded, []):
                self._decide_open()

    @property
    def _target(self) -> int:
        assert self._search.score is not None
        return self._search.score + 1

    def _bounds(self, seams: Sequence[int]) -> list[tuple[int, int]]:
        """The seams with their bounds, the greatest first; each worker bounds its share."""
        n = len(self._workers)

        def share(i: int) -> list[tuple[int, int]]:
            worker = self._workers[i]
            return [(seam, worker.bound(seam)) for seam in seams[i::n] if not self._stop()]

        bounded = [pair for part in self._pool.map(share, range(n)) for pair in part]
        return sorted(bounded, key=lambda pair: (-pair[1], pair[0]))

    def _prove(self, queue: Sequence[tuple[int, int]], rest: Sequence[tuple[int, int]]) -> bool:
        """Goes through a queue of seams, each with its bound; False if stopped before the end.

        Both queue and what is left for later, the rest, are sorted by bound, the greatest first.
        """
        finished = [False] * len(queue)
        frontier = 0  # all before it are finished
        waiting = iter(range(len(queue)))
        idle = list(range(len(self._workers)))
        running: dict[Future[SeamReport], tuple[int, int]] = {}

        def begin(worker: int, at: int) -> None:
            job = self._pool.submit(
                self._workers[worker].prove, queue[at][0], self._target, NODES_A_PATTERN
            )
            running[job] = worker, at

        again: list[int] = []
        while True:
            stopped = self._stop()
            while idle and not stopped:
                at = again.pop() if again else next(waiting, None)
                if at is None:
                    break
                begin(idle.pop(), at)
            if not running:
                return not stopped and not again and frontier == len(queue)
            done, _ = wait(running, timeout=0.1, return_when=FIRST_COMPLETED)
            for job in done:
                worker, at = running.pop(job)
                idle.append(worker)
                report = job.result()
                self._account(report)
                if report.found is not None:
                    self._search.take(report.found.moves)
                    again.append(at)  # for the higher target
                elif not report.stopped:
                    finished[at] = True
                    bound = queue[at][1]
                    self.open_patterns.extend((water, bound) for water in report.undecided)
            while frontier < len(queue) and finished[frontier]:
                frontier += 1
            self._tighten([bound for _, bound in (*queue[frontier : frontier + 1], *rest[:1])])
            self._search.report("proving")
            if self._stop():
                for each in self._workers:
                    each.stop()

    def _account(self, report: SeamReport) -> None:
        self.statistics.add(report)
        self._search.work += (
            report.pairs * _SECONDS_A_PAIR
            + report.steps * _SECONDS_A_STEP
            + report.nodes * _SECONDS_A_NODE
        )

    def _tighten(self, ahead: Iterable[int]) -> None:
        """The bound: of what is still ahead, of patterns put aside, or the score."""
        assert self._search.score is not None
        bounds = [self._search.score, *(bound for _, bound in self.open_patterns), *ahead]
        self._search.tighten(min(self._search.bound, max(bounds)))

    def _decide_open(self) -> None:
        """Looks at the patterns put aside again, with more patience."""
        waiting, self.open_patterns = deque(self.open_patterns), []
        idle = list(self._workers)
        running: dict[Future[SeamReport], tuple[SeamWorker, tuple[list[int], int]]] = {}
        while waiting or running:
            stopped = self._stop()
            if stopped and not running:
                break
            while idle and waiting and not stopped:
                pattern, worker = waiting.popleft(), idle.pop()
                job = self._pool.submit(
                    worker.prove_pattern, pattern[0], self._target, NODES_AT_LAST
                )
                running[job] = worker, pattern
            done, _ = wait(running, timeout=0.1, return_when=FIRST_COMPLETED)
            for job in done:
                worker, pattern = running.pop(job)
                idle.append(worker)
                report = job.result()
                self._account(report)
                if report.found is not None:
                    self._search.take(report.found.moves)
                    waiting.appendleft(pattern)  # for the higher target
                elif report.undecided:
                    self.open_patterns.append(pattern)
            self._tighten(bound for _, bound in (*waiting, *(p for _, p in running.values())))
            self._search.report("proving")
            if self._stop():
                for worker, _ in running.values():
                    worker.stop()
        self.open_patterns.extend(waiting)
