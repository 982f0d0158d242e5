"""A pack of one's own is taken; a faulty one is refused with its file and key."""

from __future__ import annotations

import pytest

from domain.kernel.errors import BadInput
from domain.kernel.packs import Pack
from rules.gettysburg.sheets.check import check_pack
from rules.gettysburg.sheets.scenario import battles, ground, units
from tests.gettysburg.small_maps import house_pack

HOUSE = house_pack()
UNITS, MAP, SCENARIOS = "units.toml", "map.toml", "scenarios.toml"


def changed(file: str, *changes: tuple[str, str]) -> str:
    """A shipped file with some places, each in it at least once, written anew."""
    text = HOUSE.files[file]
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def with_file(file: str, *changes: tuple[str, str]) -> Pack:
    return Pack(name="mine", files={**HOUSE.files, file: changed(file, *changes)})


def test_2_1_a_second_pack_with_other_ratings_is_taken() -> None:
    mine = with_file(
        UNITS,
        ('combat = [4, 3], morale = [4, 3], loss = "4+"', "combat = [6, 2], morale = [6, 3], loss = 2"),
        ("self_defence = 1, morale = 4", "self_defence = 1"),
    )
    check_pack(mine)
    ratings = {unit.id: unit.ratings for unit in units(mine)}
    assert (ratings["C-1"].combat, ratings["C-1"].morale, ratings["C-1"].loss) == ((6, 2), (6, 3), "2")
    assert ratings["C-5"].morale == (0, 0)
    assert ratings["C-10"].morale == (4, 4)


def test_map_a_second_pack_with_another_map_is_taken() -> None:
    mine = with_file(
        MAP,
        ("columns = [1, 42]", "columns = [0, 42]"),
        ('hexes = ["2416", ', 'hexes = ["3030", '),
        ('B = { hex = "0121"', 'B = { hex = "0022"'),
        ('C = { hex = "0111"', 'C = { hex = "0011"'),
        ('"0221", "0121"', '"0221", "0121", "0022"'),
        ('"0212", "0111"', '"0212", "0111", "0011"'),
    )
    check_pack(mine)
    assert ground(mine).is_rough("3030")
    assert not ground(mine).is_rough("2416")
    assert ground(mine).entry_hexes["B"] == "0022"
    assert len(ground(mine).hexes) == 43 * 35
    assert battles(mine) == battles(HOUSE)


def refusal(pack: Pack) -> str:
    with pytest.raises(BadInput) as refused:
        check_pack(pack)
    return str(refused.value)


Fault = tuple[str, str, str]  # the words replaced, what stands there instead, what the refusal says

MAP_FAULTS: dict[str, Fault] = {
    "a misspelt key": ("scale_yards", "scale_yrads", "scale_yrads"),
    "columns of three digits": ("columns = [1, 42]", "columns = [1, 142]", "grid"),
    "a hill off the map": ('"Hospital Hill" = ["1715"]', '"Hospital Hill" = ["1755"]', "1755"),
    "woods off the map": ('"0605", ', '"0000", ', "woods.heavy: hex 0000"),
    "MAP.4 a slope to a far hex": ('"1709" = ["1708"]', '"1709" = ["1707"]', "slopes.up.1709"),
    "MAP.4 a protected side that is none": ('"2423" = ["2422"]', '"2423" = ["2420"]', "protected"),
    "MAP.4 a clear side that is none": ('"2917-3017"', '"2917-3019"', "clear_hexsides"),
    "MAP.4 a stream that leaps": ('"0116-0117"', '"0116-0119"', "Rock Creek"),
    "MAP.4 a ravine of one hex": ('"3523-3623"', '"3523"', "Plum Run gorge"),
    "6.3 a road with a gap": ('"2021", "2121", "2222"', '"2021", "2222"', "Long Lane"),
    "10.1 an entry hex without a road": ('hex = "0121"', 'hex = "0122"', "entry_hexes.B: no road"),
    "10.1 an entry hex inside": ('hex = "0121"', 'hex = "0221"', "entry_hexes.B: 0221 is not on the edge"),
    "a misspelt key of a road": ('name = "Long Lane"', 'nam = "Long Lane"', "roads"),
}

UNITS_FAULTS: dict[str, Fault] = {
    "a missing key": ("pack_id = ", "# pack_id = ", "lacks the key 'pack_id'"),
    "2.5 a unit twice": ("{ number = 2,", "{ number = 1,", "C-1 stands there twice"),
    "2.7 a better back": ("combat = [4, 3]", "combat = [4, 5]", "C-1 Anderson: combat"),
    "2.7 a better shaken morale": ("morale = [4, 3]", "morale = [4, 5]", "C-1 Anderson: morale"),
    "2.8 a loss of six": ('loss = "4+"', "loss = 6", "C-1 Anderson: loss"),
    "2.6 no combat rating": ("combat = [4, 3], ", "", "C-1 Anderson: combat is missing"),
    "11.4 offensive support of 2": ("off_support = 1", "off_support = 2", "C-5 Henry: off_support"),
    "11.4 defensive support of 4": ("def_support = 2", "def_support = 4", "C-5 Henry: def_support"),
    "2.10 guns better once fired": ("self_defence = 1", "self_defence = 3", "C-5 Henry: self_defence"),
    "13.2 guns with a loss": ("range = 3, ", "range = 3, loss = 2, ", "C-5 Henry: artillery has neither"),
    "2.9 infantry with a range": ("men = 1874", "range = 4", "C-1 Anderson: range"),
    "2.11 a span upside down": ("span_low = 6", "span_low = 9", "markers.confederate.front"),
}

