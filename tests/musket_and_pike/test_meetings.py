"""Where rules meet: positions worked out by hand in which one rule holds while another is at work."""

from __future__ import annotations

import msgspec
import pytest

from domain.kernel.facts import FrameOpened, Order
from rules.musket_and_pike.corrections import BEATEN_STACKS
from rules.musket_and_pike.fire.asks import AdvancingFire, RetreatingFire, Skirmish
from rules.musket_and_pike.fire.evasion import hex_bar
from rules.musket_and_pike.fire.facts import PistolSpent, ShotFired
from rules.musket_and_pike.fire.results import hits_on
from rules.musket_and_pike.leaders.facts import LeaderRemoved
from rules.musket_and_pike.melee.asks import AdvanceUnit
from rules.musket_and_pike.morale.casualties import threshold_of
from rules.musket_and_pike.movement.asks import AwaitOnward, MoveUnit
from rules.musket_and_pike.reaction.asks import (
    AwaitReaction,
    Intercept,
    ReactFace,
    ReactFire,
    Withdraw,
)
from rules.musket_and_pike.recovery.asks import Rally, Rout
from rules.musket_and_pike.recovery.facts import RallyRolled
from rules.musket_and_pike.retreats.asks import RetreatTo
from rules.musket_and_pike.retreats.facts import UnitRetreated
from rules.musket_and_pike.state import ROUT, Move, State
from rules.musket_and_pike.work import Decline, Hit, ResumeRetreat, ResumeTrigger, Shot
from tests.musket_and_pike.melees import (
    FOOT,
    GUN,
    H1,
    H2,
    LI,
    R1,
    RED,
    RED_LI,
    RED_TWO,
    TWO,
    attack,
    fought,
    resumed,
    step,
    wall,
)
from tests.musket_and_pike.positions import asked, give, let_pass, orders_of, position, refused, told

MUSKETS = "blue-muskets-with-the-horse"
BATTERY = "blue-heavy-battery"


# 5.4.3 The way back into command, whatever comes between


@pytest.mark.parametrize("order", ["receive_charge", "make_ready", "charge"])
def test_5_4_3_a_unit_on_its_way_back_is_free_of_its_order_after_a_reaction_too(order: str) -> None:
    places = {H2: "1016:5", H1: "1008:2", RED_LI: "1110:3"}
    state = position(places, order=order, leaders={"blue-horse": "1016"})
    give(state, "blue", MoveUnit(unit=H1, path=("1009", "1010", "1011", "1012", "1013")))
    let_pass(state, "AwaitReaction")
    assert asked(state) is None
    assert state.units[H1].at == "1013"


# 9.3.4 Onward


def barred(order: str) -> State:
    """Blue horse on its way south: red horse has come up into the hex it was to enter."""
    places = {H1: "1012:2", RED: "1010:2", R1: "1016:5"}
    state = position(places, order=order, leaders={"blue-horse": "1012", "red-horse": "1016"})
    give(state, "blue", MoveUnit(unit=H1, path=("1013", "1014")))
    give(state, "red", Intercept(unit=R1, path=("1015", "1014")), 0)
    let_pass(state, "AwaitTargetFire", "AwaitInterceptorFire", "AwaitAssault", "AwaitReaction")
    assert isinstance(asked(state), AwaitOnward)
    return state


def test_5_6_4_who_goes_on_by_another_way_comes_no_closer_under_rally() -> None:
    state = barred("rally")
    there = MoveUnit(unit=H1, path=("about", "1012", "1011"))
    assert there not in orders_of(state, MoveUnit)
    assert refused(state, "blue", there) == "5.6.4"
    assert give(state, "blue", MoveUnit(unit=H1, path=("about", "1012")))


def test_10_2_who_goes_on_may_still_fire_his_pistol() -> None:
    state = barred("rally")
    assert told(give(state, "blue", MoveUnit(unit=H1, path=(f"fire:{R1}",)), 0), PistolSpent)


