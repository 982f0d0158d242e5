"""11.2, 12.5c Charges: planned, in reaction, and the rides and rushes that follow a hex taken."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice, Question
from rules.wallaces_war.charges import extension, impulse, placement, planned
from rules.wallaces_war.charges.facts import FACTS
from rules.wallaces_war.melee.asks import (
    AwaitPlacement,
    DeclareCharge,
    ExtendCharge,
    ImpulsiveAttack,
    ReactionPlacement,
)
from rules.wallaces_war.state import EXTENSION, MELEE, State


def choices(state: State) -> Iterator[Choice]:
    """C5, C6: planned charges before a melee; after it extensions and rushes, one at a time (D55)."""
    yield from planned.choices(state)
    yield from extension.choices(state)
    yield from impulse.choices(state)


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(
            DeclareCharge(unit="hugh-hc-1", facing=0, path=("0909", "1009"), target="1110"),
            planned.decide_charge,
            phases=(MELEE,),
            cite="10.3a",
            cites=("11.2.1f",),
        ),
        Asked(ReactionPlacement(paths={"1811": ("1711",)}), cite="11.2.2b", cites=("11.2.3c",)),
        Asked(
            ExtendCharge(unit="hugh-hc-1", path=("1210",), target="1311"),
            extension.decide_extension,
            phases=(EXTENSION,),
            cite="11.2.7",
        ),
        Asked(
            ImpulsiveAttack(unit="wallace-sc-1", path=("1705",), target="1605"),
            impulse.decide_impulse,
            phases=(EXTENSION,),
            cite="12.5c",
        ),
    ),
    questions=(
        Question(
            AwaitPlacement, {ReactionPlacement: placement.decide_placement}, placement.choices, cites=("11.2.3c",)
        ),
    ),
    choices=choices,
)
