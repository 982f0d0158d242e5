"""BP.how, BP.mg, BP.rkt, BP.gun, BP.clo, BP.tra Pieces, reactions and sight, rule by rule."""

from __future__ import annotations

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Order
from domain.kernel.play import Play
from domain.kernel.reasons import total
from domain.tabletop.angles import Point
from rules.black_powder import SYSTEM
from rules.black_powder.breaking.asks import ResumeTests
from rules.black_powder.breaking.facts import UnitDisordered
from rules.black_powder.charges.declaring import is_sound_square
from rules.black_powder.combat import dice as hth
from rules.black_powder.movement.actor import Actor
from rules.black_powder.movement.limits import check_fit
from rules.black_powder.shooting import closing, traversing
from rules.black_powder.shooting.asks import AwaitNextDie, EndShooting, ShootUnit
from rules.black_powder.shooting.enfilade import lies_along
from rules.black_powder.shooting.facts import SavesRolled, ShotsRolled, TargetChosen
from rules.black_powder.shooting.guns import arm_of, band_of
from rules.black_powder.shooting.looking import look_of
from rules.black_powder.shooting.shots import dice_of, to_hit_of
from rules.black_powder.shooting.sight import figures, sees
from rules.black_powder.shooting.targets import aim_at
from rules.black_powder.state import COMBAT, Contact, Fire, State, Unit, UnitTurn
from rules.black_powder.units.footprint import body_of, main_body
from tests.black_powder.positions import give, one, piece, position, refused, unit


def touch(who: str, foe: str, side: str = "front", foe_side: str = "front") -> Contact:
    return Contact(unit=who, foe=foe, side=side, foe_side=foe_side, length=9449)  # type: ignore[arg-type]


def foe(at: str = "40:32", profile: str = "d_foot", formation: str = "line", **more: object) -> Unit:
    return unit("red", profile, at, "180", formation, **more)  # type: ignore[arg-type]


def gun(profile: str = "d_gun", at: str = "40:10", **more: object) -> Unit:
    return unit("blue", profile, at, "0", "unlimbered", **more)  # type: ignore[arg-type]


def test_commanders_block_nothing() -> None:
    """BP.vis.4, BP.gen.2, BP.gen.3 They are shot through, and nobody's target."""
    state = position({"b": unit("blue", "d_foot", "40:20"), "r": foe()})
    state.commanders["red-first"].at = Point(40_000, 26_000)
    assert one(give(state, "blue", ShootUnit(unit="b"), [1, 1, 1]), TargetChosen).measured.visible == 10_000


def test_troops_block_sight_for_all_but_guns() -> None:
    """BP.vis.3, BP.vis.5 Even from a hill."""
    hill = piece("hill", "36:14", "44:14", "44:24", "36:24")
    units = {"b": unit("blue", "d_brave", "40:20"), "r": foe("40:42"), "m": foe("40:31")}
    assert not sees(position(units, hill), "b", "r")


def test_a_gun_shoots_45_degrees_to_each_side_from_the_muzzle() -> None:
    """BP.gun.2, BP.gun.1, BP.how.1, BP.mg.1, BP.rkt.1"""
    for profile in ("d_gun", "d_howitzer", "d_mg", "d_rocket"):
        inside = position({"b": gun(profile), "r": foe("56:28", "d_gun", "unlimbered")})
        outside = position({"b": gun(profile), "r": foe("64:28", "d_gun", "unlimbered")})
        assert aim_at(look_of(inside, "b", Point(40_000, 10_000), None), "r") is not None
        assert aim_at(look_of(outside, "b", Point(40_000, 10_000), None), "r") is None


def test_a_gun_is_its_base_and_no_clear_target() -> None:
    """BP.gun.11, BP.gun.4"""
    state = position({"b": gun(), "r": foe("40:30", "d_gun", "unlimbered")})
    shots = one(give(state, "blue", ShootUnit(unit="b"), [1, 1]), ShotsRolled)
    assert [(modifier.value, modifier.key) for modifier in shots.modifiers] == [(-1, "not clear")]


