"""Section 14 The worked examples of set-up, cards and victory, by number."""

from __future__ import annotations

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import DiceRolled, GameEnded
from domain.kernel.play import Play
from rules.longstreet_lite import SYSTEM, phases
from rules.longstreet_lite.cards.asks import Decline, Interrupt
from rules.longstreet_lite.cards.facts import HandFilled
from rules.longstreet_lite.cards.hand import spend
from rules.longstreet_lite.movement.asks import EndMove
from rules.longstreet_lite.sheets.rows import CardRow, belongs
from rules.longstreet_lite.turn import facts as f
from rules.longstreet_lite.turn.asks import BeginBattle, FinishTerrain, InvokeFire, KeepDeck, Pass, Reshuffle, SkipFire
from rules.longstreet_lite.turn.opening import tie_break
from rules.longstreet_lite.turn.victory import halves
from tests.longstreet_lite.positions import give, position, refusal, unit
from tests.longstreet_lite.starts import mustered, square, start

PLAIN = "steady-boys"
RED = "they-couldnt-hit-an"
UNITS = {"u": unit("us", "10:5"), "c": unit("cs", "10:15", "180")}


@pytest.mark.parametrize(("pieces", "is_legal"), [(3, False), (4, True), (5, True), (6, True), (7, True)])
def test_e1_rolls_of_4_and_3_ask_for_4_to_7_pieces(pieces: int, is_legal: bool) -> None:
    """LL.3.terr.1, LL.3.terr.2"""
    state = mustered()
    for number in range(pieces):
        give(SYSTEM, state, "us", square(number))
    if is_legal:
        give(SYSTEM, state, "us", FinishTerrain())
        assert state.core.phase == phases.EDGES
    else:
        assert refusal(SYSTEM, state, "us", FinishTerrain()) == "LL.3.terr.2"


def test_e1_i3_an_eighth_piece_is_refused() -> None:
    """LL.3.terr.2"""
    state = mustered()
    for number in range(7):
        give(SYSTEM, state, "us", square(number))
    assert refusal(SYSTEM, state, "us", square(7)) == "LL.3.terr.2"


def test_e2_48_and_43_bases_make_a_break_point_of_22() -> None:
    """LL.3.bp.1"""
    units = {f"u{n}": unit("us", f"{n}:5", ranks=(8,)) for n in range(6)}
    units |= {f"c{n}": unit("cs", f"{n}:15", ranks=(8,)) for n in range(5)} | {"c5": unit("cs", "9:15", ranks=(3,))}
    state = position(units, phase=phases.READY, turn=0, break_point=0)
    assert halves(state) == {"us": 24, "cs": 22}
    facts = give(SYSTEM, state, "us", BeginBattle(), 5, 2, cards=[PLAIN] * 12)
    assert facts[0] == f.BreakPointSet(halves={"us": 24, "cs": 22}, break_point=22)


@pytest.mark.parametrize(("die", "wins"), [(3, False), (4, True), (5, True), (6, True)])
def test_e3_18_bases_lost_and_a_4_reach_a_break_point_of_22(die: int, wins: bool) -> None:
    """LL.3.bp.2"""
    full = {"us": [PLAIN] * 6, "cs": [PLAIN] * 6}
    state = position(UNITS, phase=phases.MOVE, hands=full, break_point=22)
    state.lost["cs"] = 18
    facts = give(SYSTEM, state, "us", EndMove(), die)
    if wins:
        last = facts[-1]
        assert isinstance(last, GameEnded)
        assert last.winner == "us"
    else:
        assert (state.core.ended, state.core.active, state.core.turn) == (None, "cs", 4)


def test_e4_two_cards_in_hand_draw_four() -> None:
    """LL.4.hand.1"""
    state = position(UNITS, phase=phases.MOVE, hands={"us": [PLAIN] * 2, "cs": [PLAIN] * 6})
    facts = give(SYSTEM, state, "us", EndMove(), 1, cards=[PLAIN] * 4)
    assert HandFilled(side="us", drawn=4, hand=6, deck=16) in facts


def card(years: tuple[int, int]) -> CardRow:
    return CardRow(id="x", name="X", nation="NEUTRAL", copies=1, morale=1, source="tests", years=years)


