"""All commands that touch no piece: chat, dice, turns, properties, notes, seats; and what nobody can read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.formats.vassal import commands as c
from domain.formats.vassal.chat import ChatLine
from domain.formats.vassal.dice import DiceClaimed
from domain.formats.vassal.file import Unpacked
from domain.formats.vassal.privacy import OBSERVER, People, publishable
from domain.formats.vassal.stepdice import StepDice
from domain.kernel import happenings as h
from domain.words.scan import short

_MARKERS = (c.Nothing, c.Marker, c.StartupKey)  # bookkeeping of the program


class Sayings:
    def __init__(self, people: People) -> None:
        self.people = people
        self.counts = {"private notes": 0, "sealed notes": 0, "e-mail addresses": 0}  # left out
        self._properties: dict[tuple[str, str], str] = {}
        self._add_ons: dict[str, None] = {}

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
            case c.Turn(tracker=tracker, values=values):
                yield h.Said(text=f"turn tracker {tracker}: {', '.join(values)}")
            case c.Chat() if entry.line is not None:
                yield from self._line(entry.line, self.people.by(self.people.meet(name=entry.line.who)))
            case _:
                yield from self._other(entry, "")

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
                yield from self._line(entry.line, by)
            case c.PropertyChanged(name=name, old=old, new=new):
                yield h.Said(text=self.people.scrub(f"{name}: {old} -> {new}"), by=by)
            case c.PropertyIs(name=name, value=value, container=container):
                old = self._properties.get((container, name), "")
                self._properties[container, name] = value
                if old != value:
                    yield h.Said(text=self.people.scrub(f"{name}: {old} -> {value}"), by=by)
            case c.Turn(values=values):
                if not any(other.line is not None and other.line.kind == "turn" for other in entries):
                    yield h.PhaseTold(phase=", ".join(values), by=by)
            case _:
                yield from self._of_setup(entry, by)

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

    def _check(self, command: c.PropertyChanged) -> Iterator[h.Warning]:
        key = command.container, command.name
        tracked = self._properties.get(key)
        self._properties[key] = command.new
        if tracked is not None and tracked != command.old:
            said, was = self.people.scrub(command.old[:200]), self.people.scrub(tracked[:200])
            yield h.Warning(text=f"{command.name} changes from {short(said)}, says the file, but it was {short(was)}")

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

    def _unread(self, command: c.AnyCommand) -> h.Unread | None:
        match command:
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
