"""Changes of state: only what differs is told, and what was otherwise before than the steps say is a gap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.formats.vassal.commands import ChangePiece
from domain.formats.vassal.describing import HIDDEN_PIECE, name_of, public_name
from domain.formats.vassal.file import Unpacked
from domain.formats.vassal.moving import Mover, is_same
from domain.formats.vassal.pieces import read_core, read_deck
from domain.formats.vassal.places import MapPixel
from domain.formats.vassal.table import Token
from domain.formats.vassal.traits import Trait
from domain.kernel import happenings as h


class Changer:
    def __init__(self, mover: Mover) -> None:
        self.mover, self.describe, self.table, self.doubts = mover, mover.describe, mover.table, mover.doubts

    def change(self, token: Token, entry: Unpacked, by: str) -> Iterator[h.Happening]:
        """As the original does: with an old state given, only the layers in which the two differ are set."""
        new, old = entry.states or [], entry.old
        if len(new) != len(token.states) or (old is not None and len(old) != len(new)):
            why = f"a state of {public_name(token)} with {len(new)} layers, but it has {len(token.states)}"
            yield h.Unread(text=f"D/{token.id}", why=why)
            return
        if old is not None:
            yield from self._differences(token, old)
        was_hidden, marks = bool(token.hidden), dict[str, str]()
        for trait in token.type.traits:
            layer = trait.layer
            if layer < len(new) - 1 and (old is None or old[layer] != new[layer]):
                marks |= self._set(token, trait, new[layer])
        yield from self._reposition(token, new[-1], old[-1] if old is not None else None, by)
        yield from self.changed(token, marks, was_hidden, by)

    def _set(self, token: Token, trait: Trait, state: str) -> dict[str, str]:
        """The marks that a layer's new state changes; one that is taken off is empty."""
        before = token.marks.get(trait.layer, {})
        token.states[trait.layer] = state
        self.describe.read_layer(token, trait)
        now = token.marks.get(trait.layer, {})
        return {key: now.get(key, "") for key in {**before, **now} if before.get(key) != now.get(key)}

    def _differences(self, token: Token, claimed: Sequence[str]) -> Iterator[h.Happening]:
        """A layer that was otherwise before is a gap; of the core, which keeps notes of its own, only the place counts,
        and a place that a stack's pieces have not heard of yet is no contradiction."""
        for trait in token.type.traits:
            if trait.layer < len(claimed) - 1 and claimed[trait.layer] != token.states[trait.layer]:
                yield from self._layer_gap(token, trait, claimed[trait.layer])
        core = read_core(claimed[-1])
        if core is not None and core.map and not is_same(MapPixel(core.map, core.x, core.y), token.at):
            yield from self.doubts.elsewhere(token, MapPixel(core.map, core.x, core.y))

    def _layer_gap(self, token: Token, trait: Trait, claimed: str) -> Iterator[h.Gap]:
        if token.hidden:
            yield from self.doubts.gap((token.id, 0), f"{HIDDEN_PIECE} changed before, and no step tells of it")
            return
        said, was = self.describe.layer(trait, claimed), self.describe.layer(trait, token.states[trait.layer])
        yield from self.doubts.gap(
            (trait.id, said, was), f"{name_of(token)}: {trait.id} was {said} before, says the file, not {was}"
        )

    def _reposition(self, token: Token, new: str, old: str | None, by: str) -> Iterator[h.Happening]:
        core = read_core(new) if new != old else None
        was = read_core(old) if old is not None else None
        if core is None or (was is not None and (was.map, was.x, was.y) == (core.map, core.x, core.y)):
            return
        to = MapPixel(core.map, core.x, core.y)
        if not is_same(to, token.at):
            yield from self.mover.carry(token, to, by)

    def changed(self, token: Token, marks: dict[str, str], was_hidden: bool, by: str) -> Iterator[h.Happening]:
        if token.is_card:
            for key, value in marks.items():
                yield h.Said(text=f"{self.describe.public_card(token)}: {key}: {value or 'none'}", by=by)
            return
        side, strength, marks = self.describe.sorted(marks)
        hidden = bool(token.hidden) if bool(token.hidden) != was_hidden else None
        if hidden and not token.side:
            side = self.describe.hider(token)
        if side or strength is not None or marks or hidden is not None:
            images = self.describe.images(token)
            yield h.Changed(
                piece=token.id, side=side, strength=strength, marks=marks, hidden=hidden, images=images, by=by
            )

    def change_deck(self, command: ChangePiece, by: str) -> Iterator[h.Happening]:
        """The same cards in another order: a shuffle."""
        deck, pile = read_deck("", command.state), self.table.decks[command.id]
        if deck is None:
            yield h.Unread(text=f"D/{command.id}", why=f"a state of {pile.name} that cannot be read")
            return
        if set(deck.cards) != set(pile.members):
            yield h.Warning(
                text=f"{pile.name} holds {len(deck.cards)} cards, says the file, but others were tracked: "
                f"{len(pile.members)} of them"
            )
        is_shuffle = len(deck.cards) > 1 and list(deck.cards) != list(pile.members)
        self.table.fill(command.id, deck.cards)
        if is_shuffle:
            self.table.gather_discards(command.id)
            yield h.Shuffled(deck=pile.name, by=by)
        if deck.face_down != pile.face_down:
            pile.face_down = deck.face_down
            yield h.Said(text=f"{pile.name} is turned face {'down' if deck.face_down else 'up'}", by=by)
