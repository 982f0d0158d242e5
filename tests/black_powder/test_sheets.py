"""Section 20 A pack of one's own is taken; a faulty one is refused with its file, table and key."""

from __future__ import annotations

import pytest

from domain.kernel.errors import BadInput
from domain.kernel.packs import BadPack, Pack
from domain.tabletop.angles import Point
from rules.black_powder.sheets.checks.pack import check_pack
from rules.black_powder.sheets.rows import profiles
from rules.black_powder.units.footprint import body_of, leader_point
from rules.black_powder.units.measuring import from_point, gap
from rules.black_powder.units.profile import is_all_round
from rules.black_powder.units.zones import quarter_of
from tests.black_powder.positions import HOUSE, position, unit

PROFILES, WEAPONS, FOOTPRINTS, SCENARIOS = "profiles.toml", "weapons.toml", "footprints.toml", "scenarios.toml"


def with_file(file: str, old: str, new: str) -> Pack:
    assert old in HOUSE.files[file], old
    return Pack(name="mine", files={**HOUSE.files, file: HOUSE.files[file].replace(old, new, 1)})


def test_the_house_pack_is_taken() -> None:
    check_pack(HOUSE)
    assert len(profiles(HOUSE)) == 90


def test_other_values_are_taken() -> None:
    mine = with_file(PROFILES, 'hth = 7, shooting = [3], morale = "3+"', 'hth = 8, shooting = [4], morale = "2+"')
    check_pack(mine)
    assert (profiles(mine)["bri_gren"].hth, profiles(mine)["bri_gren"].shooting) == (8, (4,))


