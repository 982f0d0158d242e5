"""4, 4.1.2, 5.7, 5.8 Initiative, the order of activations, preemption, change of orders, continuation, passing."""

from __future__ import annotations

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import PhaseBegan
from domain.kernel.play import Play
from rules.musket_and_pike import SYSTEM
from rules.musket_and_pike.state import ACTIONS, ACTIVATION, MELEE, ROUT, Activation, State
from rules.musket_and_pike.turn.asks import (
    ActivateWing,
    AwaitChange,
    AwaitContinuation,
    AwaitPreemption,
    ChangeOrder,
    ContinueWing,
    EndActions,
    PassWing,
    Preempt,
)
from rules.musket_and_pike.turn.facts import (
    ContinuationRolled,
    InitiativeWon,
    MarkedNoContinue,
    OrderChangeRolled,
    OrderSet,
    PreemptionRolled,
    WingActivated,
    WingBypassed,
    WingFinished,
    WingPassed,
)
from rules.musket_and_pike.work import Decline
from tests.musket_and_pike.positions import asked, give, let_pass, orders_of, position, refused, told

EDGEHILL = {
    "prince-rupert": "2217:5", "richard-fielding": "1017:5", "henry-wilmot": "0217:5",
    "ramsey": "2107:2", "meldrum": "0907:2", "balfour": "0905:2",
}  # fmt: skip
LEADERS = {
    "prince-rupert-leader": "2217", "sir-jacob-astley": "1017", "henry-wilmot-leader": "0217",
    "sir-james-ramsey": "2107", "sir-john-meldrum": "0907", "sir-william-balfour": "0905",
}  # fmt: skip
R, C, L = "royalist-right-horse", "royalist-foot", "royalist-left-horse"
LL, CC, RR = "parliament-left-horse", "parliament-foot", "parliament-right-horse-and-reserve"
QUIET = ("AwaitPreemption", "AwaitChange", "AwaitDeclarations", "AwaitContinuation")


def field(orders: dict[str, str], *, initiative: str = "royalist", **more: object) -> State:
    """Edgehill with one unit a Wing, far apart, as an activation phase begins."""
    state = position(
        EDGEHILL,
        leaders=LEADERS,
        orders=orders,
        phase=ACTIVATION,
        scenario="edgehill",
        **more,  # type: ignore[arg-type]
    )
    state.activation = Activation()
    for wing in state.wings.values():
        wing.status = "ready"
    state.core.active = ""
    state.turn.number, state.turn.initiative, state.turn.next = state.core.turn, initiative, initiative
    return state


def through(state: State, wing: str) -> None:
    """A Wing acts and does nothing."""
    side = state.wings[wing].side
    give(state, side, ActivateWing(wing=wing))
    let_pass(state, "AwaitPreemption", "AwaitChange")
    state.activation.acted = list(state.units)
    give(state, side, EndActions())
    let_pass(state, "AwaitContinuation")


def test_e1_wings_act_by_turns_from_charge_to_rally() -> None:
    state = field({R: "charge", C: "charge", L: "rally", LL: "charge", CC: "make_ready", RR: "rally"})
    for side, wing in (("royalist", R), ("parliament", LL), ("royalist", C), ("parliament", CC), ("royalist", L)):
        assert {choice.by for choice in SYSTEM.book.choices(state)} == {side}
        through(state, wing)
    through(state, RR)
    assert state.core.turn == 3  # all have acted: the turn is over


def initiative(state: State, *dice: int) -> InitiativeWon:
    state.turn.initiative = ""
    play = Play(SYSTEM, state, "royalist", Decline(), EnteredChance([die or 10 for die in dice]))
    play.begin()
    while SYSTEM.book.proceed(play) and not state.turn.initiative:
        pass
    return told([one.fact for one in play.recorded], InitiativeWon)[0]


def test_e29_a_tie_goes_to_the_better_commander_then_to_the_higher_die() -> None:
    state = field({R: "charge", LL: "charge"})
    won = initiative(state)
    assert (won.side, won.dice, won.order) == ("royalist", (), "charge")  # -2 against 0
    state.leaders["prince-rupert-leader"].rating = 0
    won = initiative(state, 4, 7)
    assert (won.side, won.dice) == ("parliament", (4, 7))
    assert initiative(state, 5, 5, 6, 1).side == "royalist"  # D4 a


