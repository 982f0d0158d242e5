"""Legal orders on one screen: a paragraph for each unit, cut to what there is room for."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cli.shell.output import height, width
from domain.games.offers import Offer, offers
from domain.kernel.chapter import Choice
from domain.kernel.system import System
from domain.words.phrases import listed, phrase

MOST_LINES = 4  # of one unit among several
REST = 3  # lines kept for what stands beneath


def on_screen(
    system: System[Any], state: Any, choices: Iterable[Choice], names: Mapping[str, str], viewer: str | None
) -> list[str]:
    """As many units as there are lines, each with as much as fits."""
    seen = {counter.id: counter.name for counter in system.sight.board(state, viewer).counters}
    found = offers(system, state, choices, names, seen)
    room = max(1, height() - REST)
    shown = found[:room]
    each = room if len(shown) == 1 else min(MOST_LINES, max(1, room // len(shown))) if shown else 0
    sides = {offer.by for offer in found}
    lines = [line for offer in shown for line in _told(offer, each, with_side=len(sides) > 1)]
    left = len(found) - len(shown)
    return [*lines, *([phrase("and {0} more; name a unit or a kind of order to see them", left)] if left else [])]


def only_some(kinds: Sequence[str]) -> list[str]:
    """Of which kinds of order a list shows a sample."""
    said = phrase("of {0} some are listed; any other that the rules allow may be given", listed(kinds))
    return [said] if kinds else []


def _told(offer: Offer, most: int, *, with_side: bool) -> list[str]:
    side = f"{offer.by}> " if with_side else ""
    head = f"{side}{offer.name}: " if offer.name else side
    few = sorted(offer.verbs.items(), key=lambda one: len(one[1]))  # many moves do not bury the rest
    said = head + "; ".join(_listed(verb, what) for verb, what in few)
    return textwrap.wrap(said, width(), subsequent_indent="    ", max_lines=most, placeholder=" …")


def _listed(verb: str, what: Mapping[str, str]) -> str:
    each: Sequence[str] = [f"{one} ({price})" if price else one for one, price in what.items() if one]
    return f"{verb} {', '.join(each)}".strip()
