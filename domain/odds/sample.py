"""Where the ways are too many to try them all: a number of them at random, with how far the shares may be out."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, NamedTuple

from domain.kernel.chance import SeededChance
from domain.odds.ends import Ends
from domain.odds.script import Script
from domain.odds.tree import Knot, Tree

SAMPLES = 5_000
LEARNT = 200  # of them tell what in a report is only of the dice
SEED = 1863  # always the same: who asks twice gets the same answer, and it is nobody's dice
WIDE = 1.959964  # 95 % of a normal distribution lies within so many deviations


class Interval(NamedTuple):
    low: float
    high: float


def wilson(share: Fraction, samples: int) -> Interval:
    """The 95 % interval of a share that was sampled; honest also near 0 and 1, where a standard error is not."""
    p, z = float(share), WIDE * WIDE / samples
    middle, spread = p + z / 2, WIDE * math.sqrt(p * (1 - p) / samples + z / (4 * samples))
    return Interval(max(0.0, (middle - spread) / (1 + z)), min(1.0, (middle + spread) / (1 + z)))


def sample(tree: Tree, state: Any, ends: Ends, samples: int) -> None:
    """Finds so many ways at random, each with the same weight. `state` stays as it is."""
    trunk, luck, each = tree.trunk(state), SeededChance(SEED), Fraction(1, samples)
    for done in range(1, samples + 1):
        node = trunk
        while node.goes_on:
            node = _step(tree, node, luck, ends) if done <= LEARNT else tree.step(node, luck, is_last=node is not trunk)
        ends.add(node.state, each, node.story, each, node.total)
        if tree.progress:
            tree.progress(done, samples)


def _step(tree: Tree, node: Knot, luck: SeededChance, ends: Ends) -> Knot:
    """A step, and the same on other dice that the rules take alike, to learn what is only of the dice."""
    leaf = tree.step(node, luck)
    if tree.others and ends.detail:
        ends.learn(leaf.story, tree.step(node, Script(tree.others)).story)
    return leaf
