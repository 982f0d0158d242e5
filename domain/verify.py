"""Proofs: that a log is as it was written, that its fair dice are what the seed gives, that nothing was cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from domain import core
from domain.chance import NO_END
from domain.diceproof import DiceProof
from domain.entry import KERNEL, read_sealed
from domain.facts import CardDrawn, DiceRolled, GameStarted, LineOpened, SeedRevealed
from domain.gamefile import GameFile
from domain.gamelog import GameLog
from domain.gamelog.store import Kept
from domain.games import Games
from domain.kernel import Setup, System
from domain.links import UNREADABLE, Found, FoundLine, check_chain, check_envelopes, home, read_body, stored_bytes
from domain.packs import Pack
from domain.refs import MAIN, Ref
from domain.ruling import BadInput, NotFound, RefightError, VerificationFailed

_SEAL = re.compile(
    r"refight-seal (?P<game>[^@\s]+)@(?P<line>[^@:\s]+):(?P<entry>[1-9][0-9]{0,17}) (?P<hash>[0-9a-f]{64})"
)


class Seal(NamedTuple):
    """The hash of an entry, to hand to the other players: it vouches for all that stands before it."""

    game: str
    line: str
    entry: int
    hash: str

    def __str__(self) -> str:
        return f"refight-seal {self.game}@{self.line}:{self.entry} {self.hash}"


def parse_seal(text: str) -> Seal:
    """As str() wrote it; a mail program may have broken the line."""
    found = _SEAL.fullmatch(" ".join(text.split()))
    if not found:
        raise BadInput(
            f"{text.strip()[:80]!r} is not a seal; it reads: refight-seal GAME@LINE:ENTRY and 64 hexadecimal digits"
        )
    return Seal(found["game"], found["line"], int(found["entry"]), found["hash"])


def seal_of(games: Games, ref: Ref) -> Seal:
    """The seal of an entry, or of the head."""
    line = games.line(ref)
    number = games.entry_number(line, ref.entry)
    (entry,) = games.log.sealed(line, number - 1, number)
    return Seal(line.started.game, entry.line, entry.number, entry.hash.hex())


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """What was proved, and what could not be."""

    entries: int
    withheld: int = 0
    dice_proved: int = 0
    dice_open: int = 0  # fair, but the seed is not revealed yet
    dice_entered: int = 0  # typed in or imported: nothing can prove them
    dice_unseen: int = 0  # fair cards, drawn from a pile that is partly withheld
    sealed: bool = False
    sealed_at: int = 0  # the entry the seal is of
    since: int = 0  # entries after it or on other lines, for which the seal cannot speak

    def sentence(self) -> str:
        return "; ".join(self.statements())

    def statements(self) -> tuple[str, ...]:
        """One claim each: the chain, the seal, the dice, what is withheld."""
        said = [self._chain(), self._seal()]
        said += [f"{_count(number, 'die or card', 'dice and cards')} {what}" for number, what in self._dice() if number]
        if self.withheld:
            said.append(f"{_count(self.withheld, 'entry', 'entries')} withheld here: in place, but unread")
        return tuple(said)

    def _chain(self) -> str:
        if self.entries == 1:
            return "1 entry, not changed by itself"
        return f"{self.entries} entries fit together, none changed by itself"

    def _seal(self) -> str:
        if not self.sealed:
            return "without a seal, a log cut short or made anew as a whole would not show"
        held = f"unchanged up to the seal at entry {self.sealed_at}"
        if not self.since:
            return f"{held}, which covers them all"
        are = "is" if self.since == 1 else "are"
        return f"{held}; {_count(self.since, 'entry', 'entries')}, later or on other lines, {are} not covered by it"

    def _dice(self) -> Iterator[tuple[int, str]]:
        yield self.dice_proved, "proved by the revealed seed"
        yield self.dice_open, "promised as fair, to be proved when the seed is revealed"
        yield self.dice_unseen, "fair, but drawn from a pile not shown here, so not proved"
        yield self.dice_entered, "entered by hand or imported, which nothing can prove"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def verify_line(games: Games, ref: Ref, seal: Seal | None = None) -> Proof:
    """A line to its head, with all it shares with its ancestors."""
    lines, seeds, rolled = _lineage(games.log, ref)
    check_chain(lines)
    started = lines[MAIN].opening()
    return _proof(lines, started, _kept_pack(games.log, started), games.log.systems, seal, seeds, rolled)


def verify_file(file: GameFile, seal: Seal | None = None, systems: Mapping[str, System[Any]] | None = None) -> Proof:
    """All lines of an exported file. With `systems`, cards from decks laid out at the start are proved too."""
    lines, misplaced = file.found_lines()
    check_chain(lines)
    if misplaced:
        raise misplaced
    started = lines[MAIN].opening()
    file.check_frame(lines, started)
    check_envelopes(lines, started.sides)
    return _proof(lines, started, file.head.pack, systems or {}, seal, {}, {})


def _proof(
    lines: Mapping[str, FoundLine],
    started: GameStarted,
    pack: Pack,
    systems: Mapping[str, System[Any]],
    seal: Seal | None,
    seeds: Mapping[str, str],
    rolled: Mapping[str, int],
) -> Proof:
    if pack.hash != started.pack:
        raise lines[MAIN].failed(1, f"names the pack {started.pack[:12]}, but the pack here is {pack.hash[:12]}")
    if seal:
        _check_seal(lines, started, seal)
    tally = DiceProof(lines, _start(started, pack, systems), seeds, rolled).run()
    entries = sum(line.counted for line in lines.values())
    return Proof(
        entries=entries,
        withheld=sum(line.withheld for line in lines.values()),
        dice_proved=tally.proved,
        dice_open=tally.open,
        dice_entered=tally.entered,
        dice_unseen=tally.unseen,
        sealed=seal is not None,
        sealed_at=seal.entry if seal else 0,
        since=entries - seal.entry if seal else 0,  # it covers as many as lead up to it: they count from 1
    )


def _start(started: GameStarted, pack: Pack, systems: Mapping[str, System[Any]]) -> core.Core[Any]:
    """Only a system knows which decks are laid out before the first order."""
    system = systems.get(started.system)
    try:
        state = system.initial(Setup(started, pack)) if system else None
    except (RefightError, LookupError):
        state = None
    return state.core if state is not None else core.start(started)


def _check_seal(lines: Mapping[str, FoundLine], started: GameStarted, seal: Seal) -> None:
    if seal.game != started.game:
        raise lines[MAIN].failed(1, f"opens the game {started.game}, but the seal is of the game {seal.game}")
    if seal.line not in lines:
        raise BadInput(f"the seal is of the line {seal.line}; verify that line with it")
    line = home(lines, seal.line, seal.entry)
    assert line is not None, "entries count from 1, and main begins there"
    if seal.entry > line.last:
        raise BadInput(f"the seal is of {line.name}:{seal.entry}, after the branch left it; verify {line.name} with it")
    place = seal.entry - line.at - 1
    if place >= len(line.found):
        last = line.at + len(line.found)
        raise line.failed(last + 1, f"is missing: the line was sealed at entry {seal.entry} and now ends at {last}")
    entry = line.found[place].entry
    if entry is None or entry.hash.hex() != seal.hash:
        raise line.failed(seal.entry, "is not the one that was sealed: it, or something before it, was rewritten")


# The store, read without trusting it


_Opened = tuple[str, GameStarted | LineOpened, list[Kept]]


def _lineage(log: GameLog, ref: Ref) -> tuple[dict[str, FoundLine], dict[str, str], dict[str, int]]:
    """The line and its ancestors, oldest first, each up to where it is left; seeds and fair dice shown after that."""
    found = _openings(log, ref)
    system = found[-1][1].system if isinstance(found[-1][1], GameStarted) else ""
    lines: dict[str, FoundLine] = {}
    seeds: dict[str, str] = {}
    rolled: dict[str, int] = {}
    left, last = None, NO_END
    for name, opened, rows in found:
        parent, base = (opened.parent, opened.at) if isinstance(opened, LineOpened) else (None, 0)
        used = len(rows) if left is None else max(1, left - base)
        found_here = [_found(name, base, row) for row in rows[:used]]
        lines[name] = FoundLine(name, parent, base, found_here, system, last)
        seeds[name] = _seed_in(rows[used:])
        rolled[name] = _rolled_in(rows[used:])
        left, last = base, min(last, base)
    return dict(reversed(lines.items())), seeds, rolled


def _openings(log: GameLog, ref: Ref) -> list[_Opened]:
    """The line, its parent, and so on up to main."""
    found: list[_Opened] = []
    name: str | None = ref.line
    while name is not None:
        if any(name == known for known, _, _ in found):
            raise VerificationFailed(f"the line {name} is said to branch off itself", line=name, entry=0)
        rows = log.store.kept(f"{ref.game}@{name}")
        if not rows:
            raise _no_such_line(log, ref, name, found)
        opened = _opening(name, rows)
        found.append((name, opened, rows))
        name = opened.parent if isinstance(opened, LineOpened) else None
    return found


def _no_such_line(log: GameLog, ref: Ref, name: str, found: list[_Opened]) -> RefightError:
    if not found:
        return NotFound(f"{ref.game} has no line {name!r}; it has {', '.join(log.lines(ref.game))}")
    child, opened, _ = found[-1]
    number = opened.at + 1 if isinstance(opened, LineOpened) else 1
    return VerificationFailed(
        f"entry {number} of {child} branches off {name}, which is not there", line=child, entry=number
    )


def _opening(name: str, rows: list[Kept]) -> GameStarted | LineOpened:
    """The fact that opens a line."""
    number = 1 if name == MAIN else 0  # the number of a branch's first entry stands in that entry only
    first = next((row for row in rows if row.version == 0), None)
    if first is None:
        raise VerificationFailed(f"the first entry of {name} is missing", line=name, entry=number)
    try:
        data = read_body(read_sealed(name, 0, first.state or b"").body or b"")
        return msgspec.convert(data, GameStarted) if name == MAIN else msgspec.convert(data, LineOpened)
    except UNREADABLE as error:
        raise VerificationFailed(
            f"the first entry of {name} cannot be read as one that opens a line: {error}", line=name, entry=number
        ) from None


def _found(line: str, base: int, row: Kept) -> Found:
    if not isinstance(row.version, int):
        return Found(0, None, "its number is not a number")
    number = base + 1 + row.version
    if not isinstance(row.state, bytes):
        return Found(number, None, "its bytes are damaged")
    try:
        entry = read_sealed(line, number, row.state)
        wrong = "" if stored_bytes(entry) == row.state else "is stored with bytes that do not belong to it"
    except UNREADABLE as error:
        return Found(number, None, str(error))
    return Found(number, entry, wrong, str(row.topic))


def _seed_in(rows: list[Kept]) -> str:
    for row in rows:
        if row.topic == f"{KERNEL}/SeedRevealed":
            try:
                data = read_body(read_sealed("", 0, row.state or b"").body or b"")
                return msgspec.convert(data, SeedRevealed).seed
            except UNREADABLE:
                continue
    return ""


def _rolled_in(rows: list[Kept]) -> int:
    """The number after the last fair die among these rows; 0 if there is none."""
    kinds: dict[str, Any] = {f"{KERNEL}/{kind.__name__}": kind for kind in (DiceRolled, CardDrawn)}
    for row in reversed(rows):
        with suppress(*UNREADABLE):
            kind = kinds.get(row.topic)
            fact = msgspec.convert(read_body(read_sealed("", 0, row.state or b"").body or b""), kind) if kind else None
            if fact is not None and fact.source == "fair":
                return int(fact.number) + (len(fact.faces) if isinstance(fact, DiceRolled) else 1)
    return 0


def _kept_pack(log: GameLog, started: GameStarted) -> Pack:
    try:
        return log.pack(started.pack)
    except NotFound:
        wrong = "is not there"
    except (RefightError, *UNREADABLE):
        wrong = "is damaged: what lies in its place has another hash, or cannot be read"
    raise VerificationFailed(f"entry 1 of {MAIN} names the pack {started.pack[:12]}, which {wrong}", line=MAIN, entry=1)
