"""Moves of pieces, stacks and cards: what they come to, and where they contradict what was tracked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from domain.formats.vassal.commands import MovePiece
from domain.formats.vassal.describing import Describer, name_of
from domain.formats.vassal.doubts import Doubts
from domain.formats.vassal.limits import MAX_HAPPENINGS
from domain.formats.vassal.places import MapPixel
from domain.formats.vassal.table import Token
from domain.kernel import happenings as h
from domain.kernel.errors import BadInput

_DEAD = re.compile(r"(?i)\b(?:dead|eliminated|destroyed|killed|casualty|casualties|losses|graveyard)\b")

_TURN_MARKER = re.compile(r"(?i)\bturn\b")


class Mover:
    def __init__(self, describe: Describer, doubts: Doubts) -> None:
        self.describe, self.table, self.places = describe, describe.table, describe.places
        self.doubts = doubts
        self.counts = Counter[str]()  # of moves that change nothing anybody could see
        self._work = 0

    def move(self, command: MovePiece, by: str) -> Iterator[h.Happening]:
        old, new = MapPixel(command.old_map, command.old_x, command.old_y), MapPixel(command.map, command.x, command.y)
        if command.id in self.table.decks:
            yield h.Said(text=f"{self.table.decks[command.id].name} is moved", by=by)
        elif command.id in self.table.tokens:
            token = self.table.tokens[command.id]
            yield from self._doubted(token, old)
            yield from self.carry(token, new, by, command.under)
        else:
            yield from self._stack(command, old, new, by)

    def _stack(self, command: MovePiece, old: MapPixel, new: MapPixel, by: str) -> Iterator[h.Happening]:
        """Programs make stacks that they never write; the original moves nothing then, and neither do we."""
        id = command.id
        if id not in self.table.stacks:
            self.doubts.lost(old, new)
            yield h.Unread(text=f"M/{id}", why="moves a stack or piece that the file never placed, so nothing moves")
            return
        members = self._counted(self.table.members(id))
        if not members:
            self.counts["moves of empty stacks"] += 1
            self.doubts.lost(old, new)
        yield from self._doubted(next((token for token in members if token.at[1:] != old[1:]), None), old)
        deck, before = self.table.deck_at(new), [token.at for token in members]
        self.table.carry_stack(id, new, command.under)
        for token, at in zip(members, before, strict=True):
            yield from self._into_deck(token, deck, by) if deck else self.moved(token, at, by)

    def _doubted(self, token: Token | None, claimed: MapPixel) -> Iterator[h.Happening]:
        if token is not None and not is_same(token.at, claimed):
            yield from self.doubts.elsewhere(token, claimed)

    def carry(self, token: Token, new: MapPixel, by: str, under: str = "") -> Iterator[h.Happening]:
        """One piece; a card comes off its deck, and whatever is laid on a deck goes into it."""
        before, deck = token.at, self.table.deck_at(new)
        drawn = self.table.draw(token) if token.deck else ""
        if drawn and drawn == deck:
            self.table.lay(token.id, deck)
            return
        is_card = bool(drawn) and token.lot == "pile" and token.issuer == drawn
        if is_card:
            token.lot = "hand"
            yield h.Drew(deck=self.table.decks[drawn].name, card=self.describe.card(token), by=by)
        if deck:
            yield from self._into_deck(token, deck, by)
            return
        self.table.carry(token, new, under)
        if not drawn:
            yield from self.moved(token, before, by)
        elif not is_card:  # what was put into a deck as a piece comes out of it as one
            token.home = token.lot = ""
            yield self.describe.appeared(token, by)

    def _into_deck(self, token: Token, deck: str, by: str) -> Iterator[h.Happening]:
        was_piece = not token.home
        self.table.lay(token.id, deck)
        yield from self.put_away(token, was_piece, by)

    def put_away(self, token: Token, was_piece: bool, by: str = "") -> Iterator[h.Happening]:
        """What lies in a deck now, and did not before."""
        name = self.table.decks[token.deck].name
        if token.lot == "hand":
            yield self._discarded(token, by)
            token.lot = "pile" if token.deck == token.issuer else "discard"  # back in its deck, it is drawn again
        elif was_piece:
            yield h.Vanished(piece=token.id, why=f"goes into {name}", by=by)
        else:
            yield h.Said(text=f"{self.describe.public_card(token)} goes into {name}", by=by)

    def _discarded(self, token: Token, by: str) -> h.Discarded:
        token.lot = "discard"
        return h.Discarded(deck=self.table.decks[token.issuer].name, card=self.describe.card(token), by=by)

    def moved(self, token: Token, before: MapPixel, by: str) -> Iterator[h.Happening]:
        """Where a piece went; a card that leaves the map it was drawn to is discarded."""
        start, to = self.places.name(before), self.places.name(token.at)
        if token.lot == "hand" and before.map != token.at.map:
            yield self._discarded(token, by)
        elif start == to:
            self.counts["moves within a place" if before != token.at else "moves to the same point"] += 1
        elif token.home:
            yield h.Said(text=f"{self.describe.public_card(token)} is laid from {start} to {to}", by=by)
        else:
            yield h.Moved(piece=token.id, start=start, to=to, by=by)
            yield from self._lost(token, before, by)
            yield from self._turned(token, before, by)

    def _turned(self, token: Token, before: MapPixel, by: str) -> Iterator[h.PhaseTold]:
        """A marker of the turn that goes on along the turn track."""
        if token.hidden or not _TURN_MARKER.search(name_of(token)):
            return
        turn, was = self.places.turn_of(token.at), self.places.turn_of(before)
        if turn and turn != was:
            yield h.PhaseTold(phase=f"Turn {turn}", turn=turn, by=by, inferred=True)

    def _lost(self, token: Token, before: MapPixel, by: str) -> Iterator[h.Lost]:
        """A piece that is laid on the dead pile is a loss of its side, as far as its side is known."""
        zone = self.places.zone_of(token.at) if self.describe.sides.get(token.id) else ""
        if zone and _DEAD.search(zone) and not _DEAD.search(self.places.zone_of(before)):
            yield h.Lost(piece=token.id, amount=1, cause=f"laid in {zone.strip()}", by=by, inferred=True)

    def _counted(self, tokens: list[Token]) -> list[Token]:
        """What moves at one go costs its size, though it may come to nothing."""
        self._work += len(tokens)
        if self._work > MAX_HAPPENINGS:
            raise BadInput(f"more than {MAX_HAPPENINGS:,} pieces are moved in stacks; no game has that many moves")
        return tokens


def is_same(one: MapPixel, other: MapPixel) -> bool:
    """Pieces in a stack leave the map to their stack and may still name an older one: the pixel alone decides."""
    return one[1:] == other[1:]
