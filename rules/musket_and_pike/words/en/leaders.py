"""Leaders in English."""

from __future__ import annotations

from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from rules.musket_and_pike.leaders import asks as a
from rules.musket_and_pike.leaders import facts as f
from rules.musket_and_pike.words.en.turn import side

DEEDS = {
    "move": "rides", "influence": "steadies his men", "reform": "reforms a unit", "rally": "rallies a unit",
    "change": "carries new orders", "preempt": "hurries a Wing on", "continue": "urges a Wing on",
}  # fmt: skip
FATES = {"returns": "he comes back at once", "returns_next_turn": "he comes back next turn", "eliminated": "he is lost"}


def _replaced(say: Say, fact: f.LeaderReplaced) -> str:
    what = say.name(fact.wing) if fact.wing else f"the army of {side(say, fact.side)}"
    return f"{fact.name or say.name(fact.leader)} takes {what}" if fact.leader else f"nobody takes {what}"


FACTS: FactTexts = {
    f.LeaderActed: lambda say, x: f"{say.name(x.leader)} {DEEDS[x.what]}",
    f.LeaderMoved: lambda say, x: f"{say.name(x.leader)} rides {f'to {x.to}' if x.to else 'off the map'}",
    f.LeaderTested: lambda say, x: f"{say.name(x.leader)} {'falls' if x.falls else 'is unhurt'} on a {x.die}",
    f.LeaderRemoved: lambda say, x: f"{say.name(x.leader)} is off the map: {say.reason(x.why)}",
    f.FateRolled: lambda say, x: f"{say.name(x.leader)}: {FATES[x.fate]}{'' if x.die is None else f', on a {x.die}'}",
    f.LeaderReplaced: _replaced,
    f.LeaderPlaced: lambda say, x: f"{say.name(x.leader)} takes post in {x.at}",
    f.LeaderLeft: lambda say, x: f"{say.name(x.leader)} has nobody left to lead",
}
ASKED: QuestionTexts = {
    a.AwaitLeader: lambda say, x: f"{side(say, x.side)} to place {say.name(x.leader)} (5.3.4)",
}
ORDERS: OrderTexts = {
    a.PlaceLeader: "5.3.4 The unit a leader is put with; `right`: the right half of a two-hex unit.",
}
REASONS: ReasonTexts = {
    "leader at risk": "whether {0:name} falls",
    "fate of a leader": "fate of {0:name}",
    "his units are lost": "the units with him are lost",
    "his hex is taken": "the enemy takes his hex",
    "another is to be placed": "{0:name} is to be placed",
    "with a unit of his Wing": "{0:name} must be with a unit of his Wing: {1:unit}",
    "one hex only": "{0:unit} has one hex only",
    "not your leader": "{0} is no leader of yours",
    "leader is not on the map": "{0:name} is not on the map",
}
