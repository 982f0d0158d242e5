"""The position of a recorded game written as a case."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.cases.case import begin
from domain.cases.writer import write_case
from domain.cases.written import read_case
from domain.games.games import Games
from domain.kernel.chance import EnteredChance
from domain.kernel.facts import LossTaken, RulingMade
from domain.kernel.play import facts_of
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from rules import SYSTEMS
from tests import mill_bridge
from tests.domain.some_cases import KNOWN, TABLE, begun, decided, find_pack
from tests.mill_bridge import FireVolley, MoveUnit, VolleyFired


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Games]:
    """A march, a reaction, a volley that hits under the reading ruled on before it."""
    with GameLog(str(tmp_path / "games.db"), KNOWN) as log:
        games = Games(log)
        games.new(mill_bridge.SYSTEM, "bridge", "game", mill_bridge.PACK)
        games.order(Ref("game"), "blue", MoveUnit(unit="b1", path=(1, 2)))
        games.rule(Ref("game"), RulingMade(by="umpire", text="agreed", rule="MB.10.5", readings={"D1": "b"}))
        games.order(Ref("game"), "blue", FireVolley(unit="b1", target="r1"), EnteredChance([5]))
        yield games


def test_the_position_of_a_game_is_written_with_the_order_and_its_dice(bridge: Games) -> None:
    text = write_case(bridge, Ref("game", entry=7), find_pack)
    assert (
        text
        == """# The position of game:5: turn 1, move (blue).
# What is not said here is as the scenario begins.
# `refight adjudicate FILE` decides the orders at the end, and again under every other reading.
system = "mill_bridge"
title = "The bridge"
scenario = "bridge"

[readings]
D1 = "b"

[position.units]
b1 = { at = 2 }

[[orders]]
by = "blue"
order = "FireVolley unit=b1 target=r1"
dice = [5]
"""
    )
    (order,) = decided(text).orders
    recorded = [entry.fact for entry in bridge.entries(Ref("game"), 5)]
    assert facts_of(order.recorded) == recorded
    assert [fact for fact in recorded if isinstance(fact, VolleyFired | LossTaken)]


def test_an_entry_without_an_order_gives_the_position_and_a_legal_order_to_write_over(bridge: Games) -> None:
    for ref in (Ref("game"), Ref("game", entry=5)):
        text = write_case(bridge, ref, find_pack)
        assert text.endswith('# [[orders]]\n# by = "blue"\n# order = "EndPhase"\n')
        ready = text.replace("# [[", "[[").replace("# by", "by").replace("# order", "order")
        assert decided(ready).orders[0].refusal is None


def test_a_pack_that_is_not_shipped_is_written_out(tmp_path: Path) -> None:
    own = begun(TABLE).pack
    with GameLog(str(tmp_path / "games.db"), KNOWN) as log:
        games = Games(log)
        games.new(SYSTEMS["freeform"], "mine", "game", own)
        text = write_case(games, Ref("game"), find_pack)
    assert "anew = ['pack.\"scenarios.toml\"']" in text
    (case,) = begin(read_case(text), KNOWN, find_pack)
    assert case.state.pieces == begun(TABLE).state.pieces
