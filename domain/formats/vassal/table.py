"""The table as the file has it by now: pieces, stacks and decks, tracked command by command."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from domain.formats.vassal.pieces import Deck, PieceType, Stack, read_core
from domain.formats.vassal.places import MapPixel


class Token(msgspec.Struct, kw_only=True):
    """A piece in play, or a card."""

    id: str
    type: PieceType
    states: list[str]
    at: MapPixel
    slot: str = ""
    side: str = ""  # as its marks say
    marks: dict[int, dict[str, str]] = {}  # by the layer that gives them
    hidden: frozenset[int] = frozenset()  # the layers that hide it
    deck: str = ""  # the deck it lies in
    home: str = ""  # the deck it was drawn from

    @property
    def is_card(self) -> bool:
        return bool(self.deck or self.home)


class Pile(msgspec.Struct, kw_only=True):
    """A stack or a deck: its members bottom to top."""

    at: MapPixel
    members: dict[str, None] = {}
    name: str = ""  # of a deck
    face_down: bool = False


class PieceTable:
    def __init__(self) -> None:
        self.tokens: dict[str, Token] = {}
        self.stacks: dict[str, Pile] = {}
        self.decks: dict[str, Pile] = {}
        self._stack_at: dict[MapPixel, str] = {}
        self._deck_at: dict[MapPixel, str] = {}
        self._lying_at: dict[MapPixel, dict[str, None]] = {}
        self._stack_of: dict[str, str] = {}

    # Pieces

    def put(self, token: Token) -> None:
        self.tokens[token.id] = token
        self._lying_at.setdefault(token.at, {})[token.id] = None

    def drop(self, token: Token) -> None:
        """It is gone; what it was is still known to the caller."""
        self._leave_stack(token)
        self._lift(token)
        if token.deck in self.decks:
            self.decks[token.deck].members.pop(token.id, None)
        self.tokens.pop(token.id, None)

    def carry(self, token: Token, to: MapPixel) -> None:
        """To another point, and out of any stack or deck; a stack that lies there takes it."""
        stack = self._stack_at.get(to)
        if stack is None or self._stack_of.get(token.id) != stack:
            self._leave_stack(token)
        self._set_down(token, to)
        if stack is not None:
            self._join(token.id, stack)

    def _set_down(self, token: Token, to: MapPixel) -> None:
        self._lift(token)
        token.at = to
        self._lying_at.setdefault(to, {})[token.id] = None

    def _lift(self, token: Token) -> None:
        lying = self._lying_at.get(token.at)
        if lying is not None:
            lying.pop(token.id, None)
            if not lying:
                del self._lying_at[token.at]

    def lying_at(self, point: MapPixel) -> list[Token]:
        if point not in self._lying_at:
            return []
        lying = self._lying_at[point] = dict(self._lying_at[point])
        return [self.tokens[id] for id in lying]

    # Stacks

    def stack(self, id: str, stack: Stack) -> None:
        """A stack comes, or is as it says from now on; where its members lie is settled by `settle`."""
        self.unstack(id)
        pile = self.stacks[id] = Pile(at=MapPixel(stack.map, stack.x, stack.y))
        self._stack_at[pile.at] = id
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
            self._set_down(token, pile.at)
        return strays

    def members(self, id: str) -> list[Token]:
        """Its pieces. The list is made anew each time: ids that no piece has, and gaps, would be gone through again."""
        pile = self.stacks[id]
        pile.members = {member: None for member in pile.members if member in self.tokens}
        return [self.tokens[member] for member in pile.members]

    def carry_stack(self, id: str, to: MapPixel) -> None:
        """All of it; a stack that lies there already takes the pieces in."""
        pile = self.stacks[id]
        for token in self.members(id):
            self._set_down(token, to)
        self._unplace(id, pile)
        there = self._stack_at.setdefault(to, id)
        pile.at = to
        if there != id:
            for member in list(pile.members):
                self._join(member, there)

    def _unplace(self, id: str, pile: Pile) -> None:
        if self._stack_at.get(pile.at) == id:
            del self._stack_at[pile.at]

    def _join(self, member: str, stack: str) -> None:
        old = self._stack_of.get(member)
        if old in self.stacks:
            self.stacks[old].members.pop(member, None)
        self._stack_of[member] = stack
        self.stacks[stack].members[member] = None

    def _leave_stack(self, token: Token) -> None:
        """An empty stack is no longer there."""
        id = self._stack_of.pop(token.id, None)
        pile = self.stacks.get(id) if id is not None else None
        if id is not None and pile is not None:
            pile.members.pop(token.id, None)
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
            self._leave_stack(token)
            self._set_down(token, self.decks[id].at)
            token.deck, token.home = id, ""
        self.decks[id].members[card] = None

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
