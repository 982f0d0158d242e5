"""Names people can say: the file's own ids of pieces are numbers, and two counters may bear one name."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.kernel.happenings import Appeared, Happening


class PieceNames:
    """The file's ids to names that stand once in the game: `2/Cav`, then `2/Cav #2`."""

    def __init__(self, names: Mapping[str, str] | None = None) -> None:
        self.known: dict[str, str] = dict(names or {})
        self._taken = set(self.known.values())
        self._count: dict[str, int] = {}

    def renamed(self, told: Happening) -> Happening:
        """The same happening, speaking of pieces by their names."""
        piece: str | None = getattr(told, "piece", None)
        if piece is None:
            return told
        if isinstance(told, Appeared):
            return msgspec.structs.replace(told, piece=self._new(piece, told.name))
        return msgspec.structs.replace(told, piece=self.known.get(piece, piece))

    def _new(self, piece: str, name: str) -> str:
        """A piece that comes back keeps its name."""
        if piece not in self.known:
            self.known[piece] = self._unused(name.strip() or piece)
        return self.known[piece]

    def _unused(self, name: str) -> str:
        found = name
        while found in self._taken:
            self._count[name] = self._count.get(name, 1) + 1
            found = f"{name} #{self._count[name]}"
        self._taken.add(found)
        return found
