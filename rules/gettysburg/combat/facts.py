"""Facts of a fight, from coordination to its end. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from collections.abc import Mapping

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, Side
from domain.kernel.reasons import Modifier, Reason, TableRead
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.sketch import Sketch
from rules.gettysburg.state import Fight, FightKind, Stage, State

_HIT = {"A": "attacker hit", "D": "defender hit"}


class CoordinationTried(Fact, frozen=True, kw_only=True):
    """11.6a The roll before the first attack on a hex, or on a new defender (D45 B)."""

    target: HexId
    defender: PieceId
    die: int
    value: int
    success: bool


class FightBegan(Fact, frozen=True, kw_only=True):
    """11.3 An attack, a Counter-Attack or a bombardment is taken up."""

    attacker: PieceId
    side: Side
    target: HexId
    kind: FightKind = "attack"
    counter: bool = False
    defender: PieceId = ""
    guns: tuple[PieceId, ...] = ()


class FightStepped(Fact, frozen=True, kw_only=True):
    """11.3 Where the fight goes on once the question now put is answered."""

    stage: Stage


class FightEnded(Fact, frozen=True, kw_only=True):
    """11.1c Fully resolved."""

    attacker: PieceId
    target: HexId


class DefenderSwapped(Fact, frozen=True, kw_only=True):
    """11.7b A Supporting Brigade goes to the top of its hex and defends."""

    unit: PieceId
    instead_of: PieceId


class DefenderChosen(Fact, frozen=True, kw_only=True):
    """11.7a, 13.5a Who defends after another is gone, or among artillery alone."""

    unit: PieceId
    rule: str


class RetreatBeforeCombatTried(Fact, frozen=True, kw_only=True):
    """15.4 Cavalry rolls to fall back before it is attacked."""

    unit: PieceId
    die: int
    success: bool


class QuestionTested(Fact, frozen=True, kw_only=True):
    """22.3 The morale test of a Questionable brigade."""

    unit: PieceId
    attacking: bool
    passed: bool


class SupportGiven(Fact, frozen=True, kw_only=True):
    """13.4 Artillery adds its value to a fight."""

    unit: PieceId
    attacking: bool
    value: int


class CombatResolved(Fact, frozen=True, kw_only=True):
    """11.4, CRT The whole reckoning of one combat: ratings, modifiers, column, dice and what the table says."""

    attacker: PieceId
    defender: PieceId
    target: HexId
    attacker_combat: int
    defender_combat: int
    modifiers: tuple[Modifier, ...]
    differential: int
    column: int
    dice: tuple[int, ...]
    cell: str
    result: str  # after 15.5b and 20.3
    counter: bool = False
    charge: bool = False
    guns: bool = False  # 13.5a artillery defends, no brigade being with it


class SupportingBrigadeTested(Fact, frozen=True, kw_only=True):
    """12.6a A Supporting Brigade tests its morale."""

    unit: PieceId
    passed: bool


class AttackWasted(Fact, frozen=True, kw_only=True):
    """11.2c The defender is gone before the attack was made."""

    unit: PieceId
    target: HexId
    rule: str = "11.2c"


class AttackVoided(Fact, frozen=True, kw_only=True):
    """11.1a, 14.1b, D70 A declared attack or bombardment can no longer be made."""

    unit: PieceId
    why: Reason


class CounterAttackMade(Fact, frozen=True, kw_only=True):
    """19.1a A brigade strikes back; `again` if others of its side may still do so (D86 B)."""

    unit: PieceId
    target: HexId
    charge: bool = False
    again: bool = False


# 11.3 Which part of the procedure each kind of fight begins with.
FIRST: Mapping[str, Stage] = {"attack": "swap", "charge": "swap", "train": "counter", "bombardment": "retreat"}


def against(target: HexId, defender: PieceId) -> str:
    """D45 B What one defender of a hex has met is counted apart."""
    return f"{target} {defender}"


def _coordination(state: State, fact: CoordinationTried) -> None:
    turn = state.turn
    turn.group, turn.group_kind = fact.target, "attack"
    turn.coordination[fact.target] = fact.success
    turn.coordination[against(fact.target, fact.defender)] = fact.success


def _began(state: State, fact: FightBegan) -> None:
    stage: Stage = "defender" if fact.counter else FIRST[fact.kind]
    fight = Fight(
        attacker=fact.attacker, side=fact.side, target=fact.target, kind=fact.kind, counter=fact.counter,
        defender=fact.defender, guns=fact.guns, stage=stage, was_shaken=_shaken(state, fact),
    )  # fmt: skip
    state.fights.append(fight)
    if not fact.counter:
        _take_up(state, fact)


def _shaken(state: State, fact: FightBegan) -> list[PieceId]:
    near = (*state.stacks.get(fact.target, ()), *state.stacks.get(state.units[fact.attacker].at, ()))
    return [name for name in near if name in state.units and state.units[name].shaken]


def _take_up(state: State, fact: FightBegan) -> None:
    turn = state.turn
    turn.group = fact.target
    turn.group_kind = "bombardment" if fact.kind == "bombardment" else "attack"
    if fact.kind == "bombardment":
        return
    turn.resolved.append(fact.attacker)
    if fact.kind != "train":
        turn.struck.setdefault(fact.target, 0)
        turn.struck.setdefault(against(fact.target, fact.defender), 0)
        turn.attacked.extend(name for name in state.stacks.get(fact.target, ()) if name not in turn.attacked)


def _stepped(state: State, fact: FightStepped) -> None:
    state.fights[-1].stage = fact.stage


def _ended(state: State, _fact: FightEnded) -> None:
    state.fights.pop()


def _defend(state: State, fact: DefenderSwapped | DefenderChosen) -> None:
    stack = state.stacks[state.units[fact.unit].at]
    stack.remove(fact.unit)
    stack.insert(0, fact.unit)
    state.fights[-1].defender = fact.unit


def _fled(state: State, fact: RetreatBeforeCombatTried) -> None:
    fight = state.fights[-1]
    fight.fled = fact.success
    fight.stage = "retreat" if fact.success else "question"


def _questioned(state: State, fact: QuestionTested) -> None:
    fight = state.fights[-1]
    if not fact.passed:
        fight.stage = "retreat"
        fight.failed |= fact.attacking
        fight.made |= not (fact.attacking or fight.failed)


def _supported(state: State, fact: SupportGiven) -> None:
    fight = state.fights[-1]
    if fact.attacking:
        fight.attacker_support = fact.unit
    else:
        fight.defender_support = fact.unit


def _resolved(state: State, fact: CombatResolved) -> None:
    fight, turn = state.fights[-1], state.turn
    fight.made, fight.stage = True, "retreat"
    turn.fought.extend(unit for unit in (fact.attacker, fact.defender) if unit not in turn.fought)
    if not fact.counter:
        for key in (fact.target, against(fact.target, fact.defender)):
            turn.struck[key] = turn.struck.get(key, 0) + 1


def _tested(state: State, fact: SupportingBrigadeTested) -> None:
    if fact.passed:
        state.turn.stayed.append(fact.unit)


def _wasted(state: State, fact: AttackWasted) -> None:
    if fact.unit not in state.turn.resolved:
        state.turn.resolved.append(fact.unit)
    if state.fights and fact.unit != state.fights[-1].attacker:
        state.fights[-1].wasted.append(fact.unit)


def _voided(state: State, fact: AttackVoided) -> None:
    state.turn.resolved.append(fact.unit)


def _counter(state: State, fact: CounterAttackMade) -> None:
    if fact.unit not in state.turn.fought:
        state.turn.fought.append(fact.unit)
    if fact.again:
        state.fights[-1].stage = "counter"


def _draw_began(sketch: Sketch, fact: FightBegan) -> None:
    sketch.attacker, sketch.target = fact.attacker, fact.target
    if not fact.guns:
        sketch.strike("attack", fact.attacker, fact.target)


def _draw_supported(sketch: Sketch, fact: SupportGiven) -> None:
    """Guns fire at whom they help against."""
    target = sketch.target if fact.attacking else sketch.places.get(sketch.attacker, "")
    if target and target != sketch.places.get(fact.unit):
        sketch.strike("fire", fact.unit, target, Reason("support", "", (fact.value,)))


def _draw_fought(sketch: Sketch, fact: CombatResolved) -> None:
    came = Reason("came of it", "", (_HIT.get(fact.result[:1], "no effect"), fact.result))
    sketch.strike("attack", fact.attacker, fact.target, came)


def _read_combat(fact: CombatResolved) -> tuple[TableRead, ...]:
    """CRT The dice find the row, the differential the column, held to the last one (11.4)."""
    column = Reason("differential", "", (fact.column, fact.differential))
    row = f"{'+'.join(map(str, fact.dice))} = {sum(fact.dice)}"
    return (TableRead("Combat Results Table", row, column, fact.cell, "CRT"),)


FACTS = (
    Told(CoordinationTried, ("11.6a",), _coordination),
    Told(FightBegan, ("11.3",), _began, draws=_draw_began),
    Told(FightStepped, ("11.3",), _stepped, aside=True),
    Told(FightEnded, ("11.1c",), _ended),
    Told(DefenderSwapped, ("11.7b",), _defend),
    Told(DefenderChosen, ("11.7a", "13.5a"), _defend),
    Told(RetreatBeforeCombatTried, ("15.4",), _fled),
    Told(QuestionTested, ("22.3",), _questioned, aside=True),
    Told(SupportGiven, ("13.4",), _supported, draws=_draw_supported),
    Told(CombatResolved, ("11.4", "CRT"), _resolved, reads=_read_combat, draws=_draw_fought),
    Told(SupportingBrigadeTested, ("12.6a",), _tested, aside=True),
    Told(AttackWasted, ("11.2c",), _wasted),
    Told(AttackVoided, ("11.1a", "14.1b", "D70"), _voided),
    Told(CounterAttackMade, ("19.1a",), _counter, draws=lambda sketch, x: sketch.strike("attack", x.unit, x.target)),
)
