"""The book's examples of formations and losses, by their number in the rules reference."""

from __future__ import annotations

import pytest

from domain.kernel.facts import LossTaken
from domain.kernel.reasons import total
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.combat.dice import attack_dice
from rules.longstreet_lite.fire.to_hit import dense
from rules.longstreet_lite.formation import body_of, formation_faults, front_bases, layout_faults
from rules.longstreet_lite.losses.asks import RemoveBases
from rules.longstreet_lite.losses.facts import BasesLost, UnitRemoved
from rules.longstreet_lite.sheets.faults import told
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import DENSE_BY_RANKS
from rules.longstreet_lite.turn.asks import DeployUnit
from tests.longstreet_lite.falling_back import lose, one
from tests.longstreet_lite.fights import charge
from tests.longstreet_lite.fights import table as combat
from tests.longstreet_lite.positions import give, position, refusal, said, unit


def test_e8_bases_out_of_file_and_apart_are_refused_for_both_reasons() -> None:
    """LL.1.rank.1, LL.1.rank.2: four bases in front, two behind them half a base aside with a gap between."""
    front = [(0, 1000 * file) for file in range(4)]
    faults = list(layout_faults([*front, (1000, 500), (1000, 2500)], 1000))
    assert [(told(why), why.cite) for why in faults] == [
        ("the bases of rank 2 do not touch side by side", "LL.1.rank.1"),
        ("bases of rank 2 do not stand exactly behind others", "LL.1.rank.2"),
    ]
    assert not list(layout_faults([*front, (1000, 1000), (1000, 2000)], 1000))


def test_e8_an_order_can_only_place_a_short_rank_in_file() -> None:
    """LL.1.rank.2: whole files from the left, and none beyond the front rank."""
    state = position({"u": unit("us", ranks=(6,))}, phase="deployment")
    state.set_up.deploying = "us"
    beyond = DeployUnit(unit="u", at="12:2", heading="0", ranks=(4, 2), offset=3)
    assert refusal(SYSTEM, state, "us", beyond) == "LL.1.rank.2"


def test_e9_ranks_4_1_2_are_refused_for_both_reasons() -> None:
    """LL.1.rank.3, LL.1.rank.4"""
    assert [why.cite for why in formation_faults((4, 1, 2), 0, 7)] == ["LL.1.rank.3", "LL.1.rank.4"]
    state = position({"u": unit("us", ranks=(7,))}, phase="deployment")
    state.set_up.deploying = "us"
    order = DeployUnit(unit="u", at="12:2", heading="0", ranks=(4, 1, 2))
    assert refusal(SYSTEM, state, "us", order) == "LL.1.rank.3"
    message = said(SYSTEM, state, "us", order)
    assert "rank 3 has 2 bases, more than rank 2 with 1" in message
    assert "rank 3 is begun before rank 2 is full" in message


def test_e10_two_units_one_behind_the_other_are_no_two_ranks() -> None:
    """LL.1.rank.5: the rear one adds no dice to an attack."""
    state = combat({"us": unit("us", "18:10"), "rear": unit("us", "18:9"), "cs": unit("cs", "18:12", "180")})
    charge(state)
    assert total(attack_dice(state, "us")) == 4
    alone = combat({"us": unit("us", "18:10", ranks=(4, 4)), "cs": unit("cs", "18:12", "180")})
    charge(alone)
    assert total(attack_dice(alone, "us")) == 8


def test_e10_however_many_stand_behind_it_a_unit_of_one_rank_is_not_dense() -> None:
    """LL.1.rank.5"""
    behind = {f"cs{rank}": unit("cs", f"18:{12 + rank}", "180") for rank in range(3)}
    state = position({"us": unit("us", "18:10"), **behind, "deep": unit("cs", "28:12", "180", (4, 4, 4))})
    firer = front_bases(body_of(state, state.units["us"]))[0]
    assert [list(dense(state, firer, target)) for target in behind] == [[], [], []]
    assert list(dense(state, firer, "deep")) == [DENSE_BY_RANKS]


@pytest.fixture
def e11() -> State:
    """A one-rank unit of 5 with an enemy before its leftmost base alone; one kill."""
    state = position(
        {"u": unit("cs", "12:12", ranks=(5,), name="3rd Tennessee"), "e": unit("us", "9.5:15", "180", (1, 1))}
    )
    lose(state, "u", 1)
    return state


def test_e11_the_rightmost_base_may_go_though_only_the_leftmost_was_shot_at(e11: State) -> None:
    """LL.1.loss.3, LL.1.loss.4"""
    facts = give(SYSTEM, e11, "cs", RemoveBases(unit="u", bases=(5,)))
    assert (one(BasesLost, facts).bases, e11.units["u"].ranks) == ((5,), (4,))


def test_e11_the_middle_base_would_leave_a_gap(e11: State) -> None:
    """LL.1.loss.3"""
    order = RemoveBases(unit="u", bases=(3,))
    assert refusal(SYSTEM, e11, "cs", order) == "LL.1.loss.3"
    assert said(SYSTEM, e11, "cs", order) == (
        "3rd Tennessee may not give up base 3: then the bases of rank 1 do not touch side by side (LL.1.rank.1); "
        "base 1 may go"
    )


def test_x7_two_bases_and_one_kill_remove_the_unit_with_both() -> None:
    """LL.1.loss.2"""
    state = position({"u": unit("cs", "12:12", ranks=(2,))})
    facts = lose(state, "u", 1)
    assert (one(LossTaken, facts).amount, one(UnitRemoved, facts).counts, state.lost["cs"]) == (2, 2, 2)


def test_x8_a_limber_goes_with_its_last_gun_and_only_the_gun_counts() -> None:
    """LL.5.limb.1"""
    state = position({"u": unit("cs", "12:12", kind="ART", limbered=True, bases=1)})
    facts = lose(state, "u", 1)
    assert one(UnitRemoved, facts) == UnitRemoved(unit="u", why="destroyed", rule="LL.1.art.5", counts=1)
    assert (state.lost["cs"], state.units["u"].is_on_table) == (1, False)
