"""Pieces, cards and decks in words: names, marks and what they add up to."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from domain.formats.vassal.images import images_shown
from domain.formats.vassal.labels import label_name, label_text
from domain.formats.vassal.lore import CounterKnown, Lore
from domain.formats.vassal.pieces import Deck
from domain.formats.vassal.places import MapPixel, Places
from domain.formats.vassal.privacy import People
from domain.formats.vassal.table import PieceTable, Token
from domain.formats.vassal.traits import HIDDEN, Trait, marks_in, owner_in, trail_in
from domain.kernel import happenings as h
from domain.words.scan import whole

SIDE, STRENGTH, KIND = "side", "strength", "kind"
HIDDEN_PIECE, HIDDEN_CARD = "a hidden piece", "a hidden card"
_MOST_STRENGTH = 1_000_000
_SHOWN = re.compile(r"\$([^$\s]{1,60})\$")
_LOOKED_AT = 200  # characters of a state that is quoted


class Describer:
    """Says what a piece is, with pseudonyms for players and names for places."""

    def __init__(self, table: PieceTable, people: People, places: Places, lore: Lore | None = None) -> None:
        self.table, self.people, self.places, self.lore = table, people, places, lore
        self.property: Callable[[str], str | None] = lambda _name: None  # of the whole game
        self.sides: dict[str, str] = {}  # of the pieces that were told of
        self.decks_named: dict[str, int] = {}
        self.deck_names: dict[str, str] = {}  # decks by their id
        self.cards: dict[str, str] = {}
        self.alike: dict[str, int] = {}

    def read_layer(self, token: Token, trait: Trait) -> None:
        """What a layer of its state says of a piece now."""
        state = token.states[trait.layer]
        if trait.id in HIDDEN:
            token.hidden = token.hidden | {trait.layer} if owner_in(trait, state) else token.hidden - {trait.layer}
            return
        marks = token.marks[trait.layer] = self._marks(token, trait, state)
        if trait.names:
            token.written = self.people.scrub(label_name(label_text(state))) or token.written
        token.side = next((self.people.side_named(marks[key]) for key in marks if key.casefold() == SIDE), token.side)

    def layer(self, trait: Trait, state: str) -> str:
        """A layer's state in a few words, for a warning."""
        if trait.id in HIDDEN or trait.id == "restrict":
            return self.people.meet(owner_in(trait, state)) or "nobody"
        state = state[:_LOOKED_AT]
        said = self.people.told(state) if trait.tells_player else self.people.scrub(state)
        return repr(said if len(said) <= 40 else said[:40] + "…")

    def _marks(self, token: Token, trait: Trait, state: str) -> dict[str, str]:
        if trait.id == "restrict":
            owner = self.people.meet(owner_in(trait, state))
            return {trait.keys[0]: owner} if owner else {}
        if trait.id == "footprint":
            points = trail_in(state)[1]
            names = [self.places.name(MapPixel(token.at.map, x, y)) for x, y in points] if len(points) > 1 else []
            return {trait.keys[0]: " → ".join(names)} if any(names) else {}
        said = self.people.told if trait.tells_player else self.people.scrub
        return {key: said(value) for key, value in marks_in(trait, state).items()}

    def sorted(self, marks: dict[str, str]) -> tuple[str, int | None, dict[str, str]]:
        """Side and strength out of the marks, where they are what every system means by them."""
        side, strength, rest = "", None, {}
        for key, value in marks.items():
            number = whole(value)
            if key.casefold() == SIDE and self.people.side_named(value):
                side = self.people.side_named(value)
            elif key.casefold() == STRENGTH and number is not None and 0 <= number <= _MOST_STRENGTH:
                strength = number
            else:
                rest[key] = value
        return side, strength, rest

    def hider(self, token: Token) -> str:
        """The side of whoever hides a piece; empty if nobody does."""
        owners = (
            owner_in(trait, token.states[trait.layer]) for trait in token.type.traits if trait.layer in token.hidden
        )
        return next((self.people.by(self.people.meet(owner)) for owner in owners if owner), "")

    def appeared(self, token: Token, by: str = "") -> h.Appeared:
        side, strength, marks = self.sorted(all_marks(token))
        known = self.lore.counter(token.slot, token.type, all_marks(token)) if self.lore else CounterKnown()
        side = side or self.hider(token) or (self.people.add_side(known.side) if known.side else "")
        kind = next((marks.pop(key) for key in list(marks) if key.casefold() == KIND), "") or known.kind
        marks = {key: self._filled(value, marks) if "$" in value else value for key, value in marks.items()}
        self.sides[token.id] = side
        name = name_of(token) if token.written or token.type.name else known.name or name_of(token)
        return h.Appeared(
            piece=token.id, name=name, at=self.places.name(token.at), side=side, kind=kind, slot=token.slot,
            strength=strength, marks=marks, hidden=bool(token.hidden), by=by,
            images=self.images(token) or ((known.image, 0, 0),) * bool(known.image),
        )  # fmt: skip

    def images(self, token: Token) -> tuple[h.Shown, ...]:
        """What it shows of itself by now, for whoever has the module's pictures."""
        return images_shown(token.type.layers, token.states) if self.lore else ()

    def _filled(self, text: str, marks: Mapping[str, str]) -> str:
        """A label that shows a property: `$AxisVP$`."""

        def value(found: re.Match[str]) -> str:
            known = marks.get(found[1])
            return known if known is not None else self.people.scrub(self.property(found[1]) or found[0])

        return _SHOWN.sub(value, text)

    def deck_made(self, id: str) -> h.Happening:
        """A deck and its cards, which are the game's from now on; one with none in it is only said to be there."""
        pile, known = self.table.decks[id], self.table.tokens
        for token in (known[card] for card in pile.members if card in known):
            token.issuer, token.lot = id, "pile"
        cards = tuple(self.card(known[card]) if card in known else card for card in pile.members)
        if not cards:
            return h.Said(text=f"the deck {pile.name} is empty")
        return h.DeckMade(deck=pile.name, cards=cards, hidden=pile.face_down)

    def deck_name(self, id: str, deck: Deck) -> str:
        """Unlike that of every other deck; a deck that is restored twice is one."""
        if id not in self.deck_names:
            name = deck.name or "deck"
            self.decks_named[name] = self.decks_named.get(name, 0) + 1
            self.deck_names[id] = name if self.decks_named[name] == 1 else f"{name} {self.decks_named[name]}"
        return self.deck_names[id]

    def card(self, token: Token) -> str:
        """Its name; of several of one name each further one has a number."""
        if token.id not in self.cards:
            name = name_of(token)
            self.alike[name] = self.alike.get(name, 0) + 1
            self.cards[token.id] = name if self.alike[name] == 1 else f"{name} ({self.alike[name]})"
        return self.cards[token.id]

    def public_card(self, token: Token) -> str:
        return HIDDEN_CARD if token.hidden else self.card(token)


def name_of(token: Token) -> str:
    return token.written or token.type.name or f"piece {token.id}"


def public_name(token: Token) -> str:
    """For words that everybody may read."""
    return HIDDEN_PIECE if token.hidden else name_of(token)


def all_marks(token: Token) -> dict[str, str]:
    return {key: value for marks in token.marks.values() for key, value in marks.items()}
