from collections.abc import Sequence
from typing import SupportsIndex, final

from niwashi._core.jardin import Move, Position, Roll

@final
class Plan:
    @property
    def moves(self) -> list[Move]: ...
    @property
    def score(self) -> int: ...

@final
class Annealer:
    def __init__(self, start: Position, dice: Sequence[Roll], seed: SupportsIndex) -> None: ...
    def run(self, steps: SupportsIndex) -> None: ...
    def best(self) -> Plan: ...
    @property
    def best_score(self) -> int: ...
    @property
    def steps(self) -> int: ...

@final
class TilePattern:
    def __init__(
        self,
        moss: bool,
        north: SupportsIndex,
        east: SupportsIndex,
        south: SupportsIndex,
        west: SupportsIndex,
        arcs: SupportsIndex,
        kind: SupportsIndex,
    ) -> None: ...

@final
class GardenAnnealer:
    def __init__(
        self,
        patterns: Sequence[TilePattern],
        supply: Sequence[SupportsIndex],
        domain: Sequence[Sequence[SupportsIndex]],
        by_moss: Sequence[SupportsIndex],
        seed: SupportsIndex,
    ) -> None: ...
    def run(self, steps: SupportsIndex) -> None: ...
    def best(self) -> list[int]: ...
    @property
    def points(self) -> int: ...
