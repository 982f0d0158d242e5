"""LL.4.draw, LL.3.bp.2 The Status phase: drawing, smoke, the victory test, and how a game ends."""

from __future__ import annotations

import pytest

from domain.kernel.facts import CardDrawn, DiceRolled, GameEnded
from domain.kernel.reasons import Reason
from domain.words.tell import tell
from rules.longstreet_lite import SYSTEM, phases
from rules.longstreet_lite.cards.facts import CardsShown, HandFilled
from rules.longstreet_lite.movement.asks import EndMove
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn import facts as f
from rules.longstreet_lite.turn.victory import halves
from tests.longstreet_lite.positions import give, position, unit

PLAIN = "steady-boys"
US, CS = unit("us", "10:5"), unit("cs", "10:15", "180")


def table(us: int = 6, cs: int = 6, **more: object) -> State:
    """A Move phase of us in which nothing was done, hands of so many plain cards."""
    hands = {"us": [PLAIN] * us, "cs": [PLAIN] * cs}
    return position({"u": US, "c": CS}, phase=phases.MOVE, hands=hands, **more)  # type: ignore[arg-type]


def test_ll_4_draw_1_both_sides_draw_to_six_the_active_one_first() -> None:
    state = table(us=4, cs=5)
    facts = give(SYSTEM, state, "us", EndMove(), 1, cards=[PLAIN] * 3)
    assert [(fact.by, fact.to) for fact in facts if isinstance(fact, CardDrawn)] == [("us", "hand")] * 2 + [
        ("cs", "hand")
    ]
    assert [fact for fact in facts if isinstance(fact, HandFilled)] == [
        HandFilled(side="us", drawn=2, hand=6, deck=18),
        HandFilled(side="cs", drawn=1, hand=6, deck=19),
    ]


def test_ll_4_draw_2_a_small_deck_is_drawn_whole_and_ll_4_resh_5_an_empty_one_gives_nothing() -> None:
    state = table(us=1, cs=2, decks={"us": [PLAIN] * 2, "cs": []})
    facts = give(SYSTEM, state, "us", EndMove(), 1, cards=[PLAIN] * 2)
    assert HandFilled(side="us", drawn=2, hand=3, deck=0) in facts
    assert HandFilled(side="cs", drawn=0, hand=2, deck=0) in facts


def test_d14_b_only_the_size_of_a_hand_is_told() -> None:
    facts = give(SYSTEM, table(us=5, readings={"D14": "B"}), "us", EndMove(), 1, cards=[PLAIN])
    assert HandFilled(side="us", drawn=1, hand=6, deck=None) in facts


def test_ll_4_hand_1_a_hand_above_the_limit_keeps_its_cards() -> None:
    state = table(us=7)
    facts = give(SYSTEM, state, "us", EndMove(), 1)
    assert HandFilled(side="us", drawn=0, hand=7, deck=20) in facts


def test_ll_4_seq_2_the_active_side_s_smoke_clears_and_the_enemy_s_stays() -> None:
    units = {"u": unit("us", "10:5", smoke=True), "v": unit("us", "20:5"), "c": unit("cs", "10:15", "180", smoke=True)}
    state = position(units, phase=phases.MOVE, hands={"us": [PLAIN] * 6, "cs": [PLAIN] * 6})
    facts = give(SYSTEM, state, "us", EndMove(), 1)
    assert f.SmokeCleared(side="us", units=("u",)) in facts
    assert [state.units[name].smoke for name in ("u", "v", "c")] == [False, False, True]


@pytest.mark.parametrize(("die", "won"), [(3, False), (4, True)])
def test_ll_3_bp_2_the_die_and_the_enemy_bases_lost_must_reach_the_break_point(die: int, won: bool) -> None:
    state = table(break_point=10)
    state.lost = {"us": 9, "cs": 6}
    facts = give(SYSTEM, state, "us", EndMove(), die)
    assert f.VictoryTested(by="us", die=die, lost=6, break_point=10, won=won) in facts
    assert (state.core.ended is not None) is won
    assert (state.core.turn, state.core.active) == ((3, "us") if won else (4, "cs"))


@pytest.mark.parametrize(
    ("lost", "letter", "dice", "won"),
    [
        (0, "A", [6], False),
        (9, "A", [1], True),
        (0, "B", [], False),
        (3, "B", [], False),
        (4, "B", [6], True),
        (8, "B", [1], False),
        (9, "B", [], True),
    ],
)
def test_d53_the_die_is_rolled_always_or_when_it_can_decide(lost: int, letter: str, dice: list[int], won: bool) -> None:
    state = table(break_point=10, readings={"D53": letter})
    state.lost["cs"] = lost
    facts = give(SYSTEM, state, "us", EndMove(), *dice)
    assert [fact.faces for fact in facts if isinstance(fact, DiceRolled)] == [(die,) for die in dice]
    tested = next(fact for fact in facts if isinstance(fact, f.VictoryTested))
    assert (tested.die, tested.won) == (dice[0] if dice else 0, won)
    assert (state.core.ended is not None) is won


def test_ll_3_bp_3_every_base_counts_for_the_break_point_and_a_limber_is_none() -> None:
    guns = unit("us", "10:5", kind="ART", limbered=True, bases=3)
    state = position({"guns": guns, "foot": unit("us", "20:5", ranks=(4, 2)), "c": CS})
    state.units["foot"].bases = 2
    assert halves(state) == {"us": 5, "cs": 2}


def test_ll_4_deck_3_when_the_game_ends_all_cards_are_shown() -> None:
    state = table(break_point=1)
    state.cards["us"].hand, state.cards["cs"].hand = ["quickstep", PLAIN] + [PLAIN] * 4, ["old-rivals"] * 6
    state.cards["cs"].unseen = ["confusion"]
    state.core.decks = {"us": ["aim-low"], "cs": []}
    facts = give(SYSTEM, state, "us", EndMove(), 1)
    assert facts[-2] == CardsShown(
        hands={"us": ("quickstep", *[PLAIN] * 5), "cs": ("old-rivals",) * 6},
        decks={"us": ("aim-low",), "cs": ()},
        unseen={"us": (), "cs": ("confusion",)},
    )
    assert facts[-1] == GameEnded(winner="us", why=Reason("break point", "LL.3.bp.2", ("us", 1, 0, 1)))
    told = "us reaches the break point of 1 with a die of 1 and 0 enemy bases lost [LL.3.bp.2]"
    assert tell(SYSTEM, facts[-1]) == f"the game ends, us wins: {told}"
    assert not list(SYSTEM.book.choices(state))
