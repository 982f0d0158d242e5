"""Pictures of one game are of one size: the same frame, the same map in it, whatever has come to lie beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain.kernel.board import Board, Counter
from projections.pictures.svg import draw_svg
from tests.projections.recorded_boards import recorded_games
from tests.projections.test_board_svg import ARMY, GRID, hex_board

LOOKS = 8  # entries of each game
WORDS = ("begun", "last order: union> MoveUnit unit=U-1 path=1012,1013,1014 " * 5)
GAMES = (
    "black_powder/freemans-farm-1777", "freeform/pegasus-bridge", "gettysburg/first-day-union",
    "gettysburg/second-day-union", "longstreet_lite/brawners-farm", "musket_and_pike/edgehill-1642",
    "wallaces_war/falkirk-1298",
)  # fmt: skip
FRAME = re.compile(r'viewBox="([^"]+)"')
MAP = re.compile(r'<[^>]*(?:class="frame"|data-spot)[^>]*>\s*<[^>]*>')  # a table, a hex, a place with its dot
SMALLER = re.compile(r'<g transform="translate\([\d.]+,[\d.]+\) scale\((0\.\d+)\)">')


def frame(svg: str) -> str:
    return FRAME.findall(svg)[0]


def ground(svg: str) -> list[str]:
    """How far the drawing is moved down, and where the first places of its map lie in it."""
    return [*re.findall(r'^<g transform="translate\(0,\d+\)">$', svg, re.M), *MAP.findall(svg)[:4]]


@pytest.mark.parametrize("name", GAMES)
def test_every_entry_of_a_game_is_drawn_in_one_frame_and_to_one_scale(name: str, tmp_path: Path) -> None:
    with recorded_games(tmp_path) as games:
        head, begun = games.head(name), games.board(name, 1)
        boards = [games.board(name, 1 + (head - 1) * look // LOOKS) for look in range(LOOKS + 1)]
    drawn = [draw_svg(board, words, begun) for board in boards for words in WORDS]
    assert len({frame(svg) for svg in drawn}) == 1
    assert all(ground(svg) == ground(drawn[0]) for svg in drawn)
    assert ground(drawn[0])[1:], "it has a map"


def crowded(count: int) -> Board:
    """An army beside its map, which needs many boxes."""
    beside = (Counter(id=f"r{i}", name=f"Reserve {i}", side="blue", at=f"box {i // 12}") for i in range(count))
    return hex_board(GRID, *ARMY, *beside)


def test_what_needs_more_room_than_a_game_began_with_is_drawn_smaller() -> None:
    begun = hex_board(GRID, *ARMY)
    few, many = draw_svg(begun, "", begun), draw_svg(crowded(300), "", begun)
    assert frame(few) == frame(many)
    assert not SMALLER.search(few)
    assert float(SMALLER.findall(many)[0]) < 1
    assert "Reserve 299" in many


def test_a_picture_without_its_game_is_as_high_as_it_needs_to_be() -> None:
    assert frame(draw_svg(hex_board(GRID, *ARMY))) != frame(draw_svg(crowded(300)))