def test_e5_a_card_of_63_to_65_is_left_out_in_1862_and_in_from_1863() -> None:
    """LL.4.year.1"""
    assert [belongs(card((1863, 1865)), "us", year) for year in (1862, 1863, 1864, 1865)] == [False, True, True, True]


def test_e6_a_card_of_61_and_62_is_left_out_in_1863() -> None:
    """LL.4.year.1"""
    assert not belongs(card((1861, 1862)), "cs", 1863)


def test_e7_the_red_card_is_discarded_when_it_invokes() -> None:
    """LL.4.red.1"""
    state = position(UNITS, phase=phases.FIRE_OPTION, hands={"us": [RED, PLAIN]})
    give(SYSTEM, state, "us", InvokeFire(card=RED))
    assert (state.cards["us"].discard, state.cards["us"].removed) == ([RED], [])


def test_e7_the_red_card_is_discarded_when_it_lends_morale() -> None:
    """LL.4.red.1, LL.4.morale.1"""
    state = position(UNITS, hands={"cs": [RED]})
    spend(Play(SYSTEM, state, "cs", Decline(), EnteredChance(())), "cs", RED, "morale", "c")
    assert (state.cards["cs"].discard, state.cards["cs"].removed) == ([RED], [])


def test_e7_the_red_card_is_removed_when_it_interrupts_and_no_reshuffle_brings_it_back() -> None:
    """LL.4.red.1, LL.R.remove"""
    state = position(UNITS, phase=phases.MOVE, hands={"us": [PLAIN] * 6, "cs": [RED, PLAIN]})
    give(SYSTEM, state, "us", EndMove(), 1, cards=[PLAIN] * 4)
    give(SYSTEM, state, "us", Decline())
    for order in (KeepDeck(), SkipFire()):
        give(SYSTEM, state, "cs", order)
    give(SYSTEM, state, "cs", Pass(), 1)
    give(SYSTEM, state, "cs", Interrupt(card=RED))
    assert (state.cards["cs"].discard, state.cards["cs"].removed) == ([], [RED])
    for order in (KeepDeck(), SkipFire()):
        give(SYSTEM, state, "us", order)
    give(SYSTEM, state, "us", Pass(), 1, cards=[PLAIN])
    give(SYSTEM, state, "us", Decline())
    give(SYSTEM, state, "cs", Reshuffle(), cards=[PLAIN] * 6)
    assert RED not in state.core.decks["cs"] + state.cards["cs"].unseen


def test_x1_rolls_of_5_and_5_then_2_and_6_give_cs_the_first_turn_with_four_dice() -> None:
    """LL.3.first.1"""
    state = start("brawner_farm")
    facts = give(SYSTEM, state, "us", BeginBattle(roll=True), 5, 5, 2, 6, cards=[PLAIN] * 12)
    assert [(fact.by, fact.faces) for fact in facts if isinstance(fact, DiceRolled)] == [
        ("us", (5,)),
        ("cs", (5,)),
        ("us", (2,)),
        ("cs", (6,)),
    ]
    assert state.core.active == "cs"


def test_x11_a_deck_of_10_and_14_discards_make_18() -> None:
    """LL.4.resh.4"""
    state = position(UNITS, phase=phases.RESHUFFLE, hands={"us": [PLAIN] * 6}, decks={"us": [PLAIN] * 10})
    state.cards["us"].discard = [PLAIN] * 14
    give(SYSTEM, state, "us", Reshuffle(), cards=[PLAIN] * 6)
    cards = state.cards["us"]
    piles = (state.core.decks["us"], cards.discard, cards.hand, cards.unseen)
    assert [len(pile) for pile in piles] == [18, 0, 6, 6]


@pytest.mark.parametrize(("die", "winner"), [(3, "cs"), (4, "us")])
def test_x13_an_odd_tie_break_die_decides_for_who_did_not_roll(die: int, winner: str) -> None:
    """LL.1.dice.7"""
    play = Play(SYSTEM, position(UNITS), "us", Decline(), EnteredChance((die,)))
    assert tie_break(play, "us", "a tie") == winner
