"""10.3/S2 to S7 One die of a melee: the reckoning, the table, and the losses noted beside the defender."""

from __future__ import annotations

from domain.kernel.play import Play, Roll
from domain.kernel.reasons import Reason
from rules.wallaces_war.melee.facts import AttackRolled, LossesNoted
from rules.wallaces_war.melee.modifiers import Blow, column_name, losses, reckon
from rules.wallaces_war.state import State


def roll(play: Play[State], blow: Blow, attack: int = -1) -> None:
    """10.3/S6, S7, 12.2i An attack by its number in the ledger, or a reply; what it costs is only noted yet."""
    state, found = play.state, reckon(play.state, blow)
    attacker, defender = state.units[blow.units[0]], state.units[state.stacks[blow.target][0]]

    def losses_of(dice: Roll) -> int:
        return losses(state, found, dice.total)

    why = Reason("melee" if attack >= 0 else "reply", "10.3/S6", (blow.units[0], blow.target))
    dice = play.roll(1, found.faces, why, attacker.side, alike=losses_of)
    play.record(
        AttackRolled(
            units=blow.units,
            at=blow.at,
            target=blow.target,
            defenders=tuple(state.stacks[blow.target]),
            modifiers=found.modifiers,
            type_modifier=found.type_modifier,
            attacker_kind=attacker.kind,
            defender_kind=defender.kind,
            faces=found.faces,
            die=dice.total,
            result=found.row(dice.total),
            sp=found.sp,
            column=column_name(state, found.column),
            losses=losses_of(dice),
            source=state.charts.source("melee_table"),
            attack=attack,
        )
    )
    if losses_of(dice):
        play.record(LossesNoted(at=blow.target, losses=losses_of(dice)))