@pytest.mark.parametrize(("commander", "rule"), [("1018", "5.4.3"), ("1012", "")])
def test_5_4_3_no_pistol_from_where_it_is_still_out_of_command(commander: str, rule: str) -> None:
    """Four points bring it to 1009: three hexes from its commander it may fire, nine hexes from him not."""
    places = {H2: f"{commander}:5", H1: "1005:2:FS", RED_LI: "1110:1:FB"}
    state = position(places, leaders={"blue-horse": commander})
    order = MoveUnit(unit=H1, path=("1006", "1007", "1008", "1009", f"fire:{RED_LI}"))
    if rule:
        assert refused(state, "blue", order) == rule
    else:
        assert told(give(state, "blue", order, 0), PistolSpent)


# 8.2.1 One unit


def stack_approached() -> State:
    """Red foot comes up on the right flank of horse with muskets, all of them in their own time."""
    places = {RED: "1212:4", H2: "1012:5", MUSKETS: "1012:5"}
    state = position(places, leaders={"red-centre": "1212"}, orders={"blue-horse": "rally"}, order="charge")
    give(state, "red", MoveUnit(unit=RED, path=("1112",)))
    return state


def test_8_2_1_a_stack_turns_once() -> None:
    state = stack_approached()
    give(state, "blue", ReactFace(unit=H2, turn="right"))
    assert state.units[MUSKETS].facing == 0
    assert asked(state) is None


def test_8_2_1_a_stack_fires_or_moves() -> None:
    state = stack_approached()
    give(state, "blue", ReactFire(unit=MUSKETS), 0)
    assert refused(state, "blue", ReactFace(unit=H2, turn="right")) == "9.1.1a"
    assert {type(order) for order in orders_of(state, Order)} == {ReactFire, Decline}
    give(state, "blue", ReactFire(unit=H2), 0)
    assert asked(state) is None


def test_9_2_4_a_stack_withdraws_once() -> None:
    state = stack_approached()
    give(state, "blue", Withdraw(unit=MUSKETS, path=("left", "0911")))
    assert asked(state) is None
    assert set(state.activation.withdrew) == {MUSKETS}


def test_13_2_5_a_stack_rallies_by_the_morale_of_its_horse() -> None:
    places = {H2: "1012:5:MS", MUSKETS: "1012:5:MS", H1: "1016:5"}
    state = position(places, order="rally", leaders={"blue-horse": "1014"})
    (rolled,) = told(give(state, "blue", Rally(unit=MUSKETS), 6), RallyRolled)
    assert rolled.success


# 5.3.1


def test_5_3_1_a_beaten_unit_that_comes_into_his_hex_takes_a_leader() -> None:
    """To the south it can only go by 1012, where the enemy's general stands alone."""
    state = position({R1: "1010:5", H1: "1011:2:MB"}, leaders={"red-general": "1012"})
    wall(state, "1112", side="blue")
    facts = resumed(state, ResumeRetreat(unit=H1, by=R1, hexes=2))
    facts += give(state, "blue", orders_of(state, RetreatTo)[0])
    assert [fact.leader for fact in told(facts, LeaderRemoved)] == ["red-general"]


def test_5_3_1_so_does_one_that_routs() -> None:
    state = position({H1: "1015:5:MB"}, leaders={"red-general": "1016"}, phase=ROUT)
    wall(state, "1116", side="blue")
    state.turn.initiative = "blue"
    facts = give(state, "blue", orders_of(state, Rout)[0])
    assert [fact.leader for fact in told(facts, LeaderRemoved)] == ["red-general"]


# 8.3 Guns and who stands with them


def test_8_3_4_foot_under_guns_that_are_disabled_may_answer() -> None:
    """A Skirmish of muskets on the guns on top: on 9 they are disabled, and the foot below is fired at no longer."""
    places = {LI: "1012:5", GUN: "1011:2", RED: "1011:2"}
    state = position(places, leaders={"blue-centre": "1012"})
    give(state, "blue", Skirmish(unit=LI, targets=(GUN,)), 9)
    assert state.units[GUN].disabled
    frame = asked(state)
    assert isinstance(frame, AwaitReaction)
    assert frame.units == (RED,)


def test_8_3_2_a_wheel_leaves_the_guns_on_top_of_the_half_that_stays() -> None:
    """Blue foot comes up on the right flank; red foot wheels about its right half, on which its guns lie."""
    places = {FOOT: "0811:0", GUN: "1010:2", RED_TWO: "1110:2"}
    state = position(places, order="charge", orders={"red-foot": "charge"})
    give(state, "blue", MoveUnit(unit=FOOT, path=("0910",)))
    give(state, "red", ReactFace(unit=RED_TWO, turn="right"))
    assert state.units[RED_TWO].hexes == ("1011", "1010")
    assert state.stacks["1010"] == [GUN, RED_TWO]


