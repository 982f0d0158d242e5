"""The house pack: what of it is the rulebook's, and how a faulty pack is refused, with file, table and key."""

from __future__ import annotations

import pytest

from domain.kernel.errors import BadInput
from domain.kernel.packs import BadPack, Pack
from rules.musket_and_pike.sheets.checks.pack import check_pack
from rules.musket_and_pike.sheets.files import CHARTS, SCENARIOS, chart_sheet, scenario_sheet
from rules.musket_and_pike.sheets.kinds import kind_of
from tests.musket_and_pike.positions import HOUSE


def with_file(file: str, *changes: tuple[str, str]) -> Pack:
    """The shipped pack with the first place of each of these words, which must be there, written anew."""
    text = HOUSE.files[file]
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return Pack(name="mine", files={**HOUSE.files, file: text})


def faults(pack: Pack) -> list[tuple[str, str]]:
    with pytest.raises(BadPack) as error:
        check_pack(pack)
    return list(error.value.faults)


def test_the_house_pack_can_be_played() -> None:
    check_pack(HOUSE)
    assert [line.key for line in scenario_sheet(HOUSE).scenarios] == ["edgehill", "rocroi", "lutzen", "proving_ground"]


def test_drv_tables_every_table_says_whose_its_values_are() -> None:
    sheet = chart_sheet(HOUSE)
    tables = [name for name in sheet.__struct_fields__ if name not in ("pack_id", "entered")]
    sources = {name: getattr(sheet, name).source for name in tables}
    assert all(source.startswith(("house", "rulebook", "public", "8: derived")) for source in sources.values())
    assert sources["hi_musketry"] == "house"


Case = tuple[str, str, str, str]  # the words replaced, what stands there instead, table and key, what the fault says

CHART_FAULTS: dict[str, Case] = {
    "10.3.2 printed": ("advancing_fire = -3", "advancing_fire = -2", "fire_modifiers.advancing_fire", "it must be -3"),
    "10.10 printed": ("removed_on = [9]", "removed_on = [8, 9]", "leader_casualty.removed_on", "it must be 9"),
    "11.3.1 printed": ("limit = [-4, 4]", "limit = [-5, 5]", "melee_modifiers.rulebook.limit", "it must be -4, 4"),
    "15 printed": ("cavalry_eliminated = 10", "cavalry_eliminated = 9", "victory_points.cavalry_eliminated", "10"),
    "15 by class": ('captured = { "12lb" = 15', 'captured = { "12lb" = 16', "victory_points.captured", "12lb 15"),
    "T7 ten rows": ("front = [{}, {}, {}, {}, { fh", "front = [{}, {}, {}, { fh", "hi_musketry.front", "it has 9 rows"),
    "T11 no healing": (
        "{ fh = 1 }, { fh = 1 }, { fh",
        "{ fh = -1 }, { fh = 1 }, { fh",
        "artillery_fire.rows",
        "below 0",
    ),
    "T10 bands grow": ("[[3, 1], [6, 0]", "[[6, 1], [6, 0]", "artillery_range.bands.12lb", "does not follow"),
    "T10 reaches": (
        "grazing = 5, maximum = 14",
        "grazing = 15, maximum = 14",
        "artillery_range.stock_ranges.12lb",
        "within",
    ),
    "T5 no gap": (
        "from = 2, to = 9, fate",
        "from = 3, to = 9, fate",
        "leader_replacement.rows",
        "does not follow on 1 to 1",
    ),
    "T13 all rows": ('  { row = 4, result = "NONE" },\n', "", "melee.rows", "go from 0 to 11"),
    "T16 to 9": ("from = 8, to = 9, result", "from = 8, to = 8, result", "unable_to_retreat.rows", "end at 9"),
    "11.7.4 a three": (
        'from = 0, to = 2, result = "BREAK',
        'from = 0, to = 3, result = "BREAK',
        "cavalry_pursuit.tables",
        "",
    ),
    "6.2.1 clear": ("clear = { mp = [1,", "clear = { mp = [2,", "terrain.clear", "costs heavy infantry 1"),
    "9.4.5 cover": (
        'rough = { mp = [2, 2, 1, "no"]',
        'rough = { take_cover = true, mp = [2, 2, 1, "no"]',
        "terrain.rough",
        "cover",
    ),
    "14.4 reciprocal": (
        "fh = [true, true, false], reciprocal = true }\nsteep",
        "fh = [true, true, false] }\nsteep",
        "terrain.stream_hexside",
        "reciprocal are",
    ),
    "T18 at least one": ('"4" = 1 }', '"4" = 0 }', "casualty_threshold.morale.4", "1 or more"),
    "2.1.3 rating": ("generic_rating = 0", "generic_rating = 1", "leaders.generic_rating", "not 0, -1 or -2"),
    "2.4 scale": (
        "men_per_strength_point = 90",
        "men_per_strength_point = 0",
        "scale.men_per_strength_point",
        "below 1",
    ),
    "entered twice": ("entered = []", 'entered = ["T7", "T7"]', "entered", "stands there twice"),
}


