"""A stored game, read without trusting the store: where its lines lie, their seeds, how far they rolled."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec

from domain.kernel import core
from domain.kernel.errors import BadInput, NotFound, RefightError, VerificationFailed
from domain.kernel.facts import CardDrawn, DiceRolled, Fact, GameStarted, LineOpened, SeedRevealed
from domain.kernel.packs import Pack
from domain.kernel.shares import LINKS, is_shared
from domain.log.entry import KERNEL, OLD_FORMAT, is_old, read_sealed
from domain.log.gamelog import GameLog
from domain.log.links import UNREADABLE, Place, failed, read_body
from domain.log.refs import MAIN
from domain.proof.dice import DiceProof, keeps, laid_out
from domain.proof.rowcheck import StoredEntries
from domain.proof.walk import Walk

Opened = GameStarted | LineOpened
Progress = Callable[[int, int], None]  # entries checked, of how many


class StoredLines:
    """Asked for what cannot wait until all is checked; read once for all lines that need it."""

    def __init__(self, log: GameLog, game: str) -> None:
        self.log, self.game = log, game
        self.opening, self.seed, self.last_fair = cache(self._opening), cache(self._seed), cache(self._last_fair)

    def stream(self, name: str) -> str:
        return f"{self.game}@{name}"

    def lineage(self, name: str) -> dict[str, Place]:
        """A line with its ancestors, oldest first; VerificationFailed if they do not lead to main."""
        found: dict[str, Opened] = {}
        wanted: str | None = name
        while wanted is not None:
            if wanted in found:
                raise VerificationFailed(f"the line {wanted} is said to branch off itself", line=wanted, entry=0)
            opened = self.opening(wanted)
            if opened is None:
                raise self._not_there(wanted, found)
            found[wanted] = opened
            wanted = opened.parent if isinstance(opened, LineOpened) else None
        return {name: _place(name, opened, found[MAIN]) for name, opened in reversed(found.items())}

    def _not_there(self, name: str, found: Mapping[str, Opened]) -> RefightError:
        if not found:
            return NotFound(f"{self.game} has no line {name!r}; it has {', '.join(self.log.lines(self.game))}")
        child, opened = list(found.items())[-1]
        assert isinstance(opened, LineOpened), "it names a parent"
        return failed(child, opened.at + 1, f"branches off {name}, which is not there")

    def _opening(self, name: str) -> Opened | None:
        """The fact that opens a line; None if there is no such line."""
        store, stream = self.log.store, self.stream(name)
        number = 1 if name == MAIN else 0  # the number of a branch's first entry stands in that entry only
        rows = [row for piece in store.kept_pieces(stream, -1, 0) for row in piece]
        if not rows:
            if not store.count(stream, -1, None):
                return None
            raise VerificationFailed(f"the first entry of {name} is missing", line=name, entry=number)
        try:
            data = _data(rows[0][2] or b"")
            if is_old(data):
                raise BadInput(f"{self.game} {OLD_FORMAT}")
            return msgspec.convert(data, GameStarted) if name == MAIN else msgspec.convert(data, LineOpened)
        except UNREADABLE as error:
            raise VerificationFailed(
                f"the first entry of {name} cannot be read as one that opens a line: {error}", line=name, entry=number
            ) from None

    def promised(self, name: str) -> str:
        opened = self.opening(name)
        assert opened is not None, "its lineage is known"
        return opened.commitment

    def _seed(self, name: str) -> str:
        opened = self.opening(name)
        assert opened is not None, "its lineage is known"
        links = LINKS if is_shared(opened.commitments) else 1
        shown = self._filed(name, SeedRevealed) if opened.commitment else ()
        return next((fact.seed for fact in shown if keeps(opened.commitment, fact.seed, links)), "")

    def _last_fair(self, name: str) -> int:
        """The number after the last fair die among a line's own entries; 0 if it has none."""
        last = 0
        for fact in self._filed(name, DiceRolled, CardDrawn):
            if fact.source == "fair":
                last = fact.number + (len(fact.faces) if isinstance(fact, DiceRolled) else 1)
        return last

    def _filed(self, name: str, *kinds: type[Fact]) -> Iterator[Any]:
        """Facts by what they are filed under, as far as they can be read."""
        known = {kind.__name__: kind for kind in kinds}
        topics = [f"{KERNEL}/{tag}" for tag in known]
        for _, state in self.log.store.filed_under(topics, self.stream(name)):
            with suppress(*UNREADABLE, KeyError):
                data = _data(state)
                yield msgspec.convert(data, known[data["fact"]])

    def pack(self, started: GameStarted) -> Pack:
        try:
            return self.log.pack(started.pack)
        except NotFound:
            wrong = "is not there"
        except (RefightError, *UNREADABLE):
            wrong = "is damaged: what lies in its place has another hash, or cannot be read"
        raise failed(MAIN, 1, f"names the pack {started.pack[:12]}, which {wrong}")


def _data(state: bytes) -> dict[str, Any]:
    return read_body(read_sealed("", 0, state).body or b"")


def _place(name: str, opened: Opened, started: Any) -> Place:
    parent, at = (opened.parent, opened.at) if isinstance(opened, LineOpened) else (None, 0)
    return Place(name, parent, at, started.system)


class StoredWalk:
    """Some lines of a game with all they share, walked together."""

    def __init__(self, log: GameLog, game: str, names: Collection[str]) -> None:
        self.log, self.stored, self.dice = log, StoredLines(log, game), DiceProof(self)
        self.lineages: dict[str, dict[str, Place]] = {}
        self.astray: dict[str, VerificationFailed] = {}  # those that do not lead to main
        self.no_pack: VerificationFailed | None = None
        for name in names:
            try:
                self.lineages[name] = self.stored.lineage(name)
            except VerificationFailed as error:
                self.astray[name] = error
        places = {name: place for lineage in self.lineages.values() for name, place in lineage.items()}
        self.walk = Walk(places, self.lineages.keys(), self._entries)
        self._done, self._of, self._progress = 0, 0, None  # type: tuple[int, int, Progress | None]

    def run(self, progress: Progress | None) -> None:
        if progress is not None:
            self._of = sum(self.log.store.count(self.stored.stream(name), -1, None) for name in self.walk.places)
        self._progress = progress
        self.walk.run()

    def _entries(self, place: Place) -> StoredEntries:
        pieces = self.log.store.kept_pieces(self.stored.stream(place.name))
        return StoredEntries(place, pieces, self.dice, self._checked)

    def _checked(self, rows: int) -> None:
        self._done += rows
        if self._progress is not None:
            self._progress(self._done, self._of)

    # What the dice proof must know

    def start(self, started: GameStarted) -> core.Core[Any]:
        try:
            return laid_out(started, self.stored.pack(started), self.log.systems)
        except VerificationFailed as error:
            self.no_pack = error
            return core.start(started)

    def promised(self, name: str) -> str:
        return self.stored.promised(name)

    def seed(self, name: str) -> str:
        return self.stored.seed(name)

    def rolled(self, name: str) -> int:
        """A line that was read to its end has told; otherwise the last fair die is looked up, wherever it stands."""
        end = self.walk.ends.get(name)
        if end is not None and name in self.walk.wanted and end.rolls.wrong_roll is None:
            return end.rolls.core.fair_dice
        return self.stored.last_fair(name)
