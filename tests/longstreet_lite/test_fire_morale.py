"""LL.5.morale, LL.5.last Morale cards against fire: two for a unit at most, and never the last hit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import pytest

from domain.kernel.facts import DiceRolled, Fact, FrameOpened
from domain.kernel.reasons import Reason
from domain.words.tell import tell
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.cards.asks import Decline, PlayMorale
from rules.longstreet_lite.cards.facts import CardPlayed, Declined
from rules.longstreet_lite.fire.asks import AwaitFireMorale, EndFire
from rules.longstreet_lite.fire.facts import HitsRemoved
from rules.longstreet_lite.state import State
from tests.longstreet_lite.positions import give, position, refusal, said, unit

ONE, TWO = "steady-boys", "the-colonels-example"  # morale 1, morale 2
HAND = (ONE, ONE, ONE, TWO, TWO)


def under_fire(hits: Mapping[str, int], hand: Sequence[str] = HAND, **readings: str) -> State:
    """Units of cs with so many hits each, when the fire of us has ended."""
    units = {name: unit("cs", f"{5 * place}:15", "180", (4, 4)) for place, name in enumerate(hits, 1)}
    state = position({**units, "us": unit("us", "5:3")}, readings=readings, hands={"cs": hand})
    for name, count in hits.items():
        state.units[name].hits = count
    return state


def ended(hits: Mapping[str, int], hand: Sequence[str] = HAND, **readings: str) -> State:
    state = under_fire(hits, hand, **readings)
    give(SYSTEM, state, "us", EndFire())
    return state


def lend(state: State, *dice: int, **cards: Sequence[str]) -> list[Fact]:
    return give(SYSTEM, state, "cs", PlayMorale(cards={name: tuple(given) for name, given in cards.items()}), *dice)


def refused(state: State, **cards: Sequence[str]) -> str:
    return refusal(SYSTEM, state, "cs", PlayMorale(cards={name: tuple(given) for name, given in cards.items()}))


def test_ll_5_morale_1_a_card_takes_off_as_many_hits_as_its_morale_value() -> None:
    facts = lend(ended({"a": 4}), 1, 1, a=[TWO])
    assert facts[1] == CardPlayed(by="cs", card=TWO, use="morale", unit="a")
    assert HitsRemoved(unit="a", morale=2, removed=2, left=2) in facts
    assert [fact.faces for fact in facts if isinstance(fact, DiceRolled)] == [(1, 1)]


def test_ll_5_morale_1_any_number_of_cards_two_for_a_unit_all_in_one_order() -> None:
    state = ended({"a": 4, "b": 3})
    facts = lend(state, 1, 1, a=[TWO, ONE], b=[TWO])
    assert [fact for fact in facts if isinstance(fact, HitsRemoved)] == [
        HitsRemoved(unit="a", morale=3, removed=3, left=1),
        HitsRemoved(unit="b", morale=2, removed=2, left=1),
    ]
    assert sorted(state.cards["cs"].discard) == sorted([TWO, ONE, TWO])
    assert state.cards["cs"].hand == [ONE, ONE]


def test_ll_5_morale_1_a_third_card_for_a_unit_is_refused() -> None:
    """I19"""
    assert refused(ended({"a": 9}), a=[ONE, ONE, TWO]) == "LL.5.morale.1"


def test_ll_5_morale_1_cards_go_to_own_units_with_hits_and_at_least_one_is_named() -> None:
    state = ended({"a": 2, "b": 0})
    for name in ("b", "us", "nobody"):
        assert refused(state, **{name: [ONE]}) == "LL.5.morale.1"
    assert refused(state) == "LL.5.morale.1"
    assert refused(state, a=[]) == "LL.5.morale.1"


def test_a_card_must_be_in_hand_for_each_time_it_is_named() -> None:
    """LL.4.nodis.1"""
    assert refused(ended({"a": 9, "b": 9}, [TWO]), a=[TWO], b=[TWO]) == "LL.4.nodis.1"
    assert refused(ended({"a": 9}), a=["no-such-card"]) == "LL.4.deck.1"


def test_ll_5_last_1_the_last_hit_stays_and_what_is_too_much_is_wasted() -> None:
    facts = lend(ended({"a": 2}), 1, a=[TWO])
    (removed,) = [fact for fact in facts if isinstance(fact, HitsRemoved)]
    assert removed == HitsRemoved(unit="a", morale=2, removed=1, left=1)
    assert tell(SYSTEM, removed) == "morale takes 1 hit off a, 1 wasted; 1 left (LL.5.morale.1)"


@pytest.mark.parametrize(
    ("hits", "cards", "is_useless"),
    [
        pytest.param(1, [ONE], True, id="one hit, which stays"),
        pytest.param(2, [TWO], False, id="a card that is partly wasted"),
        pytest.param(2, [ONE, ONE], True, id="a second card with only the last hit left"),
        pytest.param(3, [ONE, TWO], False, id="a second card that is partly wasted"),
        pytest.param(3, [TWO, ONE], False, id="the same two in the other order"),
        pytest.param(3, [TWO, TWO], True, id="the first of two takes all there is"),
    ],
)
def test_ll_5_last_1_d26_a_card_that_can_remove_nothing(hits: int, cards: list[str], is_useless: bool) -> None:
    """D26 A it is refused, B it may be thrown away. I19"""
    other = {"other": 5}
    if is_useless:
        assert refused(ended({"a": hits, **other}, D26="A"), a=cards) == "LL.5.last.1"
    else:
        lend(ended({"a": hits, **other}, D26="A"), *([1] * (1 + 5)), a=cards)
    facts = lend(ended({"a": hits, **other}, D26="B"), *([1] * (1 + 5)), a=cards)
    assert [fact.left for fact in facts if isinstance(fact, HitsRemoved)] == [1]


def test_ll_5_last_1_d26_a_card_without_morale_value_removes_nothing() -> None:
    for letter, refuses in (("A", True), ("B", False)):
        state = ended({"a": 4}, ["idle", ONE], D26=letter)
        state.battle.cards["idle"] = msgspec.structs.replace(state.battle.cards[ONE], id="idle", morale=0)
        if refuses:
            assert refused(state, a=["idle", ONE]) == "LL.5.last.1"
        else:
            assert HitsRemoved(unit="a", morale=1, removed=1, left=3) in lend(state, 1, 1, 1, a=["idle", ONE])


def test_ll_5_last_1_the_refusal_says_what_would_be_kept() -> None:
    state = ended({"a": 1, "b": 2})
    order = PlayMorale(cards={"a": (ONE,)})
    assert said(SYSTEM, state, "cs", order) == "a has 1 hit and keeps one: a card of these would take nothing off"


@pytest.mark.parametrize(
    ("hits", "hand", "letter", "is_asked"),
    [
        pytest.param({"a": 2}, HAND, "A", True, id="two hits on a unit"),
        pytest.param({"a": 1, "b": 1}, HAND, "A", False, id="one on each of two"),
        pytest.param({"a": 1}, HAND, "B", True, id="one hit, where a card may be thrown away"),
        pytest.param({"a": 0}, HAND, "B", False, id="no hit at all"),
        pytest.param({"a": 5}, (), "A", False, id="an empty hand, which all can see"),
    ],
)
def test_ll_5_seq_3_d26_the_passive_player_is_asked(
    hits: dict[str, int], hand: tuple[str, ...], letter: str, is_asked: bool
) -> None:
    state = under_fire(hits, hand, D26=letter)
    kill_dice = [] if is_asked else [1] * sum(hits.values())
    facts = give(SYSTEM, state, "us", EndFire(), *kill_dice)
    assert (facts[-1] == FrameOpened(frame=AwaitFireMorale(side="cs"))) == is_asked


def test_ll_5_seq_3_it_is_for_the_passive_player_to_answer_and_he_may_decline() -> None:
    state = ended({"a": 2})
    assert refusal(SYSTEM, state, "us", PlayMorale(cards={"a": (ONE,)})) == "LL.5.morale.1"
    facts = give(SYSTEM, state, "cs", Decline(), 1, 1)
    assert Declined(by="cs", what=Reason("morale cards against fire", "LL.5.morale.1")) in facts
    assert state.cards["cs"].hand == list(HAND)


@pytest.mark.parametrize("letter", ["A", "B"])
def test_every_morale_choice_offered_is_accepted(letter: str) -> None:
    state = ended({"a": 1, "b": 2, "c": 4}, D26=letter)
    offered = list(SYSTEM.book.choices(state))
    assert Decline() in [choice.order for choice in offered]
    assert {choice.by for choice in offered} == {"cs"}
    assert any(len(next(iter(c.order.cards.values()))) == 2 for c in offered if isinstance(c.order, PlayMorale))
    for choice in offered:
        fresh = ended({"a": 1, "b": 2, "c": 4}, D26=letter)
        morale = _morale(choice.order)
        left = sum(max(1, hits - morale.get(name, 0)) for name, hits in (("a", 1), ("b", 2), ("c", 4)))
        give(SYSTEM, fresh, "cs", choice.order, *([1] * left))


def _morale(order: object) -> dict[str, int]:
    cards = order.cards if isinstance(order, PlayMorale) else {}
    return {name: sum(1 if card == ONE else 2 for card in given) for name, given in cards.items()}
