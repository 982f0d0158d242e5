"""Orders picked at random, for games that nobody plays."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from domain.kernel.chapter import Choice

Kinds = Mapping[str, list[Choice]]


def by_kind(choices: Iterable[Choice]) -> Kinds:
    """In the order of their names, so that the same luck picks the same."""
    found: defaultdict[type[Any], list[Choice]] = defaultdict(list)
    for choice in choices:
        found[type(choice.order)].append(choice)
    return {kind.__name__: found[kind] for kind in sorted(found, key=lambda kind: kind.__name__)}


def picked(rng: random.Random, kinds: Kinds) -> Choice:
    """Any kind of order first, then any of that kind: ten thousand moves must not drown the word that ends a phase."""
    return rng.choice(kinds[rng.choice(list(kinds))])


def picked_shyly(rng: random.Random, kinds: Kinds, shy: Mapping[str, float]) -> Choice:
    """The same where fights are wanted, so that phases end seldom: some kinds have less weight than others."""
    names = list(kinds)
    return rng.choice(kinds[rng.choices(names, [shy.get(name, 1.0) for name in names])[0]])
