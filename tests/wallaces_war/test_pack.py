"""The shipped pack says what the rulebook says."""

from __future__ import annotations

import copy
import tomllib
from collections import Counter

import msgspec
import pytest

from domain.kernel.packs import Pack
from domain.packs.faults import house_values
from rules.wallaces_war.sheets.scenario import (
    FILES,
    Box,
    Charts,
    Engagement,
    LeaderRow,
    Reinforcement,
    UnitRow,
    Values,
    charts,
    check_pack,
    engagements,
    ground,
    grounds,
    names,
    scenarios,
)
from tests.wallaces_war.house import HOUSE

ENGAGEMENTS = engagements(HOUSE)
CHARTS = charts(HOUSE)
STIRLING, EARLY, LUNDIE = (ENGAGEMENTS[key] for key in ("stirling_bridge", "early_crossing", "lundies_plan"))
FALKIRK, LEWES, EVESHAM = (ENGAGEMENTS[key] for key in ("falkirk", "lewes", "evesham"))
KEYS = [
    "stirling_bridge",
    "early_crossing",
    "lundies_plan",
    "falkirk",
    "falkirk_free",
    "lewes",
    "lewes_free",
    "evesham",
    "evesham_what_if",
    "plain",
]


def unit(engagement: Engagement, id: str) -> UnitRow:
    return next(row for row in engagement.units if row.id == id)


def leader(engagement: Engagement, id: str) -> LeaderRow:
    return next(row for row in engagement.leaders if row.id == id)


def ratings(row: LeaderRow) -> tuple[int, int, int, int]:
    return row.level, row.range, row.bonus, row.ma


def printed(values: Values | None) -> str:
    """2.1e"""
    if values is None:
        return "blank"
    rating = f"/{values.rating}" if values.rating else ""
    return f"{values.sp}{rating}-{values.morale}-{values.ma}"


def test_the_shipped_pack_is_a_good_one() -> None:
    check_pack(HOUSE)
    assert list(ENGAGEMENTS) == list(scenarios(HOUSE)) == KEYS
    assert sorted(FILES) == sorted(HOUSE.files)


def test_every_source_is_kept_and_house_values_are_called_so() -> None:
    assert CHARTS.sources["command_point_table"] == CHARTS.sources["chit_pool"] == "house"
    assert "rulebook 9.7" in CHARTS.sources["fire_table"]
    assert set(CHARTS.sources) == {
        "command_point_table", "fire_table", "melee_table", "die_used", "type_modifier", "terrain", "scale",
        "chit_pool", "fire_arcs",
    }  # fmt: skip
    assert {value.file for value in house_values(HOUSE)} == set(FILES)
    sources = {row["key"]: row["source"] for row in tomllib.loads(HOUSE.files["scenarios.toml"])["scenarios"]}
    assert [sources[key].split(";")[0] for key in KEYS] == [
        "rulebook 16.2.2", "rulebook 16.2.3", "rulebook 16.2.4", "rulebook 16.3.2", "rulebook 16.3.3",
        "rulebook 20.3.2", "rulebook 20.3.3", "rulebook 20.3.5", "rulebook 20.3.6", "house",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("key", "number"),
    [
        pytest.param("early_crossing", 64, id="16.2.1 Stirling Bridge"),
        pytest.param("lundies_plan", 64, id="16.2.4 Huntercombe, who comes later, included"),
        pytest.param("stirling_bridge", 16 + 13 + 13, id="16.2.2 only Cressingham's Battle is there"),
        pytest.param("falkirk", 79, id="16.3.1 Falkirk"),
        pytest.param("falkirk_free", 79, id="16.3.3 Falkirk"),
        pytest.param("lewes", 58, id="20.3.1 Lewes"),
        pytest.param("lewes_free", 58, id="20.3.3 Lewes"),
        pytest.param("evesham", 34, id="20.3.5 without the Battles of the what-if"),
        pytest.param("evesham_what_if", 56, id="20.3.4 Evesham"),
        pytest.param("plain", 52, id="the plain"),
    ],
)
def test_16_2_1_the_orders_of_battle(key: str, number: int) -> None:
    rows = ENGAGEMENTS[key].units
    assert len(rows) == len({row.id for row in rows}) == number


