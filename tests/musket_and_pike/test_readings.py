"""S22 Disputes about turns, command, orders, movement, rout and victory: each letter tells in the play."""

from __future__ import annotations

import pytest

from rules.musket_and_pike import SYSTEM
from rules.musket_and_pike.duties.duties import owes_charge
from rules.musket_and_pike.ground.ground import Ground
from rules.musket_and_pike.leaders.command import in_command
from rules.musket_and_pike.marching.entry import allowance_of
from rules.musket_and_pike.movement.asks import MoveUnit
from rules.musket_and_pike.movement.facts import GunsDisabled, UnitMoved
from rules.musket_and_pike.recovery.asks import Rally, Rout
from rules.musket_and_pike.recovery.facts import RalliedAtOnce
from rules.musket_and_pike.recovery.rout import flights
from rules.musket_and_pike.state import State
from rules.musket_and_pike.turn import victory
from rules.musket_and_pike.turn.asks import ActivateWing, AwaitPreemption, ContinueWing, EndActions, Preempt
from rules.musket_and_pike.turn.facts import InitiativeWon, OrderSet
from rules.musket_and_pike.work import Decline, ResumeTrigger
from tests.musket_and_pike.positions import asked, give, let_pass, orders_of, position, refused, told
from tests.musket_and_pike.test_activation import CC, LL, RR, C, L, R, continuing, field, initiative
from tests.musket_and_pike.test_end_of_turn import ending, goes_on
from tests.musket_and_pike.test_recovery import fleeing

HORSE, OTHER, TWO, PIKES = "blue-cuirassiers-i", "blue-cuirassiers-ii", "blue-two-hex", "blue-guns-with-the-foot"
LIGHT, GUNS, LEADER, CHIEF = "blue-muskets-with-the-horse", "blue-heavy-battery", "blue-horse", "blue-general"
RED, RED_TWO = "red-cuirassiers-i", "red-cuirassiers-ii"
RALLY = dict.fromkeys((R, C, L, LL, CC, RR), "rally")


def test_d3_when_all_rally_wings_are_counted_or_dice_are_rolled() -> None:
    state = field(RALLY, readings={"D3": "a"})
    state.leaders["sir-john-meldrum"].fate = "removed"
    assert initiative(state).side == "royalist"
    state = field(RALLY, readings={"D3": "b"})
    state.leaders["sir-john-meldrum"].fate = "removed"
    assert initiative(state, 1, 2).side == "parliament"


def test_d4_a_tied_die_is_rolled_again_or_the_holder_keeps_it() -> None:
    state = field({R: "charge", LL: "charge"}, readings={"D4": "b"})
    state.leaders["prince-rupert-leader"].rating = 0
    state.turn.holder = "parliament"
    won: InitiativeWon = initiative(state, 5, 5)
    assert (won.side, won.dice) == ("parliament", (5, 5))


@pytest.mark.parametrize(("letter", "side"), [("a", "royalist"), ("b", "parliament")])
def test_d5_who_activates_when_the_next_has_no_wing_of_the_level(letter: str, side: str) -> None:
    state = field({R: "charge", C: "charge"}, initiative="parliament", readings={"D5": letter})
    assert {choice.by for choice in SYSTEM.book.choices(state)} == {side}


@pytest.mark.parametrize(("letter", "only"), [("a", None), ("b", ""), ("c", R)])
def test_d6_whether_a_preempting_wing_is_preempted(letter: str, only: str | None) -> None:
    state = field({R: "charge", C: "charge", CC: "charge"}, readings={"D6": letter})
    give(state, "royalist", ActivateWing(wing=R))
    give(state, "parliament", Preempt(wing=CC), 0)
    frame = asked(state)
    if only is None:
        assert not isinstance(frame, AwaitPreemption)
    else:
        assert isinstance(frame, AwaitPreemption)
        assert (frame.side, frame.wing, frame.only) == ("royalist", CC, only)
        give(state, "royalist", Preempt(wing=R), 0)
        assert state.activation.wing == R
        assert state.turn.waiting == [CC]


