"""Facts of command: chits, initiative, activation. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact
from rules.wallaces_war.ids import BattleId, UnitId
from rules.wallaces_war.state import State


class CommandChecked(Fact, frozen=True, kw_only=True):
    """13.3a Who of a Battle is out of command at a moment when it is checked."""

    battle: BattleId
    out: tuple[UnitId, ...]


def _checked(state: State, fact: CommandChecked) -> None:
    for name, unit in state.units.items():
        if unit.battle == fact.battle:
            unit.in_command = name not in fact.out


FACTS = (Told(CommandChecked, ("13.3a",), _checked),)
