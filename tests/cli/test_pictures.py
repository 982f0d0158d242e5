"""Pictures from the command line: boards with the last orders, parts of maps, PNG, and charts."""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from domain.kernel.errors import BadInput
from tests.cli.conftest import Run
from tests.replay_fixtures import FIXTURES

Value = Callable[..., Any]
Element = ElementTree.Element
JULY = FIXTURES / "gettysburg" / "mcphersons-ridge-union.transcript"


def drawn(run: Run, *args: str) -> Element:
    return ElementTree.fromstring(run("show", *args, "--svg", "-").stdout_bytes)


def traces(root: Element) -> list[str]:
    return [kind for each in root.iter() if (kind := each.get("data-trace")) is not None]


def words(root: Element, look: str) -> list[str]:
    return ["".join(each.itertext()) for each in root.iter() if look in (each.get("class") or "").split()]


@pytest.fixture
def marched(ridge: str, run: Run) -> str:
    run("order", "ridge", "MovePiece piece=guard to=road", "--by", "blue")
    run("order", "ridge", "MovePiece piece=spy to=hill", "--by", "red")
    return ridge


def test_the_text_of_a_board_ends_with_its_last_order(marched: str, run: Run) -> None:
    assert run("show", "ridge").stdout.splitlines()[-1] == "last order: red> MovePiece piece=spy to=hill (entry 18)"
    assert run("show", "ridge", "--last", "0").stdout.count("last order") == 0


def test_a_side_does_not_read_an_order_it_may_not_see(marched: str, run: Run) -> None:
    said = run("show", "ridge", "--as", "blue").stdout
    assert said.splitlines()[-1] == "last order: (hidden) (entry 18)"
    assert "spy" not in said


def test_the_last_order_is_drawn_for_whoever_may_see_it(marched: str, run: Run, value: Value) -> None:
    assert [trace["unit"] for trace in value("show", "ridge")["board"]["traces"]] == ["spy"]
    assert value("show", "ridge", "--as", "blue")["board"]["traces"] == []
    both = value("show", "ridge", "--last", "2")
    assert [(trace["unit"], trace["points"]) for trace in both["board"]["traces"]] == [
        ("guard", ["hill", "road"]), ("spy", ["wood", "hill"]),
    ]  # fmt: skip
    assert len(both["last"]) == 2


@pytest.mark.parametrize("last", ["-1", "many", "501"])
def test_an_odd_number_of_orders_is_refused_in_one_line(marched: str, last: str, run: Run) -> None:
    said = run("show", "ridge", "--last", last, code=2).stderr
    assert said.count("\n") == 1
    assert "no number of orders" in said


def test_the_head_of_a_picture_tells_points_and_losses(ridge: str, run: Run) -> None:
    assert words(drawn(run, "ridge"), "tally") == [
        "blue3 points, no losses",
        "red0 points, lost 2 steps, about 100 men",
    ]


def test_a_map_is_drawn_in_part_about_the_last_order_a_unit_or_a_hex(run: Run) -> None:
    run("import", str(JULY), "--name", "ridge")
    whole = drawn(run, "ridge:300")
    spots = {each.get("data-spot") for each in whole.iter() if each.get("data-spot")}
    unit = next(each.get("data-id") for each in whole.iter() if (each.get("data-id") or "").startswith("U-"))
    for near in ("2020", unit):
        part = {each.get("data-spot") for each in drawn(run, "ridge:300", "--near", str(near)).iter()} - {None}
        assert 40 < len(part) < 300 < len(spots)
        assert part < spots
    assert (
        "there is no place and no unit 'nowhere'"
        in run("show", "ridge:300", "--near", "nowhere", "--svg", "-", code=2).stderr
    )
    moved = next(n for n in range(300, 340) if traces(drawn(run, f"ridge:{n}")))
    assert traces(drawn(run, f"ridge:{moved}", "--near", "order")) == traces(drawn(run, f"ridge:{moved}"))


def test_a_board_without_hexes_is_not_drawn_in_part(ridge: str, run: Run) -> None:
    said = run("show", "ridge", "--near", "hill", "--svg", "-", code=2).stderr
    assert "only a map of hexes can be drawn in part" in said


def size_of(file: Path) -> tuple[int, int]:
    """Width and height, as the head of a PNG says."""
    head = file.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = struct.unpack(">II", head[16:24])
    return wide, high


def test_a_png_is_as_wide_as_it_is_drawn_or_as_asked(ridge: str, run: Run, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    usual, wide = tmp_path / "usual.png", tmp_path / "wide.png"
    said = run("show", "ridge", "--png", str(usual)).stdout
    assert said == f"ridge:15 is drawn in {usual}, {usual.stat().st_size} bytes\n"
    run("show", "ridge", "--png", str(wide), "--width", "1800")
    _, _, width, height = drawn(run, "ridge").get("viewBox", "").split()
    assert size_of(usual) == (int(width), int(height))
    assert size_of(wide)[0] == 1800
    assert "is there already" in run("show", "ridge", "--png", str(wide), code=2).stderr


def test_a_picture_too_large_for_memory_is_refused_with_what_is_not() -> None:
    from cli.shell import png

    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 100000"></svg>'
    with pytest.raises(BadInput, match="--width 894 is the most"):
        png.check_size(svg, None)
    png.check_size(svg, 894)


def test_words_are_drawn_in_a_png_without_any_font_of_the_machine() -> None:
    pytest.importorskip("resvg_py")
    from resvg_py import svg_to_bytes

    from cli.shell import png

    blank = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40"><style>text{font-family:sans-serif}</style>'
    files = png.font_files()
    for look in ("", "font-weight:bold", "font-style:italic"):
        told = f'{blank}<text y="30" style="font-size:30px;{look}">Ridge – Żółć Ελ</text></svg>'
        bare, worded = (
            bytes(svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=files, sans_serif_family=png.FACE))
            for svg in (f"{blank}</svg>", told)
        )
        assert len(worded) > len(bare) + 400, look


