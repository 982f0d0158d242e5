"""5 to 8, 11.2.1a, 13.4c, 16.2.4e Movement: facing, zones, marches, stacks, charge markers, reinforcements."""

from __future__ import annotations

from domain.kernel.chapter import Asked, Chapter, always
from rules.wallaces_war.losses import displacement
from rules.wallaces_war.marching import entry, marching, wayfinding
from rules.wallaces_war.marching.choices import choices
from rules.wallaces_war.movement import charging, facing
from rules.wallaces_war.movement.asks import (
    DisplaceLeader,
    EnterReinforcements,
    FreeFacing,
    MarkCharge,
    MoveLeader,
    MoveUnits,
    PlaceReplacementLeader,
    SwapStack,
)
from rules.wallaces_war.movement.facts import FACTS
from rules.wallaces_war.state import ADJUSTMENT, MOVEMENT, REACTION, State

MOVING = (MOVEMENT, REACTION)

CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(
            MoveUnits(units=("hugh-ri-3",), path=("0910", "1010:1")),
            marching.decide_move,
            phases=MOVING,
            cite="7.1a",
            cites=("7.1",),
            way=wayfinding.UNITS,
            sampled=always,
        ),
        Asked(
            MoveLeader(leader="hugh", path=("0910", "1010")),
            marching.decide_leader,
            phases=MOVING,
            cite="7.1a",
            cites=("7.1c",),
            way=wayfinding.LEADER,
            sampled=always,
        ),
        Asked(
            FreeFacing(unit="hugh-ri-3", facing=1),
            facing.decide_facing,
            phases=(*MOVING, ADJUSTMENT),
            cite="5.2b",
            cites=("5.2b", "5.2d"),
            sampled=facing.is_sampled,
        ),
        Asked(SwapStack(unit="hugh-ar-1"), facing.decide_swap, phases=MOVING, cite="8.2j", sampled=facing.is_sampled),
        Asked(MarkCharge(unit="hugh-hc-1"), charging.decide_mark, phases=(MOVEMENT,), cite="11.2.1a"),
        Asked(
            EnterReinforcements(units=("hntrb-ri-1",), path=("1401:1",)),
            entry.decide_entry,
            phases=(MOVEMENT,),
            cite="16.2.4e",
            cites=("16.2.4e", "20.3.6c"),
            when=lambda state: bool(state.engagement.reinforcements),
            way=wayfinding.ENTRY,
            sampled=always,
        ),
        Asked(DisplaceLeader(leader="hugh", path=("0910",)), cite="13.4c", way=wayfinding.FLIGHT),
        Asked(PlaceReplacementLeader(leader="hugh", unit="hugh-ri-3"), cite="13.5b"),
    ),
    questions=displacement.QUESTIONS,
    proceed=marching.proceed,
    choices=choices,
)
