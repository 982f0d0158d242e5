"""Odds of Longstreet Lite: volleys by their hits, combats by their scores, whatever faces the dice show."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from domain.log.refs import Ref
from domain.odds.moment import recorded
from domain.odds.reckon import Odds, odds
from tests.replay_fixtures import FIXTURES, RecordedGame

FARM = FIXTURES / "longstreet_lite" / "brawners-farm.transcript"


def at(recorded_game: RecordedGame, entry: int) -> Odds:
    games, _ = recorded_game(FARM)
    moment, given = recorded(games, Ref("game", entry=entry))
    return odds(moment, [given])


def test_a_volley_is_told_by_its_hits(recorded_game: RecordedGame) -> None:
    """LL.5.hit.2 Two dice that need a 4: which base hits does not matter, nor what else they show."""
    found = at(recorded_game, 308)
    assert [(one.fraction, one.happened) for one in found.outcomes] == [("1/2", True), ("1/4", False), ("1/4", False)]
    assert [one.words[0].rpartition("; ")[2] for one in found.outcomes] == ["…: 1 hit", "…: 2 hits", "…: no hits"]


def test_six_dice_are_counted_and_not_sampled(recorded_game: RecordedGame) -> None:
    """LL.5.hit.1 Two, three and one on three units: of 46,656 falls 24 are worth telling apart."""
    found = at(recorded_game, 304)
    assert (found.exact, len(found.outcomes), found.ways) == (True, 24, 49)
    assert sum(Fraction(one.fraction) for one in found.outcomes) == 1
    assert found.outcomes[0].fraction == str(2 * Fraction(2, 9) * 3 * Fraction(4, 27) * Fraction(2, 3))


def test_hits_on_one_unit_are_one_outcome_however_they_were_made(recorded_game: RecordedGame) -> None:
    """LL.5.hit.3 Three skirmishers need a 6 and two bases in volley a 4, all against the Fourth Virginia."""
    found = at(recorded_game, 459)
    hits = [word.rpartition(", ")[2] for one in found.outcomes for word in one.words or ("no hits",)]
    assert hits == ["1 hit", "2 hits", "no hits", "3 hits", "4 hits", "5 hits"]
    assert found.outcomes[-1].fraction == str(Fraction(1, 6) ** 3 * Fraction(1, 2) ** 2)
    assert found.outcomes[1].happened


def test_a_combat_of_fourteen_dice_is_counted(recorded_game: RecordedGame) -> None:
    """LL.7.def.1, LL.7.aloss.1 Three dice on each of two defenders; if either holds, a base of the attacker."""
    found = at(recorded_game, 901)
    (seventh, held), (other, held_too) = by_hand(dice=5, bases=5), by_hand(dice=3, bases=3)
    assert found.exact
    assert sum(one.happened for one in found.outcomes) == 1
    assert len({one.words for one in found.outcomes}) == len(
        found.outcomes
    )  # LL.7.loss.1 by how much, not by which dice
    assert found.outcomes[0].fraction == str(held * held_too)
    assert found.mean_losses == {
        "us": pytest.approx(float(seventh + other)), "cs": pytest.approx(float(1 - (1 - held) * (1 - held_too))),
    }  # fmt: skip


def by_hand(dice: int, bases: int) -> tuple[Fraction, Fraction]:
    """What three attack dice cost a defender on average, and how likely it holds; every die succeeds on a 4."""
    ways = [(comb(3, a) * comb(dice, d), a - d) for a in range(4) for d in range(dice + 1)]
    lost = sum(many * (bases if bases - by < 2 else by) for many, by in ways if by > 0)
    return Fraction(lost, 2 ** (3 + dice)), Fraction(sum(many for many, by in ways if by <= 0), 2 ** (3 + dice))
