"""Where one log ends and the next begins: what lies otherwise was done outside both, and play goes on from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from domain.formats.vassal.changing import Changer
from domain.formats.vassal.describing import HIDDEN_PIECE, all_marks, name_of
from domain.formats.vassal.moving import Mover
from domain.formats.vassal.table import PieceTable, Token
from domain.kernel import happenings as h

_LISTED = 8  # pieces named in one gap


class Seam:
    """The table as the last log left it, against the one that the next log starts from."""

    def __init__(self, before: PieceTable, mover: Mover, changer: Changer) -> None:
        self.before, self.mover, self.changer = before, mover, changer
        self.describe, self.now = mover.describe, mover.table

    def tell(self, explained: Collection[str] = ()) -> Iterator[h.Happening]:
        """Each difference once, as a gap, and then what makes it good; `explained` are pieces whose way is known."""
        yield from self._decks()
        fixes: list[h.Happening] = []
        groups: dict[str, list[Token]] = {}
        for token in self.now.tokens.values():
            old = self.before.tokens.get(token.id)
            if old is not None:
                _remember(token, old)
            for what, fix in self._differences(token, old):
                if token.id not in explained:
                    groups.setdefault(what, []).append(token)
                fixes += fix
        for old in self.before.tokens.values():
            if old.id not in self.now.tokens:
                if old.id not in explained:
                    groups.setdefault("{0} gone", []).append(old)
                fixes += self._gone(old)
        for what, tokens in groups.items():
            yield h.Gap(text=what.format(f"{_names(tokens)} {'is' if len(tokens) == 1 else 'are'}"))
        yield from fixes

    def _decks(self) -> Iterator[h.Happening]:
        for id in self.now.decks:
            if id not in self.before.decks:
                yield self.describe.deck_made(id)

    def _differences(self, token: Token, old: Token | None) -> Iterator[tuple[str, list[h.Happening]]]:
        if old is None:
            if not token.deck:
                yield "{0} new", [self.describe.appeared(token)]
            return
        if token.deck != old.deck:
            yield "{0} in another deck, or out of one", list(self._dealt(token, old))
        elif not token.deck and token.at != old.at:
            yield self._way(token, old), list(self.mover.moved(token, old.at, ""))
        fixes = list(self._changed(token, old))
        if fixes:
            yield "{0} in another state", fixes

    def _way(self, token: Token, old: Token) -> str:
        if token.hidden:
            return "{0} elsewhere"
        start, to = (_place(self.describe.places.name(at)) for at in (old.at, token.at))
        return f"{{0}} at {to}, not at {start}"

    def _dealt(self, token: Token, old: Token) -> Iterator[h.Happening]:
        if old.deck and token.lot == "pile" and token.issuer == old.deck in self.now.decks:
            token.lot, token.home = "hand", old.deck
            yield h.Drew(deck=self.now.decks[old.deck].name, card=self.describe.card(token))
        elif old.deck and not token.deck:
            token.home, token.lot = "", ""
            yield self.describe.appeared(token)
        if token.deck and not old.deck:
            yield from self.mover.put_away(token, was_piece=not old.home)

    def _changed(self, token: Token, old: Token) -> Iterator[h.Happening]:
        was, now = all_marks(old), all_marks(token)
        marks = {key: now.get(key, "") for key in {**was, **now} if was.get(key) != now.get(key)}
        if marks or bool(token.hidden) != bool(old.hidden):
            yield from self.changer.changed(token, marks, bool(old.hidden), "")

    def _gone(self, old: Token) -> Iterator[h.Happening]:
        if old.is_card:
            yield h.Said(text=f"{self.describe.public_card(old)} is taken out of the game")
        else:
            yield h.Vanished(piece=old.id, why="not there in the next log")


def _remember(token: Token, old: Token) -> None:
    """What no file says of a card: which hand it is in."""
    token.issuer, token.lot = old.issuer, old.lot
    if not token.deck:
        token.home = old.home


def _names(tokens: Sequence[Token]) -> str:
    """Some of the names, each once; how many there are of one name stands behind it."""
    named = Counter(name_of(token) for token in tokens if not token.hidden)
    hidden = len(tokens) - named.total()
    listed = dict(islice(named.items(), _LISTED))
    shown = [name if count == 1 else f"{name} ({count})" for name, count in listed.items()]
    shown += [HIDDEN_PIECE if hidden == 1 else f"{hidden} hidden pieces"] if hidden else []
    left = named.total() - sum(listed.values())
    return ", ".join(shown).replace("{", "(").replace("}", ")") + (f" and {left} more" if left else "")


def _place(name: str) -> str:
    return name.replace("{", "(").replace("}", ")") or "no place"
