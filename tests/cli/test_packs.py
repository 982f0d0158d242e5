"""Packs: shipped ones by name or hash, and the user's own folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.shell.packs import MAX_BYTES, find_pack, load_pack, shipped_packs
from domain.kernel.errors import BadInput, NotFound
from domain.kernel.packs import Pack
from rules import SYSTEMS
from tests.cli.conftest import Run

GOOD = 'source="house"\n[[scenarios]]\nkey="a"\ntitle="A"\nsides=["x","y"]\nsource="house"\n'


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_system_comes_with_packs_that_hold(key: str) -> None:
    assert shipped_packs(key)
    for name in shipped_packs(key):
        SYSTEMS[key].sheets.check(load_pack(key, name))


def test_a_shipped_pack_is_found_by_name_by_hash_and_by_default(pack: Pack) -> None:
    for wanted in ("", "open", pack.hash):
        assert find_pack("freeform", wanted) == pack
    assert load_pack("freeform") == load_pack("freeform", "open") == pack


def test_a_hash_nobody_ships_is_not_found() -> None:
    with pytest.raises(NotFound, match="the pack 000000000000 of freeform is not shipped"):
        find_pack("freeform", "0" * 64)


def test_an_own_folder_bears_its_own_name(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "scenarios.toml").write_text(GOOD)
    (folder / "readme.md").write_text("not part of it")
    assert load_pack("freeform", str(folder)) == Pack(name="mine", files={"scenarios.toml": GOOD})


def test_line_ends_and_byte_order_marks_do_not_change_a_pack(tmp_path: Path) -> None:
    file = tmp_path / "scenarios.toml"
    file.write_text(GOOD)
    plain = load_pack("freeform", str(tmp_path))
    file.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert load_pack("freeform", str(tmp_path)) == plain


def test_a_folder_that_is_not_there_is_refused_with_what_is() -> None:
    with pytest.raises(BadInput, match="no folder opne and no such pack; freeform comes with open; did you mean open"):
        load_pack("freeform", "opne")


def test_a_folder_without_toml_is_no_pack(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"holds no \.toml file"):
        load_pack("freeform", str(tmp_path))


def test_a_pack_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "scenarios.toml").write_bytes(b'title = "caf\xe9"')
    with pytest.raises(BadInput, match=r"is not UTF-8 text \(byte 12\)"):
        load_pack("freeform", str(tmp_path))


def test_a_pack_too_large_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "scenarios.toml").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(BadInput, match="larger than 5 MB"):
        load_pack("freeform", str(tmp_path))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param(GOOD.replace("title", "titel"), "has a key 'titel' that nothing reads", id="misspelt key"),
        pytest.param(GOOD.replace('title="A"\n', ""), "lacks the key 'title'", id="missing key"),
        pytest.param("x = [", "is not readable TOML", id="not TOML"),
    ],
)
def test_a_pack_with_a_mistake_names_file_and_key(text: str, says: str, run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "scenarios.toml").write_text(text)
    said = run("new", "freeform", "--scenario", "a", "--name", "x", "--pack", str(folder), code=2).stderr
    assert said.startswith("mine/scenarios.toml")
    assert says in said
