"""BP.form.12, BP.gun.2, BP.tgt.6 Fire arcs and the ways to targets, as `show --zones` draws them."""

from __future__ import annotations

from rules.black_powder.sight.board import board
from rules.black_powder.sight.zones import zones_of
from tests.black_powder.positions import piece, position, unit
from tests.black_powder.test_opening import agreed


def test_a_line_has_its_front_zone_as_far_as_its_muskets_reach() -> None:
    state = position({"b": unit("blue", "d_foot", "40:20"), "r": unit("red", "d_foot", "40:32", "180")})
    arc, short, way = zones_of(state, "b")
    assert [(zone.kind, zone.label) for zone in (arc, short, way)] == [
        ("fire", '18"'), ("short", '6"'), ("charge", '12"'),
    ]  # fmt: skip
    assert max(y for _, y in arc.points) == 38_000, "18 inches straight ahead of the leader"
    assert min(y for _, y in arc.points) >= 20_000, "nothing behind the front"


def test_a_gun_has_three_reaches_from_its_muzzle() -> None:
    state = position({"b": unit("blue", "d_gun", "40:20", formation="unlimbered")})
    assert [(zone.kind, zone.label) for zone in zones_of(state, "b")] == [
        ("fire", '48"'), ("long", '24"'), ("short", '6"'),
    ]  # fmt: skip
    assert zones_of(state, "b")[0].points[0] == (40_000, 20_000)


def test_skirmishers_shoot_all_about_and_squares_from_each_side() -> None:
    state = position({"b": unit("blue", "d_foot", "40:20", formation="skirmish")})
    arc = zones_of(state, "b")[0]
    assert min(y for _, y in arc.points) < 2_000 < 38_000 <= max(y for _, y in arc.points)
    square = position({"b": unit("blue", "d_square", "40:20", formation="square")})
    assert sum(zone.kind == "fire" for zone in zones_of(square, "b")) == 4


def test_the_corridor_is_told_and_one_too_narrow_is_barred() -> None:
    for gap, kind, label in ((7_000, "charge", '12" / 7"'), (5_000, "blocked", "")):
        left, right = 40_000 - gap // 2 - 1_181, 40_000 + gap // 2 + 1_181
        units = {
            "b": unit("blue", "d_foot", "40:20"),
            "r": unit("red", "d_foot", "40:32", "180"),
            "x": unit("blue", "d_gun", f"{left / 1000}:24", formation="unlimbered"),
            "y": unit("blue", "d_gun", f"{right / 1000}:24", formation="unlimbered"),
        }
        way = zones_of(position(units), "b")[-1]
        assert way.kind == kind
        assert way.label.split(".")[0].startswith(label[:5])


def test_who_cannot_shoot_has_none() -> None:
    state = position({"b": unit("blue", "d_gun", "40:20", formation="limbered"), "h": unit("blue", "d_horse", "60:20")})
    assert zones_of(state, "b") == zones_of(state, "h") == ()


def test_bp_house_2_while_armies_are_placed_the_strip_is_shown() -> None:
    (strip,) = zones_of(agreed(), "british-1st")
    assert strip.kind == "deployment"
    assert {y for _, y in strip.points} == {54_000, 72_000}


def test_badges_of_those_in_trouble() -> None:
    units = {
        "b": unit("blue", "d_foot", "40:20", casualties=3, disordered=True),
        "g": unit("blue", "d_gun", "60:20", formation="limbered"),
    }
    state = position(units, piece("wood", "2:30", "10:30", "10:40", "2:40"))
    counters = {counter.id: counter for counter in board(state, None).counters}
    assert counters["b"].marks == ("disordered", "shaken")
    assert counters["g"].marks == ("limbered",)
