"""A case in a few words: `U-1 at 1826; C-41 at 1827 shaken`, the orders beside it; all else as the scenario has it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect as shape

from domain.cases.case import Begun, FindPack, begin, case_pack, case_scenario, laid_out, started_by
from domain.cases.fields import inside, kind_of, near, path_text, plain
from domain.cases.written import Case, OrderRow, speaking_of
from domain.games.ask import meant
from domain.games.hearing import heard
from domain.kernel.chance import EnteredChance
from domain.kernel.copying import copier
from domain.kernel.errors import BadInput, IllegalOrder, MalformedOrder, RefightError, TapeMismatch
from domain.kernel.facts import Order, UnitId
from domain.kernel.play import carry_out
from domain.kernel.system import Setup, System
from domain.tabletop import lengths
from domain.words.names import Callings
from domain.words.orders import format_order, orders_of
from domain.words.scan import unclear
from domain.words.slots import slots_of
from domain.words.verbs import kinds_meant

AT, FACING, PHASE, TURN = "at", "facing", "phase", "turn"
EXAMPLE = "`U-1 at 1826; C-41 at 1827 shaken`"
TABLES = ("units", "pieces")  # where a state keeps what stands on the board


class Brief(NamedTuple):
    """What somebody typed."""

    system: str
    position: str
    orders: Sequence[OrderRow]
    scenario: str = ""
    readings: Mapping[str, str] = {}
    unchecked: bool = False


def begin_brief(brief: Brief, systems: Mapping[str, System[Any]], find_pack: FindPack) -> Begun:
    """Ready to be decided; what the first order takes for granted is so.

    A verb may stand for orders of several phases: the one is meant that can be given there with these dice.
    """
    if not brief.orders:
        raise BadInput('what is ordered? Give --order, such as --order "ResolveAttack unit=U-1", with --by')
    system = systems[brief.system]
    first, *others = _Table(brief, system, find_pack).tried()
    if others:
        with speaking_of("order 1, order"):
            raise MalformedOrder(
                unclear(brief.orders[0].order.split()[0], [_kind(one).__name__ for one in (first, *others)])
            )
    return first


def _kind(begun: Begun) -> type[Order]:
    return type(begun.orders[0].order)


class _Another(BadInput):
    """In the phase of one order the words mean another."""


class _Table:
    """Where a brief case is laid out, once for each order that its first words may mean."""

    def __init__(self, brief: Brief, system: System[Any], find_pack: FindPack) -> None:
        self.brief, self.system, self.find_pack = brief, system, find_pack
        case = Case(
            system=system.key, scenario=brief.scenario, orders=tuple(brief.orders), readings=dict(brief.readings),
            unchecked=brief.unchecked,
        )  # fmt: skip
        self.pack = case_pack(case, system, find_pack)
        key = brief.scenario or next(iter(system.sheets.scenarios(self.pack)))
        self.case = Case(**{**_fields(case), "scenario": key})
        self.names = system.sheets.names(self.pack)

    def tried(self) -> list[Begun]:
        """The one that is written out, or those a verb may stand for: of several, as many as the dice leave."""
        text = self.brief.orders[0].order
        try:
            with speaking_of("order 1, order"):
                written = type(meant(self.system, text, self.names))
        except BadInput as error:
            wrong = error
        else:
            return [self.begun(self.laid(written))]
        kinds = orders_of(self.system)
        found, faults = list[Begun](), list[RefightError]()
        for name in kinds_meant(text.split()[0], kinds, kinds) if text.strip() else ():
            try:
                found.append(self.meant(kinds[name], text))
            except RefightError as error:
                faults.append(error)
        if not found:
            raise next((fault for fault in faults if not isinstance(fault, _Another)), wrong)
        return [one for one in found if self.takes_dice(one)] or found

    def meant(self, kind: type[Order], text: str) -> Begun:
        """With the first order of this kind, written out."""
        case = self.laid(kind)
        first = msgspec.structs.replace(case.orders[0], order=self.in_full(case, kind, text))
        return self.begun(msgspec.structs.replace(case, orders=(first, *case.orders[1:])))

    def begun(self, case: Case) -> Begun:
        (begun,) = begin(case, {self.system.key: self.system}, self.find_pack)
        with speaking_of(begun.orders[0].label):
            self.ready(begun.state, begun.orders[0].order)
        return begun

    def laid(self, kind: type[Order]) -> Case:
        """All that is said, in the phase of the order unless another is."""
        case, brief = self.case, self.brief
        scenario = case_scenario(case, self.system, self.pack)
        state = self.system.initial(Setup(started_by(case, case, self.system, self.pack, scenario), self.pack))
        words = _Words(self.system, state, self.names)
        position, others = words.read(brief.position), words.others()
        core = position.setdefault("core", {})
        if not isinstance(core, dict):
            raise BadInput("core is a table; write such as `core.turn = 4`")
        core.setdefault("active", brief.orders[0].by)
        phases = self.system.book.asked[kind].phases or ()
        if phases and words.phase not in phases:
            core.setdefault("phase", phases[0])
        return Case(**{**_fields(case), "position": position, **others})

    def in_full(self, case: Case, kind: type[Order], text: str) -> str:
        """The order as it is meant where everybody of the side has done what it takes for granted."""
        by, state = self.brief.orders[0].by, laid_out(case, self.system, self.pack)
        example = self.system.book.asked[kind].example
        unit = next((slot for slot in slots_of(kind).values() if slot.of == "unit" and slot.type is UnitId), None)
        mine = [one.id for one in self.system.sight.board(state, None).counters if one.side == by] if unit else []
        for id in mine:
            with suppress(BadInput):  # of whom more than one thing may be taken for granted
                self.ready(state, msgspec.structs.replace(example, **{unit.name: id} if unit else {}))
        with speaking_of("order 1, order"):
            order = heard(self.system, state, by, text, self.names).order
        if type(order) is not kind:
            raise _Another(f"in its phase this is no {kind.__name__}")
        return format_order(order)

    def ready(self, state: Any, order: Order) -> None:
        if self.system.by_hand is not None and self.system.by_hand.ready is not None:
            self.system.by_hand.ready(state, order)

    def takes_dice(self, begun: Begun) -> bool:
        """Whether the order asks for dice or cards where some were given, and for none where none were."""
        row = begun.orders[0].row
        state = copier(self.system)(begun.state)
        try:
            carry_out(self.system, state, row.by, begun.orders[0].order, EnteredChance())
        except TapeMismatch:
            return bool(row.dice or row.cards)
        except IllegalOrder:
            return False
        return not (row.dice or row.cards)


def _fields(case: Case) -> dict[str, Any]:
    return {name: getattr(case, name) for name in case.__struct_fields__}


class _Words:
    """What words can say of a position of this system."""

    def __init__(self, system: System[Any], state: Any, names: Mapping[str, str]) -> None:
        self.system, self.state = system, state
        self.table = next(name for name in TABLES if hasattr(state, name))
        self.there: Mapping[str, Any] = getattr(state, self.table)
        self.callings = Callings({id: name for id, name in names.items() if id in self.there} | _own(self.there, names))
        entry = inside(inside(kind_of(system.state), self.table) or shape.AnyType(), "any")
        assert isinstance(entry, shape.StructType)
        self.kinds = {field.encode_name: field.type for field in entry.fields}
        self.said: dict[str, dict[str, Any]] = {}
        self.phase = state.core.phase  # unless somebody says another

    @property
    def phases(self) -> set[str]:
        return {phase for asked in self.system.book.asked.values() for phase in asked.phases or ()}

    def read(self, text: str) -> dict[str, Any]:
        """As a case writes a position."""
        found: dict[str, Any] = {}
        for entry in filter(None, map(str.strip, text.split(";"))):
            with speaking_of(f"{entry!r}"):
                _lay(found, self.entry(entry))
        return found

    def entry(self, text: str) -> dict[str, Any]:
        words = text.split()
        if "=" in text:
            return _toml(text)
        if words[0] == TURN and len(words) == 2 and words[1].isdecimal():
            return {"core": {"turn": int(words[1])}}
        phase = " ".join(words[1:] if words[0] == PHASE else words)
        if words[0] == PHASE or phase in self.phases:
            return {"core": {"phase": phase}}
        if text in self.state.core.sides:
            return {"core": {"active": text}}
        return {self.table: self.unit(words)}

    def unit(self, words: list[str]) -> dict[str, Any]:
        """Who, up to the first word that says something of it; then what."""
        end = next((at for at, word in enumerate(words) if at and self.is_said(word)), len(words))
        who = self.who(" ".join(words[:end]))
        values = dict(self.values(who, iter(words[end:])))
        if who not in self.there:
            values = {"name": who, **({"kind": ""} if "kind" in self.kinds else {}), **values}
        self.said[who] = values
        return {who: values}

    def is_said(self, word: str) -> bool:
        return word in (AT, FACING) or word in self.kinds or word in self.state.core.sides

    def who(self, name: str) -> str:
        found = self.callings.meant(name)
        if len(found) > 1:
            raise BadInput(f"{name!r} may be {', '.join(self.callings.told(found))}")
        if not found and self.there:
            raise BadInput(f"there is no unit {name!r}{near(name, self.callings.ids)}; write it as in {EXAMPLE}")
        return found[0] if found else name

    def values(self, who: str, words: Iterator[str]) -> Iterator[tuple[str, Any]]:
        pose: dict[str, int] = {}
        for word in words:
            if word in (AT, FACING) and "pose" in self.kinds:
                pose |= _placed(word, next(words, ""))
            elif word in self.state.core.sides:
                yield "side", word
            elif isinstance(self.kinds.get(word), shape.BoolType):
                yield word, True
            elif word in self.kinds:
                yield word, _value(self.kinds[word], word, next(words, ""))
            else:
                raise BadInput(f"what is {word!r} of {who}? There are {', '.join((AT, *self.states))}")
        if pose:
            stood = plain(getattr(self.there.get(who), "pose", None)) or {"heading": 0}
            yield "pose", {**stood, **pose}

    @property
    def states(self) -> list[str]:
        return [name for name, kind in self.kinds.items() if isinstance(kind, shape.BoolType)]

    def others(self) -> dict[str, Any]:
        """How all other units are off the board: with a bare one where it keeps them, else dropped."""
        ids = list(self.there)
        if self.system.by_hand is not None:
            bared = copier(self.system)(self.state)
            self.system.by_hand.bare(bared)
            if getattr(bared, self.table):
                self.phase = bared.core.phase
                return {"bare": True}
        return {"drop": tuple(path_text((self.table, id)) for id in ids if id not in self.said)}


def _own(there: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, str]:
    return {id: getattr(unit, "name", id) for id, unit in there.items() if id not in names}


def _lay(found: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(found.get(key), dict):
            _lay(found[key], value)
        elif isinstance(value, dict) and key in found:
            raise BadInput(f"{key} is said otherwise before it")
        else:
            found[key] = value


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"this is no part of a position as a case file writes it: {error}") from None


def _placed(word: str, text: str) -> dict[str, int]:
    try:
        if word == FACING:
            return {"heading": lengths.angle(text)}
        x, y = lengths.point(text)
    except ValueError:
        raise BadInput(f"{word} {text}: on the table a place is `at 12:7 facing 90`") from None
    return {"x": x, "y": y}


def _value(kind: shape.Type, word: str, text: str) -> Any:
    """A number, a row of them as 3-2, or a word."""
    if not text:
        raise BadInput(f"{word}: what of it?")
    kinds = kind.types if isinstance(kind, shape.UnionType) else (kind,)
    if any(isinstance(one, shape.VarTupleType | shape.ListType) for one in kinds):
        return [int(part) if part.isdecimal() else part for part in text.replace(",", "-").split("-")]
    return int(text) if any(isinstance(one, shape.IntType) for one in kinds) and text.isdecimal() else text
