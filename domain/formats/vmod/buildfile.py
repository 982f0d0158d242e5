"""The build file of a module: XML whose elements are named after Java classes, read within bounds as it comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from xml.parsers import expat

import msgspec

from domain.formats.vmod.limits import (
    MAX_BUILD,
    MAX_DEPTH,
    MAX_ELEMENTS,
    MAX_PROTOTYPES,
    MAX_REGIONS,
    MAX_SLOTS,
    MAX_TEXT,
)
from domain.kernel.errors import BadInput

MODULE, EXTENSION = ("GameModule", "BasicModule"), "ModuleExtension"
_MOST = {"PieceSlot": MAX_SLOTS, "CardSlot": MAX_SLOTS, "PrototypeDefinition": MAX_PROTOTYPES, "Region": MAX_REGIONS}
_KNOWN = frozenset({
    *MODULE, EXTENSION, "ExtensionElement", "PlayerRoster", "entry", "GlobalOptions", "Map", "PrivateMap", "PlayerHand",
    "WidgetMap", "BoardPicker", "setup", "Board", "ZonedGrid", "Zone", "HexGrid", "SquareGrid", "RegionGrid", "Region",
    "HexGridNumbering", "SquareGridNumbering", "ObliqueHexGridNumbering", "StackMetrics", "SetupStack", "DrawPile",
    "PieceWindow", "TabWidget", "ListWidget", "PanelWidget", "BoxWidget", "PieceSlot", "CardSlot",
    "PrototypeDefinition", "DiceButton", "SpecialDiceButton", "SpecialDie", "SpecialDieFace", "TurnTracker",
    "CounterTurnLevel", "ListTurnLevel", "GlobalProperty", "ColorSwatch", "GamePieceLayout", "GamePieceImage",
})  # fmt: skip
_LONGEST_FIRST = sorted(_KNOWN - {"entry", "setup"}, key=len, reverse=True)
_WITH_TEXT = frozenset({"entry", "setup", "PieceSlot", "CardSlot", "PrototypeDefinition"})


class ModulePart(msgspec.Struct, kw_only=True):
    """An element that matters, by the last part of its class; those in between are left out, their children kept."""

    kind: str
    attributes: dict[str, str] = {}
    text: str = ""
    parts: list[ModulePart] = []

    def of(self, *kinds: str) -> Iterator[ModulePart]:
        return (part for part in self.parts if part.kind in kinds)

    def all(self, *kinds: str) -> Iterator[ModulePart]:
        """At any depth, in the order of the file."""
        for part in self.parts:
            if part.kind in kinds:
                yield part
            yield from part.all(*kinds)

    def get(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)


class BuildFile(msgspec.Struct, frozen=True, kw_only=True):
    root: ModulePart
    elements: int
    taken_for: dict[str, str] = {}  # classes of the module's own, and what they were taken for


class _Refused(Exception):
    """More than a module needs, or what no module has."""


def read_build_file(content: bytes) -> BuildFile:
    if len(content) > MAX_BUILD:
        raise BadInput(f"the build file has more than {MAX_BUILD >> 20} MB; no module needs that much")
    reader = _Reader()
    try:
        reader.parse(content)
    except _Refused as refused:
        raise BadInput(f"the build file {refused}") from None
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise BadInput(f"the build file is not readable XML: {error}") from None
    root = reader.top.parts[0] if reader.top.parts else None
    if root is None or root.kind not in (*MODULE, EXTENSION):
        raise BadInput("the build file holds no VASSAL module or extension")
    return BuildFile(root=root, elements=reader.elements, taken_for=reader.taken_for)


class _Reader:
    def __init__(self) -> None:
        self.top = ModulePart(kind="")
        self.elements = 0
        self.taken_for: dict[str, str] = {}
        self._path: list[ModulePart] = [self.top]  # of each open element the part that its children belong to
        self._texts: list[list[str] | None] = [None]
        self._length = 0
        self._counted = Counter[str]()
        self._kinds: dict[str, str] = {}

    def parse(self, content: bytes) -> None:
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = _document_type
        parser.Parse(content, True)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.elements += 1
        if self.elements > MAX_ELEMENTS:
            raise _Refused(f"has more than {MAX_ELEMENTS:,} elements")
        if len(self._path) > MAX_DEPTH:
            raise _Refused(f"has elements more than {MAX_DEPTH} deep within one another")
        if any(len(value) > MAX_TEXT for value in attributes.values()):
            raise _Refused(f"has an attribute of more than {MAX_TEXT:,} characters")
        kind = self._kind(name)
        part = ModulePart(kind=kind, attributes=attributes) if kind else self._path[-1]
        if kind:
            self._count(kind)
            self._path[-1].parts.append(part)
        self._path.append(part)
        self._texts.append([] if kind in _WITH_TEXT else None)
        self._length = 0

    def _count(self, kind: str) -> None:
        self._counted[kind] += 1
        most = _MOST.get(kind)
        if most is not None and self._counted[kind] > most:
            raise _Refused(f"has more than {most:,} elements {kind}")

    def _end(self, _name: str) -> None:
        part, text = self._path.pop(), self._texts.pop()
        if text is not None:
            part.text = "".join(text).strip()

    def _text(self, text: str) -> None:
        held = self._texts[-1]
        if held is not None:
            self._length += len(text)
            if self._length > MAX_TEXT:
                raise _Refused(f"has a text of more than {MAX_TEXT:,} characters")
            held.append(text)

    def _kind(self, name: str) -> str:
        """Authors make classes of their own: what ends like a known name is taken for it. Folders are transparent."""
        if name not in self._kinds:
            last = name.rpartition(".")[2]
            own = next((known for known in _LONGEST_FIRST if last.endswith(known)), "")
            self._kinds[name] = last if last in _KNOWN else "" if last.endswith("Folder") else own
            if own and last not in _KNOWN and self._kinds[name]:
                self.taken_for[name] = own
        return self._kinds[name]


def _document_type(*_: object) -> None:
    raise _Refused("declares a document type, which no module does; it is not read")
