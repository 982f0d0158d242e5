"""What has to be known of a whole file before any of it is told: who plays, and which places it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from domain.formats.vassal import commands as c
from domain.formats.vassal.chat import ChatLine
from domain.formats.vassal.file import Unpacked
from domain.formats.vassal.pieces import STACK, PieceType, kind_of, named_points, read_core, read_stack
from domain.formats.vassal.places import MapPixel, Names
from domain.formats.vassal.privacy import OBSERVER, People, ids_in, ids_in_type
from domain.formats.vassal.traits import owner_in


class Parts(msgspec.Struct, frozen=True):
    """The position a file starts from, and the steps after it."""

    snapshot: Sequence[Unpacked]
    steps: Sequence[Sequence[Unpacked]]
    is_closed: bool  # the snapshot has its end mark


def parted(entries: Sequence[Unpacked]) -> Parts:
    """A step is a child of the root after the snapshot, with all that stands beneath it."""
    marks = [n for n, entry in enumerate(entries) if entry.depth == 1 and entry.command == c.Marker("end_save")]
    logged = next((n for n, entry in enumerate(entries) if entry.depth <= 1 and entry.logged), len(entries))
    start = marks[0] + 1 if marks else logged
    steps: list[list[Unpacked]] = []
    for entry in entries[start:]:
        if entry.depth <= 1 or not steps:
            steps.append([])
        steps[-1].append(entry)
    return Parts(entries[:start], steps, bool(marks))


def people_in(entries: Sequence[Unpacked], players: Sequence[str]) -> People:
    """Those at the table first, then everybody in order of appearance; sides before all, for they are no secret."""
    seats = [entry.command for entry in entries if isinstance(entry.command, c.SeatTaken)]
    people = People(dict.fromkeys(seat.side for seat in seats if seat.side and seat.side != OBSERVER), players)
    for seat in seats:
        shown = people.meet(seat.id, seat.name)
        if not people.has_seat(shown):
            people.sit(shown, seat.side)
    types: dict[str, PieceType] = {}
    for entry in entries:
        _meet(people, entry, types)
    return people


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
    for trait in type.traits:
        if trait.layer >= len(states):
            return
        people.meet(owner_in(trait, states[trait.layer]))
        if trait.tells_player:
            people.meet_told(states[trait.layer])


def names_in(entries: Sequence[Unpacked], steps: Sequence[Sequence[Unpacked]], people: People) -> Names:
    """The names that moves and pieces give to pixels, and how many pieces each map has."""
    names = Names(people.scrub)
    for entry in entries:
        _say(names, entry)
    for step in steps:
        moves = [entry.command for entry in step if isinstance(entry.command, c.MovePiece)]
        if moves:
            names.say_moves(moves, list(_move_lines(step)))
    return names


def _say(names: Names, entry: Unpacked) -> None:
    command = entry.command
    if isinstance(command, c.MovePiece):
        names.pieces[command.map] += 1
    elif isinstance(command, c.AddPiece) and kind_of(command.type) == STACK:
        stack = read_stack(command.state)
        if stack and stack.pieces:
            names.pieces[stack.map] += 1
    elif entry.states:
        core = read_core(entry.states[-1])
        if core:
            names.pieces[core.map] += 1
            for map, x, y, name in named_points(core):
                names.say(MapPixel(map, x, y), name)


def _move_lines(step: Sequence[Unpacked]) -> Iterator[ChatLine]:
    return (entry.line for entry in step if entry.line is not None and entry.line.kind == "move")
