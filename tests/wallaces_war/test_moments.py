"""Every order and every row of illegal orders at the wrong moment and by the wrong side: the rule that sets the moment.

The rules are those that the rules reference gives each order and each row of illegal ones.
"""

from __future__ import annotations

import msgspec
import pytest

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Order
from rules.wallaces_war import SYSTEM
from rules.wallaces_war import state as phases
from rules.wallaces_war.state import State
from tests.wallaces_war.illegal import E, S
from tests.wallaces_war.positions import give, position
from tests.wallaces_war.test_illegal import CASES, CITATIONS, is_part

PHASES = (
    phases.LISTS, phases.TOP_UP, phases.PLACING, phases.SET_UP, phases.REPLACEMENT, phases.INITIATIVE,
    phases.ACTIVATION, phases.MOVEMENT, phases.ADJUSTMENT, phases.DEFENSIVE_FIRE, phases.OFFENSIVE_FIRE, phases.MELEE,
    phases.EXTENSION, phases.DECISION, phases.REACTION, phases.RECOVERY,
)  # fmt: skip
# What may refuse an order that is out of its moment, or of the wrong side; in phase D 4.6a has the word.
MOMENTS = {
    "ListChits": "4.2a", "TopUp": "4.2e", "PlaceChits": "4.2f", "SetUpUnit": "16.1a", "SetUpLeader": "16.1a",
    "Deploy": "16.1a", "NameTarget": "20.3.2a", "PlaceReplacement": "4.4b", "Bid": "4.3b 4.3f", "Outbid": "4.3b 4.3f",
    "Activate": "4.3d 4.3f", "FreeFacing": "5.2b 5.2d", "SwapStack": "8.2j", "MoveUnits": "7.1a", "MoveLeader": "7.1a",
    "VoluntaryRetreat": "11.1", "MarkCharge": "11.2.1a 4.6a", "DisplaceLeader": "13.4c",
    "PlaceReplacementLeader": "13.5b", "EnterReinforcements": "16.2.4e 20.3.6c", "Fire": "9.1a 9.4f 4.6a",
    "AdvanceAfterFire": "9.7/S6 4.6a", "DeclareMelee": "10.3a 4.6a", "DeclareCharge": "10.3a 4.6a",
    "ChooseNextAttack": "10.3/S1", "SinkMissileUnit": "8.2k", "Reply": "10.2c", "RetreatPath": "10.3/S9d",
    "AdvanceAfterCombat": "10.3/S10", "ReactionPlacement": "11.2.2b", "ExtendCharge": "11.2.7 4.6a",
    "ImpulsiveAttack": "12.5c 4.6a", "ContinueAttack": "10.4a", "SpecialContinuation": "13.2d",
    "ActivateReaction": "4.6a", "EndSegment": "3.3", "Decline": "3.3",
}  # fmt: skip
ANYTIME = {"Concede"}
# Rows that are wrong because of who gives the order, or which both sides may give: the other may.
ITS_OWN = {
    "3 listed": "", "6 a second raise": "4.3d", "56 by the other side": "", "73 by the other side": "",
    "51 by the other side": "10.2b",
}  # fmt: skip


def rule_of(state: State, by: str, order: Order) -> str:
    """The rule that refuses an order; empty: it is carried out."""
    try:
        give(state, by, order)
    except IllegalOrder as refusal:
        return refusal.rule
    return ""


def fits(rule: str, kind: str, row: str = "") -> bool:
    return any(is_part(rule, of) for of in (MOMENTS[kind] + " " + CITATIONS.get(row, "")).split())


def bare(phase: str) -> State:
    """Nobody near anybody, in some phase of an English turn."""
    active = "scots" if phase in (phases.ADJUSTMENT, phases.DEFENSIVE_FIRE, phases.REACTION) else "english"
    return position({"red-ri-1": "0505:0", "green-ri-1": "2020:3"}, phase=phase, active=active)


def test_every_order_has_its_moment_and_every_phase_is_tried() -> None:
    assert {kind.__name__ for kind in SYSTEM.book.asked} == {*MOMENTS, *ANYTIME}
    named = {phase for one in SYSTEM.book.asked.values() for phase in one.phases or ()}
    assert named <= set(PHASES)


@pytest.mark.parametrize("phase", PHASES)
def test_out_of_its_phase_an_order_is_refused_by_the_rule_of_its_moment(phase: str) -> None:
    state = bare(phase)
    before = msgspec.json.encode(state)
    for one in SYSTEM.book.asked.values():
        for by in (E, S):
            its_own = one.decide is not None and phase in (one.phases or ()) and by in SYSTEM.book.gate.acting(state)
            if not its_own and not one.anytime:
                rule = rule_of(state, by, one.example)
                assert fits(rule, type(one.example).__name__), (by, one.example, rule)
    assert msgspec.json.encode(state) == before


@pytest.mark.parametrize("name", CASES)
def test_a_row_by_the_wrong_side_is_refused_by_its_rule_or_by_that_of_its_moment(name: str) -> None:
    state, by, order = CASES[name]()
    rule = rule_of(state, S if by == E else E, order)
    assert fits(rule, type(order).__name__, name.split()[0]) or rule == ITS_OWN.get(name), rule


@pytest.mark.parametrize("name", CASES)
def test_a_row_in_every_other_phase_is_refused_by_the_rule_of_its_moment(name: str) -> None:
    state, by, order = CASES[name]()
    its_own = {*(SYSTEM.book.asked[type(order)].phases or ()), state.core.phase}
    state.history, state.core.pending = state.history or [E], []
    for phase in PHASES:
        if phase not in its_own:
            state.core.phase = phase
            rule = rule_of(state, by, order)
            assert fits(rule, type(order).__name__), (phase, rule)
