"""BP.fsq, BP.burn, BP.mg, BP.rkt, BP.how, BP.bld Squares, fires and special pieces, with E21, E22, E38 and E39."""

from __future__ import annotations

import msgspec
import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import Fact, Order
from domain.kernel.play import Play
from rules.black_powder import SYSTEM
from rules.black_powder.advanced import mixed, squares
from rules.black_powder.advanced.facts import SquareTested
from rules.black_powder.breaking.facts import UnitDestroyed
from rules.black_powder.shooting import fires
from rules.black_powder.shooting.asks import AwaitNextDie, ClearJam, EndShooting, NextDie, ShootUnit, StopFiring, Torch
from rules.black_powder.shooting.facts import (
    BlockHit,
    FireBurned,
    FireStarted,
    GunJammed,
    RocketFlown,
    SavesRolled,
    ShotsRolled,
)
from rules.black_powder.shooting.guns import arm_of, band_of, gun_dice
from rules.black_powder.state import Fire, State, Unit
from tests.black_powder.positions import every, give, one, piece, position, refused, unit

FARM = piece("building block", "30:30", "36:30", "36:35", "30:35", name="farm")


def foe(at: str = "40:32", profile: str = "d_foot", formation: str = "line", **more: object) -> Unit:
    return unit("red", profile, at, "180", formation, **more)  # type: ignore[arg-type]


def playing(state: State, dice: list[int]) -> Play[State]:
    return Play(SYSTEM, state, "blue", Order(), EnteredChance(dice))


@pytest.mark.parametrize(
    ("dice", "result", "formation", "disordered"),
    [
        ((1, 1), "no square", "line", True),
        ((6, 6), "disordered square", "square", True),
        ((3, 4), "square", "square", False),
    ],
)
def test_forming_square(dice: tuple[int, int], result: str, formation: str, disordered: bool) -> None:
    """BP.fsq.2, BP.fsq.3"""
    state = position({"b": unit("blue", "d_horse", "40:20"), "r": foe(profile="d_square")})
    assert squares.must_form(state, "r", "b", "front")
    play = playing(state, list(dice))
    squares.test(play, "r", "b")
    assert one([item.fact for item in play.recorded], SquareTested).result == result
    found = state.units["r"]
    assert (found.formation, found.disordered, found.turn.squared) == (formation, disordered, "b")


def test_who_does_not_form_square() -> None:
    """BP.fsq.1"""
    state = position(
        {"b": unit("blue", "d_horse", "40:20"), "f": unit("blue", "d_foot", "60:20"), "r": foe(profile="d_square")}
    )
    assert not squares.must_form(state, "r", "b", "left")
    assert not squares.must_form(state, "r", "f", "front")
    barred = position(
        {"b": unit("blue", "d_horse", "40:20"), "r": foe(profile="d_square")}, options={"no_squares": True}
    )
    assert not squares.must_form(barred, "r", "b", "front")


def test_skirmishers_rejoin() -> None:
    """BP.mix.5"""
    state = position({"b": unit("blue", "d_mixed", "40:20", formation="mixed_line")})
    mixed.rejoin(playing(state, []), "b")
    assert state.units["b"].formation == "line"


def test_mixed_formation_shoots_one_die_with_the_bonus() -> None:
    """BP.mix.3, BP.mix.4"""
    state = position({"b": unit("blue", "d_mixed", "40:20", formation="mixed_line"), "r": foe("40:36")})
    shots = one(give(state, "blue", ShootUnit(unit="b"), [3, 6]), ShotsRolled)
    assert (len(shots.faces), shots.needs, shots.hits) == (1, 3, 1)


def test_e22_bands() -> None:
    """BP.gun.6 48 inches: short 6, medium 24, long 48; and E21 of BP.gun.10 without canister."""
    state = position({"b": unit("blue", "d_gun", "40:10", formation="unlimbered")})
    arm = arm_of(state, state.units["b"])
    assert [band_of(state, arm, inches * 1000) for inches in (6, 7, 24, 25, 48)] == [
        "short", "medium", "medium", "long", "long",
    ]  # fmt: skip
    assert [gun_dice(state, state.units["b"], band) for band in ("short", "medium", "long")] == [3, 2, 1]
    plain = position({"b": unit("blue", "d_gun", "40:10", formation="unlimbered")}, options={"no_canister": True})
    assert gun_dice(plain, plain.units["b"], "short") == 2


def test_guns_at_columns_and_saves() -> None:
    """BP.fire.4, BP.save.2, BP.gun.7"""
    state = position(
        {"b": unit("blue", "d_gun", "40:10", formation="unlimbered"), "r": foe("40:30", formation="attack_column")}
    )
    facts = give(state, "blue", ShootUnit(unit="b"), [3, 2, 5])
    assert one(facts, ShotsRolled).needs == 3
    assert one(facts, SavesRolled).lots[0].needs == 6
    assert state.units["r"].turn.gunned


def machine_gun(dice: list[int]) -> State:
    state = position({"b": unit("blue", "d_mg", "40:10", formation="unlimbered"), "r": foe("40:26")})
    give(state, "blue", ShootUnit(unit="b"), dice)
    return state


def test_machine_guns_roll_die_by_die() -> None:
    """BP.mg.4, BP.mg.5, BP.mg.6"""
    state = machine_gun([1])
    assert isinstance(state.core.pending[-1], AwaitNextDie)
    give(state, "blue", NextDie(unit="b"), [5])
    facts = give(state, "blue", StopFiring(unit="b"), [6])
    assert one(facts, ShotsRolled).faces == (1, 5)
    assert one(facts, SavesRolled).lots[0].needs == 6
    assert not state.units["b"].jammed