@pytest.mark.parametrize(("letter", "kept"), [("a", False), ("b", True)])
def test_d8_no_continue_goes_with_the_turn_or_stays(letter: str, kept: bool) -> None:
    state = ending({HORSE: "1012:5"}, readings={"D8": letter})
    state.wings["blue-horse"].no_continue = True
    goes_on(state, 1, 2)
    assert state.wings["blue-horse"].no_continue is kept


@pytest.mark.parametrize(("letter", "over"), [("a", False), ("b", True)])
def test_d9_whose_orders_count_for_capitulation(letter: str, over: bool) -> None:
    orders = {"blue-horse": "rally", "blue-foot": "charge"}
    places = {HORSE: "1012:5", PIKES: "1014:5"}
    state = ending(places, orders=orders, leaders={LEADER: "1012"}, readings={"D9": letter})
    assert victory.has_capitulated(state, "blue") is over  # the foot has no commander on the map


@pytest.mark.parametrize("letter", ["a", "b"])
def test_d11_which_action_the_army_commander_spends_on_a_continuation(letter: str) -> None:
    state = field({R: "charge", LL: "rally", CC: "rally", RR: "rally"}, readings={"D11": letter})
    state.leaders["king-charles"].at = "2217"
    give(state, "royalist", ActivateWing(wing=R))
    let_pass(state, "AwaitPreemption", "AwaitChange")
    state.activation.led["king-charles"] = "move"
    state.activation.acted = list(state.units)
    give(state, "royalist", EndActions())
    if letter == "a":
        assert refused(state, "royalist", ContinueWing(commander=True)) == "5.1.2"
    else:
        give(state, "royalist", ContinueWing(commander=True), 0)
        assert state.activation.led == {"king-charles": "preempt"}


@pytest.mark.parametrize(("letter", "points"), [("a", 0), ("b", 10)])
def test_d14_a_leader_lost_in_pursuit(letter: str, points: int) -> None:
    state = position({RED: "1005:2"}, readings={"D14": letter})
    state.leaders[LEADER].fate, state.leaders[LEADER].pursued = "eliminated", True
    assert victory.total(state, "red") == points


def test_d15_what_a_link_may_be() -> None:
    broken = {HORSE: "1015:5", OTHER: "1012:5::MB"}
    for letter, expected in (("a", True), ("b", True), ("c", False)):
        state = position(broken, leaders={LEADER: "1009"}, readings={"D15": letter})
        assert in_command(state, HORSE) is expected
    light = {LIGHT: "1015:5", HORSE: "1012:5"}  # three hexes from a link that reaches three, by one that reaches two
    for letter, expected in (("a", False), ("b", True)):
        state = position(light, leaders={LEADER: "1010"}, readings={"D15": letter})
        assert in_command(state, LIGHT) is expected


@pytest.mark.parametrize(("letter", "owes"), [("a", True), ("b", False)])
def test_d18_whether_broken_units_draw_a_charge(letter: str, owes: bool) -> None:
    state = position({HORSE: "1012:5", RED: "1006:2::MB"}, order="charge", readings={"D18": letter})
    assert owes_charge(state, HORSE) is owes


@pytest.mark.parametrize(("letter", "owes"), [("a", True), ("c", False)])
def test_d18_whether_lone_guns_draw_a_charge(letter: str, owes: bool) -> None:
    state = position({HORSE: "1012:5", "red-battery": "1006:2"}, order="charge", readings={"D18": letter})
    assert owes_charge(state, HORSE) is owes


@pytest.mark.parametrize(("letter", "owes"), [("a", True), ("b", False)])
def test_d19_whether_a_charge_must_be_a_move(letter: str, owes: bool) -> None:
    state = position({HORSE: "1012:5", RED: "1006:2"}, order="charge", readings={"D19": letter})
    assert owes_charge(state, HORSE) is owes