SCENARIOS_FAULTS: dict[str, Fault] = {
    "23.1 an unknown unit": ('"1234" = [41, 43]', '"1234" = [41, 143]', "no unit C-143"),
    "23.1 a set-up off the map": ('"1234" = [41, 43]', '"1235" = [41, 43]', "1235"),
    "23.1 a unit set up twice": ('"1017" = [17]', '"1017" = [17, 20]', "C-20 is set up twice"),
    "9.1 a fourth unit": ('"1628" = [50, 51, 52]', '"1628" = [50, 51, 52, 53]', "more than 3"),
    "23.1 enemies adjacent": ('"1419" = [50]', '"1322" = [50]', "starts next to"),
    "TET horses in rough ground": ('"2226" = [72]', '"3522" = [72]', "U-72 is cavalry"),
    "TET guns in rough ground": ('"2025" = [5, 7]', '"2712" = [5, 7]', "U-7 is artillery"),
    "3.3 an unknown letter": ('entry = "A"', 'entry = "Z"', "no entry hex 'Z'"),
    "3.3 a unit arriving twice": ("units = [52]", "units = [52, 42]", "C-42 arrives twice"),
    "3.3 an unknown reinforcement": ("units = [52]", "units = [152]", "no unit C-152"),
    "5.2 turn 13": ("start = { day = 1, turn = 6 }", "start = { day = 1, turn = 13 }", "tracks"),
    "23.1 an end before the start": ("start = { day = 1, turn = 6 }", "start = { day = 2, turn = 6 }", "ends before"),
    "23.1 a scenario twice": ('key = "mcpherson"', 'key = "full"', "full stands there twice"),
    "23.1 shaken but not set up": ("shaken = [30, 41]", "shaken = [30, 43]", "C-43"),
    "23.1 nobody to hide": ('hidden = ["1628", "1926"]', 'hidden = ["1629"]', "1629"),
    "D05 a reading off the map": ('"C-28" = "2221"', '"C-28" = "2299"', "readings.D05.B"),
    "D05 reading A is the set-up": ('"C-28" = "1221"', '"C-28" = "1222"', "readings.D05.A"),
}


@pytest.mark.parametrize(("old", "new", "said"), MAP_FAULTS.values(), ids=MAP_FAULTS.keys())
def test_a_fault_in_map_is_refused_with_file_and_key(old: str, new: str, said: str) -> None:
    message = refusal(with_file(MAP, (old, new)))
    assert message.startswith(f"mine/{MAP}: ")
    assert said in message


@pytest.mark.parametrize(("old", "new", "said"), UNITS_FAULTS.values(), ids=UNITS_FAULTS.keys())
def test_a_fault_in_units_is_refused_with_file_and_key(old: str, new: str, said: str) -> None:
    message = refusal(with_file(UNITS, (old, new)))
    assert message.startswith(f"mine/{UNITS}: ")
    assert said in message


@pytest.mark.parametrize(("old", "new", "said"), SCENARIOS_FAULTS.values(), ids=SCENARIOS_FAULTS.keys())
def test_a_fault_in_scenarios_is_refused_with_file_and_key(old: str, new: str, said: str) -> None:
    message = refusal(with_file(SCENARIOS, (old, new)))
    assert message.startswith(f"mine/{SCENARIOS}: ")
    assert said in message


def test_23_2_a_map_without_cemetery_hill_does_not_serve_the_scenario() -> None:
    message = refusal(with_file(MAP, ('"Cemetery Hill" =', '"Graveyard Hill" =')))
    assert message == "mine/scenarios.toml: scenarios, mcpherson: victory: the map has no Cemetery Hill"


def test_23_5_a_map_without_the_baltimore_pike_does_not_serve_the_scenario() -> None:
    pike = ('road = "Baltimore Pike"', 'road = "Pike"'), ('name = "Baltimore Pike"', 'name = "Pike"')
    message = refusal(with_file(MAP, *pike))
    assert message == "mine/scenarios.toml: scenarios, little_round_top: victory: the map has no Baltimore Pike"


def test_a_pack_without_one_of_its_files_is_refused() -> None:
    for missing in HOUSE.files:
        rest = {file: text for file, text in HOUSE.files.items() if file != missing}
        assert f"has no file {missing}; it holds" in refusal(Pack(name="mine", files=rest))
