"""LL.4.seq, LL.4.pass, LL.3.lose The order of a turn, the pass, and losing by cards."""

from __future__ import annotations

import pytest

from domain.kernel.facts import FrameOpened, GameEnded, PhaseBegan
from domain.words.tell import tell
from rules.longstreet_lite import SYSTEM, phases
from rules.longstreet_lite.cards.asks import AwaitInterrupt, Decline, Interrupt
from rules.longstreet_lite.fire.asks import EndFire
from rules.longstreet_lite.movement.asks import EndMove
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn import facts as f
from rules.longstreet_lite.turn.asks import InvokeCombat, InvokeFire, InvokeMove, KeepDeck, Pass, SkipFire
from tests.longstreet_lite.positions import give, position, refusal, said, unit
from tests.longstreet_lite.starts import begun, lucky

PLAIN = "steady-boys"
US, CS = unit("us", "10:5"), unit("cs", "10:15", "180")


def table(phase: str = phases.COMMAND, hand: int = 3, *, passed: bool = False, **more: object) -> State:
    """The active side us holds so many plain cards; cs has a full hand and draws nothing."""
    hands = {"us": [PLAIN] * hand, "cs": [PLAIN] * 6}
    state = position({"u": US, "c": CS}, phase=phase, hands=hands, **more)  # type: ignore[arg-type]
    state.cards["us"].passed = passed
    return state


def test_ll_4_seq_2_a_turn_runs_from_reshuffle_to_status_and_ll_4_seq_1_then_passes_to_the_enemy() -> None:
    state = begun()
    phased = []
    for by, order in [
        ("us", Decline()),
        ("cs", KeepDeck()),
        ("cs", InvokeFire(card=state.cards["cs"].hand[0])),
        ("us", Decline()),
        ("cs", EndFire()),
        ("cs", InvokeMove(cards=(state.cards["cs"].hand[1],))),
        ("us", Decline()),
        ("cs", EndMove()),
    ]:
        phased += [fact for fact in lucky(state, by, order) if isinstance(fact, PhaseBegan)]
    assert [(fact.turn, fact.phase, fact.side) for fact in phased] == [
        (1, phases.RESHUFFLE, "cs"),
        (1, phases.FIRE_OPTION, "cs"),
        (1, phases.FIRE, "cs"),
        (1, phases.COMMAND, "cs"),
        (1, phases.MOVE, "cs"),
        (1, phases.STATUS, "cs"),
        (2, phases.TURN_START, "us"),
    ]


def test_ll_4_seq_3_fire_is_optional() -> None:
    state = table(phases.FIRE_OPTION)
    give(SYSTEM, state, "us", SkipFire())
    assert state.core.phase == phases.COMMAND


def test_i10_ll_4_seq_3_move_and_combat_exclude_each_other() -> None:
    """LL.F.7 One command a turn."""
    state = table()
    give(SYSTEM, state, "us", InvokeMove(cards=(PLAIN,)))
    give(SYSTEM, state, "cs", Decline())
    assert refusal(SYSTEM, state, "us", InvokeCombat(cards=(PLAIN,))) == "LL.4.seq.3"


def test_i10_ll_4_seq_3_no_fire_phase_after_the_command() -> None:
    for phase in (phases.COMMAND, phases.MOVE):
        assert refusal(SYSTEM, table(phase), "us", InvokeFire(card=PLAIN)) == "LL.4.seq.3"


def test_ll_4_seq_1_the_passive_side_invokes_nothing() -> None:
    assert refusal(SYSTEM, table(), "cs", InvokeMove(cards=(PLAIN,))) == "LL.4.seq.1"
    assert refusal(SYSTEM, table(), "cs", Pass()) == "LL.4.seq.1"


def test_ll_4_seq_2_a_new_phase_begins_with_nobody_having_acted() -> None:
    state = table(phases.FIRE)
    state.units["u"].acted = True
    give(SYSTEM, state, "us", EndFire())
    assert (state.core.phase, state.units["u"].acted) == (phases.COMMAND, False)
    assert state.turn.invoked == 0


