from collections.abc import Sequence
from typing import SupportsIndex, final

from niwashi._core.jardin import Position, Roll
from niwashi._core.search import Plan, TilePattern

@final
class Exhaustive:
    @property
    def best(self) -> Plan: ...
    @property
    def leaves(self) -> int: ...
    @property
    def complete(self) -> bool: ...

def exhaustive_search(
    start: Position, dice: Sequence[Roll], max_leaves: SupportsIndex = 10_000_000
) -> Exhaustive: ...

@final
class Diagram:
    def __init__(
        self,
        patterns: Sequence[TilePattern],
        supply: Sequence[SupportsIndex],
        domain: Sequence[Sequence[SupportsIndex]],
        symmetric: Sequence[bool],
        whole: bool,
        exact: bool,
        points: Sequence[Sequence[SupportsIndex]],
        constant: SupportsIndex,
        most_arcs: SupportsIndex,
    ) -> None: ...
    @property
    def is_complete(self) -> bool: ...
    @property
    def is_detailed(self) -> bool: ...
    @property
    def arcs(self) -> int: ...
    @property
    def work(self) -> int: ...
    @property
    def bound(self) -> int: ...
    @property
    def found(self) -> tuple[int, list[int]] | None: ...
    @property
    def prices(self) -> list[int]: ...
    @prices.setter
    def prices(self, prices: Sequence[SupportsIndex]) -> None: ...
    def refined(self, target: SupportsIndex, most_arcs: SupportsIndex) -> Diagram: ...
    def restricted(
        self,
        domain: Sequence[Sequence[SupportsIndex]],
        symmetric: Sequence[bool],
        whole: bool,
        exact: bool,
        points: Sequence[Sequence[SupportsIndex]],
        constant: SupportsIndex,
    ) -> Diagram: ...
    def tighten(self, target: SupportsIndex, steps: SupportsIndex) -> bool: ...
    def enumerate(self, target: SupportsIndex, most_arcs: SupportsIndex) -> bool: ...