def test_10_8_6_wrecked_guns_do_not_bar_an_evasion() -> None:
    wreck = {"blue-light-guns": True}
    state = position({BATTERY: "1016:5", R1: "1010:2", "blue-light-guns": "0910:2"}, disabled=wreck)
    assert hex_bar(state, R1, BATTERY, "0910") is None
    state.units["blue-light-guns"].disabled = False
    assert hex_bar(state, R1, BATTERY, "0910") is not None


def test_11_7_2_broken_horse_that_rides_down_its_attacker_has_no_formation_to_lose() -> None:
    """Morale as printed -1, one against four -2, disorder -2, a leader -1, broken +2: the attacker breaks on 0."""
    places, leaders = {R1: "1011:2:FB", H1: "1012:5:MB"}, {"blue-horse": "1012"}
    state = step(places, leaders=leaders, casualties={R1: 3}, readings={"D62": "b"})
    attack(state, (R1, "1012"))
    fought(state, 0, 5, 0)
    assert state.units[R1].gone == "eliminated"
    assert state.units[H1].at != "1012"
    assert (state.units[H1].morale, state.units[H1].formation) == ("MB", "")


def test_5_6_1_who_is_held_does_not_step_forward_to_fire() -> None:
    """Red foot before it holds it; two hexes off it may come up to it, and fire."""
    order = AdvancingFire(unit=FOOT, targets=(RED,), to="0911")
    held = position({FOOT: "1012:5", RED: "1011:2"}, order="charge")
    assert order not in orders_of(held, AdvancingFire)
    assert refused(held, "blue", order) == "5.6.1"
    free = position({FOOT: "1012:5", RED: "1010:2"}, order="charge")
    assert order in orders_of(free, AdvancingFire)


def test_9_4_5_who_has_spent_his_fire_takes_no_cover() -> None:
    state = position({LI: "1010:5", RED: "0909:2"}, options=["hi_fire_limit"], leaders={"blue-centre": "1010"})
    state.activation.silenced.append(RED)
    assert told(give(state, "blue", Skirmish(unit=LI, targets=(RED,)), 0), ShotFired)


# 10.8.6 What its order says of movement binds horse that evades, as it is read


@pytest.mark.parametrize(("letter", "rule"), [("a", "5.6.2"), ("b", ""), ("c", "")])
def test_d21_horse_may_evade_beside_the_same_enemy_if_it_may_move_there(letter: str, rule: str) -> None:
    """Red muskets in 0911 are next to blue horse in 1012 and to its flank hex 0912."""
    places = {H1: "1012:5", RED_LI: "0911:2", GUN: "1804:2"}
    bar = hex_bar(position(places, readings={"D21": letter}), H1, GUN, "0912")
    assert (bar.rule if bar else "") == rule


@pytest.mark.parametrize(("letter", "rule"), [("a", ""), ("b", "5.6.4")])
def test_d22_nor_closer_to_any_enemy_if_it_is_read_so(letter: str, rule: str) -> None:
    """Its flank hex 0912 is no closer to the nearest enemy in 1010, but closer to the other in 0412."""
    places = {H1: "1012:5", RED_LI: "1010:2", R1: "0412:2", GUN: "1804:2"}
    bar = hex_bar(position(places, readings={"D22": letter}, order="rally"), H1, GUN, "0912")
    assert (bar.rule if bar else "") == rule


@pytest.mark.parametrize(("moved", "rule"), [(0, ""), (1, "5.6.3")])
def test_5_6_3_horse_that_has_moved_its_hex_does_not_evade(moved: int, rule: str) -> None:
    state = position({H1: "1012:5", GUN: "1804:2"}, order="receive_charge")
    state.moves.append(Move(unit=H1, how="move", entered=moved))
    bar = hex_bar(state, H1, GUN, "0912")
    assert (bar.rule if bar else "") == rule


# 10.8.9 Wrecked guns are no company


