"""Questions about the position that many rules ask: who stands where, who is near, who may command whom."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.facts import Side
from rules.gettysburg import clock
from rules.gettysburg.ground.sight import has_sight, seen_from
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.rulings import is_on, reading
from rules.gettysburg.state import ENEMY, Hmc, State, Unit
from rules.gettysburg.tables import HILL_BONUS, NIGHT_SIGHT, OBSERVATION, STACK

INFANTRY = frozenset({"infantry"})
CAVALRY = frozenset({"cavalry"})
BRIGADES = frozenset({"infantry", "cavalry"})
OBSERVING = frozenset({"movement", "return", "combat"})  # 18.4b, with the units that come back in 5.3.2C
FURTHEST = OBSERVATION + HILL_BONUS + 1  # no unit observes farther, in steps from hex to hex
ANY: frozenset[str] = frozenset()  # every enemy unit, the Train included, and HMCs as D24 says


def side_of(state: State, name: PieceId) -> Side:
    unit = state.units.get(name)
    return unit.side if unit else state.hmcs[name].side


def side_at(state: State, at: HexId) -> Side:
    """Who holds a hex; empty if nobody does. Enemies never share one (8.6(1))."""
    stack = state.stacks.get(at)
    return side_of(state, stack[0]) if stack else ""


def is_on_map(state: State, name: PieceId) -> bool:
    return piece(state, name).at in state.stacks


def units_at(state: State, at: HexId) -> list[PieceId]:
    """Combat units in a hex, top first: no Train, no HMC."""
    return [name for name in state.stacks.get(at, ()) if name in state.units and state.units[name].kind != "train"]


def brigades_at(state: State, at: HexId) -> list[PieceId]:
    return [name for name in units_at(state, at) if state.units[name].kind in BRIGADES]


def guns_at(state: State, at: HexId) -> list[PieceId]:
    return [name for name in units_at(state, at) if state.units[name].kind == "artillery"]


def contents(state: State, hmc: PieceId) -> list[PieceId]:
    """18.1 The units in an HMC."""
    return [name for name, unit in state.units.items() if unit.at == hmc]


def stacked(state: State, at: HexId) -> int:
    """9.1c, 9.6, 21.3 Pieces that count: units and HMCs, not Trains."""
    return sum(1 for name in state.stacks.get(at, ()) if name not in state.units or state.units[name].kind != "train")


def is_full(state: State, at: HexId) -> bool:
    """9.1a"""
    return stacked(state, at) >= STACK


def can_stand(state: State, unit: Unit, at: HexId) -> bool:
    """TET Horses and guns have no place in rough ground but where a road or trail runs through it."""
    return unit.kind == "infantry" or not state.ground.is_rough(at) or state.ground.has_road(at)


def has_enemy(state: State, at: HexId, side: Side, kinds: frozenset[str] = ANY) -> bool:
    """18.4d, D24 Whether a hex holds an enemy of `side` of these kinds; an HMC is a unit, but no infantry."""
    stack = state.stacks.get(at)
    if not stack or side_of(state, stack[0]) == side:
        return False
    return any(_counts(state, name, kinds) for name in stack)


def _counts(state: State, name: PieceId, kinds: frozenset[str]) -> bool:
    unit = state.units.get(name)
    if unit:
        return not kinds or unit.kind in kinds
    match reading(state, "D24"):
        case "A":
            return not kinds
        case "B":
            return False
    held = contents(state, name)
    return bool(held) if not kinds else any(state.units[unit_in].kind in kinds for unit_in in held)


def is_near(state: State, at: HexId, side: Side, kinds: frozenset[str] = ANY) -> bool:
    """Whether an enemy of `side` is adjacent to the hex."""
    stacks = state.stacks
    return any(to in stacks and has_enemy(state, to, side, kinds) for to in state.ground.near(at))


def is_within(state: State, at: HexId, side: Side, reach: int, kinds: frozenset[str] = ANY) -> bool:
    """Whether an enemy of `side` is within so many hexes."""
    stacks = state.stacks
    return any(to in stacks and has_enemy(state, to, side, kinds) for to in state.ground.within(at, reach))


def hexes_of(state: State, side: Side) -> Iterator[HexId]:
    """Hexes in which a side has pieces."""
    return (at for at, stack in state.stacks.items() if side_of(state, stack[0]) == side)


def observed_by(state: State, side: Side) -> frozenset[HexId]:
    """18.2a Every hex that a side's units observe; HMCs observe only under D71."""
    seen: set[HexId] = set()
    for at in hexes_of(state, side):
        if _has_observer(state, at):
            seen |= seen_from(state.ground, at, observation_reach(state, at), reading(state, "D22") == "B")
            seen.add(at)
    return frozenset(seen)


