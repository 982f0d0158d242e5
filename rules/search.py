"""The rules found by word: every passage of a book, ranked by how much it says of what was asked."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, product
from typing import NamedTuple

import msgspec

from domain.kernel.say import ENGLISH
from rules.texts import BookText, Rule, book_language, book_text, glossary

SATURATION, LENGTH = 1.2, 0.75  # the usual numbers of BM25
HEADING = 4  # a word in a heading counts as often as this
SHORTEST = 3  # letters of a word that may be cut short, or stand for those that begin so
WORDINGS = 16  # of a question whose French words may mean several things
_LITTLE = """
    a an and are as at be by do does for from has have how if in is it its of on or that the their there this to what
    when which who will with au aux d de des du en est et l la le les ou par pour que qui s sur un une
"""
LITTLE = frozenset(_LITTLE.split())
_WORD = re.compile(r"[^\W_]+")
_DOUBLED = re.compile(r"([bdfgmnprt])\1$")
Terms = tuple[str, ...]


class Passage(msgspec.Struct, frozen=True, kw_only=True):
    """What can be found: a rule, a dispute, a settled one, an optional rule, or a term of the glossary."""

    kind: str
    id: str
    title: str = ""
    text: str = ""
    table: str = ""


class Found(Passage, frozen=True, kw_only=True):
    """With the words that were found, as they stand in it, and of its table the rows that hold one."""

    words: tuple[str, ...]


def find(system: str, words: str, among: Iterable[str] | None = None) -> list[Found]:
    """Passages with all the words, or else with any of them, best first; `among` leaves only rules of these ids."""
    index = _index(system, book_language(system))
    asked = [[index.stems(term) for term in terms] for terms in _wordings(system, words, index.spelt)]
    ids = None if among is None else set(among)
    held = [_Held(index, at, asked) for at, one in enumerate(index.passages) if ids is None or one.id in ids]
    most = 1.0 if any(one.share == 1.0 and one.passage.kind != "term" for one in held) else 0.0
    hits = [one for one in held if one.share and one.share >= most]
    return [one.found() for one in sorted(hits, key=lambda one: one.rank)]


def vocabulary(system: str) -> list[str]:
    """Every word of a system's book and glossary, for guessing at what was meant."""
    every = (_WORD.findall(_all_of(one)) for one in _index(system, book_language(system)).passages)
    return sorted({word.lower() for words in every for word in words})


def strange(system: str, words: str) -> list[str]:
    """Those that stand nowhere, and no word begins so."""
    index = _index(system, book_language(system))
    return [word for word in _words(words) if index.holding.keys().isdisjoint(index.stems(stem(word)))]


def marked(text: str, words: Iterable[str], mark: str = "*") -> str:
    wanted = set(words)
    return _WORD.sub(lambda word: f"{mark}{word[0]}{mark}" if word[0] in wanted else word[0], text)


# What was asked


def stem(word: str) -> str:
    """Without accents, capitals and the endings of plurals, -ed and -ing; what is left need not be a word."""
    word = _folded(word)
    if len(word) <= SHORTEST:
        return word
    if word.endswith("ies"):
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) >= SHORTEST + len(ending):
            word = _DOUBLED.sub(r"\1", word.removesuffix(ending))
            break
    return word[:SHORTEST] + word[SHORTEST:].rstrip("e")


def _as_term(words: Iterable[str]) -> Terms:
    """Without accents, plurals and genders, but no shorter: `rang` stays another word than `range`."""
    return tuple(re.sub("(?<=e)e$", "", _folded(word).removesuffix("s")) for word in words)


def _folded(word: str) -> str:
    letters = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _words(text: str) -> list[str]:
    """Those that say something; the little ones too where there are no others."""
    every = _WORD.findall(text)
    return [word for word in every if word.casefold() not in LITTLE] or every


def _terms(text: str) -> Terms:
    return tuple(map(stem, _words(text)))


def _wordings(system: str, words: str, spelt: Collection[str]) -> list[Terms]:
    """With each term of the other language as the book calls it; as asked, unless the book has no such words then."""
    meant, left, parts = _meanings(system, book_language(system)), _words(words), list[Sequence[Terms]]()
    longest = max(map(len, meant), default=0)
    while left:
        heads = (_as_term(left[:size]) for size in range(min(longest, len(left)), 0, -1))
        term = next((head for head in heads if head in meant), ())
        parts.append(meant.get(term, ((stem(left[0]),),)))
        left = left[max(len(term), 1) :]
    told = [sum(each, ()) for each in islice(product(*parts), WORDINGS)]
    is_known = all(_folded(word) in spelt for word in _words(words))
    return list(dict.fromkeys(terms for terms in (*told, *([_terms(words)] if is_known else [])) if terms))


