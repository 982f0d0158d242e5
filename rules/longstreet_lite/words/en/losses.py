"""Losses in English."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.reasons import Of
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from rules.longstreet_lite.formation import said_ranks
from rules.longstreet_lite.losses import asks as a
from rules.longstreet_lite.losses import facts as f
from rules.longstreet_lite.words.en.plain import faulty, said


def _unit_removed(say: Say, fact: f.UnitRemoved) -> str:
    return f"{say.unit(fact.unit)} {'routs' if fact.why == 'routed' else f'is {fact.why}'} and is gone ({fact.rule})"


def _may_not_give_up(say: Say, of: tuple[Of, ...]) -> str:
    unit, count, *rest = of
    bases, (more, *left) = rest[: int(count)], rest[int(count) :]
    free, faults = left[: int(more)], left[int(more) :]
    why = "; ".join(f"{told} ({cite})" for told, cite in faulty(say, faults))
    return f"{say.name(unit)} may not give up {_bases(bases)}: then {why}; {_bases(free)} may go"


def _bases(bases: Sequence[Of]) -> str:
    return f"base{'s' if len(bases) > 1 else ''} {', '.join(map(str, bases))}"


FACTS: FactTexts = {
    f.BasesLost: lambda say, x: f"{say.unit(x.unit)} has {x.left} left, in ranks {said_ranks(x.ranks)} ({x.rule})",
    f.UnitRemoved: _unit_removed,
}
ASKED: QuestionTexts = {
    a.AwaitLosses: lambda say, x: f"{x.side} chooses which bases {say.unit(x.unit)} gives up: {x.count}",
}
ORDERS: OrderTexts = {
    a.RemoveBases: "LL.1.loss.3 The owner picks the bases lost, by number.",
}
REASONS: ReasonTexts = {
    "loses nothing now": said("{0:typed} loses nothing now; it is {1:name} that does"),
    "other number of bases": "{0:name} loses {1} of its bases, not {2}: name each once",
    "no such base": "the bases of {0:name} are numbered 1 to {1}",
    "may not give up": _may_not_give_up,
    "fire": "fire",
    "combat": "combat",
    "rout": "rout",
    "difficult ground in its retreat": "difficult ground in its retreat",
    "friends falling back through it": "friends falling back through it",
}
