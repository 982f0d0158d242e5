"""Where the ways are too many to try them all: a number of them at random, with how far the shares may be out."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, NamedTuple

from domain.kernel.chance import SeededChance
from domain.odds.ends import Ends
from domain.odds.tree import Tree

SAMPLES = 5_000
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
            node = tree.step(node, luck, is_last=node is not trunk)
        ends.add(node.state, each, node.story, each, node.total)
        if tree.progress:
            tree.progress(done, samples)
