"""Searches that run for seconds, each in a process of its own that can be ended at any moment.

A job is a function of a module, `work(asked, threads, say)`: `asked` is the request, `threads` how
many it may use, `say` sends an update, and what it returns is the last of them. The client reads
one JSON object a line, as each is ready; `done` is true in the last. A process is killed when its
client goes away or its time is over: there is nothing else to wait for, and nothing to get stuck.
New ones are forked from a server process that has everything imported, which takes some
milliseconds (where there is no fork, a second).
"""

import contextlib
import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import anyio
import msgspec
from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from niwashi import IllegalMove, InvalidText
from niwashi.processors import processors
from niwashi.web.messages import Refused

#: An update, or the last answer: an object.
Update = dict[str, Any]
Say = Callable[[Update], None]
Work = Callable[[Any, int, Say], Update]

_GRACE_SECONDS = 10.0  # a job ends by itself in its budget; this much later it is ended
_LAST_SECONDS = 1.0  # for a client to take the end of an answer
_NICENESS = 5  # scores go before searches, but a busy machine does not starve these
_UPDATE_SECONDS = 0.2  # more often nobody can read
_PRELOAD = ["niwashi.web.jobs", "niwashi.jardin", "niwashi.solver.jardin", "niwashi.solver.stone"]


class Busy(Refused):
    """All processes work, and enough requests wait for one."""

    def __init__(self) -> None:
        super().__init__(503, "busy: too many searches are running, try again in a moment")


class Jobs:
    """Runs a few jobs at a time, lets a few more wait, and refuses the rest."""

    def __init__(self, running: int | None = None, waiting: int | None = None) -> None:
        """`running` and `waiting` are how many at most; by default after the processors."""
        self.running = max(2, processors() // 2) if running is None else running
        self.places = self.running + (4 * self.running if waiting is None else waiting)
        #: Threads for each job, so that all together keep the processors busy.
        self.threads = max(1, processors() // self.running)
        self.taken = 0
        self._workers: set[_Worker] = set()
        self._stopped = False
        method = (
            "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        )
        self._context = multiprocessing.get_context(method)
        if method == "forkserver":
            self._context.set_forkserver_preload(_PRELOAD)
        self._turns = anyio.Semaphore(self.running)
        self._receivers = anyio.CapacityLimiter(self.places)

    def stream(self, work: Work, asked: object, *, seconds: float) -> Response:
        """The answer that runs a job. `seconds` is what the job itself has been told to take."""
        return _JobStream(self, work, asked, seconds)

    async def warm_up(self) -> None:
        """Starts the process that the others are forked from: the first job need not wait."""
        worker = await to_thread.run_sync(_Worker, self._context, _nothing, None, 1)
        worker.end()

    async def run(
        self, work: Work, asked: object, seconds: float, send: Callable[[bytes], Any]
    ) -> None:
        """Runs a job and sends its lines. Cancelling ends the process.

        `send` may wait for a client that does not read; that counts as time of the job.
        """
        async with self._turns:
            if self._stopped:
                return
            worker = await to_thread.run_sync(_Worker, self._context, work, asked, self.threads)
            self._workers.add(worker)
            try:
                with anyio.move_on_after(seconds + _GRACE_SECONDS) as time_left:
                    await self._pass_on(worker, send)
                if time_left.cancelled_caught:
                    with anyio.move_on_after(_LAST_SECONDS):
                        await send(_line({"error": "search: it took too long"}, done=True))
            finally:
                self._workers.remove(worker)
                worker.end()

    async def _pass_on(self, worker: "_Worker", send: Callable[[bytes], Any]) -> None:
        """Sends what a worker says, until it has said the last."""
        while True:
            message = await to_thread.run_sync(
                worker.receive, abandon_on_cancel=True, limiter=self._receivers
            )
            if message is None:
                await send(_line({"error": "search: it broke off"}, done=True))
                return
            await send(message[1:])
            if message[:1] == b"1":
                return

    def stop(self) -> None:
        """Ends what is running, and begins nothing more."""
        self._stopped = True
        for worker in self._workers:
            worker.kill()


class Seldom:
    """Makes and says an update, unless it comes too soon after the last."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._next = 0.0

    def __call__(self, document: Callable[[], Update]) -> None:
        """`document` makes the update."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + _UPDATE_SECONDS
            self._say(document())


def jobs_of(request: Request) -> Jobs:
    """The jobs of the server that a request came to."""
    jobs: Jobs = request.app.state.jobs
    return jobs


class _JobStream(Response):
    media_type = "application/x-ndjson"

    def __init__(self, jobs: Jobs, work: Work, asked: object, seconds: float) -> None:
        super().__init__()
        del self.headers["content-length"]
        self._jobs, self._work, self._asked, self._seconds = jobs, work, asked, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._jobs.taken >= self._jobs.places:
            raise Busy
        self._jobs.taken += 1
        try:
            await send(
                {
                    "type": "http.response.start",
                    "status": self.status_code,
                    "headers": self.raw_headers,
                }
            )
            async with anyio.create_task_group() as tasks:

                async def end_when_client_goes() -> None:
                    while (await receive())["type"] != "http.disconnect":
                        pass
                    tasks.cancel_scope.cancel()

                async def send_line(line: bytes) -> None:
                    await send({"type": "http.response.body", "body": line, "more_body": True})

                tasks.start_soon(end_when_client_goes)
                await self._jobs.run(self._work, self._asked, self._seconds, send_line)
                with anyio.move_on_after(_LAST_SECONDS):
                    await send({"type": "http.response.body", "body": b""})
                tasks.cancel_scope.cancel()
        finally:
            self._jobs.taken -= 1


class _Worker:
    """A process at work, and the end of the pipe that it speaks through."""

    def __init__(self, context: Any, work: Work, asked: object, threads: int) -> None:
        self._connection, theirs = context.Pipe(duplex=False)
        self._process = context.Process(
            target=_work, args=(theirs, work, asked, threads), daemon=True, name="niwashi-search"
        )
        self._process.start()
        theirs.close()

    def receive(self) -> bytes | None:
        """The next line behind a byte that says whether it is the last; None if there is none."""
        try:
            message: bytes = self._connection.recv_bytes()
        except (EOFError, OSError):
            return None
        return message

    def kill(self) -> None:
        """Kills the process, if it has not ended: nothing more is received."""
        self._process.kill()

    def end(self) -> None:
        """Leaves nothing of the process. The pipe is closed with whoever holds it last."""
        self.kill()
        self._process.join()
        self._process.close()


def _work(connection: Connection, work: Work, asked: object, threads: int) -> None:
    """What the process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends it
    if hasattr(os, "nice"):
        os.nice(_NICENESS)

    def send(update: Update, *, done: bool) -> None:
        connection.send_bytes((b"1" if done else b"0") + _line(update, done=done))

    with contextlib.suppress(BrokenPipeError):  # the server is gone
        try:
            last = work(asked, threads, lambda update: send(update, done=False))
        except (InvalidText, IllegalMove) as error:
            last = {"error": str(error)}
        except BrokenPipeError:
            raise
        except Exception:
            traceback.print_exc(file=sys.stderr)
            last = {"error": "search: it has made a mistake"}
        send(last, done=True)


def _line(update: Update, *, done: bool) -> bytes:
    return msgspec.json.encode({"done": done, **update}) + b"\n"


def _nothing(asked: object, threads: int, say: Say) -> Update:
    return {}
