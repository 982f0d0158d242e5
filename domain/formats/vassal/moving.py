"""Moves of pieces, stacks and cards: what they come to, and where they contradict what was tracked."""

from __future__ import annotations

from collections.abc import Iterator

from domain.formats.vassal.commands import MovePiece
from domain.formats.vassal.describing import HIDDEN_PIECE, Describer, name_of, public_name
from domain.formats.vassal.limits import MAX_HAPPENINGS
from domain.formats.vassal.places import MapPixel, pixel_text
from domain.formats.vassal.table import Token
from domain.kernel import happenings as h
from domain.kernel.errors import BadInput

_LISTED = 3  # pieces named in one warning


class Mover:
    def __init__(self, describe: Describer) -> None:
        self.describe, self.table, self.places = describe, describe.table, describe.places
        self._work = 0

    def move(self, command: MovePiece, by: str) -> Iterator[h.Happening]:
        old, new = MapPixel(command.old_map, command.old_x, command.old_y), MapPixel(command.map, command.x, command.y)
        if command.id in self.table.stacks:
            yield from self._stack(command.id, old, new, by)
        elif command.id in self.table.tokens:
            token = self.table.tokens[command.id]
            if not is_same(token.at, old):
                yield _elsewhere(token, old)
            yield from self.carry(token, new, by)
        elif command.id in self.table.decks:
            yield h.Said(text=f"{self.table.decks[command.id].name} is moved", by=by)
        else:
            yield from self._unknown(command.id, old, new, by)

    def _stack(self, id: str, old: MapPixel, new: MapPixel, by: str) -> Iterator[h.Happening]:
        members = self._counted(self.table.members(id))
        deck = self.table.deck_at(new)
        strayed = next((token for token in members if not is_same(token.at, old)), None)
        if strayed:
            yield _elsewhere(strayed, old)
        before = [token.at for token in members]
        self.table.carry_stack(id, new)
        for token, at in zip(members, before, strict=True):
            yield from self._into_deck(token, deck, by) if deck else self.moved(token, at, by)

    def _unknown(self, id: str, old: MapPixel, new: MapPixel, by: str) -> Iterator[h.Happening]:
        """Engines make stacks that no log names: then all that lies there is meant."""
        lying = self._counted([token for token in self.table.lying_at(old) if not token.deck]) if old.map else []
        if not lying:
            yield h.Unread(text=f"M/{id}", why="moves a piece that the file never placed")
            return
        more = f" and {len(lying) - _LISTED} more" if len(lying) > _LISTED else ""
        place = "where it is said to lie" if any(token.hidden for token in lying) else f"at {pixel_text(old)}"
        yield h.Warning(
            text=f"{id} moves, but no piece or stack has this id; what lies {place} is moved: "
            f"{', '.join(public_name(token) for token in lying[:_LISTED])}{more}"
        )
        for token in lying:
            yield from self.carry(token, new, by)

    def carry(self, token: Token, new: MapPixel, by: str) -> Iterator[h.Happening]:
        """One piece; a card comes off its deck, and whatever is laid on a deck goes into it."""
        before, deck = token.at, self.table.deck_at(new)
        drawn = self.table.draw(token) if token.deck else ""
        if drawn and drawn == deck:
            self.table.lay(token.id, deck)
            return
        if drawn:
            yield h.Drew(deck=self.table.decks[drawn].name, card=self.describe.card(token), by=by)
        if deck:
            yield from self._into_deck(token, deck, by)
            return
        self.table.carry(token, new)
        if not drawn:
            yield from self.moved(token, before, by)

    def _into_deck(self, token: Token, deck: str, by: str) -> Iterator[h.Happening]:
        home, name = token.home, self.table.decks[deck].name
        self.table.lay(token.id, deck)
        if home:
            yield h.Discarded(deck=self.table.decks[home].name, card=self.describe.card(token), by=by)
        else:
            yield h.Vanished(piece=token.id, why=f"goes into {name}", by=by)

    def moved(self, token: Token, before: MapPixel, by: str) -> Iterator[h.Happening]:
        """Where a piece went; a card that leaves the map it was drawn to is discarded."""
        start, to = self.places.name(before), self.places.name(token.at)
        if token.home:
            if before.map != token.at.map:
                yield h.Discarded(deck=self.table.decks[token.home].name, card=self.describe.card(token), by=by)
            elif start != to:
                yield h.Said(text=f"{self.describe.public_card(token)} is laid from {start} to {to}", by=by)
        elif start != to:
            yield h.Moved(piece=token.id, start=start, to=to, by=by)

    def _counted(self, tokens: list[Token]) -> list[Token]:
        """What moves at one go costs its size, though it may come to nothing."""
        self._work += len(tokens)
        if self._work > MAX_HAPPENINGS:
            raise BadInput(f"more than {MAX_HAPPENINGS:,} pieces are moved in stacks; no game has that many moves")
        return tokens


def _elsewhere(token: Token, claimed: MapPixel) -> h.Warning:
    if token.hidden:
        return h.Warning(text=f"{HIDDEN_PIECE} moves, says the file, from elsewhere than where it was")
    said, tracked = pixel_text(claimed), pixel_text(token.at)
    return h.Warning(text=f"{name_of(token)} moves from {said}, says the file, but it was at {tracked}")


def is_same(one: MapPixel, other: MapPixel) -> bool:
    """Pieces in a stack may leave the map to their stack: then the pixel alone decides."""
    return one == other or (one[1:] == other[1:] and not (one.map and other.map))