@pytest.mark.parametrize("case", CHART_FAULTS.values(), ids=CHART_FAULTS)
def test_a_faulty_chart_is_refused(case: Case) -> None:
    old, new, where, said = case
    found = faults(with_file(CHARTS, (old, new)))
    assert any(file == CHARTS and fault.startswith(where) and said in fault for file, fault in found), found


SCENARIO_FAULTS: dict[str, Case] = {
    "off the map": (
        '["Ramsey", "cav", 4, 6, "2107"]',
        '["Ramsey", "cav", 4, 6, "3107"]',
        "wings[l].units[Ramsey]",
        "off the map",
    ),
    "no such kind": ('["Ramsey", "cav",', '["Ramsey", "horse",', "wings[l].units[Ramsey]", "is no kind"),
    "8.1.1 two in a hex": (
        '["Bedford", "cav", 4, 6, "2307"]',
        '["Bedford", "cav", 4, 6, "2107"]',
        "wings: hex 2107",
        "too many",
    ),
    "2.1.2 morale": ('["Ramsey", "cav", 4, 6,', '["Ramsey", "cav", 4, 9,', "wings[l].units[Ramsey]", "morale 9"),
    "2.1.2 strength": ('["Ramsey", "cav", 4, 6,', '["Ramsey", "cav", 21, 6,', "wings[l].units[Ramsey]", "SP 21"),
    "5.2.1 commander": (
        'rating = 0, hex = "2107"',
        'rating = 0, hex = "2108"',
        "wings[l].commander.hex",
        "no unit of his Wing",
    ),
    "2.1.3 commander": (
        'name = "Prince Rupert", rating = -2',
        'name = "Prince Rupert", rating = -3',
        "wings[R].commander.rating",
        "-3",
    ),
    "15 levels fall": ("{ at_least = 20, winner", "{ at_least = 60, winner", "victory_levels", "must fall"),
    "15 winner": (
        'winner = "royalist", level = "marginal"',
        'winner = "scots", level = "marginal"',
        "victory_levels",
        "no side",
    ),
    "a side of the war": ('salvo = { sides = ["royalist"]', 'salvo = { sides = ["kings"]', "salvo.sides", "no side"),
    "a pursuit table": (
        'pursuit_table = "this_accursed',
        'pursuit_table = "that_accursed',
        "pursuit_table",
        "no table",
    ),
    "a hexside": ('"2706-2707", "2606', '"2706-2907", "2606', "terrain.hedge_hexsides", "no hexside"),
    "a defector": ('unit = "Fortescue", turn = 2', 'unit = "Fortescu", turn = 2', "defection.unit", "no unit"),
    "a turn": ('unit = "Fortescue", turn = 2', 'unit = "Fortescue", turn = 9', "defection.turn", "not a turn"),
    "5.3.5 a senior": (
        'senior_wing_commander = "Sir Jacob Astley"',
        'senior_wing_commander = "Astley"',
        "army_commanders[King Charles]",
        "none of",
    ),
    "a row": ("high_rows = [20, 22]", "high_rows = [20, 23]", "terrain.high_rows", "not rows"),
}


