"""A report as data: sections of paragraphs, lists, tables and figures, for whoever writes it out."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

Cell: TypeAlias = str | int
Kind = Literal["", "loss", "points", "note", "ruling", "irregular", "dice", "end"]


class Para(NamedTuple):
    text: str
    strong: bool = False  # to be seen before all else


class Item(NamedTuple):
    """One thing after another; `entry` is where in the log it stands, 0 for nowhere."""

    text: str
    entry: int = 0
    kind: Kind = ""


class Items(NamedTuple):
    items: tuple[Item, ...]


class Table(NamedTuple):
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    wide: bool = False  # long lists that a reader may want to fold away


class Facts(NamedTuple):
    """What is what: a list of names and what stands for them."""

    rows: tuple[tuple[str, str], ...]


class Figure(NamedTuple):
    """A picture as SVG, and the same as plain text where none can be shown; without text, tables beside it say so."""

    title: str
    svg: str
    text: str = ""


class Typed(NamedTuple):
    """Commands and seals, letter by letter."""

    lines: tuple[str, ...]


Block: TypeAlias = Para | Items | Table | Facts | Figure | Typed


class Section(NamedTuple):
    key: str  # to link to
    title: str
    blocks: tuple[Block, ...]
    level: int = 2


class Document(NamedTuple):
    title: str
    subtitle: str
    lead: tuple[Block, ...]
    sections: tuple[Section, ...]


def plain(block: Block) -> Any:
    """A block for programs: what people read, without pictures."""
    match block:
        case Para():
            return {"text": block.text}
        case Items():
            return {"items": [{"entry": one.entry, "kind": one.kind, "text": one.text} for one in block.items]}
        case Table():
            return {"columns": block.columns, "rows": block.rows}
        case Facts():
            return {"facts": [{"name": name, "value": value} for name, value in block.rows]}
        case Figure():
            return {"figure": block.title, "text": block.text}
        case Typed():
            return {"typed": block.lines}


def value_of(document: Document) -> dict[str, Any]:
    """The whole report for programs."""
    sections = ({"key": s.key, "title": s.title, "level": s.level, "blocks": [*map(plain, s.blocks)]}
                for s in document.sections)  # fmt: skip
    return {
        "title": document.title, "subtitle": document.subtitle, "lead": [*map(plain, document.lead)],
        "sections": list(sections),
    }  # fmt: skip
