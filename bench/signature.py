"""Writes `bench/signature.txt`, which every build must agree with: `python -m bench.signature`."""

from pathlib import Path

from niwashi import benchmark

RECORDED = Path(__file__).with_name("signature.txt")


def lines(threads: int = 1) -> list[str]:
    """The parts of the signature and the whole, as recorded."""
    whole, parts = benchmark.signature(threads)
    return [f"{name} {number}" for name, number in {**parts, "signature": whole}.items()]


if __name__ == "__main__":
    RECORDED.write_text("".join(f"{line}\n" for line in lines()), encoding="utf-8")
