"""LL.4.int, LL.4.red The passive player's interrupts: when, with what, and who names the unit."""

from __future__ import annotations

from copy import deepcopy

import pytest

from domain.kernel.chance import SeededChance
from domain.kernel.facts import DiceRolled, FrameClosed, FrameOpened, Order, PhaseBegan
from domain.kernel.play import carry_out
from domain.kernel.reasons import Reason
from rules.longstreet_lite import SYSTEM, phases
from rules.longstreet_lite.cards.asks import AwaitConfusedMove, AwaitInterrupt, AwaitName, Decline, Interrupt, NameUnit
from rules.longstreet_lite.cards.facts import CardPlayed, Declined, EffectBegan, EffectUsed
from rules.longstreet_lite.fire.asks import EndFire
from rules.longstreet_lite.movement.asks import EndMove, MoveUnit
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn.asks import InvokeCombat, InvokeFire, InvokeMove
from tests.longstreet_lite.positions import give, position, refusal, said, unit
from tests.longstreet_lite.starts import changed

PLAIN = "steady-boys"
KEPIS = ["old-rivals", "wet-cartridges", "fix-bayonets", "sharpshooters", "confusion", "they-couldnt-hit-an"]
UNITS = {
    "u": unit("us", "10:5", name="1st Maine"),
    "v": unit("us", "20:5", ranks=(3, 3), name="2nd Maine"),
    "guns": unit("us", "30:5", ranks=(2,), kind="ART", name="Hall"),
    "c": unit("cs", "10:15", "180", name="1st Texas"),
    "limber": unit("cs", "20:15", "180", kind="ART", limbered=True, bases=2, name="Reilly"),
    "away": unit("us", name="Reserve"),
}
INVOKE: dict[str, Order] = {
    "fire": InvokeFire(card=PLAIN),
    "move": InvokeMove(cards=(PLAIN,)),
    "combat": InvokeCombat(cards=(PLAIN,)),
}


def asked(window: str = "move", hand: list[str] | None = None, **more: object) -> State:
    """us has just invoked the phase, or begins its turn; cs is asked."""
    hands = {"us": [PLAIN] * 6, "cs": [*KEPIS, PLAIN] if hand is None else hand}
    phase = {"fire": phases.FIRE_OPTION, "turn_start": phases.TURN_START}.get(window, phases.COMMAND)
    state = position(UNITS, phase=phase, hands=hands, **more)  # type: ignore[arg-type]
    if window in INVOKE:
        give(SYSTEM, state, "us", INVOKE[window])
    else:
        state.core.pending.append(AwaitInterrupt(side="cs", window="turn_start"))
    assert state.core.pending == [AwaitInterrupt(side="cs", window=window)]  # type: ignore[arg-type]
    return state


def test_ll_4_int_3_a_window_opens_after_every_invocation_whatever_is_in_hand() -> None:
    for window in INVOKE:
        for hand in ([], [PLAIN], KEPIS):
            asked(window, hand)


def test_ll_4_int_1_declining_closes_the_window_and_the_phase_goes_on() -> None:
    state = asked("move")
    facts = give(SYSTEM, state, "cs", Decline())
    assert facts == [FrameClosed(), Declined(by="cs", what=Reason("to interrupt", "LL.4.int.1"))]
    assert (state.core.phase, state.turn.interrupted) == (phases.MOVE, False)


def test_ll_4_int_5_an_interrupt_leaves_the_phase_to_the_active_side() -> None:
    state = asked("move")
    facts = give(SYSTEM, state, "cs", Interrupt(card="old-rivals", unit="u"))
    assert facts[1] == CardPlayed(by="cs", card="old-rivals", use="interrupt", unit="u")
    assert isinstance(facts[2], EffectBegan)
    assert (facts[2].unit, facts[2].until) == ("u", (0, ""))
    assert (state.core.phase, state.turn.invoked, state.core.pending) == (phases.MOVE, 1, [])
    assert refusal(SYSTEM, state, "us", MoveUnit(unit="u", path=("ahead:1",)))
    give(SYSTEM, state, "us", MoveUnit(unit="v", path=("ahead:1",)))


def test_i9_ll_4_int_1_the_active_side_does_not_interrupt() -> None:
    assert refusal(SYSTEM, asked(), "us", Interrupt(card=PLAIN)) == "LL.4.int.1"


def test_i9_ll_4_int_1_a_card_without_the_kepi_does_not_interrupt() -> None:
    assert refusal(SYSTEM, asked(), "cs", Interrupt(card=PLAIN)) == "LL.4.int.1"


def test_i6_ll_4_nodis_1_only_a_card_in_hand_interrupts() -> None:
    held_by_nobody = Interrupt(card="lost-courier")
    assert said(SYSTEM, asked("turn_start"), "cs", held_by_nobody) == "cs does not hold lost-courier"
    assert refusal(SYSTEM, asked("turn_start"), "cs", held_by_nobody) == "LL.4.nodis.1"
    assert refusal(SYSTEM, asked("turn_start"), "cs", Interrupt(card="no-such-card")) == "LL.4.deck.1"