@pytest.mark.parametrize("case", SCENARIO_FAULTS.values(), ids=SCENARIO_FAULTS)
def test_a_faulty_scenario_is_refused(case: Case) -> None:
    old, new, where, said = case
    found = faults(with_file(SCENARIOS, (old, new)))
    wanted = f"scenarios[edgehill].{where}"
    assert any(file == SCENARIOS and fault.startswith(wanted) and said in fault for file, fault in found), found


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (CHARTS, "retreating_fire = -3", "retreting_fire = -3", "mine/charts.toml: fire_modifiers"),
        (CHARTS, "[hi_musketry]", "[hi_musketri]", "'hi_musketri'"),
        (CHARTS, "two_hex_hi_add = 0", "", "casualty_threshold lacks the key 'two_hex_hi_add'"),
        (
            SCENARIOS,
            'historical_order = "charge"',
            'historical_order = "attack"',
            "mine/scenarios.toml: scenarios[0].wings[0]",
        ),
        (SCENARIOS, "turns = 8", "", "scenarios[0] lacks the key 'turns'"),
    ],
)
def test_a_missing_or_misspelt_key_is_refused_with_its_place(file: str, old: str, new: str, said: str) -> None:
    with pytest.raises(BadInput) as error:
        check_pack(with_file(file, (old, new)))
    assert said in str(error.value)


def test_drv_tables_a_table_may_be_left_out_only_if_it_is_entered() -> None:
    text = HOUSE.files[CHARTS]
    begin, end = text.index("[hi_musketry]"), text.index("[regimental_musketry]")
    without = text[:begin] + text[end:]
    pack = Pack(name="mine", files={**HOUSE.files, CHARTS: without})
    assert faults(pack)[0][1].startswith("hi_musketry: the table is missing")
    named = Pack(name="mine", files={**HOUSE.files, CHARTS: without.replace("entered = []", 'entered = ["T7"]')})
    check_pack(named)


@pytest.mark.parametrize(
    ("text", "arm", "width"),
    [
        ("cav", "cavalry", 1),
        ("hi2 swedish reg", "heavy", 2),
        ("art 4-8lb double", "artillery", 1),
        ("wagon", "wagon", 1),
    ],
)
def test_2_1_2_how_a_kind_is_written(text: str, arm: str, width: int) -> None:
    kind = kind_of(text)
    assert kind is not None
    assert (kind.arm, kind.width) == (arm, width)


@pytest.mark.parametrize("text", ["", "hi3", "art", "art 6lb", "cav double", "muskets reg"])
def test_2_1_2_what_is_no_kind(text: str) -> None:
    assert kind_of(text) is None


def test_t1_to_t5_and_t14_to_t20_as_they_are_printed_or_read() -> None:
    """T1, T2, T3, T4, T5, T14, T15, T18, T19, T20 Cells that the reference gives."""
    sheet = chart_sheet(HOUSE)
    assert (sheet.orders_change.charge.rally, sheet.orders_change.rally.charge) == (5, 1)
    assert (sheet.continuation.charge, sheet.preemption.charge) == (3, 4)
    assert sheet.leader_casualty.removed_on == (9,)
    assert [line.fate for line in sheet.leader_replacement.rows] == ["returns", "returns_next_turn", "eliminated"]
    assert sheet.melee_matrix.cuirassier.hedgehog < sheet.melee_matrix.cuirassier.heavy_infantry
    assert sheet.melee_modifiers.rulebook.momentum_cavalry == 2
    assert sheet.casualty_threshold.morale["8"] == 4
    assert sheet.terrain.clear.mp[0] == 1
    assert sheet.victory_points.king_charles_eliminated == 50


def test_err_rocroi_setup_and_counters_quoted_in_the_book() -> None:
    """ERR.Rocroi.setup Muskets 2-5 in 2407; S21 Rupert 3-8, Ramsey 4-6."""
    rows = {row for line in scenario_sheet(HOUSE).scenarios for wing in line.wings for row in wing.units}
    assert ("Muskets", "muskets", 2, 5, "2407") in rows
    assert {("Prince Rupert", "cav", 3, 8, "2217"), ("Ramsey", "cav", 4, 6, "2107")} <= rows
