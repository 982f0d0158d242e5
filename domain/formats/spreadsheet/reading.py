"""A spreadsheet of moves and rolls, saved as CSV, told as a story: one row, one step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from domain.formats.spreadsheet.columns import columns_of
from domain.formats.spreadsheet.jsonrows import json_rows
from domain.formats.spreadsheet.people import SheetPeople
from domain.formats.spreadsheet.rows import SheetReader
from domain.formats.spreadsheet.table import Row, Wrong, letters, read_rows
from domain.kernel import happenings as h
from domain.kernel.errors import BadInput

ORIGIN = "CSV file"


def read_csv(
    text: str,
    columns: Mapping[str, str] | None = None,
    *,
    title: str = "moves",
    name: str = "",
    players: Sequence[str] = (),
    sides: Sequence[str] = (),
) -> h.Story:
    """The whole file, or one BadInput that lists what is wrong with it.

    `columns` says which header is which of ours; `players` are what the players want to be called, `name` is the
    file's own, and `sides` are known to be sides where a column of players holds them.
    """
    rows = read_rows(text)
    head = next(rows, None)
    if head is None:
        raise BadInput("there is nothing in this file; its first row must hold the headers of its columns")
    return _story(head, list(rows), columns, SheetAbout(title, name, ORIGIN), SheetPeople(players, sides))


def read_json(
    data: bytes,
    columns: Mapping[str, str] | None = None,
    *,
    path: str = "",
    name: str = "",
    players: Sequence[str] = (),
    sides: Sequence[str] = (),
) -> h.Story:
    """A list of moves in JSON: each item is a row, each value in it a column that is called by its path."""
    head, *body = json_rows(data, path, tuple((columns or {}).values()))
    return _story(head, body, columns, SheetAbout("moves", name, "JSON file"), SheetPeople(players, sides))


class SheetAbout(NamedTuple):
    """What a file is called and where it comes from."""

    title: str
    name: str
    origin: str


def _story(
    head: Row, body: Sequence[Row], columns: Mapping[str, str] | None, about: SheetAbout, people: SheetPeople
) -> h.Story:
    known = columns_of(head.cells, columns)
    wrong = Wrong()
    _learn(people, body, known)
    sheet = SheetReader(head.cells, known, people, wrong)
    steps = [step for row in body if (step := sheet.step(row)) is not None]
    wrong.check()
    unknown = [cell or letters(place) for place, cell in enumerate(head.cells) if place not in known.values()]
    return h.Story(
        title=people.pseudonyms.label(about.name) or about.title,
        name=people.pseudonyms.label(about.name),
        origin=about.origin,
        sides=people.sides,
        players=people.players,
        places=tuple(h.PlaceTold(name=name) for name in sheet.places),
        steps=(h.Stride(place="the head", happenings=(*sheet.decks(), *_unknown(unknown))), *steps),
        counts={"rows": len(body), "columns read": len(known), "columns kept as notes": len(unknown)},
    )


def _unknown(headers: Sequence[str]) -> Iterator[h.Unread]:
    for header in headers:
        yield h.Unread(text=f"column {header!r}", why=f"kept as notes; --column unit={header!r} would say what it is")


def _learn(people: SheetPeople, body: Sequence[Row], known: Mapping[str, int]) -> None:
    """Everybody before the first text is told, so that no name slips through."""
    for side in _cells(body, known.get("side")):
        people.learn(people.side, side)
    players = list(_cells(body, known.get("player")))
    for player in players:
        people.pseudonyms.expect(player)
    for player in players:
        people.learn(people.meet if "side" in known else people.player, player)


def _cells(body: Sequence[Row], place: int | None) -> Iterator[str]:
    """The different values of a column, in order."""
    found = (row.cells[place] for row in body if place is not None and place < len(row.cells))
    return iter(dict.fromkeys(found))
