"""The ground of a drawn board: a map of hexes, or dots joined by links; what covers it, hexsides, roads and names."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterable, Iterator, Mapping, Sequence

from domain.kernel.board import Board, EdgeDrawn, Road, Spot
from projections.drawing.labels import Box
from projections.drawing.layout import XY, Layout, common_side, edge_of
from projections.drawing.photos import map_photos
from projections.drawing.plane import bounds, path
from projections.drawing.shapes import courses, eased, noise, outlines, pieces, soft
from projections.drawing.style import (
    COVER,
    COVERS,
    EDGES,
    MEADOW,
    RIMS,
    ROADS,
    WORKS,
    ground_colours,
    key_of,
    text_of,
)
from projections.drawing.words import grounds, spoken
from projections.hexmap.names import dot_names, names

WEDGES, WEDGE, FOOT = 6, 11, 1.8  # hachures of a slope, how long they are and how thick at their foot
LENGTH = 35  # from the middle of a hexside to the centre of its hex
FREE, SET_BACK = 10, 6  # a tenth of a protected side is left free at each end; how far inside its line lies
HIGHEST = ("hill", "ridge")  # drawn as the colour of the hex though it stands second
SHADES = (26, 16, 8)
LONG_NUMBER = 6
DOT = 12
RIM = 60  # of the cloth, around the middles of places
NUMBER_UP = 26
TUFTS = 3  # one clear hex in so many has a tuft of grass


def ground(board: Board, layout: Layout, things: Iterable[Box] = ()) -> Iterator[str]:
    """All that does not change in a game; names keep clear of the things, if any are told."""
    on_map = [spot for spot in board.spots if spot.name in layout.at]
    if layout.corners:
        yield from _map(board, layout, on_map)
        yield from names(board, layout, on_map, things)
    else:
        yield from _pictured(layout) if layout.is_pictured else _felt(layout)
        yield from _lines(board, layout)
        colours = ground_colours(dict.fromkeys(word for spot in board.spots for word in grounds(spot)))
        named = [spot for spot in on_map if spot.name not in layout.bare]
        yield from _group("dots", (_dot(spot, layout.at[spot.name], colours) for spot in named))
        links = [(layout.at[a], layout.at[b]) for a, b in board.links if a in layout.at and b in layout.at]
        yield from dot_names(links, layout, named, things)


def _felt(layout: Layout) -> Iterator[str]:
    """Under pieces on a map that is not known: a cloth, so that they lie on something."""
    if layout.bare:
        left, top, right, bottom = bounds(list(layout.at.values()))
        size = f'width="{right - left + 2 * RIM}" height="{bottom - top + 2 * RIM}"'
        yield f'<rect class="felt" x="{left - RIM}" y="{top - RIM}" {size} rx="10"/>'


def _group(name: str, parts: Iterable[str]) -> Iterator[str]:
    held = list(parts)
    if held:
        yield from (f'<g class="{name}">', *held, "</g>")


def _map(board: Board, layout: Layout, on_map: Sequence[Spot]) -> Iterator[str]:
    corners = " ".join(f"{x},{y}" for x, y in layout.corners)
    yield f'<defs><polygon id="hex" points="{corners}"/></defs>'
    if layout.is_pictured:
        yield from _pictured(layout)
        yield '<g class="hexes" opacity=".35">'  # hardly seen: the map has hexes of its own
        yield from (_hex(spot, layout.at[spot.name]) for spot in on_map)
        yield "</g>"
        return
    rims = "".join(path(rim, closed=True) for rim in outlines([spot.name for spot in on_map], layout))
    yield f'<path class="sheet" d="{rims}" fill="{MEADOW}"/>'
    yield from _group("cover", _grounds(on_map, layout))
    yield from _lines(board, layout)
    yield from _group("hexes", (_hex(spot, layout.at[spot.name]) for spot in on_map))
    numbered = (spot for spot in on_map if len(spot.name) <= LONG_NUMBER)
    yield from _group("number", (_number(spot, layout.at[spot.name]) for spot in numbered))


def _pictured(layout: Layout) -> Iterator[str]:
    """The map as it is printed: hexes and names of its own stand on it."""
    yield from map_photos(layout.unit, layout.origin, edge_of(layout))


def _hex(spot: Spot, at: XY) -> str:
    return f'<use href="#hex" class="hex" data-spot="{text_of(spot.name)}" x="{at[0]}" y="{at[1]}">{_title(spot)}</use>'


def fill_of(spot: Spot, colours: Mapping[str, str]) -> str:
    """The colour of its hill if it is one, else of the first word that has one."""
    words = sorted((word for word in grounds(spot) if word in colours), key=lambda word: key_of(word) not in HIGHEST)
    return colours[words[0]] if words else MEADOW


def _title(spot: Spot) -> str:
    words = ", ".join(spoken(word) for word in grounds(spot))
    said = f"{spot.name}{f' {spot.label}' if spot.label else ''}{f': {words}' if words else ''}"
    return f"<title>{text_of(said)}</title>"


def _number(spot: Spot, at: XY) -> str:
    return f'<text x="{at[0]}" y="{at[1] - NUMBER_UP}">{text_of(spot.name)}</text>'


def _dot(spot: Spot, at: XY, colours: Mapping[str, str]) -> str:
    x, y = at
    return (
        f'<g data-spot="{text_of(spot.name)}">{_title(spot)}'
        f'<circle class="dot" cx="{x}" cy="{y}" r="{DOT}" fill="{fill_of(spot, colours)}"/></g>'
    )


# What covers the hexes


def _grounds(on_map: Sequence[Spot], layout: Layout) -> Iterator[str]:
    """Colours first, heights over them, then woods and towns, and at last their signs."""
    words: dict[str, list[str]] = {}
    for spot in on_map:
        for word in grounds(spot):
            words.setdefault(word, []).append(spot.name)
    colours = ground_colours(words)
    flat = [word for word in words if word in colours and colours[word] != MEADOW]
    for word in sorted(flat, key=lambda word: key_of(word) in HIGHEST):
        yield from region(words[word], layout, colours[word], RIMS.get(key_of(word), "#8a8066"), f"high{len(word)}")
    for shape, cover in COVERS.items():
        covered = [name for word, names in words.items() if COVER.get(key_of(word)) == shape for name in names]
        if covered and cover.fill:
            yield from region(covered, layout, cover.fill, cover.rim, "")
    for spot in on_map:
        yield from _signs(spot, layout.at[spot.name])


def region(names: Sequence[str], layout: Layout, fill: str, rim: str, shaded: str) -> Iterator[str]:
    """Hexes of a kind as one patch; a height has its slopes shaded."""
    drawn = "".join(soft(ring, closed=True) for ring in outlines(names, layout))
    yield f'<path class="patch" d="{drawn}" fill="{fill}" stroke="{rim}"/>'
    if shaded and rim == RIMS["hill"]:
        yield f'<clipPath id="{shaded}"><path d="{drawn}"/></clipPath><g clip-path="url(#{shaded})">'
        yield from (f'<path class="shade" d="{drawn}" stroke="{rim}" stroke-width="{width}"/>' for width in SHADES)
        yield "</g>"


def _signs(spot: Spot, at: XY) -> Iterator[str]:
    """Trees, houses and stones, not the same in each hex; here and there a tuft of grass where nothing is."""
    shapes = dict.fromkeys(COVER[key_of(word)] for word in grounds(spot) if key_of(word) in COVER)
    for shape in shapes:
        signs = COVERS[shape].signs
        yield f'<use href="#{signs[noise(*at) % len(signs)]}" x="{at[0]}" y="{at[1]}"/>'
    if not shapes and noise(*at) % TUFTS == 0:
        x, y = at[0] + noise(at[0], 5) % 41 - 20, at[1] + noise(at[1], 9) % 31 - 10
        yield f'<use href="#grass" x="{x}" y="{y}"/>'


# Lines


def _lines(board: Board, layout: Layout) -> Iterator[str]:
    at = layout.at
    links = " ".join(path([at[a], at[b]]) for a, b in board.links if a in at and b in at)
    if links:
        yield f'<path class="link-casing" d="{links}"/><path class="link" d="{links}"/>'
    yield from _edges(board.edges, layout, is_water=True)
    met = crossings(board.roads, at)
    drawn = [(road, _road(road, at, met)) for road in board.roads]
    yield from (f'<path class="casing {road_class(road.kind)}-casing" d="{line}"/>' for road, line in drawn)
    for road, line in drawn:
        yield f'<path class="{road_class(road.kind)}" d="{line}">{_said(road.kind, road.name)}</path>'
    yield from _edges(board.edges, layout, is_water=False)


def road_class(kind: str) -> str:
    return kind if kind in ROADS else "road"


def edge_class(kind: str) -> str:
    if kind in WORKS:
        return f"side-{kind.replace(' ', '-')}"
    return kind if kind in EDGES else "edge"


def _said(kind: str, name: str) -> str:
    return f"<title>{text_of(f'{name}: {spoken(kind)}' if name else spoken(kind))}</title>"


def crossings(roads: Sequence[Road], at: Mapping[str, XY]) -> set[XY]:
    """Where more than one road passes."""
    passed = Count(name for road in roads for name in dict.fromkeys(road.spots))
    return {at[name] for name, times in passed.items() if times > 1 and name in at}


def _road(road: Road, at: Mapping[str, XY], met: set[XY]) -> str:
    points = [at[name] for name in road.spots if name in at]
    return "".join(soft(piece) for piece in pieces(points, eased(points, met), met))


def _edges(edges: Iterable[EdgeDrawn], layout: Layout, *, is_water: bool) -> Iterator[str]:
    """One path for all hexsides of a kind and name; roads bridge the streams, so streams are drawn before them."""
    found: dict[tuple[str, str], list[EdgeDrawn]] = {}
    for edge in edges:
        if (edge.kind == "stream") is is_water and edge.a in layout.at and edge.b in layout.at:
            found.setdefault((edge.kind, edge.name), []).append(edge)
    for (kind, name), several in found.items():
        drawn = edges_path(kind, several, layout)
        yield f'<path class="{edge_class(kind)}" d="{drawn}">{_said(kind, name)}</path>'
        if kind in OVERLAID:
            yield f'<path class="{OVERLAID[kind]}" d="{drawn}"/>'


OVERLAID = {"stream": "water", "protected": "stones", "river": "river-water", "bridge": "bridge-planks"}


def edges_path(kind: str, edges: Sequence[EdgeDrawn], layout: Layout) -> str:
    """Along the hexsides; between places that share none, straight from one to the other."""
    sides = [(edge, common_side(layout.at[edge.a], layout.at[edge.b], layout.corners)) for edge in edges]
    apart = "".join(path([layout.at[edge.a], layout.at[edge.b]]) for edge, side in sides if side is None)
    joined = [(side, layout.at[edge.b]) for edge, side in sides if side]
    if kind == "slope":
        return apart + "".join(_hachures(side, uphill) for side, uphill in joined)
    if kind == "protected":
        return apart + "".join(path(_inside(side, behind)) for side, behind in joined)
    return apart + "".join(soft(line) for line in courses(side for side, _ in joined))


def _hachures(side: tuple[XY, XY], uphill: XY) -> str:
    """Wedges that stand in the hex uphill, their points on the side, every other one shorter."""
    long, short = _into(side, uphill, WEDGE), _into(side, uphill, WEDGE * 2 // 3)
    (ax, ay), (bx, by) = side
    foot = FOOT * (bx - ax) / 40, FOOT * (by - ay) / 40
    found = []
    for i in range(1, WEDGES + 1):
        x, y = ax + (bx - ax) * (i - 0.5) / WEDGES, ay + (by - ay) * (i - 0.5) / WEDGES
        dx, dy = long if i % 2 else short
        ends = [(x + dx - foot[0], y + dy - foot[1]), (x, y), (x + dx + foot[0], y + dy + foot[1])]
        found.append(path(ends, closed=True))
    return "".join(found)


def _inside(side: tuple[XY, XY], b: XY) -> list[XY]:
    """A line beside the hexside, within the hex that has the cover."""
    dx, dy = _into(side, b, SET_BACK)
    ends = (_between(side[0], side[1], 1, FREE), _between(side[1], side[0], 1, FREE))
    return [(x + dx, y + dy) for x, y in ends]


def _between(a: XY, b: XY, part: int, of: int) -> XY:
    return a[0] + round((b[0] - a[0]) * part / of), a[1] + round((b[1] - a[1]) * part / of)


def _into(side: tuple[XY, XY], centre: XY, length: int) -> XY:
    """So far from the middle of the side towards the centre."""
    dx, dy = 2 * centre[0] - side[0][0] - side[1][0], 2 * centre[1] - side[0][1] - side[1][1]
    return round(dx * length / (2 * LENGTH)), round(dy * length / (2 * LENGTH))