def test_howitzers() -> None:
    """BP.how.2, BP.how.3, BP.how.5, BP.how.6, BP.how.7 Over troops without a minus, two dice, saves at -2."""
    state = position({"b": gun("d_howitzer"), "m": unit("blue", "d_foot", "40:16"), "r": foe("40:40")})
    facts = give(state, "blue", ShootUnit(unit="b"), [5, 1, 6])
    shots = one(facts, ShotsRolled)
    assert (len(shots.faces), [modifier.key for modifier in shots.modifiers]) == (2, ["beyond half range"])
    assert one(facts, SavesRolled).lots[0].needs == 6
    assert arm_of(state, state.units["b"]).range == 36_000
    free = position({"b": gun("d_howitzer"), "r": foe("34:40"), "r2": foe("46:44")})
    assert one(give(free, "blue", ShootUnit(unit="b", target="r2"), [1, 1]), TargetChosen).target == "r2"
    bound = position({"b": gun("d_howitzer"), "r": foe("34:24"), "r2": foe("46:44")})
    assert refused(bound, "blue", ShootUnit(unit="b", target="r2")) == ("nearer target", "BP.gun.3")


def test_machine_gun_bands_and_saves() -> None:
    """BP.mg.2, BP.mg.3, BP.mg.8"""
    state = position({"b": gun("d_mg"), "r": foe("40:40", formation="attack_column")})
    arm = arm_of(state, state.units["b"])
    assert [band_of(state, arm, inches * 1000) for inches in (6, 18, 19)] == ["short", "medium", "long"]
    give(state, "blue", ShootUnit(unit="b"), [3])
    frame = state.core.pending[-1]
    assert isinstance(frame, AwaitNextDie)
    assert frame.needs == 3


def test_rockets_have_no_modifiers() -> None:
    """BP.rkt.2, BP.rkt.3, BP.rkt.5, BP.rkt.6"""
    state = position({"b": gun("d_rocket", disordered=True), "m": unit("blue", "d_foot", "40:16"), "r": foe("40:60")})
    shots = one(give(state, "blue", ShootUnit(unit="b"), [2, 3]), ShotsRolled)
    assert (shots.modifiers, shots.needs, len(shots.faces)) == ((), 6, 2)
    assert arm_of(state, state.units["b"]).range == 60_000


def charged(target: Unit, charger: Unit | None = None) -> tuple[State, Play[State]]:
    units = {"b": charger or unit("blue", "d_foot", "40:30"), "r": target}
    state = position(units, phase=COMBAT, contacts=(touch("b", "r"),))
    return state, Play(SYSTEM, state, "red", Order(), EnteredChance([]))


def test_closing_fire_is_plus_one_and_tested_at_once() -> None:
    """BP.clo.4, BP.clo.7, BP.brk.1, BP.brk.3"""
    state, play = charged(foe("40:30"), unit("blue", "d_foot", "40:30", casualties=2))
    play.chance = EnteredChance([3, 1, 1, 1])
    closing.fire(play, "r", "b")
    facts = [item.fact for item in play.recorded]
    assert one(facts, ShotsRolled).needs == 3
    frame = state.core.pending[-1]
    assert isinstance(frame, ResumeTests)
    assert [(test.cause, test.lines) for test in frame.tests] == [("closing fire", "hand-to-hand")]
    assert state.units["r"].turn.reacted


def test_a_charger_that_met_several_is_not_clear() -> None:
    """BP.clo.5"""
    state, _ = charged(foe("40:30"))
    assert total(to_hit_of(closing.shot_at(state, "r", "b", 2))) == 0
    assert total(to_hit_of(closing.shot_at(state, "r", "b", 1))) == 1


def test_guns_give_canister() -> None:
    """BP.clo.2, BP.gun.10"""
    state, _ = charged(foe("40:30", "d_gun", "unlimbered"))
    assert total(dice_of(closing.shot_at(state, "r", "b", 1))) == 3


@pytest.mark.parametrize(("near", "needs"), [(5_000, 3), (11_000, 4)])
def test_traversing_fire(near: int, needs: int) -> None:
    """BP.tra.2, BP.tra.3 +1 only within 6 inches."""
    state = position({"b": unit("blue", "d_horse", "20:28"), "r": foe()}, phase="orders")
    play = Play(SYSTEM, state, "red", Order(), EnteredChance([1, 1, 1]))
    traversing.fire(play, "r", "b", traversing.Pass(near, 10_000))
    assert one([item.fact for item in play.recorded], ShotsRolled).needs == needs


def test_a_square_fires_in_passing_from_one_side() -> None:
    """BP.tra.5, BP.sq.5, BP.sq.2"""
    state = position(
        {"b": unit("blue", "d_horse", "20:28"), "r": foe(formation="square", profile="d_square")}, phase="orders"
    )
    play = Play(SYSTEM, state, "red", Order(), EnteredChance([1]))
    traversing.fire(play, "r", "b", traversing.Pass(5_000, 10_000, "left"))
    assert one([item.fact for item in play.recorded], TargetChosen).face == "left"


