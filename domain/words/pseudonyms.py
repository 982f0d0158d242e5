"""Names of people kept out of what is stored: a pseudonym for each, and texts without names and addresses."""

from __future__ import annotations

import re
from collections.abc import Sequence

from domain.kernel.errors import BadInput

MAX_PEOPLE = 1000
MOST_WORDS, LONGEST = 8, 200  # of a name that is looked for in texts
E_MAIL = "[e-mail]"
_ADDRESS = re.compile(r"(?<![\w.+%-])[\w.+%-]++@[\w-]++(?:\.[\w-]++)++")
_HALF = re.compile(r"\b[A-Z]\w{2,}")
_GENERAL = frozenset({"player", "side", "team", "army", "general", "observer", "guest", "the"})
_WORD = re.compile(r"\w+")
_PARTS = re.compile(
    r"[_\s-]+|(?<=[a-z])(?=[A-Z])|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])"
)  # where a label's words part
_RUN = re.compile(r"[\W_]+")
_LEAST_WITHIN = 4  # letters of a name that is found inside another word: `annaVben`


class Pseudonyms:
    """Player 1, Player 2 … in the order people are met; `names` are what they want to be called instead.

    Whoever bears one of these names already keeps it; the others take them in order.
    """

    def __init__(self, names: Sequence[str] = (), word: str = "Player") -> None:
        self._word, self._met = word, dict[str, str]()
        self._names: dict[str, str] = {}  # to be looked for -> shown
        self._lengths: dict[str, list[int]] = {}  # first word of a name -> of how many words, most first
        self._looked_for: re.Pattern[str] | None = None  # how any name begins
        self._wanted = {_folded(name): name.strip() for name in names if name.strip()}
        self._borne: set[str] = set()  # wanted names that somebody bears already

    @property
    def shown(self) -> tuple[str, ...]:
        """What the people met so far are called, in order of appearance."""
        return tuple(dict.fromkeys(self._met.values()))

    def expect(self, real: str) -> None:
        """Somebody who will be met: a wanted name that is theirs already goes to nobody else."""
        if (key := _folded(real)) in self._wanted:
            self._borne.add(key)

    def of(self, real: str) -> str:
        """What to call a person; nobody has no name."""
        key = _folded(real)
        if not key:
            return ""
        if key not in self._met:
            if len(self._met) >= MAX_PEOPLE:
                raise BadInput(f"more than {MAX_PEOPLE} people are named here; these are hardly the players of a game")
            self.expect(real)
            own = self._wanted.get(key, "")
            self._met[key] = own if own and own not in self._met.values() else self._next()
            if self._met[key] != own:
                self._learn(real, self._met[key])
        return self._met[key]

    def also(self, real: str, shown: str) -> None:
        """Another name of somebody met: files know people by a password too."""
        key = _folded(real)
        if key and key not in self._met:
            self._met[key] = shown
            self._learn(real, shown)

    def unnamed(self) -> str:
        """What to call somebody whose name is not to be looked for, since it is a word of the game itself."""
        shown = self._next()
        self._met[f"\0{len(self._met)}"] = shown
        return shown

    def scrub(self, text: str, instead: str = "") -> str:
        """A text without e-mail addresses, and with pseudonyms for the people met so far, or one word instead of them
        all. Do it once to a text."""
        if "@" in text:
            text = _ADDRESS.sub(E_MAIL, text)
        if not self._names or not text or not self._may_name(text):
            return text
        words, kept, at = list(_WORD.finditer(text)), list[str](), 0
        for place, word in enumerate(words):
            found = self._at(text, words, place) if word.start() >= at else None
            if found:
                kept += [text[at : word.start()], instead or found[1]]
                at = found[0]
        return "".join([*kept, text[at:]])

    def _may_name(self, text: str) -> bool:
        """Whether any name may begin in it: most texts hold none, and to go through their words takes long."""
        if self._looked_for is None:
            self._looked_for = re.compile("|".join(map(re.escape, self._lengths)))
        return self._looked_for.search(text.casefold()) is not None

    def label(self, text: str) -> str:
        """A short label, such as the name of a file, without people's names, though words be run together in it."""
        words = plain = _PARTS.sub(" ", text[:LONGEST])
        for name in sorted(self._names, key=len, reverse=True):
            letters = _RUN.sub("", name)
            if len(letters) >= _LEAST_WITHIN:
                within = re.compile(r"[\W_]*".join(map(re.escape, letters)), re.IGNORECASE)
                words = within.sub(f" {self._names[name]} ", words)
        words = self.scrub(words)
        return text[:LONGEST] if words == plain else " ".join(words.split())

    def _at(self, text: str, words: Sequence[re.Match[str]], place: int) -> tuple[int, str] | None:
        """Where the longest name that begins with this word ends, and what stands for it."""
        start = words[place].start()
        for length in self._lengths.get(words[place][0].casefold(), ()):
            last = place + length - 1
            end = words[last].end() if last < len(words) else len(text) + LONGEST
            shown = self._names.get(_folded(text[start:end])) if end - start <= LONGEST else None
            if shown is not None:
                return end, shown
        return None

    def _next(self) -> str:
        taken = {_folded(shown) for shown in self._met.values()}
        wanted = [name for key, name in self._wanted.items() if key not in taken | self._borne]
        numbers = (f"{self._word} {n}" for n in range(1, len(taken) + 2))
        return next(name for name in (*wanted, *numbers) if _folded(name) not in taken)

    def _learn(self, real: str, shown: str) -> None:
        """A name of one letter is no name: it would be found everywhere. Of a long one the beginning will do."""
        words = list(_WORD.finditer(real))[:MOST_WORDS]
        name = _folded(real[words[0].start() : words[-1].end()][:LONGEST]) if words else ""
        if len(name) < 2:
            return
        self._names[name] = shown
        self._looked_for = None
        lengths = self._lengths.setdefault(words[0][0].casefold(), [])
        if len(words) not in lengths:
            lengths.append(len(words))
            lengths.sort(reverse=True)


def half_names(name: str) -> list[str]:
    """The parts of a name in several words: friends call each other by one of them."""
    return [part for part in _HALF.findall(name) if _folded(part) not in _GENERAL] if " " in name.strip() else []


def _folded(name: str) -> str:
    return " ".join(name.casefold().replace("’", "'").split())
