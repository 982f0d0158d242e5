"""Small freeform positions for tests."""

from __future__ import annotations

from typing import Any

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import Fact, GameStarted, Order
from domain.kernel.packs import Pack
from domain.kernel.play import carry_out, facts_of
from domain.kernel.system import Setup
from rules.freeform import SYSTEM
from rules.freeform.state import State, initial

BLANK = 'source = "house"\n[[scenarios]]\nkey = "blank"\ntitle = "t"\nsides = ["blue", "red"]\nsource = "house"\n'
PLACES = BLANK + 'places = [{ name = "hill" }, { name = "wood" }]\n'


def start(*options: str, text: str = BLANK) -> State:
    started = GameStarted(
        format=1,
        game="0", title="t", system="freeform", edition="1", scenario="blank", pack="", sides=("blue", "red"),
        options=dict.fromkeys(options, True),
    )  # fmt: skip
    return initial(Setup(started, Pack(name="test", files={"scenarios.toml": text})))


def give(state: State, by: str, order: Order, *dice: int, cards: tuple[str, ...] = ()) -> list[Fact]:
    """The facts that follow an order, without the order itself."""
    recorded: list[Any] = carry_out(SYSTEM, state, by, order, EnteredChance(dice, cards))
    return facts_of(recorded)[1:]
