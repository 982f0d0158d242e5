"""LL.7.morale, LL.7.flimb.3, D26 Cards for beaten defenders and for limbers."""

from __future__ import annotations

import msgspec
import pytest

from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.cards.asks import Decline, PlayMorale
from rules.longstreet_lite.cards.facts import CardPlayed, Declined
from rules.longstreet_lite.combat.asks import AwaitCombatMorale
from rules.longstreet_lite.combat.facts import MoralePlayed, UnitBeaten
from rules.longstreet_lite.losses.asks import RemoveBases
from rules.longstreet_lite.losses.facts import UnitRemoved
from rules.longstreet_lite.retreat.facts import RetreatsBegan
from rules.longstreet_lite.state import State, Unit
from tests.longstreet_lite.fights import charge, fight, of, one, table
from tests.longstreet_lite.positions import give, refusal, said, unit

ONE, TWO = "steady-boys", "the-colonels-example"  # morale 1 and 2
HAND = (ONE, ONE, ONE, TWO, TWO)
US = unit("us", "10:10", ranks=(4, 4))
CS = unit("cs", "10:13", "180", (4, 2))
LIMBER = unit("cs", "10:13", "180", kind="ART", limbered=True, bases=3)
SPENT = {"us": (), "cs": ()}


def lost_by(points: int, cs: Unit = CS, us: Unit = US, hand: tuple[str, ...] = HAND, **settings: object) -> State:
    """CS rolls no success and US so many."""
    state = table({"us": us, "cs": cs}, hands={"us": (), "cs": hand}, decks=SPENT, **settings)
    for cards in state.cards.values():
        cards.discard.append(ONE)
    charge(state)
    dice = sum(us.ranks[:2])
    fight(state, *(1,) * sum(cs.ranks), *(6,) * points, *(1,) * (dice - points))
    return state


def play(**cards: tuple[str, ...]) -> PlayMorale:
    return PlayMorale(cards=dict(cards))


@pytest.mark.parametrize(
    ("points", "cards", "left"),
    [
        pytest.param(4, (ONE,), 3, id="LL.7.morale.1 each point saves one base"),
        pytest.param(4, (TWO,), 2, id="a card of two saves two"),
        pytest.param(4, (ONE, TWO), 1, id="two cards together"),
        pytest.param(3, (ONE, TWO), 1, id="LL.7.morale.2 never the last: one point is wasted"),
        pytest.param(2, (TWO,), 1, id="D26 a card may be wasted in part"),
    ],
)
def test_ll_7_morale_1_cards_save_bases_but_never_the_last(points: int, cards: tuple[str, ...], left: int) -> None:
    state = lost_by(points)
    facts = give(SYSTEM, state, "cs", play(cs=cards))
    assert one(UnitBeaten, facts).bases == left
    assert one(MoralePlayed, facts).saved == points - left
    assert [(fact.card, fact.use) for fact in of(CardPlayed, facts)] == [(card, "morale") for card in cards]


def test_ll_7_morale_1_the_passive_player_may_decline() -> None:
    state = lost_by(3)
    assert state.core.pending == [AwaitCombatMorale(side="cs")]
    facts = give(SYSTEM, state, "cs", Decline())
    assert one(Declined, facts).what.cite == "LL.7.morale.1"
    assert one(UnitBeaten, facts).bases == 3


def test_i33_two_cards_are_the_most_for_a_unit() -> None:
    state = lost_by(6)
    assert refusal(SYSTEM, state, "cs", play(cs=(ONE, ONE, ONE))) == "LL.7.morale.1"
    assert said(SYSTEM, state, "cs", play(cs=(ONE, ONE, ONE))) == (
        "3 cards are too many for cs, which is beaten: 2 at most"
    )


def test_i33_a_vulnerable_unit_gets_one_card() -> None:
    """LL.7.morale.1"""
    flanked = unit("cs", "10:10", ranks=(4, 2))
    state = table({"us": unit("us", "14:9", "270", (4, 4)), "cs": flanked}, hands={"us": (), "cs": HAND})
    charge(state)
    fight(state, *(5,) * 6, *(3,) * 4, *(1,) * 4)
    assert refusal(SYSTEM, state, "cs", play(cs=(ONE, ONE))) == "LL.7.morale.1"
    assert one(MoralePlayed, give(SYSTEM, state, "cs", play(cs=(TWO,)))).saved == 2


def test_i33_and_ll_7_morale_2_nobody_is_asked_at_a_difference_of_one() -> None:
    state = lost_by(1)
    assert AwaitCombatMorale(side="cs") not in state.core.pending