def test_without_the_extra_a_png_is_refused_with_how_to_get_it(
    ridge: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    file = tmp_path / "ridge.png"
    assert "pip install 'refight[png]'" in run("show", "ridge", "--png", str(file), code=2).stderr
    assert not file.exists()


@pytest.mark.parametrize(
    ("command", "title", "look"),
    [("score", "Victory points", "line"), ("losses", "Losses", "line"), ("dice", "How the", "bar")],
)
def test_points_losses_and_dice_are_drawn_into_a_file_or_printed(
    command: str, title: str, look: str, ridge: str, run: Run, value: Value, tmp_path: Path
) -> None:
    file = tmp_path / "chart.svg"
    assert (
        run(command, "ridge", "--svg", str(file)).stdout == f"ridge is drawn in {file}, {file.stat().st_size} bytes\n"
    )
    root = ElementTree.parse(file).getroot()
    assert words(root, "title")[0].startswith(title)
    assert words(root, look)
    assert run(command, "ridge", "--svg", "-").stdout.strip() == file.read_text("utf-8").strip()
    assert "is there already" in run(command, "ridge", "--svg", str(file), code=2).stderr
    told = value(command, "ridge", "--svg", str(file), "--force")
    assert told["bytes"] == file.stat().st_size
    assert {key: told[key] for key in value(command, "ridge") if key != "standing"} == {
        key: kept for key, kept in value(command, "ridge").items() if key != "standing"
    }


def test_of_an_order_that_hides_something_the_other_side_sees_the_end(ridge: str, value: Callable[..., Any]) -> None:
    """Half-way through it, what is not yet gone would tell what goes."""
    assert value("log", "ridge:5")[-1]["to"] == ["red"]
    assert value("show", "ridge:4", "--as", "blue")["ref"] == "ridge:5"
    assert value("show", "ridge:4", "--as", "red")["ref"] == "ridge:4"
    assert value("show", "ridge:4")["ref"] == "ridge:4"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        pytest.param(("--width", "900"), "add --png FILE", id="a width of no picture"),
        pytest.param(("--svg", "a.svg", "--width", "900"), "add --png FILE", id="a width of an SVG"),
        pytest.param(("--png", "-"), "a PNG is not printed", id="a PNG on the terminal"),
        pytest.param(("--svg", "a.png", "--png", "a.png"), "name two files", id="two pictures in one file"),
        pytest.param(("--near", "hill"), "--near is for pictures", id="a part of no picture"),
    ],
)
def test_options_that_would_do_nothing_are_refused_in_words(
    ridge: str, args: tuple[str, ...], said: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said in run("show", "ridge", *args, code=2).stderr
    assert not [file for file in tmp_path.iterdir() if file.name in ("-", "a.svg", "a.png")]


def test_svg_for_a_dash_is_printed_and_no_file_is_made(
    ridge: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("show", "ridge", "--svg", "-").stdout.startswith("<?xml")
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize("near", ["hill", "order", "nowhere"])
def test_a_map_of_places_is_never_drawn_in_part_whatever_is_asked_for(ridge: str, near: str, run: Run) -> None:
    said = run("show", "ridge", "--near", near, "--svg", "-", code=2).stderr
    assert "only a map of hexes can be drawn in part, and this is a map of places" in said


def test_a_turn_that_has_just_begun_shows_the_one_before_and_says_so(ridge: str, run: Run, value: Value) -> None:
    for order in (
        "BeginPhase turn=7 phase=march side=blue",
        "MovePiece piece=guard to=road",
        "BeginPhase turn=8 phase=march side=red",
    ):
        run("order", "ridge", order, "--by", "blue")
    shown = value("show", "ridge", "--last", "turn")
    assert [(trace["unit"], trace["kind"]) for trace in shown["board"]["traces"]] == [("guard", "move")]
    caption = " ".join(words(drawn(run, "ridge", "--last", "turn"), "caption"))
    assert "this turn has just begun, drawn is the one before" in caption
    assert "has just begun" in run("show", "ridge", "--last", "turn").stdout
    run("order", "ridge", "MovePiece piece=guard to=hill", "--by", "blue")
    assert "has just begun" not in run("show", "ridge", "--last", "turn").stdout


def test_pictures_of_one_game_are_of_one_size(run: Run, tmp_path: Path) -> None:
    run("import", str(JULY), "--name", "july")
    sizes = set()
    for entry in (1, 40, 300):
        file = tmp_path / f"{entry}.png"
        run("show", f"july:{entry}", "--png", str(file), "--width", "700")
        sizes.add(struct.unpack(">II", file.read_bytes()[16:24]))
    assert len(sizes) == 1