def test_9_2_4_a_leader_beside_wrecked_guns_is_alone() -> None:
    leaders = {"red-general": "1011", "blue-horse": "1014"}
    state = position({H1: "1014:5", GUN: "1011:2"}, leaders=leaders, disabled={GUN: True}, order="charge")
    give(state, "blue", MoveUnit(unit=H1, path=("1013",)))
    frame = asked(state)
    assert isinstance(frame, AwaitReaction)
    assert frame.units == ("red-general",)


# D26


@pytest.mark.parametrize(("letter", "found"), [("a", (1, 1, 1)), ("b", (0, 0, 0)), ("c", (1, 1, 1)), ("d", (1, 1, 1))])
def test_d26_two_formation_hits_on_open_order(letter: str, found: tuple[int, int, int]) -> None:
    """10.6.6 The first breaks it, and the second is a casualty; where they do not count neither does anything."""
    state = position({FOOT: "1012:5:OO", RED: "1011:2"}, readings={"D26": letter})
    hit = Hit(shot=Shot(at="1011", target=FOOT, to="1012"), fh=1)
    assert hits_on(state, state.units[FOOT], "HI", (hit, hit)) == found


def test_8_1_1_nobody_steps_back_into_the_hex_of_a_friend() -> None:
    state = position({FOOT: "1012:5", LI: "1013:5", RED: "1011:2"})
    order = RetreatingFire(unit=FOOT, targets=(RED,), to="1013")
    assert order not in orders_of(state, RetreatingFire)
    assert refused(state, "blue", order) == "8.1.1"


# 9.2.3, 12.4.3 Who breaks because an enemy has advanced goes away from him, whomever he has fought


def test_12_4_3_a_failed_hedgehog_goes_back_from_who_has_taken_guns_behind_it() -> None:
    """Blue horse advances into 1011, behind shaken foot that looks north: on 9 it breaks, and flees two hexes."""
    state = step({H1: "1012:5", GUN: "1011:2", RED: "1010:5:MS"})
    attack(state, (H1, "1011"))
    facts = fought(state, 9)
    (gone,) = told(facts, UnitRetreated)
    assert (gone.units, gone.by, len(gone.path), gone.short) == ((RED,), H1, 2, 0)
    assert set(gone.path).isdisjoint(state.ground.near("1011"))


def test_12_4_3_and_from_who_has_beaten_another_there() -> None:
    """It is shut in but for hexes next to blue horse in 1011, and those are closed to it (11.4.2)."""
    state = step({H1: "1012:5", R1: "1011:2", RED: "1010:5:MS"}, casualties={R1: 3})
    wall(state, "1009", "0909", "0910")
    attack(state, (H1, "1011"))
    facts = fought(state, 9, 0, 9, 0)
    gone = next(fact for fact in told(facts, UnitRetreated) if fact.units == (RED,))
    assert (gone.by, gone.path, gone.short) == (H1, (), 2)


def test_12_5_1_a_pack_may_let_two_hex_foot_last_longer() -> None:
    state = position({TWO: "1012:5", FOOT: "1014:5"})
    before = [threshold_of(state, state.units[name]) or 0 for name in (TWO, FOOT)]
    chart = msgspec.structs.replace(state.charts.casualty_threshold, two_hex_hi_add=2)
    state.charts = msgspec.structs.replace(state.charts, casualty_threshold=chart)
    assert [threshold_of(state, state.units[name]) for name in (TWO, FOOT)] == [before[0] + 2, before[1]]


# 11.4.9 Who is followed does not react to it


@pytest.mark.parametrize(("corrections", "spent"), [((BEATEN_STACKS,), (H2, MUSKETS)), ((), (H2,))])
def test_11_4_9_nobody_of_a_beaten_stack_reacts_to_who_follows(
    corrections: tuple[int, ...], spent: tuple[str, ...]
) -> None:
    """A game that was recorded before the correction is decided as it was."""
    state = step({H2: "1012:5", MUSKETS: "1012:5", RED: "1011:2"})
    state.core.corrections = corrections
    attack(state, (H2, "1011"))
    facts = fought(state, 2, AwaitAdvance=AdvanceUnit(unit=RED, to="1012"))
    frames = [opened.frame for opened in told(facts, FrameOpened)]
    assert [frame.trigger.spent for frame in frames if isinstance(frame, ResumeTrigger)] == [spent]
