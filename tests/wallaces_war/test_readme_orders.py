"""The orders that the README of the system shows can be given, in the game it speaks of."""

from __future__ import annotations

import re

import pytest

from domain.kernel.facts import Order
from domain.words.orders import parse_order
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.movement.asks import MoveUnits
from rules.wallaces_war.retreats.ways import ways
from rules.wallaces_war.state import DECISION, MELEE, OFFENSIVE_FIRE, State
from rules.wallaces_war.turn.asks import Deploy, EndSegment
from tests.coverage_table import readme
from tests.wallaces_war.positions import give, position, start

TABLE = readme("wallaces_war").read_text("utf-8").split("| to … | give |")[1].split("\n\n")[0]
SPANS = [
    span for span in re.findall(r"`([^`]+)`", TABLE) if span.split()[0] in {k.__name__ for k in SYSTEM.book.orders}
]
ORDERS = [parse_order(SYSTEM, span) for span in SPANS if "…" not in span]


def shown(kind: str, place: int = 0) -> Order:
    """The order of a kind that the README shows, in its own words."""
    return [order for order in ORDERS if type(order).__name__ == kind][place]


def drawn_up() -> State:
    """Stirling Bridge as the README has it, up to the activation of turn 1."""
    state = start("stirling_bridge")
    give(state, "english", shown("ListChits"))
    give(state, "scots", shown("ListChits", 1))
    give(state, "scots", shown("PlaceChits"))
    give(state, "english", shown("Deploy"))
    give(state, "english", shown("SetUpUnit"))
    give(state, "english", EndSegment())
    for battle in ("wallace", "murray"):
        give(state, "scots", Deploy(battle=battle, facing=3))
    give(state, "scots", EndSegment())
    give(state, "scots", shown("Activate"))
    return state


def test_the_chits_the_set_up_and_the_first_activation_are_as_shown() -> None:
    state = drawn_up()
    assert (state.core.turn, state.turn.battle, state.turn.chit) == (1, "wallace", 4)
    assert state.stacks["0909"][0] == "hugh-ri-9"


@pytest.mark.parametrize("raise_it", [True, False])
def test_the_bid_and_what_the_battle_then_does(raise_it: bool) -> None:
    state = drawn_up()
    give(state, "scots", EndSegment())
    assert state.core.phase == DECISION
    give(state, "scots", shown("Decline"))
    give(state, "english", shown("Bid"))
    if raise_it:
        give(state, "scots", shown("Outbid"))
        assert state.turn.battle == "murray"
        return
    give(state, "scots", shown("Decline"))
    for kind in ("FreeFacing", "MoveUnits", "MarkCharge", "MoveLeader"):
        give(state, "english", shown(kind))
    assert (state.units["hugh-ri-2"].at, state.units["hugh-ri-2"].facing) == ("1107", 1)
    assert isinstance(shown("MoveUnits"), MoveUnits)


def test_a_continuation_and_the_reaction_to_it() -> None:
    state = drawn_up()
    give(state, "scots", EndSegment())
    give(state, "scots", shown("ContinueAttack"))
    give(state, "english", shown("ActivateReaction"))
    assert state.turn.reacting == "hugh"


def test_charge_fire_and_melee_are_between_the_hexes_named() -> None:
    places = {"hugh-hc-1": "0811:0", "wallace-sc-1": "1110:3"}
    give(position(places, scenario="stirling_bridge", battle="hugh", phase=MELEE, charge=["hugh-hc-1"]),
         "english", shown("DeclareCharge"))  # fmt: skip
    places = {"hugh-ar-1": "1008:0", "wallace-sc-1": "1309:3", "wallace-sc-2": "1605:3"}
    shooting = position(places, scenario="stirling_bridge", battle="hugh", phase=OFFENSIVE_FIRE)
    give(shooting, "english", shown("Fire"), 1)
    emptied = position({"hugh-ar-1": "1008:0"}, scenario="stirling_bridge", battle="hugh", phase=OFFENSIVE_FIRE)
    emptied.segment.fired = {"hugh-ar-1": "1108"}
    give(emptied, "english", shown("AdvanceAfterFire"))
    places = {"wallace-sc-1": "1009:3", "hugh-ri-1": "0909:0"}
    fighting = position(places, scenario="stirling_bridge", battle="wallace", initiative="scots", phase=MELEE)
    give(fighting, "scots", shown("DeclareMelee"))
    path = getattr(shown("RetreatPath"), "path")  # noqa: B009
    assert path in [way.path for way in ways(fighting, ("hugh-ri-1",), 2, "retreat")]