@cache
def _meanings(system: str, language: str) -> Mapping[Terms, tuple[Terms, ...]]:
    """French terms in English where the book is, else English ones in French."""
    found: dict[Terms, tuple[Terms, ...]] = {}
    for english, french in glossary(system).items():
        for term, means in ((each, english) if language == ENGLISH else (english, each) for each in french):
            key = _as_term(_words(term))
            found[key] = tuple(dict.fromkeys((*found.get(key, ()), _terms(means))))
    return found


# What there is


class _Index(NamedTuple):
    passages: tuple[Passage, ...]
    counts: tuple[Counter[str], ...]  # stems, those of headings several times
    holding: Counter[str]  # in how many passages a stem stands
    usual: float  # how long a passage is
    spelt: frozenset[str]  # the words of the book as they are, but for accents

    def stems(self, term: str) -> tuple[str, ...]:
        """The word itself, or those that begin so where nobody uses it."""
        if term in self.holding or len(term) < SHORTEST:
            return (term,)
        return tuple(one for one in self.holding if one.startswith(term)) or (term,)

    def score(self, at: int, stem: str) -> float:
        counts = self.counts[at]
        often, holding = counts[stem], self.holding[stem]
        rare = math.log(1 + (len(self.counts) - holding + 0.5) / (holding + 0.5))
        long = 1 - LENGTH + LENGTH * counts.total() / self.usual
        return rare * often * (SATURATION + 1) / (often + SATURATION * long)


@cache
def _index(system: str, _language: str) -> _Index:
    book = book_text(system)
    passages = tuple(_passages(book, glossary(system))) if book else ()
    counts = tuple(_counted(one) for one in passages)
    usual = sum(map(Counter.total, counts)) / max(len(counts), 1)
    spelt = {_folded(word) for one in passages if one.kind != "term" for word in _WORD.findall(_all_of(one))}
    return _Index(passages, counts, Counter(stem for each in counts for stem in each), usual, frozenset(spelt))


def _counted(one: Passage) -> Counter[str]:
    return Counter(_terms(f"{one.id} {one.title}") * HEADING + _terms(f"{one.text} {one.table}"))


def _passages(book: BookText, terms: Mapping[str, Sequence[str]]) -> Iterator[Passage]:
    yield from map(_of_rule, book.rules)
    for name, said in book.readings.items():
        letters = "; ".join(f"{letter}: {text}" for letter, text in said.items() if letter != "question")
        yield Passage(kind="dispute", id=name, title=said["question"], text=letters)
    yield from (Passage(kind="settled", id=name, text=text) for name, text in book.settled.items())
    yield from (Passage(kind="option", id=name, text=text) for name, text in book.options.items())
    yield from (Passage(kind="term", id=name, text=", ".join(french)) for name, french in terms.items())


def _of_rule(rule: Rule) -> Passage:
    return Passage(kind="rule", id=rule.id, title=rule.title, text=rule.text, table=rule.table)


def _all_of(one: Passage) -> str:
    return f"{one.id} {one.title} {one.text} {one.table}"


class _Held:
    """How much of the best wording of a question one passage holds."""

    def __init__(self, index: _Index, at: int, asked: Sequence[Sequence[tuple[str, ...]]]) -> None:
        self.passage, self.at, self.stems = index.passages[at], at, set(index.counts[at])
        self.wanted = {stem for terms in asked for stems in terms for stem in stems} & self.stems
        self.share = max((self._share(terms) for terms in asked), default=0.0) if self.wanted else 0.0
        self.score = sum(index.score(at, stem) for stem in self.wanted)

    def _share(self, terms: Sequence[tuple[str, ...]]) -> float:
        return sum(not self.stems.isdisjoint(stems) for stems in terms) / len(terms)

    @property
    def rank(self) -> tuple[bool, float, float, int]:
        """Terms only say where to look, so they come last; what is alike stays in the order of the book."""
        return self.passage.kind == "term", -self.share, -self.score, self.at

    def found(self) -> Found:
        one = self.passage
        words = dict.fromkeys(word for word in _WORD.findall(_all_of(one)) if stem(word) in self.wanted)
        rows = [row for row in one.table.splitlines() if not words.keys().isdisjoint(_WORD.findall(row))]
        return Found(
            kind=one.kind, id=one.id, title=one.title, text=one.text, table="\n".join(rows), words=tuple(words)
        )
