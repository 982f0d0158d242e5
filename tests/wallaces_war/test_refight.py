"""The recorded refight of Falkirk, 22 July 1298: who did what and when, and what became of the rings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from domain.games.games import Games
from domain.kernel.facts import DiceRolled, Fact, NoteAdded, OrderGiven
from domain.log.gamelog import GameLog
from rules import SYSTEMS
from rules.wallaces_war.charges.facts import ChargeMade, ChargeTested, UnitRebounded
from rules.wallaces_war.fire.facts import ShotFired
from rules.wallaces_war.losses.facts import LeaderDisplaced, LeaderFell, UnitRemoved
from rules.wallaces_war.state import State
from tests.recorded import by_turn
from tests.replay_fixtures import FIXTURES, imported

REFIGHT = FIXTURES / "wallaces_war" / "falkirk-1298.transcript"
LEAST_NOTES, LEAST_ORDERS, LAST = 25, 250, 23
ARROWS = 14  # the turn in which the first ring is shot at
RINGS = ("1310", "1307", "1408")  # the spears that are charged before that
WITH_HIS_WORD = ("chronicler", "modern estimate", "our reading", "Our reading")


class Refight(NamedTuple):
    facts: list[tuple[int, Fact]]  # each with its turn
    after: dict[int, State]  # the position when a turn is over

    def turns(self, kind: type[Fact]) -> list[int]:
        return [turn for turn, fact in self.facts if isinstance(fact, kind)]

    @property
    def end(self) -> State:
        return self.after[LAST]


@pytest.fixture(scope="module")
def refight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Refight]:
    with GameLog(str(tmp_path_factory.mktemp("refight") / "games.db"), SYSTEMS) as log:
        games = Games(log)
        yield Refight(*by_turn(games, imported(games, REFIGHT)))


def _removed(refight: Refight, battle: str, kind: str) -> list[tuple[int, str]]:
    """When units of a Battle went, and how."""
    return [
        (turn, fact.how)
        for turn, fact in refight.facts
        if isinstance(fact, UnitRemoved)
        and (refight.end.units[fact.unit].battle, refight.end.units[fact.unit].kind) == (battle, kind)
    ]


def test_17_1a_the_english_win_because_every_scottish_battle_is_beaten(refight: Refight) -> None:
    ended = refight.end.core.ended
    assert ended
    assert (ended.winner, ended.why.key, refight.end.core.turn) == ("english", "decisive victory", LAST)
    standings = {name: one.standing for name, one in refight.end.battles.items() if one.side == "scots"}
    assert standings == {"wallace": "broken", "stewart": "broken", "james": "weakened"}


def test_11_2_2b_the_scottish_horse_never_charges(refight: Refight) -> None:
    tests = [fact for _, fact in refight.facts if isinstance(fact, ChargeTested)]
    assert len(tests) == 4
    assert not any(fact.charges for fact in tests)


def test_14_5a_it_leaves_the_field_before_anybody_shoots(refight: Refight) -> None:
    assert _removed(refight, "james", "HC") == [(5, "routed")] * 3
    assert min(refight.turns(ShotFired)) > 5
    assert refight.end.units["james-hc-4"].at == "2203"  # on the north edge


def test_13_4a_sir_john_stewart_falls_among_his_archers_who_are_all_ridden_down(refight: Refight) -> None:
    (fallen,) = [(turn, fact.leader) for turn, fact in refight.facts if isinstance(fact, LeaderFell)]
    assert fallen == (8, "stewart")
    assert _removed(refight, "stewart", "AR") == [(8, "routed")] * 5


def test_11_2_6a_the_horse_is_thrown_back_from_the_rings_until_they_have_been_shot_at(refight: Refight) -> None:
    rings = [
        turn for turn, fact in refight.facts if isinstance(fact, ChargeMade) and turn < ARROWS and fact.target in RINGS
    ]
    assert rings == [8, 10, 10]
    assert [turn for turn in refight.turns(UnitRebounded) if turn < ARROWS] == [5, 5, 8, 8, 10, 10]
    assert not [
        turn for turn, _ in (*_removed(refight, "stewart", "SC"), *_removed(refight, "wallace", "SC")) if turn < ARROWS
    ]


def test_9_5a_arrows_open_each_ring_before_it_is_ridden_down(refight: Refight) -> None:
    shots = [(turn, fact) for turn, fact in refight.facts if isinstance(fact, ShotFired) and fact.losses]
    assert {refight.end.units[fact.unit].battle for _, fact in shots} == {"bek", "surrey"}
    for battle, first in (("stewart", 14), ("wallace", 23)):
        gone = _removed(refight, battle, "SC")
        assert min(turn for turn, _ in gone) == first
        assert [turn for turn, _ in shots if turn <= first]
    assert len(_removed(refight, "stewart", "SC")) == 8
    assert len(_removed(refight, "wallace", "SC")) == 9


def test_13_4c_wallace_gets_away_into_the_wood(refight: Refight) -> None:
    *_, last = [(turn, fact.leader) for turn, fact in refight.facts if isinstance(fact, LeaderDisplaced)]
    wallace = refight.end.leaders["wallace"]
    assert last == (LAST, "wallace")
    assert not wallace.replaced
    assert "woods" in refight.end.ground.terrain(wallace.at)


def test_no_die_is_left_to_luck(refight: Refight) -> None:
    assert {fact.source for _, fact in refight.facts if isinstance(fact, DiceRolled)} == {"entered"}


def test_notes_name_the_moments_and_most_say_whose_word_it_is(refight: Refight) -> None:
    notes = [fact.text for _, fact in refight.facts if isinstance(fact, NoteAdded)]
    assert len(notes) >= LEAST_NOTES
    assert len([text for text in notes if any(word in text for word in WITH_HIS_WORD)]) >= LEAST_NOTES
    assert len(refight.turns(OrderGiven)) >= LEAST_ORDERS