@pytest.mark.parametrize(
    ("key", "battle", "units"),
    [
        ("early_crossing", "hugh", {"XB 1-7-3": 1, "AR 1-6-3": 3, "HC 6/2-7-6": 3, "RI 4-6-3": 9}),
        ("early_crossing", "latimr", {"HC 6/2-7-6": 3, "RI 4-6-3": 8}),
        ("early_crossing", "hntrb", {"HC 6/2-7-6": 3, "RI 4-6-3": 8}),
        ("early_crossing", "wallace", {"AR 2-6-3": 3, "SC 7/6-6-2": 10}),
        ("early_crossing", "murray", {"AR 2-6-3": 2, "HC 5/2-7-6": 3, "SC 7/6-6-2": 8}),
        ("falkirk", "edward", {"HC 6/4-7-6": 6, "MXB 2-7-6": 2}),
        ("falkirk", "bigod", {"AR 2-6-3": 3, "HC 5/4-7-6": 4, "RI 6-6-3": 5}),
        ("falkirk", "bek", {"XB 2-6-3": 1, "AR 2-6-3": 5, "HC 4/4-7-6": 4}),
        ("falkirk", "dunbar", {"XB 2-6-3": 1, "RI 6-6-3": 7}),
        ("falkirk", "surrey", {"XB 2-6-3": 2, "AR 2-6-3": 2, "HC 5/4-7-6": 3}),
        ("falkirk", "wallace", {"AR 2-6-3": 5, "SC 7/6-6-2": 10}),
        ("falkirk", "stewart", {"AR 2-6-3": 5, "SC 7/6-6-2": 10}),
        ("falkirk", "james", {"HC 5/4-7-6": 4}),
        ("lewes", "henry", {"HC 5/3-7-6": 2, "MAA 3-7-2": 2, "RI 5-6-3": 1, "RI 4-6-3": 5}),
        ("lewes", "edward", {"HC 5/4-7-6": 4, "HC 5/3-7-6": 3, "MAA 4-7-2": 1, "RI 5-6-3": 1, "RI 4-6-3": 1}),
        ("lewes", "cornwl", {"RI 5-6-3": 4, "RI 4-6-3": 6}),
        ("lewes", "simon-m", {"HC 5/3-7-6": 5, "HC 5/2-7-6": 2}),
        ("lewes", "henry-m", {"MAA 3-7-2": 1, "RI 3-7-3": 6}),
        ("lewes", "glouctr", {"MAA 3-7-2": 1, "RI 3-7-3": 6}),
        ("lewes", "segrve", {"MAA 3-7-2": 1, "RI 3-5-3": 6}),
        ("evesham_what_if", "edward", {"HC 5/3-7-6": 7, "MAA 4-7-2": 1, "RI 4-6-3": 2}),
        ("evesham_what_if", "gilbert", {"HC 5/3-7-6": 1, "MAA 4-7-2": 1, "RI 3-6-3": 8}),
        ("evesham_what_if", "mortmr", {"HC 5/3-7-6": 1, "MAA 4-7-2": 1, "RI 3-6-3": 8}),
        ("evesham_what_if", "simon-m", {"HC 5/4-7-6": 3, "MAA 3-7-2": 2, "RI 3-6-3": 9}),
        ("evesham_what_if", "simon-j", {"HC 5/3-7-6": 3, "MAA 3-7-2": 2, "RI 3-6-3": 7}),
    ],
)
def test_16_2_1_and_16_3_1_and_20_3_1_and_20_3_4_units_of_each_battle(
    key: str, battle: str, units: dict[str, int]
) -> None:
    rows = [row for row in ENGAGEMENTS[key].units if row.battle == battle]
    assert Counter(f"{row.kind} {printed(row.full)}" for row in rows) == units


@pytest.mark.parametrize(
    ("engagement", "id", "reduced"),
    [
        pytest.param(EARLY, "hugh-ri-9", "2-4-3", id="16.2.1 RI 4-6-3"),
        pytest.param(EARLY, "hntrb-ri-8", "2-4-3", id="16.2.1 errata of Huntercombe"),
        pytest.param(EARLY, "hugh-xb-1", "blank", id="16.2.1 XB 1-7-3"),
        pytest.param(EARLY, "hugh-ar-3", "blank", id="16.2.1 AR 1-6-3"),
        pytest.param(EARLY, "murray-hc-1", "2/2-5-6", id="12.1 house"),
        pytest.param(FALKIRK, "wallace-sc-10", "3/6-4-2", id="12.1 house, SC"),
        pytest.param(LEWES, "edward-maa-1", "2-5-2", id="12.1 house, MAA"),
    ],
)
def test_12_1_reduced_sides(engagement: Engagement, id: str, reduced: str) -> None:
    assert printed(unit(engagement, id).reduced) == reduced


