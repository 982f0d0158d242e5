"""What a game is played under: its scenario, sides, optional rules and readings, checked before it starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kernel import Scenario, System, default_readings
from domain.packs import Pack
from domain.refs import UMPIRE, check_name
from domain.ruling import BadInput, NotFound
from domain.textscan import known, nearest


def find_scenario(system: System[Any], pack: Pack, key: str) -> Scenario:
    scenarios = system.scenarios(pack)
    if key not in scenarios:
        raise NotFound(f"{system.key} has no scenario {key!r}; it has {', '.join(scenarios)}")
    return scenarios[key]


def chosen_sides(scenario: Scenario, sides: Sequence[str]) -> tuple[str, ...]:
    if not sides:
        return scenario.sides
    if not scenario.free_sides:
        raise BadInput(f"the sides of {scenario.key} are {' and '.join(scenario.sides)}; leave --side out")
    for side in sides:
        check_name("side", side)
    if len(set(sides)) != len(sides) or UMPIRE in sides:
        raise BadInput("each side needs a name of its own, and umpire is taken")
    return tuple(sides)


def checked_options(system: System[Any], options: Sequence[str]) -> tuple[str, ...]:
    for option in options:
        if option not in system.optional_rules:
            raise NotFound(f"{system.key} has no optional rule {option!r}{nearest(option, system.optional_rules)}")
        needed = system.needs.get(option)
        if needed and needed not in options:
            raise BadInput(f"the optional rule {option} is nothing without {needed}; choose both")
    return tuple(sorted(set(options)))


def checked_readings(system: System[Any], chosen: Mapping[str, str]) -> dict[str, str]:
    """All readings in force, after checking that the chosen ones exist."""
    return default_readings(system, spelt_readings(system, chosen))


def spelt_readings(system: System[Any], chosen: Mapping[str, str]) -> dict[str, str]:
    """The chosen readings as the system spells them: `d36=b` and `D36=B` are the same."""
    found: dict[str, str] = {}
    for dispute, choice in chosen.items():
        name = known(dispute, system.readings)
        settled = known(dispute, system.settled)
        if settled:
            raise BadInput(f"{settled} is settled, not a choice: {system.settled[settled]}")
        if name is None:
            raise NotFound(f"{system.key} has no dispute {dispute!r}{nearest(dispute, system.readings)}")
        letter = known(choice, system.readings[name].choices)
        if letter is None:
            there = ", ".join(system.readings[name].choices)
            raise NotFound(f"{name} can be read as {there}, not as {choice!r}")
        found[name] = letter
    return found
