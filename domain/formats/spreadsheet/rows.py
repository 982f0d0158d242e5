"""The rows of a spreadsheet told one by one: what each says happened, in a fixed order, and nothing of it lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec

from domain.formats.spreadsheet import cells as c
from domain.formats.spreadsheet.columns import VAGUE, folded
from domain.formats.spreadsheet.people import SheetPeople
from domain.formats.spreadsheet.table import Row, Wrong, letters
from domain.kernel import happenings as h

T = TypeVar("T")
CARDS = "cards"  # the deck of a card that none is named for
_AS_WRITTEN = ("name", "kind", "phase", "why", "note")  # text, whatever it begins with


class Piece(msgspec.Struct, kw_only=True):
    """What the rows so far say of a piece."""

    id: str
    name: str
    kind: str
    at: str
    strength: int | None


class RowRead:
    """A row as it is read: each cell is asked for once, and what nobody asked for is left over."""

    def __init__(self, sheet: SheetReader, row: Row) -> None:
        self.sheet, self.row = sheet, row
        self.used, self.failed = set[int](), set[int]()
        self.is_dice = False  # the reason is that of a roll
        self.left: dict[str, str] = {}  # what could not be used as what its column is called

    def cell(self, ours: str) -> str:
        place = self.sheet.columns.get(ours)
        if place is None or place >= len(self.row.cells):
            return ""
        self.used.add(place)
        return self.row.cells[place]

    def read(self, ours: str, reader: Callable[[str], T]) -> T | None:
        """A cell as what it must be; a mistake is noted with its place."""
        try:
            return reader(self.cell(ours))
        except c.BadCell as error:
            place = self.sheet.columns[ours]
            if place not in self.failed:
                self.sheet.wrong.add(self.row.number, place, self.sheet.header[place], str(error))
            self.failed.add(place)
            return None

    def text(self, ours: str) -> str:
        """Words of a cell, without what is private in them."""
        if ours in _AS_WRITTEN:
            return self.sheet.people.pseudonyms.scrub(self.cell(ours))
        return self.sheet.no_address(self.read(ours, c.value) or "")

    def keep(self, ours: str) -> None:
        """Told in words after all."""
        cell = self.cell(ours)
        if cell:
            self.left[self.sheet.header[self.sheet.columns[ours]]] = cell

    def rest(self) -> Iterator[str]:
        """Every cell that no column is known for, with its header."""
        scrub = self.sheet.people.pseudonyms.scrub
        yield from (scrub(f"{header}: {cell}") for header, cell in self.left.items())
        for place, cell in enumerate(self.row.cells):
            if cell and place not in self.used:
                header = self.sheet.header[place] if place < len(self.sheet.header) else ""
                yield scrub(f"{header or letters(place)}: {cell}")


class SheetReader:
    def __init__(self, header: Sequence[str], columns: Mapping[str, int], people: SheetPeople, wrong: Wrong) -> None:
        self.header, self.columns, self.people, self.wrong = header, columns, people, wrong
        self.pieces: dict[str, Piece] = {}
        self.places: dict[str, None] = {}
        self.drawn: dict[str, list[str]] = {}
        self.turn, self.phase, self.phase_of = 0, "", ""

    def no_address(self, text: str) -> str:
        """A unit may be called like a player; an address is nobody's name."""
        return self.people.pseudonyms.scrub(text) if "@" in text else text

    def decks(self) -> Iterator[h.DeckMade]:
        """A deck holds at least what is drawn from it."""
        return (h.DeckMade(deck=deck, cards=tuple(cards)) for deck, cards in self.drawn.items())

    def step(self, row: Row) -> h.Stride | None:
        told = RowRead(self, row)
        by = self._by(told)
        found = tuple(self._happenings(told, by))
        return h.Stride(place=f"row {row.number}", happenings=found) if found else None

    def _by(self, told: RowRead) -> str:
        side = told.read("side", lambda cell: self.people.side(c.value(cell))) or ""
        player = told.read("player", lambda cell: "" if side else self.people.player(c.value(cell))) or ""
        return side or player

    def _happenings(self, told: RowRead, by: str) -> Iterator[h.Happening]:
        yield from self._phase(told, by)
        start, to = told.text("from"), told.text("to")
        via = told.read("via", c.steps) or ()
        piece, is_new = self._piece(told, start, to, via)
        if piece and is_new:
            yield h.Appeared(
                piece=piece.id, name=piece.name, at=piece.at, side=by, kind=piece.kind, strength=piece.strength, by=by
            )
        order = told.text("order")
        if order:
            yield h.Ordered(text=order, by=by)
        if piece:
            yield from self._moved(piece, start, to, via, by)
        else:
            for ours in ("from", "to", "via"):
                told.keep(ours)
        yield from self._cards(told, by)
        yield from self._rolled(told, piece, by)
        yield from self._counted(told, piece, by)
        said = [*filter(None, [told.text("note"), *told.rest()])]
        if said:
            about = f"{piece.name}: " if piece else ""
            yield h.Said(text=about + "; ".join(said), typed=bool(told.cell("note")), by=by)

    def _phase(self, told: RowRead, by: str) -> Iterator[h.PhaseTold]:
        """A turn or phase goes on until another is named; a turn in words is a phase."""
        turn, phase = told.text("turn"), told.text("phase")
        number = c.turn_number(turn)
        if turn and number is None:
            phase = f"{turn}, {phase}" if phase else turn
        number = number or self.turn
        is_next = number != self.turn
        is_others = by != self.phase_of and not told.text("unit")  # both may write "end" when they are done
        if is_next or (phase and (phase != self.phase or is_others)):
            self.phase_of = by
            self.turn, self.phase = number, phase if phase or is_next else self.phase
            yield h.PhaseTold(phase=self.phase or f"turn {number}", turn=number, by=by)

    def _piece(self, told: RowRead, start: str, to: str, via: Sequence[str]) -> tuple[Piece | None, bool]:
        """The piece a row speaks of, and whether it is the first to do so."""
        id, name, kind = told.text("unit"), told.text("name"), told.text("kind")
        key = (id or name).casefold()
        if not key:
            told.keep("kind")
            return None, False
        known = self.pieces.get(key)
        if known is not None:
            if id and name and name != known.name:
                told.keep("name")
            if kind and kind != known.kind:
                told.keep("kind")
            return known, False
        at = start or (via[0] if via else to)
        strength = told.read("strength", lambda cell: c.whole_number(cell, 0))
        piece = Piece(id=id or name, name=name or id, kind=kind, at=at, strength=strength)
        self.pieces[key] = piece
        if at:
            self.places[at] = None
        return piece, True

    def _moved(self, piece: Piece, start: str, to: str, via: Sequence[str], by: str) -> Iterator[h.Happening]:
        if start and piece.at and start.casefold() != piece.at.casefold():
            yield h.Warning(text=f"{piece.name} is said to start at {start}, but it stood at {piece.at}")
        way = list(via)
        if way and way[0] == (start or piece.at):
            way = way[1:]
        if way and (not to or way[-1] == to):
            to = way.pop()
        if to and (to != (start or piece.at) or way):
            yield h.Moved(piece=piece.id, start=start or piece.at, to=to, via=tuple(way), by=by)
        piece.at = to or start or piece.at
        self.places.update(dict.fromkeys([*filter(None, (start, *way, to))]))

    def _cards(self, told: RowRead, by: str) -> Iterator[h.Drew]:
        card = told.text("card")
        if not card:
            told.keep("deck")
            return
        deck = told.text("deck") or CARDS
        self.drawn.setdefault(deck, []).append(card)
        yield h.Drew(deck=deck, card=card, by=by)

    def _rolled(self, told: RowRead, piece: Piece | None, by: str) -> Iterator[h.Rolled]:
        kind = told.cell("sides")
        if not told.cell("dice") or self._is_word(told):
            told.keep("dice")
            told.keep("sides")
            return
        told.read("sides", c.dice_kind)
        rolled = told.read("dice", lambda cell: _dice(cell, kind))
        if rolled:
            told.is_dice = True
            why = told.text("why") or (piece.name if piece else "") or self.phase or "a roll"
            yield h.Rolled(
                faces=rolled.faces, sides=rolled.sides, why=why, total=rolled.total, guessed=rolled.guessed, by=by
            )

    def _is_word(self, told: RowRead) -> bool:
        """`DR2` under `Result` is what came of a fight, not a die."""
        if folded(self.header[self.columns["dice"]]) != VAGUE:
            return False
        try:
            c.dice(told.cell("dice"))
        except c.BadCell:
            return not c.is_formula(told.cell("dice"))
        return False

    def _counted(self, told: RowRead, piece: Piece | None, by: str) -> Iterator[h.Happening]:
        loss = told.read("loss", lambda cell: c.whole_number(cell, 0))
        points = told.read("points", c.whole_number)
        strength = told.read("strength", lambda cell: c.whole_number(cell, 0))
        why = told.text("why")
        if loss and piece:
            yield h.Lost(piece=piece.id, amount=loss, cause=why, by=by)
        elif loss:
            told.keep("loss")
        if strength is not None and piece and strength != piece.strength:
            piece.strength = strength
            yield h.Changed(piece=piece.id, strength=strength, by=by)
        elif strength is not None and not piece:
            told.keep("strength")
        if points and by:
            yield h.Scored(side=by, points=points, why=why)
        elif points:
            told.keep("points")
        if why and not (told.is_dice or (loss and piece) or (points and by)):
            told.keep("why")


def _dice(cell: str, kind: str) -> c.DiceCell | None:
    """A wrong kind of dice is told of in its own column."""
    try:
        c.dice_kind(kind)
    except c.BadCell:
        return None
    return c.dice(cell, kind)
