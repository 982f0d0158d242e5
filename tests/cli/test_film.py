"""`export --film` and `show --caption`: what is written, what is refused, and that no half file is left."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Run
from tests.cli.test_pictures import size_of

BRIDGE = ROOT / "fixtures" / "freeform" / "pegasus-bridge.transcript"


@pytest.fixture
def bridge(run: Run) -> str:
    run("import", str(BRIDGE), "--name", "bridge")
    return "bridge"


def test_a_film_has_a_picture_of_each_phase_for_as_long_as_is_asked(bridge: str, run: Run, tmp_path: Path) -> None:
    av = pytest.importorskip("av")
    file = tmp_path / "bridge.mp4"
    said = run("export", bridge, "--film", str(file), "--pace", "1", "--width", "640").stdout
    assert said == f"bridge is filmed in {file}: 5 pictures, {file.stat().st_size} bytes\n"
    with av.open(str(file)) as film:
        (stream,) = film.streams.video
        assert (stream.codec_context.name, stream.width, stream.height) == ("h264", 640, 360)
        assert float(stream.duration * stream.time_base) == pytest.approx(5, abs=0.6)
        pictures = [picture.to_image() for picture in film.decode(video=0)]
    assert len({picture.tobytes() for picture in pictures}) >= 5
    assert "is there already" in run("export", bridge, "--film", str(file), code=2).stderr


def test_a_film_of_orders_as_a_gif(bridge: str, run: Run, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    file = tmp_path / "bridge.gif"
    told = run("--json", "export", bridge, "--film", str(file), "--every", "order", "--width", "320").stdout
    with image.open(file) as film:
        assert f'"pictures":{film.n_frames}' in told.replace(" ", "")
        assert film.size == (320, 180)
        assert film.n_frames > 20
        assert film.info["duration"] == 1500


@pytest.mark.parametrize(("more", "said"), [
    (["--film", "bridge.avi"], "is neither"),
    (["--film", "bridge.mp4", "--html", "bridge.html"], "leave out --html"),
    (["--film", "bridge.mp4", "--luck"], "leave out --luck"),
    (["--every", "order"], "only films have that"),
    (["--film", "bridge.mp4", "--as", "nobody"], "nobody"),
    (["--film", "bridge.mp4", "--line", "nowhere"], "nowhere"),
])  # fmt: skip
def test_what_makes_no_film_is_refused(
    bridge: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said in run("export", bridge, *more, code=2).stderr
    assert not list(tmp_path.glob("*bridge*"))


def test_a_game_without_a_map_cannot_be_filmed(ridge: str, run: Run, tmp_path: Path) -> None:
    pytest.importorskip("av")
    assert "there is nothing to film" in run("export", ridge, "--film", str(tmp_path / "r.mp4"), code=2).stderr
    assert not list(tmp_path.glob("*r.mp4*"))


def test_without_the_extra_a_film_is_refused_with_how_to_get_it(
    bridge: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "av", None)
    assert "pip install 'refight[film]'" in run("export", bridge, "--film", str(tmp_path / "b.mp4"), code=2).stderr
    assert not list(tmp_path.glob("*b.mp4*"))


def test_ctrl_c_leaves_no_half_film(bridge: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("av")
    from cli.shell import film

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(film, "png_of", stopped)
    run("export", bridge, "--film", str(tmp_path / "b.mp4"), code=130)
    assert not list(tmp_path.glob("*b.mp4*"))


def test_a_still_for_sharing_has_one_size_whatever_it_shows(bridge: str, run: Run, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    files = [tmp_path / f"{entry}.png" for entry in (7, 46, 133)]
    for file in files:
        run("show", f"bridge:{file.stem}", "--png", str(file), "--caption", "--width", "640")
    own = tmp_path / "own.png"
    run("show", "bridge:46", "--png", str(own), "--caption", "The den Brotheridge falls", "--width", "640")
    assert {size_of(file) for file in (*files, own)} == {(640, 360)}
    assert own.read_bytes() != files[1].read_bytes()
    assert "--caption is of a PNG" in run("show", "bridge", "--caption", code=2).stderr
