"""A case made ready to be decided: the pack, the position of each of its rows, and the orders read."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, NamedTuple

import msgspec

from domain.cases.fields import read_path
from domain.cases.position import Overlay, lay_over
from domain.cases.written import BASE, PACK, Case, CaseRow, Expect, OrderRow, speaking_of
from domain.games.hearing import heard
from domain.games.terms import checked_options, checked_readings, chosen_sides, find_scenario
from domain.kernel.chance import EnteredChance
from domain.kernel.copying import copier
from domain.kernel.errors import BadInput, NotFound
from domain.kernel.facts import LOG_FORMAT, GameStarted, Order
from domain.kernel.packs import Pack
from domain.kernel.play import carry_out
from domain.kernel.system import ByHand, Scenario, Setup, System
from domain.words.scan import nearest
from domain.words.tomltext import toml_lines

FindPack = Callable[[str, str], Pack]  # system, and the name of a pack or nothing
NAME = "name"


class CaseOrder(NamedTuple):
    """An order of a case, read."""

    row: OrderRow
    order: Order
    label: str  # how errors name it


class Begun(NamedTuple):
    """A row of a case ready to be decided; the base is one of them."""

    case: Case
    row: CaseRow
    system: System[Any]
    pack: Pack
    started: GameStarted
    state: Any
    others: Mapping[str, Any]  # the positions of all rows by name: an order may be given in any
    names: Mapping[str, str]
    orders: tuple[CaseOrder, ...]

    def start_of(self, given: CaseOrder) -> Any:
        """The position an order begins in that does not follow on another."""
        fresh = given.row.fresh
        return self.others[fresh] if isinstance(fresh, str) else self.state


def begin(case: Case, systems: Mapping[str, System[Any]], find_pack: FindPack) -> list[Begun]:
    """Each row of a case with its position and its orders; nothing is decided yet."""
    if case.system not in systems:
        raise BadInput(f"system: there is no system {case.system!r}{nearest(case.system, systems)}")
    system = systems[case.system]
    pack = case_pack(case, system, find_pack)
    scenario = case_scenario(case, system, pack)
    _check_names(case)
    names = system.sheets.names(pack)
    begun: dict[str, Begun] = {}
    others: dict[str, Any] = {}
    for row in _begun(case):
        with speaking_of_row(row):
            started = started_by(case, row, system, pack, scenario)
            state = others[row.name or BASE] = _position(case, row, system, Setup(started, pack))
            orders = tuple(_read_orders(case, row, system, names, others))
        begun[row.name] = Begun(case, row, system, pack, started, state, others, names, orders)
    return [_checked(begun[row.name]) for row in case.decided]


def laid_out(case: Case, system: System[Any], pack: Pack) -> Any:
    """The position of the base alone, before any order of it is read."""
    return _position(
        case, case, system, Setup(started_by(case, case, system, pack, case_scenario(case, system, pack)), pack)
    )


def _begun(case: Case) -> tuple[CaseRow, ...]:
    """A base that gives no orders need be no position, unless an order of a row is given in it."""
    named = {given.fresh for row in case.rows for given in row.orders}
    return (case, *case.rows) if BASE in named else case.decided


def _check_names(case: Case) -> None:
    names = [row.name for row in case.rows]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadInput(f"rows: two of them have the name {twice!r}")


@contextmanager
def speaking_of_row(row: CaseRow) -> Iterator[None]:
    """Names the row in what is said of it."""
    with speaking_of(row.name, ", ") if row.name else nullcontext():
        yield


def _checked(begun: Begun) -> Begun:
    for given in begun.orders:
        fresh = given.row.fresh
        if isinstance(fresh, str) and fresh not in begun.others:
            raise BadInput(f"{given.label}, fresh: there is no row {fresh!r}{nearest(fresh, begun.others)}")
    return begun


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


def case_scenario(case: Case, system: System[Any], pack: Pack) -> Scenario:
    with speaking_of("scenario"):
        if case.scenario:
            return find_scenario(system, pack, case.scenario)
        scenarios = system.sheets.scenarios(pack)
        if len(scenarios) != 1:
            raise BadInput(f"name one; {system.key} has {', '.join(scenarios) or 'none'}")
        return next(iter(scenarios.values()))


def started_by(case: Case, row: CaseRow, system: System[Any], pack: Pack, scenario: Scenario) -> GameStarted:
    known = tuple(correction.number for correction in system.book.corrections)
    corrections = known if case.corrections is None else case.corrections
    if not set(corrections) <= set(known):
        raise BadInput(f"corrections: {system.key} has {', '.join(map(str, known)) or 'none'}")
    with speaking_of("sides"):
        sides = case.sides if case.sides == scenario.sides else chosen_sides(scenario, case.sides)
    with speaking_of("options"):
        options = checked_options(system, case.options)
    with speaking_of("readings"):
        readings = checked_readings(system, {**case.readings, **row.readings})
    return GameStarted(
        format=LOG_FORMAT, game="case", title=case.title or scenario.title, system=system.key, edition=system.edition,
        scenario=scenario.key, pack=pack.hash, sides=sides, options=options, readings=readings, corrections=corrections,
    )  # fmt: skip


def _position(case: Case, row: CaseRow, system: System[Any], setup: Setup) -> Any:
    """The start, with the base laid over it, and the row over that."""
    state = system.initial(setup)
    if case.bare:
        if system.by_hand is None:
            raise BadInput(f"bare: {system.key} knows no bare board; name in `anew` what is to begin empty")
        system.by_hand.bare(state)
    overlays = [one.overlay for one in ((case, row) if row is not case else (case,)) if one.overlay != Overlay()]
    for overlay in overlays:
        state = lay_over(system, state, overlay)
    if system.by_hand is not None and (overlays or case.bare):
        with speaking_of("position", "."):
            system.by_hand.settle(state)
            if not case.unchecked:
                _check(system.by_hand, state)
    return state


def _check(by_hand: ByHand, state: Any) -> None:
    try:
        by_hand.check(state)
    except BadInput as error:
        raise BadInput(f"{error}; `unchecked = true` (or --unchecked) decides it all the same") from None


def _read_orders(
    case: Case, row: CaseRow, system: System[Any], names: Mapping[str, str], others: Mapping[str, Any]
) -> Iterator[CaseOrder]:
    """Each as it is meant in the position that the orders before it lead to, as far as they can be carried out.

    A row that gives none gives those of the base; what is claimed of them there is not claimed here.
    """
    unclaimed = tuple(msgspec.structs.replace(given, expect=Expect()) for given in case.orders)
    start = played = others[row.name or BASE]
    orders = row.orders or unclaimed
    for number, given in enumerate(orders, 1):
        if given.fresh:
            played = others.get(given.fresh, start) if isinstance(given.fresh, str) else start
        with speaking_of(f"order {number}, order"):
            order = heard(system, played, given.by, given.order, names).order
        one = CaseOrder(given, order, f"{row.name}, order {number}" if row.name else f"order {number}")
        yield one
        if number < len(orders) and not orders[number].fresh:
            played = _carried_out(system, played, one)


def _carried_out(system: System[Any], state: Any, given: CaseOrder) -> Any:
    """A position of its own; where the order is refused, or lacks its dice, it stays as far as it came."""
    after = copier(system)(state)
    with suppress(Exception):  # a position set by hand may be one that no game leads to: deciding says so
        carry_out(system, after, given.row.by, given.order, EnteredChance(given.row.dice, given.row.cards))
    return after
