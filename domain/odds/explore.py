"""Counted where that is possible, sampled where it is not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from domain.kernel.facts import DiceRolled
from domain.kernel.system import System
from domain.odds.detail import Detail
from domain.odds.ends import Ends
from domain.odds.sample import SAMPLES, sample
from domain.odds.tree import Progress, TooMany, ToTry, Tree, allowance


class Explored(NamedTuple):
    ends: Ends
    samples: int  # 0: the ways were counted
    ways: int  # runs of the rules
    stopped: bool = False  # by Ctrl-C: of counted ways the ends hold part of all chance, of samples there are fewer


class Plan(NamedTuple):
    """How far to go: `budget` ways are counted, and if that is not enough so many samples are taken."""

    budget: int | None = None  # None: what the size of the position allows
    samples: int = SAMPLES
    is_sampled: bool = False  # from the start
    totals: bool = True  # dice that no rule makes anything of are told apart by their total
    may_stop: bool = False  # Ctrl-C ends the search with what was found, if anything was
    progress: Progress | None = None


COUNT = Plan()


def explore(
    system: System[Any], state: Any, given: Sequence[ToTry], plan: Plan = COUNT, detail: Detail | None = None
) -> Explored:
    """Where the orders lead."""
    found = _explore(system, state, given, plan, detail, by_total=False)
    if plan.totals and not found.stopped and len(found.ends) == 1 and any(_is_rolled(found.ends)):
        return _explore(system, state, given, plan, detail, by_total=True)
    return found


def _explore(
    system: System[Any], state: Any, given: Sequence[ToTry], plan: Plan, detail: Detail | None, *, by_total: bool
) -> Explored:
    budget = allowance(state) if plan.budget is None else plan.budget
    tree = Tree(system, given, budget, plan.progress, together=not by_total)
    if not plan.is_sampled:
        with suppress(TooMany):
            return _counted(tree, state, Ends(system, state, by_total=by_total, detail=detail), plan)
    return _sampled(tree, state, Ends(system, state, by_total=by_total, detail=detail), plan)


def _counted(tree: Tree, state: Any, ends: Ends, plan: Plan) -> Explored:
    stopped = _is_stopped(lambda: tree.grow(state, ends), ends, plan)
    return Explored(ends, 0, tree.runs, stopped)


def _sampled(tree: Tree, state: Any, ends: Ends, plan: Plan) -> Explored:
    """If it is stopped, those tried until then are all there are."""
    stopped = _is_stopped(lambda: sample(tree, state, ends, plan.samples), ends, plan)
    share = ends.share()
    ends.scale(1 / share)
    tried = int(share * plan.samples)
    return Explored(ends, tried, tried, stopped)


def _is_stopped(search: Callable[[], None], ends: Ends, plan: Plan) -> bool:
    """Whether Ctrl-C ended the search; if nothing was found yet it ends more than that."""
    try:
        search()
    except KeyboardInterrupt:
        if not plan.may_stop or not len(ends):
            raise
        return True
    return False


def _is_rolled(ends: Ends) -> list[bool]:
    return [isinstance(item.fact, DiceRolled) for end in ends for item in end.story]
