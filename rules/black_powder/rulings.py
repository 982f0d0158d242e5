"""Disputed and optional rules as switches: what they are, and which are in force in a game.

The disputes stand in rulings.toml, the words of both in book.en.toml.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.chapter import Option
from domain.kernel.core import HasCore
from rules.texts import options_of, reading_among, rulings_of

READINGS, SETTLED, _ = rulings_of("black_powder")

_PLAIN: Mapping[str, str] = {
    "no_blunders": "BP.blun.1",
    "very_rough_ground": "BP.ter.3",
    "partial_cover_shares": "BP.save.3",
    "no_canister": "BP.gun.10",
    "no_squares": "BP.sq.1",
    "brigade_squares": "BP.bsq.1",
    "no_mixed_formation": "BP.mix.1",
    "reliable_machine_guns": "BP.mg.9",
    "fires": "BP.burn.1",
    "replacement_commanders": "BP.gen.9",
    "personalities": "BP.per.1",
    "no_brigade_morale": "BP.vic.1",
    "last_turn": "BP.vic.13",
}
# What a switch may be set to; the first that is said is how it is played without it.
_VALUED: Mapping[str, tuple[str, range | tuple[str, ...]]] = {
    "scale": ("BP.turn.4", range(25, 201)),  # per cent of every move and range
    "command_modifier": ("BP.cmd.17", range(-2, 3)),
    "obstacle_cost": ("BP.ter.4", range(13)),
    "scenery_cost": ("BP.ter.10", range(7)),
    "commander_bonus": ("BP.gen.8", range(4)),
    "first_fire": ("BP.sr.FFir", ("die", "reroll", "to_hit", "saves")),
    "points": ("BP.house.1", range(10_000)),  # of each army; 0: as the scenario has it
}
SWITCHES = tuple(_PLAIN)
USUAL: Mapping[str, int | str] = {
    "scale": 100,
    "command_modifier": 0,
    "obstacle_cost": 6,
    "scenery_cost": 0,
    "commander_bonus": 1,
    "first_fire": "die",
    "points": 0,
}


def _valued() -> dict[str, Option]:
    plain = options_of("black_powder", {name: cite for name, (cite, _) in _VALUED.items()})
    return {name: option._replace(values=_VALUED[name][1]) for name, option in plain.items()}


OPTIONS: Mapping[str, Option] = {**options_of("black_powder", _PLAIN), **_valued()}

reading = reading_among(READINGS)


def is_on(state: HasCore, option: str) -> bool:
    """Whether an optional rule is played: chosen, or switched on by the scenario."""
    return option in state.core.options or option in getattr(state, "switches", ())


def number(state: HasCore, option: str) -> int:
    """What an option that counts is set to, or its usual value."""
    found = state.core.options.get(option, USUAL[option])
    assert isinstance(found, int)
    return found


def word(state: HasCore, option: str) -> str:
    """What an option that names something is set to, or its usual value."""
    found = state.core.options.get(option, USUAL[option])
    assert isinstance(found, str)
    return found
