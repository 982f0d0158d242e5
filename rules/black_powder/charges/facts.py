"""BP.chg, BP.rsp Facts of charges. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

import msgspec

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact
from domain.kernel.reasons import Reason
from rules.black_powder.charges.asks import Mode, Reply
from rules.black_powder.ids import CommanderId, Face, Spot, UnitId, pose_of
from rules.black_powder.movement.facts import Extra, spend
from rules.black_powder.sketch import Sketch
from rules.black_powder.state import Contact, State


class Touched(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """BP.chg.14 An enemy engaged: on which of its sides, over what length, and how long that side is."""

    foe: UnitId
    side: Face
    length: int
    of: int


class ChargeDeclared(Fact, frozen=True, kw_only=True):
    """BP.chg.1 Who charges whom, from which of its zones, how far the leader is off, and what the ground adds."""

    unit: UnitId
    target: UnitId
    side: Face
    distance: int
    allowance: int
    ground: tuple[Extra, ...] = ()
    mode: Mode = "charge"
    die: int = 0  # BP.chg.10 where the side could not be told


class UnitResponded(Fact, frozen=True, kw_only=True):
    """BP.rsp.1"""

    unit: UnitId
    charger: UnitId
    reply: Reply
    pose: Spot | None = None  # BP.rsp.4 as it turned
    late: bool = False  # after the charger has moved


class FirePassed(Fact, frozen=True, kw_only=True):
    """BP.tra.1 A unit lets a charger pass without fire: so many thousandths off, along so much of its front."""

    unit: UnitId
    charger: UnitId
    near: int
    crossed: int = 0  # ten-thousandths


class ContactMade(Fact, frozen=True, kw_only=True):
    """BP.chg.9 Where the charger stands, and whom it has engaged; `charging`: who counts as charging (BP.hth.6)."""

    unit: UnitId
    target: UnitId
    pose: Spot
    contacts: tuple[Touched, ...]
    charging: tuple[UnitId, ...]
    counter: Spot | None = None  # BP.rsp.6 where the target met it
    mode: Mode = "charge"
    terror: bool = False  # BP.sr.Terr its enemies have yet to test (D37)
    parts: tuple[CommanderId, ...] = ()
    along: tuple[CommanderId, ...] = ()


class UnitPushedBack(Fact, frozen=True, kw_only=True):
    """BP.chg.15 Touched by less than half its side: it stands back, and may support."""

    unit: UnitId
    by: UnitId
    covered: int
    of: int
    pose: Spot


class ChargeEnded(Fact, frozen=True, kw_only=True):
    """BP.chg.1, BP.sq.10 A charge that came to nothing; where the charger stands."""

    unit: UnitId
    target: UnitId
    why: Reason
    pose: Spot | None = None


def _declared(state: State, fact: ChargeDeclared) -> None:
    state.units[fact.unit].turn.moved = True


def _responded(state: State, fact: UnitResponded) -> None:
    if fact.reply in ("countercharge", "face"):
        state.units[fact.unit].turn.answered = fact.charger
    if fact.pose:
        state.units[fact.unit].pose = pose_of(fact.pose)
    if fact.pose and fact.late:
        state.contacts = tuple(
            msgspec.structs.replace(one, foe_side="front") if (one.unit, one.foe) == (fact.charger, fact.unit) else one
            for one in state.contacts
        )


def _contact(state: State, fact: ContactMade) -> None:
    unit = state.units[fact.unit]
    unit.pose = pose_of(fact.pose)
    unit.turn.swept = unit.turn.swept or fact.mode == "sweep"
    if fact.counter:
        state.units[fact.target].pose = pose_of(fact.counter)
    for one in fact.contacts:
        made = Contact(unit=fact.unit, foe=one.foe, side="front", foe_side=one.side, length=one.length)
        state.contacts = (*state.contacts, made)
        foe = state.units[one.foe]
        foe.fight.charged_by = (*foe.fight.charged_by, fact.unit)
    if fact.mode == "back":  # BP.win.3, BP.hth.6 the same engagement, of which it has won the round before
        unit.fight.rounds, unit.fight.won = max(unit.fight.rounds, 1), True
    for name in fact.charging:
        charger = state.units[name]
        charger.fight.charging = True
        if name == fact.unit:
            charger.turn.charged = True
        else:
            charger.turn.countercharged = True
    _commanders(state, fact)
    spend(state, fact.unit, 3)
    if state.order and fact.terror:
        state.order.terrors = (*state.order.terrors, fact.unit)


def _commanders(state: State, fact: ContactMade) -> None:
    for name in fact.parts:
        state.commanders[name].joined = ""
    for name in fact.along:
        state.commanders[name].at = pose_of(fact.pose).point


def _pushed(state: State, fact: UnitPushedBack) -> None:
    state.units[fact.unit].pose = pose_of(fact.pose)


def _ended(state: State, fact: ChargeEnded) -> None:
    if fact.pose:
        state.units[fact.unit].pose = pose_of(fact.pose)
    spend(state, fact.unit, 3)


def _draw_contact(sketch: Sketch, fact: ContactMade) -> None:
    if fact.counter:
        sketch.move("charge", fact.target, fact.counter)
    sketch.move("charge", fact.unit, fact.pose)


def _draw_responded(sketch: Sketch, fact: UnitResponded) -> None:
    if fact.pose:
        sketch.move("move", fact.unit, fact.pose)


def _draw_ended(sketch: Sketch, fact: ChargeEnded) -> None:
    if fact.pose:
        sketch.move("charge", fact.unit, fact.pose)


FACTS = (
    Told(ChargeDeclared, ("BP.chg.1",), _declared),
    Told(UnitResponded, ("BP.rsp.1",), _responded, draws=_draw_responded),
    Told(FirePassed, ("BP.tra.1",)),
    Told(ContactMade, ("BP.chg.9",), _contact, draws=_draw_contact),
    Told(UnitPushedBack, ("BP.chg.15",), _pushed, draws=lambda sketch, x: sketch.move("move", x.unit, x.pose)),
    Told(ChargeEnded, ("BP.chg.1",), _ended, draws=_draw_ended),
)
