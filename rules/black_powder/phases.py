"""BP.turn.5 How a phase is begun and ended; below all chapters that end one."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, PhaseBegan, Side
from domain.kernel.play import Play
from rules.black_powder.state import INITIATIVE, State, Turn, UnitTurn


class PhaseEnded(Fact, frozen=True, kw_only=True):
    """BP.turn.5 The side is done with its part of the phase."""

    side: Side
    phase: str


def begin(play: Play[State], phase: str) -> None:
    """The next phase of the player turn under way."""
    core = play.state.core
    play.record(PhaseBegan(turn=core.turn, phase=phase, side=core.active))


def _phase(state: State, fact: PhaseBegan) -> None:
    """Memories end with what they are about."""
    state.turn.over = False
    if fact.phase == INITIATIVE:
        state.turn = Turn()
        for unit in state.units.values():
            unit.turn = UnitTurn()


def _over(state: State, _fact: PhaseEnded) -> None:
    state.turn.over = True


FACTS = (
    Told(PhaseBegan, ("BP.turn.5",), _phase),
    Told(PhaseEnded, ("BP.turn.5",), _over, aside=True),
)