def test_machine_guns_jam() -> None:
    """BP.mg.7"""
    state = machine_gun([4])
    facts = give(state, "blue", NextDie(unit="b"), [1, 6])
    assert every(facts, GunJammed)
    assert refused(state, "blue", ShootUnit(unit="b")) == ("jammed", "BP.mg.7")
    state.units["b"].turn.shot = False
    give(state, "blue", ClearJam(unit="b"), [6])
    assert not state.units["b"].jammed
    assert refused(state, "blue", ShootUnit(unit="b")) == ("has shot", "BP.vis.1")


def test_better_makes_ignore_the_first_jam() -> None:
    """BP.mg.9"""
    state = position(
        {"b": unit("blue", "d_mg", "40:10", formation="unlimbered"), "r": foe("40:26")},
        options={"reliable_machine_guns": True},
    )
    give(state, "blue", ShootUnit(unit="b"), [4])
    give(state, "blue", NextDie(unit="b"), [1, 5])
    assert not state.units["b"].jammed
    give(state, "blue", NextDie(unit="b"), [1, 6, 6])
    assert state.units["b"].jammed


def rockets(dice: list[int], *others: tuple[str, Unit], at: str = "") -> tuple[State, list[Fact]]:
    units = {"b": unit("blue", "d_rocket", "40:10", formation="unlimbered"), "r": foe("40:40"), **dict(others)}
    state = position(units)
    return state, (give(state, "blue", ShootUnit(unit="b", target="r", at=at), dice))


def test_e39_each_rocket_drifts_by_itself() -> None:
    """BP.rkt.7"""
    _, facts = rockets([4, 5, 2, 3, 1, 5, 6, 4])
    flown = every(facts, RocketFlown)
    assert [(one.result, one.drift, one.bearing) for one in flown] == [("drifts", 5000, 0), ("drifts", 11000, 18000)]


def test_a_rocket_bursts_or_hits() -> None:
    """BP.rkt.7, BP.rkt.10"""
    state, facts = rockets([1, 1, 1, 1])
    assert one(facts, RocketFlown).result == "bursts"
    assert state.units["b"].casualties == 2
    state, _ = rockets([6, 3, 5])
    assert state.units["r"].disordered
    assert state.units["r"].casualties == 1


def test_a_stray_rocket_hits_a_friend() -> None:
    """BP.rkt.8, BP.rkt.9"""
    friend = unit("blue", "d_foot", "40:34")
    state, _ = rockets([4, 1, 3, 4, 4, 1, 2], ("f", friend), at="40:40")
    assert state.units["f"].casualties == 1


def burning(options: bool = True, **units: Unit) -> State:
    return position({"b": unit("blue", "d_foot", "33:30"), **units}, FARM, options={"fires": True} if options else {})


def test_fires_catch_when_all_have_shot() -> None:
    """BP.burn.3, BP.burn.4"""
    state = burning()
    give(state, "blue", Torch(unit="b", block="farm"))
    facts = give(state, "blue", EndShooting(), [6, 4])
    started = one(facts, FireStarted)
    assert (started.burns, started.fierceness) == (True, 4)
    assert state.fires["farm"].fierceness == 4


def test_shells_set_fire_to_what_they_hit() -> None:
    """BP.burn.1, BP.burn.2"""
    units = {"b": unit("blue", "d_howitzer", "33:10", formation="unlimbered"), "r": foe("60:60")}
    state = position(units, FARM, options={"fires": True})
    facts = give(state, "blue", ShootUnit(unit="b", block="farm"), [4, 5])
    assert one(facts, BlockHit).hits == 2
    held = position({"b": units["b"], "r": unit("red", "d_foot", inside="farm")}, FARM, options={"fires": True})
    assert refused(held, "blue", ShootUnit(unit="b", block="farm")) == ("building is held", "BP.burn.1")
    facts = give(held, "blue", ShootUnit(unit="b", target="r"), [6, 1, 6])
    assert one(facts, BlockHit).hits == 1
    off = position(units, FARM)
    off.battle = msgspec.structs.replace(off.battle, switches=())
    assert refused(off, "blue", ShootUnit(unit="b", block="farm")) == ("no fires are played", "BP.burn.1")


@pytest.mark.parametrize(("fierceness", "out"), [(3, (4, 5, 6)), (4, (5, 6))])
def test_e38_putting_it_out(fierceness: int, out: tuple[int, ...]) -> None:
    """BP.burn.7"""
    state = position({}, FARM)
    found = [die for die in range(1, 7) if fires.fought(state, die, Fire(fierceness=fierceness)) == "out"]
    assert set(found) - {fierceness} == set(out)


def test_a_building_falls_after_three_turns() -> None:
    """BP.burn.6"""
    state = position({"r": unit("red", "d_foot", inside="farm")}, FARM, active="red", options={"fires": True})
    state.fires["farm"] = Fire(fierceness=5, turns=2)
    play = playing(state, [])
    fires.end_turn(play)
    recorded = [item.fact for item in play.recorded]
    assert one(recorded, FireBurned).down
    assert one(recorded, UnitDestroyed).unit == "r"


def test_a_garrison_divides_its_dice_over_its_sides() -> None:
    """BP.bld.4 Three dice: two from one side, one from another."""
    units = {"b": unit("blue", "d_foot", inside="farm"), "r": foe("33:42"), "r2": unit("red", "d_foot", "24:33", "90")}
    state = position(units, FARM)
    assert len(one(give(state, "blue", ShootUnit(unit="b", face="front"), [1, 1]), ShotsRolled).faces) == 2
    assert len(one(give(state, "blue", ShootUnit(unit="b", face="left"), [1]), ShotsRolled).faces) == 1
