"""A report as one HTML text: style and pictures in it, no script, nothing asked of a network."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib.resources import files

from domain.kernel.say import spoken
from domain.words.phrases import phrase
from projections.drawing.words import plain
from projections.report.document import Block, Document, Facts, Figure, Item, Items, Para, Section, Table, Typed
from projections.report.figures import inlined

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def html(document: Document) -> str:
    """The same report gives the same text."""
    title, style = _safe(document.title), files("projections.report").joinpath("report.css").read_text("utf-8")
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html lang="{spoken()}">',
            f'<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{title}</title>\n<style>\n{style}</style>\n</head>",
            "<body>\n<main>\n<header>",
            f"<h1>{title}</h1>\n<p>{_safe(document.subtitle)}</p>",
            *_blocks(document.lead, "lead"),
            "</header>",
            _contents(document.sections),
            *(part for section in document.sections for part in _section(section)),
            "</main>\n</body>\n</html>\n",
        ]
    )


def _safe(text: str) -> str:
    return escape(plain(text))


def _contents(sections: Iterable[Section]) -> str:
    links = (f'<a href="#{one.key}">{_safe(one.title)}</a>' for one in sections if one.level == 2)
    return f'<nav aria-label="{escape(phrase("Contents"))}">{" ".join(links)}</nav>'


def _section(section: Section) -> list[str]:
    head = f'<h{section.level} id="{section.key}">{_safe(section.title)}</h{section.level}>'
    return [head, *_blocks(section.blocks, section.key)]


def _blocks(blocks: Iterable[Block], key: str) -> list[str]:
    return [_block(block, f"{key}-{i}") for i, block in enumerate(blocks, 1)]


def _block(block: Block, key: str) -> str:
    match block:
        case Para(text, strong):
            return f"<p><strong>{_safe(text)}</strong></p>" if strong else f"<p>{_safe(text)}</p>"
        case Items(items):
            return "\n".join(["<ul>", *map(_item, items), "</ul>"])
        case Table():
            return _table(block)
        case Facts(rows):
            return "\n".join(["<dl>", *(f"<dt>{_safe(n)}</dt><dd>{_safe(v)}</dd>" for n, v in rows), "</dl>"])
        case Figure(title, svg):
            return _figure(title, inlined(svg, f"{key}-figure"), f"{key}-figure")
        case Typed(lines):
            return f"<pre>{escape(chr(10).join(lines))}</pre>"


def _figure(title: str, svg: str, key: str) -> str:
    """One that is too wide for the window is scrolled, also by keys."""
    return f'<figure id="{key}" aria-label="{_safe(title)}" tabindex="0">{svg}</figure>'


def _item(item: Item) -> str:
    place = f' <span class="entry">{item.entry}</span>' if item.entry else ""
    kind = f' class="{item.kind}"' if item.kind else ""
    return f"<li{kind}>{_safe(item.text)}{place}</li>"


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{_safe(name)}</th>' for name in table.columns)
    rows = ["".join(map(_cell, row)) for row in table.rows]
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    made = f"<table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table>"
    made = f'<div class="scroll" tabindex="0">{made}</div>'
    summary = _safe(phrase("list of {0}", len(rows)))
    return f"<details open><summary>{summary}</summary>{made}</details>" if table.wide and len(rows) > 8 else made


def _cell(value: str | int) -> str:
    return f'<td class="number">{value}</td>' if isinstance(value, int) else f"<td>{_safe(value)}</td>"
