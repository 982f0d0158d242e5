"""The shipped pack says what the rulebook says, and a faulty pack is refused with its file and key."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from domain.kernel.packs import Pack
from rules.gettysburg.ground.sight import has_sight, is_shielded
from rules.gettysburg.sheets.check import check_pack
from rules.gettysburg.sheets.scenario import Battle, battles, ground, markers, scenarios, units
from tests.gettysburg.small_maps import house_pack

HOUSE = house_pack()
MAP = ground(HOUSE)
BATTLES = battles(HOUSE)
ROADS = {road.name: road.hexes for road in MAP.roads}


def test_the_shipped_pack_is_a_good_one() -> None:
    check_pack(HOUSE)
    assert MAP.source == "house"
    assert sorted(scenarios(HOUSE)) == sorted(BATTLES)


def test_6_1_2917_and_3017_are_woods_with_a_clear_side_between() -> None:
    assert MAP.is_woods("2917")
    assert MAP.is_woods("3017")
    assert not MAP.is_wooded_side("2917", "3017")


def test_6_3_no_road_crosses_from_2319_to_2320() -> None:
    assert MAP.has_road("2319")
    assert MAP.has_road("2320")
    assert MAP.road("2319", "2320") == ""


def test_6_5_1709_slopes_down_to_1708_and_not_to_1610() -> None:
    assert MAP.is_uphill("1708", "1709")
    assert not MAP.is_uphill("1610", "1709")


def test_6_6_guns_in_2420_see_2121_but_cannot_shell_it() -> None:
    assert has_sight(MAP, "2420", "2121")
    assert is_shielded(MAP, "2420", "2121")
    assert not MAP.is_town("2121")


def test_6_6_guns_in_2420_can_shell_2023() -> None:
    assert has_sight(MAP, "2420", "2023")
    assert not is_shielded(MAP, "2420", "2023")


def test_6_6c_guns_in_2521_see_2423_but_cannot_shell_it() -> None:
    assert has_sight(MAP, "2521", "2423")
    assert is_shielded(MAP, "2521", "2423")
    assert not MAP.is_protected("2522", "2423")


def test_6_6_long_lane_runs_by_2121_2222_2322_2423() -> None:
    assert list(MAP.protected) == ["2121", "2222", "2322", "2423"]
    assert ROADS["Long Lane"][1:] == ("2121", "2222", "2322", "2423")


def test_23_2_cemetery_hill_is_one_mass_of_thirteen_hexes_around_2621() -> None:
    hill = set(MAP.named_hills["Cemetery Hill"])
    assert len(hill) == 13
    reached, edge = {"2621"}, ["2621"]
    while edge:
        new = (set(MAP.near(edge.pop())) & hill) - reached
        reached |= new
        edge += new
    assert reached == hill
    around = {near for hex in hill for near in MAP.near(hex)} - hill
    assert not [hex for hex in around if MAP.is_hill(hex)]


def test_23_5_the_roads_to_hold_pass_the_named_hexes() -> None:
    assert {"2720", "3219"} <= set(ROADS["Taneytown Road"])
    assert {"2518", "3016"} <= set(ROADS["Baltimore Pike"])


def test_21_2_trains_stand_on_roads() -> None:
    for battle in BATTLES.values():
        for train in ("C-Train", "U-Train"):
            assert train not in battle.setup or MAP.has_road(battle.setup[train])
    assert BATTLES["second_day"].setup["C-Train"] == "1628"
    assert BATTLES["little_round_top"].setup["U-Train"] == "3212"


def test_6_4_the_railroad_cut_by_1724_is_no_terrain() -> None:
    assert MAP.is_clear("1724")
    assert MAP.has_road("1724")


def test_4_3_3_3_entry_hexes_named_in_the_rulebook() -> None:
    assert {letter: MAP.entry_hexes[letter] for letter in "AEFG"} == {
        "A": "1234", "E": "2600", "F": "4000", "G": "4219",
    }  # fmt: skip
    assert "".join(MAP.entry_hexes) == "ABCDEFGHI"


def test_10_1_entry_hexes_lie_on_the_edge_and_on_a_road() -> None:
    for hex in MAP.entry_hexes.values():
        assert MAP.is_edge(hex)
        assert MAP.has_road(hex)


def test_6_3_roads_are_chains_and_hexside_features_join_adjacent_hexes() -> None:
    pairs = [(a, b) for road in MAP.roads for a, b in zip(road.hexes, road.hexes[1:], strict=False)]
    pairs += [(hex, to) for symbols in (MAP.slopes, MAP.protected) for hex, faced in symbols.items() for to in faced]
    for course in (*MAP.streams.values(), *MAP.ravines.values(), MAP.clear_sides):
        pairs += [(side[:4], side[5:]) for side in course]
    assert len(pairs) > 500
    assert {MAP.distance(a, b) for a, b in pairs} == {1}


def test_2_4_2_5_the_orders_of_battle_count_56_and_77_units() -> None:
    """2.4, 2.5"""
    counts = Counter((unit.side, unit.kind) for unit in units(HOUSE))
    assert counts == {
        ("confederate", "infantry"): 37,
        ("confederate", "cavalry"): 4,
        ("confederate", "artillery"): 15,
        ("union", "infantry"): 51,
        ("union", "cavalry"): 6,
        ("union", "artillery"): 20,
    }
    ids = {unit.id for unit in units(HOUSE)}
    assert ids == {f"C-{n}" for n in range(1, 57)} | {f"U-{n}" for n in range(1, 78)}


def test_2_1_ratings_of_brigades_and_guns() -> None:
    by_id = {unit.id: unit for unit in units(HOUSE)}
    archer, pegram = by_id["C-41"], by_id["C-52"]
    assert (archer.name, archer.corps, archer.division, archer.kind) == ("Archer", "Hill", "Heth", "infantry")
    assert (archer.ratings.combat, archer.ratings.morale, archer.ratings.loss) == ((4, 2), (4, 3), "3")
    assert (pegram.ratings.range, pegram.ratings.off_support, pegram.ratings.def_support) == (4, 1, 3)
    assert (pegram.ratings.self_defence, pegram.ratings.morale, pegram.ratings.loss) == (2, (5, 5), "")
    assert by_id["C-1"].ratings.loss == "4+"


def test_2_11_army_markers_have_two_sides() -> None:
    front, back = markers(HOUSE)["confederate"]
    assert (front.span_low, front.span_high, front.panic_rating, front.coordination_value) == (6, 8, 4, 4)
    assert (back.span_low, back.span_high) == (7, 9)
    assert markers(HOUSE)["union"][0].span_low == 7


# 3.3 The schedule as the rulebook prints it: day, then turn and letter, then units.
SCHEDULE = {
    "C": """1 2A 52; 1 3A 42 44 45 51; 1 5A 46 47 48 49 50; 1 5B 27 28 29 30 31 32; 1 6C 17 18 19 20 21; 1 7C 54;
        1 8A 35 36 37 38 39 40; 1 9A 22 23 24 25 26 33 34; 1 11A Train; 1 12A 1 2 4 5 6 7 8 9 10 15 16;
        2 5A 3; 2 6C 53 55 56; 2 8A 11 12 13 14""",
    "U": """1 2H 1 2; 1 3H 3 4 7 8 50 51; 1 3G 54 55 56; 1 4I 5 6; 1 4G 52 53 57; 1 6F 58 59 60 61 62 63 64;
        1 7H 65; 1 8H 21 22 27; 1 9H 24 25 28; 1 11F Train; 1 12G 9 10 11 12 13 14 15 16 17 18 19 20; 2 1F 66;
        2 1G 67 69 70 71; 2 2H 23 26; 2 2E 29 30 31 32 33 34 37 38; 2 3G 68; 2 5E 35 36;
        2 7F 39 40 41 42 43 44 45 46 47 48 49; 2 8E 74 75; 3 6E 76 77""",
}


def test_3_3_every_unit_arrives_once_as_printed_or_starts_on_the_map() -> None:
    """D04 for the units of 4I"""
    printed = {
        f"{side}-{unit}": (12 * (int(day) - 1) + int(code[:-1]), code[-1])
        for side, text in SCHEDULE.items()
        for day, code, *named in (line.split() for line in text.split(";"))
        for unit in named
    }
    full = BATTLES["full"]
    assert {unit: (due.turn, due.entry) for unit, due in full.schedule.items()} == printed
    assert full.arrivals == full.schedule
    everyone = {unit.id for unit in units(HOUSE)} | {"C-Train", "U-Train"}
    assert {*full.schedule, *full.setup, *full.chosen} == everyone
    assert full.unused == ()


def test_e1_mahone_is_due_on_1_july_turn_8_at_a() -> None:
    due = BATTLES["full"].arrivals["C-35"]
    assert (due.turn, MAP.entry_hexes[due.entry]) == (8, "1234")


def test_3_2_the_whole_battle_starts_with_two_brigades_and_two_of_free_choice() -> None:
    for key in ("full", "first_day"):
        assert BATTLES[key].setup == {"C-41": "1234", "C-43": "1234"}
        assert BATTLES[key].chosen == ("U-72", "U-73")


@pytest.mark.parametrize(
    ("key", "first", "last", "victory"),
    [
        pytest.param("full", 1, 46, "points", id="4.1a the whole battle"),
        pytest.param("mcpherson", 6, 10, "cemetery_hill", id="23.2"),
        pytest.param("first_day", 1, 10, "cemetery_hill", id="23.3"),
        pytest.param("second_day", 13, 22, "second_day", id="23.4"),
        pytest.param("little_round_top", 19, 22, "little_round_top", id="23.5"),
    ],
)
def test_23_turns_and_victory(key: str, first: int, last: int, victory: str) -> None:
    battle = BATTLES[key]
    assert (battle.key, battle.first_turn, battle.last_turn, battle.victory) == (key, first, last, victory)
    assert scenarios(HOUSE)[key].sides == ("confederate", "union")
    assert scenarios(HOUSE)[key].text


@pytest.mark.parametrize(
    ("key", "confederate", "union"),
    [
        pytest.param("mcpherson", "7C 8A 9A", "6F 7H 8H 9H", id="23.2"),
        pytest.param("second_day", "18C 20A", "13F 13G 14H 14E 15G 17E 19F 20E", id="23.4"),
        pytest.param("little_round_top", "20A", "19F 20E", id="23.5"),
    ],
)
def test_23_1_reinforcements_of_the_turns_covered(key: str, confederate: str, union: str) -> None:
    arrivals = BATTLES[key].arrivals
    codes = {side: {f"{due.turn}{due.entry}" for unit, due in arrivals.items() if unit[0] == side} for side in "CU"}
    assert codes == {"C": set(confederate.split()), "U": set(union.split())}
    assert not arrivals.keys() & BATTLES[key].setup.keys()


@pytest.mark.parametrize(
    ("key", "unused"),
    [
        pytest.param("second_day", "C-29 U-2 U-3 U-5 U-76 U-77", id="23.4"),
        pytest.param(
            "little_round_top", "C-29 C-53 C-55 C-56 U-2 U-3 U-5 U-72 U-73 U-76 U-77", id="23.5 and before the start"
        ),
    ],
)
def test_23_1_units_neither_set_up_nor_due_are_unused(key: str, unused: str) -> None:
    assert BATTLES[key].unused == tuple(unused.split())


def test_23_2_trains_and_later_units_are_unused() -> None:
    battle = BATTLES["mcpherson"]
    later = {unit for unit, due in battle.schedule.items() if due.turn > battle.last_turn}
    assert set(battle.unused) == later | {"C-29", "C-43"}
    assert {"C-Train", "U-Train"} <= later


def test_23_1_every_unit_is_set_up_due_or_unused_and_only_one_of_them() -> None:
    for battle in BATTLES.values():
        all_of_them = [*battle.setup, *battle.chosen, *battle.arrivals, *battle.unused]
        assert len(all_of_them) == len(set(all_of_them)) == 56 + 77 + 2


def test_23_1_shaken_and_hidden_units() -> None:
    assert BATTLES["mcpherson"].shaken == ("C-30", "C-41")
    for key in ("second_day", "little_round_top"):
        assert BATTLES[key].shaken == ("C-41", "C-43", "U-50", "U-51", "U-54", "U-55")
    second = BATTLES["second_day"]
    assert second.hidden == {
        "1628": tuple(f"C-{n}" for n in (*range(1, 11), 15, 16)),
        "1926": tuple(f"C-{n}" for n in range(41, 46)),
        "3119": tuple(f"U-{n}" for n in range(9, 21)),
    }
    assert second.setup["U-27"] == "3119"
    assert {second.setup[unit] for unit in second.hidden["1628"]} == {"1628"}
    assert list(BATTLES["little_round_top"].hidden) == ["1926"]


def test_23_2_23_4_23_5_special_rules() -> None:
    assert BATTLES["mcpherson"].attack_state == {6: ("confederate",)}
    assert BATTLES["second_day"].union_train_stays
    last = BATTLES["little_round_top"]
    assert last.attack_state == {19: ("confederate",)}
    assert last.may_move == {
        19: {
            "confederate": tuple(f"C-{n}" for n in (*range(1, 11), 15, 16)),
            "union": tuple(f"U-{n}" for n in range(29, 39)),
        }
    }
    assert not last.union_train_stays


def test_d05_d06_readings_come_as_data() -> None:
    assert BATTLES["mcpherson"].setup["C-28"] == "1221"
    assert BATTLES["mcpherson"].readings["D05"]["B"] == {"C-28": "2221"}
    assert BATTLES["mcpherson"].readings["D05"]["C"] == {"C-28": "1121"}
    assert BATTLES["second_day"].setup["C-3"] == "1628"
    assert BATTLES["second_day"].readings["D06"]["B"] == {"C-3": "arrives"}
    assert BATTLES["second_day"].schedule["C-3"].turn == 17


def test_9_1_23_1_no_stack_over_three_and_no_enemies_adjacent() -> None:
    for battle in BATTLES.values():
        spread = {unit for units in battle.hidden.values() for unit in units} | {"C-Train", "U-Train"}
        stacks = Counter(hex for unit, hex in battle.setup.items() if unit not in spread)
        assert max(stacks.values()) <= 3
        armies = {side: {hex for unit, hex in battle.setup.items() if unit[0] == side} for side in "CU"}
        distances = [MAP.distance(a, b) for a in armies["C"] for b in armies["U"]]
        assert min(distances, default=2) >= 2


def test_tet_no_guns_or_horses_start_in_rough_ground() -> None:
    foot = {unit.id for unit in units(HOUSE) if unit.kind == "infantry"}
    for battle in BATTLES.values():
        assert not [unit for unit, hex in battle.setup.items() if MAP.is_rough(hex) and unit not in foot]


def test_a_scenario_survives_storage() -> None:
    for battle in BATTLES.values():
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(battle), type=Battle) == battle


def test_a_pack_is_read_once() -> None:
    again = Pack(name=HOUSE.name, files=dict(HOUSE.files))
    assert ground(again) is MAP
    assert battles(again) is BATTLES
