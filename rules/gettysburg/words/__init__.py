"""Facts in plain words: a log reads like a battle report. Units stand by their id; the reader adds their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.facts import Fact, FrameOpened, LossTaken, PhaseBegan
from rules.gettysburg import clock
from rules.gettysburg.facts import hidden as h
from rules.gettysburg.facts import movement as m
from rules.gettysburg.facts import pieces as f
from rules.gettysburg.facts.combat import FightStepped, QuestionTested, SupportingBrigadeTested
from rules.gettysburg.tables import MP
from rules.gettysburg.words.combat import WORDS as COMBAT_WORDS
from rules.gettysburg.words.frames import waiting

BOX_SAID = {"routed": "routs", "captured": "routs and is captured", "out_of_play": "routs and is out of play"}
CONTROL_SAID = {
    "opponent": "is taken over by the enemy for this turn",
    "nobody": "obeys nobody this turn",
    "owner": "obeys its own side",
}
DECLARED_SAID = {"attack": "will attack", "charge": "will charge", "train": "will attack the Train in"}

# Told by other lines already, or only moving the machinery on.
ASIDES: tuple[type[Fact], ...] = (
    FightStepped, QuestionTested, SupportingBrigadeTested, m.CavalryTested, m.MarchEnded, m.ControlAsked,
    h.HiddenRecovered,
)  # fmt: skip


def tell(fact: Fact) -> str | None:
    words = WORDS.get(type(fact))
    return words(fact) if words else None


def points(halves: int) -> str:
    """Movement points as people count them."""
    whole, half = divmod(halves, MP)
    return f"{whole or ('' if half else 0)}{'½' if half else ''} MP"


def _because(fact: Any) -> str:
    return f" ({fact.why}, {fact.rule})" if fact.why else f" ({fact.rule})"


def _phase(fact: PhaseBegan) -> str:
    if fact.phase == "command":
        return f"== {clock.said(fact.turn)}: {fact.side} player turn =="
    return f"{clock.said(fact.turn)}, {fact.side} {fact.phase}"


def _command(fact: f.CommandRolled) -> str:
    rolled = f" on {fact.total}" if fact.total else ""
    return f"the {fact.side} army is in {fact.state.title()} state{rolled}{_because(fact)}"


def _tested(fact: f.UnitTested) -> str:
    rule, _, what = fact.test.partition(" ")
    outcome = "passes" if fact.passed else "fails"
    return f"{fact.unit} {outcome} its test, {what}: {fact.die} against {fact.rating} ({rule})"


def _began(fact: m.MarchBegan) -> str:
    how = {"normal": "", "accelerated": ", accelerated (15.1)", "disengage": ", disengaging (22.2)"}[fact.pace]
    limit = "; near enemy infantry it may move one hex (8.6(2))" if fact.one_hex else ""
    charge = f", to charge {fact.charge} (15.5a)" if fact.charge else ""
    return f"{fact.unit} begins its move with {points(fact.left)}{how}{charge}{limit}"


def _moved(fact: m.UnitMoved) -> str:
    return f"{fact.unit} to {fact.to} for {points(fact.cost)}" + (" by road" if fact.road else "")


def _entered(fact: m.UnitEntered) -> str:
    return f"{fact.unit} enters at {fact.entry} ({fact.at}), number {fact.column} of the column, {points(fact.cost)}"


def _delayed(fact: m.UnitDelayed) -> str:
    if fact.extra:
        return f"{fact.unit} is delayed by enemy cavalry: {points(fact.extra)} more (15.3a)"
    return f"{fact.unit} is not delayed by enemy cavalry (15.3a)"


def _cavalry(fact: m.CavalryTested) -> str:
    return f"{fact.unit} {'keeps' if fact.passed else 'loses'} its nerve next to enemy infantry (8.6(4))"


def _attack(fact: m.AttackDeclared) -> str:
    aim = f" (at {fact.aim})" if fact.aim else ""
    return f"{fact.unit} {DECLARED_SAID[fact.kind]} {fact.target}{aim}"


def _control(fact: m.ControlTried) -> str:
    return f"{fact.unit} {CONTROL_SAID[fact.control]} ({fact.rule})"


def _hidden(fact: h.UnitsHidden) -> str:
    where = f"at entry {fact.entry}" if fact.entry else f"in {fact.at}"
    gone = f"; from sight: {', '.join(fact.units)}" if fact.units else ""
    return f"{', '.join(fact.hmcs)} placed {where}{gone}"


def _revealed(fact: h.HiddenRevealed) -> str:
    return f"{fact.hmc} is revealed: {', '.join(fact.units) or 'a decoy'}{_because(fact)}"


def _return_rolled(fact: f.ReturnRolled) -> str:
    return f"{fact.unit} may come back at {fact.entry} (22.6)" if fact.entry else f"{fact.unit} stays away (22.6)"


def _recovers(fact: f.UnitRallied | f.RallyFailed) -> str:
    return " and recovers from Disruption (7.4c)" if fact.recovers else ""


def _waiting(fact: FrameOpened[Any]) -> str:
    return waiting(fact.frame)


WORDS: Mapping[type[Fact], Callable[[Any], str]] = {
    PhaseBegan: _phase,
    FrameOpened: _waiting,
    f.UnitPlaced: lambda x: f"{x.unit} is set up in {x.to}",
    f.SetUpEnded: lambda x: f"the {x.side} side is set up",
    f.CommandRolled: _command,
    f.ChancesRolled: lambda x: f"the {x.side} side has {x.chances} chances to take over a unit (17.1)",
    f.GunsReadied: lambda x: f"guns Ready: {', '.join(x.units)} (13.1a)",
    f.GunsFired: lambda x: f"{x.unit} turns to its Fired side{_because(x)}",
    f.TrainRested: lambda x: f"{x.unit} is turned to its unmoved side (21.1)",
    f.UnitTested: _tested,
    LossTaken: lambda x: f"loss: {x.unit}, {x.kind}",
    f.UnitDisrupted: lambda x: f"{x.unit} is Disrupted{_because(x)}",
    f.UnitRecovered: lambda x: f"{x.unit} recovers from Disruption ({x.rule})",
    f.UnitShaken: lambda x: f"{x.unit} is Shaken{_because(x)}",
    f.UnitRallied: lambda x: f"{x.unit} rallies (7.4b){_recovers(x)}",
    f.RallyFailed: lambda x: f"{x.unit} does not rally (7.4b){_recovers(x)}",
    f.UnitQuestioned: lambda x: f"{x.unit} is Questionable (22.3)",
    f.UnitSteadied: lambda x: f"{x.unit} is no longer Questionable (22.3)",
    f.UnitRouted: lambda x: f"{x.unit} {BOX_SAID[x.box]}{_because(x)}",
    f.UnitEliminated: lambda x: f"{x.unit} is Eliminated{_because(x)}",
    f.UnitCaptured: lambda x: f"{x.unit} is captured{_because(x)}",
    f.CadreDestroyed: lambda x: f"the cadre of {x.unit} is destroyed (7.7a)",
    f.UnitReturned: lambda x: f"{x.unit} returns to the field in {x.to} (10.4b)",
    f.UnitLeftMap: lambda x: f"{x.unit} leaves the map at {x.at} ({x.rule})",
    f.ReturnRolled: _return_rolled,
    f.PieceRestored: lambda x: f"back in good order: {', '.join(x.units) or 'nobody'} (22.6)",
    f.StackReordered: lambda x: f"the stack in {x.at}, from the top: {', '.join(x.pieces)} (9.4a)",
    f.Declined: lambda x: f"the {x.side} side lets it pass: {x.what} ({x.rule})",
    m.MarchBegan: _began,
    m.MarchForced: lambda x: f"{x.unit} is forced on: {points(x.added)} more (22.4)",
    m.UnitMoved: _moved,
    m.UnitEntered: _entered,
    m.UnitDelayed: _delayed,
    m.CavalryTested: _cavalry,
    m.MarchStopped: lambda x: f"{x.unit} cannot go on{_because(x)}",
    m.MarchEnded: lambda x: f"{x.unit} ends its march",
    m.ApproachUsed: lambda x: f"{x.unit} is the one brigade that may close with the enemy (16.4O)",
    m.AttackDeclared: _attack,
    m.BombardmentDeclared: lambda x: f"{x.unit} will bombard {x.aim or 'a unit'} in {x.target}",
    m.ChargeAnnounced: lambda x: f"{x.unit} will charge {x.target} (15.5a)",
    m.DeclarationForgone: lambda x: f"{x.unit} declares nothing (8.4a)",
    m.ControlAsked: lambda x: f"the enemy may try to take over {x.unit} (17.3a)",
    m.ControlTried: _control,
    m.LeftoverBegan: lambda x: f"the {x.side} side may still take over units that stood still (17.3b)",
    m.LeftoverEnded: lambda _x: "no more attempts to take over units (17.3b)",
    h.UnitsHidden: _hidden,
    h.HiddenFilled: lambda x: f"{x.hmc} holds {', '.join(x.units) or 'nothing: it is a decoy'}",
    h.HiddenRevealed: _revealed,
    h.UnitDeployed: lambda x: f"{x.unit} deploys in {x.to} (18.5)",
    h.HiddenTired: lambda x: f"Disrupted in {x.hmc}, which moved at night: {', '.join(x.units) or 'nobody'} (20.2a)",
    h.HiddenRecovered: lambda x: f"inside {x.hmc} recover: {', '.join(x.units) or 'none'} (7.3d)",
    h.HiddenBrokenUp: lambda x: f"{x.hmc} is broken up off the map (22.6)",
    h.CommandLost: lambda x: f"{', '.join(x.units)}: under the command of {x.control} this turn (17.5b)",
    **COMBAT_WORDS,
}