def test_4_1_1_more_wings_of_the_highest_order_have_the_initiative() -> None:
    assert initiative(field({R: "charge", LL: "charge", RR: "charge"})).side == "parliament"


def test_x1_a_wing_out_of_its_order_is_refused() -> None:
    state = field({R: "charge", C: "charge", LL: "charge"})
    assert refused(state, "royalist", ActivateWing(wing=L)) == "4.2.1"
    assert refused(state, "parliament", ActivateWing(wing=LL)) == "4.2.1"
    assert refused(state, "royalist", ActivateWing(wing=LL)) == "4.2.1"
    through(state, R)
    through(state, LL)
    assert refused(state, "royalist", ActivateWing(wing=R)) == "4.2.1"
    state.leaders["sir-jacob-astley"].fate = "removed"
    assert refused(state, "royalist", ActivateWing(wing=C)) == "5.3.2"


def test_x1_a_wing_without_units_is_refused() -> None:
    state = field({R: "charge"})
    for hex in state.units["prince-rupert"].hexes:
        del state.stacks[hex]
    state.units["prince-rupert"].hexes, state.units["prince-rupert"].gone = (), "eliminated"
    assert refused(state, "royalist", ActivateWing(wing=R)) == "4.2.3"


def test_x2_charge_and_forced_rally_may_not_pass() -> None:
    state = field({R: "charge"})
    assert refused(state, "royalist", PassWing(wing=R)) == "5.6.1"
    state = field({R: "receive_charge", C: "receive_charge"})
    state.units["prince-rupert"].morale = "MS"
    for wing in (L, LL, CC, RR):
        state.wings[wing].order = "rally"
    assert refused(state, "royalist", PassWing(wing=R)) == "5.8"
    assert told(give(state, "royalist", PassWing(wing=C)), WingPassed)


def test_4_5_and_g_pass_two_passes_in_a_row_end_the_phase() -> None:
    state = field({})
    give(state, "royalist", PassWing(wing=C))
    assert state.core.phase == ACTIVATION
    facts = give(state, "parliament", PassWing(wing=CC), 1, 2)
    assert [fact.phase for fact in told(facts, PhaseBegan)][:1] == [ROUT]
    state = field({}, readings={"D2": "b"})
    give(state, "royalist", PassWing(wing=C))
    give(state, "parliament", PassWing(wing=CC))
    assert state.core.phase == ACTIVATION


@pytest.mark.parametrize(("die", "success"), [(5, True), (6, False)])
def test_e30_preemption_by_the_table(die: int, success: bool) -> None:
    state = field({R: "charge", C: "charge", CC: "charge"})
    give(state, "royalist", ActivateWing(wing=R))
    assert isinstance(asked(state), AwaitPreemption)
    facts = give(state, "parliament", Preempt(wing=CC), die)
    (roll,) = told(facts, PreemptionRolled)
    assert (roll.net, roll.needed, roll.success) == (die - 1, 4, success)
    if success:
        assert told(facts, WingBypassed)[0].wing == R
        assert told(facts, WingActivated)[0].preempting
        assert state.activation.wing == CC
        let_pass(state, "AwaitChange")
        state.activation.acted = list(state.units)
        give(state, "parliament", EndActions())
        facts = give(state, "parliament", Decline())
        again = told(facts, WingActivated)[0]
        assert (again.wing, again.resumed) == (R, True)  # without a window of its own
    else:
        assert told(facts, MarkedNoContinue)[0].wing == CC
        assert isinstance(asked(state), AwaitPreemption)  # 4.4.2 another leader may try


def test_4_4_2_a_second_failure_finishes_the_wing() -> None:
    state = field({R: "charge", CC: "charge"})
    state.wings[CC].no_continue = True
    give(state, "royalist", ActivateWing(wing=R))
    facts = give(state, "parliament", Preempt(wing=CC), 9)
    (roll,) = told(facts, PreemptionRolled)
    assert [one.key for one in roll.modifiers] == ["rating of the Wing Commander", "marked No Continue"]
    assert told(facts, WingFinished)[0].wing == CC


