"""The ground of a drawn board: hexes or dots, what covers them, hexsides, roads, links and labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from domain.board import Board, Edge, Road, Spot
from projections.board_svg_layout import XY, Layout, common_side
from projections.board_svg_style import COVER, EDGES, ROADS, ground_colours, key_of, text_of
from projections.board_words import grounds, shortened, spoken

TICKS, TICK = 5, 9  # hachures of a slope, and how long they are
LENGTH = 35  # from the middle of a hexside to the centre of its hex
FREE, SET_BACK = 10, 6  # a tenth of a protected side is left free at each end; how far inside its line lies
HIGHEST = ("hill",)  # drawn as the colour of the hex though it stands second
LONG_NUMBER, SHORT_LABEL, LONG_NAME = 6, 2, 34
DOT, RING = 11, 13
NUMBER_UP, LABEL_DOWN, NAME_DOWN, LETTER_DOWN = 25, 35, 29, 6


def ground(board: Board, layout: Layout) -> Iterator[str]:
    words = [word for spot in board.spots for word in grounds(spot)]
    colours = ground_colours(dict.fromkeys(words))
    on_map = [spot for spot in board.spots if spot.name in layout.at]
    if layout.corners:
        corners = " ".join(f"{x},{y}" for x, y in layout.corners)
        yield f'<defs><polygon id="hex" points="{corners}"/></defs>'
        yield from _group("hexes", (_hex(spot, layout.at[spot.name], colours) for spot in on_map))
        yield from _group("cover", (cover for spot in on_map for cover in _covers(spot, layout.at[spot.name])))
    yield from _lines(board, layout)
    if layout.corners:
        numbered = (spot for spot in on_map if len(spot.name) <= LONG_NUMBER)
        yield from _group("number", (_number(spot, layout.at[spot.name]) for spot in numbered))
    else:
        yield from _group("dots", (_dot(spot, layout.at[spot.name], colours) for spot in on_map))
    yield from _group("label", (_label(spot.label, layout.at[spot.name]) for spot in on_map if spot.label))


def _group(name: str, parts: Iterable[str]) -> Iterator[str]:
    held = list(parts)
    if held:
        yield from (f'<g class="{name}">', *held, "</g>")


def _hex(spot: Spot, at: XY, colours: Mapping[str, str]) -> str:
    return (
        f'<use href="#hex" class="hex" data-spot="{text_of(spot.name)}" x="{at[0]}" y="{at[1]}" '
        f'fill="{fill_of(spot, colours)}">{_title(spot)}</use>'
    )


def fill_of(spot: Spot, colours: Mapping[str, str]) -> str:
    """The colour of its hill if it is one, else of the first word that has one."""
    words = sorted((word for word in grounds(spot) if word in colours), key=lambda word: key_of(word) not in HIGHEST)
    return colours[words[0]] if words else "#f2efdc"


def _title(spot: Spot) -> str:
    words = ", ".join(spoken(word) for word in grounds(spot))
    said = f"{spot.name}{f' {spot.label}' if spot.label else ''}{f': {words}' if words else ''}"
    return f"<title>{text_of(said)}</title>"


def _covers(spot: Spot, at: XY) -> list[str]:
    shapes = dict.fromkeys(COVER[key_of(word)] for word in grounds(spot) if key_of(word) in COVER)
    return [f'<use href="#{shape}" x="{at[0]}" y="{at[1]}"/>' for shape in shapes]


def _number(spot: Spot, at: XY) -> str:
    return f'<text x="{at[0]}" y="{at[1] - NUMBER_UP}">{text_of(spot.name)}</text>'


def _dot(spot: Spot, at: XY, colours: Mapping[str, str]) -> str:
    x, y = at
    return (
        f'<g data-spot="{text_of(spot.name)}">{_title(spot)}'
        f'<circle class="dot" cx="{x}" cy="{y}" r="{DOT}" fill="{fill_of(spot, colours)}"/>'
        f'<text class="name" x="{x}" y="{y + NAME_DOWN}">{text_of(shortened(spot.name, LONG_NAME))}</text></g>'
    )


def _label(label: str, at: XY) -> str:
    """Letters of one or two signs stand in a ring."""
    x, y = at
    if len(label) > SHORT_LABEL:
        return f'<text x="{x}" y="{y + LABEL_DOWN}">{text_of(label)}</text>'
    return (
        f'<circle class="ring" cx="{x}" cy="{y}" r="{RING}"/>'
        f'<text class="letter" x="{x}" y="{y + LETTER_DOWN}">{text_of(label)}</text>'
    )


# Lines


def _lines(board: Board, layout: Layout) -> Iterator[str]:
    at = layout.at
    links = " ".join(_path([at[a], at[b]]) for a, b in board.links if a in at and b in at)
    if links:
        yield f'<path class="link" d="{links}"/>'
    yield from _edges(board.edges, layout, is_water=True)
    for road in board.roads:
        yield f'<path class="casing" d="{_road(road, at)}"/>'
    for road in board.roads:
        yield f'<path class="{road_class(road.kind)}" d="{_road(road, at)}">{_said(road.kind, road.name)}</path>'
    yield from _edges(board.edges, layout, is_water=False)


def road_class(kind: str) -> str:
    return kind if kind in ROADS else "road"


def edge_class(kind: str) -> str:
    return kind if kind in EDGES else "edge"


def _said(kind: str, name: str) -> str:
    return f"<title>{text_of(f'{name}: {spoken(kind)}' if name else spoken(kind))}</title>"


def _road(road: Road, at: Mapping[str, XY]) -> str:
    return _path([at[name] for name in road.spots if name in at])


def _path(points: list[XY]) -> str:
    return "M" + "L".join(f"{x},{y}" for x, y in points) if points else ""


def _edges(edges: Iterable[Edge], layout: Layout, *, is_water: bool) -> Iterator[str]:
    """One path for all hexsides of a kind and name; roads bridge the streams, so streams are drawn before them."""
    paths: dict[tuple[str, str], list[str]] = {}
    for edge in edges:
        if (edge.kind == "stream") is is_water and edge.a in layout.at and edge.b in layout.at:
            paths.setdefault((edge.kind, edge.name), []).append(edge_path(edge.kind, edge, layout))
    for (kind, name), parts in paths.items():
        yield f'<path class="{edge_class(kind)}" d="{"".join(parts)}">{_said(kind, name)}</path>'


def edge_path(kind: str, edge: Edge, layout: Layout) -> str:
    """Along the hexside; between places that share none, straight from one to the other."""
    a, b = layout.at[edge.a], layout.at[edge.b]
    side = common_side(a, b, layout.corners)
    if side is None:
        return _path([a, b])
    if kind == "slope":
        return _hachures(side, b)
    return _path(_inside(side, b)) if kind == "protected" else _path(list(side))


def _hachures(side: tuple[XY, XY], uphill: XY) -> str:
    """Strokes from the side into the hex uphill."""
    dx, dy = _into(side, uphill, TICK)
    feet = [_between(side[0], side[1], i, TICKS + 1) for i in range(1, TICKS + 1)]
    return "".join(_path([(x, y), (x + dx, y + dy)]) for x, y in feet)


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
