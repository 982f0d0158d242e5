"""11.1, 11.2 The Melee step: declarations of both sides, then the melees, those of the inactive side first."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice, Question
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.melee import advance, fight, pursuit
from rules.musket_and_pike.melee.asks import (
    AdvanceUnit,
    AwaitAdvance,
    AwaitAssault,
    AwaitDeclarations,
    AwaitNextMelee,
    AwaitPistols,
    AwaitQuarry,
    DeclareMelee,
    EndDeclarations,
    MeleePistols,
    NextMelee,
    Pursue,
    ResumeFight,
)
from rules.musket_and_pike.melee.eligible import attack_bar, attackers, fight_bar
from rules.musket_and_pike.melee.facts import (
    FACTS,
    DeclarationsEnded,
    LineChosen,
    MeleeCalledOff,
    MeleeDeclared,
    MeleesOver,
)
from rules.musket_and_pike.melee.ledger import Attack, Melee
from rules.musket_and_pike.position import active_side, main_at
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import MELEE, State, enemy_of
from rules.musket_and_pike.work import Decline, ResumeMelee

AFTER = {"declare": "answer", "answer": "reactions", "reactions": "attacks", "attacks": "over"}


def proceed(play: Play[State]) -> bool:
    """11.2 One step on, while nobody is asked anything."""
    state, melee = play.state, play.state.melee
    if state.core.phase != MELEE or state.core.pending or melee is None or melee.stage == "over":
        return False
    if melee.stage in ("declare", "answer"):
        _declarations(play, reaction=melee.stage == "answer")
    else:
        _fight(play, melee, reaction=melee.stage == "reactions")
    return True


def _declarations(play: Play[State], *, reaction: bool) -> None:
    """11.2.A, 11.2.B Nobody is asked who has nobody to attack."""
    state = play.state
    if not any(True for _ in attackers(state, reaction=reaction)):
        _end(play)
        return
    side = enemy_of(state, active_side(state)) if reaction else active_side(state)
    play.open(AwaitDeclarations(side=side, reaction=reaction))


def _end(play: Play[State]) -> None:
    melee = play.state.melee
    assert melee is not None
    stage = AFTER[melee.stage]
    play.record(MeleesOver() if stage == "over" else DeclarationsEnded(stage=stage))  # type: ignore[arg-type]


def declare(play: Play[State], order: DeclareMelee, frame: AwaitDeclarations) -> None:
    """11.1.2 Bound by it: a declared attack goes ahead if it can."""
    heed(attack_bar(play.state, order.unit, order.hex, reaction=frame.reaction))
    play.record(MeleeDeclared(unit=order.unit, hex=order.hex, reaction=frame.reaction))


def end(play: Play[State], _order: EndDeclarations, _frame: AwaitDeclarations) -> None:
    play.close()
    _end(play)


def declarations(state: State, frame: AwaitDeclarations) -> Iterator[Choice]:
    for name, hex in attackers(state, reaction=frame.reaction):
        yield Choice(frame.side, DeclareMelee(unit=name, hex=hex))
    yield Choice(frame.side, EndDeclarations())


# One after the other


def _fight(play: Play[State], melee: Melee, *, reaction: bool) -> None:
    """11.2.C, D84 Reaction melees first; each side along its line from one end, or read as b as it likes."""
    state = play.state
    due = [one for one in melee.attacks if one.reaction == reaction]
    gone = next((one for one in due if not _stands(state, one)), None)
    if gone:
        why = Reason("attack cannot be made", "11.1.2")
        play.record(MeleeCalledOff(units=(gone.unit,), hex=gone.hex, why=why))
        return
    if not due:
        _end(play)
        return
    hexes = line(state, due)
    if len(_targets(state, due)) > 1 and not (melee.end or melee.next):
        side = state.units[due[0].unit].side
        play.open(AwaitNextMelee(side=side, hexes=hexes))
        return
    first = melee.next or (hexes[-1] if melee.end == "right" else hexes[0])
    group = _group(state, due, first)
    struck = tuple(dict.fromkeys((first, *(one.hex for one in group))))
    fight.begin(play, tuple(one.unit for one in group), struck, reaction=reaction)


def _stands(state: State, attack: Attack) -> bool:
    """11.1.2 Attacker in place, an enemy in the hex."""
    unit = state.units[attack.unit]
    return bool(unit.hexes) and not fight_bar(state, attack.unit, attack.hex)


def _targets(state: State, due: list[Attack]) -> set[UnitId | HexId]:
    return {main_at(state, one.hex) or one.hex for one in due}


def _group(state: State, due: list[Attack], hex: HexId) -> list[Attack]:
    """11.1.4 All who attack the unit in that hex, whichever of its hexes they attack."""
    target = main_at(state, hex) or hex
    return [one for one in due if (main_at(state, one.hex) or one.hex) == target]


def line(state: State, due: list[Attack]) -> tuple[HexId, ...]:
    """11.2.C The attacked hexes from the left of the attacking side to its right, its back to its own edge."""
    edge = state.engagement.edges[state.units[due[0].unit].side]
    hexes = dict.fromkeys(one.hex for one in due)
    east = {"south": 1, "north": -1}.get(edge, 0)
    south = {"west": 1, "east": -1}.get(edge, 0)

    def along(hex: HexId) -> tuple[int, int]:
        x, y = _plane(state, hex)
        return (east * x or south * y, y)

    return tuple(sorted(hexes, key=along))


def _plane(state: State, hex: HexId) -> tuple[int, int]:
    """How far east, in half hexes, and how far south."""
    at = state.ground.at[hex]
    return 2 * at.q + at.r, at.r


def choose(play: Play[State], order: NextMelee, frame: AwaitNextMelee) -> None:
    """11.2.C, D84"""
    free = reading(play.state, "D84") == "b"
    if free and order.hex not in frame.hexes:
        raise IllegalOrder("no such melee", "11.2.C", order.hex, *frame.hexes)
    if not free and not order.end:
        raise IllegalOrder("from one end of the line", "11.2.C", *frame.hexes)
    play.close()
    side = frame.side
    play.record(LineChosen(side=side, hex=order.hex) if free else LineChosen(side=side, end=order.end))


def orders_of_melees(state: State, frame: AwaitNextMelee) -> Iterator[Choice]:
    if reading(state, "D84") == "b":
        yield from (Choice(frame.side, NextMelee(hex=hex)) for hex in frame.hexes)
    else:
        yield Choice(frame.side, NextMelee(end="left"))
        yield Choice(frame.side, NextMelee(end="right"))


# 9.3.3 The melee of an interception


def offered(play: Play[State], frame: ResumeMelee) -> None:
    """9.3.3 Whoever has intercepted may fall on his target at once."""
    state = play.state
    play.close()
    name = frame.attackers[0]
    if _assaults(state, name, frame.defender):
        side: Side = state.units[name].side
        play.open(AwaitAssault(side=side, unit=name, target=frame.defender))


def _assaults(state: State, name: UnitId, target: UnitId) -> list[HexId]:
    return [hex for hex in state.units[target].hexes if not fight_bar(state, name, hex)]


def assault(play: Play[State], order: DeclareMelee, frame: AwaitAssault) -> None:
    state = play.state
    if order.unit != frame.unit or order.hex not in state.units[frame.target].hexes:
        raise IllegalOrder("only these two", "9.3.3", order.unit)
    heed(fight_bar(state, order.unit, order.hex))
    play.close()
    fight.begin(play, (order.unit,), (order.hex,), reaction=True, interception=True)


def spare(play: Play[State], _order: Decline, _frame: AwaitAssault) -> None:
    play.close()


def assaults(state: State, frame: AwaitAssault) -> Iterator[Choice]:
    for hex in _assaults(state, frame.unit, frame.target):
        yield Choice(frame.side, DeclareMelee(unit=frame.unit, hex=hex))
    yield Choice(frame.side, Decline())


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(DeclareMelee(unit="prince-rupert", hex="2108"), cite="11.1.2"),
        Asked(EndDeclarations(), cite="11.2.A"),
        Asked(NextMelee(end="left"), cite="11.2.C"),
        Asked(MeleePistols(units=("prince-rupert",)), cite="11.3.9"),
        Asked(AdvanceUnit(unit="prince-rupert", to="2108"), cite="11.4.6"),
        Asked(Pursue(unit="ramsey", quarry="prince-rupert"), cite="11.7.5"),
    ),
    questions=(
        Question(AwaitDeclarations, {DeclareMelee: declare, EndDeclarations: end}, declarations, ("11.2.A", "11.2.B")),
        Question(AwaitNextMelee, {NextMelee: choose}, orders_of_melees, ("11.2.C",)),
        Question(AwaitAssault, {DeclareMelee: assault, Decline: spare}, assaults, ("9.3.3",)),
        Question(AwaitPistols, {MeleePistols: fight.shoot, Decline: fight.hold}, fight.pistol_choices, ("11.3.9",)),
        Question(AwaitQuarry, {Pursue: pursuit.choose}, pursuit.quarry_choices, ("11.7.5",)),
        Question(AwaitAdvance, {AdvanceUnit: advance.advance, Decline: advance.decline}, advance.choices, ("11.4.6",)),
    ),
    resumes={ResumeFight: fight.resume, ResumeMelee: offered},
    within={ResumeFight: ("11.2.D",), ResumeMelee: ("9.3.3",)},
    proceed=proceed,
)
