"""Small positions for losses and retreats: bases lost and units beaten as another chapter would have it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import Fact
from domain.kernel.play import Play, facts_of
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.combat.asks import EndCharges
from rules.longstreet_lite.losses import losses
from rules.longstreet_lite.losses.asks import Cause
from rules.longstreet_lite.retreat import retreat
from rules.longstreet_lite.retreat.asks import RetreatUnit
from rules.longstreet_lite.retreat.facts import UnitRetreated
from rules.longstreet_lite.state import Retreating, State, Terrain, Unit
from tests.longstreet_lite.positions import give, position, refusal, said, unit

F = TypeVar("F", bound=Fact)
NORTH_OF = "a"  # the attacker of `beaten`, in contact from the north


def play_out(state: State, begin: Callable[[Play[State]], None], dice: Sequence[int] = ()) -> list[Fact]:
    """Something another chapter does, and all that follows of itself."""
    play = Play(SYSTEM, state, state.core.active, EndCharges(), EnteredChance(dice))
    begin(play)
    while SYSTEM.book.proceed(play):
        pass
    play.chance.finish()
    return facts_of(play.recorded)[1:]


def lose(state: State, unit_id: str, count: int, cause: Cause = "fire", rule: str = "LL.5.kill.1") -> list[Fact]:
    return play_out(state, lambda play: losses.take(play, unit_id, count, cause, rule))


def fall_back(state: State, side: str, units: Mapping[str, Retreating], *dice: int) -> list[Fact]:
    return play_out(state, lambda play: retreat.begin(play, side, units), dice)


def beaten(
    who: Unit, *dice: int, others: Mapping[str, Unit] | None = None, pieces: Sequence[Terrain] = (),
    vulnerable: bool = False, readings: Mapping[str, str] | None = None, options: Sequence[str] = (),
    attacker: Unit | None = None,
) -> State:  # fmt: skip
    """Unit d of the passive side lost to a, which stands north of it at 18:12; no cards are held, d has rolled."""
    units = {"d": who, NORTH_OF: attacker or unit("us", "18:12", "180"), **(others or {})}
    state = position(units, *pieces, phase="combat", readings=readings, options=options)
    fall_back(state, "cs", {"d": Retreating(engaged=(NORTH_OF,), vulnerable=vulnerable)}, *dice)
    return state


def line(side: str = "cs", at: str = "18:12", heading: str = "0", ranks: Sequence[int] = (4,)) -> Unit:
    return unit(side, at, heading, ranks)


def go(state: State, *path: str, ranks: Sequence[int] = (), heading: str = "", offset: int = 0) -> list[Fact]:
    """Unit d falls back along the path; the facts that follow."""
    return give(SYSTEM, state, "cs", _order(path, ranks, heading, offset))


def end_of(state: State, *path: str, ranks: Sequence[int] = (), heading: str = "") -> tuple[int, int, int]:
    """Where d stands after it: east, north, heading."""
    return one(UnitRetreated, go(state, *path, ranks=ranks, heading=heading)).pose


def refused(state: State, *path: str, ranks: Sequence[int] = (), heading: str = "") -> str:
    return refusal(SYSTEM, state, "cs", _order(path, ranks, heading))


def told(state: State, *path: str, ranks: Sequence[int] = (), heading: str = "") -> str:
    return said(SYSTEM, state, "cs", _order(path, ranks, heading))


def _order(path: Sequence[str], ranks: Sequence[int], heading: str, offset: int = 0) -> RetreatUnit:
    return RetreatUnit(unit="d", path=tuple(path), ranks=tuple(ranks), heading=heading, offset=offset)


def one(kind: type[F], facts: Sequence[Fact]) -> F:
    (found,) = (fact for fact in facts if isinstance(fact, kind))
    return found


def of(kind: type[F], facts: Sequence[Fact]) -> list[F]:
    return [fact for fact in facts if isinstance(fact, kind)]
