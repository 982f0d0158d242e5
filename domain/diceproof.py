"""The dice proofs: fair dice leave no gap, and where their seed is known each face and card is computed anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from domain import facts as f
from domain.chance import NO_END, Luck, commitment, fair_face, main_luck
from domain.core import EVOLVE, Core
from domain.links import FoundLine, home


@dataclass
class Tally:
    """Dice and cards, each counted once."""

    proved: int = 0
    open: int = 0
    entered: int = 0
    unseen: int = 0


@dataclass
class _Sofar:
    """What is known of dice and piles at an entry."""

    core: Core[Any]
    piles: set[str]  # decks whose draw pile is known to the last card
    exact: bool = True  # no withheld entry since the last fair die

    def copy(self) -> _Sofar:
        decks = {name: list(cards) for name, cards in self.core.decks.items()}
        core: Core[Any] = Core(sides=self.core.sides, decks=decks, fair_dice=self.core.fair_dice)
        return _Sofar(core, set(self.piles), self.exact)


@dataclass
class DiceProof:
    """Walks each line once; a branch goes on from what was so at the entry it leaves its parent."""

    lines: Mapping[str, FoundLine]
    core: Core[Any]
    elsewhere: Mapping[str, str] = field(default_factory=dict)  # seeds revealed in entries not among the lines
    later: Mapping[str, int] = field(default_factory=dict)  # fair dice rolled in them, by line
    tally: Tally = field(default_factory=Tally)
    ignored: Tally = field(default_factory=Tally)  # of entries that only lead to a line's opening
    seeds: dict[str, str] = field(default_factory=dict)
    shown: dict[str, int] = field(default_factory=dict)  # line to the entry that reveals its seed
    luck: dict[str, Luck] = field(default_factory=dict)
    branches: dict[str, list[tuple[int, str]]] = field(default_factory=dict)  # line to those that leave it, and where
    leaving: dict[str, _Sofar] = field(default_factory=dict)
    rolled: dict[str, int] = field(default_factory=dict)  # fair dice of each line that is here to its end
    game: str = ""

    def run(self) -> Tally:
        for line in self.lines.values():
            self._learn_seed(line)
            left = home(self.lines, line.parent, line.at)
            if left is not None:
                self.branches.setdefault(left.name, []).append((line.at, line.name))
        for line in self.lines.values():
            self._open(line)
            self._walk(line)
        return self.tally

    def _learn_seed(self, line: FoundLine) -> None:
        promised = line.opening().commitment
        for number, fact in line.marked:
            if isinstance(fact, f.SeedRevealed):
                if not _keeps(promised, fact.seed):
                    raise line.failed(number, f"reveals a seed that is not the one {line.name} was opened with")
                self.seeds[line.name] = fact.seed
                self.shown.setdefault(line.name, number)
        found = self.elsewhere.get(line.name, "")
        if line.name not in self.seeds and _keeps(promised, found):
            self.seeds[line.name] = found

    def _open(self, line: FoundLine) -> None:
        opened = line.opening()
        if isinstance(opened, f.GameStarted):
            self.game, self.luck[line.name] = opened.game, main_luck(line.name)
            self.leaving[line.name] = _Sofar(self.core, set(self.core.decks))
            return
        sofar = self.leaving[line.name]
        if opened.parent != getattr(home(self.lines, line.parent, line.at), "name", ""):
            raise line.failed(line.at + 1, f"leaves {opened.parent} at an entry that {opened.parent} does not hold")
        low, high = sofar.core.fair_dice, self.rolled.get(opened.parent, NO_END)
        if opened.luck == "fresh":
            low = high = 0
        if not low <= opened.luck_until <= high:
            taken = f"takes the parent's dice up to number {opened.luck_until}"
            raise line.failed(line.at + 1, f"{taken}, which is not from {low} to {high}")
        EVOLVE[f.LineOpened](sofar, opened)
        sofar.exact = sofar.exact or opened.luck == "fresh"
        self.luck[line.name] = self.luck[opened.parent].branch(line.name, opened.luck_until)

    def _walk(self, line: FoundLine) -> None:
        sofar = self.leaving.pop(line.name)
        children = sorted(self.branches.get(line.name, []))
        for number, fact in line.marked:
            while children and children[0][0] < number:
                self.leaving[children.pop(0)[1]] = sofar.copy()
            self._take(line, number, fact, sofar)
        for _, name in children:
            self.leaving[name] = sofar.copy()
        if sofar.exact and (line.last == NO_END or line.name in self.later):
            self.rolled[line.name] = max(sofar.core.fair_dice, self.later.get(line.name, 0))

    def _tally(self, line: FoundLine, entry: int) -> Tally:
        return self.tally if entry <= line.last else self.ignored

    def _take(self, line: FoundLine, number: int, fact: f.Fact | None, sofar: _Sofar) -> None:
        if fact is None:
            sofar.exact = False
            sofar.piles.clear()
        elif isinstance(fact, f.DiceRolled | f.CardDrawn):
            self._check_faces(line, number, fact)
            if fact.source == "fair":
                self._check_number(line, number, fact, sofar)
                self._check_fair(line, number, fact, sofar)
                sofar.exact = True
            else:
                self._tally(line, number).entered += len(fact.faces) if isinstance(fact, f.DiceRolled) else 1
            EVOLVE[type(fact)](sofar, fact)
        elif isinstance(fact, f.DeckShuffled):
            sofar.piles.add(fact.deck)
            EVOLVE[type(fact)](sofar, fact)

    def _check_faces(self, line: FoundLine, number: int, fact: f.DiceRolled | f.CardDrawn) -> None:
        """No die, whoever rolled it, shows a face it has not; no number lies beyond all dice."""
        if isinstance(fact, f.DiceRolled) and not all(1 <= face <= fact.sides for face in fact.faces):
            raise line.failed(number, f"has a die of {fact.sides} sides that shows {', '.join(map(str, fact.faces))}")
        if not 0 <= fact.number <= NO_END // 2:
            raise line.failed(number, f"bears the die number {fact.number}, which no die can have")

    def _check_number(self, line: FoundLine, number: int, fact: f.DiceRolled | f.CardDrawn, sofar: _Sofar) -> None:
        wanted = sofar.core.fair_dice
        if fact.number != wanted and (sofar.exact or fact.number < wanted):
            raise line.failed(
                number,
                f"rolls fair die number {fact.number} where number {wanted} is next: dice were left out or reused",
            )

    def _check_fair(self, line: FoundLine, number: int, fact: f.DiceRolled | f.CardDrawn, sofar: _Sofar) -> None:
        if isinstance(fact, f.CardDrawn):
            self._check_card(line, number, fact, sofar)
            return
        for place, face in enumerate(fact.faces):
            true = self._face(line, number, fact.number + place, fact.sides)
            if true is None:
                self._tally(line, number).open += 1
            elif true != face:
                raise line.failed(
                    number,
                    f"has a wrong roll ({fact.why}): die {place + 1} of {len(fact.faces)} shows {face}, "
                    f"the seed gives {true}",
                )
            else:
                self._tally(line, number).proved += 1

    def _check_card(self, line: FoundLine, number: int, fact: f.CardDrawn, sofar: _Sofar) -> None:
        pile = sofar.core.decks.get(fact.deck, []) if fact.deck in sofar.piles else []
        if fact.deck in sofar.piles and fact.card not in pile:
            raise line.failed(number, f"draws {fact.card}, which is not in the pile of {fact.deck}")
        place = self._face(line, number, fact.number, max(len(pile), 1))
        if place is None:
            self._tally(line, number).open += 1
        elif not pile:
            self._tally(line, number).unseen += 1
        elif pile[place - 1] != fact.card:
            raise line.failed(
                number, f"has a wrong card from {fact.deck}: it shows {fact.card}, the seed gives {pile[place - 1]}"
            )
        else:
            self._tally(line, number).proved += 1

    def _face(self, line: FoundLine, entry: int, number: int, sides: int) -> int | None:
        """What the die must show; None while its seed is not known."""
        stream = self.luck[line.name].line(number)
        if not self.lines[stream].opening().commitment:
            raise line.failed(entry, f"claims a fair die, but {stream} was opened without the promise of a seed")
        if stream == line.name and entry > self.shown.get(stream, entry):
            raise line.failed(entry, f"rolls a die that could be foreseen: entry {self.shown[stream]} shows the seed")
        seed = self.seeds.get(stream)
        return None if seed is None else fair_face(seed, self.game, stream, number, sides)


def _keeps(promised: str, seed: str) -> bool:
    try:
        return bool(seed) and commitment(seed) == promised
    except ValueError:
        return False
