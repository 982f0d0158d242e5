"""10.3 Facts of melee. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from collections.abc import Iterator
from typing import Literal

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, Side
from domain.kernel.reasons import Modifier, Reason, TableRead
from rules.wallaces_war.ids import HexId, LeaderId, UnitId
from rules.wallaces_war.melee.state import Attack, AttackKind, Hurt, Melee, MeleeKind, Progress, Stage
from rules.wallaces_war.sketch import Sketch
from rules.wallaces_war.state import State


class MeleeBegan(Fact, frozen=True, kw_only=True):
    """10.1a A ledger is opened; `side` stands in the place of the activated side (D40)."""

    kind: MeleeKind
    side: Side


class AttackDeclared(Fact, frozen=True, kw_only=True):
    """10.3a, 11.2.1f A unit, or stack, will attack a hex; it is bound by that."""

    units: tuple[UnitId, ...]  # those that take part, top first
    start: HexId
    at: HexId  # whence it will strike
    target: HexId
    kind: Literal["melee", "charge"] = "melee"
    facing: int = -1
    path: tuple[HexId, ...] = ()
    leaders: tuple[LeaderId, ...] = ()


class MeleeStepped(Fact, frozen=True, kw_only=True):
    """P4.4 What comes next in a melee."""

    stage: Stage
    current: int = -1  # the attack in hand
    focus: HexId = ""  # D36 B


class AttackStepped(Fact, frozen=True, kw_only=True):
    """P4.4 K1 How far an attack has come."""

    attack: int
    progress: Progress
    ridden: int = 0


class AttackThinned(Fact, frozen=True, kw_only=True):
    """8.2g Fewer take part in an attack than were declared."""

    attack: int
    units: tuple[UnitId, ...]


class AttackCancelled(Fact, frozen=True, kw_only=True):
    """10.3b An attack that cannot be made any more."""

    attack: int
    units: tuple[UnitId, ...]
    target: HexId
    why: Reason
    lapsed: bool = False  # the target is gone: who attacked may yet advance (D41)


class AttackRolled(Fact, frozen=True, kw_only=True):
    """10.3/S2 to S7 One attack or reply: modifiers, die, the row and column of the Melee Table, the losses there."""

    units: tuple[UnitId, ...]
    at: HexId
    target: HexId
    defenders: tuple[UnitId, ...]
    modifiers: tuple[Modifier, ...]  # 10.3/S2
    type_modifier: Modifier  # 10.3/S3
    attacker_kind: str
    defender_kind: str
    faces: int  # 10.3/S5 of the die used
    die: int
    result: int  # 10.3/S6 the row: held to 0 to 12
    sp: int
    column: str  # as the table has it: 6-8
    losses: int
    source: str  # where the charts come from
    attack: int = -1  # its number in the ledger; -1 for a reply


class LossesNoted(Fact, frozen=True, kw_only=True):
    """10.3/S7 Markers laid beside a stack; they are applied when all have struck."""

    at: HexId
    losses: int


class ReplyMade(Fact, frozen=True, kw_only=True):
    """10.3/S8 An attacked stack strikes back."""

    at: HexId
    target: HexId


class ReplyDeclined(Fact, frozen=True, kw_only=True):
    """10.2c An attacked stack strikes at nobody."""

    at: HexId


class LossesReckoned(Fact, frozen=True, kw_only=True):
    """10.3/S9a What the losses noted beside one hex have done."""

    at: HexId
    hurt: tuple[Hurt, ...]


class AftermathSettled(Fact, frozen=True, kw_only=True):
    """12.2h The retreat and the tests of these units are over for this melee."""

    units: tuple[UnitId, ...]


class UnitAdvanced(Fact, frozen=True, kw_only=True):
    """10.3/S10a A unit or stack takes the hex it has fought for."""

    units: tuple[UnitId, ...]
    to: HexId
    turned: bool = False  # 11.2.7c it changes its facing there


class AdvanceDeclined(Fact, frozen=True, kw_only=True):
    """10.3/S10a Nobody enters a hex that was left."""

    to: HexId


class FailureTested(Fact, frozen=True, kw_only=True):
    """12.5d A berserker who did not take his hex has been looked at."""

    unit: UnitId


class MeleeEnded(Fact, frozen=True, kw_only=True):
    """10.3b Every declared attack is resolved."""

    kind: MeleeKind


def _began(state: State, fact: MeleeBegan) -> None:
    state.melee = Melee(kind=fact.kind, side=fact.side)


def _ledger(state: State) -> Melee:
    assert state.melee is not None
    return state.melee


def enter(state: State, attack: Attack) -> None:
    """A new attack in the ledger, and whom it is made against."""
    melee = _ledger(state)
    melee.attacks.append(attack)
    melee.defenders.setdefault(attack.target, tuple(state.stacks.get(attack.target, ())))
    if attack.kind != "reaction":
        state.turn.initiated.extend(unit for unit in attack.units if unit not in state.turn.initiated)


def _declared(state: State, fact: AttackDeclared) -> None:
    kind: AttackKind = fact.kind
    enter(
        state,
        Attack(
            units=fact.units, start=fact.start, at=fact.at, target=fact.target, kind=kind,
            facing=fact.facing, path=fact.path, leaders=fact.leaders,
        ),
    )  # fmt: skip


def _stepped(state: State, fact: MeleeStepped) -> None:
    melee = _ledger(state)
    melee.stage, melee.current, melee.focus = fact.stage, fact.current, fact.focus


def _attack_stepped(state: State, fact: AttackStepped) -> None:
    melee = _ledger(state)
    attack = melee.attacks[fact.attack]
    attack.progress, attack.ridden = fact.progress, max(attack.ridden, fact.ridden)
    if fact.progress == "stood" and attack.target not in melee.faced:
        melee.faced.append(attack.target)


def _thinned(state: State, fact: AttackThinned) -> None:
    _ledger(state).attacks[fact.attack].units = fact.units


def _cancelled(state: State, fact: AttackCancelled) -> None:
    attack = _ledger(state).attacks[fact.attack]
    attack.progress, attack.lapsed = "void", fact.lapsed


def _rolled(state: State, fact: AttackRolled) -> None:
    if fact.attack >= 0:
        _ledger(state).attacks[fact.attack].progress = "rolled"


def _noted(state: State, fact: LossesNoted) -> None:
    noted = _ledger(state).noted
    noted[fact.at] = noted.get(fact.at, 0) + fact.losses


def _replied(state: State, fact: ReplyMade | ReplyDeclined) -> None:
    _ledger(state).replied.append(fact.at)


def _reckoned(state: State, fact: LossesReckoned) -> None:
    melee = _ledger(state)
    melee.noted.pop(fact.at, None)
    melee.hurt.extend(fact.hurt)


def _settled(state: State, fact: AftermathSettled) -> None:
    _ledger(state).settled.extend(fact.units)


def _advanced(state: State, fact: UnitAdvanced) -> None:
    """11.2.7b, 12.5c Only an advance in the melee segment lets a unit go on in the next."""
    melee, turn = _ledger(state), state.turn
    melee.taken.append(fact.to)
    melee.advanced.extend(fact.units)
    if melee.kind == "segment":
        turn.advanced.update(dict.fromkeys(fact.units, fact.to))
        turn.turned.extend(fact.units if fact.turned else ())


def _advance_declined(state: State, fact: AdvanceDeclined) -> None:
    _ledger(state).taken.append(fact.to)


def _failed(state: State, fact: FailureTested) -> None:
    _ledger(state).failed.append(fact.unit)


def _ended(state: State, fact: MeleeEnded) -> None:
    state.melee, state.retreats = None, []
    state.segment.fought = state.segment.fought or fact.kind == "segment"


def _reads(fact: AttackRolled) -> Iterator[TableRead]:
    """10.3/S3, S5, S7 The three charts, with where their values come from."""
    across = Reason("attacker on a chart", "10.3/S3", (fact.attacker_kind, fact.source))
    value = f"{fact.type_modifier.value:+}" if fact.type_modifier.value else "0"
    yield TableRead("Type Modifier Table", fact.defender_kind, across, value, "10.3/S3")
    yield TableRead("Die Used", across, "", f"D{fact.faces}", "10.3/S5")
    column = Reason("strength on a chart", "10.3/S7", (fact.column, fact.sp, fact.source))
    yield TableRead("Melee Table", str(fact.result), column, str(fact.losses or "-"), "10.3/S7")


def _draw_rolled(sketch: Sketch, fact: AttackRolled) -> None:
    sketch.strike("attack", fact.units[0], fact.target, Reason("steps hit", "", (fact.losses,)))


FACTS = (
    Told(MeleeBegan, ("10.1a",), _began, aside=True),
    Told(AttackDeclared, ("10.3a",), _declared, draws=lambda sketch, x: sketch.strike("attack", x.units[0], x.target)),
    Told(MeleeStepped, ("10.3/S1",), _stepped, aside=True),
    Told(AttackStepped, ("10.3/S1",), _attack_stepped, aside=True),
    Told(AttackThinned, ("8.2g",), _thinned, aside=True),
    Told(AttackCancelled, ("10.3b",), _cancelled),
    Told(AttackRolled, ("10.3/S6", "10.3/S7"), _rolled, _reads, _draw_rolled),
    Told(LossesNoted, ("10.3/S7",), _noted),
    Told(ReplyMade, ("10.3/S8",), _replied, aside=True),
    Told(ReplyDeclined, ("10.2c",), _replied),
    Told(LossesReckoned, ("10.3/S9a",), _reckoned, aside=True),
    Told(AftermathSettled, ("12.2h",), _settled, aside=True),
    Told(UnitAdvanced, ("10.3/S10a",), _advanced),
    Told(AdvanceDeclined, ("10.3/S10a",), _advance_declined),
    Told(FailureTested, ("12.5d",), _failed, aside=True),
    Told(MeleeEnded, ("10.3b",), _ended, aside=True),
)
