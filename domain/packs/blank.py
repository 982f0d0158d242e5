"""A pack to be filled in: the files that are shipped, each under a head that says what is asked for."""

from __future__ import annotations

import re
import textwrap

from domain.kernel.packs import Sheet
from domain.packs.asked import asked_of
from domain.packs.faults import HOUSE

WIDTH = 118
_SOURCE = re.compile(r'^\s*source = "(?P<said>[^"]*)"$')
HEAD = """\
A pack of your own for {system}, begun as a copy of `{shipped}`: the file {file}.
Where `source` says house, the values are ours and not the publisher's: write what your game prints over them, and \
what you took it from into `source`.
`refight pack check {system} {folder}` names what is missing or wrong, and what still stands as house;
`refight pack diff {system} {folder}` what you have changed;
`refight new {system} --pack {folder} --scenario KEY --name NAME` plays with it.

What each table takes; a key in brackets may be left out. Rows of a list are written [] here, names of your own NAME."""


def to_fill_in(text: str, kind: type[Sheet], **named: str) -> str:
    """The same values under a head of comments, those of the house marked."""
    head = [part for line in HEAD.format(**named).splitlines() for part in textwrap.wrap(line, WIDTH) or [""]]
    asked = [part for line in asked_of(kind) for part in textwrap.wrap(f"  {line}", WIDTH, subsequent_indent=" " * 6)]
    marked = [f"{line}  # to be replaced" if _is_house(line) else line for line in text.splitlines()]
    return "\n".join([*(f"# {line}".rstrip() for line in (*head, *asked)), "", *marked]) + "\n"


def _is_house(line: str) -> bool:
    found = _SOURCE.match(line)
    return bool(found and HOUSE.search(found["said"]))
