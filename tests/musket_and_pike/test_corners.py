"""Corner cases worked out by hand from the rules: where two of them meet, or one could be walked round."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec
import pytest

from domain.kernel.facts import Fact, LossTaken
from rules.musket_and_pike.duties.duties import open_duties
from rules.musket_and_pike.fire.asks import AdvancingFire, FireGuns, FirePistol, RetreatingFire, Skirmish
from rules.musket_and_pike.fire.facts import PistolSpent, ShotFired
from rules.musket_and_pike.leaders.asks import PlaceLeader
from rules.musket_and_pike.leaders.facts import FateRolled, LeaderLeft
from rules.musket_and_pike.melee.asks import AdvanceUnit, AwaitAssault, EndDeclarations, MeleePistols
from rules.musket_and_pike.movement.asks import Absorb, EnterUnit, MoveUnit
from rules.musket_and_pike.movement.facts import GunsDisabled, GunsTaken, UnitsJoined
from rules.musket_and_pike.position import allowance, arcs
from rules.musket_and_pike.reaction.asks import (
    AwaitInterceptorFire,
    AwaitReaction,
    AwaitTargetFire,
    Intercept,
    ReactFace,
    ReactFire,
    Withdraw,
)
from rules.musket_and_pike.recovery.asks import Rout
from rules.musket_and_pike.state import ROUT, Leader, State
from rules.musket_and_pike.turn.victory import has_capitulated
from rules.musket_and_pike.work import Decline, ResumeRetreat
from tests.musket_and_pike.melees import (
    FOOT,
    GUN,
    H1,
    H2,
    LI,
    R1,
    R2,
    RED,
    RED_LI,
    RED_TWO,
    TWO,
    attack,
    fought,
    resumed,
    step,
    wall,
)  # fmt: skip
from tests.musket_and_pike.positions import asked, give, let_pass, orders_of, position, refused, told
from tests.musket_and_pike.test_end_of_turn import ending, goes_on

MUSKETS = "blue-muskets-with-the-horse"


# 5.4.3, 5.6.1 A duty is not met by doing something else on the spot


def charging(**more: Any) -> State:
    """Blue horse under Charge: red i before it is met by its friend, red ii far off is whom it must make for."""
    places = {H1: "1012:5", H2: "1112:5", R1: "1011:2", R2: "1608:2"}
    return position(places, **{"order": "charge", "leaders": {"blue-horse": "1012"}, **more})


def test_5_6_1_a_pistol_is_no_charge_by_whatever_order() -> None:
    state = charging()
    assert refused(state, "blue", FirePistol(unit=H1, target=R1)) == "5.6.1"
    assert refused(state, "blue", MoveUnit(unit=H1, path=(f"fire:{R1}",))) == "5.6.1"


def test_d19_b_fire_may_stand_for_the_charge() -> None:
    state = charging(readings={"D19": "b"})
    assert told(give(state, "blue", MoveUnit(unit=H1, path=(f"fire:{R1}",)), 0), ShotFired)


@pytest.mark.parametrize(("place", "rule"), [("1612:5", "5.6.1"), ("0508:5", "")])
def test_5_6_1_advancing_fire_that_comes_no_closer_is_no_charge(place: str, rule: str) -> None:
    """A step to 0911 is next to red horse that dragoons have met; red foot in 1612 would be farther, in 0508 nearer."""
    places = {FOOT: "1012:5", "blue-dragoons": "0811:5", R1: "0910:2", RED: place}
    state = position(places, order="charge", leaders={"blue-centre": "1012"})
    order = AdvancingFire(unit=FOOT, targets=(R1,), to="0911")
    assert (order in orders_of(state, AdvancingFire)) == (not rule)
    if rule:
        assert refused(state, "blue", order) == rule
    else:
        assert told(give(state, "blue", order, 0), ShotFired)


def test_5_4_3_restacking_does_not_bring_it_back_into_command() -> None:
    state = position({FOOT: "1012:5", "blue-heavy-battery": "1012:5"}, leaders={"blue-centre": "1018"})
    assert refused(state, "blue", MoveUnit(unit=FOOT, path=("under",))) == "5.4.3"
    assert all(order.path != ("under",) for order in orders_of(state, MoveUnit))


def shut_in(facing: int) -> State:
    """Broken men of its own side all round blue foot; its commander is far to the south."""
    state = position({FOOT: f"1012:{facing}", LI: "1018:5"}, leaders={"blue-centre": "1018"})
    wall(state, *state.ground.near("1012"), side="blue")
    for name, unit in state.units.items():
        if name.startswith("wall"):
            unit.wing = "blue-horse"
    return state


def test_5_4_3_who_cannot_come_nearer_turns_to_where_it_could() -> None:
    state = shut_in(5)
    assert [*open_duties(state)] == [(FOOT, "5.4.3")]
    give(state, "blue", MoveUnit(unit=FOOT, path=("about",)))
    assert [*open_duties(state)] == []
    assert [*open_duties(shut_in(2))] == []  # it looks there already


def test_5_4_3_limbered_guns_come_back_into_command_unlimbered_ones_need_not() -> None:
    guns = "blue-light-guns"
    for limbered, owed in ((True, [(guns, "5.4.3")]), (False, [])):
        state = position({LI: "1018:5", guns: "1012:5"}, leaders={"blue-centre": "1018"}, limbered={guns: limbered})
        assert [*open_duties(state)] == owed


def test_5_6_3_under_receive_charge_a_step_and_a_wheel_are_two_hexes() -> None:
    state = position({TWO: "1012:5", RED: "1003:2"}, order="receive_charge")
    assert refused(state, "blue", MoveUnit(unit=TWO, path=("1011", "left"))) == "5.6.3"
    paths = [order.path for order in orders_of(state, MoveUnit)]
    assert ("1011",) in paths
    assert ("left", "left") in paths
    assert all(not {"left", "right"} & {*path} for path in paths if any(word in state.ground.at for word in path))


# 8.2.2 Horse and light infantry that come together by whatever way


def are_alike(state: State, facts: list[Fact]) -> None:
    """E10 Both shaken in morale and formation, the same way round; who was there may not move."""
    horse, light = state.units[H2], state.units[MUSKETS]
    assert horse.hexes == light.hexes
    assert (horse.morale, horse.formation, horse.facing) == (light.morale, light.formation, light.facing)
    assert (horse.morale, horse.formation) == ("MS", "FS")
    assert told(facts, UnitsJoined)


def test_8_2_2_who_withdraws_to_light_infantry_joins_it() -> None:
    """Blue horse under Rally goes back before red horse into the hex of its own muskets."""
    places = {R1: "1008:2", H2: "1011:2:MS", MUSKETS: "1013:5:FS"}
    state = position(places, leaders={"blue-horse": "1013", "red-horse": "1008"}, orders={"blue-horse": "rally"})
    give(state, "red", MoveUnit(unit=R1, path=("1009",)))
    assert isinstance(asked(state), AwaitReaction)
    facts = give(state, "blue", Withdraw(unit=H2, path=("1012", "1013")))
    are_alike(state, facts)


def test_8_2_2_who_retreats_to_light_infantry_joins_it() -> None:
    """Beaten horse goes back one hex; walls leave it the hex of its muskets alone."""
    state = position({R1: "1010:2", H2: "1011:5:MS", MUSKETS: "1012:2:FS"}, leaders={})
    wall(state, "1112", side="blue")
    facts = resumed(state, ResumeRetreat(unit=H2, by=R1, hexes=1))
    assert state.units[H2].at == "1012"
    are_alike(state, facts)


def test_8_2_2_10_3_4_nobody_turns_in_a_fire_action_to_join_another() -> None:
    """Muskets step back to their horse if it faces as they do."""
    places = {MUSKETS: "1011:5:FS", H2: "1012:5:MS", R1: "1010:2"}
    state = position(places, leaders={"blue-horse": "1012"})
    order = RetreatingFire(unit=MUSKETS, targets=(R1,), to="1012")
    assert order in orders_of(state, RetreatingFire)
    facts = give(state, "blue", order, 0)
    facts += let_pass(state, "AwaitReaction")
    are_alike(state, facts)
    state = position({**places, H2: "1012:4:MS"}, leaders={"blue-horse": "1012"})
    assert refused(state, "blue", order) == "10.3.4"
    assert order not in orders_of(state, RetreatingFire)


def test_8_2_1_the_pistol_of_the_stack_is_answered_too() -> None:
    """Muskets fire at red foot, the horse with them at red horse: both may answer, each whoever fired at it."""
    state = position({H2: "1012:5", MUSKETS: "1012:5", RED: "1011:2", R1: "0911:2"}, leaders={"blue-horse": "1012"})
    order = Skirmish(unit=MUSKETS, targets=(RED,), pistol=R1)
    assert order in orders_of(state, Skirmish)
    facts = give(state, "blue", order, 0, 0)
    assert [shot.target for shot in told(facts, ShotFired)] == [R1, RED]
    answering: list[str] = []
    while isinstance(frame := asked(state), AwaitReaction):
        answering += frame.units
        give(state, "red", Decline())
    assert answering == [RED, R1]


def test_8_2_1_7_3_1_horse_that_has_left_its_light_infantry_is_no_faster_for_it() -> None:
    """E8 It has six points, and so red light infantry, which has six, may turn before it (9.2.2)."""
    state = position({H2: "1014:5", MUSKETS: "1014:5", RED_LI: "1011:5"}, order="charge")
    assert allowance(state, H2) == 6
    give(state, "blue", MoveUnit(unit=H2, path=("1013", "1012"), alone=True))
    assert allowance(state, H2) == 6
    frame = asked(state)
    assert isinstance(frame, AwaitReaction)
    assert orders_of(state, ReactFace)
    give(state, "red", Decline())
    assert allowance(state, H2) == 8


# 10.2, D83 Pistols in a move and in reaction: all draw on the same two shots, and none stands for another


def turning(*path: str) -> State:
    """Blue horse under Rally among broken red muskets; red horse four hexes before it may intercept its turn."""
    places = {H1: "1012:5", RED_LI: "1112:2:MB", R1: "1008:2"}
    return position(places, order="rally", leaders={"blue-horse": "1012", "red-horse": "1008"})


def intercepts(state: State) -> None:
    assert isinstance(asked(state), AwaitReaction)
    give(state, "red", Intercept(unit=R1, path=("1009", "1010", "1011")), 0)


def test_d83_a_shot_on_the_way_does_not_cost_the_answer_to_an_interception() -> None:
    state = turning()
    give(state, "blue", MoveUnit(unit=H1, path=(f"fire:{RED_LI}", "left")), 0)
    intercepts(state)
    frame = asked(state)
    assert isinstance(frame, AwaitTargetFire)
    assert told(give(state, "blue", ReactFire(unit=H1), 0), PistolSpent)
    assert state.units[H1].pistols == 2


def test_d83_an_answer_to_an_interception_does_not_cost_the_shot_of_the_move() -> None:
    state = turning()
    give(state, "blue", MoveUnit(unit=H1, path=("right", f"fire:{RED_LI}")))
    intercepts(state)
    give(state, "blue", ReactFire(unit=H1), 0)
    assert isinstance(asked(state), AwaitInterceptorFire)
    give(state, "red", Decline())
    assert isinstance(asked(state), AwaitAssault)
    facts = give(state, "red", Decline(), 0)
    assert [shot.target for shot in told(facts, ShotFired)] == [RED_LI]
    assert state.units[H1].pistols == 2


def test_10_2_two_shots_in_one_move_are_refused() -> None:
    path = (f"fire:{RED_LI}", "right", f"fire:{RED_LI}")
    assert refused(turning(), "blue", MoveUnit(unit=H1, path=path)) == "10.2"


# 6.3.4 A two-hex Column that is thrown out of it


def test_6_3_4_a_two_hex_column_under_fire_stands_abreast_again() -> None:
    """Tail in 1011, head in 0911: the head is its right half, so it faces 2, and the firer is in its front."""
    state = position({FOOT: "1012:5", RED_TWO: "1011:2:CO"})
    column = state.units[RED_TWO]
    column.facing = state.ground.direction(*column.hexes)
    assert (column.hexes, column.facing) == (("1011", "0911"), 4)
    give(state, "blue", Skirmish(unit=FOOT, targets=(RED_TWO,)), 0, 0)
    assert (column.formation, column.facing) == ("FB", 2)
    assert "1012" in arcs(state, column).front


# 9.4.2, D43 Horse in motion


def motion(start: str, path: tuple[str, ...], declines: int) -> int:
    """The -1 of the fire of red foot in 1011 at horse that comes before it, after so many chances let pass."""
    state = position({H1: f"{start}:5", RED: "1011:2"}, order="charge")
    give(state, "blue", MoveUnit(unit=H1, path=path))
    for _ in range(declines):
        give(state, "red", Decline())
    (shot,) = told(give(state, "red", ReactFire(unit=RED), 0), ShotFired)
    return sum(line.value for line in shot.modifiers if line.cite == "9.4.2")


@pytest.mark.parametrize(
    ("start", "path", "declines", "value"),
    [
        ("1013", ("1012",), 0, 0),  # its first hex is in the zone
        ("1013", ("1012", "left"), 1, 0),  # and turning there is no motion
        ("1014", ("1013", "1012"), 1, -1),  # the Hedgehog it lets pass at 1013, then the fire
        ("1014", ("1013", "1012", "left"), 2, -1),
    ],
)
def test_d43_a_counts_hexes_outside_the_zone_of_the_firer(
    start: str, path: tuple[str, ...], declines: int, value: int
) -> None:
    assert motion(start, path, declines) == value


# 11.5.2 Guns of a beaten unit


def test_11_5_2_guns_with_the_half_that_was_not_attacked_are_disabled() -> None:
    state = step({H1: "1012:5", RED_TWO: "1011:2", GUN: "0911:2"}, casualties={RED_TWO: 10})
    attack(state, (H1, "1011"))
    facts = fought(state, 9, 0)  # the cuirassiers break off (11.7.2)
    assert state.units[RED_TWO].hexes != ("1011", "0911")
    assert state.units[H1].at == "1011"
    assert [fact.unit for fact in told(facts, GunsDisabled)] == [GUN]
    assert state.units[GUN].holder == ""


def test_11_5_2_guns_where_the_unit_was_attacked_are_captured() -> None:
    state = step({H1: "1012:5", RED_TWO: "1011:2", GUN: "1011:2"}, casualties={RED_TWO: 10})
    attack(state, (H1, "1011"))
    facts = fought(state, 9, 0)
    assert [(fact.unit, fact.by) for fact in told(facts, GunsTaken)] == [(GUN, "blue")]


def test_11_5_2_guns_of_a_beaten_attacker_are_captured() -> None:
    state = step({FOOT: "1012:5", "blue-heavy-battery": "1012:5", RED_TWO: "1011:2"})
    attack(state, (FOOT, "1011"))
    facts = fought(state, 0)
    assert state.units[FOOT].at != "1012"
    assert [(fact.unit, fact.by) for fact in told(facts, GunsTaken)] == [("blue-heavy-battery", "red")]


# 4.6, 5.3.4, 10.8.9 Who is left


def test_4_6_guns_of_no_use_are_no_wing() -> None:
    """10.8.9 The foot has nothing left but disabled guns: only the order of the horse counts."""
    places = {H1: "1012:5", "blue-heavy-battery": "1014:5"}
    state = position(places, orders={"blue-horse": "rally", "blue-foot": "charge"})
    assert not has_capitulated(state, "blue")
    state.units["blue-heavy-battery"].disabled = True
    assert has_capitulated(state, "blue")


def test_5_3_4_a_replacement_who_fell_is_not_rolled_for_when_the_man_himself_is_back() -> None:
    state = ending({H1: "1012:5"}, leaders={})
    state.leaders["replacement-1"] = Leader(side="blue", wing="blue-horse", name="R", rating=0, generic=True)
    state.wings["blue-horse"].commander = "replacement-1"
    state.leaders["blue-horse"].fate, state.leaders["replacement-1"].fate = "away", "removed"
    state.returning, state.turn.removed = {"blue-horse": 2}, ["replacement-1"]
    goes_on(state)
    facts = give(state, "blue", PlaceLeader(leader="blue-horse", unit=H1), 1, 2)
    assert not told(facts, FateRolled)
    assert [fact.leader for fact in told(facts, LeaderLeft)] == ["replacement-1"]
    assert state.wings["blue-horse"].commander == "blue-horse"


# 7.3.1, 7.4 The ground of the hex by which a unit comes in


@pytest.mark.parametrize(("formation", "then"), [("FN", "FS"), ("OO", "OO")])
def test_7_4_rough_ground_disorders_who_enters_by_it(formation: Any, then: str) -> None:
    state = position({H1: "1012:5"}, wing="blue-column-from-the-south", turn=2)
    first = state.units["blue-column-first"]
    first.gone, first.card = "due", msgspec.structs.replace(first.card, column=False)
    state.wings["blue-column-from-the-south"].hexes = ("0309",)
    give(state, "blue", EnterUnit(unit="blue-column-first", path=("0309",), facing=5, formation=formation))
    assert (first.at, first.formation) == ("0309", then)


# Lists that leave nothing out


def test_11_3_9_every_choice_of_pistols_is_listed() -> None:
    state = step({H1: "1012:5", H2: "0911:0", "blue-arquebusiers": "1111:4", R1: "1011:2"})
    attack(state, (H1, "1011"), (H2, "1011"), ("blue-arquebusiers", "1011"))
    give(state, "blue", EndDeclarations())
    assert len(orders_of(state, MeleePistols)) == 7


def test_5_1_2_an_army_commander_who_stays_is_listed_with_the_advance() -> None:
    state = step({H1: "1012:5", RED_LI: "1011:2"}, casualties={RED_LI: 2}, leaders={"blue-general": "1012"})
    attack(state, (H1, "1011"))
    give(state, "blue", EndDeclarations())
    staying = {order.staying for order in orders_of(state, AdvanceUnit)}
    assert staying == {(), ("blue-general",)}


def test_5_2_2_every_choice_of_leaders_who_flee_along_is_listed() -> None:
    state = position({H1: "1012:5:MB"}, phase=ROUT, leaders={"blue-horse": "1012", "blue-general": "1012"})
    state.turn.initiative = "blue"
    assert len({order.leaders for order in orders_of(state, Rout)}) == 4


# 13.4.1, D75 The owner says who flees first


def test_d75_nobody_flees_of_itself_into_the_back_of_another() -> None:
    """Red muskets leave blue i one way off the map, and blue ii stands in it: who waits loses nothing."""
    state = position({H1: "1016:5:MB", H2: "1018:5:MB"}, phase=ROUT, leaders={"blue-horse": "1012"})
    state.turn.initiative = "blue"
    wall(state, "0915", "0916", "0917", "1015", "1116", "0918", "1117", "1118", "0817")
    goes_on(state)
    assert state.units[H1].at == "1016"
    assert {order.unit for order in orders_of(state, Rout)} == {H1, H2}
    give(state, "blue", Rout(unit=H2))
    assert (state.units[H2].gone, state.units[H1].gone) == ("eliminated", "eliminated")  # both are off the map
    assert state.units[H1].casualties == 0


# 10.8.5, 10.9.5 How guns are laid


def test_10_9_5_the_firer_says_which_hex_of_a_two_hex_unit_he_fires_at() -> None:
    """Red foot in 1010 and 0910 before a battery in 1012 that looks north: a line through each of its halves."""
    state = position({"blue-heavy-battery": "1012:5", RED_TWO: "1010:2"})
    assert state.units[RED_TWO].hexes == ("1010", "0910")
    assert [order.hex for order in orders_of(state, FireGuns)] == ["", "1010"]  # left alone he fires at 0910
    for hex in ("1010", "0910"):
        shot = deepcopy(state)
        facts = give(shot, "blue", FireGuns(unit="blue-heavy-battery", target=RED_TWO, hex=hex), 0)
        assert told(facts, ShotFired)[0].to == hex
    assert refused(state, "blue", FireGuns(unit="blue-heavy-battery", target=RED_TWO, hex="1110")) == "10.9.5"


# 2.4 What is lost with a unit


def test_10_6_1_a_unit_that_is_ridden_down_counts_with_all_it_had_left() -> None:
    """Red muskets of 3, two of them fallen: the last is one point, about a hundred men, and no casualty hit."""
    state = step({H1: "1012:5", RED_LI: "1011:2"}, casualties={RED_LI: 2})
    attack(state, (H1, "1011"))
    (lost,) = told(fought(state), LossTaken)
    assert (lost.side, lost.unit, lost.kind, lost.amount) == ("red", RED_LI, "strength", 1)
    assert lost.men == state.charts.scale.men_per_strength_point
    assert state.units[RED_LI].casualties == 2  # D80
    assert state.core.losses["red"] == 1


def test_8_4_what_the_other_horse_could_not_take_in_is_lost() -> None:
    state = position({H1: "1012:5", H2: "1011:5"}, casualties={H1: 1})
    (lost,) = told(give(state, "blue", Absorb(unit=H1, path=("1011",))), LossTaken)
    assert (lost.unit, lost.kind, lost.amount) == (H2, "strength", 3)


def test_8_2_2_whom_another_has_joined_may_still_fire() -> None:
    """Light infantry joins horse that has red horse before it: the horse may not move, and has not acted."""
    state = position({MUSKETS: "1013:5", H2: "1012:5", R1: "1011:2"}, order="charge", leaders={"blue-horse": "1012"})
    give(state, "blue", MoveUnit(unit=MUSKETS, path=("1012",)))
    let_pass(state, "AwaitReaction")
    assert refused(state, "blue", MoveUnit(unit=H2, path=("about",))) == "8.2.2"
    assert refused(state, "blue", Skirmish(unit=MUSKETS, targets=(R1,))) == "3.2.C"
    assert told(give(state, "blue", FirePistol(unit=H2, target=R1), 0), ShotFired)


# Bad input


@pytest.mark.parametrize(("word", "rule"), [("left", "6.2.1"), ("right", "6.2.1"), ("1000", "7.1.1")])
def test_6_2_1_no_half_leaves_the_map(word: str, rule: str) -> None:
    """Two-hex foot at the northern edge: its centre front hex is off the map, and so is every step."""
    state = position({TWO: "1001:5"})
    assert refused(state, "blue", MoveUnit(unit=TWO, path=(word,))) == rule
    assert state.units[TWO].hexes == ("1001", "1101")


def test_5_4_3_a_wheel_back_in_command_is_bound_by_the_order() -> None:
    """One step brings two-hex foot back; to wheel from there into 1112, next to red horse, Make Ready forbids."""
    state = position({TWO: "1014:5", R1: "1111:2"}, leaders={"blue-centre": "1011"})
    paths = [order.path for order in orders_of(state, MoveUnit) if order.unit == TWO]
    assert ("1013",) in paths
    assert ("1013", "left") not in paths
    assert refused(state, "blue", MoveUnit(unit=TWO, path=("1013", "left"))) == "5.6.2"
