"""Facts of set-up, cards and victory in plain words; those that all chapters share with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain import facts as d
from domain import measuretext
from domain.facts import Fact, Frame
from domain.words import count
from rules.longstreet_lite import facts as shared
from rules.longstreet_lite import frames as fr
from rules.longstreet_lite.cards.words import said_effect
from rules.longstreet_lite.formation import said_ranks
from rules.longstreet_lite.turn import facts as f
from rules.longstreet_lite.turn import phases

PHASES: Mapping[str, str] = {
    phases.TERRAIN: "{side} places terrain",
    phases.EDGES: "{side} chooses an edge of the table",
    phases.DEPLOY_ORDER: "{side} chooses to deploy first or second",
    phases.DEPLOY: "the armies deploy",
    phases.TURN_START: "turn {turn}: {side} is active",
    phases.RESHUFFLE: "{side} may reshuffle",
    phases.FIRE_OPTION: "{side} may invoke a Fire phase",
    phases.FIRE: "Fire phase of {side}",
    phases.COMMAND: "{side} may invoke a Move or a Combat phase, or pass",
    phases.MOVE: "Move phase of {side}",
    phases.COMBAT: "Combat phase of {side}",
    phases.STATUS: "Status phase of {side}",
}
USES: Mapping[str, str] = {
    "invoke": "to invoke a phase",
    "modify": "to modify the phase",
    "interrupt": "as an interrupt",
    "morale": "as a morale card",
    "retreat": "to ease the retreats",
}
WINDOWS: Mapping[str, str] = {
    "turn_start": "the turn begins",
    "fire": "a Fire phase is invoked",
    "move": "a Move phase is invoked",
    "combat": "a Combat phase is invoked",
}

# Every question, of whichever chapter.
AWAITED: Mapping[type[Frame], str] = {
    fr.AwaitInterrupt: "{window}: {side} may interrupt",
    fr.AwaitName: "{side} names the unit {card} speaks of",
    fr.AwaitConfusedMove: "{side} may move {unit}",
    fr.AwaitReroll: "{side} may re-roll the failed {dice} dice of {unit} ({card})",
    fr.AwaitFireMorale: "{side} may play morale cards against the hits",
    fr.AwaitCombatMorale: "{side} may play morale cards for its beaten units",
    fr.AwaitLosses: "{side} chooses which bases {unit} gives up: {count}",
    fr.AwaitAllocation: "{side} divides its attack dice",
    fr.AwaitRetreatCard: "{side} may play a card to ease its retreats",
    fr.AwaitRetreat: "{side} says which unit retreats next",
    fr.AwaitRetreatPath: "{side} shows how {unit} retreats {distance} BW",
}


def _phase(fact: d.PhaseBegan) -> str:
    return PHASES[fact.phase].format(side=fact.side, turn=fact.turn)


def _drawn(fact: d.CardDrawn) -> str:
    if fact.to == "hand":
        return f"{fact.by} draws {fact.card} ({fact.source})"
    return f"{fact.by} loses {fact.card} to the reshuffle, unseen ({fact.source})"


def _shuffled(fact: d.DeckShuffled) -> str:
    return f"the deck of {fact.deck} is shuffled: {count(len(fact.cards), 'cards')}"


def _opened(fact: d.FrameOpened[Frame]) -> str:
    fields = msgspec.structs.asdict(fact.frame)
    window = WINDOWS.get(fields.get("window", ""), "")
    dice = str(fields.get("dice", "")).replace("_", "-")
    return AWAITED[type(fact.frame)].format(**fields | {"window": window, "dice": dice})


def _played(fact: shared.CardPlayed) -> str:
    named = ", naming" if fact.use == "interrupt" else " for"
    for_whom = f"{named} {fact.unit}" if fact.unit else ""
    gone = "; it leaves the game" if fact.removed else ""
    return f"{fact.by} plays {fact.card} {USES[fact.use]}{for_whom}{gone}"


def _declined(fact: shared.Declined) -> str:
    return f"{fact.by} declines {fact.what}"


def _effect_began(fact: shared.EffectBegan) -> str:
    turn, _ = fact.until
    lasting = f", to the end of turn {turn}" if turn else ""
    return f"{fact.card} ({fact.by}): {said_effect(fact.effect, fact.unit)}{lasting}"


def _effect_used(fact: shared.EffectUsed) -> str:
    return f"{fact.card} is used for {fact.unit}" if fact.spent else f"{fact.card} speaks of {fact.unit}"


def _effects_ended(fact: shared.EffectsEnded) -> str:
    return f"no longer in force: {', '.join(fact.cards)}"


def _added(fact: f.UnitAdded) -> str:
    what = "battery" if fact.kind == "ART" else "infantry"
    return f"{fact.name} ({fact.unit}) joins {fact.side}: {what}, {count(fact.bases, 'bases')}"


def _dropped(fact: f.UnitDropped) -> str:
    return f"{fact.unit} leaves the army of {fact.side}"


def _agreed(fact: f.ArmiesAgreed) -> str:
    return f"{fact.side} agrees to both armies"


def _terrain_rolled(fact: f.TerrainRolled) -> str:
    return f"{fact.higher} rolled higher and places {fact.least} to {fact.most} pieces of terrain"


def _placed(fact: f.TerrainPlaced) -> str:
    crest = ", with its crest" if fact.crest else ""
    x, y = (measuretext.length_text(sum(axis) // len(fact.points)) for axis in zip(*fact.points, strict=True))
    return f"{fact.name} is placed: {fact.kind} about {x}:{y}{crest}"


def _taken(fact: f.TerrainRemoved) -> str:
    return f"{fact.name} is taken away again"


def _edges(fact: f.EdgesChosen) -> str:
    return " and ".join(f"{side} has the {edge} edge" for side, edge in fact.edges.items())


def _deploying(fact: f.DeploymentPassed) -> str:
    return f"it is for {fact.side} to deploy"


def _deployed(fact: f.UnitDeployed) -> str:
    x, y, heading = fact.pose
    at = f"{measuretext.length_text(x)}:{measuretext.length_text(y)}"
    how = "limbered" if fact.limbered else f"ranks {said_ranks(fact.ranks)}"
    return f"{fact.unit} deploys at {at}, heading {measuretext.angle_text(heading)}, {how}"


def _finished(fact: f.DeploymentFinished) -> str:
    return f"the army of {fact.side} stands"


def _break_point(fact: f.BreakPointSet) -> str:
    halves = ", ".join(f"{side} {half}" for side, half in fact.halves.items())
    source = "by the scenario" if fact.given else "the lower of the two"
    return f"half of the bases: {halves}; break point {fact.break_point}, {source}"


def _first(fact: f.FirstTurnTaken) -> str:
    return f"{fact.side} has the first turn" + ("" if fact.rolled else ", by the scenario")


def _filled(fact: f.HandFilled) -> str:
    deck = "" if fact.deck is None else f", {fact.deck} in the deck"
    return f"{fact.side} draws {count(fact.drawn, 'cards')}: {fact.hand} in hand{deck}"


def _paid(fact: f.PenaltyPaid) -> str:
    deck = "" if fact.deck is None else f"; {fact.deck} in the deck"
    return f"{fact.by} reshuffles: {count(fact.removed, 'cards')} of the new deck leave the game unseen{deck}"


def _invoked(fact: f.PhaseInvoked) -> str:
    modified = f", modified by {fact.modifier}" if fact.modifier else ""
    return f"{fact.by} has invoked a {fact.phase.title()} phase with {count(fact.cards, 'cards')}{modified}"


def _second(fact: f.SecondCardPlayed) -> str:
    return f"{fact.by} has now invoked the phase with two cards"


def _passed(fact: f.Passed) -> str:
    return f"{fact.by} has no card and must pass" if fact.forced else f"{fact.by} passes"


def _smoke(fact: f.SmokeCleared) -> str:
    return f"smoke clears from {', '.join(fact.units)}"


def _tested(fact: f.VictoryTested) -> str:
    die = f"die {fact.die} + {fact.lost} enemy bases lost = {fact.die + fact.lost}"
    result = "victory" if fact.won else "not enough"
    said = die if fact.die else f"{fact.lost} enemy bases lost, no die needed"
    return f"{fact.by} tests for victory: {said} against {fact.break_point}, {result}"


def _shown(fact: f.CardsShown) -> str:
    return "; ".join(
        f"{side} held {_pile(hand)}; in its deck {_pile(fact.decks[side])}; lost unseen {_pile(fact.unseen[side])}"
        for side, hand in fact.hands.items()
    )


def _pile(cards: tuple[str, ...]) -> str:
    held = {card: cards.count(card) for card in cards}
    return ", ".join(f"{card} x{n}" if n > 1 else card for card, n in held.items()) or "nothing"


WORDS: Mapping[type[Fact], Callable[[Any], str]] = {
    d.PhaseBegan: _phase,
    d.CardDrawn: _drawn,
    d.DeckShuffled: _shuffled,
    d.FrameOpened: _opened,
    shared.CardPlayed: _played,
    shared.Declined: _declined,
    shared.EffectBegan: _effect_began,
    shared.EffectUsed: _effect_used,
    shared.EffectsEnded: _effects_ended,
    f.UnitAdded: _added,
    f.UnitDropped: _dropped,
    f.ArmiesAgreed: _agreed,
    f.TerrainRolled: _terrain_rolled,
    f.TerrainPlaced: _placed,
    f.TerrainRemoved: _taken,
    f.EdgesChosen: _edges,
    f.DeploymentPassed: _deploying,
    f.UnitDeployed: _deployed,
    f.DeploymentFinished: _finished,
    f.BreakPointSet: _break_point,
    f.FirstTurnTaken: _first,
    f.HandFilled: _filled,
    f.PenaltyPaid: _paid,
    f.PhaseInvoked: _invoked,
    f.SecondCardPlayed: _second,
    f.Passed: _passed,
    f.SmokeCleared: _smoke,
    f.VictoryTested: _tested,
    f.CardsShown: _shown,
}
