"""A pack of one's own is taken; a faulty one is refused with its file, table and key."""

from __future__ import annotations

import pytest

from domain.kernel.errors import BadInput
from domain.kernel.packs import BadPack, Pack
from domain.kernel.system import Sheets
from domain.packs.asked import asked_of
from domain.packs.faults import faults_of
from rules.wallaces_war.sheets.scenario import FILES, charts, check_pack, engagements, grounds, names, scenarios
from tests.wallaces_war.house import HOUSE, with_file

CHARTS, COUNTERS, MAPS, SCENARIOS = "charts.toml", "counters.toml", "maps.toml", "scenarios.toml"
SHEETS = Sheets(check=check_pack, scenarios=scenarios, names=names, files=FILES)


def refused(pack: Pack) -> list[tuple[str, str, str]]:
    """File, table with key, and fault."""
    with pytest.raises(BadPack) as error:
        check_pack(pack)
    return [(file, *said.rpartition(": ")[::2]) for file, said in error.value.faults]


def test_a_second_pack_with_other_values_is_taken() -> None:
    mine = with_file(CHARTS, ("woods = { infantry = 2, cavalry = 3", 'woods = { infantry = "1 1/2", cavalry = "no"'))
    check_pack(mine)
    assert charts(mine).terrain["woods"] == {"infantry": 3, "cavalry": -1, "leader": 4}


def test_16_2_1_other_counters_are_taken() -> None:
    mine = with_file(COUNTERS, ('full = "6/2-7-6", reduced = "3/2-5-6"', 'full = "6/2-7-6", reduced = "4/2-6-6"'))
    check_pack(mine)
    horse = next(row for row in engagements(mine)["early_crossing"].units if row.id == "hugh-hc-1")
    assert horse.reduced is not None
    assert (horse.reduced.sp, horse.reduced.morale) == (4, 6)


def test_2_2c_another_map_is_taken() -> None:
    mine = with_file(MAPS, ('"1012", "1013",', '"1012",'), ("places = [1, 20]", "places = [1, 21]"))
    with pytest.raises(BadPack, match="bank"):
        check_pack(mine)  # the burn no longer reaches the edge
    mine = with_file(MAPS, ('"1012", "1013",', '"1012",'), ("rows = [1, 22]", "rows = [1, 23]"))
    check_pack(mine)
    assert "marsh" not in grounds(mine)["falkirk"].terrain("1013")
    assert grounds(mine)["falkirk"].is_on_map("2301")


Case = tuple[str, str, str, str]  # the words replaced, what stands there instead, table and key, what the fault says

