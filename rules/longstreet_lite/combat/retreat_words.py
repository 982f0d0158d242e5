"""Retreats in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.facts import Fact
from domain.measuretext import length_text
from rules.longstreet_lite.combat import retreat_facts as f


def _began(fact: f.RetreatsBegan) -> str:
    return f"{fact.side} must fall back with {', '.join(fact.units)} (LL.7.fall.1)"


def _settled(fact: f.RetreatCardSettled) -> str:
    if fact.card:
        return f"the retreats of {fact.side} cost nothing in friends and difficult ground (LL.7.finterp.1)"
    return f"{fact.side} plays no card for its retreats (LL.7.finterp.1)"


def _rolled(fact: f.RetreatRolled) -> str:
    return f"{fact.unit} must go back {fact.distance} BW (LL.7.fdist.1)"


def _retreated(fact: f.UnitRetreated) -> str:
    verb = "limbers and falls back" if fact.limbers else "falls back"
    dice = f"2d6: {', '.join(map(str, fact.faces))}, the {'lower' if fact.lower else 'higher'} counts"
    return ", ".join((f"{fact.unit} {verb} {length_text(fact.way)} BW ({dice})", *_prices(fact)))


def _prices(fact: f.UnitRetreated) -> Iterator[str]:
    if fact.passed:
        lose = "1 base lost each" if len(fact.passed) > 1 else "which loses 1 base"
        yield f"through {' and '.join(fact.passed)}, {lose} (LL.7.finterp.2)"
    if fact.ground:
        yield f"1 base lost crossing {fact.ground} (LL.7.finterp.3)"


def _due(fact: f.RetreatCostDue) -> str:
    if fact.unit == fact.by:
        return f"{fact.unit} pays for the ground it crossed ({fact.rule})"
    return f"{fact.unit} pays for {fact.by}, which fell back through it ({fact.rule})"


def _ended(fact: f.RetreatsEnded) -> str:
    return f"the retreats of {fact.side} are over"


WORDS: Mapping[type[Fact], Callable[[Any], str]] = {
    f.RetreatsBegan: _began,
    f.RetreatCardSettled: _settled,
    f.RetreatRolled: _rolled,
    f.UnitRetreated: _retreated,
    f.RetreatCostDue: _due,
    f.RetreatsEnded: _ended,
}
