"""All commands that touch no piece: chat, dice, turns, properties, notes, seats; and what nobody can read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from domain.formats.vassal import commands as c
from domain.formats.vassal.chat import ChatLine
from domain.formats.vassal.dice import DiceClaimed
from domain.formats.vassal.doubts import Doubts
from domain.formats.vassal.file import Unpacked
from domain.formats.vassal.lore import Lore
from domain.formats.vassal.privacy import OBSERVER, People, publishable
from domain.formats.vassal.stepdice import StepDice, is_of_dice
from domain.formats.vassal.vasl import vasl_told
from domain.kernel import happenings as h
from domain.words.scan import short, whole

MOST_POINTS = 100_000
_POINTS = re.compile(r"(?i)(?:^|[^a-z])(?:c?vps?|victory|points?|score)(?![a-z])|(?:CVP|VP|Points|Score|Victory)")
_LOOKED_AT = 200  # characters of a property
_MARKERS = (c.Nothing, c.Marker, c.StartupKey)  # bookkeeping of the program


class Sayings:
    def __init__(self, people: People, doubts: Doubts, lore: Lore | None = None) -> None:
        self.people, self.doubts, self.lore = people, doubts, lore
        self.counts = {"private notes": 0, "sealed notes": 0, "e-mail addresses": 0}  # left out
        self._properties: dict[tuple[str, str], str] = {}
        self._add_ons: dict[str, None] = {}
        self.before: dict[tuple[str, str], str] = {}  # as a log left them that was read long ago

    # The snapshot

    def restored(self, entry: Unpacked) -> Iterator[h.Happening]:
        """A command of the snapshot."""
        match entry.command:
            case c.PropertyIs(name=name, value=value, container=container):
                self._properties[container, name] = value
            case c.PropertyChanged(name=name, new=new, container=container):
                self._properties[container, name] = new
            case c.SeatTaken(id=id, name=name, side=side):
                self.people.sit(self.people.meet(id, name), side)
            case c.AddOn(kind=kind, name=name, version=version):
                self._add_ons[f"{kind} {name} {version}".rstrip()] = None
            case c.Boards(map=map, boards=boards):
                if boards:
                    yield h.Said(text=f"boards of {map}: {', '.join(board.name for board in boards)}")
            case c.Turn() as turn:
                known = self._turn(turn)
                yield known or h.Said(text=f"turn tracker {turn.tracker}: {', '.join(turn.values)}")
            case c.Chat() if entry.line is not None:
                yield from self._line(entry.line, self.people.by(self.people.meet(name=entry.line.who)))
            case _:
                yield from self._other(entry, "")

    def properties(self) -> dict[tuple[str, str], str]:
        """As far as they are compared and shown."""
        return {key: self._shown(value) for key, value in self._properties.items()}

    def _shown(self, value: str) -> str:
        return self.people.scrub(value[:_LOOKED_AT])

    def begin_again(self) -> dict[tuple[str, str], str]:
        """The next log restores all properties; what they were before."""
        before, self._properties, self.before = self.before or self.properties(), {}, {}
        return before

    def gaps(self, before: Mapping[tuple[str, str], str]) -> Iterator[h.Gap]:
        """Properties that the next log starts with otherwise; dice are another roll, and no gap."""
        for key, value in self._properties.items():
            now = self._shown(value)
            if before.get(key, now) != now and not is_of_dice(key[1]):
                yield h.Gap(text=f"{key[1]} is {short(now)}, not {short(before[key])}")

    def add_ons(self) -> Iterator[h.Happening]:
        if self._add_ons:
            yield h.Said(text=f"played with {', '.join(self._add_ons)}")

    # A step

    def said(
        self, number: int, entry: Unpacked, by: str, dice: StepDice, entries: Sequence[Unpacked]
    ) -> Iterator[h.Happening]:
        rolled = dice.rolled(number)
        if isinstance(entry.command, c.PropertyChanged):
            yield from self._check(entry.command)
        if rolled is not None:
            if dice.at_odds(number):
                yield h.Warning(text=f"{self.people.scrub(rolled.name)}: {dice.at_odds(number)}")
            yield self._roll(rolled, by)
        elif not dice.is_silent(number):
            yield from self._in_step(entry, by, entries)

    def _in_step(self, entry: Unpacked, by: str, entries: Sequence[Unpacked]) -> Iterator[h.Happening]:
        match entry.command:
            case c.Chat() if entry.line is not None:
                if not (entry.line.kind == "turn" and self._is_tracked(entries)):
                    yield from self._line(entry.line, by)
            case c.PropertyChanged() as changed if (scored := self._scored(changed)) is not None:
                yield scored
            case c.PropertyChanged(name=name, old=old, new=new):
                yield h.Said(text=self.people.scrub(f"{name}: {old} -> {new}"), by=by)
            case c.PropertyIs(name=name, value=value, container=container):
                old = self._properties.get((container, name), "")
                self._properties[container, name] = value
                if old != value:
                    yield h.Said(text=self.people.scrub(f"{name}: {old} -> {value}"), by=by)
            case c.Turn() as turn:
                known = self._turn(turn, by)
                if known is not None:
                    yield known
                elif not any(_is_turn(other) for other in entries):
                    yield h.PhaseTold(phase=", ".join(turn.values), by=by)
            case _:
                yield from self._of_setup(entry, by)

    def _is_tracked(self, entries: Sequence[Unpacked]) -> bool:
        """Whether a tracker of the same step says by name what a line says in other words."""
        return any(isinstance(entry.command, c.Turn) and self._turn(entry.command) is not None for entry in entries)

    def _turn(self, turn: c.Turn, by: str = "") -> h.PhaseTold | None:
        """By the names that the module's own track has."""
        known = self.lore.turn(turn.tracker, turn.state) if self.lore else None
        if known is None:
            return None
        return h.PhaseTold(phase=known.text, turn=known.turn, side=self._side_in(known.text), by=by)

    def _scored(self, changed: c.PropertyChanged) -> h.Scored | None:
        """A property that counts the points of a side by name."""
        before, now = whole(changed.old), whole(changed.new)
        side = self.people.side_within(changed.name) if counts_points(changed.name) else ""
        if before is None or now is None or not side or before == now or abs(now - before) > MOST_POINTS:
            return None
        return h.Scored(side=side, points=now - before, why=self.people.scrub(changed.name), inferred=True)

    def points(self) -> Iterator[h.Said]:
        """What the properties that count points stand at."""
        for (_, name), value in self._properties.items():
            if counts_points(name) and value.strip():
                yield h.Said(text=self.people.scrub(f"{name}: {value[:80]}"))

    def value_of(self, name: str) -> str | None:
        """The value of a property, wherever it belongs."""
        return next((value for (_, known), value in self._properties.items() if known == name), None)

    def _of_setup(self, entry: Unpacked, by: str) -> Iterator[h.Happening]:
        match entry.command:
            case c.SeatTaken(id=id, name=name, side=side):
                yield from self._seated(self.people.meet(id, name), side)
            case c.SeatLeft(id=id):
                shown = self.people.meet(id)
                yield h.Said(text=f"{shown} leaves the side", by=by)
                self.people.sit(shown, "")
            case c.AddOn(kind=kind, name=name, version=version):
                yield h.Said(text=f"{kind} {name} {version}".rstrip(), by=by)
            case c.Boards(map=map, boards=boards):
                yield h.Said(text=f"boards of {map}: {', '.join(board.name for board in boards) or 'none'}", by=by)
            case c.Undo(begins=begins):
                yield h.Said(text="undo begins" if begins else "undo ends", by=by)
            case _:
                yield from self._other(entry, by)

    def _line(self, line: ChatLine, by: str) -> Iterator[h.Happening]:
        text = self.people.scrub(line.text)
        if line.dice is not None:
            yield self._roll(line.dice, by)
        elif line.kind == "turn":
            yield h.PhaseTold(phase=text, turn=line.turn, side=self._side_in(line.text), by=by)
        elif text:
            yield h.Said(text=text, typed=line.kind == "talk", by=by)

    def _side_in(self, phase: str) -> str:
        """The side whose name the phase begins with."""
        words = phase.split()
        names = (" ".join(words[:count]) for count in range(min(3, len(words)), 0, -1))
        return next((side for name in names if (side := self.people.side_named(name))), "")

    def _roll(self, dice: DiceClaimed, by: str) -> h.Rolled:
        return h.Rolled(
            faces=dice.faces, sides=dice.sides, why=self.people.scrub(dice.name), total=dice.total,
            guessed=dice.guessed, by=by,
        )  # fmt: skip

    def _check(self, command: c.PropertyChanged) -> Iterator[h.Happening]:
        """Dice that were otherwise before are a sign of editing, any other property a gap."""
        key = command.container, command.name
        tracked = self._properties.get(key)
        self._properties[key] = command.new
        if tracked is None or tracked == command.old:
            return
        said, was = self.people.scrub(command.old[:200]), self.people.scrub(tracked[:200])
        if is_of_dice(command.name):
            yield h.Warning(text=f"{command.name} changes from {short(said)}, says the file, but it was {short(was)}")
        else:
            yield from self.doubts.gap(
                (key, said, was), f"{command.name} was {short(said)} before, says the file, not {short(was)}"
            )

    def _seated(self, shown: str, side: str) -> Iterator[h.Happening]:
        self.people.sit(shown, side)
        takes = "only watches" if side in ("", OBSERVER) else f"takes {side}"
        yield h.Said(text=f"{shown or 'somebody'} {takes}", by=self.people.by(shown))

    # What is private, and what no game is made of

    def _other(self, entry: Unpacked, by: str) -> Iterator[h.Happening]:
        match entry.command:
            case c.Notes(kind=kind, text=text):
                if text.strip():
                    yield h.Said(text=f"{kind} notes: {self.people.scrub(text.strip())}", typed=True, by=by)
            case c.PrivateNote(text=text):
                self.counts["private notes"] += bool(text.strip())
            case c.SealedNote(hidden=True):
                self.counts["sealed notes"] += 1
            case c.SealedNote(name=name, text=text, owner=owner):
                whose = self.people.by(self.people.meet(owner))
                yield h.Said(text=self.people.scrub(f"{name}: {text}"), typed=True, by=whose)
            case c.MailAddress():
                self.counts["e-mail addresses"] += 1
            case command if not isinstance(command, _MARKERS):
                unread = self._unread(command)
                if unread is not None:
                    yield unread

    def _unread(self, command: c.AnyCommand) -> h.Happening | None:
        match command:
            case c.Unknown(text=text) if (said := vasl_told(self.people.scrub(text))) is not None:
                return h.Said(text=said) if said else None
            case c.Unknown(text=text):
                return h.Unread(text=self.people.scrub(publishable(text)), why="a command of the module's own")
            case c.Bad(text=text, why=why):
                return h.Unread(text=self.people.scrub(publishable(text)), why=why)
            case c.Unmask(ids=ids):
                names = [self.people.meet(id) for id in ids]
                return h.Unread(text="UNMASK " + ", ".join(names), why="who may be unmasked") if any(names) else None
            case c.Audio(clip=clip):
                return h.Unread(text=self.people.scrub(f"AUDIO {clip}"), why="a sound")
        return _no_game(command)


def counts_points(name: str) -> bool:
    return _POINTS.search(name[:200]) is not None


def _is_turn(entry: Unpacked) -> bool:
    return entry.line is not None and entry.line.kind == "turn"


def _no_game(command: c.AnyCommand) -> h.Unread:
    """Read, but nothing that a game is made of; who did it is not told."""
    match command:
        case c.SightLine():
            return h.Unread(text="LOS", why="a line of sight thread")
        case c.Flare(x=x, y=y):
            return h.Unread(text=f"FLARE {x},{y}", why="a sign to look here")
        case c.Clock(kind=kind):
            return h.Unread(text=kind, why="a chess clock")
        case c.EventLog(entries=entries):
            return h.Unread(text=f"Events, {len(entries)} entries", why="a list of what was done at the keyboard")
        case c.OptionLock():
            return h.Unread(text="LOCKSPOTAB", why="options that are locked")
        case c.SymbolDice():
            return h.Unread(text="SHOW_RESULTS", why="symbolic dice without faces")
    return h.Unread(text=type(command).__name__, why="out of place here")
