"""Pieces: what a chain of traits says of a counter, and how each layer of its state is read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from domain.formats.vassal.layers import decode_layers
from domain.formats.vassal.listcodec import decode_list
from domain.formats.vassal.reading import point_fields
from domain.formats.vassal.traits import Trait, may_own, traits_of

DECK, STACK, PIECE = "deck", "stack", "piece"
_DECK_NAME = 13
_LAYER_MARK = "@@"  # a stack's visual layer, not a piece


class PieceType(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What never changes of a piece; many pieces share one."""

    layers: tuple[str, ...]
    name: str = ""
    traits: tuple[Trait, ...] = ()  # those whose state says something, outermost first
    owners: tuple[Trait, ...] = ()  # those of them that name a player


class Innermost(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The innermost state: where the piece is, and which slot of the module it came from."""

    map: str
    x: int
    y: int
    slot: str = ""
    lasting: dict[str, str] = {}  # OldLocationName, OldX, OldY, OldMap …


class Deck(NamedTuple):
    """Cards bottom to top; in a deck that always shuffles the order means nothing."""

    name: str
    map: str
    x: int
    y: int
    face_down: bool
    cards: tuple[str, ...]


class Stack(NamedTuple):
    """Pieces bottom to top."""

    map: str
    x: int
    y: int
    pieces: tuple[str, ...]


def read_type(text: str) -> PieceType:
    """Layers and traits of a piece's type; the text can be had back with `encode_layers`."""
    layers = tuple(decode_layers(text))
    name = ""
    for layer in reversed(layers):
        if layer.startswith(("piece;", "basicName;")):
            fields = decode_list(layer, ";")
            said = fields[1:2] if fields[0] == "basicName" else fields[4:5] or fields[3:4]
            name = (said[0] if said else "") or name
    traits = traits_of(layers)
    owners = tuple(trait for trait in traits if trait.tells_player or may_own(trait))
    return PieceType(layers=layers, name=name.strip(), traits=traits, owners=owners)


def read_core(text: str) -> Innermost | None:
    """The core's state; None if it names no place."""
    fields = decode_list(text, ";")
    point = point_fields(fields)
    if point is None:
        return None
    pairs = fields[5:]
    return Innermost(
        map=point[0], x=point[1], y=point[2], slot="".join(fields[3:4]),
        lasting=dict(zip(pairs[::2], pairs[1::2], strict=False)),
    )  # fmt: skip


def kind_of(type_text: str) -> str:
    if type_text.startswith("deck;") or type_text == DECK:
        return DECK
    return STACK if type_text == STACK else PIECE


def read_stack(state: str) -> Stack | None:
    fields = decode_list(state, ";")
    point = point_fields(fields)
    if point is None:
        return None
    return Stack(*point, tuple(piece for piece in fields[3:] if piece and not piece.startswith(_LAYER_MARK)))


def read_deck(type_text: str, state: str) -> Deck | None:
    fields = decode_list(state, ";")
    point = point_fields(fields)
    if point is None:
        return None
    cards = decode_list(fields[4], ",") if len(fields) > 4 else []
    return Deck(
        "".join(decode_list(type_text, ";")[_DECK_NAME : _DECK_NAME + 1]).strip(), *point,
        fields[3:4] == ["true"], tuple(card for card in cards if card),
    )  # fmt: skip


def named_points(core: Innermost) -> Iterator[tuple[str, int, int, str]]:
    """Map, pixel and printed name of where the piece was before."""
    lasting = core.lasting
    point = point_fields([lasting.get("OldMap", ""), lasting.get("OldX", ""), lasting.get("OldY", "")])
    name = lasting.get("OldLocationName", "")
    if point and point[0] and name:
        yield (*point, name)
