"""A game as a file has it, all lines walked together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from domain.kernel.chance import NO_END
from domain.kernel.core import Core
from domain.kernel.errors import VerificationFailed
from domain.kernel.facts import HOST, GameStarted, SeedRevealed
from domain.kernel.packs import Pack
from domain.kernel.shares import LINKS, is_shared
from domain.kernel.system import System
from domain.log.links import UNREADABLE, FoundLine, Place, read_body
from domain.proof.dice import DiceProof, keeps, laid_out
from domain.proof.walk import FileEntries, Walk


class FileWalk:
    """Every line of the file, to the end it has here."""

    def __init__(self, lines: Mapping[str, FoundLine], pack: Pack, systems: Mapping[str, System[Any]]) -> None:
        self.lines, self.pack, self.systems, self.dice = lines, pack, systems, DiceProof(self)
        self.started: GameStarted | None = None
        promises = {name: _promises(line) for name, line in lines.items()}
        self._promised = {name: str(found.get(HOST, "")) for name, found in promises.items()}
        self._seeds = {name: _seed(line, promises[name]) for name, line in lines.items()}
        places = {name: line.place for name, line in lines.items()}
        self.walk = Walk(places, lines.keys(), self._entries)

    def _entries(self, place: Place) -> FileEntries:
        return FileEntries(self.lines[place.name], self.dice)

    def check_chain(self) -> None:
        for error in self.walk.broken.values():
            raise error

    def check_dice(self) -> None:
        rolls = [end.rolls for end in self.walk.ends.values()]
        wrong: list[VerificationFailed | None] = [one.wrong_seed for one in rolls]
        wrong += [one.wrong_roll for one in rolls]
        for error in filter(None, wrong):
            raise error

    @property
    def tally(self) -> Counter[str]:
        return sum(map(self.walk.own_tally, self.lines), Counter[str]())

    # What the dice proof must know

    def start(self, started: GameStarted) -> Core[Any]:
        self.started = started
        return laid_out(started, self.pack, self.systems)

    def promised(self, name: str) -> str:
        return self._promised[name]

    def seed(self, name: str) -> str:
        return self._seeds[name]

    def rolled(self, name: str) -> int:
        end = self.walk.ends.get(name)
        return end.rolls.core.fair_dice if end is not None and end.rolls.exact else NO_END


def _promises(line: FoundLine) -> dict[str, str]:
    """Of each party, as the fact that opens the line has them."""
    opened = next(_facts(line, ""), {})
    found = opened.get("commitments", {})
    return found if isinstance(found, dict) else {}


def _seed(line: FoundLine, promises: Mapping[str, str]) -> str:
    links, promised = LINKS if is_shared(promises) else 1, str(promises.get(HOST, ""))
    shown = (str(data.get("seed")) for data in _facts(line, SeedRevealed.__name__))
    return next((seed for seed in shown if keeps(promised, seed, links)), "")


def _facts(line: FoundLine, tag: str) -> Iterator[dict[str, Any]]:
    """Those that bear a tag; only what looks so is decoded."""
    for found in line.found:
        body = found.entry.body if found.entry is not None else None
        if body is not None and tag.encode() in body:
            with suppress(*UNREADABLE):
                data = read_body(body)
                if tag in ("", data["fact"]):
                    yield data
