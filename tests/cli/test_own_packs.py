"""A pack of one's own: begun as a copy, checked as a whole, set beside the one that is shipped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.shell.packs import load_pack
from domain.kernel.packs import read_toml
from rules import SYSTEMS
from tests.cli.conftest import Run

Value = Callable[..., Any]


@pytest.fixture
def mine(run: Run, tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    run("pack", "new", "gettysburg", str(folder))
    return folder


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1, old
    file.write_text(text.replace(old, new))


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_new_pack_says_the_same_as_the_shipped_one_and_can_be_played_with(
    key: str, run: Run, value: Value, tmp_path: Path
) -> None:
    folder = tmp_path / "copies" / "mine"
    made = value("pack", "new", key, str(folder))
    assert made["files"] == list(SYSTEMS[key].sheets.files)
    assert sorted(made["files"]) == sorted(load_pack(key).files)
    for file, text in load_pack(key).files.items():
        assert read_toml((folder / file).read_text()) == read_toml(text)
    assert value("pack", "diff", key, str(folder)) == []
    checked = value("pack", "check", key, str(folder))
    assert (checked["faults"], checked["unread"]) == ([], [])
    assert "says the same as" in run("pack", "diff", key, str(folder)).stdout


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_new_pack_says_what_is_asked_for_and_what_is_house(key: str, value: Value, tmp_path: Path) -> None:
    value("pack", "new", key, str(tmp_path))
    for file in SYSTEMS[key].sheets.files:
        text = (tmp_path / file).read_text()
        head = text.partition("\n\n")[0]
        assert all(line.startswith("#") for line in head.splitlines())
        assert "the values are ours and not the publisher's" in head
        assert "source (text)" in head
        assert f"refight pack check {key} " in head
        assert text.count("# to be replaced") == text.count('\nsource = "house"') + _partly(text)


def _partly(text: str) -> int:
    lines = [line for line in text.splitlines() if line.startswith("source = ") and "house" in line]
    return len([line for line in lines if not line.startswith('source = "house"')])


def test_no_file_is_written_over_unless_that_is_asked_for(mine: Path, run: Run) -> None:
    (mine / "map.toml").unlink()
    (mine / "units.toml").write_text("mine")
    said = run("pack", "new", "gettysburg", str(mine), code=2).stderr
    assert said == f"{mine} holds units.toml and scenarios.toml already; --force writes over what is there\n"
    assert (mine / "units.toml").read_text() == "mine"
    assert not (mine / "map.toml").exists()
    run("pack", "new", "gettysburg", str(mine), "--force")
    assert (mine / "map.toml").exists()
    assert "is a file" in run("pack", "new", "gettysburg", str(mine / "map.toml"), code=2).stderr
    assert "call yours otherwise" in run("pack", "new", "gettysburg", "house", code=2).stderr


def test_every_key_that_is_wrong_is_named_with_file_and_table(mine: Path, run: Run, value: Value) -> None:
    change(mine / "units.toml", 'name = "Law", corps', 'name = "Law", corp')
    change(mine / "units.toml", 'name = "Robertson", corps = "Longstreet"', 'name = "Robertson", corps = 7')
    change(mine / "units.toml", 'pack_id = "gettysburg-house-1"\n', "")
    (mine / "map.toml").write_text("x = [")
    (mine / "scenarios.toml").rename(mine / "scenario.toml")
    done = run("pack", "check", "gettysburg", str(mine), code=2)
    assert done.stdout.splitlines()[:6] == [
        "units.toml: pack_id: this key is missing",
        "units.toml: units.confederate[3].corp: nothing reads this key; is it misspelt?",
        "units.toml: units.confederate[3].corps: this key is missing",
        "units.toml: units.confederate[4].corps: this takes text, not '7'",
        "map.toml: it is not readable TOML: Invalid value (at end of document)",
        "scenarios.toml: there is no such file",
    ]
    assert ": 6 faults\n" in done.stdout
    assert done.stdout.endswith("scenario.toml: nothing reads this file\n")
    assert done.stderr == ""


def test_all_that_cannot_be_played_is_named_once_the_keys_are_right(mine: Path, run: Run) -> None:
    change(
        mine / "units.toml",
        'division = "Hood", kind = "infantry", combat = [5, 3]',
        'division = "Hood", kind = "infantry", combat = [5, 6]',
    )
    change(mine / "units.toml", 'name = "Robertson"', 'name = "Robertson", range = 3')
    change(mine / "map.toml", '["2417", "2416", "2517", "2516"]', '["2417", "2416", "2517", "9916"]')
    shown = run("pack", "check", "gettysburg", str(mine), code=2).stdout.splitlines()
    assert shown[:3] == [
        "map.toml: hills.hexes.Culp's Hill: hex 9916 is off the map, which runs from 0100 to 4234",
        "units.toml: units, C-3 Law: combat: the shaken side has 6, more than the front with 5",
        "units.toml: units, C-4 Robertson: range belongs to artillery",
    ]
    assert shown[3].endswith(": 3 faults")


def test_what_still_stands_as_house_is_listed_until_its_source_says_otherwise(
    mine: Path, run: Run, value: Value
) -> None:
    before = value("pack", "check", "gettysburg", str(mine))["house"]
    assert {"file": "units.toml", "where": "markers.union", "source": "house"} in before
    change(mine / "units.toml", '[markers.union]\nsource = "house"', '[markers.union]\nsource = "the counters"')
    after = value("pack", "check", "gettysburg", str(mine))["house"]
    assert [row for row in before if row not in after] == [
        {"file": "units.toml", "where": "markers.union", "source": "house"}
    ]
    assert f"{len(after)} tables still called house" in run("pack", "check", "gettysburg", str(mine)).stdout


def test_a_pack_without_house_values_says_so(run: Run, tmp_path: Path) -> None:
    sheet = 'source="mine"\n[[scenarios]]\nkey="a"\ntitle="A"\nsides=["x","y"]\nsource="mine"\n'
    (tmp_path / "scenarios.toml").write_text(sheet)
    shown = run("pack", "check", "freeform", str(tmp_path)).stdout
    assert shown.endswith(" can be played with\nnothing in it is called house\n")


def test_faults_of_a_freeform_pack_are_told_all_at_once(run: Run, tmp_path: Path) -> None:
    sheet = 'source="mine"\n[[scenarios]]\nkey="a"\ntitle="A"\nsides=["x","x", ""]\nsource="mine"\n'
    (tmp_path / "scenarios.toml").write_text(f'{sheet}pieces=[{{piece="p", side="z"}}]\n')
    assert run("pack", "check", "freeform", str(tmp_path), code=2).stdout.splitlines()[:3] == [
        "scenarios.toml: scenarios, a: the side 'x' stands there twice",
        "scenarios.toml: scenarios, a: the side has no name",
        "scenarios.toml: scenarios, a: piece p: there is no side 'z'; the sides are x, x, ",
    ]


def test_what_differs_is_told_value_by_value(mine: Path, run: Run, value: Value) -> None:
    change(mine / "units.toml", 'name = "Law", corps', 'name = "Lawe", corps')
    change(mine / "map.toml", '["2417", "2416", "2517", "2516"]', '["2417", "2416", "2517", "2518"]')
    change(mine / "map.toml", '"2421", "2519", "2722"', '"2519", "2722", "2723"')
    change(mine / "units.toml", 'pack_id = "gettysburg-house-1"', 'pack_id = "mine"\nnew = 1')
    assert value("pack", "diff", "gettysburg", str(mine)) == [
        {"file": "map.toml", "where": "hills.hexes.Cemetery Hill", "shipped": ["2421"], "own": ["2723"]},
        {
            "file": "map.toml", "where": "hills.hexes.Culp's Hill", "shipped": ["2417", "2416", "2517", "2516"],
            "own": ["2417", "2416", "2517", "2518"],
        },
        {"file": "units.toml", "where": "pack_id", "shipped": "gettysburg-house-1", "own": "mine"},
        {"file": "units.toml", "where": "units.confederate[3].name", "shipped": "Law", "own": "Lawe"},
        {"file": "units.toml", "where": "new", "shipped": None, "own": 1},
    ]  # fmt: skip
    shown = run("pack", "diff", "gettysburg", str(mine)).stdout.splitlines()
    assert shown[0].split() == ["file", "where", "house", "mine"]
    assert shown[4].split() == ["units.toml", "units.confederate[3].name", "Law", "Lawe"]


def test_a_row_that_is_gone_and_a_file_that_is_gone_differ_as_a_whole(mine: Path, value: Value) -> None:
    (mine / "map.toml").unlink()
    text = (mine / "units.toml").read_text()
    (mine / "units.toml").write_text("".join(line for line in text.splitlines(True) if '"Semmes"' not in line))
    found = value("pack", "diff", "gettysburg", str(mine))
    assert [(row["file"], row["where"], row["own"]) for row in found] == [
        ("map.toml", "", None), ("units.toml", "units.confederate[8]", None),
    ]  # fmt: skip
    assert found[1]["shipped"]["name"] == "Semmes"


def test_a_mistake_is_told_in_a_sentence(mine: Path, run: Run, tmp_path: Path) -> None:
    assert "there is no folder nowhere" in run("pack", "check", "gettysburg", "nowhere", code=2).stderr
    assert "did you mean gettysburg" in run("pack", "diff", "gettysburgh", str(mine), code=2).stderr
    (mine / "units.toml").write_text("x = [")
    assert "cannot be read" in run("pack", "diff", "gettysburg", str(mine), code=2).stderr


def test_a_game_says_which_pack_it_is_played_with(mine: Path, run: Run, value: Value) -> None:
    hash = value("pack", "check", "gettysburg", str(mine))["hash"]
    shown = run("new", "gettysburg", "--scenario", "mcpherson", "--name", "july", "--pack", str(mine)).stdout
    assert f"\npack: mine {hash[:12]}\n" in shown
    (row,) = value("games")
    assert row["pack"] == f"mine {hash[:12]}"


def test_an_empty_word_is_no_folder(run: Run) -> None:
    for word in ("", " "):
        assert "which folder? name one" in run("pack", "new", "freeform", word, code=2).output
