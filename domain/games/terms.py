"""What a game is played under: its scenario, sides, optional rules and readings, checked before it starts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from domain.games.settings import checked_settings
from domain.kernel.chance import new_game_id
from domain.kernel.core import check_side
from domain.kernel.errors import BadInput, NotFound
from domain.kernel.facts import LOG_FORMAT, Chosen, GameStarted
from domain.kernel.naming import check_sides
from domain.kernel.packs import Pack
from domain.kernel.system import Scenario, System, default_readings
from domain.log.gamelog import GameLog, Line
from domain.words.scan import known, nearest, nearly, whole


def find_scenario(system: System[Any], pack: Pack, key: str) -> Scenario:
    scenarios = system.sheets.scenarios(pack)
    if key not in scenarios:
        raise NotFound(f"{system.key} has no scenario {key!r}; it has {', '.join(scenarios)}")
    return scenarios[key]


def free_name(log: GameLog, wanted: str) -> str:
    """The name that was wanted for a game, or with the next number that is free."""
    taken = set(log.games())
    return next(name for i in range(1, len(taken) + 2) if (name := wanted + (f"-{i}" if i > 1 else "")) not in taken)


def beginning(
    system: System[Any], pack: Pack, scenario: str, title: str, sides: Sequence[str], options: Sequence[str],
    readings: Mapping[str, str], settings: Sequence[str] = (),
) -> GameStarted:  # fmt: skip
    """How a new game begins; its dice are promised to nobody yet."""
    system.sheets.check(pack)
    chosen = find_scenario(system, pack, scenario)
    return GameStarted(
        format=LOG_FORMAT,
        game=new_game_id(),
        title=title or chosen.title,
        system=system.key,
        edition=system.edition,
        scenario=scenario,
        pack=pack.hash,
        sides=chosen_sides(chosen, sides),
        options=checked_options(system, options),
        readings=checked_readings(system, readings),
        corrections=tuple(correction.number for correction in system.book.corrections),
        settings=checked_settings(settings),
    )


def unknown_terms(system: System[Any], started: GameStarted) -> str:
    """What a game was begun under that this program does not know, if anything."""
    if started.format > LOG_FORMAT:
        return f"log format {started.format}"
    return unknown_correction(system, started.corrections)


def unknown_correction(system: System[Any], numbers: Sequence[int]) -> str:
    known = {correction.number for correction in system.book.corrections}
    strange = [number for number in numbers if number not in known]
    return f"correction {strange[0]}{_dated(strange[0])}" if strange else ""


def _dated(number: int) -> str:
    """The day of a correction stands in its number."""
    day = re.fullmatch(r"(\d{4})(\d\d)(\d\d)\d\d", str(number))
    return f" of {'-'.join(day.groups())} (install a refight of that day or later)" if day else ""


def chosen_sides(scenario: Scenario, sides: Sequence[str]) -> tuple[str, ...]:
    if sides and not scenario.free_sides:
        raise BadInput(f"the sides of {scenario.key} are {' and '.join(scenario.sides)}; leave --side out")
    chosen = tuple(sides) or scenario.sides
    check_sides(chosen)
    return chosen


def checked_options(system: System[Any], options: Sequence[str]) -> dict[str, Chosen]:
    """`hidden_movement`, or `scale=28` where an option is set to something."""
    found: dict[str, Chosen] = {}
    for text in options:
        option, _, value = text.partition("=")
        if option not in system.book.options:
            raise NotFound(f"{system.key} has no optional rule {option!r}{nearest(option, system.book.options)}")
        found[option] = _set_to(option, system.book.options[option].values, value)
    for option in found:
        needed = system.book.options[option].needs
        if needed and needed not in found:
            raise BadInput(f"the optional rule {option} is nothing without {needed}; choose both")
    return dict(sorted(found.items()))


def _set_to(option: str, values: range | tuple[str, ...] | None, text: str) -> Chosen:
    if values is None:
        if text:
            raise BadInput(f"the optional rule {option} is only on or off; leave out ={text}")
        return True
    if isinstance(values, range):
        number = whole(text)
        if number is not None and number in values:
            return number
        said = f"a number from {values[0]} to {values[-1]}"
    else:
        if text in values:
            return text
        said = " or ".join(values)
    raise BadInput(f"the optional rule {option} is set to {said}: write {option}=VALUE")


def option_texts(options: Mapping[str, Chosen]) -> tuple[str, ...]:
    """Options as they are typed."""
    return tuple(name if value is True else f"{name}={value}" for name, value in options.items())


def checked_readings(system: System[Any], chosen: Mapping[str, str]) -> dict[str, str]:
    """All readings in force, after checking that the chosen ones exist."""
    return default_readings(system, spelt_readings(system, chosen))


def spelt_readings(system: System[Any], chosen: Mapping[str, str]) -> dict[str, str]:
    """The chosen readings as the system spells them: `d36=b` and `D36=B` are the same."""
    found: dict[str, str] = {}
    for dispute, choice in chosen.items():
        name = known(dispute, system.book.readings)
        settled = known(dispute, system.book.settled)
        if settled:
            raise BadInput(f"{settled} is settled, not a choice: {system.book.settled[settled]}")
        if name is None:
            raise NotFound(f"{system.key} has no dispute {dispute!r}{nearest(dispute, system.book.readings)}")
        letter = known(choice, system.book.readings[name].letters)
        if letter is None:
            there = ", ".join(system.book.readings[name].letters)
            raise NotFound(f"{name} can be read as {there}, not as {choice!r}")
        found[name] = letter
    return found


def known_side(line: Line, side: str, *others: str) -> str:
    """A side of the game, or one of the others that may stand in its place."""
    there = (*line.started.sides, *others)
    try:
        check_side(there, side)
    except NotFound as error:
        raise NotFound(f"{error}{nearly(side, there)}") from None
    return side
