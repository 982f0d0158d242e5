"""The rules of a system in our words, as its book has them: found by id, by chapter and by word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from cli.shell.errors import nearest
from domain.kernel.chapter import Reading
from domain.kernel.errors import BadInput, NotFound
from domain.kernel.system import System
from domain.words.phrases import phrase
from domain.words.scan import known
from rules.texts import Rule, book_text

if TYPE_CHECKING:
    from rules.search import Found


class Rulebook(NamedTuple):
    source: str
    rules: tuple[Rule, ...]

    def under(self, id: str) -> list[Rule]:
        """A rule and all below it, in order: 11.6 holds 11.6a, and 16.0 is the whole of 16."""
        is_there = any(_key(rule.id) == _key(id) for rule in self.rules)
        wanted = _key(id if is_there else id.removesuffix(".0"))
        return [rule for rule in self.rules if _key(rule.id) == wanted or _is_below(_key(rule.id), wanted)]

    def above(self, id: str) -> list[Rule]:
        return [rule for rule in self.rules if _is_below(_key(id), _key(rule.id))]

    def chapters(self) -> list[Rule]:
        return [rule for rule in self.rules if not self.above(rule.id)]

    def about(self, dispute: str) -> list[Rule]:
        return [rule for rule in self.rules if dispute in rule.readings]


class ReadingTold(msgspec.Struct, frozen=True, kw_only=True):
    rule: str
    question: str
    choices: dict[str, str]
    default: str


class Reference(msgspec.Struct, frozen=True, kw_only=True):
    """Rules, and what their system leaves to choose or has settled about them."""

    system: str
    source: str
    rules: list[Rule]
    readings: dict[str, ReadingTold]
    settled: dict[str, str]
    options: dict[str, str]


def read_rulebook(key: str) -> Rulebook | None:
    """The rules a system comes with; None if it has none in words."""
    found = book_text(key)
    return Rulebook(found.source, found.rules) if found else None


def the_rulebook(rules: System[Any]) -> Rulebook:
    book = read_rulebook(rules.key)
    if book is None:
        raise NotFound(f"{rules.key} comes with no rules in words; `refight orders {rules.key}` lists its orders")
    return book


def is_id(rules: System[Any], book: Rulebook, text: str) -> bool:
    """Whether a rule or a dispute is called so, or might be: a word with a number in it is meant as one."""
    return bool(book.under(text) or is_dispute(rules, text) or re.search(r"\d", text))


def look_up(rules: System[Any], book: Rulebook, id: str) -> Reference:
    """A rule with all below it and the disputes that touch them, or a dispute with the rules it is about."""
    dispute = _dispute(rules, id)
    if dispute:
        return _reference(rules, book, book.about(dispute), [dispute], ())
    found = rules_named(book, rules, id)
    return _reference(rules, book, found, *_touching(rules, book, found))


def is_dispute(rules: System[Any], name: str) -> bool:
    return _dispute(rules, name) is not None


def _dispute(rules: System[Any], name: str) -> str | None:
    return known(name, (*rules.book.readings, *rules.book.settled))


def _reference(
    rules: System[Any], book: Rulebook, found: list[Rule], disputes: Iterable[str], options: Iterable[str]
) -> Reference:
    readings = _only(rules.book.readings, disputes)
    return Reference(
        system=rules.key,
        source=book.source,
        rules=found,
        readings={name: _told(reading) for name, reading in readings.items()},
        settled=_only(rules.book.settled, disputes),
        options=_only(rules.book.option_texts, options),
    )


def _told(one: Reading) -> ReadingTold:
    return ReadingTold(rule=one.rule, question=one.question, choices=dict(one.choices), default=one.default)


def found_by_word(rules: System[Any], words: str, within: str = "") -> list[Found]:
    """Passages that speak of the words, best first; `within` asks only the rules under one."""
    from rules.search import find

    book = the_rulebook(rules)
    if not words.strip():
        raise BadInput("there is no word to search for")
    return find(rules.key, words, [rule.id for rule in rules_named(book, rules, within)] if within else None)


def unknown_words(rules: System[Any], words: str) -> str:
    """Which of them stand nowhere, with what was perhaps meant; empty if all do."""
    from rules.search import strange, vocabulary

    lost, every = strange(rules.key, words), vocabulary(rules.key)
    said = (phrase("no rule of {0} speaks of {1}", rules.key, repr(word)) + nearest(word, every) for word in lost)
    return " ".join(said)


def rules_named(book: Rulebook, rules: System[Any], id: str) -> list[Rule]:
    found = book.under(id)
    if not found:
        beside = [each.id for each in _neighbours(book, id)]
        hint = nearest(id, beside or [*(each.id for each in book.rules), *rules.book.readings, *rules.book.settled])
        hint = hint or _last_of(beside) or f"; `refight rule {rules.key}` lists the chapters"
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


def _last_of(ids: Sequence[str]) -> str:
    """A number beyond the end of a section: its last ones are near."""
    return f"; the nearest are {', '.join(ids[-3:])}" if ids else ""


def _touching(rules: System[Any], book: Rulebook, found: Sequence[Rule]) -> tuple[set[str], list[str]]:
    """Disputes and optional rules; one of these is known by the citation its words open with."""
    among = [*book.above(found[0].id), *found]
    named = {dispute for each in among for dispute in each.readings}
    named |= {name for name, reading in rules.book.readings.items() if any(reading.rule == each.id for each in among)}
    cited = {name: book.under(text.split()[0]) for name, text in rules.book.option_texts.items() if text.split()}
    return named, [name for name, each in cited.items() if any(one in found for one in each)]


def _only(of: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    wanted = set(names)
    return {name: what for name, what in of.items() if name in wanted}


@lru_cache(maxsize=8192)  # every rule of a few books: each is compared with all others
def _key(id: str) -> str:
    """8.6(2) may be typed 8.6.2, which a shell takes as it is; capitals do not matter."""
    return re.sub(r"\((\w+)\)", r".\1", id).lower()


def _is_below(id: str, top: str) -> bool:
    """8.1 holds 8.1a and not 8.12; FF.def holds FF.def.1 and not FF.defmod, for a word is not cut."""
    rest = id.removeprefix(top)
    if not top or rest in ("", id):
        return False
    return not (rest[0].isdigit() if top[-1].isdigit() else rest[0].isalpha() and top[-2:].isalpha())


def book_of(system: str) -> dict[str, str]:
    """The rules of a system by id; none where it comes with no rules in words."""
    found = read_rulebook(system)
    return {rule.id: ": ".join(filter(None, (rule.title, rule.text))) for rule in found.rules} if found else {}
