"""Whose a counter is: by what is marked on it, by the prototypes it is made of, by its tray, by who may handle it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from domain.formats.vmod.slots import SlotKnown

MARKERS = (
    "side",
    "unit side",
    "unitside",
    "nation",
    "nationality",
    "army",
    "player",
    "faction",
    "country",
    "owner side",
)
NO_SIDES = frozenset({
    "", "both", "none", "neutral", "all", "any", "solitaire", "referee", "observer", "umpire", "marker", "markers",
    "other", "common", "either", "gm", "null", "no", "yes", "true", "false",
})  # fmt: skip
NATIONS = frozenset({
    "allied", "allies", "american", "anglo", "australian", "austrian", "axis", "bavarian", "belgian", "british",
    "canadian", "chinese", "coalition", "confederate", "csa", "dutch", "english", "finnish", "french", "german",
    "hungarian", "italian", "japanese", "parliament", "polish", "prussian", "rebel", "roman", "romanian", "royalist",
    "russian", "saxon", "scottish", "soviet", "spanish", "swedish", "turkish", "union", "usa", "yankee",
})  # fmt: skip
MOST_SIDES = 12
_WORDS = re.compile(r"[^\W\d_]+")
_STEM = 4  # letters in which two names of a side agree at least


class SideFinder:
    """The rule of a whole module: which marker counts, and what its values are called."""

    def __init__(self, roster: Sequence[str], slots: Iterable[SlotKnown]) -> None:
        self.roster = [side for side in roster if side.casefold() not in NO_SIDES]
        listed = list(slots)
        self.marker = _marker(listed)
        self._called: dict[str, str] = {}
        self.sides = dict.fromkeys(self.roster)
        self._only_roster = False
        named = sum(any(self._in_roster(word) for word in self._words(slot, {})) for slot in listed)
        self._only_roster = len(self.roster) > 1 and 2 * named >= len(listed)  # then other nations are theirs, or none
        self.found = Counter(self.side(slot, {}) for slot in listed)

    def side(self, slot: SlotKnown | None, marks: Mapping[str, str]) -> str:
        """As the roster calls it where that can be told; empty for what is nobody's."""
        return next((side for word in self._words(slot, marks) if (side := self._meant(word))), "")

    def _words(self, slot: SlotKnown | None, marks: Mapping[str, str]) -> Iterator[str]:
        if self.marker:
            own = {key.casefold(): value for key, value in {**(slot.marks if slot else {}), **marks}.items()}
            if self.marker in own:
                yield own[self.marker]
                return  # whoever says so for some counters means the others to be nobody's
        if slot is not None and not self.marker:
            yield from (word for name in slot.prototypes for word in self._nations(name))
            yield from (word for folder in slot.tray for word in self._nations(folder))
            if len(slot.restricted) == 1:
                yield slot.restricted[0]

    def _nations(self, text: str) -> Iterator[str]:
        for word in _WORDS.findall(text):
            if word.casefold() in NATIONS or self._in_roster(word):
                yield word

    def _meant(self, word: str) -> str:
        folded = word.casefold().strip()
        if folded in NO_SIDES:
            return ""
        if folded not in self._called:
            called = self._in_roster(word) or ("" if self._only_roster else word.strip())
            if len(self.sides) >= MOST_SIDES and called not in self.sides:
                called = ""
            self._called[folded] = called
            if called:
                self.sides[called] = None
        return self._called[folded]

    def _in_roster(self, word: str) -> str:
        """`German` is `Germans`, `Allied` the `Allies`: alike but for the last letters."""
        folded = word.casefold().strip()
        exact = next((side for side in self.roster if side.casefold() == folded), "")
        return exact or next((side for side in self.roster if _alike(side.casefold(), folded)), "")


def _alike(one: str, other: str) -> bool:
    shared = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return shared >= max(_STEM, max(len(one), len(other)) - 2)


def _marker(slots: Sequence[SlotKnown]) -> str:
    """The first of the usual markers whose values part the counters."""
    values: dict[str, Counter[str]] = {}
    for slot in slots:
        for key, value in slot.marks.items():
            if key.casefold() in MARKERS:
                values.setdefault(key.casefold(), Counter())[value.casefold()] += 1
    for marker in MARKERS:
        found = [value for value in values.get(marker, ()) if value not in NO_SIDES]
        if 2 <= len(found) <= MOST_SIDES:
            return marker
    return ""
