"""Things that stand once and are named by their number: texts, pictures, reckonings."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

from projections.page.data import Ground, Reckoning, Tables

T = TypeVar("T", bound=Hashable)


class Numbered(Generic[T]):
    def __init__(self) -> None:
        self.number: dict[T, int] = {}

    def of(self, thing: T) -> int:
        return self.number.setdefault(thing, len(self.number))

    def since(self, mark: int = 0) -> tuple[T, ...]:
        """All from a number on."""
        return tuple(self.number)[mark:]


class Numbers:
    """Only what is asked for gets a number, so nothing stands in a page that no entry of it needs."""

    def __init__(self) -> None:
        self.texts: Numbered[str] = Numbered()
        self.faces: Numbered[str] = Numbered()
        self.notes: Numbered[Reckoning] = Numbered()
        self.grounds: Numbered[Ground] = Numbered()

    def tables(self) -> Tables:
        return Tables(
            texts=self.texts.since(), faces=self.faces.since(), notes=self.notes.since(), grounds=self.grounds.since()
        )