CHART_FAULTS: dict[str, Case] = {
    "4.4a ten faces": ("[0, 0, 0, 0, 1,", "[0, 0, 0, 1,", "command_point_table.d10", "a D10 has 10 faces"),
    "4.4a no chit of 5": ("3, 4]   # faces", "3, 5]   # faces", "command_point_table.d10", "face 10 gives 5"),
    "9.7 first row": ("to = 7, losses", "to = 6, losses", "fire_table.rows", "must hold 1 to 7"),
    "9.7 last row": ("from = 12, to", "from = 13, to", "fire_table.rows", "it must be 12+"),
    "9.7 no gap": ("from = 8, to = 9", "from = 8, to = 8", "fire_table.rows", "10 to 11 does not follow on 8 to 8"),
    "9.7 no gain": ("[1, 1, 0]", "[1, 1, -1]", "fire_table.rows", "losses below 0"),
    "10.3/S7 rows": ("  [3, 3, 4, 4, 5],\n", "", "melee_table.losses", "there must be 13"),
    "10.3/S7 width": ("[3, 3, 4, 4, 5]", "[3, 3, 4, 4]", "melee_table.losses", "row 12 has 4 values for 5 columns"),
    "10.3/S7 columns from 1": ("[[1, 2], ", "[[2, 2], ", "melee_table.columns", "must begin at 1"),
    "10.3/S7 no gap": ("[3, 5], ", "[3, 4], ", "melee_table.columns", "6 to 8 does not follow on 3 to 4"),
    "8.1 two schiltrons": ("[12, 99]]", "[12, 13]]", "melee_table.columns", "reach at least 14"),
    "10.3/S5 HC, MXB": ('HC = "D10"', 'HC = "D6"', "die_used.HC", "HC and MXB both roll a D6"),
    "20.2.5 MAA, RI": ('MAA = "D10"', 'MAA = "D6"', "die_used.MAA", "MAA and RI both roll a D6"),
    "7.4 road": ('road = { infantry = "1/2"', "road = { infantry = 1", "terrain.road.infantry", 'must be "1/2"'),
    "7.4d river": ('river = { infantry = "no"', "river = { infantry = 2", "terrain.river.infantry", 'must be "no"'),
    "7.2 below nothing": ("slope_down = { infantry = 0", "slope_down = { infantry = -1", "terrain.slope_down.infantry",
                          "-1 is below 0"),
    "7.2 clear": ("clear = { infantry = 1", 'clear = { infantry = "no"', "terrain.clear.infantry", "open to all"),
    "2.3 men": ("infantry = 62", "infantry = 0", "scale.men_per_sp.infantry", "below 1"),
    "4.2d a value without chits": (', "4" = 16', "", "chit_pool.count", "no number of 4 chits"),
    "4.2d a value too many": ('"4" = 16', '"4" = 16, "5" = 1', "chit_pool.count.5", "worth 1, 2, 3, 4"),
    "4.2d too few points": ('{ "1" = 16, "2" = 16, "3" = 16, "4" = 16 }', '{ "1" = 10, "2" = 10, "3" = 10, "4" = 10 }',
                            "chit_pool.count", "the chits are worth 100; the scenario falkirk gives 106 points"),
    "20.3.5a too few fours": ('"4" = 16', '"4" = 4', "chit_pool.count.4", "there are 4; the scenario evesham needs 5"),
    "9.2 reach": ("[3, -3]]", "[4, -3]]", "fire_arcs.defensive", "4, -3 is not 1 to 3 hexes away"),
    "9.2 twice": ("[[0, -1], [1, -1], ", "[[0, -1], [0, -1], ", "fire_arcs.defensive", "0, -1 stands there twice"),
    "9.2a one in the other": ("  [-1, 0], [0, -1], [1, -1]", "  [-1, 0], [1, -1]", "fire_arcs.offensive",
                              "0, -1 is missing"),
}  # fmt: skip

HUGH = "armies.stirling_bridge.battles[Cressingham]"
COUNTER_FAULTS: dict[str, Case] = {
    "16.2.1 blank XB": ('"1-7-3", reduced = "blank"', '"1-7-3", reduced = "1-5-3"', f"{HUGH}.units[XB 1-7-3]",
                        "reduced is '1-5-3'; the rulebook says 'blank' (16.2.1)"),
    "16.2.1 RI": ('reduced = "2-4-3"', 'reduced = "3-4-3"', f"{HUGH}.units[RI 4-6-3]", "the rulebook says '2-4-3'"),
    "12.1 no better": ('reduced = "3/2-5-6"', 'reduced = "3/2-8-6"', f"{HUGH}.units[HC 6/2-7-6]",
                       "better than the full side"),
    "12.1 malformed": ('reduced = "3/2-5-6"', 'reduced = "3"', f"{HUGH}.units[HC 6/2-7-6]", "or 'blank'"),
    "12.1 rating": ('reduced = "3/2-5-6"', 'reduced = "3-5-6"', f"{HUGH}.units[HC 6/2-7-6]",
                    "reduced lacks the rating of HC"),
    "2.1d no rating": ('"1-7-3"', '"1/2-7-3"', f"{HUGH}.units[XB 1/2-7-3]", "full has a rating; XB have none"),
    "2.1e malformed": ('full = "1-7-3"', 'full = "1-7"', f"{HUGH}.units[XB 1-7]", "must be SP-morale-MA"),
    "2.1d nothing": ('full = "6/2-7-6"', 'full = "0/2-7-6"', f"{HUGH}.units[HC 0/2-7-6]", "value below 1"),
    "16.2.1 count": ("count = 1", "count = 0", f"{HUGH}.units[XB 1-7-3]", "count is 0"),
    "16.2.1 unit_count": ("unit_count = 16", "unit_count = 17", f"{HUGH}.unit_count", "16 units, not 17"),
    "13.2 level": ("leader = [2, 4, 1, 6]", "leader = [5, 4, 1, 6]", f"{HUGH}.leader", "the level is 5"),
    "13.2 level as commander": ("leader_as_commander = [3,", "leader_as_commander = [0,", f"{HUGH}.leader_as_commander",
                                "the level is 0"),
    "13.2 range": ("leader = [2, 5, 0, 6]", "leader = [2, 0, 0, 6]", "armies.stirling_bridge.leaders[Surrey].leader",
                   "range and MA"),
    "4.2 track": ("track_boxes = 6 ", "track_boxes = 0 ", f"{HUGH}.track_boxes", "at least one"),
    "15.2 box": ('"square 7",', '"star 7",', f"{HUGH}.ce", "'star 7' is no box"),
    "15.2 CEF": ('"square 7",', '"square 11",', f"{HUGH}.ce", "a CEF that is not 1 to 10"),
    "15.2 last box": ('"triangle 4", "E"', '"E", "triangle 4"', f"{HUGH}.ce", "E must be the last box"),
    "15.2 boxes": ('"triangle 4", "E"', '"triangle 4"', f"{HUGH}.ce", "15 boxes for 16 units, and the last is not E"),
    "16.2.1 twice": ('counter = "Latimr"', 'counter = "Hugh"', "armies.stirling_bridge.battles",
                     "the counter hugh stands there twice"),
    "20.2.1a": ('type = "MAA", full = "3-7-2"', 'type = "XB", full = "3-7-2"',
                "armies.lewes.battles[Henry III].units[XB 3-7-2]", "no XB in the Barons' War"),
}  # fmt: skip

