"""Section 16 Commanders' characters: what they do to the rating, and who rolls again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.kernel.play import Play
from domain.kernel.reasons import Modifier, Reason
from domain.tabletop import lengths
from domain.tabletop.angles import Point
from domain.tabletop.measure import Pose
from domain.tabletop.sweep import advance
from rules.black_powder.charges.declaring import in_reach
from rules.black_powder.command.asks import Stated
from rules.black_powder.command.facts import TraitsRolled
from rules.black_powder.ids import CommanderId, UnitId
from rules.black_powder.position import enemies, general_of
from rules.black_powder.state import State
from rules.black_powder.tables import BLUNDER, DIE, INCH, MOST_MOVES
from rules.black_powder.units.footprint import body_of
from rules.black_powder.units.measuring import from_point

TRAITS = ("aggression", "decisiveness", "independence")
LOW, HIGH = "low", "high"
HEADSTRONG_BLUNDERS = 11  # BP.per.6
A_LITTLE = 6 * INCH  # house: how far along its way an order is looked at


def roll_traits(play: Play[State]) -> None:
    """BP.per.1 A die for each trait; the general is average in all."""
    for name, one in play.state.commanders.items():
        if one.rank != "general":
            dice = play.roll(len(TRAITS), DIE, Reason("character", "BP.per.1", (name,)), one.side).faces
            found = {
                trait: LOW if die == 1 else HIGH for trait, die in zip(TRAITS, dice, strict=True) if die in (1, DIE)
            }
            play.record(TraitsRolled(commander=name, dice=dice, traits=found))


def trait(state: State, name: CommanderId, which: str) -> str:
    return state.commanders[name].traits.get(which, "")


def modifiers(state: State, name: CommanderId, units: Sequence[UnitId], stated: Stated) -> Iterator[Modifier]:
    """BP.per.2, BP.per.3, BP.per.6, BP.per.7"""
    mood = trait(state, name, "aggression")
    if mood == HIGH and stated.charge and any(_reaches(state, unit, stated) for unit in units):
        yield Modifier(1, "aggressive", "BP.per.2")
    elif mood == LOW and stated.charge:
        yield Modifier(-1, "timid", "BP.per.3")
    elif mood == LOW and all(leads_away(state, unit, stated) for unit in units):
        yield Modifier(1, "glad to go back", "BP.per.3")
    yield from _by_independence(state, name)


def _reaches(state: State, name: UnitId, stated: Stated) -> bool:
    found = in_reach(state, name)
    return bool(found) if stated.charge == "nearest" else stated.charge in found


def leads_away(state: State, name: UnitId, stated: Stated) -> bool:
    """BP.per.3 A little along its way the unit is farther from every enemy than it stands."""
    unit = state.units[name]
    if unit.pose is None or not (stated.bearing or stated.to):
        return False
    here, there = unit.pose.point, _along(unit.pose, stated)
    foes = [body_of(state, foe) for foe in enemies(state, unit.side).values()]
    return bool(foes) and all(from_point(there, foe) > from_point(here, foe) for foe in foes)


def _along(pose: Pose, stated: Stated) -> Point:
    if stated.bearing:
        return advance(Pose(x=pose.x, y=pose.y, heading=lengths.angle(stated.bearing) % 36_000), A_LITTLE).point
    return lengths.point(stated.to[0])


def _by_independence(state: State, name: CommanderId) -> Iterator[Modifier]:
    own, general = trait(state, name, "independence"), general_of(state, state.commanders[name].side)
    if own == HIGH and state.turn.first == name:
        yield Modifier(1, "headstrong, and first", "BP.per.6")
    elif own == LOW and (name == general or not _has_spoken(state, general)):
        yield Modifier(-1, "waits for the general", "BP.per.7")


def _has_spoken(state: State, general: CommanderId) -> bool:
    return not general or general in state.turn.done or state.turn.first == general


def blunders_on(state: State, name: CommanderId, total: int) -> bool:
    """BP.cmd.4, BP.per.6 Twelve; eleven too for a headstrong man."""
    return total == BLUNDER or (total == HEADSTRONG_BLUNDERS and trait(state, name, "independence") == HIGH)


def may_roll_again(state: State, name: CommanderId) -> bool:
    """BP.per.4"""
    return trait(state, name, "decisiveness") == HIGH


def must_roll_again(state: State, name: CommanderId, moves: int) -> bool:
    """BP.per.5 A hesitant man does not trust three moves."""
    return moves == MOST_MOVES and trait(state, name, "decisiveness") == LOW


def chooses_blunder(state: State, name: CommanderId) -> bool:
    """BP.per.7 Two dice on the table, and the choice."""
    return trait(state, name, "independence") == LOW
