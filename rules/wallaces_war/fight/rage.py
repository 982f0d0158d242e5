"""12.5d, 12.5e Berserkers who did not take the hex they went for."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war import tables
from rules.wallaces_war.charges.facts import RetreatDue
from rules.wallaces_war.ids import UnitId
from rules.wallaces_war.losses.morale import Due, fail, passes, settle, take
from rules.wallaces_war.losses.steps import Harm, tests_for, wear
from rules.wallaces_war.melee.facts import FailureTested
from rules.wallaces_war.melee.ledger import in_hand, ledger
from rules.wallaces_war.melee.state import Attack
from rules.wallaces_war.position import is_on_map
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State

STEPS = 2  # 12.5d
HEXES = 1


def test_next(play: Play[State]) -> bool:
    """12.5d The next berserker who has failed; False when there is none left."""
    unit = next(failures(play.state), None)
    if unit is None:
        return False
    play.record(FailureTested(unit=unit))
    if unit in play.state.segment.tested and reading(play.state, "D61") == "A":
        return True
    why = Reason("hex not taken", "12.5d")
    if not passes(play, Due(unit, why)):
        _break(play, unit, why)
    return True


def failures(state: State) -> Iterator[UnitId]:
    """12.5d, 12.5e Berserkers of the activated Battle whose hex was not taken, though it could be left."""
    melee = ledger(state)
    for _, attack in in_hand(melee):
        if attack.kind in ("melee", "impulse") and attack.progress == "rolled" and not _is_excused(state, attack):
            for unit in attack.units:
                one = state.units[unit]
                if one.berserk and unit not in melee.failed and is_on_map(state, unit):
                    yield unit


def _is_excused(state: State, attack: Attack) -> bool:
    """12.5d, 12.5e Its side holds the hex now, or the defender could not get away."""
    melee, there = ledger(state), state.stacks.get(attack.target)
    held = there is not None and state.units[there[0]].side == melee.side
    return held or attack.target in melee.stuck


def _break(play: Play[State], unit: UnitId, why: Reason) -> None:
    """12.5d, D61 Shaken, two steps, one hex back; under B with all that such steps bring on."""
    state = play.state
    due = fail(play, unit, why)
    full = reading(state, "D61") == "B"
    if is_on_map(state, unit):
        harm = wear(play, unit, STEPS, Reason("rage spent", "12.5d"), raging=full)
        if not harm.eliminated:
            hexes = tables.RETREAT if full and _crosses(harm) else HEXES
            back = Reason("driven back", "12.5d", (hexes,))
            play.record(RetreatDue(units=(unit,), hexes=hexes, kind="failure", why=back))
            due += tests_for(play, state.units[unit].at, [harm]) if full else []
    for one in due:
        settle(play, take(play, one) if full and one.unit == unit and is_on_map(state, unit) else [one])


def _crosses(harm: Harm) -> bool:
    return any(harm.before < step <= harm.after for step in tables.RETREATING)
