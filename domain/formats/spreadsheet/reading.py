"""A spreadsheet of moves and rolls, saved as CSV, told as a story: one row, one step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.formats.spreadsheet.columns import columns_of
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
    title: str,
    players: Sequence[str] = (),
    sides: Sequence[str] = (),
) -> h.Story:
    """The whole file, or one BadInput that lists what is wrong with it.

    `columns` says which header is which of ours; `players` are what the players want to be called, and `sides` are
    known to be sides where a column of players holds them.
    """
    rows = read_rows(text)
    head = next(rows, None)
    if head is None:
        raise BadInput("there is nothing in this file; its first row must hold the headers of its columns")
    known = columns_of(head.cells, columns)
    body, wrong = list(rows), Wrong()
    people = SheetPeople(players, sides)
    _learn(people, body, known)
    sheet = SheetReader(head.cells, known, people, wrong)
    steps = [step for row in body if (step := sheet.step(row)) is not None]
    wrong.check()
    unknown = [cell or letters(place) for place, cell in enumerate(head.cells) if place not in known.values()]
    return h.Story(
        title=title,
        origin=ORIGIN,
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
