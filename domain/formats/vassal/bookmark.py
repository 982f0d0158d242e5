"""Where a reader stopped: all that a further log of the same game has to be compared with, and nobody's name or id.

It is kept beside the game it belongs to. Words of steps are digests of what a step says without its players, so that a
step which another file tells again is known again and nobody can be found out by guessing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Literal

import msgspec

from domain.formats.vassal import commands as c
from domain.formats.vassal.describing import Describer, all_marks, name_of
from domain.formats.vassal.file import Unpacked
from domain.formats.vassal.pieces import PieceType
from domain.formats.vassal.places import MapPixel, PlacesKept
from domain.formats.vassal.privacy import People
from domain.formats.vassal.table import PieceTable, Pile, Token
from domain.kernel.errors import BadInput

WORD = 8  # bytes of the digest of a step


class PieceKept(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a seam needs to know of a piece."""

    id: str
    name: str
    at: tuple[str, int, int]
    marks: dict[str, str] = {}
    is_hidden: bool = False
    deck: str = ""
    home: str = ""
    issuer: str = ""
    lot: Literal["", "pile", "hand", "discard"] = ""


class NamesKept(msgspec.Struct, frozen=True, kw_only=True):
    """What decks and cards are called."""

    decks: dict[str, int] = {}
    deck_names: dict[str, str] = {}
    cards: dict[str, str] = {}
    alike: dict[str, int] = {}
    sides: dict[str, str] = {}  # of pieces


class Bookmark(msgspec.Struct, frozen=True, kw_only=True):
    module: str = ""  # as the logs name it
    read_with: str = ""  # the module that was at hand
    players: list[tuple[str, str]] = []  # as they are called, with the side each sits on
    words: bytes = b""  # of all steps told so far
    starts: list[tuple[bytes, int]] = []  # of each log: where its pieces lay, and its first step among those
    said: list[bytes] = []  # what the logs restore, each once
    properties: list[tuple[str, str, str]] = []
    places: PlacesKept = PlacesKept()
    names: NamesKept = NamesKept()
    decks: list[str] = []
    pieces: list[PieceKept] = []

    @property
    def steps(self) -> list[bytes]:
        return [self.words[at : at + WORD] for at in range(0, len(self.words), WORD)]


def packed(mark: Bookmark) -> bytes:
    return msgspec.msgpack.encode(mark)


def unpacked(data: bytes) -> Bookmark:
    try:
        return msgspec.msgpack.decode(data, type=Bookmark)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadInput("where the last log ended cannot be read; import all logs of the game together") from None


# Words


def word_of(step: Iterable[Unpacked], people: People) -> bytes:
    """What a step says, without saying who did it."""
    found = blake2b(digest_size=WORD)
    for entry in step:
        found.update(repr((entry.depth, _nameless(entry.command, people))).encode("utf-8", "surrogatepass"))
    return found.digest()


def _nameless(command: c.AnyCommand, people: People) -> object:
    match command:
        case c.MovePiece():
            return msgspec.structs.replace(command, player="")
        case c.AddPiece(id=id, type=made, state=state):
            return "+", id, len(made), people.blank(state)
        case c.ChangePiece(id=id, state=state):
            return "D", id, people.blank(state)
        case c.Chat(text=text):
            return people.blank(text)
        case c.PropertyChanged(name=name, new=new):
            return name, people.blank(new)
    return type(command).__name__


def place_of_start(start: Mapping[str, tuple[object, ...]]) -> bytes:
    """Where each piece of a position lies; their states are left to the steps."""
    found = blake2b(digest_size=WORD)
    for row in sorted((id, *map(str, place)) for id, place in start.items()):
        found.update(repr(row).encode("utf-8", "surrogatepass"))
    return found.digest()


def lies_now(table: PieceTable) -> bytes:
    return place_of_start({token.id: token.at for token in table.tokens.values()})


def said_word(told: msgspec.Struct) -> bytes:
    return blake2b(msgspec.json.encode(told), digest_size=WORD).digest()


# The table


def kept_pieces(table: PieceTable) -> list[PieceKept]:
    return [
        PieceKept(
            id=token.id, name=name_of(token), at=token.at, marks=all_marks(token), is_hidden=bool(token.hidden),
            deck=token.deck, home=token.home, issuer=token.issuer, lot=token.lot,
        )
        for token in table.tokens.values()
    ]  # fmt: skip


def table_of(pieces: Sequence[PieceKept], decks: Iterable[str]) -> PieceTable:
    """The table as the last log left it, as far as a seam asks."""
    table = PieceTable()
    for kept in pieces:
        table.put(
            Token(
                id=kept.id, type=PieceType(layers=(), name=kept.name), states=[], at=MapPixel(*kept.at),
                marks={0: dict(kept.marks)}, hidden=frozenset({0}) if kept.is_hidden else frozenset(),
                deck=kept.deck, home=kept.home, issuer=kept.issuer, lot=kept.lot,
            )
        )  # fmt: skip
    table.decks = {id: Pile(at=MapPixel("", 0, 0)) for id in decks}
    return table


def kept_names(describe: Describer) -> NamesKept:
    return NamesKept(
        decks=describe.decks_named, deck_names=describe.deck_names, cards=describe.cards, alike=describe.alike,
        sides={piece: side for piece, side in describe.sides.items() if side},
    )  # fmt: skip


def restore_names(describe: Describer, kept: NamesKept) -> None:
    describe.decks_named, describe.deck_names = dict(kept.decks), dict(kept.deck_names)
    describe.cards, describe.alike, describe.sides = dict(kept.cards), dict(kept.alike), dict(kept.sides)
