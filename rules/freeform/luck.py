"""FF.3, FF.4 Dice and cards."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from collections.abc import Iterator

from domain.kernel.chance import MAX_SIDES
from domain.kernel.chapter import Asked, Chapter, Choice, Told, always
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import CardDrawn, CardId, Count, DeckShuffled, Fact, Order, Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason, said
from rules.freeform.state import Deck, State

MAX_DICE = 200  # FF.3.1


class RollDice(Order, frozen=True, kw_only=True):
    """FF.3 Dice are rolled for a purpose."""

    why: str
    dice: Count = 1
    sides: Count = 6
    of: Side = ""  # whose dice they are; without a word the giver's own


class AddDeck(Order, frozen=True, kw_only=True):
    """FF.4 A deck comes into play; what is drawn from a hidden one only the drawer sees."""

    deck: str
    cards: tuple[str, ...]
    hidden: bool = False


class DrawCard(Order, frozen=True, kw_only=True):
    """FF.4 One card or more, from the unordered pile into the hand."""

    deck: str
    count: Count = 1


class PlayCard(Order, frozen=True, kw_only=True):
    """FF.4 A card goes from the hand on to its discard pile, or out of the game."""

    card: str
    deck: str
    remove: bool = False


class ShuffleDeck(Order, frozen=True, kw_only=True):
    """FF.4 The discards go back into the pile."""

    deck: str


class DeckAdded(Fact, frozen=True, kw_only=True):
    """FF.4 A deck comes into play."""

    deck: str
    hidden: bool = False


class CardPlayed(Fact, frozen=True, kw_only=True):
    """FF.4 A card leaves a hand."""

    by: Side
    deck: str
    card: CardId
    removed: bool = False


def fold_deck(state: State, fact: DeckAdded) -> None:
    state.decks[fact.deck] = Deck(hidden=fact.hidden)


def fold_shuffled(state: State, fact: DeckShuffled) -> None:
    state.decks[fact.deck].discards.clear()


def fold_drawn(state: State, fact: CardDrawn) -> None:
    state.decks[fact.deck].hands.setdefault(fact.by, []).append(fact.card)


def fold_played(state: State, fact: CardPlayed) -> None:
    deck = state.decks[fact.deck]
    deck.hands[fact.by].remove(fact.card)
    if not fact.removed:
        deck.discards.append(fact.card)


def decide_roll(play: Play[State], order: RollDice) -> None:
    if not (1 <= order.dice <= MAX_DICE and 2 <= order.sides <= MAX_SIDES):
        raise IllegalOrder("dice nobody rolls", "FF.3.1", order.dice, order.sides, MAX_DICE, MAX_SIDES)
    if order.of not in ("", *play.state.core.sides):
        raise IllegalOrder("dice of nobody", "FF.3.2", order.of)
    play.roll(order.dice, order.sides, why=said(order.why), by=order.of or play.by)


def decide_deck(play: Play[State], order: AddDeck) -> None:
    if order.deck in play.state.decks:
        raise IllegalOrder("deck there already", "FF.4.1", order.deck)
    if not order.cards:
        raise IllegalOrder("deck of no cards", "FF.4.1")
    play.record(DeckAdded(deck=order.deck, hidden=order.hidden))
    play.record(DeckShuffled(deck=order.deck, cards=tuple(sorted(order.cards))))


def decide_draw(play: Play[State], order: DrawCard) -> None:
    deck_of(play.state, order.deck)
    left = len(play.state.core.decks.get(order.deck, ()))
    if not 1 <= order.count <= left:
        raise IllegalOrder("too few cards", "FF.4.2", order.deck, left, order.count)
    for _ in range(order.count):
        play.draw(order.deck, play.by, Reason("a card drawn", of=(order.deck,)), to="hand")


def decide_play(play: Play[State], order: PlayCard) -> None:
    deck = deck_of(play.state, order.deck)
    if order.card not in deck.hands.get(play.by, ()):
        raise IllegalOrder("card not held", "FF.4.3", play.by, order.card, order.deck)
    play.record(CardPlayed(by=play.by, deck=order.deck, card=order.card, removed=order.remove))


def decide_shuffle(play: Play[State], order: ShuffleDeck) -> None:
    deck = deck_of(play.state, order.deck)
    cards = sorted([*play.state.core.decks.get(order.deck, ()), *deck.discards])
    play.record(DeckShuffled(deck=order.deck, cards=tuple(cards)))


def deck_of(state: State, name: str) -> Deck:
    if name not in state.decks:
        raise IllegalOrder("no such deck", "FF.4.1", name)
    return state.decks[name]


def choices(state: State) -> Iterator[Choice]:
    for side in state.core.sides:
        yield Choice(side, RollDice(why="a test", dice=2))
        if "cards" not in state.decks:
            yield Choice(side, AddDeck(deck="cards", cards=("one", "two", "three"), hidden=True))
        elif state.core.decks.get("cards"):
            yield Choice(side, DrawCard(deck="cards"))


CHAPTER = Chapter[State](
    facts=(
        Told(DeckAdded, ("FF.4",), fold_deck),
        Told(CardPlayed, ("FF.4",), fold_played),
        Told(DeckShuffled, fold=fold_shuffled),
        Told(CardDrawn, fold=fold_drawn),
    ),
    orders=(
        Asked(RollDice(why="Wood clears the trenches", dice=2), decide_roll, cite="FF.3", sampled=always),
        Asked(
            AddDeck(deck="gliders", cards=("near", "wide", "lost"), hidden=True),
            decide_deck,
            cite="FF.4",
            sampled=always,
        ),
        Asked(DrawCard(deck="gliders"), decide_draw, cite="FF.4", sampled=always),
        Asked(PlayCard(card="near", deck="gliders"), decide_play, cite="FF.4"),
        Asked(ShuffleDeck(deck="gliders"), decide_shuffle, cite="FF.4"),
    ),
    choices=choices,
)
