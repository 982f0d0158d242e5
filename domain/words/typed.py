"""Orders as people type them: a verb, then its fields by name or by what they are; the giver's position is handed in.

`MoveUnit unit=C-44 path=1926` is read by `domain.words.orders`; here also `move pettigrew 1926`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import NODEFAULT
from msgspec import inspect as shape

from domain.kernel.errors import MalformedOrder
from domain.kernel.facts import Order
from domain.words.orders import made, value_of
from domain.words.scan import Item, Scanner, begins, matching, short, unclear
from domain.words.slots import Slot, listed_in, slots_of
from domain.words.verbs import read_verb

MAX_WORDS = 200  # of one order, that say by themselves what they are
SHORTEST = 3  # letters of a yes-or-no field that are enough to name it
PATH, TO = "path", "to"
_KEY = re.compile(r'[^\s",#={}\[\]]+=')
_LISTS = (shape.VarTupleType, shape.ListType)


class Listener(Protocol):
    """What a side may mean by its words, as far as it can see."""

    @property
    def kinds(self) -> Mapping[str, type[Order]]:
        """The orders there are, by name."""

    @property
    def now(self) -> Collection[str]:
        """Those that have their moment."""

    def finds_way(self, kind: type[Order]) -> bool:
        """Whether the last place of a path is enough."""

    def meant(self, kind: type[Order], slot: Slot, word: str) -> tuple[str, ...]:
        """The ids a word may stand for in a field: one, none, or several that leave it unclear."""

    def is_foe(self, kind: type[Order], word: str) -> bool:
        """Whether a word names the enemy, and nobody who may be ordered so."""

    def strikes(self, kind: type[Order]) -> bool:
        """Whether an enemy may be named for whom an order strikes, where it has no field for him."""

    def called(self, ids: Sequence[str]) -> list[str]:
        """Several ids with their names."""

    def near(self, word: str) -> str:
        """For the end of a refusal: who is spelt nearly so, or nothing."""

    def offers(self, kind: type[Order], values: Mapping[str, Any]) -> bool:
        """Whether such an order may be given to the units named."""


class Draft(NamedTuple):
    """An order as far as it was typed; with `to`, its path is still to be found; with `foe`, who strikes him."""

    scan: Scanner
    name: str
    kind: type[Order]
    values: dict[str, Any]
    to: str = ""
    foe: str = ""

    def order(self, **more: Any) -> Order:
        order: Order = made(self.scan, self.kind, self.name, {**self.values, **more})
        return order


def read(text: str, listener: Listener) -> Draft:
    """MalformedOrder says the column, and the candidates where a word is unclear."""
    scan = Scanner(text)
    names = read_verb(scan, listener.kinds, listener.now)
    return _Fields(scan, names[0], listener).read() if len(names) == 1 else _told_apart(scan, names, listener)


def _told_apart(scan: Scanner, names: Sequence[str], listener: Listener) -> Draft:
    """A verb that several orders share: the one that may be given to the units that follow."""
    drafts = []
    for name in names:
        try:
            draft = _Fields(Scanner(scan.text, scan.at), name, listener).read()
        except MalformedOrder:
            continue
        if any(slot.of == "unit" and draft.values.get(slot.name) for slot in slots_of(draft.kind).values()):
            drafts += [draft] if listener.offers(draft.kind, draft.values) else []
    if len(drafts) == 1:
        return drafts[0]
    start = len(scan.text) - len(scan.text.lstrip())
    raise scan.fail(unclear(scan.text.split()[0], names), start)


class _Fields:
    """The rest of a line as the fields of one kind of order."""

    def __init__(self, scan: Scanner, name: str, listener: Listener) -> None:
        self.scan, self.name, self.listener, self.kind = scan, name, listener, listener.kinds[name]
        self.slots = slots_of(self.kind)
        self.has_way = listener.finds_way(self.kind)
        self.values: dict[str, Any] = {}
        self.loose: dict[str, list[Item]] = {}  # what was given without a name, by the field that took it
        self.last = self.foe = ""
        self.words = 0

    def read(self) -> Draft:
        loose = []
        while not self.scan.is_done():
            if _KEY.match(self.scan.text, self.scan.at):
                self._keyed()
            else:
                loose.append(self.scan.items())
        for number, items in enumerate(loose, 1):  # what is named comes first, wherever it stands
            if not self._is_filler(items, is_last=number == len(loose)):
                self._placed(items)
        to = self._settle_way()
        for name, items in self.loose.items():
            self.values[name] = value_of(self.scan, self._slot(name), items, items[0].at)
        return Draft(self.scan, self.name, self.kind, self.values, to, self.foe)

    def _slot(self, name: str) -> Slot:
        return next(slot for slot in self.slots.values() if slot.name == name)

    def _settle_way(self) -> str:
        """One place alone is where the path ends; several are the path itself."""
        places = self.loose.pop(TO, []) if self.has_way and TO not in self.slots else []
        if len(places) > 1:
            path = self.loose.setdefault(PATH, [])
            path += places
            return ""
        return str(places[0].value) if places else ""

    def _keyed(self) -> None:
        scan, start = self.scan, self.scan.at
        word = scan.word()
        scan.takes("=")
        begun = scan.at
        if self.has_way and word.casefold() == TO and TO not in self.slots:
            self._check_once(TO, start)
            item = scan.items()[0]
            self.loose[TO] = [self._respelt(self._where, item)]
            return
        slot = self.slots[scan.pick(word, self.slots, f"{self.name} has no field", start)]
        self._check_once(slot.name, start)
        items = [self._respelt(slot, item) for item in scan.items()]
        self.values[slot.name] = value_of(scan, slot, items, begun)

    def _check_once(self, name: str, start: int) -> None:
        if name in self.values or name in self.loose:
            raise self.scan.fail(f"{name}= stands twice", start)

    @property
    def _where(self) -> Slot:
        """Stands for the path where its end is enough."""
        return self.slots[PATH]._replace(name=TO, key=TO, of="place")

    # By what it is

    def _placed(self, items: list[Item]) -> None:
        self.words += len(items)
        if self.words > MAX_WORDS:
            raise self.scan.fail(f"an order has at most {MAX_WORDS} words", items[0].at)
        is_foe = len(items) == 1 and self.listener.is_foe(self.kind, str(items[0].value))
        if is_foe and not self.foe and self.listener.strikes(self.kind):
            self.foe = str(items[0].value)
            return
        unsure: MalformedOrder | None = None
        for slot in sorted(self._open(), key=_foe_first) if is_foe else self._open():
            try:
                taken = self._taken(slot, items)
            except MalformedOrder as error:
                unsure = unsure or error
                continue
            if taken is not None and (not unsure or taken == items):  # nothing far-fetched where it is unclear
                self._keep(slot, taken)
                return
        if unsure:
            raise unsure
        self._as_text(items)

    def _is_filler(self, items: Sequence[Item], *, is_last: bool) -> bool:
        """`move pettigrew to 1926`: what follows says by itself that it is a place."""
        word = items[0]
        is_to = len(items) == 1 and word.kind == "bare" and word.value.casefold() == TO
        return is_to and (self.has_way or TO in self.slots) and not is_last

    def _keep(self, slot: Slot, taken: list[Item]) -> None:
        self.loose[slot.name] = [*self.loose.get(slot.name, []), *taken]
        self.last = slot.name

    def _open(self) -> Iterator[Slot]:
        """Fields that may still take a word, in their order; a list goes on as long as nothing else came between."""
        for slot in self.slots.values():
            if slot.name == PATH and self.has_way and TO not in self.slots and PATH not in self.values:
                if TO not in self.loose or self.last == TO:
                    yield self._where
            elif self._is_open(slot):
                yield slot

    def _is_open(self, slot: Slot) -> bool:
        if slot.name in self.values:
            return False
        return slot.name not in self.loose or (slot.name == self.last and _is_list(slot))

    def _taken(self, slot: Slot, items: Sequence[Item]) -> list[Item] | None:
        """What a field makes of words that do not name it; None: they are not for it."""
        if any(item.kind == "json" for item in items) or (len(items) > 1 and not _is_list(slot)):
            return None
        if slot.of:
            found = [self._found(slot, item) for item in items]
            return None if None in found else [item for item in found if item is not None]
        (item, *more) = items
        return None if more else _plainly(slot, item)

    def _as_text(self, items: list[Item]) -> None:
        """Words that are nothing known are text, where an order must have some."""
        is_quoted = any(item.kind == "text" for item in items)
        for slot in self._open_text():
            needed = slot.default is NODEFAULT or is_quoted
            if needed and (len(items) == 1 or _is_list(slot)):
                self._keep(slot, items)
                return
        raise self._stranger(items[0])

    def _open_text(self) -> Iterator[Slot]:
        known = [
            slot
            for slot in self.slots.values()
            if self._is_open(slot) and _is_text(slot) and slot.of not in ("unit", "side")
        ]
        yield from sorted(known, key=lambda slot: bool(slot.of))

    def _stranger(self, item: Item) -> MalformedOrder:
        word = str(item.value)
        takes = [f"{slot.key}=" for slot in self.slots.values() if slot.name not in self.values | self.loose]
        asks = {slot.of for slot in self.slots.values()}
        near = self.listener.near(word) if "unit" in asks else ""
        more = near or f"; {self.name} takes {', '.join(takes) or 'nothing more'}"
        nothing = "no unit or place here" if asks & {"unit", "place", "card"} else f"nothing that {self.name} asks for"
        return self.scan.fail(f"{short(word)} is {nothing}{more}", item.at)

    # What a word stands for

    def _found(self, slot: Slot, item: Item) -> Item | None:
        """The item with the id it stands for; None: nothing known."""
        found = self.listener.meant(self.kind, slot, str(item.value))
        if len(found) > 1:
            raise self.scan.fail(unclear(str(item.value), self.listener.called(found)), item.at)
        return item._replace(value=found[0]) if found else None

    def _respelt(self, slot: Slot, item: Item) -> Item:
        """By name of the field: what is not known stays as it was written, for the rules to judge."""
        if not slot.of or item.kind == "json":
            return item
        return self._found(slot, item) or item


def _foe_first(slot: Slot) -> tuple[bool, bool]:
    """An enemy is whom the order strikes, by himself before by where he stands."""
    return not slot.is_foe, slot.of != "unit"


def _is_list(slot: Slot) -> bool:
    return any(isinstance(kind, _LISTS) for kind in slot.shapes)


def _is_text(slot: Slot) -> bool:
    inner = [kind.item_type if isinstance(kind, _LISTS) else kind for kind in slot.shapes]
    return slot.is_reason or any(isinstance(kind, shape.StrType | shape.Metadata) for kind in inner)


def _plainly(slot: Slot, item: Item) -> list[Item] | None:
    """A yes-or-no field by its bare name, a listed word, a number."""
    word = str(item.value)
    if any(isinstance(kind, shape.BoolType) for kind in slot.shapes):
        is_named = len(word) >= min(SHORTEST, len(slot.key)) and begins(slot.key.casefold(), word.casefold())
        return [item._replace(kind="bare", value="yes")] if is_named else None
    listed = [str(value) for kind in slot.shapes for value in listed_in(kind)]
    if listed:
        found = matching(word, listed)
        return [item._replace(value=found[0])] if len(found) == 1 else None
    if item.kind == "bare" and any(isinstance(kind, shape.IntType) for kind in slot.shapes):
        return [item] if _is_number(slot, word) else None
    return None


def _is_number(slot: Slot, word: str) -> bool:
    try:
        msgspec.convert(int(word) if word.lstrip("+-").isdecimal() and len(word) < 20 else word, slot.type)
    except (msgspec.ValidationError, ValueError):
        return False
    return word.lstrip("+-").isdecimal()
