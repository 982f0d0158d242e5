"""What has to be known of a whole file before any of it is told: who plays, and which places it names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

import msgspec

from domain.formats.vassal import commands as c
from domain.formats.vassal.chat import ChatLine
from domain.formats.vassal.file import Unpacked
from domain.formats.vassal.pieces import STACK, PieceType, Stack, kind_of, named_points, read_core, read_stack
from domain.formats.vassal.places import MapPixel, Names
from domain.formats.vassal.privacy import OBSERVER, People, ids_in, ids_in_type
from domain.formats.vassal.traits import owner_in

_BEGIN, _END = c.Marker("begin_save"), c.Marker("end_save")


class Parts(msgspec.Struct, frozen=True):
    """The position a file starts from, and the steps after it."""

    snapshot: Sequence[Unpacked]
    steps: Sequence[Sequence[Unpacked]]
    is_closed: bool  # the snapshot has its end mark


def parted(entries: Sequence[Unpacked]) -> list[Parts]:
    """The saved games of a file: one, but for files that were put together. A step is a child of the root after the
    snapshot, with all that stands beneath it."""
    begins = [n for n, entry in enumerate(entries) if n and entry.depth == 1 and entry.command == _BEGIN]
    marks = [0, *begins, len(entries)]
    return [_parted(entries[start:end]) for start, end in pairwise(marks)]


def _parted(entries: Sequence[Unpacked]) -> Parts:
    marks = [n for n, entry in enumerate(entries) if entry.depth == 1 and entry.command == _END]
    logged = next((n for n, entry in enumerate(entries) if entry.depth <= 1 and entry.logged), len(entries))
    start = marks[0] + 1 if marks else logged
    steps: list[list[Unpacked]] = []
    for entry in entries[start:]:
        if entry.depth <= 1 or not steps:
            steps.append([])
        steps[-1].append(entry)
    return Parts(entries[:start], steps, bool(marks))


def seats_in(entries: Sequence[Unpacked]) -> list[c.SeatTaken]:
    return [entry.command for entry in entries if isinstance(entry.command, c.SeatTaken)]


def boards_in(entries: Sequence[Unpacked]) -> dict[str, tuple[c.MapBoard, ...]]:
    """The boards that each map has, as the file says it last."""
    found = [entry.command for entry in entries if isinstance(entry.command, c.Boards)]
    return {command.map: command.boards for command in found if command.boards}


def sides_of(seats: Sequence[c.SeatTaken], players: Sequence[str]) -> People:
    """Those at the table; sides before all, for they are no secret."""
    people = People(dict.fromkeys(seat.side for seat in seats if seat.side and seat.side != OBSERVER), players)
    for seat in seats:
        shown = people.meet(seat.id, seat.name)
        if not people.has_seat(shown):
            people.sit(shown, seat.side)
    return people


def meet_all(people: People, entries: Sequence[Unpacked]) -> None:
    """Everybody else, in order of appearance."""
    types: dict[str, PieceType] = {}
    for entry in entries:
        _meet(people, entry, types)


def _meet(people: People, entry: Unpacked, types: dict[str, PieceType]) -> None:
    match entry.command:
        case c.Chat() if entry.line is not None:
            people.meet(name=entry.line.who)
        case c.SeatTaken(id=id, name=name) | c.SealedNote(owner=id, handle=name):
            people.meet(id, name)
        case c.Clock(fields=fields):
            people.meet(*fields[:2])
        case c.AddPiece(id=id) if entry.type is not None:
            types[id] = entry.type
            for owner in ids_in_type(entry.type.layers):
                people.meet(owner)
            _meet_owners(people, entry.type, entry.states or ())
        case c.ChangePiece(id=id) if id in types:
            _meet_owners(people, types[id], entry.states or ())
            _meet_owners(people, types[id], entry.old or ())
        case command:
            for owner in ids_in(command):
                people.meet(owner)


def _meet_owners(people: People, type: PieceType, states: Sequence[str]) -> None:
    for trait in type.owners:
        if trait.layer >= len(states):
            return
        people.meet(owner_in(trait, states[trait.layer]))
        if trait.tells_player:
            people.meet_told(states[trait.layer])


def names_in(names: Names, parts: Parts) -> None:
    """The names that moves and pieces give to pixels, and how many pieces each map has."""
    entries = [*parts.snapshot, *(entry for step in parts.steps for entry in step)]
    stacked = {piece for stack in _stacks(entries) for piece in stack.pieces}
    for stack in _stacks(entries):
        names.pieces[stack.map] += len(stack.pieces)
        names.points.add(MapPixel(stack.map, stack.x, stack.y))
    for entry in entries:
        _say(names, entry, stacked)
    for step in parts.steps:
        moves = [entry.command for entry in step if isinstance(entry.command, c.MovePiece)]
        if moves:
            names.say_moves(moves, list(_move_lines(step)))


def _stacks(entries: Sequence[Unpacked]) -> Iterator[Stack]:
    for entry in entries:
        if isinstance(entry.command, c.AddPiece) and kind_of(entry.command.type) == STACK:
            stack = read_stack(entry.command.state)
            if stack and stack.pieces:
                yield stack


def _say(names: Names, entry: Unpacked, stacked: Collection[str]) -> None:
    """A piece in a stack may name a map it left long ago."""
    command = entry.command
    if isinstance(command, c.MovePiece):
        names.played[command.map] += 1
        names.points.add(MapPixel(command.map, command.x, command.y))
    core = read_core(entry.states[-1]) if entry.states else None
    if core is not None:
        if isinstance(command, c.AddPiece) and command.id not in stacked:
            names.pieces[core.map] += 1
            names.points.add(MapPixel(core.map, core.x, core.y))
        for map, x, y, name in named_points(core):
            names.say(MapPixel(map, x, y), name)


def _move_lines(step: Sequence[Unpacked]) -> Iterator[ChatLine]:
    return (entry.line for entry in step if entry.line is not None and entry.line.kind == "move")
