"""Chits, initiative, activation and continuation in English."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel.reasons import Of, Reason
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from rules.wallaces_war.command import asks as a
from rules.wallaces_war.command import facts as f
from rules.wallaces_war.words.en.turn import battle, side

ZERO = "a zero"


def chits(four: Iterable[int]) -> str:
    """How many of each value, the highest first: 4 fours, 1 three."""
    names = (("one", "ones"), ("two", "twos"), ("three", "threes"), ("four", "fours"))
    told = [f"{count} {names[i][count != 1]}" for i, count in enumerate(four) if count]
    return ", ".join(reversed(told)) or "no chits"


def chit(value: Of) -> str:
    return f"a {value}" if int(value) else ZERO


def why(say: Say, reason: Reason) -> str:
    return f"{say.reason(reason)}, {reason.cite}"


def track(values: Iterable[int]) -> str:
    return "-".join(map(str, values)) or "zeros only"


def _revealed(say: Say, fact: f.ChitsRevealed) -> str:
    return "the lists are shown: " + "; ".join(f"{side(say, by)} {chits(four)}" for by, four in fact.lists.items())


def _taken(say: Say, fact: f.ChitsTaken) -> str:
    back = f", giving {chits(fact.back)} back" if any(fact.back) else ""
    short = f"; it lacks {fact.short} points" if fact.short > 0 else ""
    return f"{side(say, fact.side)} takes {chits(fact.chits)}{back} ({why(say, fact.why)}){short}"


def _tracks(say: Say, fact: f.TracksRevealed) -> str:
    told = "; ".join(f"{say.name(name)} {track(values)}" for name, values in fact.tracks.items())
    return f"the tracks are shown, with zeros in every other box: {told}"


def _rolled(say: Say, fact: f.ReplacementRolled) -> str:
    gain = f"a {fact.value}" if fact.value else "nothing"
    return f"{side(say, fact.side)} rolls {fact.die} on the Command Point Table: {gain} (4.4a)"


def _arrival(say: Say, fact: f.ArrivalRolled) -> str:
    comes = "comes up" if fact.arrives else "is not here yet"
    return f"{battle(say, fact.battle)} {comes}: {fact.die}, {fact.needs} or more needed (16.2.4d)"


def _bid(say: Say, fact: f.BidMade) -> str:
    verb = "outbids with" if fact.raises else "bids"
    return f"{side(say, fact.side)} {verb} {chit(fact.chit.value)} of {battle(say, fact.chit.battle)}"


def _activated(say: Say, fact: f.BattleActivated) -> str:
    spent = "without a chit, as for a zero" if fact.free else f"for {chit(fact.chit)}"
    weak = f", which works as a {fact.works_as} under a leader of level 1 (4.5b)" if fact.works_as != fact.chit else ""
    comes = "; it comes on the field" if fact.arrives else ""
    return f"{battle(say, fact.battle)} is activated {spent}{weak}{comes}"


def _checked(say: Say, fact: f.CommandChecked) -> str:
    who = battle(say, fact.battle)
    return (
        f"out of command in {who}: {say.units(fact.out)} (13.3a)" if fact.out else f"all of {who} is in command (13.3a)"
    )


def _continued(say: Say, fact: f.AttackContinued) -> str:
    special = " by a special continuation (13.2d)" if fact.special else " (10.4b)"
    return f"{battle(say, fact.battle)} goes on with its attack{special}"


def _reacts(say: Say, fact: f.ReactionActivated) -> str:
    spent = "without a chit" if fact.free else f"for {chit(fact.chit)}"
    return f"{battle(say, fact.battle)} reacts {spent} (4.6a)"


def _replaced(say: Say, fact: f.ReplacementPlaced) -> str:
    box = "over a zero" if fact.over_zero else "into an empty box"
    return f"{side(say, fact.side)} puts a {fact.value} on the track of {say.name(fact.battle)}, {box} (4.4b)"


FACTS: FactTexts = {
    f.ChitsListed: lambda say, x: f"{side(say, x.side)} lists {chits(x.chits)} (4.2a)",
    f.ChitsRevealed: _revealed,
    f.ChitsTaken: _taken,
    f.ReservesCalled: lambda say, x: f"chits are taken {say.reason(x.why)} ({x.why.cite})",
    f.ChitsPlaced: lambda say, x: (
        f"{side(say, x.side)} places its chits: "
        + "; ".join(f"{say.name(name)} {track(values)}" for name, values in x.tracks.items())
    ),
    f.TracksRevealed: _tracks,
    f.ReplacementRolled: _rolled,
    f.ChitGained: lambda say, x: f"{side(say, x.side)} gains a {x.value} ({why(say, x.why)})",
    f.ReplacementLost: lambda say, x: f"{side(say, x.side)} gains nothing from its {x.value} ({why(say, x.why)})",
    f.ReplacementSealed: lambda say, x: f"{side(say, x.side)} puts its chit on the track of {say.name(x.place.battle)}",
    f.ReplacementPlaced: _replaced,
    f.ArrivalRolled: _arrival,
    f.BidMade: _bid,
    f.BidPassed: lambda say, x: f"{side(say, x.side)} {say.reason(x.why)} ({x.why.cite})",
    f.InitiativeWon: lambda say, x: f"{side(say, x.side)} has initiative ({why(say, x.why)})",
    f.ZeroUsed: lambda say, x: f"the zero that {battle(say, x.battle)} bid is used up (D5)",
    f.BattleActivated: _activated,
    f.CommandChecked: _checked,
    f.AttackContinued: _continued,
    f.ReactionActivated: _reacts,
    f.OfferDeclined: lambda say, x: f"{side(say, x.side)} makes no use of {say.reason(x.what)} ({x.what.cite})",
}
ASKED: QuestionTexts = {
    a.AwaitOutbid: lambda say, x: (
        f"{side(say, x.side)} to outbid {chit(x.bid.value)} of {battle(say, x.bid.battle)}, or to decline (4.3b)"
    ),
}
ORDERS: OrderTexts = {
    a.ListChits: "4.2a How many chits of each value the side asks for, unseen by the other.",
    a.TopUp: "4.2e What the last short side takes of the chits left; `back` is what it gives for them (D3 B).",
    a.PlaceChits: "4.2f Every chit of the side on its tracks, unseen by the other: values by Battle, one a box.",
    a.PlaceReplacement: "4.4b The chit gained goes on this track: into an empty box, or over a zero.",
    a.Bid: "4.3b The chit shown first for initiative.",
    a.Outbid: "4.3b A higher chit, which wins initiative.",
    a.Activate: "4.3f, 4.3j Initiative without a bid: the Battle and the chit spent on it.",
    a.ContinueAttack: "10.4a The Battle attacks again in this turn.",
    a.SpecialContinuation: "13.2d A leader of level 4 goes on once more, twice in a game.",
    a.ActivateReaction: "4.6a The other side moves one Battle for a chit, as with a zero.",
}
REASONS: ReasonTexts = {
    # 4.2 chits
    "as listed": "as listed",
    "shared out": "shared out",
    "must take them": "as the scenario has it",
    "topped up": "to make up its points",
    "for the Battles to come": "for the Battles still to come",
    "who takes first": "who takes a {0} first",
    "list has another sum": "the list comes to {0} points; it must come to {1}",
    "more chits than boxes": "{0} chits do not go into {1} boxes",
    "more 4 chits than leaders hold": "the leaders of this side may hold {1} 4 chits at the start, not {0}",
    "not so many left": "of the chits of value {0} there are {1} left",
    "no such top-up": "chits from the pool must make up the {0} points lacking, or come as near as they can",
    "no track of yours": "{0} has no track to place chits on",
    "one chit a box": "{0:name} has {2} boxes, and {1} chits do not go into them",
    "more 4 chits than he may hold": "{0:name} may hold {1} 4 chits at the start",
    "other chits than taken": lambda _say, of: f"these are not the chits taken: {chits([int(one) for one in of])}",
    # 4.4 replacement
    "replacement chit": "replacement chit",
    "row of the Command Point Table": "{0} ({1})",
    "as rolled": "as rolled",
    "next lower value": "the next lower value to {0}",
    "last chit": "the last chit of value {0}",
    "last chit lost": "the other side took the last one",
    "none left": "none is left in the pool",
    "no box for it": "there is no box for it",
    "Battle is eliminated": lambda say, of: f"{battle(say, of[0])} is eliminated",
    "4 for a leader of level 1": "{0:name} is of level 1 and gains no 4",
    "no empty box": "no box of {0:name} is empty",
    "no zero to cover": "no box of {0:name} holds a zero",
    # 4.3 initiative
    "named by the scenario": "named by the scenario",
    "arrival": lambda say, of: f"arrival of {battle(say, of[0])}",
    "arrives": lambda say, of: f"{battle(say, of[0])} arrives",
    "two turns running": lambda say, of: f"{side(say, of[0])} had it two turns running",
    "nobody has a chit": "nobody has a chit",
    "no chit to bid": lambda say, of: f"{side(say, of[0])} has no chit to bid",
    "no higher chit": "nothing higher can be shown",
    "higher chit": "the higher chit",
    "not outbid": "it is not outbid",
    "left to it": "left to it",
    "does not raise": "does not raise",
    "shows no chit": "shows no chit",
    "must bid": lambda say, of: f"{side(say, of[0])} did not have initiative last turn and must bid",
    "not higher": "{0} is not higher than {1}",
    "no Battle of yours": "{0} is no Battle of yours",
    "Battle not arrived": lambda say, of: f"{battle(say, of[0])} has not arrived",
    "reinforcement first": lambda say, of: f"{battle(say, of[0])} is to be activated now",
    "no such chit on its track": lambda say, of: f"the track of {say.name(of[0])} holds no {of[1]}",
    "no zero left": "the track of {0:name} holds no zero any more",
    "4 chit is locked": "the 4 chits of {0:name} can be played with automatic initiative only",
    "only a free zero": "without a chit the Battle is activated as for a zero",
    # 4.6, 10.4, 13.2d continuation
    "continuation": "an attack continuation",
    "reaction": "a reaction",
    "continued once": lambda say, of: f"{battle(say, of[0])} has had its continuation",
    "no 4 was spent": lambda say, of: f"{battle(say, of[0])} was activated for {chit(of[1])}; only a 4 lets it go on",
    "leader of level 1": "the leader of {0:name} is of level 1",
    "initiated no melee": lambda say, of: f"{battle(say, of[0])} has initiated no melee",
    "not its moment": "a special continuation is not announced now",
    "leader below level 4": "only a leader of level 4 goes on once more",
    "two special continuations made": "{0:name} has made his two special continuations",
    "one Battle reacts": lambda say, of: f"{battle(say, of[0])} reacts already",
    "nobody to react": lambda say, of: f"{battle(say, of[0])} has nobody on the map",
    "sat out before": lambda say, of: f"{side(say, of[0])} sat out the first reaction",
    "same Battle again": lambda say, of: f"{battle(say, of[0])} reacted first and reacts again, or nobody",
}
