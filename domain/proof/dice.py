"""The dice proofs: fair dice leave no gap, and where their seed is known each face and card is computed anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from domain.games.settings import makes_together, seals_cards
from domain.kernel import core
from domain.kernel import facts as f
from domain.kernel.chance import NO_END, Luck, fair_face, main_luck
from domain.kernel.core import EVOLVE, Core
from domain.kernel.errors import RefightError, VerificationFailed
from domain.kernel.packs import Pack
from domain.kernel.reasons import brief
from domain.kernel.shares import LINKS, linked, sealed_seed
from domain.kernel.system import Setup, System
from domain.log.links import Place
from domain.proof.together import Together

KNOWN = "known to "  # before the party that could have known so many dice


@dataclass
class Rolls:
    """What is known of dice and piles at an entry. What is wrong with them is kept: the chain is told of first."""

    core: Core[Any] = field(default_factory=lambda: Core(sides=()))
    piles: set[str] = field(default_factory=set)  # decks whose draw pile is known to the last card
    luck: Luck = field(default_factory=main_luck)
    tally: Counter[str] = field(default_factory=Counter)  # dice and cards, named as in `Proof`
    exact: bool = True  # no withheld entry since the last fair die
    shown: int = NO_END  # the entry that reveals the seed of its own line
    wrong_seed: VerificationFailed | None = None
    wrong_roll: VerificationFailed | None = None
    together: Together = field(default_factory=Together)

    @property
    def proved(self) -> str:
        """How the tally calls a die that is what it must be."""
        if not self.together.last:
            return "dice_proved"
        return "dice_held" if self.together.knower else "dice_together"

    @property
    def unproved(self) -> str:
        """How it calls one that cannot be computed: its seed is to be revealed, or is made of what is withheld here."""
        return "dice_unseen" if self.together.last else "dice_open"

    def count(self) -> None:
        """One more die that is what it must be, and who could have known it."""
        self.tally[self.proved] += 1
        if self.proved == "dice_held":
            self.tally[f"{KNOWN}{self.together.knower}"] += 1

    def copy(self) -> Rolls:
        decks = {name: list(cards) for name, cards in self.core.decks.items()}
        kept: Core[Any] = Core(sides=self.core.sides, decks=decks, fair_dice=self.core.fair_dice)
        together = self.together.copy()
        return replace(self, core=kept, piles=set(self.piles), tally=self.tally.copy(), together=together)


class Lines(Protocol):
    """What must be known of lines beyond the entries that were read so far."""

    def start(self, started: f.GameStarted) -> Core[Any]:
        """With the decks as they lie before the first order."""

    def promised(self, name: str) -> str:
        """The commitment a line was opened with."""

    def seed(self, name: str) -> str:
        """The one that was promised, if it is revealed anywhere on the line; else nothing."""

    def rolled(self, name: str) -> int:
        """The number after the last fair die of a line to its end; NO_END if that cannot be known."""


@dataclass
class DiceProof:
    """Follows the dice of all lines of a game, fact by fact."""

    lines: Lines
    game: str = ""
    together: bool = False  # its dice are to be made of shares of all
    sealed: bool = False  # and its cards with a secret of the host besides

    def take(self, rolls: Rolls, line: Place, number: int, fact: f.Fact | None, order: int) -> None:
        """The next fact that bears on dice, or None for an entry that is withheld; and the order it belongs to."""
        if isinstance(fact, f.SeedRevealed):
            self._check_seed(rolls, line, number, fact)
        elif rolls.wrong_roll is None:
            try:
                self._follow(rolls, line, number, fact, order)
            except VerificationFailed as error:
                rolls.wrong_roll = error

    def _check_seed(self, rolls: Rolls, line: Place, number: int, fact: f.SeedRevealed) -> None:
        rolls.shown = min(rolls.shown, number)
        links = LINKS if rolls.together.last else 1
        if rolls.wrong_seed is None and not keeps(self.lines.promised(line.name), fact.seed, links):
            rolls.wrong_seed = line.failed(number, f"reveals a seed that is not the one {line.name} was opened with")

    def _follow(self, rolls: Rolls, line: Place, number: int, fact: f.Fact | None, order: int) -> None:
        if isinstance(fact, f.DiceRolled | f.CardDrawn):
            if rolls.together.last and fact.source == "fair":
                rolls.together.spend(line, number, fact, order, self.game, rolls.exact)
            self._roll(rolls, line, number, fact)
            EVOLVE[type(fact)](rolls, fact)
        elif isinstance(fact, f.OrderWaits | f.SharesDeposited | f.SharesPromised):
            self._together(rolls, line, number, fact)
        elif fact is None:
            rolls.exact = False
            rolls.piles.clear()
        elif isinstance(fact, f.DeckShuffled):
            rolls.piles.add(fact.deck)
            EVOLVE[f.DeckShuffled](rolls, fact)
        elif isinstance(fact, f.LineOpened):
            self._branch(rolls, line, fact)
        elif isinstance(fact, f.GameStarted):
            self.game, self.together, self.sealed = fact.game, makes_together(fact), seals_cards(fact)
            rolls.core = self.lines.start(fact)
            rolls.piles, rolls.together = set(rolls.core.decks), Together.begin(fact.commitments)

    def _together(
        self, rolls: Rolls, line: Place, number: int, fact: f.OrderWaits[Any] | f.SharesDeposited | f.SharesPromised
    ) -> None:
        if not rolls.together.last:
            return
        if isinstance(fact, f.SharesDeposited):
            rolls.together.deposit(line, number, fact)
        elif isinstance(fact, f.SharesPromised):
            rolls.together.promise(line, number, fact)
        else:
            rolls.together.stand(line, number, fact)

    def _branch(self, rolls: Rolls, line: Place, opened: f.LineOpened) -> None:
        low = high = 0
        if opened.luck == "same":
            low = rolls.core.fair_dice
            high = max(low, self.lines.rolled(opened.parent))
        if not low <= opened.luck_until <= high:
            taken = f"takes the parent's dice up to number {opened.luck_until}"
            raise line.failed(line.at + 1, f"{taken}, which is not from {low} to {high}")
        EVOLVE[f.LineOpened](rolls, opened)
        rolls.together = Together.begin(opened.commitments, rolls.together.told)
        rolls.exact = rolls.exact or opened.luck == "fresh"
        rolls.luck, rolls.shown = rolls.luck.branch(line.name, opened.luck_until), NO_END

    def _roll(self, rolls: Rolls, line: Place, number: int, fact: f.DiceRolled | f.CardDrawn) -> None:
        _check_faces(line, number, fact)
        if fact.source != "fair":
            rolls.tally["dice_entered"] += len(fact.faces) if isinstance(fact, f.DiceRolled) else 1
            return
        _check_number(rolls, line, number, fact)
        if self.together and not rolls.together.last:
            rolls.tally["dice_alone"] += len(fact.faces) if isinstance(fact, f.DiceRolled) else 1
        if isinstance(fact, f.DiceRolled):
            self._check_dice(rolls, line, number, fact)
        else:
            self._check_card(rolls, line, number, fact)
        rolls.exact = True

    def _check_dice(self, rolls: Rolls, line: Place, number: int, fact: f.DiceRolled) -> None:
        for place, face in enumerate(fact.faces):
            true = self._face(rolls, line, number, fact.number + place, fact.sides)
            if true is None:
                rolls.tally[rolls.unproved] += 1
            elif true != face:
                raise line.failed(
                    number,
                    f"has a wrong roll ({brief(fact.why)}): die {place + 1} of {len(fact.faces)} shows {face}, "
                    f"the seed gives {true}",
                )
            else:
                rolls.count()

    def _check_card(self, rolls: Rolls, line: Place, number: int, fact: f.CardDrawn) -> None:
        pile = rolls.core.decks.get(fact.deck, []) if fact.deck in rolls.piles else []
        if fact.deck in rolls.piles and fact.card not in pile:
            raise line.failed(number, f"draws {fact.card}, which is not in the pile of {fact.deck}")
        place = self._face(rolls, line, number, fact.number, max(len(pile), 1), sealed=self.sealed)
        if place is None:
            is_sealed = self.sealed and bool(rolls.together.seed)
            rolls.tally["dice_open" if is_sealed else rolls.unproved] += 1
        elif not pile:
            rolls.tally["dice_unseen"] += 1
        elif pile[place - 1] != fact.card:
            raise line.failed(
                number, f"has a wrong card from {fact.deck}: it shows {fact.card}, the seed gives {pile[place - 1]}"
            )
        else:
            rolls.count()

    def _face(
        self, rolls: Rolls, line: Place, entry: int, number: int, sides: int, *, sealed: bool = False
    ) -> int | None:
        """What the die must show; None while its seed is not known."""
        if rolls.together.last:
            made = self._made(rolls, line, entry, sealed=sealed)
            return fair_face(made, self.game, line.name, number, sides) if made else None
        stream = rolls.luck.line(number)
        if not self.lines.promised(stream):
            raise line.failed(entry, f"claims a fair die, but {stream} was opened without the promise of a seed")
        if stream == line.name and entry > rolls.shown:
            raise line.failed(entry, f"rolls a die that could be foreseen: entry {rolls.shown} shows the seed")
        seed = self.lines.seed(stream)
        return fair_face(seed, self.game, stream, number, sides) if seed else None

    def _made(self, rolls: Rolls, line: Place, entry: int, *, sealed: bool) -> str:
        """The seed that all made together, with what seals it; nothing while a part of it is not known."""
        if entry > rolls.shown:
            raise line.failed(entry, f"rolls dice that could be foreseen: entry {rolls.shown} shows the host's secret")
        made = rolls.together.seed
        secret = self.lines.seed(line.name) if sealed and made else ""
        return sealed_seed(secret, made) if secret else "" if sealed else made


def _check_faces(line: Place, number: int, fact: f.DiceRolled | f.CardDrawn) -> None:
    """No die, whoever rolled it, shows a face it has not; no number lies beyond all dice."""
    if isinstance(fact, f.DiceRolled) and not all(1 <= face <= fact.sides for face in fact.faces):
        raise line.failed(number, f"has a die of {fact.sides} sides that shows {', '.join(map(str, fact.faces))}")
    if not 0 <= fact.number <= NO_END // 2:
        raise line.failed(number, f"bears the die number {fact.number}, which no die can have")


def _check_number(rolls: Rolls, line: Place, number: int, fact: f.DiceRolled | f.CardDrawn) -> None:
    wanted = rolls.core.fair_dice
    if fact.number != wanted and (rolls.exact or fact.number < wanted):
        raise line.failed(
            number,
            f"rolls fair die number {fact.number} where number {wanted} is next: dice were left out or reused",
        )


def keeps(promised: str, seed: str, links: int = 1) -> bool:
    """Whether this is the seed that was promised, or the beginning of a chain of so many links."""
    try:
        return bool(seed) and linked(seed, links) == promised
    except ValueError:
        return False


def laid_out(started: f.GameStarted, pack: Pack, systems: Mapping[str, System[Any]]) -> Core[Any]:
    """Only a system knows which decks are laid out before the first order."""
    system = systems.get(started.system)
    try:
        state = system.initial(Setup(started, pack)) if system else None
    except (RefightError, LookupError):
        state = None
    return state.core if state is not None else core.start(started)
