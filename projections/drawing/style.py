"""How a drawn board looks: colours, signs and what each word of the data is drawn as."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from projections.drawing.colours import worn
from projections.drawing.words import plain, unlined

# Blue, orange, green, purple, sky and yellow stay apart for the colour-blind; each with the ink that reads on it.
PALETTE = (
    ("#0060a8", "#fff"), ("#eda11f", "#000"), ("#00785a", "#fff"),
    ("#d48bb5", "#000"), ("#7cc5ee", "#000"), ("#f2e650", "#000"),
)  # fmt: skip

MEADOW = "#e6edcb"
GROUND = {
    "clear": MEADOW, "open": MEADOW, "hill": "#e8d5a2", "ridge": "#e8d5a2", "town": "#e3d3c8", "village": "#e3d3c8",
    "water": "#a9d0e8", "lake": "#a9d0e8", "sea": "#a9d0e8", "river": "#a9d0e8", "marsh": "#cbdfd2",
}  # fmt: skip
RIMS = {"hill": "#b08f55", "ridge": "#b08f55", "water": "#4a8fc0", "lake": "#4a8fc0", "sea": "#4a8fc0"}
OTHER_GROUND = ("#e6e0ee", "#e8e4c0", "#d9e6d2", "#f0dcd0", "#d6e2e6", "#e0d8c4")


class Cover(NamedTuple):
    """What lies over the colour of the ground: a patch of its own, and signs to choose from."""

    fill: str
    rim: str
    signs: tuple[str, ...]


COVERS = {
    "light": Cover("#d2e3ae", "#8aa765", ("grove1", "grove2")),
    "heavy": Cover("#a9c98f", "#5f8a55", ("wood1", "wood2", "wood3")),
    "marsh": Cover("#cbdfd2", "#6d9c8c", ("marsh",)),
    "town": Cover("#e3d3c8", "#8d6c5f", ("town1", "town2", "town3")),
    "rough": Cover("", "", ("rough1", "rough2")),
}  # fmt: skip
COVER = {
    "heavy_woods": "heavy", "woods": "heavy", "forest": "heavy", "light_woods": "light", "orchard": "light",
    "rough": "rough", "town": "town", "village": "town", "city": "town", "marsh": "marsh",
}  # fmt: skip
EDGES = ("stream", "ravine", "slope", "protected", "river", "steep", "bridge")
WORKS = (
    "hedge",
    "berm",
    "abatis",
    "entrenchment",
    "redoubt",
    "gentle slope",
)  # that shelter, each its own line
ROADS = ("road", "trail", "railway")
SIGNS = {
    "infantry": "infantry", "foot": "infantry", "cavalry": "cavalry", "horse": "cavalry", "artillery": "artillery",
    "guns": "artillery", "train": "train", "supply": "train", "leader": "leader", "general": "leader",
    "army_marker": "leader", "gun": "artillery", "heavy_cavalry": "cavalry", "mounted_crossbowmen": "mounted_crossbow",
    "crossbowmen": "crossbow", "archers": "bow", "regular_infantry": "infantry", "schiltron": "ring",
    "men-at-arms": "heavy_foot",
}  # fmt: skip
MARKS = {
    "disrupted": "#f2e650", "shaken": "#ff9d6b", "fired": "#c9c9c9", "questionable": "#fff", "routed": "#ffb3d1",
    "berserk": "#ff6f6f", "charge": "#a8dc8f", "out_of_command": "#d9c7ff",
    "formation_shaken": "#ffd27f", "formation_broken": "#ff9d6b", "hedgehog": "#b5e8d5", "open_order": "#cfe8ff",
    "column": "#cfe8ff", "morale_shaken": "#ffc4dd", "morale_broken": "#ff6f9f", "casualties": "#ffdcdc",
    "pistols_left": "#e6e6e6", "captured": "#ffdf70", "disabled": "#b0b0b0", "limbered": "#d8c3a5",
}  # fmt: skip
LETTERS = {
    "questionable": "?", "formation_shaken": "FS", "formation_broken": "FB", "morale_shaken": "MS",
    "morale_broken": "MB",
}  # fmt: skip

STYLE = """
text{font-family:sans-serif;text-anchor:middle;fill:#222}
.title{font-size:32px;font-weight:bold;text-anchor:start}
.note{font-size:18px;text-anchor:start}
.caption,.word{font-size:20px;text-anchor:start}
.caption{fill:#5b5443}
.tally{font-size:19px;text-anchor:start}
.of{font-weight:bold}
.turn{fill:#15171a}
.rule{stroke:#b8ac8e;stroke-width:1.5}
.sheet{stroke:#6d6349;stroke-width:4;stroke-linejoin:round}
.patch{stroke-width:1.4}
.shade{fill:none;opacity:.2}
.hex{fill:#fff;fill-opacity:0;stroke:#5d5a3c;stroke-opacity:.3;stroke-width:1}
.cover,.number,.label{pointer-events:none}
.grass,#grass{stroke:#a9bd7d;stroke-width:1.3;fill:none;stroke-linecap:round}
.number text{font-size:9.5px;fill:#4f4a33;fill-opacity:.75}
.label text{font-size:21px;font-weight:bold;font-style:italic;fill:#3a2c10;paint-order:stroke;stroke:#fbf6df;
stroke-width:4.5px;stroke-linejoin:round}
.label .from-left{text-anchor:start}
.label .from-right{text-anchor:end}
.label .letter{font-style:normal;font-size:20px;stroke:none}
.label .way-name{font-size:17px;font-weight:normal;fill:#5b3d17;stroke-width:4px}
.label .water-name{fill:#1f5582}
.label .name{font-size:15px;font-style:normal;stroke:#fffdf4}
.label .kind-of{font-size:12px;font-weight:normal;fill:#6b6355;stroke:#fffdf4}
.ring{fill:#fffdf4;stroke:#222;stroke-width:2}
.link{stroke:#d9c69c;stroke-width:7;fill:none;stroke-linecap:round}
.link-casing{stroke:#7a5a35;stroke-width:10;fill:none;stroke-linecap:round}
.dot{stroke:#4b4637;stroke-width:2.5}
.head{font-size:19px;text-anchor:start;font-weight:bold}
.casing{stroke:#7a5a35;stroke-width:8.5;fill:none;stroke-linejoin:round;stroke-linecap:round}
.road{stroke:#f7e9c3;stroke-width:5.5;fill:none;stroke-linejoin:round;stroke-linecap:round}
.trail-casing{stroke:#fbf6df;stroke-width:6}
.trail{stroke:#7a5a35;stroke-width:3;fill:none;stroke-dasharray:9 6;stroke-linejoin:round}
.railway-casing{stroke:#333;stroke-width:11;stroke-dasharray:2.5 8;stroke-linecap:butt}
.railway{stroke:#333;stroke-width:3;fill:none}
.edge{stroke:#6b3fa0;stroke-width:5;fill:none;stroke-linecap:round}
.side-hedge{stroke:#2f7d32;stroke-width:7;fill:none;stroke-dasharray:1 7;stroke-linecap:round}
.side-berm{stroke:#a9824c;stroke-width:7;fill:none}
.side-abatis{stroke:#5c3a1e;stroke-width:9;fill:none;stroke-dasharray:2.5 5}
.side-entrenchment{stroke:#3f3b35;stroke-width:7;fill:none;stroke-dasharray:8 3}
.side-redoubt{stroke:#8b1e1e;stroke-width:8;fill:none}
.side-gentle-slope{stroke:#b39b6a;stroke-width:6;fill:none;stroke-dasharray:2 5}
.stream{stroke:#3f86ba;stroke-width:8;fill:none;stroke-linecap:round;stroke-linejoin:round}
.river{stroke:#2f6fa3;stroke-width:17;fill:none;stroke-linecap:round;stroke-linejoin:round}
.river-water{stroke:#8fc4e6;stroke-width:12;fill:none;stroke-linecap:round;stroke-linejoin:round}
.bridge{stroke:#6b4a26;stroke-width:24;fill:none}
.bridge-planks{stroke:#d8b27a;stroke-width:18;fill:none}
.steep{stroke:#5a4a35;stroke-width:9;fill:none;stroke-dasharray:4 3}
.water{stroke:#a9d6ee;stroke-width:4.5;fill:none;stroke-linecap:round;stroke-linejoin:round}
.ravine{stroke:#5c3a1e;stroke-width:7;fill:none;stroke-dasharray:3 4}
.slope{fill:#7b5a26;stroke:none}
.protected{stroke:#3f3b35;stroke-width:8;fill:none}
.stones{stroke:#b5ad9b;stroke-width:5;fill:none;stroke-dasharray:11 1.5 8 1.5}
.card{stroke:#15171a;stroke-width:1.2}
.under{fill:#2b2b1a;opacity:.35;stroke:none}
.corner{stroke:none}
.facing{fill:#c8102e;stroke:#fff;stroke-width:1.6;stroke-linejoin:round}
.counter text{font-weight:bold}
.counter .rating{font-size:11.5px}
.counter .mark,.legend .mark,.tag .mark{font-size:9px;font-weight:bold;fill:#000}
.counter .unknown{font-size:28px}
.counter .kind,.legend .kind{font-size:11px;font-weight:bold;fill:#000}
.badge{stroke:#000;stroke-width:1}
.pile .count{fill:#fffdf4;stroke:#15171a;stroke-width:1.1}
.pile text{font-size:11px;font-weight:bold}
.felt{fill:#e9eedb;stroke:#8a8066;stroke-width:2}
.box{fill:#faf8ee;stroke:#8a8066}
""".strip()

DEFS = """
<g id="oak"><ellipse cx="2" cy="3" rx="8.5" ry="7.5" fill="#2f4d2d" opacity=".28"/>
<path d="M-8,0C-10,-6 -4,-10 0,-8C6,-10 10,-4 8,0C9,6 3,9 0,7C-5,9 -9,5 -8,0Z" fill="#4f8549" stroke="#335c2e"/>
<path d="M-4,-3C-2,-6 2,-6 4,-4C1,-4 -2,-3 -2,0Z" fill="#82b174"/></g>
<g id="ash"><ellipse cx="2" cy="3" rx="7" ry="6" fill="#2f4d2d" opacity=".25"/>
<path d="M-6,0C-8,-4 -3,-8 0,-6C4,-8 8,-3 6,0C7,4 2,7 0,5C-3,7 -7,4 -6,0Z" fill="#659a5a" stroke="#41703a"/>
<path d="M-3,-2C-2,-4 1,-4 3,-3C1,-3 -1,-2 -1,0Z" fill="#93bd82"/></g>
<g id="wood1"><use href="#oak" x="-17" y="-17"/><use href="#ash" x="2" y="-24"/><use href="#oak" x="18" y="-13"/>
<use href="#ash" x="-24" y="3"/><use href="#oak" x="-3" y="-3"/><use href="#ash" x="23" y="8"/>
<use href="#oak" x="-13" y="19"/><use href="#oak" x="10" y="20"/></g>
<g id="wood2"><use href="#ash" x="-12" y="-23"/><use href="#oak" x="10" y="-20"/><use href="#oak" x="-22" y="-5"/>
<use href="#ash" x="1" y="-4"/><use href="#oak" x="22" y="0"/><use href="#ash" x="-16" y="15"/>
<use href="#oak" x="2" y="17"/><use href="#ash" x="20" y="20"/></g>
<g id="wood3"><use href="#oak" x="-2" y="-24"/><use href="#ash" x="19" y="-17"/><use href="#ash" x="-20" y="-13"/>
<use href="#oak" x="7" y="-4"/><use href="#oak" x="-13" y="3"/><use href="#oak" x="21" y="10"/>
<use href="#ash" x="-20" y="20"/><use href="#oak" x="3" y="23"/></g>
<g id="grove1"><use href="#ash" x="-16" y="-14"/><use href="#ash" x="13" y="-17"/><use href="#ash" x="-4" y="4"/>
<use href="#ash" x="19" y="9"/><use href="#ash" x="-18" y="18"/></g>
<g id="grove2"><use href="#ash" x="0" y="-20"/><use href="#ash" x="-20" y="-3"/><use href="#ash" x="14" y="-1"/>
<use href="#ash" x="-5" y="18"/><use href="#ash" x="22" y="18"/></g>
<path id="rough1" d="M-26,-2l5,-10 6,10zM14,-6l6,-11 6,11zM-16,25l5,-10 6,10zM7,26l6,-11 5,11zM-4,-12l4,-8 4,8z"
 fill="#93866c" stroke="#4f4636"/>
<path id="rough2" d="M-20,-10l6,-11 5,11zM8,-14l5,-9 6,9zM16,8l6,-11 5,11zM-26,14l5,-9 6,9zM-6,28l5,-10 6,10z"
 fill="#93866c" stroke="#4f4636"/>
<g id="town1" fill="#a4685a" stroke="#4d2f28">
<path d="M-22,-18h15v10h-15zM4,-24h10v15h-10zM19,-8h9v14h-9zM-26,4h10v14h-10z"/>
<path d="M-8,-2h15v9h-15zM-6,16h12v9h-12zM12,14h13v9h-13z"/></g>
<g id="town2" fill="#a4685a" stroke="#4d2f28">
<path d="M-16,-22h10v14h-10zM2,-20h17v9h-17zM-27,-2h14v10h-14zM-4,-3h10v13h-10z"/>
<path d="M14,-2h12v9h-12zM-16,16h14v9h-14zM8,17h10v10h-10z"/></g>
<g id="town3" fill="#a4685a" stroke="#4d2f28">
<path d="M-24,-14h12v10h-12zM-3,-25h12v11h-12zM15,-16h11v12h-11z"/>
<path d="M-20,5h16v9h-16zM3,-5h9v12h-9zM18,6h9v13h-9zM-4,19h15v8h-15z"/></g>
<path id="marsh" d="M-20,-8h14M-13,-8v-7M6,-10h14M13,-10v-7M-10,15h16M-2,15v-7"
 stroke="#4c7a6a" stroke-width="2" fill="none"/>
<path id="grass" d="M-4,2l2,-5M0,2v-6M4,2l-2,-5"/>
<rect id="unit" x="-11" y="-7" width="22" height="14" fill="#fff" stroke="#000"/>
<g id="infantry"><use href="#unit"/><path d="M-11,-7L11,7M-11,7L11,-7" stroke="#000" stroke-width="1.3"/></g>
<g id="cavalry"><use href="#unit"/><path d="M-11,7L11,-7" stroke="#000" stroke-width="1.3"/></g>
<g id="bow"><use href="#unit"/><path d="M-4,-6Q7,0 -4,6ZM-8,0H9M6,-2.5L9,0L6,2.5" stroke="#000" fill="none"/></g>
<g id="crossbow"><use href="#unit"/>
<path d="M-8,0H7M3,-5.5Q8,0 3,5.5" stroke="#000" stroke-width="1.4" fill="none"/></g>
<g id="mounted_crossbow"><use href="#crossbow"/><path d="M-11,7L11,-7" stroke="#000" stroke-width="1.3"/></g>
<g id="ring"><use href="#unit"/><circle r="4" fill="none" stroke="#000" stroke-width="1.4"/>
<path d="M0,-4V-7M0,4V7M-4,0H-8M4,0H8M-3,-3L-6,-6M3,-3L6,-6M-3,3L-6,6M3,3L6,6" stroke="#000"/></g>
<g id="heavy_foot"><use href="#infantry"/><path d="M-5,-7H5L0,7Z" fill="#000"/></g>
<g id="artillery"><use href="#unit"/><circle r="3.8" fill="#000"/></g>
<g id="train" fill="#fff" stroke="#000"><rect x="-10" y="-7" width="20" height="9"/>
<circle cx="-6" cy="4" r="3"/><circle cx="6" cy="4" r="3"/></g>
<path id="leader" d="M0,-8.5L2.2,-2.7L8.5,-2.6L3.6,1.2L5.3,7.3L0,3.7L-5.3,7.3L-3.6,1.2L-8.5,-2.6L-2.2,-2.7Z"
 fill="#fff" stroke="#000"/>
""".strip()


class Theme(NamedTuple):
    """The class of each side, and the style sheet that belongs to them."""

    sides: dict[str, str]
    style: str


def theme(sides: Sequence[str], others: Iterable[str], colours: Iterable[tuple[str, str]] = ()) -> Theme:
    """Sides of the game first; a counter of nobody is grey. A side may have a colour of its own, as #rrggbb."""
    classes = {side: f"side{i % len(PALETTE)}" for side, i in worn(sides).items()}
    for side in others:
        classes.setdefault(side, "neutral")
    rules = [_rule(f"side{i}", fill, ink) for i, (fill, ink) in enumerate(PALETTE)]
    rules += [_rule(classes[side], colour, ink_on(colour)) for side, colour in colours if side in classes]
    return Theme(classes, "\n".join([STYLE, *rules, ".neutral{fill:#d8d8d8}"]))


def _rule(look: str, fill: str, ink: str) -> str:
    return f".{look}{{fill:{fill}}}.{look} text{{fill:{ink}}}.{look} .corner{{fill:{ink}}}"


def ink_on(colour: str) -> str:
    """Black or white, whichever can be read on it."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#000" if 299 * red + 587 * green + 114 * blue > 128_000 else "#fff"


CORNERS = (
    (),
    ("rear left",),
    ("rear right",),
    ("rear left", "rear right"),
    ("front left",),
    ("front left", "rear left"),
)


def corners_of(look: str) -> tuple[str, ...]:
    """Which corners of a side's cards and bases are marked, for whoever cannot tell its colour."""
    return CORNERS[int(look.removeprefix("side"))] if look.startswith("side") else ()


def text_of(text: str) -> str:
    """Text for an element or an attribute: without control characters, and with no mark-up of its own."""
    return escape(plain(text))


def key_of(word: str) -> str:
    """How the tables above spell a word."""
    return unlined(word).lower().replace(" ", "_")


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
