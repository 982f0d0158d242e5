"""A decided case as lines on a terminal: the position, each order step by step, and what other readings make of it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby

from cli.shell.output import width
from cli.shell.telling import secret_mark
from domain.cases.telling import CaseStep, CaseTold, OrderTold, Other
from domain.kernel.say import Say
from domain.words.phrases import phrase, some

INDENT = " " * 2
SAID = 6  # of what differs in the end


def told_lines(told: CaseTold, say: Say, *, every: bool = False) -> Iterator[str]:
    yield from told.position[:1]
    about = " ".join(filter(None, (told.text, f"({told.source})" if told.source else "")))
    yield from _wrapped(INDENT, about, INDENT) if about else ()
    for line in told.position[1:]:
        yield from _wrapped(INDENT, line, INDENT * 2)
    for order in told.orders:
        yield ""
        yield from _order(order, say)
    if told.awaited and told.awaited not in [step.words for step in told.orders[-1].steps]:
        yield from _wrapped(INDENT, phrase("still {0}", told.awaited), INDENT * 2)
    yield ""
    yield from _others(told, every)


def _order(order: OrderTold, say: Say) -> Iterator[str]:
    dice = phrase("  (dice {0})", " ".join(map(str, order.dice))) if order.dice else ""
    cards = phrase("  (cards {0})", ", ".join(order.cards)) if order.cards else ""
    for step in order.before:
        if not step.aside:
            yield from _step(step, say)
    yield f"{order.by}> {order.order}{dice}{cards}"
    if order.refused:
        yield from _wrapped(INDENT, phrase("illegal: [{0}] {1}", order.refused, order.reason), INDENT * 2)
    for step in order.steps:
        if not step.aside:
            yield from _step(step, say)
    if order.chosen:
        chosen = phrase("left open in the order, and chosen for {0}: {1}", order.by, " ".join(order.chosen))
        yield from _wrapped(INDENT, chosen, INDENT * 2)


def _step(step: CaseStep, say: Say) -> Iterator[str]:
    """The words, and after them the modifiers and rules they do not name themselves; then the table that was read."""
    modifiers = [(one, say.reason(one)) for one in step.modifiers]
    more = [f"{one.value:+} {why} ({one.cite})" for one, why in modifiers if why not in step.words]
    rules = [rule for rule in step.rules if rule not in step.words and not any(rule in line for line in more)]
    cited = f" [{', '.join(rules)}]" if rules else ""
    yield from _wrapped(INDENT, "; ".join([step.words, *more]) + cited + secret_mark(step.to), INDENT * 2)
    for read in step.tables:
        cell = phrase("{0}, row {1}, column {2}: {3}", read.table, read.row, read.column, read.cell)
        yield from _wrapped(INDENT * 2, cell, INDENT * 3)


def _others(told: CaseTold, every: bool) -> Iterator[str]:
    """Those that change the outcome; those that only change the way to it are counted, unless all are asked for."""
    if not told.asked:
        yield phrase("no disputed rule came up")
        return
    rules = some(len(told.asked), "disputed rule", "disputed rules")
    asked = phrase("{0} came up ({1})", rules, ", ".join(told.asked))
    if not told.other:
        yield from _wrapped("", phrase("{0}; no other reading changes anything", asked), "")
        return
    shown = [other for other in told.other if every or not other.same]
    rest = len({(other.dispute, other.choice) for other in told.other if other.same})
    if shown:
        yield from _wrapped("", phrase("{0}; on the same dice it comes out otherwise under these readings:", asked), "")
    else:
        yield from _wrapped("", phrase("{0}; no other reading changes what comes of it", asked), "")
    yield from _each_other(told, shown)
    if rest and not every:
        readings = some(rest, "other reading changes", "other readings change")
        yield ""
        yield from _wrapped("", phrase("{0} only what is on the way, and not the end (--all lists them)", readings), "")


def _each_other(told: CaseTold, shown: Sequence[Other]) -> Iterator[str]:
    for dispute, group in groupby(shown, key=lambda other: other.dispute):
        found = list(group)
        yield ""
        yield from _wrapped(f"{dispute}  ", f"{found[0].question} [{found[0].rule}]")
        yield from _wrapped(
            INDENT, phrase("{0}  {1} (as decided above)", found[0].played, found[0].played_meaning), INDENT * 3
        )
        for choice, same in groupby(found, key=lambda other: other.choice):
            each = list(same)
            yield from _wrapped(INDENT, f"{choice}  {each[0].meaning}", INDENT * 3)
            for other in each:
                yield from _other(other, len(told.orders) > 1)


def _other(other: Other, is_counted: bool) -> Iterator[str]:
    deep = INDENT * 3
    order = phrase("order {0}: ", other.order) if is_counted else ""
    yield from _wrapped(deep, f"{order}{other.would}", deep + INDENT)
    yield from _wrapped(deep, phrase("instead of: {0}", other.was), deep + INDENT)
    if other.later:
        yield from _wrapped(deep, phrase("then {0}", other.later), deep + INDENT)
    if other.unused:
        yield deep + phrase("{0} would not be asked for", some(other.unused, "die or card", "dice or cards"))
    for line in other.end[:SAID]:
        yield from _wrapped(deep, phrase("in the end: {0}", line), deep + INDENT)
    if other.same:
        yield deep + phrase("in the end nothing is otherwise")
    if len(other.end) > SAID:
        yield deep + phrase("and {0} more differences", len(other.end) - SAID)


def _wrapped(opening: str, text: str, hang: str = INDENT) -> list[str]:
    return textwrap.wrap(opening + text, width(), subsequent_indent=hang, break_on_hyphens=False)
