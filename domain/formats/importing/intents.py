"""A story read with a mapping: which of its happenings are orders, with the dice and the moves that belong to each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.formats.importing.mapping import MappingSheet, OrderMapped, fill, matches
from domain.formats.importing.patterns import pattern
from domain.kernel import happenings as h
from domain.kernel.naming import slug
from domain.words.names import Callings

EXPLICIT = (h.Said, h.Rolled, h.PhaseTold, h.Ordered)  # speak for a whole step: what moves in it came of them
EFFECTS = (h.Appeared, h.Moved, h.Changed, h.Vanished)
_KIND: Mapping[type[h.Happening], str] = {
    h.Moved: "move", h.Appeared: "appear", h.Vanished: "vanish", h.Changed: "change", h.Rolled: "roll",
    h.PhaseTold: "phase",
}  # fmt: skip


class Intent(msgspec.Struct, kw_only=True):
    """An order as the file has it, or a fact that no order makes, and all that belongs to it."""

    place: str
    by: str
    text: str
    is_fact: bool = False
    told: list[h.Happening] = []  # what moved with it, in our names
    dice: list[h.Rolled] = []
    cards: list[h.Drew] = []


class Aside(msgspec.Struct, kw_only=True):
    """Something that is no order: talk, a sign of damage, or what the mapping does not know."""

    place: str
    told: h.Happening


Item = Intent | Aside


class Reader:
    def __init__(self, mapping: MappingSheet, units: Mapping[str, str], places: Mapping[str, str]) -> None:
        self.mapping, self.places, self.has_begun = mapping, places, False
        self.sides = {slug(theirs): ours for theirs, ours in mapping.sides.items()}
        self.ids = Callings(units).ids
        self.units: dict[str, str] = {}  # the file's id of a piece -> unit
        self.strangers: dict[str, str] = {}  # pieces that are none of ours, by name
        self.where: dict[str, str | None] = {}  # where the file has each unit by now; None: it took it away

    def read(self, step: h.Stride) -> Iterator[Item]:
        """The items of a step in order; what moves in a step with an order in words came of that order."""
        plain = (_in_words(one) if getattr(one, "inferred", False) else one for one in step.happenings)
        told = [ours for one in plain if one is not None and (ours := self._ours(one)) is not None]
        self.has_begun = True
        found = [self._row(one) for one in told]
        speaks = any(_is_order(one, row) for one, row in zip(told, found, strict=True))
        last: Intent | None = None
        for one, row in zip(told, found, strict=True):
            if speaks and isinstance(one, EFFECTS):
                if last is not None:
                    last.told.append(one)
                continue
            for item in self._items(step.place, one, row):
                if isinstance(item, Intent):
                    item.told += _effects_before(told, one) if speaks and last is None else []
                    last = item
                yield item

    def _items(
        self, place: str, told: h.Happening, row: tuple[OrderMapped, Mapping[str, str]] | None
    ) -> Iterator[Item]:
        if isinstance(told, h.Ordered):
            yield Intent(place=place, by=told.by, text=told.text)
        elif row is None:
            if not isinstance(told, h.Appeared | h.Changed):  # where units start, and marks, say nothing of an order
                yield Aside(place=place, told=told)
        elif not row[0].silent:
            rule, fields = row
            intent = Intent(
                place=place, by=self.side(fill(rule.by, fields)), text=rule.filled(fields), is_fact=bool(rule.fact)
            )
            if isinstance(told, h.Rolled):
                intent.dice.append(told)
            if isinstance(told, EFFECTS):
                intent.told.append(told)
            yield intent

    def side(self, name: str) -> str:
        return self.sides.get(slug(name), name) if name else ""

    # In our names

    def _ours(self, told: h.Happening) -> h.Happening | None:
        """Pieces by unit, places and sides by our names; what is no unit is kept unread, unless it is to be ignored."""
        if isinstance(told, EFFECTS):
            self._meet(told)
            if told.piece in self.strangers:
                return self._stranger(told, self.strangers[told.piece])
        changes: dict[str, Any] = {}
        by: str = getattr(told, "by", "")
        if by:
            changes["by"] = self.side(by)
        for field in ("at", "start", "to"):
            if getattr(told, field, ""):
                changes[field] = self._place(getattr(told, field))
        if isinstance(told, EFFECTS):
            changes["piece"] = unit = self.units[told.piece]
            before = self.where.get(unit, self.places.get(unit))
            if isinstance(told, h.Appeared | h.Moved):
                self.where[unit] = changes.get("to", changes.get("at", ""))
            elif isinstance(told, h.Vanished):
                self.where[unit] = None
            if isinstance(told, h.Appeared) and self.has_begun and before:
                return self._stood_already(unit, before, changes)
        return msgspec.structs.replace(told, **changes) if changes else told

    def _stood_already(self, unit: str, before: str, found: Mapping[str, Any]) -> h.Moved | None:
        """A file without a starting position first speaks of a unit when it moves."""
        to = found.get("at", "")
        return None if to == before else h.Moved(piece=unit, start=before, to=to, by=found.get("by", ""))

    def _place(self, name: str) -> str:
        return self.mapping.places.get(name, name)

    def _meet(self, told: Any) -> None:
        if told.piece in self.units or told.piece in self.strangers:
            return
        unit = self._known(told) if isinstance(told, h.Appeared) else ""
        if unit:
            self.units[told.piece] = unit
        else:
            self.strangers[told.piece] = getattr(told, "name", "") or told.piece

    def _stranger(self, told: Any, name: str) -> h.Unread | None:
        if any(pattern(text).found(name) is not None for text in self.mapping.units.ignore):
            return None
        if isinstance(told, h.Changed):
            return None  # the marks of a counter that is no unit say nothing of the game
        where = told.at if isinstance(told, h.Appeared) else getattr(told, "to", "") or "no place"
        return h.Unread(text=f"{name}, {type(told).__name__.lower()}: {where}", why="no unit of this game")

    def _known(self, told: h.Appeared) -> str:
        """By name, slot or mark, as the mapping says; a counter that stands twice is one unit."""
        rows = self.mapping.units
        said = told.name if rows.by == "name" else told.slot if rows.by == "slot" else told.marks.get(rows.by, "")
        return rows.names.get(said) or self.ids.get(said.casefold(), "")

    # Rows

    def _row(self, told: h.Happening) -> tuple[OrderMapped, Mapping[str, str]] | None:
        kind = ("chat" if told.typed else "report") if isinstance(told, h.Said) else _KIND.get(type(told))
        if kind is None:
            return None
        fields = _fields(told)
        for row in self.mapping.orders:
            if row.on == kind:
                groups = _found(row, told)
                if groups is not None:
                    return row, {**fields, **groups}
        return None


def _in_words(told: h.Happening) -> h.Said | None:
    """A conclusion is not played: the rules say what is lost and what it counts."""
    return h.Said(text=f"{told.why}: {told.points:+}") if isinstance(told, h.Scored) else None


def _is_order(told: h.Happening, row: tuple[OrderMapped, Mapping[str, str]] | None) -> bool:
    """Words that are an order; what is understood and says nothing speaks for no step."""
    return isinstance(told, h.Ordered) or (isinstance(told, EXPLICIT) and row is not None and not row[0].silent)


def _effects_before(told: Sequence[h.Happening], upto: h.Happening) -> list[h.Happening]:
    """Modules differ in what they write first, the move or the words for it."""
    before = told[: next(i for i, one in enumerate(told) if one is upto)]
    return [one for one in before if isinstance(one, EFFECTS)]


def _found(row: OrderMapped, told: h.Happening) -> dict[str, str] | None:
    match told:
        case h.Said(text=text) | h.PhaseTold(phase=text) | h.Rolled(why=text):
            return matches(row, text)
        case h.Changed(marks=marks):
            for mark, value in marks.items():
                groups = matches(row, f"{mark}={value}")
                if groups is not None:
                    return {"mark": mark, "value": value, **groups}
            return None
    return {}


def _fields(told: Any) -> dict[str, str]:
    """What may stand in braces, as text."""
    names = ("by", "name", "start", "to", "at", "why", "phase", "turn")
    fields = {name: str(getattr(told, name)) for name in names if hasattr(told, name)}
    if hasattr(told, "piece"):
        fields["unit"] = told.piece
    if isinstance(told, h.Moved):
        fields["path"] = ",".join((*told.via, told.to))
        fields.setdefault("name", told.piece)
    return fields


def gathered(reader: Reader, steps: Sequence[h.Stride]) -> Iterator[tuple[int, list[Item]]]:
    """Runs of items, each beginning with an order: dice and cards go to the order before them; and how far that is."""
    run: list[Item] = []
    for number, step in enumerate(steps, 1):
        for item in reader.read(step):
            if isinstance(item, Intent):
                if run:
                    yield number, run
                run = [item]
            elif not _taken(run, item):
                run.append(item)
    if run:
        yield len(steps), run


def _taken(run: list[Item], item: Aside) -> bool:
    """Whether chance belongs to the order before it."""
    order = run[0] if run else None
    if not isinstance(order, Intent) or order.is_fact:
        return False
    if isinstance(item.told, h.Rolled) and item.told.faces:
        order.dice.append(item.told)
        return True
    if isinstance(item.told, h.Drew):
        order.cards.append(item.told)
        return True
    return False
