"""LL.5.kill, LL.5.limb Kill dice, and what they cost."""

from __future__ import annotations

import pytest

from domain.kernel.facts import DiceRolled, FrameOpened, LossTaken, PhaseBegan
from domain.kernel.reasons import Reason
from domain.words.tell import tell
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.fire.asks import EndFire
from rules.longstreet_lite.fire.facts import KillsRolled
from rules.longstreet_lite.losses.asks import AwaitLosses, RemoveBases
from rules.longstreet_lite.losses.facts import BasesLost, UnitRemoved
from rules.longstreet_lite.state import State, Unit
from tests.longstreet_lite.positions import give, position, unit


def struck(hits: int, target: Unit, **others: Unit) -> State:
    """A unit of cs with hits, the passive player without cards."""
    state = position({"cs": target, "us": unit("us", "5:3"), **others})
    state.units["cs"].hits = hits
    return state


@pytest.mark.parametrize(("dice", "kills"), [((3, 3), 0), ((4, 3), 1), ((6, 5), 2)])
def test_ll_5_kill_1_one_die_for_each_hit_and_each_four_kills(dice: tuple[int, ...], kills: int) -> None:
    state = struck(2, unit("cs", "10:15", "180", (5,)))
    facts = give(SYSTEM, state, "us", EndFire(), *dice)
    roll = next(fact for fact in facts if isinstance(fact, DiceRolled))
    assert (roll.by, roll.why) == ("us", Reason("to kill", "LL.5.kill.1", ("cs",)))
    assert KillsRolled(unit="cs", faces=dice, kills=kills) in facts
    assert state.units["cs"].hits == 0


def test_ll_5_kill_1_the_owner_gives_up_the_bases_and_then_the_next_unit_is_rolled_for() -> None:
    """LL.5.seq.4"""
    state = struck(1, unit("cs", "10:15", "180", (3, 2)), other=unit("cs", "20:15", "180", (5,)))
    state.units["other"].hits = 2
    facts = give(SYSTEM, state, "us", EndFire(), 4)
    assert facts[-1] == FrameOpened(frame=AwaitLosses(side="cs", unit="cs", count=1, cause="fire", rule="LL.5.kill.1"))
    facts = give(SYSTEM, state, "cs", RemoveBases(unit="cs", bases=(5,)), 1, 2)
    lost = next(fact for fact in facts if isinstance(fact, BasesLost))
    assert (lost.left, lost.rule) == (4, "LL.5.kill.1")
    assert KillsRolled(unit="other", faces=(1, 2), kills=0) in facts
    assert [fact.phase for fact in facts if isinstance(fact, PhaseBegan)] == ["command"]


def test_ll_5_kill_1_hits_that_do_not_kill_vanish() -> None:
    state = struck(3, unit("cs", "10:15", "180", (5,)))
    give(SYSTEM, state, "us", EndFire(), 1, 2, 3)
    assert (state.units["cs"].hits, state.units["cs"].bases, state.lost["cs"]) == (0, 5, 0)


def test_ll_5_kill_2_infantry_left_with_one_base_is_removed_and_that_base_is_lost_too() -> None:
    state = struck(2, unit("cs", "10:15", "180", (3,)))
    facts = give(SYSTEM, state, "us", EndFire(), 4, 4)
    assert UnitRemoved(unit="cs", why="broken", rule="LL.1.loss.2", counts=3) in facts
    assert (state.units["cs"].is_on_table, state.lost["cs"]) == (False, 3)


def test_ll_5_kill_2_artillery_goes_on_with_one_base() -> None:
    state = struck(1, unit("cs", "10:15", "180", (2,), kind="ART"))
    give(SYSTEM, state, "us", EndFire(), 4)
    facts = give(SYSTEM, state, "cs", RemoveBases(unit="cs", bases=(1,)))
    assert LossTaken(side="cs", unit="cs", kind="bases", amount=1, cause=Reason("fire", "LL.5.kill.1")) in facts
    assert (state.units["cs"].bases, state.units["cs"].is_on_table) == (1, True)


def test_ll_5_kill_1_no_more_bases_are_killed_than_there_are() -> None:
    state = struck(4, unit("cs", "10:15", "180", (2,)))
    facts = give(SYSTEM, state, "us", EndFire(), 6, 6, 6, 6)
    killed = next(fact for fact in facts if isinstance(fact, KillsRolled))
    assert (killed.kills, state.lost["cs"]) == (2, 2)
    assert tell(SYSTEM, killed) == "to kill cs: needs 4+; 6, 6, 6, 6: 2 bases lost (LL.5.kill.1)"


def test_ll_5_limb_1_a_limbered_battery_loses_guns_and_goes_with_the_last_of_them() -> None:
    state = struck(2, unit("cs", "10:15", "180", kind="ART", limbered=True, bases=3))
    give(SYSTEM, state, "us", EndFire(), 4, 1)
    assert (state.units["cs"].bases, state.units["cs"].ranks, state.lost["cs"]) == (2, (1,), 1)
    state = struck(2, unit("cs", "10:15", "180", kind="ART", limbered=True, bases=2))
    give(SYSTEM, state, "us", EndFire(), 4, 5)
    assert (state.units["cs"].is_on_table, state.lost["cs"]) == (False, 2)
