"""Facts of the Move phase in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.angles import Point
from domain.facts import Fact
from domain.measuretext import VERBS, angle_text, length_text, point_text, step
from rules.longstreet_lite.formation import said_ranks
from rules.longstreet_lite.movement import facts as f


def said_step(text: str) -> str:
    """`oblique-left:30:2` as oblique left 30° 2."""
    found = step(text)
    verb = found.verb.replace("-", " ")
    if found.point:
        return f"{verb} {point_text(found.point)}"
    says = {"a": f"{angle_text(found.angle)}°", "l": length_text(found.length)}
    return " ".join((verb, *(says[kind] for kind in VERBS[found.verb])))


def said_pose(pose: f.Spot) -> str:
    x, y, heading = pose
    return f"at {point_text(Point(x, y))} facing {angle_text(heading)}°"


def said_disorder(causes: Iterable[f.Disorder]) -> str:
    """LL.6.dis.1 What would have been forbidden with one card."""
    said = ", ".join(_cause(cause) for cause in causes)
    return f" (disorder: {said})" if said else ""


def _cause(cause: f.Disorder) -> str:
    match cause.why:
        case "friend":
            return f"through {cause.what}"
        case "terrain" | "line":
            return f"{'in' if cause.why == 'terrain' else 'across'} {cause.what}"
        case "about-face":
            return f"about-face {length_text(cause.gap)} BW from {cause.what}"
    return f"{length_text(cause.gap)} BW from {cause.what}"


def _whose(fact: f.UnitMoved | f.UnitFormed) -> str:
    """LL.4.int.6"""
    return f"; {fact.by} ordered it" if fact.confused else ""


def _moved(fact: f.UnitMoved) -> str:
    how = "with difficulty " if fact.difficult else ""
    steps = ", ".join(said_step(text) for text in fact.path)
    ends = "it leaves the table" if fact.leaves else f"now {said_pose(fact.pose)}"
    long = f"{length_text(fact.way)} of {length_text(fact.allowance)} BW"
    return f"{fact.unit} moves {how}{long}: {steps}; {ends}{said_disorder(fact.disorder)}{_whose(fact)}"


def _formed(fact: f.UnitFormed) -> str:
    how = f"makes a quarter turn to the {fact.turned}" if fact.turned else f"re-forms on base {fact.guide}"
    ranks = f"ranks {said_ranks(fact.ranks)}"
    return f"{fact.unit} {how}: {ranks}, now {said_pose(fact.pose)}{said_disorder(fact.disorder)}{_whose(fact)}"


def _limbered(fact: f.BatteryLimbered) -> str:
    return f"{fact.unit} limbers on gun {fact.gun}, now {said_pose(fact.pose)}{said_disorder(fact.disorder)}"


def _unlimbered(fact: f.BatteryUnlimbered) -> str:
    guns = f"{fact.guns} gun base{'s' * (fact.guns != 1)}"
    return f"{fact.unit} unlimbers {guns}, now {said_pose(fact.pose)}{said_disorder(fact.disorder)}"


WORDS: Mapping[type[Fact], Callable[[Any], str]] = {
    f.UnitMoved: _moved,
    f.UnitFormed: _formed,
    f.BatteryLimbered: _limbered,
    f.BatteryUnlimbered: _unlimbered,
}