def test_i9_ll_4_int_2_one_interrupt_a_turn_and_no_further_window_opens() -> None:
    state = asked("fire")
    give(SYSTEM, state, "cs", Interrupt(card="sharpshooters", unit="u"))
    give(SYSTEM, state, "us", EndFire())
    facts = give(SYSTEM, state, "us", InvokeMove(cards=(PLAIN,)))
    assert not [fact for fact in facts if isinstance(fact, FrameOpened)]
    state.core.pending.append(AwaitInterrupt(side="cs", window="move"))
    assert refusal(SYSTEM, state, "cs", Interrupt(card="old-rivals", unit="u")) == "LL.4.int.2"


def test_ll_4_int_2_the_next_turn_has_its_own_interrupt() -> None:
    state = asked("move")
    give(SYSTEM, state, "cs", Interrupt(card="old-rivals", unit="u"))
    give(SYSTEM, state, "us", EndMove(), 1, cards=[PLAIN])
    assert (state.turn.interrupted, state.core.pending) == (
        False,
        [AwaitInterrupt(side="us", window="turn_start")],
    )


def test_i9_ll_4_int_3_after_the_active_side_s_first_action_it_is_too_late() -> None:
    state = asked("move")
    give(SYSTEM, state, "cs", Decline())
    assert refusal(SYSTEM, state, "cs", Interrupt(card="old-rivals", unit="u")) == "LL.4.int.3"
    give(SYSTEM, state, "us", MoveUnit(unit="u", path=("ahead:1",)))
    assert refusal(SYSTEM, state, "cs", Interrupt(card="old-rivals", unit="u")) == "LL.4.int.3"


def test_ll_4_int_3_the_active_side_waits_for_the_answer() -> None:
    assert refusal(SYSTEM, asked("move"), "us", MoveUnit(unit="u", path=("ahead:1",))) == "LL.4.seq.2"


@pytest.mark.parametrize(
    ("card", "window", "rule"),
    [
        ("old-rivals", "fire", "LL.4.int.3"),
        ("old-rivals", "turn_start", "LL.4.int.3"),
        ("wet-cartridges", "move", "LL.4.int.3"),
        ("fix-bayonets", "fire", "LL.4.int.3"),
        ("they-couldnt-hit-an", "move", "LL.4.int.4"),
    ],
)
def test_ll_4_int_3_ll_4_int_4_each_card_in_the_window_of_its_text(card: str, window: str, rule: str) -> None:
    assert refusal(SYSTEM, asked(window), "cs", Interrupt(card=card, unit="u")) == rule


def test_i9_ll_4_int_4_a_card_for_the_start_of_the_turn_comes_before_the_reshuffle_is_declared() -> None:
    state = asked("turn_start")
    facts = give(SYSTEM, state, "cs", Interrupt(card="they-couldnt-hit-an"))
    assert facts[-1] == PhaseBegan(turn=3, phase=phases.RESHUFFLE, side="us")
    late = asked("turn_start")
    give(SYSTEM, late, "cs", Decline())
    assert late.core.phase == phases.RESHUFFLE
    assert refusal(SYSTEM, late, "cs", Interrupt(card="they-couldnt-hit-an")) == "LL.4.int.4"


def test_d50_ll_4_int_6_a_kepi_without_a_time_fits_every_window_and_lasts_for_the_turn() -> None:
    for timing in ("", 'timing = "any"\n'):
        pack = changed(
            (
                'red = true\ntiming = "turn_start"\ntext = "Play at the start of the enemy\'s turn: he may not',
                f'red = true\n{timing}text = "He may not',
            )
        )
        for window in ("turn_start", "fire", "move", "combat"):
            state = asked(window, ["lost-courier", PLAIN], pack=pack)
            give(SYSTEM, state, "cs", Interrupt(card="lost-courier"))
            assert [active.until for active in state.effects] == [(3, "us")]


def test_ll_4_red_1_a_red_interrupt_leaves_the_game_and_another_is_discarded() -> None:
    """LL.R.remove"""
    state = asked("fire")
    give(SYSTEM, state, "cs", Interrupt(card="sharpshooters", unit="u"))
    assert (state.cards["cs"].removed, state.cards["cs"].discard) == (["sharpshooters"], [])
    state = asked("fire")
    give(SYSTEM, state, "cs", Interrupt(card="wet-cartridges", unit="u"))
    assert (state.cards["cs"].removed, state.cards["cs"].discard) == ([], ["wet-cartridges"])


def test_ll_f_2_o1_a_void_card_does_not_interrupt() -> None:
    pack = changed(("void = []", 'void = ["old-rivals"]'))
    order = Interrupt(card="old-rivals", unit="u")
    assert refusal(SYSTEM, asked(pack=pack, options=("void_effects",)), "cs", order) == "LL.F.2"
    give(SYSTEM, asked(pack=pack), "cs", order)


# The unit a card speaks of


