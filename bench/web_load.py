"""How soon a garden is scored while the server is busy: `python -m bench.web_load`.

Starts `niwashi serve`, has it solve two games, and lets fifty clients ask for scores, each as soon
as it has the last answer (`--pause 0`) or some seconds later. Prints the times of the answers; the
clients run on the same machine, and take their share of it.
"""

import argparse
import asyncio
import json
import random
import statistics
import time

from niwashi import jardin, stone
from niwashi.jardin import batch
from tests.web.server import serving

#: What can be asked, and its key; the second of each game answers with a drawing.
KINDS = {
    "jardin/score": "position",
    "jardin/sheet": "position",
    "stone/score": "garden",
    "stone/layout": "garden",
}


def main() -> None:
    """Measures, and prints a line a kind of request."""
    parser = argparse.ArgumentParser(prog="bench.web_load", description=__doc__)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--solves", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=0.1, help="of a client, mean seconds")
    parser.add_argument("--path", choices=KINDS, default="jardin/score", help="what is asked")
    options = parser.parse_args()
    with serving() as (host, port):
        times = asyncio.run(measure(host, port, options))
    times.sort()
    print(
        f"{options.path}: {len(times) / options.seconds:.0f} answers a second to "
        f"{options.clients} clients, {options.solves} solves running; "
        f"median {1000 * statistics.median(times):.1f} ms, "
        f"95 % within {1000 * times[int(0.95 * len(times))]:.1f} ms, "
        f"99 % within {1000 * times[int(0.99 * len(times))]:.1f} ms"
    )


async def measure(host: str, port: int, options: argparse.Namespace) -> list[float]:
    """The seconds of every answer after the solves have begun."""
    connections = []
    for seed in range(options.solves):
        dice = jardin.dice_to_text(jardin.random_dice(seed))
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(request("jardin/solve", {"dice": dice, "time_limit": 120}))
        await reader.readuntil(b'"phase"')
        connections.append((reader, writer))
        asyncio.get_running_loop().create_task(drain(reader))
    gardens = GARDENS[options.path.split("/")[0]]()
    end = time.monotonic() + options.seconds
    clients = [
        client(host, port, options.path, gardens, number, end, options.pause)
        for number in range(options.clients)
    ]
    times = [seconds for each in await asyncio.gather(*clients) for seconds in each]
    for _, writer in connections:
        writer.close()
    return times


def jardin_gardens() -> list[str]:
    """Finished gardens of random play."""
    return [game.to_text() for game in batch.from_array(batch.random_games(64, 1))]


def stone_gardens() -> list[str]:
    """As `jardin_gardens`."""
    played = stone.random_games(stone.new_game(stone.default_edition(), 4), 16, 1)
    return [player.garden.to_text() for game in played for player in game.position.players]


GARDENS = {"jardin": jardin_gardens, "stone": stone_gardens}


async def drain(reader: asyncio.StreamReader) -> None:
    """Reads what a solve says, and forgets it."""
    while await reader.read(65536):
        pass


async def client(
    host: str, port: int, path: str, gardens: list[str], number: int, end: float, pause: float
) -> list[float]:
    """One client with one connection, as a browser has it."""
    rng = random.Random(number)
    reader, writer = await asyncio.open_connection(host, port)
    await asyncio.sleep(rng.uniform(0, 2 * pause))
    times = []
    while time.monotonic() < end:
        began = time.perf_counter()
        writer.write(request(path, {KINDS[path]: rng.choice(gardens)}))
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        length = next(line for line in head.split(b"\r\n") if line.startswith(b"content-length"))
        await reader.readexactly(int(length.split(b":")[1]))
        times.append(time.perf_counter() - began)
        await asyncio.sleep(rng.uniform(0, 2 * pause))
    writer.close()
    return times


def request(path: str, asked: object) -> bytes:
    """A question as bytes."""
    body = json.dumps(asked).encode()
    head = (
        f"POST /api/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


if __name__ == "__main__":
    main()