FORTH = "maps.stirling_bridge"
MAP_FAULTS: dict[str, Case] = {
    "2.2c rows": ("rows = [1, 26]", "rows = [26, 1]", f"{FORTH}.rows, places", "numbers from 26 to 1"),
    "2.2.1 a hex": ('marsh = [\n  "0906"', 'marsh = [\n  "0999"', "maps.falkirk.marsh", "hex 0999 is off the map"),
    "2.2.1 a hill": ('level2 = [\n  "1202"', 'level2 = [\n  "2302"', "maps.falkirk.level2", "hex 2302 is off the map"),
    "2.2.1 a river": ('"0501-0601"', '"0501-0603"', f"{FORTH}.river_hexsides", "0501 and 0603 share no hexside"),
    "2.2.1 a stream": ('"0901-1001"', '"0901-1003"', "maps.falkirk.streams.Glen Burn", "0901 and 1003 share no"),
    "20.2.2 a slope": ('"2617-2618"', '"2617-2619"', "maps.lewes.steep_hexsides", "2617 and 2619 share no hexside"),
    "7.4 a road": ('"0106", "0206"', '"0106", "0208"', f"{FORTH}.roads[Causeway].hexes", "0106 and 0208 share no"),
    "7.4 off the map": ('"0106", "0206"', '"0006", "0206"', f"{FORTH}.roads[Causeway].hexes", "hex 0006 is off"),
    "7.4e a bridge on land": ('["0306-0407"]', '["0407-0507"]', f"{FORTH}.bridge_hexsides", "not a river hexside"),
    "7.4e a bridge without a road": ('["0306-0407"]', '["0307-0407"]', f"{FORTH}.bridge_hexsides", "no road crosses"),
}  # fmt: skip