def test_who_has_passed_is_shot_at_as_he_stands() -> None:
    """BP.tra.6 Not clear with less than half in the zone."""
    state = position({"b": unit("blue", "d_foot", "40:20"), "r": unit("red", "d_horse", "52.5:25", "90")})
    assert "half_out_of_zone" in one(give(state, "blue", ShootUnit(unit="b"), [1, 1, 1]), TargetChosen).unclear


def test_guns_have_a_bonus_at_squares() -> None:
    """BP.sq.9"""
    state = position({"b": gun(), "r": foe("40:30", "d_square", "square")})
    assert one(give(state, "blue", ShootUnit(unit="b"), [1, 1]), ShotsRolled).needs == 3


def test_skirmishers_shoot_from_any_figure() -> None:
    """BP.ski.1, BP.ski.4"""
    state = position({"b": unit("blue", "d_foot", "40:20", formation="skirmish"), "r": foe("40:5")})
    assert len(figures(state, state.units["b"])) == 8
    chosen = one(give(state, "blue", ShootUnit(unit="b"), [1, 1, 1]), TargetChosen)
    assert chosen.measured.eye[1] < 20_000
    at = ShootUnit(unit="b", target="r", at="40:30")
    assert refused(position(state.units), "blue", at)[1] in ("BP.ski.1", "BP.vis.1")


def test_a_disordered_unit_may_shoot() -> None:
    """BP.dis.8, BP.dis.1, BP.fire.0 And a six of its dice disorders."""
    state = position({"b": unit("blue", "d_foot", "40:20", disordered=True), "r": foe()})
    facts = give(state, "blue", ShootUnit(unit="b"), [6, 1, 1, 6])
    assert one(facts, UnitDisordered).unit == "r"
    assert one(facts, ShotsRolled).needs == 5


def test_orders_out_of_turn_are_refused() -> None:
    """BP.vis.2, BP.vis.1"""
    state = position({"b": unit("blue", "d_foot", "40:20"), "r": foe()})
    assert refused(state, "red", ShootUnit(unit="r"))[0] == "not your turn"
    state.core.phase = "orders"
    assert refused(state, "blue", ShootUnit(unit="b"))[0] == "no order of this phase"


def test_the_screen_of_a_mixed_formation() -> None:
    """BP.mix.1, BP.mix.2 Zones are those of the main body."""
    state = position({"b": unit("blue", "d_mixed", "40:20", formation="mixed_line")})
    body = body_of(state, state.units["b"])
    assert len(body.screen) == 1
    assert main_body(body).screen == ()


def test_a_garrison_fights_with_two_dice_a_side() -> None:
    """BP.bld.3, BP.bld.5"""
    farm = piece("building block", "30:30", "36:30", "36:35", "30:35", name="farm")
    units = {
        "b": unit("blue", "d_foot", "33:30"),
        "b2": unit("blue", "d_foot", "36:32.5", "270"),
        "r": unit("red", "d_foot", inside="farm"),
    }
    contacts = (touch("b", "r", "front", "rear"), touch("b2", "r", "front", "right"))
    state = position(units, farm, phase=COMBAT, contacts=contacts)
    assert total(hth.dice_of(state, "r")) == 4


def test_a_brigade_square_has_no_flank_to_shoot_along_and_moves_once() -> None:
    """BP.bsq.3, BP.bsq.6, BP.bsq.9"""
    line = unit("red", "d_foot", "40:30", "0", in_brigade_square="x")
    state = position({"b": unit("blue", "d_foot", "20:29.5", "90"), "r": line})
    assert not lies_along(state, "r", Point(20_000, 29_500))
    state.units["r"].turn = UnitTurn(moved=True)
    with pytest.raises(IllegalOrder) as refusal:
        check_fit(Actor(state, "r", state.units["r"], body_of(state, state.units["r"])))
    assert refusal.value.rule == "BP.bsq.6"


def test_a_broken_up_square_stays_so() -> None:
    """BP.fsq.4, BP.cas.1, BP.shk.1 Shaken is shaken, square or not."""
    assert not is_sound_square(foe(formation="square", profile="d_square", casualties=3))
    assert is_sound_square(foe(formation="square", profile="d_square"))


def test_fires_burn_on() -> None:
    """BP.burn.5"""
    farm = piece("building block", "30:30", "36:30", "36:35", "30:35", name="farm")
    state = position({"b": unit("blue", "d_foot", "60:20"), "r": foe("60:60")}, farm, options={"fires": True})
    state.fires["farm"] = Fire(fierceness=3)
    give(state, "blue", EndShooting())
    assert state.fires["farm"].fierceness == 3
