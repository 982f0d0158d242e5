"""Orders about counters and control that must be refused: L56, L57, L59 to L68, L74."""

from __future__ import annotations

from typing import Any

from domain.kernel.facts import Order
from rules.gettysburg.hidden.asks import AttemptControl, DeployUnits
from rules.gettysburg.movement.asks import DeclareAttack, DeclareBombardment, MoveUnit
from rules.gettysburg.state import POOL, State
from rules.gettysburg.turn.asks import EndPhase
from tests.gettysburg.hidden_field import COMMAND, field, hide, observed, stir
from tests.gettysburg.illegal import C, Cases, U, after
from tests.gettysburg.marches import line, move

PANIC = ("command_control", "loss_of_control", "hidden_movement")
HIDDEN = {"C-41": "1010", "C-HMC2": "2020", "C-42": "C-HMC2"}
FULL = {"C-HMC1": "1010", "C-41": "C-HMC1", "C-42": "C-HMC1"}


def army(command: Any, places: dict[str, str] | None = None) -> State:
    state = field(places or HIDDEN, options=COMMAND)
    state.command[C] = command
    return state


def panic(places: dict[str, str], chances: int = 3, **more: Any) -> State:
    """An army in Panic whose opponent may try to take units over."""
    state = field({"U-1": "3030", **places}, options=PANIC, **more)
    state.command.update({C: "panic", U: "attack"})
    state.turn.chances = chances
    return state


def leftover(places: dict[str, str], *given: tuple[str, Order, tuple[int, ...]]) -> State:
    """Its owner has finished."""
    return after(panic(places), (C, EndPhase(), ()), *given)


def taken(*units: str, **places: str) -> State:
    """The opponent has taken these units over."""
    more = {name.replace("_", "-"): at for name, at in places.items()}
    return leftover(more, *((U, AttemptControl(unit=unit), (1,)) for unit in units))


def taken_on_the_move(**places: str) -> State:
    more = {name.replace("_", "-"): at for name, at in places.items()}
    return after(panic({"C-41": "1010", **more}), (C, move("C-41", "1009"), ()), (U, control("C-41"), (2,)))


def frozen(**places: str) -> State:
    """Nobody commands C-41, nor C-45."""
    more = {name.replace("_", "-"): at for name, at in places.items()}
    state = panic({"C-41": "1010", "C-45": "1012", **more}, disrupted=["C-41"])
    state.turn.control.update({"C-41": "nobody", "C-45": "nobody"})
    return state


def control(unit: str) -> AttemptControl:
    return AttemptControl(unit=unit)


def calm() -> State:
    state = panic({"C-41": "1010"})
    state.command[C] = "restricted"
    return state


def removed() -> State:
    return after(field({"C-41": "1010", "C-HMC1": "2020"}), (C, DeployUnits(hmc="C-HMC1"), ()))


def rested() -> State:
    state = field({"C-41": "1010"})
    state.turn.acted.append("C-41")
    return state


def made(**more: Any) -> State:
    return after(field({"C-41": "1010"}, **more), (C, hide("1010", h1=("C-41",)), ()))


def marched() -> State:
    return after(field({"C-HMC1": "1010", "C-41": "C-HMC1"}), (C, move("C-HMC1", "1009"), ()))


def revealed() -> State:
    state = observed({"C-41": "C-HMC1", "C-42": "C-HMC1"})
    stir(state)
    return state


def deploy(first: str, second: str = "1010") -> DeployUnits:
    return DeployUnits(hmc="C-HMC1", places={"C-41": first, "C-42": second})


