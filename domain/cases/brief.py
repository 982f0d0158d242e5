"""A case in a few words: `U-1 at 1826; C-41 at 1827 shaken`, the orders beside it; all else as the scenario has it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import inspect as shape

from domain.cases.case import Begun, FindPack, begin, case_pack, case_scenario, started_by
from domain.cases.fields import inside, kind_of, near, path_text, plain
from domain.cases.written import Case, OrderRow, speaking_of
from domain.games.ask import meant
from domain.kernel.copying import copier
from domain.kernel.errors import BadInput
from domain.kernel.system import Setup, System
from domain.tabletop import lengths
from domain.words.names import Callings

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
    """Ready to be decided; what the first order takes for granted is so."""
    system = systems[brief.system]
    (begun,) = begin(_case(brief, system, find_pack), systems, find_pack)
    if system.by_hand is not None and system.by_hand.ready is not None:
        with speaking_of(begun.orders[0].label):
            system.by_hand.ready(begun.state, begun.orders[0].order)
    return begun


def _case(brief: Brief, system: System[Any], find_pack: FindPack) -> Case:
    if not brief.orders:
        raise BadInput('what is ordered? Give --order, such as --order "ResolveAttack unit=U-1", with --by')
    case = Case(
        system=system.key, scenario=brief.scenario, orders=tuple(brief.orders), readings=dict(brief.readings),
        unchecked=brief.unchecked,
    )  # fmt: skip
    pack = case_pack(case, system, find_pack)
    scenarios = system.sheets.scenarios(pack)
    key = brief.scenario or next(iter(scenarios))
    case = Case(**{**_fields(case), "scenario": key})
    scenario = case_scenario(case, system, pack)
    state = system.initial(Setup(started_by(case, case, system, pack, scenario), pack))
    names = system.sheets.names(pack)
    words = _Words(system, state, names)
    position, others = words.read(brief.position), words.others()
    core = position.setdefault("core", {})
    if not isinstance(core, dict):
        raise BadInput("core is a table; write such as `core.turn = 4`")
    core.setdefault("active", brief.orders[0].by)
    phases = _phases_of(system, brief.orders[0].order, names)
    if phases and words.phase not in phases:
        core.setdefault("phase", phases[0])
    return Case(**{**_fields(case), "position": position, **others})


def _fields(case: Case) -> dict[str, Any]:
    return {name: getattr(case, name) for name in case.__struct_fields__}


def _phases_of(system: System[Any], text: str, names: Mapping[str, str]) -> tuple[str, ...]:
    """Those an order belongs to; none for one that belongs to any, or only answers."""
    with speaking_of("order 1, order"):
        return system.book.asked[type(meant(system, text, names))].phases or ()


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
