"""From the human form of a pack to the one kept in the game state."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping

from domain.kernel.packs import Each, Pack, read_once, sheet_of
from domain.kernel.say import spelt
from rules.musket_and_pike.sheets.files import (
    CHARTS,
    SCENARIOS,
    ScenarioLine,
    WingLine,
    scenario_sheet,
)
from rules.musket_and_pike.sheets.kinds import Kind, kind_of
from rules.musket_and_pike.sheets.rows import Charts, Engagement, KindOfArm, LeaderRow, UnitRow, WagonRow, WingRow

OFF = "off"
WAGON = "wagon"
ARMS: dict[str, KindOfArm] = {"cavalry": "CAV", "heavy": "HI", "light": "LI", "artillery": "ART"}


def slug(name: str) -> str:
    """The id of a piece: its name in small plain letters."""
    plain = unicodedata.normalize("NFKD", name.replace("ø", "o").replace("ł", "l"))
    return spelt("".join(sign for sign in plain if not unicodedata.combining(sign)))


def wing_id(wing: WingLine) -> str:
    """The id of a Wing, unlike that of any other Wing of the pack: royalist-right-horse."""
    return slug(f"{wing.side} {wing.name}")


def wing_name(side: str, name: str) -> str:
    """What people call a Wing: Royalist Right horse."""
    return f"{side.capitalize()} {name}"


charts = sheet_of(CHARTS, Charts)


@read_once(CHARTS, SCENARIOS)
def engagements(pack: Pack) -> Mapping[str, Engagement]:
    lines = {line.key: line for line in scenario_sheet(pack).scenarios}
    return Each(lines, lambda line: engagement(line, charts(pack)))


def engagement(line: ScenarioLine, charts: Charts) -> Engagement:
    one, other = line.friendly_edges
    units = tuple(unit for wing in line.wings for unit in units_of(wing, charts))
    taken = {unit.id for unit in units}
    leaders = tuple(leaders_of(line, taken))
    by_name = {(leader.side, leader.name, bool(leader.wing)): leader.id for leader in leaders}
    return Engagement(
        key=line.key,
        title=line.title,
        text=line.text,
        game=line.game,
        sides=(one, other),
        turns=line.turns,
        edges=line.friendly_edges,
        victory_for=line.victory_for,
        levels=line.victory_levels,
        salvo=line.salvo,
        pursuit_table=line.pursuit_table,
        pursuit_drm=line.pursuit_drm,
        defection=line.defection,
        bombardment=line.bombardment is not None,
        ignore_range=line.bombardment is not None and line.bombardment.ignore_range_drm,
        units=units,
        wagons=tuple(wagon for wing in line.wings for wagon in wagons_of(wing)),
        leaders=leaders,
        wings=tuple(_wing(wing, by_name[wing.side, wing.commander.name, True]) for wing in line.wings),
        commanders={chief.side: by_name[chief.side, chief.name, False] for chief in line.army_commanders},
        seniors={chief.side: by_name[chief.side, chief.senior_wing_commander, True] for chief in line.army_commanders},
    )


def units_of(wing: WingLine, charts: Charts) -> Iterator[UnitRow]:
    for line in wing.units:
        kind = kind_of(line[1])
        assert kind is not None, "check_pack refuses it"
        if kind.arm != WAGON:
            yield _unit(wing, charts, line, kind)


def _unit(wing: WingLine, charts: Charts, line: tuple[str, str, int, int, str], kind: Kind) -> UnitRow:
    name, _, sp, morale, hex = line
    ranges = charts.artillery_range.stock_ranges.get(kind.gun)  # type: ignore[call-overload]
    return UnitRow(
        id=slug(name),
        side=wing.side,
        wing=wing_id(wing),
        name=name,
        arm=ARMS[kind.arm],
        sp=sp,
        morale=morale,
        width=kind.width,
        regimental="reg" in kind.words,
        swedish="swedish" in kind.words,
        pikes=kind.arm == "heavy" and "nopikes" not in kind.words,
        dismounted="dismounted" in kind.words,
        arquebusier=kind.code == "cavA",
        dragoon=kind.code == "dragoon",
        gun=kind.gun,
        double="double" in kind.words,
        grazing=ranges.grazing if ranges else 0,
        maximum=ranges.maximum if ranges else 0,
        at="" if hex == OFF else hex,
        facing=wing.facing,
        column="column" in kind.words,
        limbered="limbered" in kind.words,
    )


def wagons_of(wing: WingLine) -> Iterator[WagonRow]:
    for name, kind, _, _, hex in wing.units:
        if kind == WAGON:
            yield WagonRow(id=slug(name), side=wing.side, name=name, at=hex)


def leaders_of(line: ScenarioLine, taken: set[str]) -> Iterator[LeaderRow]:
    """A man whose regiment bears his name is told apart from it by his id."""
    for chief in line.army_commanders:
        yield LeaderRow(
            id=_free(slug(chief.name), taken), side=chief.side, wing="", name=chief.name, rating=chief.rating,
            at=chief.hex,
        )  # fmt: skip
    for wing in line.wings:
        man = wing.commander
        at = "" if man.hex == OFF else man.hex
        id = _free(slug(man.name), taken)
        yield LeaderRow(id=id, side=wing.side, wing=wing_id(wing), name=man.name, rating=man.rating, at=at)


def _free(id: str, taken: set[str]) -> str:
    found = f"{id}-leader" if id in taken else id
    taken.add(found)
    return found


def _wing(wing: WingLine, commander: str) -> WingRow:
    later = wing.arrives
    return WingRow(
        id=wing_id(wing),
        side=wing.side,
        name=wing.name,
        commander=commander,
        historical=later.order if later else wing.historical_order,
        arrives=later.turn if later else 0,
        hexes=later.hexes if later else (),
    )
