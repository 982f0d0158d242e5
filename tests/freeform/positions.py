"""Small freeform positions for tests."""

from __future__ import annotations

from typing import Any

from domain.chance import EnteredChance
from domain.facts import Fact, GameStarted, Order
from domain.kernel import Setup, carry_out, facts_of
from domain.packs import Pack
from rules.freeform import SYSTEM
from rules.freeform.state import State, initial

BLANK = 'source = "house"\n[[scenarios]]\nkey = "blank"\ntitle = "t"\nsides = ["blue", "red"]\nsource = "house"\n'
PLACES = BLANK + 'places = [{ name = "hill" }, { name = "wood" }]\n'


def start(*options: str, text: str = BLANK) -> State:
    started = GameStarted(
        game="0", title="t", system="freeform", edition="1", scenario="blank", pack="", sides=("blue", "red"),
        options=options,
    )  # fmt: skip
    return initial(Setup(started, Pack(name="test", files={"scenarios.toml": text})))


def give(state: State, by: str, order: Order, *dice: int, cards: tuple[str, ...] = ()) -> list[Fact]:
    """The facts that follow an order, without the order itself."""
    recorded: list[Any] = carry_out(SYSTEM, state, by, order, EnteredChance(dice, cards))
    return facts_of(recorded)[1:]
