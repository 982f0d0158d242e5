"""Counted where that is possible, sampled where it is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from domain.facts import DiceRolled
from domain.kernel import System
from domain.odds.detail import Detail
from domain.odds.ends import Ends
from domain.odds.sample import SAMPLES, sample
from domain.odds.tree import Given, Progress, TooMany, Tree, allowance


class Explored(NamedTuple):
    ends: Ends
    samples: int  # 0: every way was counted, and the chances are exact
    ways: int  # runs of the rules


class Plan(NamedTuple):
    """How far to go: `budget` ways are counted, and if that is not enough so many samples are taken."""

    budget: int | None = None  # None: what the size of the position allows
    samples: int = SAMPLES
    is_sampled: bool = False  # from the start
    totals: bool = True  # dice that no rule makes anything of are told apart by their total
    progress: Progress | None = None


COUNT = Plan()


def explore(
    system: System[Any], state: Any, given: Sequence[Given], plan: Plan = COUNT, detail: Detail | None = None
) -> Explored:
    """Where the orders lead."""
    found = _explore(system, state, given, plan, detail, by_total=False)
    if plan.totals and len(found.ends) == 1 and any(_is_rolled(found.ends)):
        return _explore(system, state, given, plan, detail, by_total=True)
    return found


def _explore(
    system: System[Any], state: Any, given: Sequence[Given], plan: Plan, detail: Detail | None, *, by_total: bool
) -> Explored:
    ends = Ends(state.core, by_total=by_total, detail=detail)
    budget = allowance(state) if plan.budget is None else plan.budget
    tree = Tree(system, given, budget, plan.progress)
    if not plan.is_sampled:
        try:
            tree.grow(state, ends)
            return Explored(ends, 0, tree.runs)
        except TooMany:
            ends = Ends(state.core, by_total=by_total, detail=detail)
    sample(tree, state, ends, plan.samples)
    return Explored(ends, plan.samples, plan.samples)


def _is_rolled(ends: Ends) -> list[bool]:
    return [isinstance(item.fact, DiceRolled) for end in ends for item in end.story]