# LL.4.pass


def test_ll_4_pass_1_d57_a_turn_without_command_is_a_pass_and_fire_before_it_does_not_matter() -> None:
    state = table()
    state.turn.phases = ["fire"]
    facts = give(SYSTEM, state, "us", Pass(), 1, cards=[PLAIN] * 3)
    assert facts[0] == f.Passed(by="us", forced=False, counts=True)
    assert (state.cards["us"].passed, state.core.active) == (True, "cs")


def test_i11_ll_4_pass_2_nobody_passes_twice_running_by_choice() -> None:
    state = table(passed=True)
    assert said(SYSTEM, state, "us", Pass()) == (
        "us passed last turn and may not pass again; a phase may be invoked and nothing done in it"
    )
    assert Pass() not in [choice.order for choice in SYSTEM.book.choices(state)]
    give(SYSTEM, state, "us", InvokeCombat(cards=(PLAIN,)))
    assert not state.cards["us"].passed


def test_ll_4_pass_2_a_fire_phase_is_no_command_and_does_not_lift_the_ban() -> None:
    state = table(phases.FIRE_OPTION, passed=True)
    give(SYSTEM, state, "us", InvokeFire(card=PLAIN))
    assert state.cards["us"].passed


def test_ll_4_draw_3_an_empty_hand_must_pass() -> None:
    state = table(hand=0)
    assert [choice.order for choice in SYSTEM.book.choices(state)] == [Pass()]
    facts = give(SYSTEM, state, "us", Pass(), 1, cards=[PLAIN] * 6)
    assert facts[0] == f.Passed(by="us", forced=True, counts=True)
    fire = table(phases.FIRE_OPTION, hand=0)
    assert [choice.order for choice in SYSTEM.book.choices(fire)] == [SkipFire()]


@pytest.mark.parametrize(("letter", "counts"), [("A", True), ("C", False)])
def test_d17_a_c_a_forced_pass_is_legal_after_a_pass_and_counts_or_not(letter: str, counts: bool) -> None:
    state = table(hand=0, passed=True, readings={"D17": letter})
    facts = give(SYSTEM, state, "us", Pass(), 1, cards=[PLAIN] * 6)
    assert facts[0] == f.Passed(by="us", forced=True, counts=counts)
    assert state.cards["us"].passed is counts


def test_d17_b_who_can_neither_invoke_nor_pass_loses_at_once() -> None:
    state = table(phases.FIRE_OPTION, hand=0, passed=True, readings={"D17": "B"})
    facts = give(SYSTEM, state, "us", SkipFire())
    last = facts[-1]
    assert isinstance(last, GameEnded)
    assert (last.winner, last.why.cite) == ("cs", "LL.4.pass.2")


def test_d17_b_a_first_forced_pass_loses_nothing() -> None:
    state = table(phases.FIRE_OPTION, hand=0, readings={"D17": "B"})
    give(SYSTEM, state, "us", SkipFire())
    give(SYSTEM, state, "us", Pass(), 1, cards=[PLAIN] * 6)
    assert state.core.ended is None


@pytest.mark.parametrize("d17", ["A", "B", "C"])
def test_d60_a_the_last_card_may_fire_and_the_pass_after_it_is_legal(d17: str) -> None:
    state = table(phases.FIRE_OPTION, hand=1, passed=True, readings={"D17": d17})
    give(SYSTEM, state, "us", InvokeFire(card=PLAIN))
    give(SYSTEM, state, "cs", Decline())
    give(SYSTEM, state, "us", EndFire())
    give(SYSTEM, state, "us", Pass(), 1, cards=[PLAIN] * 6)
    assert state.core.ended is None
    assert state.cards["us"].passed is (d17 != "C")