def test_12_1_house_sides_have_half_the_points_and_two_less_morale() -> None:
    for row in (row for each in ENGAGEMENTS.values() for row in each.units):
        full, reduced = row.full, row.reduced
        if full.sp == 1:
            assert reduced is None
        else:
            assert reduced == Values(sp=full.sp // 2, morale=full.morale - 2, ma=full.ma, rating=full.rating)


def test_2_1_units_are_called_after_counter_and_kind() -> None:
    row = unit(EARLY, "hugh-ri-9")
    assert (row.side, row.battle, row.kind, row.name) == ("english", "hugh", "RI", "Hugh RI 9")
    assert row.full == Values(sp=4, morale=6, ma=3)
    assert unit(LEWES, "simon-m-hc-7").full == Values(sp=5, rating=2, morale=7, ma=6)
    assert unit(LEWES, "edward-ri-2").full.sp == 4
    called = names(HOUSE)
    assert called["simon-m-hc-1"] == "Simon M HC 1"
    assert (called["hugh"], called["surrey"], called["simon-j"]) == ("Cressingham", "Surrey", "Simon the Younger")
    assert called["edward"] == "Edward"  # the king at Falkirk, the prince at Lewes and Evesham
    assert len(set(called.values())) == len(called)
    for engagement in ENGAGEMENTS.values():
        assert {row.id for row in (*engagement.units, *engagement.leaders)} <= set(called)


def test_13_2_leaders() -> None:
    assert leader(FALKIRK, "edward") == LeaderRow(
        id="edward", side="english", battle="edward", name="Edward I", level=3, range=5, bonus=2, ma=6,
        alternative=(4, 6, 2, 6),
    )  # fmt: skip
    assert ratings(leader(FALKIRK, "bek")) == (2, 4, 1, 6)
    assert leader(LEWES, "simon-m").name == "Simon de Montfort"


def test_16_2_2_cressingham_is_another_man_as_army_commander() -> None:
    assert ratings(leader(STIRLING, "hugh")) == (3, 5, 2, 6)
    assert ratings(leader(EARLY, "hugh")) == (2, 4, 1, 6)


def test_16_2_3c_surrey_roves_without_a_battle() -> None:
    for engagement in (EARLY, LUNDIE):
        surrey = leader(engagement, "surrey")
        assert (surrey.battle, ratings(surrey), surrey.alternative) == ("", (2, 5, 0, 6), None)
        camp = engagement.camps["english"]
        assert engagement.roving == camp.commander == "surrey"
        assert camp.with_any == ("surrey",)
        assert "surrey" not in {battle.id for battle in engagement.battles}
    assert STIRLING.roving == FALKIRK.roving == ""
    assert leader(FALKIRK, "surrey").battle == "surrey"


@pytest.mark.parametrize(
    ("key", "first", "commanders", "posts", "points", "sets_up"),
    [
        pytest.param(
            "stirling_bridge", "scots", "hugh wallace",
            ({"hugh": "0809"}, {"wallace": "1805", "murray": "1811"}), (18, 40), (1, 2), id="16.2.2",
        ),
        pytest.param(
            "early_crossing", "english", "surrey wallace",
            ({"hugh": "1013", "latimr": "1008", "hntrb": "1004"}, {"wallace": "1905", "murray": "1911"}),
            (45, 40), (1, 2), id="16.2.3",
        ),
        pytest.param(
            "lundies_plan", "scots", "surrey wallace",
            ({"hugh": "1010", "latimr": "1005"}, {"wallace": "1905", "murray": "1911"}), (20, 40), (1, 2), id="16.2.4",
        ),
        pytest.param(
            "falkirk", "english", "edward wallace",
            ({"edward": "0311", "bigod": "0505", "bek": "0508", "dunbar": "0314", "surrey": "0516"},
             {"wallace": "1416", "stewart": "1309", "james": "1305"}), (56, 50), (1, 2), id="16.3.2",
        ),
        pytest.param("falkirk_free", "english", "edward wallace", ({}, {}), (56, 50), (2, 1), id="16.3.3"),
        pytest.param(
            "lewes", "royalist", "henry simon-m",
            ({"henry": "1509", "edward": "1616", "cornwl": "1504"},
             {"simon-m": "3510", "henry-m": "3205", "glouctr": "3210", "segrve": "3215"}), (40, 45), (2, 1),
            id="20.3.2",
        ),
        pytest.param("lewes_free", "royalist", "henry simon-m", ({}, {}), (40, 45), (2, 1), id="20.3.3 D87"),
        pytest.param(
            "evesham", "royalist", "edward simon-m", ({"edward": "2812", "gilbert": "2906"}, {"simon-m": "1608"}),
            (30, 20), (2, 1), id="20.3.5",
        ),
        pytest.param(
            "evesham_what_if", "barons", "edward simon-m",
            ({"edward": "2812", "gilbert": "2906"}, {"simon-m": "1608"}), (45, 30), (2, 1), id="20.3.6",
        ),
        pytest.param(
            "plain", "english", "red green",
            ({"red": "0913", "crimson": "0918"}, {"green": "1713", "emerald": "1718"}), (20, 20), (1, 2), id="plain",
        ),
    ],
)  # fmt: skip
def test_16_1_camps(
    key: str,
    first: str,
    commanders: str,
    posts: tuple[dict[str, str], dict[str, str]],
    points: tuple[int, int],
    sets_up: tuple[int, int],
) -> None:
    engagement = ENGAGEMENTS[key]
    camps = [engagement.camps[side] for side in engagement.sides]
    assert (engagement.key, engagement.first) == (key, first)
    assert [camp.side for camp in camps] == list(engagement.sides)
    assert [camp.commander for camp in camps] == commanders.split()
    assert tuple(camp.posts for camp in camps) == posts
    assert tuple(camp.points for camp in camps) == points
    assert tuple(camp.sets_up for camp in camps) == sets_up
    assert scenarios(HOUSE)[key].sides == engagement.sides
    assert scenarios(HOUSE)[key].text == engagement.text
    assert engagement.text
    assert ground(HOUSE, key) is grounds(HOUSE)[engagement.map]


def test_20_1_the_barons_war_has_its_own_sides() -> None:
    theirs = {key for key, each in ENGAGEMENTS.items() if each.barons}
    assert theirs == {"lewes", "lewes_free", "evesham", "evesham_what_if"}
    for key, each in ENGAGEMENTS.items():
        assert each.sides == (("royalist", "barons") if key in theirs else ("english", "scots"))
    assert {row.kind for key in theirs for row in ENGAGEMENTS[key].units} == {"HC", "MAA", "RI"}


def test_16_2_special_rules_at_stirling_bridge() -> None:
    boxes = [next(row.boxes for row in each.battles if row.id == "hugh") for each in (STIRLING, EARLY, LUNDIE)]
    assert boxes == [6, 5, 5]
    assert [each.bridge_closed for each in (STIRLING, EARLY, LUNDIE)] == [True, False, False]


def test_16_2_4_huntercombe_comes_by_the_western_edge() -> None:
    assert LUNDIE.reinforcements == (
        Reinforcement(
            battle="hntrb", side="english", points=14, hexes=tuple(f"{row}01" for row in range(14, 25)), from_turn=6,
            arrival=8, extra_mp=1,
        ),
    )  # fmt: skip
    assert LUNDIE.in_command_on_arrival
    assert LUNDIE.closed_until_arrival == "scots"


def test_16_3_3_falkirk_is_set_up_by_banks_and_battles() -> None:
    free = ENGAGEMENTS["falkirk_free"]
    assert (free.camps["english"].bank, free.camps["scots"].bank) == ("south", "north")
    assert free.battles_in_turn
    assert free.within_command_range
    assert not FALKIRK.battles_in_turn
    assert free.units == FALKIRK.units


def test_20_3_3_lewes_is_set_up_by_rows() -> None:
    free = ENGAGEMENTS["lewes_free"]
    assert (free.camps["royalist"].rows, free.camps["barons"].rows) == ((10, 16), (26, 32))
    assert not free.battles_in_turn
    assert (LEWES.option_target, free.option_target) == (True, False)


def test_20_3_5a_simon_takes_five_fours() -> None:
    assert EVESHAM.camps["barons"].forced == {"4": 5}
    assert EVESHAM.camps["royalist"].forced == {}


def test_20_3_6_reinforcements_of_the_what_if() -> None:
    what_if = ENGAGEMENTS["evesham_what_if"]
    assert what_if.reinforcements == (
        Reinforcement(
            battle="simon-j", side="barons", points=14, hexes=("1518", "1619", "1715"), row=10, after_initiatives=2
        ),
        Reinforcement(
            battle="mortmr", side="royalist", points=14, hexes=("1009", "2919"), after_initiatives=2, one_hex=True
        ),
    )
    assert what_if.in_command_on_arrival
    assert what_if.closed_until_arrival == ""


def test_4_2_tracks() -> None:
    assert {row.id: row.boxes for row in EVESHAM.battles} == {"edward": 8, "gilbert": 8, "simon-m": 12}
    assert {row.boxes for row in FALKIRK.battles} == {7}


def test_15_2_wallaces_display_at_falkirk() -> None:
    wallace = next(row for row in FALKIRK.battles if row.id == "wallace")
    assert wallace.set_aside == ("AR",)
    assert len(wallace.display) == 10
    assert sorted(box.cef for box in wallace.display[:5]) == [0, 0, 0, 6, 7]
    known = [Box(symbol="circle", cef=6), Box(symbol="circle", cef=5), Box(symbol="triangle", cef=6)]
    assert list(wallace.display[5:8]) == known
    assert wallace.display[-1] == Box(end=True)


def test_15_2_every_display_has_a_box_for_each_unit_that_counts() -> None:
    for engagement in ENGAGEMENTS.values():
        for row in engagement.battles:
            own = [unit for unit in engagement.units if unit.battle == row.id and unit.kind not in row.set_aside]
            assert len(row.display) == len(own)
            assert [box.end for box in row.display] == [False] * (len(own) - 1) + [True]


def test_4_4a_the_command_point_table() -> None:
    assert CHARTS.command_points == (0, 0, 0, 0, 1, 1, 2, 2, 3, 4)


def test_9_7_the_fire_table() -> None:
    assert [(row.low, row.high, row.losses) for row in CHARTS.fire] == [
        (-99, 7, (0, 0, 0)), (8, 9, (1, 0, 0)), (10, 11, (1, 1, 0)), (12, 99, (2, 1, 1)),
    ]  # fmt: skip
    assert CHARTS.fire_modifiers == {"MXB": 1, "XB": 2, "AR": 3, "RI": 0, "firer_shaken": -1}


def test_10_3_the_melee_charts() -> None:
    assert CHARTS.columns == ((1, 2), (3, 5), (6, 8), (9, 11), (12, 99))
    assert len(CHARTS.melee) == 13
    assert (CHARTS.melee[7][1], CHARTS.melee[3][1], CHARTS.melee[12][4]) == (1, 0, 5)
    assert CHARTS.dice == {"HC": 10, "MXB": 6, "XB": 6, "AR": 6, "RI": 6, "SC": 6, "MAA": 10}
    assert (CHARTS.types["RI"]["HC"], CHARTS.types["HC"]["RI"], CHARTS.types["SC"]["HC"]) == (1, -1, -2)


def test_7_2_costs_are_counted_in_half_points() -> None:
    assert CHARTS.terrain["road"] == CHARTS.terrain["bridge"] == {"infantry": 1, "cavalry": 1, "leader": 1}
    assert CHARTS.terrain["clear"]["infantry"] == 2
    assert CHARTS.terrain["woods"] == {"infantry": 4, "cavalry": 6, "leader": 4}
    assert CHARTS.terrain["marsh"]["cavalry"] == -1
    assert CHARTS.terrain["river"]["leader"] == CHARTS.terrain["steep"]["infantry"] == -1
    assert CHARTS.terrain["slope_down"]["cavalry"] == 0
    assert CHARTS.men == {"infantry": 62, "cavalry": 38}


def test_4_2d_the_pool() -> None:
    assert CHARTS.pool == {"1": 16, "2": 16, "3": 16, "4": 16}


def test_a_scenario_survives_storage_and_is_never_copied() -> None:
    for engagement in ENGAGEMENTS.values():
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(engagement), type=Engagement) == engagement
        assert copy.deepcopy(engagement) is engagement
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(CHARTS), type=Charts) == CHARTS
    assert copy.copy(CHARTS) is CHARTS


def test_a_pack_is_read_once() -> None:
    again = Pack(name=HOUSE.name, files=dict(HOUSE.files))
    assert engagements(again) is ENGAGEMENTS
    assert charts(again) is CHARTS
    assert ground(again, "lewes") is ground(HOUSE, "lewes_free")
