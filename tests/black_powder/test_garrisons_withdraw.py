"""BP.vic.9, BP.vic.10 Garrisons of a broken brigade: they may stay, and may leave."""

from __future__ import annotations

from rules.black_powder import SYSTEM
from rules.black_powder.command import withdrawal
from rules.black_powder.command.asks import Withdraw
from rules.black_powder.movement.facts import BuildingLeft
from rules.black_powder.state import State
from rules.black_powder.turn.asks import EndOrders
from tests.black_powder.commanding import at_orders
from tests.black_powder.positions import give, one, piece, refused, unit

FARM = piece("building block", "36:30", "44:30", "44:38", "36:38", name="farm")


def garrison() -> State:
    units = {"u": unit("blue", "d_foot", inside="farm"), "foe": unit("red", "d_foot", "40:46", "180")}
    state = at_orders(units, FARM)
    state.brigades["blue-foot"].broken = True
    return state


def test_it_need_not_withdraw() -> None:
    state = garrison()
    assert not withdrawal.must_withdraw(state, "u")
    give(state, "blue", EndOrders())


def test_but_may_by_one_move_from_the_edge_of_the_block_and_away() -> None:
    state = garrison()
    assert refused(state, "blue", Withdraw(unit="u", path=("to:40:17.9",)))[1] == "BP.ter.8", "more than a move"
    assert refused(state, "blue", Withdraw(unit="u", path=("to:40:40",)))[1] == "BP.vic.9", "toward the enemy"
    assert refused(state, "blue", Withdraw(unit="u", path=("back:12",)))[1] == "BP.ter.8"
    fact = one(give(state, "blue", Withdraw(unit="u", path=("to:40:20",))), BuildingLeft)
    assert (fact.pose, fact.formation, fact.distance) == ((40_000, 20_000, 18_000), "line", 10_000)
    mine = state.units["u"]
    assert (mine.building, mine.turn.withdrew) == ("", True)
    assert refused(state, "blue", Withdraw(unit="u", path=("back:1",)))[1] == "BP.vic.9", "once a turn"


def test_ways_out_are_offered() -> None:
    offered = [choice.order for choice in SYSTEM.book.choices(garrison()) if isinstance(choice.order, Withdraw)]
    assert offered[0] == Withdraw(unit="u", path=("to:40:22",)), "12 inches from its middle, toward its own edge"