@pytest.mark.parametrize(
    ("window", "card", "name", "why"),
    [
        ("move", "old-rivals", "c", "Old Rivals cannot speak of 1st Texas: it belongs to the other side"),
        ("move", "old-rivals", "away", "Old Rivals speaks of a unit on the table, and Reserve is not there"),
        ("move", "old-rivals", "w", "Old Rivals speaks of one unit, and there is no 'w'; there are u, v, guns"),
        ("move", "old-rivals", "", "Old Rivals speaks of one unit: name it; there are u, v, guns"),
        ("combat", "fix-bayonets", "u", "Fix Bayonets cannot speak of 1st Maine: it belongs to the other side"),
        ("combat", "fix-bayonets", "limber", "Fix Bayonets cannot speak of Reilly: it is limbered"),
        (
            "turn_start",
            "they-couldnt-hit-an",
            "u",
            "They Couldn't Hit An... speaks of no single unit; leave the unit out",
        ),
    ],
)
def test_ll_4_int_6_a_card_speaks_of_units_that_fit_it(window: str, card: str, name: str, why: str) -> None:
    assert said(SYSTEM, asked(window), "cs", Interrupt(card=card, unit=name)) == why


def test_ll_4_int_6_a_card_for_infantry_does_not_speak_of_guns() -> None:
    state = asked("combat", ["countercharge", PLAIN])
    assert said(SYSTEM, state, "cs", Interrupt(card="countercharge", unit="limber")) == (
        "Countercharge cannot speak of Reilly: it is artillery"
    )
    give(SYSTEM, state, "cs", Interrupt(card="countercharge", unit="c"))


def test_d58_a_who_plays_old_rivals_names_the_unit() -> None:
    state = asked("move")
    give(SYSTEM, state, "cs", Interrupt(card="old-rivals", unit="v"))
    assert [(active.unit, active.by) for active in state.effects] == [("v", "cs")]


def test_d58_b_the_active_side_names_it_and_must() -> None:
    state = asked("move", readings={"D58": "B"})
    assert refusal(SYSTEM, state, "cs", Interrupt(card="old-rivals", unit="v")) == "LL.4.int.3"
    give(SYSTEM, state, "cs", Interrupt(card="old-rivals"))
    assert state.core.pending == [AwaitName(side="us", card="old-rivals")]
    assert refusal(SYSTEM, state, "us", Decline()) == "LL.4.int.3"
    assert refusal(SYSTEM, state, "us", NameUnit(unit="c")) == "LL.4.int.6"
    facts = give(SYSTEM, state, "us", NameUnit(unit="guns"))
    assert facts == [FrameClosed(), EffectUsed(card="old-rivals", unit="guns", by="cs")]
    assert [active.unit for active in state.effects] == ["guns"]


def test_d58_c_chance_names_it() -> None:
    state = asked("move", readings={"D58": "C"})
    facts = give(SYSTEM, state, "cs", Interrupt(card="old-rivals"), 2)
    rolled = next(fact for fact in facts if isinstance(fact, DiceRolled))
    assert (rolled.sides, rolled.by) == (3, "cs")
    assert [active.unit for active in state.effects] == ["v"]


def test_d58_c_one_unit_alone_needs_no_die() -> None:
    state = asked("move", readings={"D58": "C"})
    del state.units["v"], state.units["guns"]
    give(SYSTEM, state, "cs", Interrupt(card="old-rivals"))
    assert [active.unit for active in state.effects] == ["u"]


@pytest.mark.parametrize("letter", ["B", "C"])
def test_d58_old_rivals_needs_a_unit_on_the_table(letter: str) -> None:
    state = asked("move", readings={"D58": letter})
    del state.units["u"], state.units["v"], state.units["guns"]
    assert refusal(SYSTEM, state, "cs", Interrupt(card="old-rivals")) == "LL.4.int.6"


def test_d58_concerns_old_rivals_only() -> None:
    state = asked("fire", readings={"D58": "B"})
    give(SYSTEM, state, "cs", Interrupt(card="sharpshooters", unit="v"))
    assert [active.unit for active in state.effects] == ["v"]


def test_ll_4_int_6_confusion_lets_the_passive_side_move_the_unit_at_once() -> None:
    state = asked("move")
    give(SYSTEM, state, "cs", Interrupt(card="confusion", unit="v"))
    assert state.core.pending == [AwaitConfusedMove(side="cs", unit="v", card="confusion")]
    give(SYSTEM, state, "cs", Decline())
    assert (state.core.pending, state.units["v"].acted) == ([], False)


# The sample


@pytest.mark.parametrize("window", ["turn_start", "fire", "move", "combat"])
@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_every_interrupt_offered_is_legal(window: str, letter: str) -> None:
    state = asked(window, readings={"D58": letter})
    found = list(SYSTEM.book.choices(state))
    assert Decline() in [choice.order for choice in found]
    assert any(isinstance(choice.order, Interrupt) for choice in found)
    for by, order in found:
        carry_out(SYSTEM, deepcopy(state), by, order, SeededChance(1))


def test_d58_b_every_name_offered_is_legal() -> None:
    state = asked("move", readings={"D58": "B"})
    give(SYSTEM, state, "cs", Interrupt(card="old-rivals"))
    names = [choice.order for choice in SYSTEM.book.choices(state)]
    assert names == [NameUnit(unit="u"), NameUnit(unit="v"), NameUnit(unit="guns")]
