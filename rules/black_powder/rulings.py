"""Disputed and optional rules as switches: what they are, and which are in force in a game.

Their words stand in book.en.toml.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.chapter import Option, Reading
from domain.kernel.core import HasCore
from rules.texts import options_of, reading_among, readings_of, settled_of

# The rule, its letters, and the usual one where that is not the first.
READINGS: Mapping[str, Reading] = readings_of("black_powder", {
    "D1": ("BP.dis.2", "ABCD"),
    "D2": ("BP.cmd.17", "AB"),
    "D3": ("BP.turn.3", "AB"),
    "D4": ("BP.cmd.14", "AB"),
    "D5": ("BP.cmd.17", "AB"),
    "D7": ("BP.mov.4", "ABC"),
    "D8": ("BP.ral.1", "AB"),
    "D10": ("BP.off.1", "AB"),
    "D11": ("BP.ret.5", "AB"),
    "D12": ("BP.off.4", "AB"),
    "D13": ("BP.sr.DetC", "ABC"),
    "D14": ("BP.sr.Unre", "AB"),
    "D15": ("BP.tgt.5", "AB"),
    "D16": ("BP.sup.2", "AB"),
    "D17": ("BP.chg.8", "AB"),
    "D18": ("BP.fire.1", "AB"),
    "D19": ("BP.fire.1", "AB"),
    "D20": ("BP.vis.5", "AB"),
    "D21": ("BP.gun.3", "AB"),
    "D22": ("BP.save.2", "AB"),
    "D23": ("BP.save.2", "AB"),
    "D24": ("BP.save.2", "AB"),
    "D25": ("BP.sr.Stub", "AB"),
    "D27": ("BP.clo.5", "AB"),
    "D28": ("BP.clo.7", "AB"),
    "D29": ("BP.tra.1", "ABC"),
    "D30": ("BP.tra.2", "AB"),
    "D31": ("BP.ski.3", "AB"),
    "D32": ("BP.how.3", "AB"),
    "D33": ("BP.rsp.4", "AB"),
    "D34": ("BP.rsp.5", "AB", "B"),
    "D35": ("BP.rsp.5", "AB"),
    "D36": ("BP.rsp.1", "ABC"),
    "D37": ("BP.sr.Terr", "ABCD"),
    "D38": ("BP.hth.6", "AB"),
    "D39": ("BP.hth.5", "AB"),
    "D40": ("BP.hth.6", "AB"),
    "D41": ("BP.res.5", "AB"),
    "D42": ("BP.res.6", "AB"),
    "D43": ("BP.brk.5", "AB"),
    "D44": ("BP.brk.6", "AB"),
    "D45": ("BP.ret.4", "AB"),
    "D46": ("BP.sr.Stdy", "AB"),
    "D48": ("BP.sr.Brav", "AB"),
    "D49": ("BP.sr.Untd", "AB"),
    "D50": ("BP.sr.Lanc", "AB"),
    "D51": ("BP.sr.HCav", "AB"),
    "D52": ("BP.sr.Fres", "AB"),
    "D53": ("BP.sq.10", "AB"),
    "D54": ("BP.res.1", "AB"),
    "D55": ("BP.bld.1", "AB"),
    "D56": ("BP.bld.4", "AB"),
    "D57": ("BP.burn.7", "ABC"),
    "D58": ("BP.burn.6", "AB"),
    "D60": ("BP.mg.8", "AB"),
    "D61": ("BP.mg.7", "AB"),
    "D62": ("BP.rkt.8", "AB"),
    "D63": ("BP.gen.8", "ABC"),
    "D64": ("BP.vic.4", "AB"),
    "D68": ("BP.vic.11", "AB"),
    "D70": ("BP.gen.7", "AB"),
    "D71": ("BP.ret.9", "AB"),
    "D72": ("BP.clo.2", "ABCD"),
    "D73": ("BP.enf.1", "AB"),
    "D74": ("BP.sr.Wave", "AB"),
    "D75": ("BP.how.7", "AB"),
    "D76": ("BP.gun.8", "AB"),
})  # fmt: skip

# No second way to play these.
SETTLED: Mapping[str, str] = settled_of("black_powder", ("D6", "D9", "D26", "D47", "D59", "D65", "D66", "D67", "D69"))

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
