"""A case: a position, orders and the dice that were rolled, as a file says them; read and made ready to be decided."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

import msgspec

from domain.cases.fields import read_path
from domain.cases.position import Overlay, lay_over
from domain.games.hearing import heard
from domain.games.terms import checked_options, checked_readings, chosen_sides, find_scenario
from domain.kernel.chance import EnteredChance
from domain.kernel.copying import copier
from domain.kernel.errors import BadInput, IllegalOrder, MalformedOrder, NotFound
from domain.kernel.facts import LOG_FORMAT, GameStarted, Order
from domain.kernel.packs import Pack, Sheet, plainly, read_toml
from domain.kernel.play import carry_out
from domain.kernel.system import Scenario, Setup, System
from domain.words.scan import nearest
from domain.words.tomltext import toml_lines

FindPack = Callable[[str, str], Pack]  # system, and the name of a pack or nothing
PACK, NAME = "pack", "name"


class Expect(Sheet, frozen=True, kw_only=True):
    """What a case claims of an order, or of all its orders together."""

    refused: str = ""  # the rule that forbids it
    facts: tuple[str, ...] = ()  # must come about in this order, others between them; only the fields named count
    without: tuple[str, ...] = ()  # must not come about
    words: tuple[str, ...] = ()  # must be said
    losses: dict[str, int] = {}
    points: dict[str, int] = {}
    state: dict[str, Any] = {}  # fields of the position that results
    none: tuple[str, ...] = ()  # places of it that hold nothing
    gone: tuple[str, ...] = ()  # entries that are not there
    readings: tuple[str, ...] | None = None  # those that change the outcome, such as "D17 B": these and no others


class OrderRow(Sheet, frozen=True, kw_only=True):
    by: str
    order: str
    dice: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    fresh: bool = False  # given in the position as it was set up, not after the orders before
    expect: Expect = Expect()


class Case(Sheet, frozen=True, kw_only=True):
    system: str
    title: str = ""
    source: str = ""
    text: str = ""
    scenario: str = ""
    sides: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    readings: dict[str, str] = {}
    corrections: tuple[int, ...] | None = None  # None: all there are
    bare: bool = False  # no unit on the board but those the position puts there
    none: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    anew: tuple[str, ...] = ()
    pack: dict[str, Any] = {}  # the name of a pack, and files of it laid over or added
    position: dict[str, Any] = {}
    orders: tuple[OrderRow, ...] = ()
    expect: Expect = Expect()

    @property
    def overlay(self) -> Overlay:
        anew = tuple(place for place in self.anew if read_path(place)[0] != PACK)
        return Overlay(self.position, self.none, self.drop, anew)


class CaseOrder(NamedTuple):
    """An order of a case, read."""

    row: OrderRow
    order: Order
    label: str  # how errors name it


class Begun(NamedTuple):
    """A case ready to be decided."""

    case: Case
    system: System[Any]
    pack: Pack
    started: GameStarted
    state: Any
    names: Mapping[str, str]
    orders: tuple[CaseOrder, ...]


def read_case(text: str) -> Case:
    """BadInput says the key and what is wrong with it."""
    try:
        found = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"this is not readable TOML: {error}") from None
    rows = found.pop("orders", [])
    if not isinstance(rows, list):
        raise BadInput("orders: each order stands below a line [[orders]]")
    orders = tuple(_read(row, OrderRow, f"order {number}") for number, row in enumerate(rows, 1))
    case: Case = _read(found, Case, "the case")
    return msgspec.structs.replace(case, orders=orders)


def _read(value: Any, kind: Any, where: str) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        said = plainly(str(error), where)
        raise BadInput(said if said.startswith(where) or where == "the case" else f"{where}, {said}") from None


@contextmanager
def speaking_of(where: str, between: str = ": ") -> Iterator[None]:
    """Names the key in what is said of its value."""
    try:
        yield
    except MalformedOrder as error:
        at = f"column {error.column}: " if error.column else ""
        raise BadInput(f"{where}{between}{at}{error}") from None
    except (NotFound, BadInput, IllegalOrder) as error:
        raise BadInput(f"{where}{between}{error}") from None


def begin(case: Case, systems: Mapping[str, System[Any]], find_pack: FindPack) -> Begun:
    """The position of a case and its orders; nothing is decided yet."""
    if case.system not in systems:
        raise BadInput(f"system: there is no system {case.system!r}{nearest(case.system, systems)}")
    system = systems[case.system]
    pack = case_pack(case, system, find_pack)
    scenario = _scenario(case, system, pack)
    started = _started(case, system, pack, scenario)
    state = _position(case, system, Setup(started, pack))
    names = system.sheets.names(pack)
    orders = tuple(_read_orders(system, state, names, case.orders))
    return Begun(case, system, pack, started, state, names, orders)


def case_pack(case: Case, system: System[Any], find_pack: FindPack) -> Pack:
    """The pack a case is played with: one that is shipped, with what the case lays over its files."""
    with speaking_of(PACK):
        files = {key: value for key, value in case.pack.items() if key != NAME}
        base = _base(case, system, find_pack, bool(files))
        if not files:
            return base
        anew = [path for path in map(read_path, case.anew) if path[0] == PACK]
        changed = Pack(name=PACK, files={**base.files, **{f: _file(base, f, files[f], anew) for f in files}})
        system.sheets.check(changed)
        return changed


def _base(case: Case, system: System[Any], find_pack: FindPack, has_files: bool) -> Pack:
    name = case.pack.get(NAME, "")
    if not isinstance(name, str):
        raise BadInput("name takes text")
    try:
        return find_pack(system.key, name)
    except NotFound:
        if name or not has_files:
            raise
        return Pack(name=PACK, files={})


def _file(base: Pack, file: str, table: Any, anew: list[tuple[str, ...]]) -> str:
    if not isinstance(table, dict) or not file.endswith(".toml"):
        raise BadInput(f'{file!r} is neither `name` nor a file with its tables, such as [pack."scenarios.toml"]')
    old = {} if (PACK, file) in anew else tomllib.loads(base.files.get(file, ""))
    return "\n".join(toml_lines(_merged(old, table, (PACK, file), anew)))


def _merged(old: Any, new: Any, path: tuple[str, ...], anew: list[tuple[str, ...]]) -> Any:
    """Tables merge key by key; all else is replaced."""
    if not isinstance(old, dict) or not isinstance(new, dict) or path in anew:
        return new
    return {**old, **{key: _merged(old.get(key), value, (*path, key), anew) for key, value in new.items()}}


def _scenario(case: Case, system: System[Any], pack: Pack) -> Scenario:
    with speaking_of("scenario"):
        if case.scenario:
            return find_scenario(system, pack, case.scenario)
        scenarios = system.sheets.scenarios(pack)
        if len(scenarios) != 1:
            raise BadInput(f"name one; {system.key} has {', '.join(scenarios) or 'none'}")
        return next(iter(scenarios.values()))


def _started(case: Case, system: System[Any], pack: Pack, scenario: Scenario) -> GameStarted:
    known = tuple(correction.number for correction in system.book.corrections)
    corrections = known if case.corrections is None else case.corrections
    if not set(corrections) <= set(known):
        raise BadInput(f"corrections: {system.key} has {', '.join(map(str, known)) or 'none'}")
    with speaking_of("sides"):
        sides = case.sides if case.sides == scenario.sides else chosen_sides(scenario, case.sides)
    with speaking_of("options"):
        options = checked_options(system, case.options)
    with speaking_of("readings"):
        readings = checked_readings(system, case.readings)
    return GameStarted(
        format=LOG_FORMAT, game="case", title=case.title or scenario.title, system=system.key, edition=system.edition,
        scenario=scenario.key, pack=pack.hash, sides=sides, options=options, readings=readings, corrections=corrections,
    )  # fmt: skip


def _position(case: Case, system: System[Any], setup: Setup) -> Any:
    state = system.initial(setup)
    if case.bare:
        if system.by_hand is None:
            raise BadInput(f"bare: {system.key} knows no bare board; name in `anew` what is to begin empty")
        system.by_hand.bare(state)
    if case.overlay == Overlay() and not case.bare:
        return state
    state = lay_over(system, state, case.overlay)
    if system.by_hand is not None:
        with speaking_of("position", "."):
            system.by_hand.settle(state)
    return state


def _read_orders(
    system: System[Any], state: Any, names: Mapping[str, str], rows: Sequence[OrderRow]
) -> Iterator[CaseOrder]:
    """Each as it is meant in the position that the orders before it lead to, as far as they can be carried out."""
    played = state
    for number, row in enumerate(rows, 1):
        label = f"order {number}"
        played = state if row.fresh else played
        with speaking_of(f"{label}, order"):
            given = CaseOrder(row, heard(system, played, row.by, row.order, names).order, label)
        yield given
        if number < len(rows) and not rows[number].fresh:
            played = _carried_out(system, played, given)


def _carried_out(system: System[Any], state: Any, given: CaseOrder) -> Any:
    """A position of its own; where the order is refused, or lacks its dice, it stays as far as it came."""
    after = copier(system)(state)
    with suppress(Exception):  # a position set by hand may be one that no game leads to: deciding says so
        carry_out(system, after, given.row.by, given.order, EnteredChance(given.row.dice, given.row.cards))
    return after


def text_of(data: bytes, file: str) -> str:
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} is not UTF-8 text (byte {error.start}); save it as UTF-8") from None
