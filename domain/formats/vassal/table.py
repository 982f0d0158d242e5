"""The table as the file has it by now: pieces, stacks and decks, tracked command by command."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from domain.formats.vassal.pieces import Deck, PieceType, Stack, read_core
from domain.formats.vassal.places import MapPixel

_MOST_STACKS = 200  # that are looked at in one place; no table has so many


class Token(msgspec.Struct, kw_only=True):
    """A piece in play, or a card."""

    id: str
    type: PieceType
    states: list[str]
    at: MapPixel
    slot: str = ""
    side: str = ""  # as its marks say
    written: str = ""  # on a blank counter: all the name it has
    marks: dict[int, dict[str, str]] = {}  # by the layer that gives them
    hidden: frozenset[int] = frozenset()  # the layers that hide it
    deck: str = ""  # the deck it lies in
    home: str = ""  # the deck it was drawn from
    issuer: str = ""  # the deck that was told of with this card in it
    lot: Literal["", "pile", "hand", "discard"] = ""  # where the game has the card; anything else is a piece

    @property
    def is_card(self) -> bool:
        return bool(self.deck or self.home)


class Pile(msgspec.Struct, kw_only=True):
    """A stack or a deck: its members bottom to top, as far as the order counts."""

    at: MapPixel
    members: dict[str, None] = {}
    name: str = ""  # of a deck
    face_down: bool = False


class PieceTable:
    """Stacks own nothing but their pieces: one that is left over empty takes no piece in and is no place."""

    def __init__(self) -> None:
        self.tokens: dict[str, Token] = {}
        self.stacks: dict[str, Pile] = {}
        self.decks: dict[str, Pile] = {}
        self._stacks_at: dict[MapPixel, dict[str, None]] = {}  # those with pieces, in the order they got them
        self._deck_at: dict[MapPixel, str] = {}
        self._stack_of: dict[str, str] = {}

    def take_over(self, other: PieceTable) -> None:
        """Everything as on another table, which is given up."""
        self.__dict__.update(other.__dict__)

    # Pieces

    def put(self, token: Token) -> None:
        self.tokens[token.id] = token

    def drop(self, token: Token) -> None:
        """It is gone; what it was is still known to the caller."""
        self._unjoin(token.id)
        if token.deck in self.decks:
            self.decks[token.deck].members.pop(token.id, None)
        self.tokens.pop(token.id, None)

    def carry(self, token: Token, to: MapPixel, under: str = "") -> None:
        """To another point, and out of any stack or deck; a stack with pieces in it that lies there takes it."""
        stack = self._taker(to, under)
        if stack is None or self._stack_of.get(token.id) != stack:
            self._unjoin(token.id)
        token.at = to
        if stack is not None:
            self._join(token.id, stack)

    def _taker(self, point: MapPixel, under: str = "", but: str = "") -> str | None:
        """The stack that a piece set down there joins: that of the piece it is laid on, else the first one there."""
        below = self.tokens.get(under)
        if below is not None and below.at == point:
            return self._stack_of.get(under)
        return next((id for id in self._stacks_at.get(point, ()) if id != but), None) if point.map else None

    # Stacks

    def stack(self, id: str, stack: Stack) -> None:
        """A stack comes, or is as it says from now on; where its members lie is settled by `settle`."""
        self.unstack(id)
        self.stacks[id] = Pile(at=MapPixel(stack.map, stack.x, stack.y))
        for member in stack.pieces:
            self._join(member, id)

    def unstack(self, id: str) -> None:
        pile = self.stacks.pop(id, None)
        if pile is not None:
            self._unplace(id, pile)
            for member in pile.members:
                self._stack_of.pop(member, None)

    def settle(self, id: str) -> list[Token]:
        """The members that lay elsewhere than their stack, now with it."""
        pile = self.stacks.get(id)
        members = self.members(id) if pile else []
        strays = [token for token in members if pile and token.at != pile.at]
        for token in strays:
            assert pile is not None
            token.at = pile.at
        return strays

    def members(self, id: str) -> list[Token]:
        """Its pieces. The list is made anew each time: ids that no piece has, and gaps, would be gone through again."""
        pile = self.stacks[id]
        pile.members = {member: None for member in pile.members if member in self.tokens}
        return [self.tokens[member] for member in pile.members]

    def carry_stack(self, id: str, to: MapPixel, under: str = "") -> None:
        """All of it; a stack with pieces that lies there already takes them in."""
        pile = self.stacks[id]
        for token in self.members(id):
            token.at = to
        self._unplace(id, pile)
        pile.at = to
        if pile.members:
            self._lay_out(id, pile)
        taker = self._taker(to, under, but=id)
        if taker is not None and taker != id:
            for member in list(pile.members):
                self._join(member, taker)

    def _unplace(self, id: str, pile: Pile) -> None:
        here = self._stacks_at.get(pile.at)
        if here is not None:
            here.pop(id, None)
            if not here:
                del self._stacks_at[pile.at]

    def _join(self, member: str, stack: str) -> None:
        self._unjoin(member)
        pile = self.stacks[stack]
        self._stack_of[member] = stack
        pile.members[member] = None
        self._lay_out(stack, pile)

    def _lay_out(self, id: str, pile: Pile) -> None:
        here = self._stacks_at.setdefault(pile.at, {})
        if len(here) < _MOST_STACKS:
            here[id] = None

    def _unjoin(self, member: str) -> None:
        """Out of its stack; an empty stack lies nowhere."""
        id = self._stack_of.pop(member, None)
        pile = self.stacks.get(id) if id is not None else None
        if id is not None and pile is not None:
            pile.members.pop(member, None)
            if not pile.members:
                self._unplace(id, pile)

    # Decks

    def deck(self, id: str, deck: Deck, name: str) -> Pile:
        """A deck comes; its cards are no pieces on the map."""
        old = self.decks.get(id)
        if old is not None and self._deck_at.get(old.at) == id:
            del self._deck_at[old.at]
        pile = self.decks[id] = Pile(at=MapPixel(deck.map, deck.x, deck.y), name=name, face_down=deck.face_down)
        self._deck_at[pile.at] = id
        self.fill(id, deck.cards)
        return pile

    def fill(self, id: str, cards: Iterable[str]) -> None:
        """The cards of a deck, bottom to top, from now on."""
        pile = self.decks[id]
        for card in pile.members:
            if card in self.tokens and self.tokens[card].deck == id:
                self.tokens[card].deck = ""
                self.tokens[card].home = id
        pile.members = {}
        for card in cards:
            self.lay(card, id)

    def lay(self, card: str, id: str) -> None:
        """A card on top of a deck."""
        token = self.tokens.get(card)
        if token is not None:
            if token.deck in self.decks and token.deck != id:
                self.decks[token.deck].members.pop(card, None)
            self._unjoin(token.id)
            token.at = self.decks[id].at
            token.deck, token.home = id, ""
        self.decks[id].members[card] = None

    def gather_discards(self, id: str) -> None:
        """With a shuffle the cards that a deck gave out and got rid of are in its pile again."""
        for card in self.decks[id].members:
            token = self.tokens.get(card)
            if token is not None and token.issuer == id and token.lot == "discard":
                token.lot = "pile"

    def deck_at(self, point: MapPixel) -> str:
        return self._deck_at.get(point, "") if point.map else ""

    def draw(self, token: Token) -> str:
        """A card off its deck; the deck is its home from then on."""
        deck, token.deck = token.deck, ""
        token.home = deck
        self.decks[deck].members.pop(token.id, None)
        return deck


def new_token(id: str, type: PieceType, states: list[str]) -> Token | None:
    """A piece as it is added; None if its core names no place."""
    core = read_core(states[-1])
    if core is None:
        return None
    return Token(id=id, type=type, states=states, at=MapPixel(core.map, core.x, core.y), slot=core.slot)
