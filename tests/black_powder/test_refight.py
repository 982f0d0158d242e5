"""The recorded refight of Freeman's Farm, 19 September 1777: who did what and when, and what became of the 62nd."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from domain.games.games import Games
from domain.kernel.facts import DiceRolled, Fact, NoteAdded
from domain.log.gamelog import GameLog
from rules import SYSTEMS
from rules.black_powder.breaking.facts import UnitDestroyed, UnitRetreated
from rules.black_powder.charges.facts import ContactMade
from rules.black_powder.combat.facts import RoundFought
from rules.black_powder.position import is_shaken
from rules.black_powder.state import State
from tests.recorded import by_turn
from tests.replay_fixtures import FIXTURES, imported

REFIGHT = FIXTURES / "black_powder" / "freemans-farm-1777.transcript"
LAST, LEAST_NOTES = 10, 18
WITH_ITS_WORD = ("contemporary account", "modern estimate", "Modern estimates", "our choice", "usual histories")


class Refight(NamedTuple):
    facts: list[tuple[int, Fact]]  # each with its turn
    after: dict[int, State]  # the position when a turn is over


@pytest.fixture(scope="module")
def refight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Refight]:
    with GameLog(str(tmp_path_factory.mktemp("refight") / "games.db"), SYSTEMS) as log:
        games = Games(log)
        yield Refight(*by_turn(games, imported(games, REFIGHT)))


def test_bp_vic_15_the_british_hold_the_field(refight: Refight) -> None:
    ended = refight.after[LAST].core.ended
    assert ended
    assert (ended.winner, ended.why.cite) == ("british", "BP.vic.15")


def test_the_picket_falls_before_the_pursuit_is_broken(refight: Refight) -> None:
    lost = [(turn, fact.unit) for turn, fact in refight.facts if isinstance(fact, UnitDestroyed)]
    back = [(turn, fact.unit) for turn, fact in refight.facts if isinstance(fact, UnitRetreated)]
    assert lost == [(2, "native-warriors")]
    assert back == [(3, "morgans-rifles-right"), (6, "4th-new-york"), (7, "4th-new-york")]


def test_the_guns_are_fought_over_and_kept_by_the_62nd(refight: Refight) -> None:
    met = [(turn, fact.unit) for turn, fact in refight.facts if isinstance(fact, ContactMade)]
    won = [fact.winner for _, fact in refight.facts if isinstance(fact, RoundFought)]
    assert (met, won) == ([(6, "4th-new-york"), (6, "62nd-foot")], ["", "british"])
    end = refight.after[LAST]
    assert end.units["joness-battery"].is_on_table
    assert is_shaken(end.units["62nd-foot"])


def test_notes_say_whose_word_it_is_and_dice_are_entered(refight: Refight) -> None:
    notes = [fact.text for _, fact in refight.facts if isinstance(fact, NoteAdded)]
    assert len(notes) >= LEAST_NOTES
    assert sum(any(word in note for word in WITH_ITS_WORD) for note in notes) >= len(notes) * 3 // 4
    assert {fact.source for _, fact in refight.facts if isinstance(fact, DiceRolled)} == {"entered"}
