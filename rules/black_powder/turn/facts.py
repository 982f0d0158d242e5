"""BP.turn, BP.vic Facts of the sequence of play. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, GameEnded, Side
from rules.black_powder import phases
from rules.black_powder.ids import BrigadeId, UnitId
from rules.black_powder.state import State


class SideChosen(Fact, frozen=True, kw_only=True):
    """BP.turn.6 Who goes first; `named` by the scenario, or chosen by who rolled higher."""

    first: Side
    named: bool = False


class TurnChecked(Fact, frozen=True, kw_only=True):
    """BP.turn.5, BP.init.2 A player turn begins; these stand within 12 inches of an enemy, and how near each."""

    side: Side
    near: tuple[UnitId, ...] = ()
    gaps: tuple[int, ...] = ()


class BrigadeBroke(Fact, frozen=True, kw_only=True):
    """BP.vic.1, BP.vic.5 These of its units that count are lost; so many count, and so many lost break it."""

    brigade: BrigadeId
    lost: tuple[UnitId, ...]
    counting: int
    threshold: int
    by_army: bool = False  # BP.vic.12 the army breaks


class ArmyBroke(Fact, frozen=True, kw_only=True):
    """BP.vic.12 So many brigades broken, of so many."""

    side: Side
    broken: int
    brigades: int


def _chosen(state: State, fact: SideChosen) -> None:
    state.first = fact.first


def _checked(state: State, fact: TurnChecked) -> None:
    state.turn.near, state.turn.checked = fact.near, True


def _broke(state: State, fact: BrigadeBroke) -> None:
    state.brigades[fact.brigade].broken = True


def _army(state: State, fact: ArmyBroke) -> None:
    state.fallen = (*state.fallen, fact.side)
    state.fell_in = state.fell_in or state.core.turn


FACTS = (
    *phases.FACTS,
    Told(SideChosen, ("BP.turn.6",), _chosen),
    Told(TurnChecked, ("BP.turn.5",), _checked, aside=True),
    Told(BrigadeBroke, ("BP.vic.1",), _broke),
    Told(ArmyBroke, ("BP.vic.12",), _army),
    Told(GameEnded, ("BP.vic.13",)),
)
