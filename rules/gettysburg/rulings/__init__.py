"""Disputed and optional rules as switches: what they are, and which are in force in a game."""

from __future__ import annotations

from collections.abc import Mapping

from domain.core import HasCore
from domain.kernel import Reading
from rules.gettysburg.rulings import combat as rulings_combat
from rules.gettysburg.rulings import command as rulings_command
from rules.gettysburg.rulings import movement as rulings_movement
from rules.gettysburg.rulings import set_up as rulings_set_up

READINGS: Mapping[str, Reading] = dict(
    sorted(
        {
            **rulings_set_up.READINGS,
            **rulings_movement.READINGS,
            **rulings_combat.READINGS,
            **rulings_command.READINGS,
        }.items()
    )
)

SETTLED: Mapping[str, str] = {
    "D02": "5.3.1A The Turn marker starts on the first turn and its first advance is skipped. Starting it one space "
    "earlier would change nothing in play.",
    "D04": "3.3 The entry printed as 41 for units 5 and 6 is turn 4 at entry hex I: there is no turn 41, and the list "
    "runs in turn order.",
    "D13": "8.3 The P of infantry in the road row means that it has no road rate, not that the hex is closed. Read as "
    "a ban it would keep infantry out of every entry hex (10.1).",
    "D16": "6.1 A ravine is a hexside feature and acts both ways: the Terrain Effects Table lists ravine "
    "hexsides, and no ravine hexes.",
    "D18": "TET The slope row points to 6.6, a misprint for 6.5; slopes are nowhere else explained.",
    "D70": "11.1 An attack that can no longer be made (the attacker displaced, routed or eliminated, the hex empty) is "
    "cancelled or wasted without a penalty; no other outcome is written.",
    "D78": "16.5 Entering in a Hidden Movement Counter is entry, not creation, and so is allowed in every command "
    "state, as the errata to 10.1 say.",
    "D88": "4.3 Artillery in Destroyed Cadres scores 1 point; 7.7 speaks of brigades only and does not say otherwise.",
    "D91": "4.3 The Confederate Train scores only by leaving the map from the named hex itself.",
    "D92": "20.5 Rain is rolled for before step 5.3.1A of the Confederate player turn.",
    "D93": "9.4 Stacks may be put in another order until the Movement Phase ends; a brigade that has declared an "
    "attack stays on top.",
}  # no second way to play these

OPTIONS: Mapping[str, str] = {
    "command_control": "16.0 command control: two dice each turn say whether an army is in Attack, Restricted, "
    "Passive or Panic state",
    "restricted_start": "16.4O a Restricted army that starts next to no enemy infantry may send one infantry brigade "
    "up to it (needs command_control)",
    "loss_of_control": "17.0 loss of unit control: the opponent may take over units of an army in Panic (needs "
    "command_control)",
    "hidden_movement": "18.0 hidden movement: counters that hide units, or nothing, until the enemy observes them",
    "counterattacks": "19.0 counter-attacks: brigades beside a unit that has just attacked may strike back at once",
    "alternate_entry": "22.1 reinforcements whose entry hex is enemy-held may enter a turn later at the nearest free "
    "one",
    "disengagement": "22.2 infantry near enemy infantry may march off with its full allowance, at the price of order",
    "questionable": "22.3 brigades back from rout are Questionable: their first combat tests them",
    "forced_march": "22.4 a unit may gain 1 or 2 movement points and is then Disrupted",
    "demoralization": "22.5 a side with fifteen infantry brigades lost rolls for command at -2 (needs command_control)",
    "return_to_map": "22.6 units that left the map may come back from the third turn on, on a roll of 1",
}

NEEDS: Mapping[str, str] = {
    "restricted_start": "command_control",
    "loss_of_control": "command_control",
    "demoralization": "command_control",
}

FULL: tuple[str, ...] = tuple(option for option in OPTIONS if option not in ("restricted_start", "return_to_map"))

_DEFAULTS: Mapping[str, str] = {dispute: found.default for dispute, found in READINGS.items()}


def reading(state: HasCore, dispute: str) -> str:
    """The letter in force: chosen at the start, or by a ruling since, else the default."""
    return state.core.readings.get(dispute) or _DEFAULTS[dispute]


def is_on(state: HasCore, option: str) -> bool:
    """Whether an optional rule is played, and with it the one it needs."""
    options = state.core.options
    return option in options and NEEDS.get(option, option) in options