S16_2_2, S16_2_4 = "scenarios[stirling_bridge]", "scenarios[lundies_plan]"
SCENARIO_FAULTS: dict[str, Case] = {
    "16.1 twice": ('key = "early_crossing"', 'key = "stirling_bridge"', "scenarios",
                   "stirling_bridge stands there twice"),
    "2.2 map": ('map = "stirling_bridge"', 'map = "bannockburn"', f"{S16_2_2}.map", "no map and army 'bannockburn'"),
    "16.1 sides": ('[scenarios.camps]\nenglish', '[scenarios.camps]\nbarons', f"{S16_2_2}.camps",
                   "must be english and scots, or royalist and barons"),
    "16.1 first": ('first = "scots"', 'first = "barons"', f"{S16_2_2}.first", "barons has no camp"),
    "16.1 order": ('"Hugh", sets_up = 1', '"Hugh", sets_up = 2', f"{S16_2_2}.camps", "one side must set up first"),
    "16.1 commander": ('commander = "Hugh"', 'commander = "Surrey"', f"{S16_2_2}.camps.english.commander",
                       "'Surrey' is not among the leaders set up, Hugh"),
    "16.1a leader": ("{ Hugh = \"0809\" }", '{ Hugh = "0809", Bruce = "0810" }', f"{S16_2_2}.camps.english.leaders",
                     "no Battle 'Bruce' of this side"),
    "16.1a of the other side": ('{ Hugh = "0809" }', '{ Hugh = "0809", Murray = "0810" }',
                                f"{S16_2_2}.camps.english.leaders", "no Battle 'Murray' of this side"),
    "16.1a hex": ('Hugh = "0809"', 'Hugh = "0829"', f"{S16_2_2}.camps.english.leaders.Hugh", "0829 is off the map"),
    "16.1a no place": (', leaders = { Hugh = "0809" }', "", f"{S16_2_2}.camps.english.leaders, bank, rows",
                       "one of them must say"),
    "16.1a room": ('Hugh = "0809"', 'Hugh = "0118"', f"{S16_2_2}.camps.english.leaders.Hugh",
                   "the units need 9 hexes; there are 7"),
    "16.2.3 with_any": ('with_any = ["Surrey"]', 'with_any = ["Lundie"]',
                        "scenarios[early_crossing].camps.english.with_any", "no leader 'Lundie' of this side"),
    "16.2.3c roving": ('roving = "Surrey"', 'roving = "Latimr"', "scenarios[early_crossing].roving",
                       "no leader 'Latimr' without a Battle"),
    "4.2b points": ("points = 18", "points = 25", f"{S16_2_2}.camps.english.points",
                    "25 do not fit 6 boxes, which hold 24 at most"),
    "16.2.2a boxes": ("boxes = { Hugh = 6 }", "boxes = { Hugh = 7 }", f"{S16_2_2}.boxes.Hugh", "7 is not 1 to 6"),
    "16.2.2a whose boxes": ("boxes = { Hugh = 6 }", "boxes = { Bruce = 6 }", f"{S16_2_2}.boxes", "no Battle 'Bruce'"),
    "16.2.2c bridge": ('first = "english"\n\n', 'first = "english"\nbridge_closed = true\n\n',
                       "scenarios[falkirk].bridge_closed", "the map has no bridge"),
    "16.2.4 battle": ('battle = "Hntrb"', 'battle = "Lundie"', f"{S16_2_4}.reinforcements", "no Battle 'Lundie'"),
    "16.2.4 already there": ('battle = "Hntrb"', 'battle = "Hugh"', f"{S16_2_4}.reinforcements", "already"),
    "16.2.4c points": ("points = 14", "points = 29", f"{S16_2_4}.reinforcements[Hntrb].points", "29 do not fit 7"),
    "16.2.4d arrival": ("arrival = 8", "arrival = 11", f"{S16_2_4}.reinforcements[Hntrb].arrival", "not on a D10"),
    "16.2.4d when": ("arrival = 8\n", "", f"{S16_2_4}.reinforcements[Hntrb].arrival, after_initiatives", "when"),
    "16.2.4e hexes": ('["1401", "1501"', '["1400", "1501"', f"{S16_2_4}.reinforcements[Hntrb].hexes", "1400 is off"),
    "16.2.4f closed": ('closed_until_arrival = "scots"', 'closed_until_arrival = "barons"',
                       f"{S16_2_4}.closed_until_arrival", "barons has no camp"),
    "20.3.6c row": ("row = 10", "row = 9", "scenarios[evesham_what_if].reinforcements[Simon J].row", "10 to 30"),
    "20.3.6c nowhere": ('hexes = ["1009", "2919"]', "hexes = []",
                        "scenarios[evesham_what_if].reinforcements[Mortmr].hexes", "it enters nowhere"),
    "16.3.3b bank": ('rows = [10, 16]', 'bank = "south"', "scenarios[lewes_free].camps.royalist.bank",
                     "no streams part the map"),
    "20.3.3 rows": ("rows = [10, 16]", "rows = [9, 16]", "scenarios[lewes_free].camps.royalist.rows",
                    "9 to 16 are not rows of the map, which has 10 to 37"),
    "20.3.3 room": ("rows = [26, 32]", "rows = [32, 31]", "scenarios[lewes_free].camps.barons.rows",
                    "need 4 hexes; there are 0"),
    "20.3.5a chits": ('forced = { "4" = 5 }', 'forced = { "4" = 6 }', "scenarios[evesham].camps.barons.forced",
                      "chits worth 24 are more than 20 points"),
    "20.3.5a value": ('forced = { "4" = 5 }', 'forced = { "5" = 4 }', "scenarios[evesham].camps.barons.forced",
                      "chits are worth 1, 2, 3, 4, not 5"),
}  # fmt: skip
FAULTS = {CHARTS: CHART_FAULTS, COUNTERS: COUNTER_FAULTS, MAPS: MAP_FAULTS, SCENARIOS: SCENARIO_FAULTS}
ALL = [pytest.param(file, *case, id=id) for file, cases in FAULTS.items() for id, case in cases.items()]


