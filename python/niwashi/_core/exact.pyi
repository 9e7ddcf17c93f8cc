from collections.abc import Sequence
from typing import SupportsIndex, final

from niwashi._core.jardin import Position, Roll
from niwashi._core.search import Plan

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