def test_i33_a_unit_that_lost_by_one_or_held_gets_no_card_while_another_does() -> None:
    units = {
        "us": US, "cs": CS, "us2": unit("us", "20:10"), "cs2": unit("cs", "20:13", "180"),
        "us3": unit("us", "30:10"), "cs3": unit("cs", "30:13", "180"),
    }  # fmt: skip
    state = table(units, hands={"us": (), "cs": HAND})
    for name in ("us", "us2", "us3"):
        charge(state, name)
    fight(state, *(1,) * 6, *(1,) * 4, *(6,) * 4, *(6,) * 3, *(1,) * 5, 6, 1, 1, 1, *(1,) * 4)
    assert refusal(SYSTEM, state, "cs", play(cs2=(ONE,))) == "LL.7.morale.2"
    assert said(SYSTEM, state, "cs", play(cs2=(ONE,))).startswith("no card helps 'cs2': it lost by 1")
    assert refusal(SYSTEM, state, "cs", play(cs3=(ONE,))) == "LL.7.morale.2"
    assert refusal(SYSTEM, state, "cs", play(us=(ONE,))) == "LL.7.morale.2"
    assert refusal(SYSTEM, state, "us", play(us=(ONE,))) == "LL.7.morale.1"  # LL.7.aloss.1 not by the active player


def test_ll_7_morale_1_only_cards_in_hand_are_played() -> None:
    state = lost_by(4, hand=(ONE,))
    assert refusal(SYSTEM, state, "cs", play(cs=(TWO,))) == "LL.4.nodis.1"


def test_ll_7_morale_1_an_empty_hand_is_not_asked() -> None:
    assert AwaitCombatMorale(side="cs") not in lost_by(4, hand=()).core.pending


def test_d26_a_card_that_can_save_nothing_is_refused_or_wasted() -> None:
    """LL.7.morale.2 Lost by two: one card saves one base, a second would do nothing."""
    assert refusal(SYSTEM, lost_by(2), "cs", play(cs=(TWO, ONE))) == "LL.7.morale.2"
    facts = give(SYSTEM, lost_by(2, readings={"D26": "B"}), "cs", play(cs=(TWO, ONE)))
    assert (one(MoralePlayed, facts).saved, one(UnitBeaten, facts).bases) == (1, 1)


def test_ll_7_morale_3_cards_never_cancel_the_retreat() -> None:
    state = lost_by(2, hand=(TWO,))
    give(SYSTEM, state, "cs", play(cs=(TWO,)))
    facts = give(SYSTEM, state, "cs", RemoveBases(unit="cs", bases=(5,)), 3, 1)
    assert list(one(RetreatsBegan, facts).units) == ["cs"]


def limber(attack: int, **settings: object) -> State:
    """A limber with a defence of 2 against so many successes."""
    state = table({"us": US, "cs": LIMBER}, hands={"us": (), "cs": HAND}, **settings)
    charge(state)
    fight(state, 2, 1, *(6,) * attack, *(1,) * (8 - attack))
    return state


def test_ll_7_flimb_3_one_card_adds_its_value_to_the_defence_of_a_limber() -> None:
    facts = give(SYSTEM, limber(4), "cs", play(cs=(TWO,)))
    assert (one(MoralePlayed, facts).added, one(MoralePlayed, facts).saved) == (2, 0)
    assert one(UnitBeaten, facts).rule == "LL.7.flimb.1"
    assert of(RetreatsBegan, facts)


def test_ll_7_flimb_3_a_card_for_a_limber_is_legal_even_if_it_does_not_save_it() -> None:
    state = limber(4)
    state.cards["us"].hand = [ONE] * 6
    state.core.decks["cs"] = []
    facts = give(SYSTEM, state, "cs", play(cs=(ONE,)), 1)  # the victory die
    assert one(UnitRemoved, facts).rule == "LL.7.flimb.2"


def test_i33_a_limber_gets_no_second_card() -> None:
    assert refusal(SYSTEM, limber(4), "cs", play(cs=(ONE, ONE))) == "LL.7.flimb.3"


@pytest.mark.parametrize(("reading", "rule"), [("A", "LL.7.flimb.3"), ("B", "")])
def test_d26_a_card_without_a_morale_value_does_nothing_for_a_limber(reading: str, rule: str) -> None:
    """LL.4.nodis.1 Cards of one's own may have none."""
    state = limber(4, readings={"D26": reading})
    state.battle.cards[ONE] = msgspec.structs.replace(state.battle.cards[ONE], morale=0)
    if rule:
        assert refusal(SYSTEM, state, "cs", play(cs=(ONE,))) == rule
    else:
        state.cards["us"].hand, state.core.decks["cs"] = [TWO] * 6, []
        assert one(MoralePlayed, give(SYSTEM, state, "cs", play(cs=(ONE,)), 1)).added == 0


def test_d26_a_limber_that_is_not_behind_needs_no_card() -> None:
    assert AwaitCombatMorale(side="cs") not in limber(2).core.pending
    allowed = limber(2, readings={"D26": "B"})
    facts = give(SYSTEM, allowed, "cs", play(cs=(ONE,)))
    assert one(UnitBeaten, facts).rule == "LL.7.flimb.1"


def test_ll_7_morale_1_the_sample_of_cards_is_legal() -> None:
    state = lost_by(3)
    orders = [choice.order for choice in SYSTEM.book.choices(state)]
    assert orders == [Decline(), play(cs=(ONE,)), play(cs=(TWO,)), play(cs=(ONE, ONE)), play(cs=(ONE, TWO))]
    for order in orders:
        assert give(SYSTEM, lost_by(3), "cs", order)