@pytest.mark.parametrize(
    ("letter", "may_leave", "may_stay"), [("a", True, False), ("b", True, True), ("c", False, True)]
)
def test_d20_next_to_an_enemy_whom_a_friend_has_met(letter: str, may_leave: bool, may_stay: bool) -> None:
    places = {HORSE: "0906:0", OTHER: "1007:5", RED: "1006:2", RED_TWO: "0406:2"}
    state = position(places, order="charge", leaders={LEADER: "0906"}, readings={"D20": letter})
    state.activation.acted = [OTHER]
    paths = [order.path for order in orders_of(state, MoveUnit) if order.unit == HORSE]
    assert any(any(word.isdigit() for word in path) for path in paths) is may_leave
    assert bool(orders_of(state, EndActions)) is may_stay


def test_d21_sliding_along_an_enemy() -> None:
    for letter, allowed in (("a", False), ("b", True), ("c", True)):
        state = position({HORSE: "1007:0", RED: "1006:2"}, readings={"D21": letter})
        order = MoveUnit(unit=HORSE, path=("1106",))
        assert (order in orders_of(state, MoveUnit)) is allowed


def test_d22_no_closer_to_which_enemy() -> None:
    places = {HORSE: "1012:0", RED: "1009:2", RED_TWO: "1812:2"}
    east = MoveUnit(unit=HORSE, path=("1112",))
    for letter, allowed in (("a", True), ("b", False)):
        state = position(places, order="rally", readings={"D22": letter})
        assert (not _refused(state, east)) is allowed
    hidden = {HORSE: "1014:0", PIKES: "1013:5", TWO: "0913:5", RED: "1005:2"}
    state = position(hidden, order="rally", wing="blue-horse", leaders={LEADER: "1014"}, readings={"D22": "c"})
    assert orders_of(state, MoveUnit)


def _refused(state: State, order: MoveUnit) -> bool:
    return order not in orders_of(state, MoveUnit)


@pytest.mark.parametrize(("letter", "forced"), [("a", False), ("b", True)])
def test_d24_a_wing_of_light_infantry_alone(letter: str, forced: bool) -> None:
    state = field({C: "rally", L: "rally", LL: "rally", CC: "rally", RR: "rally"}, readings={"D24": letter})
    for name in ("kings-lifeguard", "prince-rupert", "prince-of-wales", "prince-maurice", "sir-john-byron"):
        state.units[name].wing = "royalist-foot"
    state.units["ushers-dragoons"].hexes, state.units["ushers-dragoons"].gone = ("2816",), ""
    state.stacks["2816"] = ["ushers-dragoons"]
    facts = give(state, "royalist", ActivateWing(wing=R))
    assert bool(told(facts, OrderSet)) is forced


def test_d24_read_as_c_a_spent_wing_is_not_preempted_and_does_not_preempt() -> None:
    state = field({R: "charge"}, readings={"D24": "c"})
    state.units["prince-rupert"].morale = "MS"
    give(state, "royalist", ActivateWing(wing=R))
    assert not isinstance(asked(state), AwaitPreemption)
    state = field({R: "charge"}, readings={"D24": "c"})
    state.units["meldrum"].morale = "MS"
    give(state, "royalist", ActivateWing(wing=R))
    assert refused(state, "parliament", Preempt(wing=CC)) == "5.8"


@pytest.mark.parametrize(("letter", "paths"), [("a", {"1212"}), ("b", {"1111", "1212", "1113"})])
def test_d28_the_front_of_a_two_hex_column(letter: str, paths: set[str]) -> None:
    state = position({TWO: "1012:5:CO"}, readings={"D28": letter})
    state.units[TWO].facing = 1
    first = {order.path[0] for order in orders_of(state, MoveUnit) if order.path[0].isdigit()}
    assert {hex for hex in first if state.ground.distance("1112", hex) == 1} == paths


def test_d30_which_units_that_came_before_count() -> None:
    wing, first, second = "blue-column-from-the-south", "blue-column-first", "blue-column-second"
    for letter, expected in (("a", 4), ("b", 3), ("c", 3)):
        state = position({TWO: "0914:5"}, wing=wing, leaders={}, readings={"D30": letter})
        for name in (second, "blue-column-third"):
            state.units[name].gone = "due"
        state.units[first].hexes, state.units[first].gone = ("0317",), ""
        state.turn.arrived = [first] if letter == "b" else []
        assert allowance_of(state, second, "FN") == expected