@pytest.mark.parametrize(("file", "old", "new", "where", "said"), ALL)
def test_each_fault_is_named_with_file_table_and_key(file: str, old: str, new: str, where: str, said: str) -> None:
    faults = refused(with_file(file, (old, new)))
    assert [fault for at, key, fault in faults if (at, key) == (file, where) and said in fault], faults


def test_16_1a_2_2_1b_no_leader_and_no_horse_set_up_on_forbidden_ground() -> None:
    bog = ", ".join(f'"{row:02}{place:02}"' for row in range(1, 6) for place in range(9, 14))
    mine = with_file(MAPS, ('marsh = [\n  "0906"', f'marsh = [{bog}, "0906"'))
    where = "scenarios[falkirk].camps.english.leaders.Edward"
    assert refused(mine) == [(SCENARIOS, where, "8 units of cavalry need 4 hexes; there are 0")]
    nor_leaders = with_file(CHARTS, ('cavalry = "no", leader = 2', 'cavalry = "no", leader = "no"'))
    mine = Pack(name="mine", files={**mine.files, CHARTS: nor_leaders.files[CHARTS]})
    assert refused(mine) == [(SCENARIOS, where, "0311 is forbidden ground for a leader")]


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        pytest.param(CHARTS, 'XB = "D6"', 'XB = "D8"', "die_used.MXB", id="10.3/S5 only D6 and D10"),
        pytest.param(
            CHARTS, "[type_modifier.SC]\nHC = -2\n", "[type_modifier.SC]\n", "lacks the key 'HC'", id="10.3/S3"
        ),
        pytest.param(CHARTS, "marsh = {", "bog = {", "'bog'", id="2.2.1 unknown terrain"),
        pytest.param(COUNTERS, 'type = "XB"', 'type = "LB"', "units[0].type", id="2.1c unknown kind"),
        pytest.param(COUNTERS, 'side = "english"', 'side = "welsh"', "side", id="16.2.1 unknown side"),
        pytest.param(MAPS, "river_hexsides", "river", "'river'", id="2.2.1 unknown key"),
        pytest.param(SCENARIOS, "sets_up = 1", "sets_up = 3", "sets_up", id="16.1 first or second"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_key(file: str, old: str, new: str, said: str) -> None:
    with pytest.raises(BadInput) as error:
        check_pack(with_file(file, (old, new)))
    assert str(error.value).startswith(f"mine/{file}: ")
    assert said in str(error.value)


def test_all_faults_are_told_together() -> None:
    mine = with_file(CHARTS, ('HC = "D10"', 'HC = "D6"'))
    both = Pack(name="mine", files={**mine.files, MAPS: with_file(MAPS, ('"0501-0601"', '"0501-0603"')).files[MAPS]})
    assert [fault.file for fault in faults_of(SHEETS, both)] == [CHARTS, MAPS]
    assert [fault.where for fault in faults_of(SHEETS, both)] == ["die_used.HC", "maps.stirling_bridge.river_hexsides"]
    assert faults_of(SHEETS, HOUSE) == []


def test_a_pack_can_be_filled_in_by_what_each_file_asks_for() -> None:
    asked = {file: "\n".join(asked_of(kind)) for file, kind in FILES.items()}
    assert "from (a whole number), to (a whole number)" in asked[CHARTS]
    assert "armies.NAME.battles[]" in asked[COUNTERS]
    assert "maps.NAME" in asked[MAPS]
    assert "scenarios[]" in asked[SCENARIOS]