def test_d60_b_the_last_card_does_not_fire_if_a_pass_would_have_to_follow() -> None:
    readings = {"D60": "B"}
    fire = InvokeFire(card=PLAIN)
    state = table(phases.FIRE_OPTION, hand=1, passed=True, readings=readings)
    assert refusal(SYSTEM, state, "us", fire) == "LL.4.pass.2"
    assert [choice.order for choice in SYSTEM.book.choices(state)] == [SkipFire()]
    give(SYSTEM, table(phases.FIRE_OPTION, hand=2, passed=True, readings=readings), "us", fire)
    give(SYSTEM, table(phases.FIRE_OPTION, hand=1, passed=False, readings=readings), "us", fire)


def test_d60_b_a_modifier_counts_among_the_last_cards() -> None:
    hands = {"us": [PLAIN, "aim-low"]}
    state = position({"u": US, "c": CS}, phase=phases.FIRE_OPTION, hands=hands, readings={"D60": "B"})
    state.cards["us"].passed = True
    assert refusal(SYSTEM, state, "us", InvokeFire(card=PLAIN, modifier="aim-low")) == "LL.4.pass.2"
    give(SYSTEM, state, "us", InvokeFire(card=PLAIN))


@pytest.mark.parametrize(
    ("deck", "discard", "letter", "loses"),
    [
        (0, 0, "A", True),
        (0, 1, "A", False),
        (1, 0, "A", False),
        (0, 1, "B", True),
        (1, 0, "B", True),
        (1, 1, "B", False),
    ],
)
def test_ll_4_pass_3_ll_3_lose_2_d13_a_pass_without_deck_and_discard_loses(
    deck: int, discard: int, letter: str, loses: bool
) -> None:
    state = table(hand=2, decks={"us": [PLAIN] * deck}, readings={"D13": letter})
    state.cards["us"].discard = [PLAIN] * discard
    facts = give(SYSTEM, state, "us", Pass(), *([] if loses else [1]), cards=[] if loses else [PLAIN] * deck)
    assert (state.core.ended is not None) is loses
    if loses:
        last = facts[-1]
        assert isinstance(last, GameEnded)
        assert (last.winner, last.why.cite) == ("cs", "LL.3.lose.2")
        both = "deck and discard pile" if letter == "A" else "deck or discard pile"
        assert tell(SYSTEM, last).endswith(f": us passes with {both} empty [LL.3.lose.2]")


def test_ll_3_lose_1_a_red_interrupt_that_was_the_last_card_loses_the_game() -> None:
    state = position(
        {"u": US, "c": CS}, phase=phases.COMMAND, hands={"us": [PLAIN] * 2, "cs": ["confusion"]}, decks={"cs": []}
    )
    give(SYSTEM, state, "us", InvokeMove(cards=(PLAIN,)))
    facts = give(SYSTEM, state, "cs", Interrupt(card="confusion", unit="u"))
    last = facts[-1]
    assert isinstance(last, GameEnded)
    assert (last.winner, last.why.cite) == ("us", "LL.3.lose.1")
    assert state.core.pending == []
    assert not list(SYSTEM.book.choices(state))


def test_ll_3_lose_1_a_card_that_is_discarded_is_not_lost() -> None:
    state = table(hand=1, decks={"us": []})
    give(SYSTEM, state, "us", InvokeMove(cards=(PLAIN,)))
    assert state.core.ended is None


# LL.4.int.4 The window at the start


def test_ll_4_int_4_the_window_at_the_start_of_a_turn_opens_whatever_the_passive_side_holds() -> None:
    for hand in ([], [PLAIN], ["lost-courier"]):
        state = table(passed=False)
        state.cards["cs"].hand = list(hand)
        facts = give(SYSTEM, state, "us", Pass(), 1, cards=[PLAIN] * (3 + 6 - len(hand)))
        assert facts[-1] == FrameOpened(frame=AwaitInterrupt(side="us", window="turn_start"))
