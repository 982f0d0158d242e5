"""LL.4.deck, LL.4.resh Decks by nation and year; the reshuffle and its price."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.kernel.facts import CardDrawn, DeckShuffled, GameEnded
from rules.longstreet_lite import SYSTEM, phases
from rules.longstreet_lite.cards.asks import Decline
from rules.longstreet_lite.sheets.rows import belongs, card_sheet, deck_of
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn import facts as f
from rules.longstreet_lite.turn.asks import InvokeFire, KeepDeck, Reshuffle
from tests.longstreet_lite.positions import HOUSE, give, position, refusal, unit
from tests.longstreet_lite.starts import begun, lucky

SHEET = card_sheet(HOUSE)
US, CS = unit("us", "10:5"), unit("cs", "10:15", "180")
PLAIN = "steady-boys"


def table(phase: str = phases.RESHUFFLE, **more: object) -> State:
    return position({"u": US, "c": CS}, phase=phase, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("year", range(1861, 1866))
@pytest.mark.parametrize(("side", "other"), [("us", "CS"), ("cs", "US")])
def test_i7_ll_4_deck_1_a_deck_is_neutral_and_own_cards_48_in_any_year(side: str, other: str, year: int) -> None:
    deck = deck_of(SHEET.cards, side, year)
    nations = {card.id: card.nation for card in SHEET.cards}
    assert len(deck) == 48
    assert {nations[card] for card in deck} == {"NEUTRAL", side.upper()}


def test_i7_ll_4_year_1_a_card_of_other_years_is_in_no_deck() -> None:
    early = next(card for card in SHEET.cards if card.years == (1861, 1862) and card.nation == "US")
    assert [belongs(early, "us", year) for year in range(1861, 1866)] == [True, True, False, False, False]


def test_ll_3_card_1_the_scenario_s_year_decides_over_both_decks() -> None:
    state = begun("brawner_farm")
    everything = {side: state.core.decks[side] + state.cards[side].hand for side in ("us", "cs")}
    assert Counter(everything["us"]) == Counter(deck_of(SHEET.cards, "us", 1862))
    assert "ninety-day-zeal" in everything["us"]
    assert "lean-veterans" not in everything["cs"]


def test_ll_4_deck_2_a_used_card_goes_to_its_owner_s_discard_pile() -> None:
    state = table(phases.FIRE_OPTION, hands={"us": [PLAIN, "quickstep"]})
    give(SYSTEM, state, "us", InvokeFire(card="quickstep"))
    assert (state.cards["us"].hand, state.cards["us"].discard) == ([PLAIN], ["quickstep"])
    assert state.cards["cs"].discard == []


def test_ll_4_resh_1_the_active_side_may_keep_its_deck() -> None:
    state = table()
    give(SYSTEM, state, "us", KeepDeck())
    assert (state.core.phase, len(state.core.decks["us"])) == (phases.FIRE_OPTION, 20)


def test_i5_ll_4_resh_1_an_empty_deck_must_be_reshuffled() -> None:
    state = table(decks={"us": []})
    state.cards["us"].discard = [PLAIN] * 8
    assert refusal(SYSTEM, state, "us", KeepDeck()) == "LL.4.resh.1"
    assert [choice.order for choice in SYSTEM.book.choices(state)] == [Reshuffle()]
    give(SYSTEM, state, "us", Reshuffle(), cards=[PLAIN] * 6)
    assert (len(state.core.decks["us"]), state.core.phase) == (2, phases.FIRE_OPTION)


def test_i5_ll_4_resh_5_nobody_reshuffles_at_another_time_or_as_the_passive_side() -> None:
    assert refusal(SYSTEM, table(), "cs", Reshuffle()) == "LL.4.resh.5"
    for phase in (phases.FIRE_OPTION, phases.COMMAND, phases.MOVE):
        assert refusal(SYSTEM, table(phase), "us", Reshuffle()) == "LL.4.resh.5"


def test_ll_4_resh_2_discards_and_the_rest_of_the_deck_become_the_new_one() -> None:
    """LL.4.resh.3 The hand stays as it is; red cards that left the game do not come back."""
    state = table(decks={"us": ["quickstep"]}, hands={"us": ["aim-low"]})
    cards = state.cards["us"]
    cards.discard, cards.removed = ["cold-steel", *[PLAIN] * 6], ["sharpshooters"]
    facts = give(SYSTEM, state, "us", Reshuffle(), cards=[PLAIN] * 6)
    assert facts[0] == DeckShuffled(deck="us", cards=("cold-steel", "quickstep", *[PLAIN] * 6))
    assert sorted(state.core.decks["us"]) == ["cold-steel", "quickstep"]
    assert (cards.hand, cards.discard, cards.removed) == (["aim-low"], [], ["sharpshooters"])


def test_ll_4_resh_4_six_cards_leave_the_game_and_the_count_is_told() -> None:
    state = table()
    facts = give(SYSTEM, state, "us", Reshuffle(), cards=[PLAIN] * 6)
    gone = [fact for fact in facts if isinstance(fact, CardDrawn)]
    assert [(fact.by, fact.to) for fact in gone] == [("us", "removed")] * 6
    assert f.PenaltyPaid(by="us", removed=6, deck=14) in facts
    assert state.cards["us"].unseen == [PLAIN] * 6


def test_d14_b_the_size_of_a_deck_is_not_told() -> None:
    state = table(readings={"D14": "B"})
    facts = give(SYSTEM, state, "us", Reshuffle(), cards=[PLAIN] * 6)
    assert f.PenaltyPaid(by="us", removed=6, deck=None) in facts


@pytest.mark.parametrize(("letter", "left", "gone"), [("A", 0, 4), ("B", 4, 0)])
def test_d15_a_deck_of_fewer_than_six_goes_whole_or_pays_nothing(letter: str, left: int, gone: int) -> None:
    state = table(decks={"us": [PLAIN] * 4}, hands={"us": [PLAIN]}, readings={"D15": letter})
    give(SYSTEM, state, "us", Reshuffle(), cards=[PLAIN] * gone)
    assert (len(state.core.decks["us"]), len(state.cards["us"].unseen)) == (left, gone)
    assert state.core.phase == phases.FIRE_OPTION


def test_d15_ll_3_lose_1_a_reshuffle_that_takes_the_last_cards_loses_the_game() -> None:
    state = table(decks={"us": [PLAIN] * 4})
    facts = give(SYSTEM, state, "us", Reshuffle(), cards=[PLAIN] * 4)
    last = facts[-1]
    assert isinstance(last, GameEnded)
    assert (last.winner, last.why.cite) == ("cs", "LL.3.lose.1")


def test_ll_4_resh_1_with_deck_and_discard_empty_the_reshuffle_changes_nothing() -> None:
    state = table(decks={"us": []}, hands={"us": [PLAIN]})
    facts = give(SYSTEM, state, "us", Reshuffle())
    assert facts[:2] == [DeckShuffled(deck="us", cards=()), f.PenaltyPaid(by="us", removed=0, deck=0)]
    assert (state.cards["us"].hand, state.core.phase) == ([PLAIN], phases.FIRE_OPTION)


def test_ll_4_resh_4_a_reshuffle_without_discards_is_legal_and_costs_six() -> None:
    state = begun()
    lucky(state, "us", Decline())
    lucky(state, "cs", Reshuffle())
    assert (len(state.core.decks["cs"]), len(state.cards["cs"].unseen)) == (36, 6)
