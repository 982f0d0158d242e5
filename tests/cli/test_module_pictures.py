"""Pictures of counters and maps: kept beside the database, drawn on this machine, in no export."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.shell.pictures import MAX_BOARD
from cli.shell.png import small_png
from domain.hexes.printed import Grid, on_plane, snap_centre
from rules.freeform.gridmap import plane
from tests.cli.conftest import Run
from tests.vassal.builder import change, log, piece, states
from tests.vmod.builder import GAME, game, png, vmod

SNAPSHOT = [
    "Main MapBoardPicker\tField\t0\t0",
    piece("2", "Guard", "Main Map;60;60", slot="18").replace("x.png", "guard.png"),
]


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "evening.vlog").write_bytes(log(SNAPSHOT))
    (tmp_path / "game.vmod").write_bytes(game())
    return str(tmp_path / "evening.vlog"), str(tmp_path / "game.vmod")


def test_pictures_are_drawn_only_where_they_were_kept(
    run: Run, db: Path, files: tuple[str, str], tmp_path: Path
) -> None:
    evening, module = files
    run("import", evening, "--module", module, "--name", "plain")
    run("import", evening, "--module", module, "--pictures", "--name", "painted")
    shown = {name: run("show", name, "--svg", "-").stdout for name in ("plain", "painted")}
    assert {name: text.count("data:image/png;base64,") for name, text in shown.items()} == {"plain": 0, "painted": 2}
    kept = [file for file in Path(f"{db}.pictures").rglob("*") if file.is_file()]
    assert sorted(file.suffix for file in kept) == [".json", ".png", ".png"]
    run("export", "painted", "-o", str(tmp_path / "out.jsonl"))
    run("export", "painted", "--html", str(tmp_path / "out.html"))
    for file in ("out.jsonl", "out.html"):
        assert "data:image/png" not in (tmp_path / file).read_text()


def index_of(db: Path) -> Any:
    (index,) = Path(f"{db}.pictures").rglob("index.json")
    return json.loads(index.read_text())


def pieces_kept(db: Path) -> Any:
    return index_of(db)["pieces"]


def test_a_page_holds_them_only_if_asked(run: Run, files: tuple[str, str], tmp_path: Path) -> None:
    evening, module = files
    run("import", evening, "--module", module, "--pictures", "--name", "painted")
    run("import", evening, "--module", module, "--name", "plain")
    run("export", "painted", "--html", str(tmp_path / "with.html"), "--with-pictures")
    page = (tmp_path / "with.html").read_text()
    assert page.count("data:image/png") == 2
    assert (
        "no pictures of plain"
        in run("export", "plain", "--html", str(tmp_path / "x.html"), "--with-pictures", code=2).stderr
    )
    assert "goes with --html" in run("export", "painted", "--with-pictures", code=2).stderr


FLIP = "emb2;Flip;2;F;;0;;;0;;;;1;false;3;-4;back.png;;true;;;;false;;1"


def test_a_counter_shows_the_picture_that_lies_up(run: Run, db: Path, tmp_path: Path) -> None:
    guard = piece("2", "Guard", "Main Map;60;60", [(FLIP, "-1;")], slot="18").replace("x.png", "guard.png")
    flipped = change("2", states("Main Map;60;60", "1;F", slot="18"), states("Main Map;60;60", "-1;", slot="18"))
    (tmp_path / "evening.vlog").write_bytes(log([SNAPSHOT[0], guard], flipped))
    pictures = {"field": png(1000, 600), "guard": png(48, 48), "back": png(40, 40)}
    (tmp_path / "game.vmod").write_bytes(vmod(GAME, {f"images/{name}.png": held for name, held in pictures.items()}))
    run("import", str(tmp_path / "evening.vlog"), "--module", str(tmp_path / "game.vmod"), "--pictures", "--name", "g")
    front, back = pieces_kept(db)["Guard"].values()
    assert [len(layers) for layers in (front, back)] == [1, 2]
    assert (back[0], back[1][1:]) == (front[0], [3, -4])
    before, after = (run("show", ref, "--svg", "-").stdout.count('<use href="#photo-') for ref in ("g:4", "g"))
    assert (before, after) == (1, 2)


def test_the_map_lies_under_its_hexes(run: Run, db: Path, files: tuple[str, str]) -> None:
    """Each corner of a picture of 1000 x 600 pixels, as hexes of 96 x 120 from 60, 60 are counted."""
    run("import", files[0], "--module", files[1], "--pictures", "--name", "g")
    ((_, left, top, width, height, turned),) = index_of(db)["boards"]
    assert (left, top, turned) == (-60 / 96 * 3, -60 / 120 * 2, False)
    assert (width, height) == (1000 / 96 * 3, 600 / 120 * 2)
    drawn = run("show", "g", "--svg", "-").stdout
    assert drawn.index("<image x=") < drawn.index('<use href="#hex"') < drawn.index('<use href="#photo-')
    assert 'class="number"' not in drawn  # the map has its own


@pytest.mark.parametrize("upright", [True, False])
def test_the_middle_of_each_hex_lies_where_its_spot_is_drawn(upright: bool) -> None:
    grid = Grid(dx=55.4, dy=64, x0=-19, y0=32, sideways=not upright)
    for column, row in ((0, 0), (1, 0), (7, 3), (12, 9)):
        x, y = on_plane(grid, *snap_centre(grid, column, row))
        expected = plane(column, row, grid.sideways)
        assert abs(x - expected[0]) < 0.1
        assert abs(y - expected[1]) < 0.1


def test_boards_beyond_all_measure_are_left_out(run: Run, db: Path, tmp_path: Path) -> None:
    (tmp_path / "evening.vlog").write_bytes(log(SNAPSHOT))
    head = png(1000, 600)
    bombs = {
        "many pixels": head[:16] + (9000).to_bytes(4, "big") * 2 + head[24:],
        "many bytes": head + bytes(MAX_BOARD),
        "no picture": b"PK" * 400,
    }
    evening, module = str(tmp_path / "evening.vlog"), str(tmp_path / "game.vmod")
    for name, content in bombs.items():
        (tmp_path / "game.vmod").write_bytes(vmod(GAME, {"images/field.png": content, "images/guard.png": png(9, 9)}))
        run("import", evening, "--module", module, "--pictures", "--name", name.replace(" ", "-"))
    indexes = [json.loads(index.read_text()) for index in Path(f"{db}.pictures").rglob("index.json")]
    assert [(index["boards"], list(index["pieces"])) for index in indexes] == [([], ["Guard"])] * 3


def test_a_further_log_brings_its_counters(run: Run, db: Path, files: tuple[str, str], tmp_path: Path) -> None:
    run("import", files[0], "--module", files[1], "--pictures", "--name", "g")
    more = piece("3", "Guard", "Main Map;60;60", slot="18").replace("x.png", "guard.png")
    (tmp_path / "next.vlog").write_bytes(log([*SNAPSHOT, more]))
    run("import", str(tmp_path / "next.vlog"), "--append", "g", "--module", files[1], "--pictures")
    assert set(pieces_kept(db)) == {"Guard", "Guard #2"}


def test_pictures_need_a_module(run: Run, files: tuple[str, str]) -> None:
    assert "name it with --module" in run("import", files[0], "--pictures", code=2).stderr


def test_damaged_pictures_are_as_good_as_none(run: Run, db: Path, files: tuple[str, str]) -> None:
    run("import", files[0], "--module", files[1], "--pictures", "--name", "painted")
    (index,) = Path(f"{db}.pictures").rglob("index.json")
    out = '{"sizes": {"../../../etc/passwd": [9, 9]}, "boards": [["../../../etc/passwd", 0, 0, 9, 9, false]]}'
    lost = out.replace("../../../etc/passwd", "000000000000000000000000.png")
    for text in ("", "[]", '{"sizes": {"x": 1}}', out, lost):
        index.write_text(text)
        assert "<image" not in run("show", "painted", "--svg", "-").stdout


@pytest.mark.parametrize("content", [png(2000, 2000), b"MZ" * 100, b'<svg width="48" height="48"><script/></svg>'])
def test_what_is_no_plain_picture_is_left_out(run: Run, db: Path, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "evening.vlog").write_bytes(log(SNAPSHOT))
    (tmp_path / "game.vmod").write_bytes(vmod(GAME, {"images/field.png": png(1000, 600), "images/guard.png": content}))
    run("import", str(tmp_path / "evening.vlog"), "--module", str(tmp_path / "game.vmod"), "--pictures")
    assert pieces_kept(db) == {}


@pytest.mark.parametrize(
    "inside",
    [
        '<image href="file:///etc/passwd"/>', "<script/>", '<use xlink:href="#a"/>', "<style>@import 'x'</style>",
        '<rect fill="url(http://x/)"/>', '<filter id="f"/>', "<foreignObject/>",
    ],
)  # fmt: skip
def test_a_drawing_that_is_more_than_shapes_is_not_drawn(inside: str) -> None:
    plain = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/>%s</svg>'
    assert small_png(plain % b"", 10)
    assert small_png(plain % inside.encode(), 10) is None
    assert small_png(b"<!DOCTYPE x>" + plain % b"", 10) is None