@pytest.mark.parametrize(("letter", "triggers"), [("a", 0), ("b", 1)])
def test_d40_whether_a_failed_rally_is_reacted_to(letter: str, triggers: int) -> None:
    state = position(
        {HORSE: "1012:5:FN:MS", "red-one-hex": "1011:2"}, order="rally", leaders={LEADER: "1014"},
        readings={"D40": letter},
    )  # fmt: skip
    facts = give(state, "blue", Rally(unit=HORSE), 9)
    opened = [fact.frame for fact in facts if hasattr(fact, "frame")]
    assert sum(isinstance(frame, ResumeTrigger) for frame in opened) == triggers


@pytest.mark.parametrize(("letter", "dice"), [("a", ()), ("b", (5,))])
def test_d73_rally_beside_the_wing_commander(letter: str, dice: tuple[int, ...]) -> None:
    state = position({HORSE: "1012:5:FN:MS"}, order="rally", readings={"D73": letter})
    facts = give(state, "blue", Rally(unit=HORSE), *dice)
    assert bool(told(facts, RalliedAtOnce)) is (letter == "a")
    assert state.units[HORSE].morale == "MN"


def test_d75_guns_and_enemies_on_the_way_of_a_rout() -> None:
    for letter, disabled in (("a", 0), ("b", 1)):
        state = position(
            {HORSE: "1010:5::MB", GUNS: "1011:5", "red-arquebusiers": "2302:2"}, phase="rout",
            leaders={"red-horse": "2302"}, readings={"D75": letter},
        )  # fmt: skip
        state.turn.number, state.turn.initiative = state.core.turn, "blue"
        path = next(one.path for one in flights(state, HORSE) if one.path[0] == "1011")
        facts = give(state, "blue", Rout(unit=HORSE, path=path))
        assert len(told(facts, GunsDisabled)) == disabled
    for letter, shy in (("a", False), ("c", True)):
        state = fleeing("1010:5::MB", readings={"D75": letter})
        state.units[RED].hexes, state.units[RED].gone = ("1012",), ""
        state.stacks["1012"] = [RED]
        hexes = {hex for one in flights(state, HORSE) for hex in one.path}
        assert hexes.isdisjoint(state.ground.near("1012")) is shy


def test_d76_points_that_do_not_reach_the_next_hex() -> None:
    for letter, lost in (("a", 1), ("b", 0)):
        state = fleeing("1012:5::MB", readings={"D76": letter})
        woods = tuple(f"{place:02}18" for place in range(1, 25))
        state.ground = Ground(places=(1, 24), rows=(1, 18), kinds={"woods": woods})
        (one, *_) = flights(state, HORSE)
        assert (len(one.path), one.left) == (5, 3)
        facts = give(state, "blue", Rout(unit=HORSE, path=one.path))
        assert told(facts, UnitMoved)
        assert bool(state.units[HORSE].casualties) is bool(lost)


@pytest.mark.parametrize(("letter", "points"), [("a", 10), ("b", 16)])
def test_d80_casualties_of_units_that_are_lost(letter: str, points: int) -> None:
    state = position({HORSE: "1012:5"}, readings={"D80": letter})
    state.units[RED].gone, state.units[RED].casualties = "eliminated", 3
    assert victory.total(state, "blue") == points


@pytest.mark.parametrize(("letter", "further"), [("a", True), ("b", False)])
def test_d87_riding_on_over_guns(letter: str, further: bool) -> None:
    state = position({HORSE: "1012:5", "red-battery": "1011:2"}, readings={"D87": letter})
    order = MoveUnit(unit=HORSE, path=("1011", "1010"))
    if further:
        assert len(told(give(state, "blue", order), UnitMoved)) == 2
    else:
        assert refused(state, "blue", order) == "7.3.1"


def test_a_continuation_is_a_new_activation() -> None:
    state = field({R: "make_ready", LL: "rally", CC: "rally", RR: "rally"})
    give(state, "royalist", ActivateWing(wing=R))
    give(state, "royalist", Decline())
    continuing(state, R, 0)
    assert state.activation.acted == []
