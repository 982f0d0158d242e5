"""23.0 What a pack gives the game: map, units, Army Markers, and the scenarios in the form kept in the game state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from domain.kernel.packs import Pack, Sheet, read_once, sheet_of
from domain.kernel.system import Scenario
from rules.gettysburg.clock import turn_of
from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.sheets import rows

ARRIVES: Final = "arrives"  # a reading that strikes the unit from the set-up
TRAINS: Final = tuple(rows.unit_id(side, "train") for side in rows.SIDES)


class Moment(Sheet, frozen=True, kw_only=True):
    """5.1 A turn of the Turn track on a day of the Day track."""

    day: int
    turn: int


class SideLines(Sheet, frozen=True, kw_only=True):
    setup: dict[str, tuple[rows.Number, ...]] = {}
    chosen: tuple[int, ...] = ()
    shaken: tuple[int, ...] = ()
    hidden: rows.Hexes = ()
    open: tuple[int, ...] = ()


class AttackLine(Moment, frozen=True, kw_only=True):
    side: rows.SideName


class MayMoveLine(Moment, frozen=True, kw_only=True):
    side: rows.SideName
    units: tuple[int, ...]


class ScenarioLine(Sheet, frozen=True, kw_only=True):
    key: str
    title: str
    source: str
    text: str
    start: Moment
    end: Moment
    victory: rows.Victory
    attack_state: tuple[AttackLine, ...] = ()
    may_move: tuple[MayMoveLine, ...] = ()
    union_train_stays: bool = False
    confederate: SideLines = SideLines()
    union: SideLines = SideLines()
    readings: dict[str, dict[str, dict[str, str]]] = {}

    def sides(self) -> Iterator[tuple[str, SideLines]]:
        yield "confederate", self.confederate
        yield "union", self.union


class DueLine(Moment, frozen=True, kw_only=True):
    entry: str
    units: tuple[rows.Number, ...]


class ArrivalLines(Sheet, frozen=True, kw_only=True):
    source: str
    due: tuple[DueLine, ...] = ()


class Arrivals(Sheet, frozen=True, kw_only=True):
    confederate: ArrivalLines
    union: ArrivalLines


class ScenarioSheet(Sheet, frozen=True, kw_only=True):
    source: str
    scenarios: tuple[ScenarioLine, ...]
    arrivals: Arrivals

    def due(self) -> Iterator[tuple[str, DueLine]]:
        for side, lines in (("confederate", self.arrivals.confederate), ("union", self.arrivals.union)):
            for line in lines.due:
                yield side, line


class Arrival(msgspec.Struct, frozen=True, kw_only=True):
    """3.3 The turn a reinforcement is due, counted through all days, and its entry letter."""

    turn: int
    entry: str


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """23.1 One scenario; turns are counted through all days, twelve a day; never to be changed."""

    key: str
    title: str
    first_turn: int
    last_turn: int
    victory: str
    attack_state: dict[int, tuple[str, ...]] = {}  # 23.2, 23.5 turn: sides in Attack state
    may_move: dict[int, dict[str, tuple[str, ...]]] = {}  # 23.5 turn: side: the only units that may move
    union_train_stays: bool = False  # 23.4
    setup: dict[str, str] = {}  # unit: hex, those that may start hidden and Trains included
    hidden: dict[str, tuple[str, ...]] = {}  # hex: units that may start hidden there or in adjacent hexes
    chosen: tuple[str, ...] = ()  # 3.2 the owner picks their hex
    shaken: tuple[str, ...] = ()
    arrivals: dict[str, Arrival] = {}  # due in this scenario and not set up
    unused: tuple[str, ...] = ()  # neither set up nor due, Trains included
    readings: dict[str, dict[str, dict[str, str]]] = {}  # dispute: letter: unit: hex, or `arrives`
    schedule: dict[str, Arrival] = {}  # 3.3 every arrival of the whole battle

    def __copy__(self) -> Battle:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Battle:
        return self


scenario_sheet = sheet_of(rows.SCENARIOS, ScenarioSheet)


@read_once(rows.UNITS, rows.SCENARIOS)
def battles(pack: Pack) -> dict[str, Battle]:
    """23.1 Every scenario of the pack by key."""
    sheet = scenario_sheet(pack)
    everyone = (*(row.id for row in rows.unit_sheet(pack).rows()), *TRAINS)
    schedule = {
        rows.unit_id(side, number): Arrival(turn=turn_of(line.day, line.turn), entry=line.entry)
        for side, line in sheet.due()
        for number in line.units
    }
    return {line.key: _battle(line, schedule, everyone) for line in sheet.scenarios}


def _battle(line: ScenarioLine, schedule: dict[str, Arrival], everyone: tuple[str, ...]) -> Battle:
    first, last = turn_of(line.start.day, line.start.turn), turn_of(line.end.day, line.end.turn)
    setup = {
        rows.unit_id(side, number): hex
        for side, lines in line.sides()
        for hex, numbers in lines.setup.items()
        for number in numbers
    }
    chosen = tuple(rows.unit_id(side, number) for side, lines in line.sides() for number in lines.chosen)
    placed = {*setup, *chosen}
    due = {unit: at for unit, at in schedule.items() if first <= at.turn <= last and unit not in placed}
    return Battle(
        key=line.key,
        title=line.title,
        first_turn=first,
        last_turn=last,
        victory=line.victory,
        attack_state=_attack_states(line),
        may_move=_may_move(line),
        union_train_stays=line.union_train_stays,
        setup=setup,
        hidden=_hidden(line),
        chosen=chosen,
        shaken=tuple(rows.unit_id(side, number) for side, lines in line.sides() for number in lines.shaken),
        arrivals=due,
        unused=tuple(unit for unit in everyone if unit not in placed and unit not in due),
        readings=line.readings,
        schedule=schedule,
    )


def _attack_states(line: ScenarioLine) -> dict[int, tuple[str, ...]]:
    states: dict[int, tuple[str, ...]] = {}
    for fixed in line.attack_state:
        turn = turn_of(fixed.day, fixed.turn)
        states[turn] = (*states.get(turn, ()), fixed.side)
    return states


def _may_move(line: ScenarioLine) -> dict[int, dict[str, tuple[str, ...]]]:
    allowed: dict[int, dict[str, tuple[str, ...]]] = {}
    for only in line.may_move:
        ids = tuple(rows.unit_id(only.side, number) for number in only.units)
        allowed.setdefault(turn_of(only.day, only.turn), {})[only.side] = ids
    return allowed


def _hidden(line: ScenarioLine) -> dict[str, tuple[str, ...]]:
    """23.1 The units of each `h` hex, without the Train and those that stand openly."""
    return {
        hex: tuple(
            rows.unit_id(side, number)
            for number in lines.setup.get(hex, ())
            if number != "train" and number not in lines.open
        )
        for side, lines in line.sides()
        for hex in lines.hidden
    }


FILES: Mapping[str, type[Sheet]] = {rows.UNITS: rows.UnitSheet, rows.MAP: rows.MapSheet, rows.SCENARIOS: ScenarioSheet}


@read_once(rows.MAP)
def ground(pack: Pack) -> Ground:
    """The map; the same object for the same text, so that what is worked out about it is kept."""
    return rows.map_sheet(pack).ground()


@read_once(rows.UNITS)
def units(pack: Pack) -> tuple[rows.UnitRow, ...]:
    """2.5 Both orders of battle, Confederates first."""
    return rows.unit_sheet(pack).rows()


def names(pack: Pack) -> dict[str, str]:
    """2.5 Names are not unique, so a log says both name and number; HMCs have none but their number."""
    trains = {train: f"{side.title()} Train" for side, train in zip(rows.SIDES, TRAINS, strict=True)}
    hmcs = {hmc: hmc for side in rows.SIDES for hmc in rows.hmc_ids(side)}
    return {row.id: row.name for row in units(pack)} | trains | hmcs


def markers(pack: Pack) -> dict[str, tuple[rows.Marker, rows.Marker]]:
    """2.11 D10 Front (Attack) and back of each Army Marker."""
    lines = rows.unit_sheet(pack).markers
    return {
        "confederate": (lines.confederate.front, lines.confederate.back),
        "union": (lines.union.front, lines.union.back),
    }


def scenarios(pack: Pack) -> dict[str, Scenario]:
    return {line.key: Scenario(line.key, line.title, rows.SIDES, line.text) for line in scenario_sheet(pack).scenarios}
