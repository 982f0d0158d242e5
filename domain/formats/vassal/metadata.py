"""The two small XML members beside a game: who wrote it with what, and which module it was played with."""

from __future__ import annotations

from xml.parsers import expat
from xml.sax.saxutils import escape

import msgspec

from domain.words.scan import whole


class Metadata(msgspec.Struct, frozen=True, kw_only=True):
    """`savedata` or `moduledata`; what a file does not say is empty."""

    name: str = ""  # of the module
    version: str = ""
    vassal: str = ""  # the engine that wrote it
    saved: int | None = None  # milliseconds since 1970
    description: str = ""
    extra1: str = ""
    extra2: str = ""


_ELEMENTS = {
    "version": "version", "extra1": "extra1", "extra2": "extra2", "VassalVersion": "vassal", "dateSaved": "saved",
    "description": "description", "name": "name",
}  # fmt: skip
_OTHER_LANGUAGE = "lang"


class _Refused(Exception):
    """The document is not the plain kind that VASSAL writes."""


def read_metadata(content: bytes) -> tuple[Metadata, str]:
    """What it says, and what is wrong with it: broken metadata never stops the reading of a game."""
    found: dict[str, list[str]] = {}
    try:
        _parse(content, found)
        wrong = ""
    except (expat.ExpatError, _Refused, ValueError, LookupError) as error:
        wrong = str(error) or "unreadable"
    fields = {field: "".join(found[element]).strip() for element, field in _ELEMENTS.items() if element in found}
    saved = whole(fields.pop("saved", ""))
    return Metadata(**fields, saved=saved), wrong


def _parse(content: bytes, found: dict[str, list[str]]) -> None:
    """Only the elements right beneath the root; a document type, the door to endless entities, is refused."""
    parser = expat.ParserCreate()
    path: list[str] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        is_first = name not in found and _OTHER_LANGUAGE not in attributes
        path.append(name if is_first and len(path) == 1 else "")
        if path[-1]:
            found[name] = []

    def end(_name: str) -> None:
        path.pop()

    def text(part: str) -> None:
        if path and path[-1]:
            found[path[-1]].append(part)

    def document_type(*_: object) -> None:
        raise _Refused("it declares a document type, which VASSAL never does")

    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text
    parser.StartDoctypeDeclHandler = document_type
    parser.Parse(content, True)


def write_metadata(metadata: Metadata) -> bytes:
    """As VASSAL lays it out."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<data version="1">']
    for element, field in _ELEMENTS.items():
        value = getattr(metadata, field)
        if value or element in ("version", "VassalVersion"):
            lines.append(f"  <{element}>{escape(str(value))}</{element}>")
    return "\n".join([*lines, "</data>", ""]).encode()
