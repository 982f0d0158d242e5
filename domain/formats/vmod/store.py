"""A module as a file of the game's pack: what its maps, counters, dice and turns are, and none of its pictures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from domain.formats.vmod.lore import ReadModule
from domain.formats.vmod.model import VassalModule
from domain.kernel.happenings import Appeared, Story
from domain.kernel.naming import slug
from domain.words.tomltext import toml_lines

FILE = "module.toml"
MOST_TEXT = 4_000_000  # characters of the file; of a larger module the definitions of the pieces are left out
_COLOURS: Mapping[str, str] = {
    "german": "#8a9a6b", "axis": "#8a9a6b", "allied": "#b5a16a", "allies": "#b5a16a", "american": "#7d8f4f",
    "british": "#c9a36a", "french": "#4a6fb5", "france": "#4a6fb5", "prussia": "#5b6472", "prussian": "#5b6472",
    "coalition": "#b5473c", "anglo-allies": "#b5473c", "union": "#3f5f9e", "usa": "#3f5f9e", "confederate": "#8f8f86",
    "csa": "#8f8f86", "russian": "#a9744f", "soviet": "#a9744f", "japanese": "#d9b04c", "italian": "#7fa37f",
    "austrian": "#e3dfd0", "red": "#b5473c", "blue": "#3f5f9e", "green": "#5d8a4f",
}  # fmt: skip
_NUMBERS = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*(?:,.*)?")


def with_module(story: Story, read: ReadModule) -> Story:
    """The story with the module in its pack, and the colours of its sides."""
    text = module_text(read.module)
    played = Counter(told.side for _, told in story.each() if isinstance(told, Appeared))
    colours = colours_of(read.module, sorted(story.sides, key=lambda side: -played[side]))
    return msgspec.structs.replace(story, files={**story.files, FILE: text}, colours=colours)


def module_text(module: VassalModule) -> str:
    table = msgspec.to_builtins(module)
    table.pop("notes"), table.pop("elements")
    text = _written(table)
    if len(text) <= MOST_TEXT:
        return text
    for row in (*table["slots"], *table["prototypes"]):
        row.pop("piece")
    return _written(table)


def _written(table: Mapping[str, Any]) -> str:
    return "\n".join(toml_lines(_bare(table))) + "\n"


def _bare(value: Any) -> Any:
    """Without what is left empty: a table of thousands of counters says only what it has to say."""
    if isinstance(value, Mapping):
        return {key: _bare(one) for key, one in value.items() if one not in (None, "", [], {}, False)}
    return [_bare(one) for one in value] if isinstance(value, list | tuple) else value


def colours_of(module: VassalModule, sides: Iterable[str]) -> dict[str, str]:
    """By the palette of the module, where a colour in it is called after a side; else as players know it."""
    palette = {slug(name): colour for name, text in module.swatches.items() if (colour := _colour(text))}
    found: dict[str, str] = {}
    for side in sides:
        colour = _of_side(side, palette) or _of_side(side, _COLOURS)
        if colour and colour not in found.values():
            found[side] = colour
    return found


def _of_side(side: str, palette: Mapping[str, str]) -> str:
    return palette.get(side) or next((palette[name] for name in palette if len(name) > 3 and name in side), "")


def _colour(text: str) -> str:
    found = _NUMBERS.fullmatch(text)
    parts = [int(part) for part in found.groups()] if found else []
    return "#{:02x}{:02x}{:02x}".format(*parts) if parts and max(parts) < 256 else ""