FAULTS = {
    "arm": (PROFILES, 'kind = "RI", arm = "smoothbore musket"', 'kind = "RI", arm = "musket"', "bri_line: arm"),
    "gun's arm": (PROFILES, 'kind = "RI", arm = "smoothbore musket"', 'kind = "RI", arm = "rocket"', "arm: rocket"),
    "three numbers": (PROFILES, "shooting = [2, 1, 1]", "shooting = [2]", "gun_3lb: shooting: [2] is not short"),
    "no such rule": (PROFILES, '"Crack", "First Fire"', '"Krack", "First Fire"', "no special rule 'Krack'"),
    "no grade": (PROFILES, '"Elite 4+", "Ferocious', '"Elite", "Ferocious', "Elite bears its grade"),
    "stamina": (PROFILES, "stamina = 3, size", "stamina = 2, size", "stamina: a standard unit has 3"),
    "size of a gun": (PROFILES, 'stamina = 1, size = "none"', 'stamina = 1, size = "small"', "size: artillery"),
    "no range": (WEAPONS, 'name = "bow", kind = "small", range = 12', 'name = "bow", kind = "small", range = 0', "bow"),
    "weapon twice": (WEAPONS, 'name = "bow"', 'name = "pistols"', "'pistols' stands there twice"),
    "unknown id": (WEAPONS, "BP.sr.Crac", "BP.sr.Krac", "BP.sr.Krac"),
    "a line of three": (FOOTPRINTS, "line = { standard = [12, 2]", "line = { standard = [12, 3]", "line.standard"),
    "march column": (FOOTPRINTS, "march_column = { standard = [4, 6]", "march_column = { standard = [6, 4]", "deeper"),
    "attack column": (
        FOOTPRINTS,
        "attack_column = { standard = [6, 4]",
        "attack_column = { standard = [3, 4]",
        "files",
    ),
    "no such profile": (SCENARIOS, 'profile = "bri_line"', 'profile = "bri_lime"', "no profile 'bri_lime'"),
    "no such place": (SCENARIOS, 'places = ["Freeman\'s farmhouse"', 'places = ["Freeman\'s barn"', "Freeman's barn"),
    "no such side": (SCENARIOS, 'first_turn = "american"', 'first_turn = "american "', "first_turn"),
    "no such terrain": (SCENARIOS, 'kind = "hill"', 'kind = "hil"', "no terrain 'hil'"),
    "no such switch": (SCENARIOS, 'switches = ["fires"]', 'switches = ["fire"]', "no option 'fire'"),
    "off the table": (SCENARIOS, 'at = "34:54"', 'at = "34:71.5"', "off the table"),
    "two in one place": (SCENARIOS, 'at = "34:54"', 'at = "44:54"', "stands on"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_a_fault_is_named(case: str) -> None:
    file, old, new, said = FAULTS[case]
    with pytest.raises(BadPack) as error:
        check_pack(with_file(file, old, new))
    assert error.value.faults[0][0] == file
    assert any(said in fault for _, fault in error.value.faults), error.value.faults


def test_a_misspelt_key_is_refused_with_its_place() -> None:
    with pytest.raises(BadInput, match=r"profiles.toml: army\[0\].profiles\[0\] has a key 'htx' that nothing"):
        check_pack(with_file(PROFILES, "hth = 6, shooting", "htx = 6, shooting"))
    with pytest.raises(BadInput, match=r"mine/scenarios.toml: scenario\[0\] lacks the key 'table'"):
        check_pack(with_file(SCENARIOS, "table = [96, 72]\n", ""))


def test_the_one_printed_profile() -> None:
    """BP.army.5, BP.army.4 A British battalion of the American Revolution, as the book has it."""
    row = profiles(HOUSE)["bri_line"]
    assert (row.hth, row.shooting, row.morale, row.stamina) == (6, (3,), "4+", 3)
    assert row.rules == ("Crack", "First Fire", "Valiant")


def test_stamina_by_size() -> None:
    """BP.army.6, BP.army.7, BP.army.7b Never less than the size gives; guns are house."""
    usual = {"large": 4, "standard": 3, "small": 2, "tiny": 1}
    assert all(row.stamina >= usual.get(row.size, 1) for row in profiles(HOUSE).values())


def test_the_ground_of_each_formation() -> None:
    """BP.army.12, BP.army.13, BP.form.2, BP.form.3, BP.form.4, BP.form.7, BP.form.8 Widths and depths in inches."""
    extents = position({}).battle.extents
    assert extents["foot/standard/line"] == (9449, 1575)
    assert extents["foot/standard/attack_column"] == (4724, 3150)
    assert extents["foot/standard/march_column"] == (3150, 4724)
    assert extents["horse/standard/line"] == (11811, 1969)
    width, depth = extents["foot/standard/square"]
    assert width == depth


def test_an_army_is_a_general_and_brigades() -> None:
    """BP.army.1, BP.army.2, BP.army.3, BP.army.10, BP.army.11"""
    state = position({})
    for side in state.core.sides:
        ranks = [one.rank for one in state.commanders.values() if one.side == side]
        assert ranks.count("general") == 1
    assert all(5 <= one.rating <= 10 for one in state.commanders.values())
    general = with_file(SCENARIOS, 'rank = "brigade"', 'rank = "general"')
    with pytest.raises(BadPack, match="generals"):
        check_pack(general)


def test_zones_part_at_the_corners() -> None:
    """BP.form.12, BP.army.9, BP.form.5 A ray halves each corner; the leader stands in the middle of the front."""
    state = position({"b": unit("blue", "d_foot", "40:20")})
    body = body_of(state, state.units["b"])
    assert leader_point(body) == (40_000, 20_000)
    points = (Point(40_000, 30_000), Point(60_000, 19_000), Point(20_000, 19_000), Point(40_000, 5_000))
    found = [quarter_of(body, point).value for point in points]
    assert found == ["front", "right", "left", "rear"]
    assert is_all_round(unit("blue", "d_foot", "40:20", formation="skirmish"))


def test_distances_run_from_base_to_base() -> None:
    """BP.turn.3, BP.gen.1, BP.turn.1"""
    state = position({"b": unit("blue", "d_foot", "40:20"), "r": unit("red", "d_foot", "40:30", "180")})
    assert gap(state, state.units["b"], state.units["r"]) == 10_000
    assert from_point(Point(40_000, 25_000), body_of(state, state.units["b"])) == 5_000
    assert state.battle.width == 96_000