def is_observed(state: State, at: HexId, side: Side) -> bool:
    """18.2a Whether an enemy of `side` observes the hex; lines are drawn only to hexes where one stands."""
    ground, enemy, slopes_block = state.ground, ENEMY[side], reading(state, "D22") == "B"
    known: dict[tuple[HexId, bool], set[HexId]] = ground.memory.setdefault("observing", {})
    near = known.get((at, slopes_block))
    if near is None:
        near = known[at, slopes_block] = set(ground.disc(at, FURTHEST))
    for other in state.stacks.keys() & near:
        if side_at(state, other) != enemy:
            continue
        if not has_sight(ground, other, at, slopes_block=slopes_block):
            near.discard(other)  # for good: no line is drawn twice
        elif ground.distance(other, at) <= observation_reach(state, other) and _has_observer(state, other):
            return True
    return False


def is_any_observed(state: State) -> bool:
    """18.4b Whether some HMC must come off the map now."""
    return first_observed(state) is not None


def first_observed(state: State) -> PieceId | None:
    """D74 A The non-phasing side's counters first, by number."""
    if not uses_hidden(state) or not _is_time(state):
        return None
    stacks, active = state.stacks, state.core.active
    on_map = [name for name, hmc in state.hmcs.items() if hmc.at in stacks]
    on_map.sort(key=lambda name: state.hmcs[name].side == active)
    return next((name for name in on_map if is_observed(state, state.hmcs[name].at, state.hmcs[name].side)), None)


def _is_time(state: State) -> bool:
    """18.4b, D95 In Movement Phases and in combat; under B only once a piece has changed its hex."""
    if state.core.phase not in OBSERVING:
        return False
    return bool(reading(state, "D95") == "A" or state.turn.starts or state.turn.deployed or state.fights)


def observation_reach(state: State, at: HexId) -> int:
    """14.4Ld, 18.2a, 20.2a, D23 How far a unit in this hex observes, in steps from hex to hex."""
    hexes = OBSERVATION + (HILL_BONUS if state.ground.is_hill(at) else 0)
    if clock.is_night(state.core.turn):
        hexes = min(hexes, NIGHT_SIGHT)
    return hexes + (1 if reading(state, "D23") == "A" else 0)


def _has_observer(state: State, at: HexId) -> bool:
    choice = reading(state, "D71")
    for name in state.stacks[at]:
        if name in state.units or choice == "B" or (choice == "C" and contents(state, name)):
            return True
    return False


def combat(unit: Unit) -> int:
    return unit.ratings.combat[unit.shaken]


def morale(unit: Unit) -> int:
    """2.7, 7.2 Of the face that is up, 7.3b Disrupted or not."""
    return unit.ratings.morale[unit.shaken]


def commander(state: State, name: PieceId) -> Side:
    """17.3a Who may order a piece this turn; empty for nobody."""
    side = side_of(state, name)
    control = state.turn.control.get(name, "owner")
    return side if control == "owner" else ENEMY[side] if control == "opponent" else ""


def uses_command(state: State) -> bool:
    """16.0 Whether armies have a command state; D01 B has a scenario that speaks of it force it."""
    return is_on(state, "command_control") or (reading(state, "D01") == "B" and bool(state.battle.attack_state))


def uses_hidden(state: State) -> bool:
    """18.1 Whether units may be hidden; D01 B has a scenario with `h` hexes force it."""
    return is_on(state, "hidden_movement") or (reading(state, "D01") == "B" and bool(state.battle.hidden))


def command_state(state: State, side: Side) -> str:
    """16.3 Without command control an army acts as in Attack."""
    return state.command.get(side, "attack") if uses_command(state) else "attack"


def piece(state: State, name: PieceId) -> Unit | Hmc:
    return state.units.get(name) or state.hmcs[name]


def lift(state: State, name: PieceId, to: str) -> None:
    """Off the map, or out of wherever it is, into a box or an HMC."""
    moved = piece(state, name)
    stack = state.stacks.get(moved.at)
    if stack is not None:
        stack.remove(name)
        if not stack:
            del state.stacks[moved.at]
    moved.at = to


def put(state: State, name: PieceId, to: HexId) -> None:
    """Into a hex, beneath the pieces already there."""
    lift(state, name, to)
    state.stacks.setdefault(to, []).append(name)
    if name in state.units:
        state.units[name].shown = True
