"""The example of each order can be given on the shipped Pegasus Bridge."""

from __future__ import annotations

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import GameStarted
from domain.kernel.play import carry_out
from domain.kernel.system import Setup
from rules.freeform import SYSTEM
from rules.freeform.luck import DrawCard, RollDice
from rules.freeform.state import initial
from tests.shipped import shipped_packs


def test_the_examples_are_a_short_game_on_pegasus_bridge() -> None:
    (pack,) = shipped_packs("freeform")
    started = GameStarted(
        format=1, game="0", title="t", system="freeform", edition="1", scenario="pegasus-bridge", pack="",
        sides=("british", "german"), options={"known_places": True},
    )  # fmt: skip
    state = initial(Setup(started, pack))
    luck = {RollDice: EnteredChance([5, 3]), DrawCard: EnteredChance(cards=["near"])}
    for kind, asked in SYSTEM.book.asked.items():
        carry_out(SYSTEM, state, "british", asked.example, luck.get(kind, EnteredChance()))
    assert (state.core.turn, state.core.points["british"], state.core.losses["german"]) == (1, 3, 1)
    assert state.core.ended is not None
