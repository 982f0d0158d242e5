"""How a drawn table looks: colours, signs and what each word of the data is drawn as."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from projections.drawing.style import OTHER_GROUND, PALETTE, key_of


class Ground(NamedTuple):
    """A fill, the colour of its rim, and the sign strewn over it, so many pixels apart."""

    fill: str
    rim: str
    sign: str = ""
    apart: int = 0


WATER = Ground("#a9d0e8", "#4a8fc0", "ripple", 52)
WOODS = Ground("#b4cf9b", "#5f8a55", "tree", 27)
ROUGH = Ground("#ddd2b6", "#9a8d6f", "stone", 30)
HOUSES = Ground("#e0d0c6", "#7d5b4f", "house", 40)
GROUND = {
    "hill": Ground("#e6d5a4", "#b3945a"), "ridge": Ground("#e6d5a4", "#b3945a"),
    "woods": WOODS, "forest": WOODS, "heavy_woods": WOODS, "orchard": Ground("#cfe0ae", "#8aa765", "fruit", 30),
    "light_woods": Ground("#cfe0ae", "#8aa765", "fruit", 32), "field": Ground("#f1e3a4", "#c2a955", "furrow"),
    "crops": Ground("#f1e3a4", "#c2a955", "furrow"), "ploughed": Ground("#e3cda6", "#b08f5a", "furrow"),
    "marsh": Ground("#cbdfd2", "#6d9c8c", "tuft", 34), "rough": ROUGH, "rough_ground": ROUGH, "ford": WATER._replace(
        fill="#c9e2ec", sign="stone"), "stream": WATER, "river": WATER, "lake": WATER, "water": WATER,
    "bridge": Ground("#c8a878", "#5c3a1e", "plank"), "building": HOUSES, "buildings": HOUSES, "town": HOUSES,
    "village": HOUSES, "building_block": HOUSES, "wood": WOODS, "open_woods": WOODS,
    "open": Ground("#edf2d8", "#8a8066"), "clear": Ground("#edf2d8", "#8a8066"),
}  # fmt: skip
WAYS = ("road", "track", "railway", "stream", "crest", "wall", "fence", "hedge", "works", "embankment", "zone")
LIKE = {"trail": "track", "path": "track", "pike": "road", "river": "stream", "brook": "stream", "railroad": "railway",
        "fieldworks": "works", "earthworks": "works", "zone_line": "zone", "obstacle": "fence"}  # fmt: skip
ZONES = {
    "fire": "#c8322b", "short": "#c8322b", "long": "#d98a00", "blocked": "#555", "charge": "#6b3fa0",
    "deployment": "#3b6ea5",
}  # fmt: skip
OTHER_ZONE = "#6b3fa0"
HATCHES = {
    "short": "M-2,2L2,-2M0,10L10,0M8,12L12,8", "long": "M8,-2L12,2M0,0L10,10M-2,8L2,12", "charge": "M0,5H10",
    "blocked": "M0,10L10,0M0,0L10,10", "deployment": "M5,0V10",
}  # fmt: skip

STYLE = """
.table{fill:#e3ebc6}
.frame{fill:none;stroke:#5b4a32;stroke-width:5}
.grid{stroke:#5b4a32;stroke-width:1;opacity:.13;fill:none}
.ruler,.bar{stroke:#3b3325;stroke-width:1.2;fill:none}
.numbers text{font-size:15px;fill:#3b3325}
.numbers .y{text-anchor:end}
.bar .full{fill:#3b3325}
.bar .empty{fill:#fffdf4}
.area{stroke-width:1.6;stroke-linejoin:round}
.soft{stroke-dasharray:5 3}
.furrow{stroke-width:1.5;fill:none;opacity:.75}
.plank{stroke-width:1.5;fill:none}
.way{fill:none;stroke-linejoin:round;stroke-linecap:butt}
.way.casing{stroke:#7a5a35;stroke-width:13}
.way.road{stroke:#f3e6c4;stroke-width:9.5}
.way.track{stroke:#8b6a3f;stroke-width:3.5;stroke-dasharray:10 6}
.way.railway{stroke:#3b3b3b;stroke-width:3}
.way.ties{stroke:#3b3b3b;stroke-width:11;stroke-dasharray:2.5 8}
.way.stream{stroke:#4a8fc0;stroke-width:8;stroke-linecap:round}
.way.water{stroke:#a9d0e8;stroke-width:4.5;stroke-linecap:round}
.way.wall{stroke:#54504a;stroke-width:8.5}
.way.stones{stroke:#d6d0c2;stroke-width:5.5;stroke-dasharray:10 2 7 2}
.way.fence{stroke:#74481f;stroke-width:2}
.way.posts{stroke:#4f2f12;stroke-width:3.2}
.way.hedge{stroke:#4f8350;stroke-width:9;stroke-dasharray:.1 8;stroke-linecap:round}
.way.works{stroke:#5c3a1e;stroke-width:7}
.way.embankment,.way.line{stroke:#6b5a3c;stroke-width:2.4}
.way.ticks{stroke:#6b5a3c;stroke-width:1.6}
.way.line{stroke:#6b3fa0;stroke-width:4}
.way.crest{stroke:#7b5a26;stroke-width:2.6;stroke-linecap:round}
.hachures{fill:#7b5a26}
.way.zone{stroke:#4b4637;stroke-width:2;stroke-dasharray:12 8}
.strip{fill-opacity:.17;stroke-opacity:.55;stroke-width:1.2}
.hatch{stroke:none}
.range{fill:none;stroke-width:1.6;stroke-dasharray:3 3}
.shadow{fill:#2b2b1a;opacity:.28}
.outline{stroke:#15171a;stroke-width:4;stroke-linejoin:round}
.base,.chip{stroke:#15171a;stroke-width:1.1;stroke-linejoin:round}
.arm{fill:none;stroke:#000;stroke-width:1.4;opacity:.6}
.gun{fill:#000;stroke:none}
.pale{fill:#fff;opacity:.45}
.pole{fill:none;stroke:#15171a;stroke-width:1.6}
.wheels{fill:none;stroke:#15171a;stroke-width:4;stroke-linecap:round}
.front{stroke:#15171a;stroke-width:4.5;fill:none;stroke-linecap:round}
.facing{stroke:#15171a;stroke-width:1.6;stroke-linejoin:round}
.secret{font-size:22px;font-weight:bold}
.smoke{fill:#f4f4f2;stroke:#8d9096;stroke-width:1.1}
.leader{stroke:#15171a;stroke-width:1.1;fill:none}
.pin{fill:#fffdf4;stroke:#15171a;stroke-width:1.1}
.plate{fill:#fffdf4;fill-opacity:.93;stroke:#15171a;stroke-width:.8}
.tag text.called{font-size:15px;font-weight:600;fill:#15171a}
.tag text.count{font-size:15px;font-weight:bold}
.place{font-size:15px;font-style:italic;fill:#3f3a22;paint-order:stroke;stroke:#f6f5e2;stroke-width:3.5px}
.place.water{fill:#1f5582}
.reach{font-size:15px;font-weight:bold;paint-order:stroke;stroke:#fffdf4;stroke-width:3.5px}
""".strip()

DEFS = """
<g id="tree1"><ellipse cx="2.5" cy="4" rx="11" ry="9" fill="#2f4d2d" opacity=".3"/>
<path d="M-10,1C-13,-5 -7,-10 -3,-9C0,-13 8,-12 9,-6C13,-3 11,4 7,5C5,10 -3,10 -5,7C-9,8 -12,5 -10,1Z"
 fill="#54894f" stroke="#35602f"/><path d="M-6,-4C-4,-8 2,-9 4,-6C1,-6 -3,-4 -4,-1Z" fill="#86b378"/></g>
<g id="tree2"><ellipse cx="2.5" cy="4" rx="10" ry="8" fill="#2f4d2d" opacity=".3"/>
<path d="M-9,-2C-8,-9 -1,-11 3,-8C8,-9 12,-3 9,1C10,7 4,9 1,7C-3,10 -10,7 -8,3C-11,2 -10,0 -9,-2Z"
 fill="#4a7d4b" stroke="#2f572e"/><path d="M-4,-4C-2,-7 3,-7 5,-4C2,-4 -1,-3 -2,0Z" fill="#78a86b"/></g>
<g id="tree3"><ellipse cx="2" cy="3" rx="8" ry="7" fill="#2f4d2d" opacity=".3"/>
<path d="M-7,0C-9,-5 -3,-9 0,-7C5,-9 9,-4 7,0C8,5 2,8 0,6C-4,8 -8,4 -7,0Z" fill="#659a5a" stroke="#3f6b36"/>
<path d="M-3,-2C-2,-5 1,-5 3,-4C1,-3 -1,-2 -1,0Z" fill="#93bd82"/></g>
<g id="fruit"><ellipse cx="1.5" cy="2.5" rx="6" ry="5" fill="#2f4d2d" opacity=".25"/>
<circle r="6" fill="#7fae60" stroke="#4c7a3a"/><circle cx="-2" cy="-2" r="2" fill="#a9cf8b"/></g>
<g id="stone1" fill="#a79c85" stroke="#6a604c"><path d="M-7,4L-5,-3L1,-5L6,-1L5,4Z"/>
<path d="M-5,-3L-1,-1L1,-5M-1,-1L-1,4" fill="none" opacity=".6"/></g>
<g id="stone2" fill="#bdb29a" stroke="#6a604c"><path d="M-5,3L-3,-2L2,-3L5,3Z"/><path d="M5,4L7,1L10,4Z"/></g>
<g id="tuft" stroke="#3f7463" stroke-width="1.5" fill="none" stroke-linecap="round">
<path d="M-8,3H8M0,3V-6M-3,3L-6,-3M3,3L6,-3"/></g>
<path id="ripple" d="M-11,0q5.5,-5 11,0t11,0" stroke="#5b9bc8" stroke-width="1.5" fill="none"/>
<g id="house"><path d="M-9,7V-3L0,-10L9,-3V7Z" fill="#a4685a" stroke="#4d2f28"/>
<path d="M-2,7V1H3V7Z" fill="#4d2f28"/></g>
<path id="puff" class="smoke" d="M-9,4C-13,3 -12,-4 -7,-4C-6,-10 3,-11 5,-6C11,-7 13,1 8,4Z"/>
""".strip()


def style() -> str:
    """With the ink that reads on each side's colour."""
    inks = [f".side{i} .arm{{stroke:{ink}}}.side{i} .gun{{fill:{ink}}}" for i, (_, ink) in enumerate(PALETTE)]
    return "\n".join([STYLE, *inks])


def grounds_of(kinds: Iterable[str]) -> dict[str, Ground]:
    """How each kind is drawn; words unknown here take the spare colours in turn."""
    found: dict[str, Ground] = {}
    spare = 0
    for kind in dict.fromkeys(kinds):
        known = GROUND.get(key_of(kind))
        found[kind] = known or Ground(OTHER_GROUND[spare % len(OTHER_GROUND)], "#8a8066")
        spare += known is None
    return found


def way_of(kind: str) -> str:
    """The class a line is drawn with."""
    key = LIKE.get(key_of(kind), key_of(kind))
    return key if key in WAYS else "line"


def zone_colour(kind: str) -> str:
    return ZONES.get(key_of(kind), OTHER_ZONE)


def zone_strip(kind: str, drawn: str) -> str:
    """The outline of a zone filled, and hatched in a way of its kind: colours alone do not tell all kinds apart."""
    key, colour = key_of(kind), zone_colour(kind)
    hatch = f'<path class="hatch" d="{drawn}" fill="url(#hatch-{key})"/>' if key in HATCHES else ""
    return f'<path class="strip" d="{drawn}" fill="{colour}" stroke="{colour}"/>{hatch}'


def hatches() -> str:
    return "".join(
        f'<pattern id="hatch-{kind}" width="10" height="10" patternUnits="userSpaceOnUse">'
        f'<path d="{lines}" stroke="{zone_colour(kind)}" stroke-width="1.6" fill="none"/></pattern>'
        for kind, lines in HATCHES.items()
    )
