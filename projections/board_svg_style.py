"""How a drawn board looks: colours, signs and what each word of the data is drawn as."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from domain.board import blue_first
from projections.board_words import plain, spoken

# Blue, orange, green, purple, sky and yellow stay apart for the colour-blind; each with the ink that reads on it.
PALETTE = (
    ("#0060a8", "#fff"), ("#eda11f", "#000"), ("#00785a", "#fff"),
    ("#d48bb5", "#000"), ("#7cc5ee", "#000"), ("#f2e650", "#000"),
)  # fmt: skip

GROUND = {
    "clear": "#f2efdc", "open": "#f2efdc", "hill": "#dcbf8f", "town": "#e3d6d0", "village": "#e3d6d0",
    "water": "#a8d0e6", "lake": "#a8d0e6", "sea": "#a8d0e6", "river": "#a8d0e6", "marsh": "#cfdcc9",
}  # fmt: skip
OTHER_GROUND = ("#e6e0ee", "#e8e4c0", "#d9e6d2", "#f0dcd0", "#d6e2e6", "#e0d8c4")
COVER = {
    "heavy_woods": "heavy", "woods": "heavy", "forest": "heavy", "light_woods": "light", "orchard": "light",
    "rough": "rough", "town": "town", "village": "town", "city": "town", "marsh": "marsh",
}  # fmt: skip
EDGES = ("stream", "ravine", "slope", "protected")
ROADS = ("road", "trail", "railway")
SIGNS = {
    "infantry": "infantry", "foot": "infantry", "cavalry": "cavalry", "horse": "cavalry", "artillery": "artillery",
    "guns": "artillery", "train": "train", "supply": "train", "leader": "leader", "general": "leader",
    "army_marker": "leader",
}  # fmt: skip
MARKS = {"disrupted": "#f2e650", "shaken": "#ff9d6b", "fired": "#c9c9c9", "questionable": "#fff", "routed": "#ffb3d1"}

STYLE = """
text{font-family:sans-serif;text-anchor:middle;fill:#222}
.title{font-size:34px;font-weight:bold;text-anchor:start}
.note{font-size:18px;text-anchor:start}
.caption,.word{font-size:20px;text-anchor:start}
.hex{stroke:#a39c86;stroke-width:1}
.cover,.number,.label{pointer-events:none}
.number text{font-size:9px;fill:#5f594a}
.label text{font-size:13px;font-weight:bold;font-style:italic;paint-order:stroke;stroke:#fffdf4;stroke-width:3px}
.label .letter{font-style:normal;font-size:16px;stroke:none}
.ring{fill:#fffdf4;stroke:#222;stroke-width:1.5}
.link{stroke:#8a8066;stroke-width:4;fill:none}
.dot{stroke:#4b4637;stroke-width:2}
.name,.head{font-size:14px;paint-order:stroke;stroke:#fffdf4;stroke-width:4px}
.head{text-anchor:start;font-weight:bold}
.casing{stroke:#fffdf4;stroke-width:8;fill:none;stroke-linejoin:round}
.road{stroke:#8b5a2b;stroke-width:4.5;fill:none;stroke-linejoin:round}
.trail{stroke:#8b5a2b;stroke-width:3;fill:none;stroke-dasharray:7 5;stroke-linejoin:round}
.railway{stroke:#333;stroke-width:4;fill:none;stroke-dasharray:2 4}
.edge{stroke:#6b3fa0;stroke-width:5;fill:none;stroke-linecap:round}
.stream{stroke:#2f86c4;stroke-width:5.5;fill:none;stroke-linecap:round}
.ravine{stroke:#5c3a1e;stroke-width:6;fill:none;stroke-dasharray:3 3}
.slope{stroke:#5c3a1e;stroke-width:2;fill:none}
.protected{stroke:#111;stroke-width:4;fill:none}
.card{stroke:#1a1a1a;stroke-width:1}
.counter text{font-size:7px;font-weight:bold}
.counter .rating{font-size:9px}
.counter .mark,.legend .mark{font-size:8px;font-weight:bold;fill:#000}
.counter .unknown{font-size:24px}
.counter .kind,.legend .kind{font-size:11px;font-weight:bold;fill:#000}
.badge{stroke:#000;stroke-width:.8}
.box{fill:#faf8ee;stroke:#8a8066}
""".strip()

DEFS = """
<g id="heavy" fill="#3f7a4a" stroke="#2b5733">
<path d="M0,-31L24,-18V16L0,30L-24,16V-18Z" fill="#8fbb86" stroke="none" opacity=".75"/>
<circle cx="-15" cy="-14" r="6"/><circle cx="15" cy="-14" r="6"/><circle cx="0" cy="-13" r="6"/>
<circle cx="-17" cy="3" r="6"/><circle cx="17" cy="3" r="6"/><circle cx="0" cy="3" r="6"/>
<circle cx="-9" cy="17" r="6"/><circle cx="9" cy="17" r="6"/></g>
<g id="light" fill="#b9d9a6" stroke="#4f8a50" stroke-width="1.5">
<circle cx="-15" cy="-10" r="5"/><circle cx="14" cy="-13" r="5"/><circle cx="-11" cy="14" r="5"/>
<circle cx="15" cy="11" r="5"/><circle cx="0" cy="1" r="5"/></g>
<path id="rough" d="M-26,-2l5,-10 5,10zM16,-4l5,-10 5,10zM-16,25l5,-10 5,10zM7,26l5,-10 5,10zM-4,-10l4,-8 4,8z"
 fill="#6e6557" stroke="#fff" stroke-width=".7"/>
<path id="town" d="M-19,-16h12v9h-12zM6,-19h12v11h-12zM-21,5h11v11h-11zM8,6h13v9h-13zM-5,-4h9v8h-9z"
 fill="#8c5a4e" stroke="#4d2f28"/>
<path id="marsh" d="M-20,-8h14M-13,-8v-7M6,-10h14M13,-10v-7M-10,15h16M-2,15v-7"
 stroke="#4c7a6a" stroke-width="2" fill="none"/>
<rect id="unit" x="-9" y="-6" width="18" height="12" fill="#fff" stroke="#000"/>
<g id="infantry"><use href="#unit"/><path d="M-9,-6L9,6M-9,6L9,-6" stroke="#000"/></g>
<g id="cavalry"><use href="#unit"/><path d="M-9,6L9,-6" stroke="#000"/></g>
<g id="artillery"><use href="#unit"/><circle r="3.2" fill="#000"/></g>
<g id="train" fill="#fff" stroke="#000"><rect x="-9" y="-6" width="18" height="8"/>
<circle cx="-5" cy="4" r="2.6"/><circle cx="5" cy="4" r="2.6"/></g>
<path id="leader" d="M0,-7.5L2,-2.4L7.5,-2.3L3.2,1.1L4.7,6.4L0,3.3L-4.7,6.4L-3.2,1.1L-7.5,-2.3L-2,-2.4Z"
 fill="#fff" stroke="#000"/>
""".strip()


class Theme(NamedTuple):
    """The class of each side, and the style sheet that belongs to them."""

    sides: dict[str, str]
    style: str


def theme(sides: Sequence[str], others: Iterable[str]) -> Theme:
    """Sides of the game first; a counter of nobody is grey."""
    classes = {side: f"side{i % len(PALETTE)}" for i, side in enumerate(blue_first(sides))}
    for side in others:
        classes.setdefault(side, "neutral")
    rules = [f".side{i}{{fill:{fill}}}.side{i} text{{fill:{ink}}}" for i, (fill, ink) in enumerate(PALETTE)]
    return Theme(classes, "\n".join([STYLE, *rules, ".neutral{fill:#d8d8d8}"]))


def text_of(text: str) -> str:
    """Text for an element or an attribute: without control characters, and with no mark-up of its own."""
    return escape(plain(text))


def key_of(word: str) -> str:
    """How the tables above spell a word."""
    return spoken(word).lower().replace(" ", "_")


def ground_colours(words: Iterable[str]) -> dict[str, str]:
    """A fill for every word that is not merely a cover; words unknown here take the spare ones in turn."""
    found: dict[str, str] = {}
    spare = 0
    for word in words:
        key = key_of(word)
        if key in GROUND:
            found[word] = GROUND[key]
        elif key not in COVER:
            found[word] = OTHER_GROUND[spare % len(OTHER_GROUND)]
            spare += 1
    return found
