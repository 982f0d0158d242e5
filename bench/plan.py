"""What one run is asked to do: how often, how large, and where."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Plan:
    rounds: int
    shared: Path  # what several bars use is made there once
    quick: bool = False
    long: bool = False

    def size(self, full: int, quick: int) -> int:
        return quick if self.quick else full

    @property
    def few(self) -> int:
        """Rounds of what takes seconds."""
        return max(self.rounds // 2, 1)
