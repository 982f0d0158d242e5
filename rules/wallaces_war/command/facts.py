"""Facts of command: chits, initiative, activation. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from collections.abc import Iterator

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, Side
from domain.kernel.reasons import Reason, TableRead
from rules.wallaces_war.command import pool
from rules.wallaces_war.command.asks import Chit, Four, PlaceReplacement
from rules.wallaces_war.ids import BattleId, UnitId
from rules.wallaces_war.state import EMPTY, ZERO, State
from rules.wallaces_war.tables import FOUR


class ChitsListed(Fact, frozen=True, kw_only=True):
    """4.2a A list, for its own side alone until all are in."""

    side: Side
    chits: Four


class ChitsRevealed(Fact, frozen=True, kw_only=True):
    """4.2d The lists are shown together."""

    lists: dict[Side, Four]


class ChitsTaken(Fact, frozen=True, kw_only=True):
    """4.2d, 4.2e, 20.3.5a What a side takes from the pool, and what it gives back for it (D3 B)."""

    side: Side
    chits: Four
    short: int  # points it still lacks
    why: Reason
    back: Four = (0, 0, 0, 0)


class ReservesCalled(Fact, frozen=True, kw_only=True):
    """16.2.4c, 20.3.6a Chits are taken for the Battles still to come."""

    why: Reason


class ChitsPlaced(Fact, frozen=True, kw_only=True):
    """4.2f A placement, for its own side alone until all are in."""

    side: Side
    tracks: dict[BattleId, tuple[int, ...]]


class TracksRevealed(Fact, frozen=True, kw_only=True):
    """4.2f, 4.2g The placements are shown together; every other box holds an intrinsic zero."""

    tracks: dict[BattleId, tuple[int, ...]]


class ReplacementRolled(Fact, frozen=True, kw_only=True):
    """4.4a The Command Point Table; 0 is no chit."""

    side: Side
    die: int
    value: int
    source: str  # where the table comes from


class ChitGained(Fact, frozen=True, kw_only=True):
    """4.4a, 4.4e A replacement chit, still to be placed."""

    side: Side
    value: int
    why: Reason


class ReplacementLost(Fact, frozen=True, kw_only=True):
    """4.4c, 4.4e, D9 Nothing comes of the roll."""

    side: Side
    value: int
    why: Reason


class ReplacementSealed(Fact, frozen=True, kw_only=True):
    """4.4b, D92 B Where a chit is to go, for its own side alone until both are in."""

    side: Side
    place: PlaceReplacement


class ReplacementPlaced(Fact, frozen=True, kw_only=True):
    """4.4b Into an empty box, or over an intrinsic zero, which is destroyed."""

    side: Side
    battle: BattleId
    value: int
    over_zero: bool = False


class ArrivalRolled(Fact, frozen=True, kw_only=True):
    """16.2.4d Whether the Battle off the map comes up."""

    battle: BattleId
    die: int
    needs: int
    arrives: bool


class BidMade(Fact, frozen=True, kw_only=True):
    """4.3b A chit is shown for initiative; a higher one wins."""

    side: Side
    chit: Chit
    raises: bool = False


class BidPassed(Fact, frozen=True, kw_only=True):
    """4.3b, D7 B, D91 B The side shows no chit."""

    side: Side
    why: Reason


class InitiativeWon(Fact, frozen=True, kw_only=True):
    """3.2a, 4.3 The initiative side of the turn."""

    side: Side
    why: Reason


class ZeroUsed(Fact, frozen=True, kw_only=True):
    """D5 B A zero that was shown and beaten is used up."""

    battle: BattleId


class BattleActivated(Fact, frozen=True, kw_only=True):
    """4.3d, 4.3i The Battle of the turn and the chit spent on it; with `free` nothing leaves the track."""

    battle: BattleId
    chit: int
    works_as: int  # 4.5b
    free: bool = False
    arrives: bool = False  # 16.2.4e, 20.3.6b its units enter in this turn


class CommandChecked(Fact, frozen=True, kw_only=True):
    """13.3a Who of a Battle is out of command at a moment when it is checked."""

    battle: BattleId
    out: tuple[UnitId, ...]


class AttackContinued(Fact, frozen=True, kw_only=True):
    """10.4b, 13.2d Phases D and E are played once more; `special` where a leader of level 4 uses up one of his two."""

    battle: BattleId
    special: bool = False


class ReactionActivated(Fact, frozen=True, kw_only=True):
    """4.6a The Battle that the other side moves; with `free` nothing leaves the track (D15 B, D16 B)."""

    battle: BattleId
    chit: int
    free: bool = False


class OfferDeclined(Fact, frozen=True, kw_only=True):
    """10.4a, 4.6a, 13.2d A side makes no use of what it was offered."""

    side: Side
    what: Reason


def _listed(state: State, fact: ChitsListed) -> None:
    state.chits.listed[fact.side] = fact.chits


def _revealed(state: State, _fact: ChitsRevealed) -> None:
    state.chits.listed = {}
    state.chits.round += 1


def _taken(state: State, fact: ChitsTaken) -> None:
    chits = state.chits
    if not chits.reserve:
        held = pool.plus(chits.held.get(fact.side, pool.NONE), fact.chits)
        chits.held[fact.side] = pool.plus(held, fact.back, -1)
        return
    for name in pool.tracks(state, fact.side):
        track = state.battles[name].track
        for value in pool.values_of(fact.back):
            track[track.index(value)] = ZERO
        state.battles[name].track = pool.lay(track, pool.values_of(fact.chits))


def _reserves(state: State, _fact: ReservesCalled) -> None:
    state.chits.reserve, state.chits.round = True, 1


def _placed(state: State, fact: ChitsPlaced) -> None:
    state.chits.placed[fact.side] = fact.tracks


def _tracks(state: State, fact: TracksRevealed) -> None:
    for name, values in fact.tracks.items():
        state.battles[name].track = pool.lay(state.battles[name].track, values)
    state.chits.held, state.chits.placed = {}, {}


def _gained(state: State, fact: ChitGained) -> None:
    state.chits.gained[fact.side] = fact.value


def _sealed(state: State, fact: ReplacementSealed) -> None:
    state.chits.sealed[fact.side] = fact.place


def _replaced(state: State, fact: ReplacementPlaced) -> None:
    track = state.battles[fact.battle].track
    track[track.index(ZERO if fact.over_zero else EMPTY)] = fact.value
    state.chits.gained.pop(fact.side, None)
    state.chits.sealed.pop(fact.side, None)


def _comes(state: State, fact: ArrivalRolled) -> None:
    if fact.arrives:
        state.turn.arriving = fact.battle


def _bid(state: State, fact: BidMade) -> None:
    state.turn.bid = fact.chit


def _won(state: State, fact: InitiativeWon) -> None:
    state.turn.initiative = fact.side
    state.history.append(fact.side)


def _spend(state: State, battle: BattleId, chit: int, *, free: bool) -> None:
    if not free:
        state.battles[battle].track = pool.emptied(state.battles[battle].track, chit)
        state.battles[battle].fours += chit == FOUR


def _used(state: State, fact: ZeroUsed) -> None:
    _spend(state, fact.battle, ZERO, free=False)


def _activated(state: State, fact: BattleActivated) -> None:
    _spend(state, fact.battle, fact.chit, free=fact.free)
    state.turn.battle, state.turn.chit = fact.battle, fact.works_as
    if fact.arrives:
        state.battles[fact.battle].arrived, state.turn.arriving = True, fact.battle


def _checked(state: State, fact: CommandChecked) -> None:
    for name, unit in state.units.items():
        if unit.battle == fact.battle:
            unit.in_command = name not in fact.out


def _continued(state: State, fact: AttackContinued) -> None:
    state.turn.round += 1
    if fact.special:
        state.turn.special = True
        state.leaders[state.battles[fact.battle].leader].specials += 1


def _reacts(state: State, fact: ReactionActivated) -> None:
    _spend(state, fact.battle, fact.chit, free=fact.free)
    state.turn.reacting = fact.battle


def _declined(state: State, fact: OfferDeclined) -> None:
    state.segment.over = True
    if fact.what.key == "reaction":
        state.turn.sat_out = True


def _read_points(fact: ReplacementRolled) -> Iterator[TableRead]:
    row = Reason("row of the Command Point Table", "4.4a", (fact.die, fact.source))
    yield TableRead("Command Point Table", row, "chit", str(fact.value or "-"), "4.4a")


FACTS = (
    Told(ChitsListed, ("4.2a",), _listed),
    Told(ChitsRevealed, ("4.2d",), _revealed),
    Told(ChitsTaken, ("4.2d",), _taken),
    Told(ReservesCalled, ("16.2.4c",), _reserves),
    Told(ChitsPlaced, ("4.2f",), _placed),
    Told(TracksRevealed, ("4.2f", "4.2g"), _tracks),
    Told(ReplacementRolled, ("4.4a",), reads=_read_points),
    Told(ChitGained, ("4.4a",), _gained),
    Told(ReplacementLost, ("4.4c",)),
    Told(ReplacementSealed, ("4.4b",), _sealed),
    Told(ReplacementPlaced, ("4.4b",), _replaced),
    Told(ArrivalRolled, ("16.2.4d",), _comes),
    Told(BidMade, ("4.3b",), _bid),
    Told(BidPassed, ("4.3b",)),
    Told(InitiativeWon, ("3.2a",), _won),
    Told(ZeroUsed, ("4.3e",), _used),
    Told(BattleActivated, ("4.3d",), _activated),
    Told(CommandChecked, ("13.3a",), _checked, aside=True),
    Told(AttackContinued, ("10.4b",), _continued),
    Told(ReactionActivated, ("4.6a",), _reacts),
    Told(OfferDeclined, ("10.4a",), _declined),
)