def test_x3_who_may_not_preempt() -> None:
    state = field({R: "charge", LL: "rally"})
    assert refused(state, "parliament", Preempt(wing=CC)) == "4.4.1"  # outside a window
    state.wings[CC].status = "finished"
    give(state, "royalist", ActivateWing(wing=R))
    assert refused(state, "parliament", Preempt(wing=LL)) == "4.4.1"
    assert refused(state, "parliament", Preempt(wing=CC)) == "4.4.1"
    assert refused(state, "parliament", Preempt(wing=R)) == "4.4.1"
    state.leaders["sir-william-balfour"].fate = "removed"
    assert refused(state, "parliament", Preempt(wing=RR)) == "5.3.2"


def test_d7_one_try_for_each_leader_in_a_window() -> None:
    state = field({R: "charge"})
    give(state, "royalist", ActivateWing(wing=R))
    give(state, "parliament", Preempt(wing=CC), 9)
    assert refused(state, "parliament", Preempt(wing=CC)) == "4.4.2"


def continuing(state: State, wing: str, die: int) -> None:
    side = state.wings[wing].side
    state.activation.acted = list(state.units)
    give(state, side, EndActions())
    assert isinstance(asked(state), AwaitContinuation)
    give(state, side, ContinueWing(), die)


def test_x4_only_the_bypassed_leader_preempts_the_continuation_of_who_bypassed_him() -> None:
    state = field({R: "charge", C: "charge", CC: "charge"})
    give(state, "royalist", ActivateWing(wing=R))
    give(state, "parliament", Preempt(wing=CC), 0)
    let_pass(state, "AwaitChange")
    continuing(state, CC, 0)
    frame = asked(state)
    assert isinstance(frame, AwaitPreemption)
    assert (frame.side, frame.continuing, frame.only) == ("royalist", True, R)
    assert refused(state, "royalist", Preempt(wing=C)) == "4.4.4"
    facts = give(state, "royalist", Preempt(wing=R), 0)
    assert told(facts, WingFinished)[0].wing == CC
    assert state.activation.wing == R


def test_e20_three_activations_at_most() -> None:
    state = field({R: "charge"})
    give(state, "royalist", ActivateWing(wing=R))
    let_pass(state, "AwaitPreemption", "AwaitChange")
    for number in (2, 3):
        continuing(state, R, 0)
        let_pass(state, "AwaitPreemption", "AwaitChange")
        assert state.wings[R].activations == number
    state.activation.acted = list(state.units)
    facts = give(state, "royalist", EndActions())
    assert told(facts, WingFinished)[0].wing == R


@pytest.mark.parametrize(("die", "success"), [(5, True), (6, False)])
def test_4_3_2_the_second_attempt_is_harder(die: int, success: bool) -> None:
    state = field({R: "charge"})
    give(state, "royalist", ActivateWing(wing=R))
    let_pass(state, "AwaitPreemption", "AwaitChange")
    continuing(state, R, 0)
    let_pass(state, "AwaitPreemption", "AwaitChange")
    state.activation.acted = list(state.units)
    give(state, "royalist", EndActions())
    (roll,) = told(give(state, "royalist", ContinueWing(), die), ContinuationRolled)
    assert [(one.value, one.key) for one in roll.modifiers] == [
        (-2, "rating of the Wing Commander"), (-1, "cavalry Wing"), (1, "second attempt"),
    ]  # fmt: skip
    assert (roll.net, roll.needed, roll.success) == (die - 2, 3, success)
    assert (state.wings[R].status == "finished") is not success


@pytest.mark.parametrize("why", ["rally", "no_continue"])
def test_x5_who_may_not_continue(why: str) -> None:
    state = field({R: "charge"})
    give(state, "royalist", ActivateWing(wing=R))
    let_pass(state, "AwaitPreemption", "AwaitChange")
    if why == "rally":
        state.wings[R].order = "rally"
    else:
        state.wings[R].no_continue = True
    state.activation.acted = list(state.units)
    facts = give(state, "royalist", EndActions())
    assert told(facts, WingFinished)[0].wing == R
    assert refused(state, "royalist", ContinueWing()) == "4.3.1"


def test_5_7_2_an_order_is_changed_by_the_table() -> None:
    state = field({C: "make_ready"})
    give(state, "royalist", ActivateWing(wing=C))
    let_pass(state, "AwaitPreemption")
    assert refused(state, "royalist", ChangeOrder(to="make_ready")) == "5.7.2"
    facts = give(state, "royalist", ChangeOrder(to="charge"), 6)
    (roll,) = told(facts, OrderChangeRolled)
    assert (roll.net, roll.needed, roll.success) == (5, 5, True)  # 6 and -1 for Astley
    assert state.wings[C].order == "charge"
    assert state.core.phase == ACTIONS


