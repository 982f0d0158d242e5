"""The rules of a system in our words, as its book has them: found by id, by chapter and by word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from cli.shell.errors import nearest
from domain.kernel.chapter import Reading
from domain.kernel.errors import NotFound
from domain.kernel.system import System
from rules.texts import Rule, book_text


class Rulebook(NamedTuple):
    source: str
    rules: tuple[Rule, ...]

    def under(self, id: str) -> list[Rule]:
        """A rule and all below it, in order: 11.6 holds 11.6a, and 16.0 is the whole of 16."""
        wanted = _key(id.removesuffix(".0"))
        return [rule for rule in self.rules if _key(rule.id) == wanted or _is_below(_key(rule.id), wanted)]

    def above(self, id: str) -> list[Rule]:
        return [rule for rule in self.rules if _is_below(_key(id), _key(rule.id))]

    def chapters(self) -> list[Rule]:
        return [rule for rule in self.rules if not self.above(rule.id)]

    def about(self, dispute: str) -> list[Rule]:
        return [rule for rule in self.rules if dispute in rule.readings]

    def with_words(self, text: str, among: Iterable[Rule]) -> list[Rule]:
        words = text.casefold().split()
        return [rule for rule in among if all(word in _searched(rule) for word in words)]


class Disputes(NamedTuple):
    """What a system leaves to choose and what it has settled, as far as some rules are concerned."""

    readings: Mapping[str, Reading]
    settled: Mapping[str, str]
    options: Mapping[str, str]


def read_rulebook(key: str) -> Rulebook | None:
    """The rules a system comes with; None if it has none in words."""
    found = book_text(key)
    return Rulebook(found.source, found.rules) if found else None


def rules_named(book: Rulebook, rules: System[Any], id: str) -> list[Rule]:
    found = book.under(id)
    if not found:
        beside = [each.id for each in _neighbours(book, id)]
        hint = nearest(id, beside or [*(each.id for each in book.rules), *rules.book.readings, *rules.book.settled])
        hint = hint or f"; `refight rule {rules.key}` lists the chapters"
        raise NotFound(f"{rules.key} has no rule {id!r}{hint}")
    return found


def spelt_rule(rules: System[Any], id: str) -> str:
    """A rule's id as its book spells it; as it was typed where the system has no book."""
    book = read_rulebook(rules.key)
    found = rules_named(book, rules, id) if book else []
    return next((one.id for one in found if _key(one.id) == _key(id)), id)


def _neighbours(book: Rulebook, id: str) -> list[Rule]:
    """The rules of the smallest section such an id would stand in."""
    ends = [end for end in range(len(id) - 1, 0, -1) if not id[end - 1 : end + 1].isdigit()]
    return next((found for end in ends if (found := book.under(id[:end].rstrip(".(")))), [])


def disputes_of(rules: System[Any], book: Rulebook, found: Sequence[Rule]) -> Disputes:
    """All that touches these rules; an optional rule is known by the citation its words open with."""
    among = [*book.above(found[0].id), *found]
    named = {dispute for each in among for dispute in each.readings}
    named |= {name for name, reading in rules.book.readings.items() if any(reading.rule == each.id for each in among)}
    cited = {name: book.under(text.split()[0]) for name, text in rules.book.option_texts.items() if text.split()}
    optional = [name for name, each in cited.items() if any(one in found for one in each)]
    return Disputes(
        _only(rules.book.readings, named), _only(rules.book.settled, named), _only(rules.book.option_texts, optional)
    )


def _only(of: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    wanted = set(names)
    return {name: what for name, what in of.items() if name in wanted}


def _key(id: str) -> str:
    """8.6(2) may be typed 8.6.2, which a shell takes as it is; capitals do not matter."""
    return re.sub(r"\((\w+)\)", r".\1", id).lower()


def _is_below(id: str, top: str) -> bool:
    """8.1 holds 8.1a and not 8.12; FF.def holds FF.def.1 and not FF.defmod, for a word is not cut."""
    rest = id.removeprefix(top)
    if not top or rest in ("", id):
        return False
    return not (rest[0].isdigit() if top[-1].isdigit() else rest[0].isalpha() and top[-2:].isalpha())


def _searched(rule: Rule) -> str:
    return f"{rule.id} {rule.title} {rule.text} {rule.table}".casefold()


def book_of(system: str) -> dict[str, str]:
    """The rules of a system by id; none where it comes with no rules in words."""
    found = read_rulebook(system)
    return {rule.id: ": ".join(filter(None, (rule.title, rule.text))) for rule in found.rules} if found else {}
