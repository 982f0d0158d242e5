"""A whole file in its raw layers: bytes to text, text to commands, pieces to layers. Nothing is hidden here yet."""

from __future__ import annotations

import msgspec

from domain.formats.vassal import commands as c
from domain.formats.vassal.chat import ChatLine, read_line
from domain.formats.vassal.container import Container, read_container
from domain.formats.vassal.layers import decode_layers
from domain.formats.vassal.payload import Payload, decode_payload
from domain.formats.vassal.pieces import PIECE, PieceType, kind_of, read_type
from domain.formats.vassal.reading import LOG, decode_command
from domain.formats.vassal.tree import decode_tree
from domain.kernel.errors import BadInput


class Unpacked(msgspec.Struct, frozen=True, gc=False):
    """A command with what it holds already taken apart."""

    depth: int
    command: c.AnyCommand
    logged: bool = False
    type: PieceType | None = None  # of a piece that is added
    states: list[str] | None = None
    old: list[str] | None = None
    line: ChatLine | None = None  # of chat


class File(msgspec.Struct, frozen=True, kw_only=True):
    container: Container
    payload: Payload
    entries: list[Unpacked]


def decode_file(data: bytes, salvage: bool = False) -> File:
    """All of a file, or BadInput; a command that cannot be read is kept as it stands."""
    container = read_container(data, salvage)
    payload = decode_payload(container.payload, salvage)
    container = msgspec.structs.replace(container, payload=b"")  # read, and twice as long as the text
    types: dict[str, PieceType] = {}
    entries = []
    for depth, text in decode_tree(payload.text):
        logged = text.startswith(LOG)
        entries.append(_entry(depth, text[len(LOG) :] if logged else text, logged, types))
    return File(container=container, payload=payload, entries=entries)


def _entry(depth: int, text: str, logged: bool, types: dict[str, PieceType]) -> Unpacked:
    command = decode_command(text)
    try:
        if isinstance(command, c.AddPiece):
            return _added(depth, command, logged, types)
        if isinstance(command, c.ChangePiece):
            old = None if command.old is None else decode_layers(command.old)
            return Unpacked(depth, command, logged, None, decode_layers(command.state), old)
    except BadInput as error:
        return Unpacked(depth, c.Bad(text, str(error)), logged)
    line = read_line(command.text) if isinstance(command, c.Chat) else None
    return Unpacked(depth, command, logged, line=line)


def _added(depth: int, command: c.AddPiece, logged: bool, types: dict[str, PieceType]) -> Unpacked:
    """Pieces of one kind share their type, so its layers are read once."""
    if kind_of(command.type) != PIECE:
        return Unpacked(depth, command, logged)
    known = types.get(command.type)
    if known is None:
        known = types[command.type] = read_type(command.type)
    return Unpacked(depth, command, logged, known, decode_layers(command.state))
