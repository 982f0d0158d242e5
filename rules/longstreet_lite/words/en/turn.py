"""Set-up, turn and victory in English."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.facts import PhaseBegan
from domain.kernel.reasons import Of
from domain.kernel.say import FactTexts, OrderTexts, ReasonTexts, Say
from domain.tabletop import lengths
from domain.words.gate import refusals
from domain.words.plain import count
from rules.longstreet_lite import phases
from rules.longstreet_lite.formation import said_ranks
from rules.longstreet_lite.turn import asks as a
from rules.longstreet_lite.turn import facts as f
from rules.longstreet_lite.words.en.plain import faulty, nested, said

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


def _added(say: Say, fact: f.UnitAdded) -> str:
    what = "battery" if fact.kind == "ART" else "infantry"
    return f"{fact.name} ({say.unit(fact.unit)}) joins {fact.side}: {what}, {count(fact.bases, 'bases')}"


def _terrain_rolled(say: Say, fact: f.TerrainRolled) -> str:
    return f"{fact.higher} rolled higher and places {fact.least} to {say.unit(fact.most)} pieces of terrain"


def _placed(_say: Say, fact: f.TerrainPlaced) -> str:
    crest = ", with its crest" if fact.crest else ""
    x, y = (lengths.length_text(sum(axis) // len(fact.points)) for axis in zip(*fact.points, strict=True))
    return f"{fact.name} is placed: {fact.kind} about {x}:{y}{crest}"


def _deployed(say: Say, fact: f.UnitDeployed) -> str:
    x, y, heading = fact.pose
    at = f"{lengths.length_text(x)}:{lengths.length_text(y)}"
    how = "limbered" if fact.limbered else f"ranks {said_ranks(fact.ranks)}"
    return f"{say.unit(fact.unit)} deploys at {at}, heading {lengths.angle_text(heading)}, {how}"


def _break_point(_say: Say, fact: f.BreakPointSet) -> str:
    halves = ", ".join(f"{side} {half}" for side, half in fact.halves.items())
    source = "by the scenario" if fact.given else "the lower of the two"
    return f"half of the bases: {halves}; break point {fact.break_point}, {source}"


def _paid(_say: Say, fact: f.PenaltyPaid) -> str:
    deck = "" if fact.deck is None else f"; {fact.deck} in the deck"
    return f"{fact.by} reshuffles: {count(fact.removed, 'cards')} of the new deck leave the game unseen{deck}"


def _invoked(say: Say, fact: f.PhaseInvoked) -> str:
    modified = f", modified by {say.unit(fact.modifier)}" if fact.modifier else ""
    return f"{fact.by} has invoked a {fact.phase.title()} phase with {count(fact.cards, 'cards')}{modified}"


def _tested(_say: Say, fact: f.VictoryTested) -> str:
    die = f"die {fact.die} + {fact.lost} enemy bases lost = {fact.die + fact.lost}"
    result = "victory" if fact.won else "not enough"
    said = die if fact.die else f"{fact.lost} enemy bases lost, no die needed"
    return f"{fact.by} tests for victory: {said} against {fact.break_point}, {result}"


def _break_point_reached(_say: Say, of: tuple[Of, ...]) -> str:
    side, goal, lost, *die = of
    with_die = f"a die of {die[0]} and " if die else ""
    return f"{side} reaches the break point of {goal} with {with_die}{lost} enemy bases lost"


def _no_such_ranks(say: Say, of: tuple[Of, ...]) -> str:
    unit, count, *rest = of
    ranks, faults = [int(rank) for rank in rest[: int(count)]], rest[int(count) :]
    why = "; ".join(told for told, _ in faulty(say, faults))
    return f"{say.name(unit)} cannot stand in ranks {said_ranks(ranks)}: {why}"


FACTS: FactTexts = {
    PhaseBegan: lambda _say, x: PHASES[x.phase].format(side=x.side, turn=x.turn),
    f.UnitAdded: _added,
    f.UnitDropped: lambda say, x: f"{say.unit(x.unit)} leaves the army of {x.side}",
    f.ArmiesAgreed: lambda _say, x: f"{x.side} agrees to both armies",
    f.TerrainRolled: _terrain_rolled,
    f.TerrainPlaced: _placed,
    f.TerrainRemoved: lambda _say, x: f"{x.name} is taken away again",
    f.EdgesChosen: lambda _say, x: " and ".join(f"{side} has the {edge} edge" for side, edge in x.edges.items()),
    f.DeploymentPassed: lambda _say, x: f"it is for {x.side} to deploy",
    f.UnitDeployed: _deployed,
    f.DeploymentFinished: lambda _say, x: f"the army of {x.side} stands",
    f.BreakPointSet: _break_point,
    f.FirstTurnTaken: lambda _say, x: f"{x.side} has the first turn" + ("" if x.rolled else ", by the scenario"),
    f.PenaltyPaid: _paid,
    f.PhaseInvoked: _invoked,
    f.SecondCardPlayed: lambda _say, x: f"{x.by} has now invoked the phase with two cards",
    f.Passed: lambda _say, x: f"{x.by} has no card and must pass" if x.forced else f"{x.by} passes",
    f.SmokeCleared: lambda say, x: f"smoke clears from {say.units(x.units)}",
    f.VictoryTested: _tested,
}
ORDERS: OrderTexts = {
    a.AddUnit: "LL.3.army.1 Free set-up: a unit joins the army of the side that gives the order.",
    a.DropUnit: "LL.3.army.1 Free set-up: one of the side's own units stays at home.",
    a.Agree: "LL.3.army.1 Free set-up: the side is content with both armies; when both are, terrain is rolled for.",
    a.PlaceTerrain: "LL.3.terr.2 A piece of terrain: `points` as east:north; a hill may have a `crest` (LL.2.crest.1).",
    a.RemoveTerrain: "LL.3.terr.2 Takes a piece just placed away again.",
    a.FinishTerrain: "LL.3.terr.2",
    a.ChooseEdge: "LL.3.terr.4 The long edge the lower roller sets up along.",
    a.ChooseDeployment: "LL.3.terr.6 The higher roller sets up first, or second.",
    a.DeployUnit: "LL.3.terr.5 A unit stands on the table: `at` is the middle of its front; again to place it anew.",
    a.FinishDeployment: "LL.3.terr.5 All units of the side stand.",
    a.BeginBattle: "LL.3.first.1 A scenario whose units stand already: cards are dealt; `roll` for the first turn if "
    "wanted.",
    a.Reshuffle: "LL.4.resh.1 Discards and deck become a new deck, at the price of six cards.",
    a.KeepDeck: "LL.4.resh.1 No reshuffle this turn.",
    a.InvokeFire: "LL.4.invoke.1 One card, any card; `modifier` needs the rifle.",
    a.SkipFire: "LL.4.seq.3 No Fire phase this turn.",
    a.InvokeMove: "LL.4.invoke.1 One card, or two to allow disorder (LL.4.two.1); `modifier` needs the bugle.",
    a.InvokeCombat: "LL.4.invoke.1 One card, or two to allow disorder (LL.4.two.1); `modifier` needs the crossed "
    "sabres.",
    a.Pass: "LL.4.pass.1 Neither Move nor Combat this turn.",
    a.AddCard: "LL.4.two.1 The second card of a phase under way (D16 B only).",
}
REASONS: ReasonTexts = {
    **refusals(now=" ({0})", of="this moment ({0})"),
    "no card for a command": "{0} passed last turn, and this Fire phase would leave no card for a command; skip it",
    "one card or two": "a {0} phase is invoked with one card or two, not {1}",
    "no card to invoke with": "{0} has no card to invoke a {1} phase with, and must pass",
    "no card named": "a {0} phase costs a card, any card; none was named",
    "second card too late": "the second card is played with the first, when the phase is invoked",
    "two cards already": "this phase has its two cards, or counts so; one more does nothing",
    "passed last turn": "{0} passed last turn and may not pass again; a phase may be invoked and nothing done in it",
    "empty deck": "the deck of {0} is empty: it must be reshuffled now",
    "nobody to deploy": said("{0} has no unit {1:typed} to deploy"),
    "deployed already": "{0:name} stands; where armies deploy in turns it stays",
    "nothing to limber": "{0:name} is infantry, and has nothing to limber",
    "limber without ranks": "{0:name} is a battery and has no ranks; limbered it is one base",
    "guns without ranks": "{0:name} is a battery and has no ranks; unlimbered it is one row of {1}",
    "too few bases for ranks": "{0:name} has {1} bases, too few for {2} ranks",
    "no such ranks": _no_such_ranks,
    "outside the zone": said("{0:name} would stand outside the zone of {1}, which runs from {2:bw} to {3:bw} BW north"),
    "reserves left": said("{rest} must be deployed first"),
    "pieces enough": "{0} pieces are placed, and the dice allow no more",
    "piece of that name": "there is a piece called {0} already",
    "cannot be placed": nested("{0} cannot be placed: {why}"),
    "only with rivers": "{0}: impassable ground is played with the option rivers only",
    "no works": "works are not in the terrain table, and this game has none",
    "only with plateaus": "flat-topped hills are played with the option plateaus only",
    "no such piece": said("no piece placed is called {0:typed}; there are {rest}", none="none"),
    "number of pieces": "{0} pieces are placed; the dice ask for {1} to {2}",
    "no id": said("{0:typed} cannot name a unit: small letters, digits and dashes, 40 at most"),
    "id of a card": "{0} is a card; a unit needs an id of its own",
    "id taken": "there is a unit {0} already, of {1}",
    "no such unit": nested("{0}: {why}"),
    "no room in the zone": "{0} would have {1} bases; a zone of this table has room for {2}",
    "no unit of yours": said("{0} has no unit {1:typed}"),
    "no army": "{0} has no unit; add one first",
    "agreed already": "{0} has agreed already; the other side has yet to",
    "passes with both piles empty": "{0} passes with deck and discard pile empty",
    "passes with a pile empty": "{0} passes with deck or discard pile empty",
    "neither card nor pass": "{0} has no card to invoke with and may not pass again",
    "break point": _break_point_reached,
    "removed unseen": "removed unseen",
    "opening hand": "opening hand",
    "first turn": "first turn",
    "terrain": "terrain",
    "status": "status",
    "victory": "victory",
}
