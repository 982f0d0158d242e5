"""What the commands that touch pieces come to: the position at the start, and each of them in turn."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from domain.formats.vassal import commands as c
from domain.formats.vassal.changing import Changer
from domain.formats.vassal.describing import Describer, public_name
from domain.formats.vassal.doubts import Doubts
from domain.formats.vassal.file import Unpacked
from domain.formats.vassal.lore import Lore
from domain.formats.vassal.moving import Mover
from domain.formats.vassal.pieces import DECK, STACK, kind_of, read_deck, read_stack
from domain.formats.vassal.places import MapPixel, Places
from domain.formats.vassal.privacy import People
from domain.formats.vassal.seams import Seam
from domain.formats.vassal.table import PieceTable, Token, new_token
from domain.formats.vassal.traits import HIDDEN
from domain.kernel import happenings as h

PIECE_COMMANDS = (c.AddPiece, c.MovePiece, c.ChangePiece, c.RemovePiece)


class Pieces:
    """Follows the pieces, and tells what happens to them."""

    def __init__(self, people: People, places: Places, doubts: Doubts, lore: Lore | None = None) -> None:
        self.table = PieceTable()
        self.describe = Describer(self.table, people, places, lore)
        self.mover = Mover(self.describe, doubts)
        self.changer = Changer(self.mover)
        self._stacked: dict[str, None] = {}  # stacks of this step, whose members have still to be looked at
        self._coming: dict[MapPixel, str] = {}  # names of the pieces that this step adds

    # A snapshot, and a step

    def begin(self, entries: Sequence[Unpacked]) -> Iterator[h.Happening]:
        """The position a file starts from: all is put down first, and told as it lies then."""
        yield from self._put_down(entries)
        for id in self.table.decks:
            yield self.describe.deck_made(id)
        for token in self.table.tokens.values():
            if not token.is_card:
                yield self.describe.appeared(token)

    def _put_down(self, entries: Sequence[Unpacked]) -> list[h.Happening]:
        added = ((entry.command, entry) for entry in entries if isinstance(entry.command, c.AddPiece))
        unread: list[h.Happening] = [_unread(command) for command, entry in added if not self._place(command, entry)]
        for stack in self.table.stacks:
            self.table.settle(stack)
        self._stacked.clear()
        for id, pile in self.table.decks.items():
            self.table.fill(id, list(pile.members))  # the cards may stand after their deck in the file
        return unread

    def reload(self, entries: Sequence[Unpacked]) -> PieceTable:
        """The table as the next log has it; and as it was before."""
        before = PieceTable()
        before.take_over(self.table)
        self.table.take_over(PieceTable())
        self._put_down(entries)
        return before

    def seam(self, before: PieceTable, explained: Collection[str] = ()) -> Iterator[h.Happening]:
        return Seam(before, self.mover, self.changer).tell(explained)

    def begin_step(self, entries: Sequence[Unpacked]) -> None:
        self._coming = {}
        for entry in entries:
            token = _token(entry) if isinstance(entry.command, c.AddPiece) else None
            if token is not None:
                for trait in token.type.traits:
                    if trait.id in HIDDEN:
                        self.describe.read_layer(token, trait)
                self._coming[token.at] = public_name(token)

    def tell(self, entry: Unpacked, by: str) -> Iterator[h.Happening]:
        match entry.command:
            case c.AddPiece() as command:
                yield from self._add(command, entry, by)
            case c.MovePiece() as command:
                yield from self.mover.move(command, by)
            case c.ChangePiece() as command:
                yield from self._change(command, entry, by)
            case c.RemovePiece(id=id):
                yield from self._remove(id, by)

    def end_step(self, by: str) -> Iterator[h.Happening]:
        """Pieces that came into a stack without a move of their own lie where the stack lies."""
        for stack in [id for id in self._stacked if id in self.table.stacks]:
            before = {token.id: token.at for token in self.table.members(stack)}
            for token in self.table.settle(stack):
                yield from self.mover.moved(token, before[token.id], by)
        self._stacked.clear()

    # Coming, changing and going

    def _place(self, command: c.AddPiece, entry: Unpacked) -> bool:
        """Puts down what a command adds; false if it cannot be read."""
        kind = kind_of(command.type)
        if kind == STACK:
            stack = read_stack(command.state)
            if stack is not None:
                self._stacked[command.id] = None
                self.table.stack(command.id, stack)
            return stack is not None
        if kind == DECK:
            deck = read_deck(command.type, command.state)
            if deck is not None:
                self.table.deck(command.id, deck, self.describe.deck_name(command.id, deck))
            return deck is not None
        return self._place_piece(command.id, entry)

    def _place_piece(self, id: str, entry: Unpacked) -> bool:
        token = _token(entry)
        if token is None:
            return False
        if id in self.table.tokens:
            self.table.drop(self.table.tokens[id])  # restored twice: the last counts
        for trait in token.type.traits:
            self.describe.read_layer(token, trait)
        self.table.put(token)
        return True

    def _add(self, command: c.AddPiece, entry: Unpacked, by: str) -> Iterator[h.Happening]:
        known = self.table.tokens.get(command.id)
        if known is not None:
            yield h.Warning(text=f"{public_name(known)} is placed although it is in play already")
            yield from self._vanish(known, "placed again", by)
        if not self._place(command, entry):
            yield _unread(command)
        elif entry.type is not None:
            yield from self._come(self.table.tokens[command.id], by)
        elif command.id in self.table.decks:
            yield self.describe.deck_made(command.id)

    def _come(self, token: Token, by: str) -> Iterator[h.Happening]:
        deck = self.table.deck_at(token.at)
        if not deck:
            yield self.describe.appeared(token, by)
            return
        self.table.lay(token.id, deck)
        yield h.Said(text=f"{self.describe.public_card(token)} goes into {self.table.decks[deck].name}", by=by)

    def _change(self, command: c.ChangePiece, entry: Unpacked, by: str) -> Iterator[h.Happening]:
        token = self.table.tokens.get(command.id)
        stack = read_stack(command.state) if command.id in self.table.stacks else None
        if token is not None:
            yield from self.changer.change(token, entry, by)
        elif command.id in self.table.decks:
            yield from self.changer.change_deck(command, by)
        elif stack is not None:
            self._stacked[command.id] = None
            self.table.stack(command.id, stack)
        else:
            yield h.Unread(text=f"D/{command.id}", why="changes a piece that the file never placed")

    def _remove(self, id: str, by: str) -> Iterator[h.Happening]:
        token = self.table.tokens.get(id)
        if token is not None:
            new = self._coming.get(token.at) or ("".join(self._coming.values()) if len(self._coming) == 1 else "")
            yield from self._vanish(token, f"replaced by {new}" if new else "", by)
        elif id in self.table.stacks:
            self.table.unstack(id)
        elif id in self.table.decks:
            yield h.Said(text=f"{self.table.decks[id].name} is taken away", by=by)
        else:
            yield h.Unread(text=f"-/{id}", why="takes away a piece that the file never placed")

    def _vanish(self, token: Token, why: str, by: str) -> Iterator[h.Happening]:
        card = self.describe.public_card(token) if token.is_card else ""
        self.table.drop(token)
        if card:
            yield h.Said(text=f"{card} is taken out of the game", by=by)
        else:
            yield h.Vanished(piece=token.id, why=why, by=by)


def _token(entry: Unpacked) -> Token | None:
    """What a command adds; None if it is no piece that can be read."""
    command = entry.command
    assert isinstance(command, c.AddPiece)
    if entry.type is None or entry.states is None or len(entry.type.layers) != len(entry.states):
        return None
    return new_token(command.id, entry.type, list(entry.states))


def _unread(command: c.AddPiece) -> h.Unread:
    """Not its state: what cannot be read may hold a player's id."""
    return h.Unread(text=f"+/{command.id}", why="a piece whose layers or place cannot be read")