def test_5_7_3_more_than_half_shaken_makes_rally_easier() -> None:
    state = field({C: "make_ready"})
    state.units["charles-gerard"].gone = "eliminated"
    state.units["henry-wentworth"].gone = "eliminated"
    state.units["john-belasyse"].gone = "eliminated"
    give(state, "royalist", ActivateWing(wing=C))
    let_pass(state, "AwaitPreemption")
    (roll,) = told(give(state, "royalist", ChangeOrder(to="rally"), 9), OrderChangeRolled)
    assert (-2, "5.7.3") in [(one.value, one.cite) for one in roll.modifiers]


def test_x6_an_order_is_changed_before_anybody_acts_or_not_at_all() -> None:
    state = field({C: "make_ready"})
    give(state, "royalist", ActivateWing(wing=C))
    let_pass(state, "AwaitPreemption", "AwaitChange")
    assert refused(state, "royalist", ChangeOrder(to="charge")) == "5.7.1"


def test_d23_one_attempt_or_several() -> None:
    state = field({C: "make_ready"}, readings={"D23": "b"})
    give(state, "royalist", ActivateWing(wing=C))
    let_pass(state, "AwaitPreemption")
    give(state, "royalist", ChangeOrder(to="charge"), 9)
    assert isinstance(asked(state), AwaitChange)
    assert refused(state, "royalist", ChangeOrder(to="charge")) == "5.7.1"
    give(state, "royalist", ChangeOrder(to="rally"), 9)
    give(state, "royalist", ChangeOrder(to="receive_charge"), 9)
    assert state.core.phase == ACTIONS


def test_e37_a_wing_of_shaken_and_broken_units_must_rally() -> None:
    state = field({R: "charge"})
    state.units["prince-rupert"].formation = "FB"
    facts = give(state, "royalist", ActivateWing(wing=R))
    facts += let_pass(state, "AwaitPreemption")
    (found,) = told(facts, OrderSet)
    assert (found.wing, found.order, found.why.cite) == (R, "rally", "5.8")
    assert state.core.phase == ACTIONS  # no change is asked for
    state.activation.acted = list(state.units)
    assert told(give(state, "royalist", EndActions()), WingFinished)


def test_x9_the_army_commander_helps_from_the_next_hex_only_and_once() -> None:
    state = field({C: "make_ready"})
    state.leaders["king-charles"].at = "1019"
    give(state, "royalist", ActivateWing(wing=C))
    let_pass(state, "AwaitPreemption")
    assert refused(state, "royalist", ChangeOrder(to="charge", commander=True)) == "5.1.2"
    state.leaders["king-charles"].at = "1018"
    assert ChangeOrder(to="charge", commander=True) in orders_of(state, ChangeOrder)
    give(state, "royalist", ChangeOrder(to="charge", commander=True), 9)
    assert state.activation.led == {"king-charles": "change"}


def test_d10_help_in_a_preemption_uses_up_the_action_it_wins() -> None:
    state = field({R: "charge", CC: "make_ready"})
    state.leaders["earl-of-essex"].at = "0906"
    give(state, "royalist", ActivateWing(wing=R))
    facts = give(state, "parliament", Preempt(wing=CC, commander=True), 5)
    (roll,) = told(facts, PreemptionRolled)
    assert (roll.net, roll.success) == (3, True)  # -1 for Meldrum, -1 for Essex
    assert state.activation.led == {"earl-of-essex": "preempt"}


def test_3_2_d_melees_follow_the_actions() -> None:
    state = field({C: "make_ready"})
    give(state, "royalist", ActivateWing(wing=C))
    let_pass(state, "AwaitPreemption", "AwaitChange")
    facts = give(state, "royalist", EndActions())
    assert MELEE in [fact.phase for fact in told(facts, PhaseBegan)]


def test_3_2_what_is_not_asked_waits() -> None:
    state = field({R: "charge"})
    give(state, "royalist", ActivateWing(wing=R))
    assert refused(state, "royalist", EndActions()) == "3.2.C"
