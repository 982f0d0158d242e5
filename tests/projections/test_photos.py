"""Boards with somebody's own pictures: each stands once, the map lies under all; without them nothing changes."""

from __future__ import annotations

import msgspec

from domain.hexes.grid import Numbering
from domain.kernel.board import Board, Spot
from projections.drawing.layout import edge_of, layout
from projections.drawing.photos import FaceLayer, MapPhoto, Photo, Photos, showing
from projections.hexmap.near import MOST_BESIDE, near
from projections.page.scene import Scenery
from projections.pictures.svg import draw_svg
from tests.projections.test_board_svg import counter, hex_board

FIELD = Numbering(lines=(1, 6), places=(1, 6), lines_grow="S", places_grow="E", line_first=False)
PICTURES = {name: Photo(f"data:image/png;base64,{name}", 40, 20) for name in ("front", "back", "map")}
FRONT, BACK = (FaceLayer("front"),), (FaceLayer("front"), FaceLayer("back", 4, -2))
KEPT = Photos(PICTURES, {"id-Ohio": {"": FRONT, "spent": BACK}}, (MapPhoto("map", -2, -1, 30, 20),))
OHIO = counter("Ohio", "0202")
PLACES = Board(
    title="Map", sides=("red", "blue"), counters=(counter("Ohio", "Map 900,200"),),
    spots=(Spot(name="Map 900,200", x=900, y=200), Spot(name="Mill", x=300, y=100)),
)  # fmt: skip


def drawn(board: Board, kept: Photos = KEPT) -> str:
    with showing(kept):
        return draw_svg(board)


def test_without_pictures_nothing_changes() -> None:
    assert drawn(hex_board(FIELD, OHIO), Photos()) == draw_svg(hex_board(FIELD, OHIO))
    assert "<image" not in draw_svg(hex_board(FIELD, OHIO))


def test_each_picture_stands_once_and_the_map_lies_lowest() -> None:
    svg = drawn(hex_board(FIELD, OHIO, counter("Ohio", "0303")))
    assert svg.count("base64,front") == svg.count("base64,map") == 1
    assert svg.count('href="#photo-front"') == 2
    assert "base64,back" not in svg, "no counter shows it"
    assert svg.index("base64,map") < svg.index('href="#hex"') < svg.index('href="#photo-front"')


def test_a_counter_shows_what_lies_up_and_a_state_never_seen_its_front() -> None:
    for state, layers in (("", 1), ("spent", 2), ("never seen", 1)):
        svg = drawn(hex_board(FIELD, msgspec.structs.replace(OHIO, state=state)))
        assert svg.count('href="#photo-') == layers
    hidden = msgspec.structs.replace(OHIO, hidden=True)
    assert "#photo-" not in drawn(hex_board(FIELD, hidden)), "who may not know it sees its back"


def test_on_a_map_without_hexes_everything_lies_to_scale() -> None:
    kept = KEPT._replace(maps=(MapPhoto("map", 0, 0, 8000, 1000),))
    with showing(kept):
        laid = layout(PLACES)
        left, top, right, bottom = edge_of(laid)
    scale = (right - left) / 8000
    assert 0 < scale < 1
    assert abs(bottom - top - 1000 * scale) < 1
    for spot in PLACES.spots:
        x, y = laid.at[spot.name]
        assert abs(x - left - (spot.x or 0) * scale) <= 1
        assert abs(y - top - (spot.y or 0) * scale) <= 1
    assert "drawn without its map" not in drawn(PLACES, kept)


def test_a_page_holds_the_map_in_its_ground_and_of_counters_only_what_is_shown() -> None:
    board = hex_board(FIELD, msgspec.structs.replace(OHIO, state="spent"))
    with showing(KEPT):
        stage = Scenery().stage(board)
        ground, (piece,) = stage.ground.svg, stage.pieces(board)
    assert ground.count("base64,") == 1
    assert piece.face.count("base64,") == 2
    hidden = msgspec.structs.replace(OHIO, hidden=True)
    with showing(KEPT):
        (unseen,) = Scenery().stage(board).pieces(hex_board(FIELD, hidden))
    assert "base64" not in unseen.face


def test_a_part_of_a_map_leaves_out_boxes_that_hold_very_many() -> None:
    reserves = [counter(f"r{n}", "reserve") for n in range(MOST_BESIDE + 1)]
    few, many = (hex_board(FIELD, OHIO, *reserves[:count]) for count in (MOST_BESIDE, MOST_BESIDE + 1))
    assert [len(near(board, ["0202"]).counters) for board in (few, many)] == [MOST_BESIDE + 1, 1]
