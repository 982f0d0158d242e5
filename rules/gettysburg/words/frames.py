"""What is awaited, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.facts import Frame
from rules.gettysburg import frames as fr


def waiting(frame: Frame) -> str:
    return WORDS[type(frame)](frame)


def _each(units: tuple[str, ...]) -> str:
    return ", ".join(units)


WORDS: Mapping[type[Frame], Callable[[Any], str]] = {
    fr.AwaitControl: lambda x: f"{x.side} to decide: try to take over {x.order.unit}? (17.3a)",
    fr.AwaitLeftover: lambda x: f"{x.side} to decide: take over units that stood still? (17.3b)",
    fr.AwaitMarch: lambda x: f"{x.side} to move {x.unit} on, or to stop it (8.1a)",
    fr.ResumeMarch: lambda x: f"the march of {x.unit} is interrupted",
    fr.AwaitDeclaration: lambda x: f"{x.side} to declare for {x.unit} (8.4a)",
    fr.AwaitDeployment: lambda x: f"{x.side} to deploy the units of {x.hmc} (18.5)",
    fr.AwaitSwap: lambda x: f"{x.side} to decide: another brigade to defend? (11.7b)",
    fr.AwaitRetreatBeforeCombat: lambda x: f"{x.side} to decide: retreat before combat? (15.4)",
    fr.AwaitCoordination: lambda x: f"{x.side} to decide: coordinate the attacks? (17.4c)",
    fr.AwaitSupport: lambda x: f"{x.side} to decide on artillery support (13.4)",
    fr.AwaitDefender: lambda x: f"{x.side} to choose the defender: {_each(x.units)} (11.7a, 13.5a)",
    fr.AwaitRetreat: lambda x: f"{x.side} to retreat {_each(x.units)} (12.4a)",
    fr.AwaitRout: lambda x: f"{x.side} to choose which routs: {_each(x.units)} (9.3b)",
    fr.AwaitAdvance: lambda x: f"{x.side} to decide: advance {_each(x.units)} into {x.to}? (12.7a)",
    fr.AwaitCounterAttack: lambda x: f"{x.side} to decide: Counter-Attack {_each(x.targets)}? (19.1a)",
}