COUNTERS: Cases = {
    "L56 created": lambda: (army("passive"), C, hide("1010", h1=("C-41",))),
    "L56 removed": lambda: (army("passive"), C, DeployUnits(hmc="C-HMC2", places={"C-42": "2020"})),
    "L56 into sight": lambda: (
        army("passive", {"C-HMC2": "2010", "C-42": "C-HMC2", "U-72": "2020"}), C, move("C-HMC2", *line(11, 14))
    ),
    "L57 created": lambda: (army("panic"), C, hide("1010", h1=("C-41",))),
    "L57 removed": lambda: (army("panic"), C, DeployUnits(hmc="C-HMC2", places={"C-42": "2020"})),
    "L57 moved": lambda: (army("panic"), C, move("C-HMC2", "2021")),
    "L59 no chance left": lambda: (panic({"C-41": "1010"}, chances=0), U, control("C-41")),
    "L59 the same twice": lambda: (
        leftover({"C-41": "1010", "C-42": "2020"}, (U, control("C-41"), (6,))), U, control("C-41")
    ),
    "L59 the same twice, too early": lambda: (
        after(
            panic({"C-41": "1010", "C-42": "2020"}), (C, move("C-41", "1011"), ()), (U, control("C-41"), (6,))
        ),
        U,
        control("C-41"),
    ),
    "L59 a reinforcement": lambda: (leftover({"C-41": "1010", "C-43": POOL}), U, control("C-43")),
    "L59 no Panic": lambda: (calm(), U, control("C-41")),
    "L59 of one's own army": lambda: (panic({"C-41": "1010"}), U, control("U-1")),
    "L59 before it is used": lambda: (panic({"C-41": "1010"}), U, control("C-41")),
    "L60 moved": lambda: (frozen(), C, move("C-41", "1011")),
    "L60 recovered": lambda: (frozen(), C, MoveUnit(unit="C-41", recover=True)),
    "L60 attacks": lambda: (frozen(U_2="1011"), C, DeclareAttack(unit="C-41", target="1011")),
    "L60 bombards": lambda: (frozen(U_2="1014"), C, DeclareBombardment(unit="C-45", target="1014", aim="U-2")),
    "L61 its own side": lambda: (
        taken("C-41", C_41="1010", C_42="1011"), U, DeclareAttack(unit="C-41", target="1011")
    ),
    "L61 overstacked": lambda: (
        taken_on_the_move(C_42="1011", C_43="1011", C_44="1011"), U, move("C-41", "1011")
    ),
    "L61 an empty hex": lambda: (
        taken("C-45", C_45="1012", U_2="1310"), U, DeclareBombardment(unit="C-45", target="1014", aim="U-2")
    ),
    "L62 a ninth": lambda: (field({"C-41": "1010"}), C, hide("1010", h9=("C-41",))),
    "L62 one in use": lambda: (field({"C-41": "1010", "C-HMC1": "2020"}), C, hide("1010", h1=("C-41",))),
    "L62 one just removed": lambda: (removed(), C, hide("1010", h1=("C-41",))),
    "L63 observed": lambda: (field({"C-41": "1010", "U-1": "1016"}), C, hide("1010", h1=("C-41",))),
    "L63 moved units": lambda: (rested(), C, hide("1010", h1=("C-41",))),
    "L63 from afar": lambda: (field({"C-41": "1010", "C-42": "1012"}), C, hide("1010", h1=("C-42",))),
    "L63 a Train": lambda: (field({"C-41": "1010", "C-Train": "1010"}), C, hide("1010", h1=("C-Train",))),
    "L63 moved at once": lambda: (made(), C, move("C-HMC1", "1011")),
    "L64 alone": lambda: (field({"C-41": "1010"}), C, hide("1010", h1=())),
    "L65 into sight": lambda: (field({"C-HMC1": "2010", "U-72": "2020"}), C, move("C-HMC1", *line(11, 14))),
    "L66 after it moved": lambda: (marched(), C, DeployUnits(hmc="C-HMC1", places={"C-41": "1009"})),
    "L67 too far": lambda: (field(FULL), C, deploy("1012")),
    "L67 onto enemies": lambda: (field({**FULL, "U-7": "1009"}), C, deploy("1009")),
    "L67 overstacked": lambda: (
        field({**FULL, **dict.fromkeys(("C-46", "C-47", "C-48"), "1011")}), C, deploy("1011")
    ),
    "L67 artillery into rough": lambda: (
        field({"C-HMC1": "1010", "C-45": "C-HMC1"}, features={"rough": ["1010"]}),
        C,
        DeployUnits(hmc="C-HMC1", places={"C-45": "1010"}),
    ),
    "L68 the phase ended": lambda: (revealed(), C, EndPhase()),
    "L68 going on": lambda: (revealed(), C, move("C-HMC1", "1009")),
    "L68 another first": lambda: (revealed(), C, DeployUnits(hmc="C-HMC2")),
    "L74 opened by the enemy": lambda: (field(FULL, active=U), U, DeployUnits(hmc="C-HMC1")),
    "L74 opened by the enemy, out of his turn": lambda: (field(FULL), U, deploy("1010")),
}  # fmt: skip
EARLY: Cases = {
    "a counter": lambda: (panic({"C-41": "2020", "C-HMC1": "1010"}), U, control("C-HMC1")),
    "a counter while a unit is about to move": lambda: (
        after(panic({"C-41": "2020", "C-HMC1": "1010"}), (C, move("C-41", "2021"), ())), U, control("C-HMC1")
    ),
}  # fmt: skip
