"""10.9.1 to 10.9.5 Lines of sight: units, hedges (10.9.3.A), slopes, blind zones, woods (10.9.4); 10.8.3."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from domain.kernel.core import Core
from rules.musket_and_pike.ground.ground import Ground
from rules.musket_and_pike.ground.sight import crosses_blind_zone, grazing_line, sees, unit_sees
from rules.musket_and_pike.sheets.chart_lines import Terrain, TerrainChart

OPEN = Terrain(mp=(1, 1, 1, 1), fh=(False, False, False))
THICK = Terrain(mp=(1, 1, 1, 1), fh=(False, False, False), blocks_los=True)
HIDING = ("woods", "village", "town", "castle", "hedge_hexside", "berm_hexside")
CHART = TerrainChart(
    source="test",
    **{name: THICK if name in HIDING else OPEN for name in TerrainChart.__struct_fields__ if name not in ("source",)},
)


def field(**more: Any) -> Any:
    """A bare field of 20 by 12, with what lies on it and who stands there."""
    units = more.pop("units", {})
    readings, wagons = more.pop("readings", {}), more.pop("wagons", {})
    ground = Ground(places=(1, 20), rows=(1, 12), **more)
    stacks: dict[str, list[str]] = {}
    for name, unit in units.items():
        for hex in unit.hexes:
            stacks.setdefault(hex, []).append(name)
    core = SimpleNamespace(readings=readings)
    return SimpleNamespace(
        core=core, ground=ground, charts=SimpleNamespace(terrain=CHART), units=units, stacks=stacks, wagons=wagons
    )


def unit(arm: str, *hexes: str, side: str = "blue", **more: Any) -> Any:
    card = SimpleNamespace(arm=arm)
    return SimpleNamespace(card=card, side=side, hexes=hexes, **{"disabled": False, "holder": "", **more})


def test_core_is_what_the_stand_in_stands_for() -> None:
    assert "readings" in Core.__struct_fields__


def test_woods_are_seen_into_and_not_through() -> None:
    state = field(kinds={"woods": ("0505",)})
    assert sees(state, "0305", "0505")
    assert not sees(state, "0305", "0605")
    assert not sees(state, "0605", "0305")


@pytest.mark.parametrize(("arm", "is_clear"), [("HI", False), ("CAV", False), ("LI", True), ("ART", True)])
@pytest.mark.parametrize("side", ["blue", "red"])
def test_heavy_infantry_and_cavalry_of_either_side_block_it(arm: str, is_clear: bool, side: str) -> None:
    state = field(units={"x": unit(arm, "0505", side=side)})
    assert sees(state, "0305", "0805") is is_clear


def test_wagons_block_it() -> None:
    state = field(wagons={"w": SimpleNamespace(at="0505")})
    assert not sees(state, "0305", "0805")


def test_own_units_do_not_hide_the_target_of_a_charge() -> None:
    state = field(units={"x": unit("HI", "0505"), "y": unit("HI", "0605", side="red")})
    assert not sees(state, "0305", "0605")
    assert sees(state, "0305", "0605", ignore="blue")
    assert not sees(state, "0305", "0705", ignore="blue")


def test_enemy_guns_block_an_interception_unless_they_are_taken() -> None:
    state = field(units={"x": unit("ART", "0505", side="red")})
    assert not sees(state, "0305", "0705", guns="red")
    assert sees(state, "0305", "0705", guns="blue")
    state = field(units={"x": unit("ART", "0505", side="red", disabled=True)})
    assert sees(state, "0305", "0705", guns="red")


def test_along_a_hexside_both_hexes_must_block() -> None:
    """0505 to 0507 runs along the side of 0506 and 0606."""
    one, both = {"x": unit("HI", "0506")}, {"x": unit("HI", "0506"), "y": unit("CAV", "0606", side="red")}
    assert sees(field(units=one), "0505", "0507")
    assert not sees(field(units=both), "0505", "0507")
    assert not sees(field(units=one, kinds={"woods": ("0606",)}), "0505", "0507")
    assert not sees(field(kinds={"woods": ("0506", "0606")}), "0505", "0507")


def test_a_two_hex_unit_is_seen_by_either_half() -> None:
    """10.9.5 One half of it hides no other."""
    state = field(
        units={"x": unit("HI", "0505"), "y": unit("HI", "0705", "0707", side="red"), "z": unit("CAV", "0305")}
    )
    assert not sees(state, "0305", "0705")
    assert unit_sees(state, state.units["z"], state.units["y"])
    behind = field(units={"y": unit("HI", "0605", "0705", side="red"), "z": unit("CAV", "0305")})
    assert not sees(behind, "0305", "0705")
    assert sees(behind, "0305", "0705", but=("0605",))


def test_a_hedge_is_seen_over_into_the_hex_behind_it_both_ways() -> None:
    state = field(lines={"hedge": ("0505-0605",)})
    assert sees(state, "0305", "0605")
    assert sees(state, "0505", "0905")
    assert sees(state, "0805", "0505")
    assert not sees(state, "0305", "0705")
    assert not sees(state, "0705", "0305")


HILL = tuple(f"{place:02}{row:02}" for place in range(1, 21) for row in range(1, 5))  # rows 1 to 4


def test_higher_ground_than_both_blocks() -> None:
    state = field(high=("0505",))
    assert not sees(state, "0305", "0705")
    assert sees(state, "0305", "0505")


def test_a_steep_slope_hides_as_many_hexes_as_the_viewer_stands_behind_its_crest() -> None:
    """10.9.3.B, D55 One hex behind the crest hides one hex; in the crest itself none."""
    state = field(high=HILL)
    assert sees(state, "0504", "0505")
    assert not sees(state, "0503", "0505")
    assert sees(state, "0503", "0506")
    assert [sees(state, "0502", f"05{row:02}") for row in (5, 6, 7)] == [False, False, True]


def test_read_as_b_the_blind_zone_is_one_hex_longer() -> None:
    state = field(high=HILL, readings={"D55": "b"})
    assert [sees(state, "0504", f"05{row:02}") for row in (5, 6)] == [False, True]
    assert [sees(state, "0503", f"05{row:02}") for row in (5, 6, 7)] == [False, False, True]


def test_who_stands_in_a_blind_zone_hides_nobody_beyond_it() -> None:
    state = field(high=HILL, units={"x": unit("HI", "0504"), "y": unit("HI", "0505", "0605", side="red")})
    assert not sees(field(high=HILL, units={"y": unit("HI", "0506", "0606")}), "0503", "0508")
    assert sees(field(high=HILL, units={"y": unit("HI", "0505", "0605")}), "0503", "0508")
    assert crosses_blind_zone(state, "0503", "0508")
    assert not crosses_blind_zone(state, "0504", "0508")


def test_from_the_top_of_a_slope_woods_hide_one_hex_and_hedges_nothing() -> None:
    state = field(high=HILL, kinds={"woods": ("0706",)}, lines={"hedge": ("0405-0406", "0506-0406", "0406-0407")})
    line = ["0605", "0706", "0707", "0808", "0809"]  # straight south-east of 0604
    assert [sees(state, "0604", hex) for hex in line] == [True, True, False, True, True]
    assert not sees(field(kinds={"woods": ("0706",)}), "0604", "0808")
    assert sees(state, "0504", "0408")


def test_a_line_is_the_same_from_both_ends() -> None:
    state = field(
        high=HILL, kinds={"woods": ("0706", "0909"), "village": ("0303",)}, lines={"hedge": ("1005-1006", "0806-0807")}
    )
    hexes = ["0302", "0504", "0904", "1101", "0605", "0808", "1010", "0412", "1206"]
    for a in hexes:
        for b in hexes:
            assert sees(state, a, b) == sees(state, b, a), (a, b)


def test_grazing_fire_sweeps_the_line_to_its_reach() -> None:
    state = field()
    assert grazing_line(state, "0305", "0505", 4) == ("0405", "0505", "0605", "0705")
    assert grazing_line(state, "1805", "1905", 4) == ("1905", "2005")


@pytest.mark.parametrize(
    ("hand", "swept"), [("left", ("0606", "0507", "0608", "0509")), ("right", ("0506", "0507", "0508", "0509"))]
)
def test_along_hexsides_it_keeps_to_one_hand(hand: Any, swept: tuple[str, ...]) -> None:
    """10.8.5 Southwards the left hand is in the east."""
    assert grazing_line(field(), "0505", "0507", 4, hand) == swept


def test_what_stops_grazing_fire() -> None:
    """10.8.3 Woods are entered; a hedge is passed by one hex; a slope ends it on its upper hex."""
    assert grazing_line(field(kinds={"woods": ("0605",)}), "0405", "0505", 5) == ("0505", "0605")
    assert grazing_line(field(lines={"hedge": ("0505-0605",)}), "0405", "0505", 5) == ("0505", "0605")
    assert grazing_line(field(high=("0605", "0705", "0805")), "0405", "0505", 5) == ("0505", "0605")
    assert grazing_line(field(high=("0405", "0505", "0605")), "0405", "0505", 5) == ("0505", "0605")
    assert grazing_line(field(lines={"gentle_slope": ("0605-0705",)}), "0405", "0505", 5) == ("0505", "0605")
    assert grazing_line(field(units={"x": unit("HI", "0605")}), "0405", "0505", 3) == ("0505", "0605", "0705")
