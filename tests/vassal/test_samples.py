"""Real files that VASSAL wrote, against the counts that were taken of them by hand."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from domain.formats.vassal import commands as c
from domain.formats.vassal.container import read_container, write_container
from domain.formats.vassal.file import decode_file
from domain.formats.vassal.layers import encode_layers
from domain.formats.vassal.listcodec import decode_list, encode_list
from domain.formats.vassal.payload import decode_payload, encode_payload
from domain.formats.vassal.read import is_vassal, read_vassal
from domain.formats.vassal.tree import decode_tree, encode_tree
from domain.kernel import happenings as h
from tests.vassal.samples import FOLDER, each_sample, needs_samples


class Expected(NamedTuple):
    module: str
    vassal: str
    key: int
    characters: int
    commands: int
    added: int
    stacks: int
    steps: int
    logged: int
    chat: int
    dice: int
    changes: int
    moves: int
    properties: int
    foreign: int  # characters beyond ASCII


EXPECTED = {
    "vasl_3d6.vlog": Expected("VASL 6.5.1", "3.2.17", 0x37, 1765, 28, 4, 2, 6, 8, 6, 6, 0, 0, 2, 0),
    "vasl_4players.vlog": Expected("VASL 6.5.1", "3.2.17", 0xE5, 7695, 73, 6, 3, 40, 43, 40, 35, 3, 0, 0, 0),
    "vasl_custom-labels.vlog": Expected("VASL 6.5.1", "3.2.17", 0xF8, 5103, 38, 6, 3, 15, 17, 14, 8, 2, 1, 0, 0),
    "vasl_full.vlog": Expected("VASL 6.5.1", "3.2.17", 0xA4, 6669, 54, 6, 3, 30, 33, 30, 23, 3, 0, 0, 0),
    "vasl_hotness-report-1.vlog": Expected(
        "VASL 6.5.1", "3.2.17", 0xD7, 9733, 133, 4, 2, 105, 105, 105, 99, 0, 0, 0, 0
    ),
    "vasl_hill-621.vsav": Expected("VASL 6.5.1", "3.2.17", 0x0D, 495930, 352, 326, 161, 0, 0, 0, 0, 0, 0, 0, 16),
    "vasl_streets-of-stalingrad.vsav": Expected(
        "VASL 6.5.1", "3.2.17", 0x8B, 717039, 623, 599, 255, 0, 0, 0, 0, 0, 0, 0, 8
    ),
    "riskcatan_test.vsav": Expected("Risk of Catan 0.0", "3.7.20", 0xF9, 15498, 18, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0),
}
# By the players' own names, which must not come out: (order of appearance in the file, dice).
DICE = {
    "vasl_4players.vlog": {"player-1": 11, "player-2": 8, "player-3": 10, "player-4": 6},  # Alice, Bob, Dave, Chuck
    "vasl_full.vlog": {"player-1": 13, "player-2": 10},
    "vasl_hotness-report-1.vlog": {"player-1": 33, "player-2": 33, "player-3": 33},
    "vasl_3d6.vlog": {"player-1": 6},
    "vasl_custom-labels.vlog": {"player-1": 8},
}
NAMES = {
    "vasl_4players.vlog": ("Alice", "Bob", "Chuck", "Dave"), "vasl_full.vlog": ("Alice", "Bob"),
    "vasl_hotness-report-1.vlog": ("Alice", "Bob", "Chuck"), "vasl_3d6.vlog": ("test",),
    "vasl_custom-labels.vlog": ("test",), "vasl_hill-621.vsav": ("taka", "dead42beef"),
    "vasl_streets-of-stalingrad.vsav": ("taka", "dead42beef"), "riskcatan_test.vsav": ("asd",),
}  # fmt: skip


@each_sample
def test_a_real_file_has_exactly_what_was_counted_in_it(path: Path):
    data = path.read_bytes()
    file, story = decode_file(data), read_vassal(data)
    counts = story.counts
    found = Expected(
        f"{story.module} {story.version}", file.container.save.vassal, file.payload.key, counts["characters"],
        counts["commands"], counts["pieces"] + counts["stacks"] + counts["decks"], counts["stacks"], counts["steps"],
        counts["logged"], counts["chat"], counts["dice"], counts["changes"], counts["moves"], counts["properties"],
        sum(not sign.isascii() for sign in file.payload.text),
    )  # fmt: skip
    assert found == EXPECTED[path.name]
    assert file.payload.encoding == "VCSK"
    assert is_vassal(data[:64])
    assert len(story.steps) == counts["steps"] + 1


@each_sample
def test_a_real_file_is_written_back_as_it_was(path: Path):
    held = read_container(path.read_bytes())
    payload = decode_payload(held.payload)
    assert encode_tree(decode_tree(payload.text)) == payload.text
    assert encode_payload(payload.text, payload.encoding, payload.key or 0) == held.payload
    assert read_container(write_container(held.payload, held.save, held.module)) == held


@each_sample
def test_the_pieces_of_a_real_file_are_written_back_as_they_were(path: Path):
    for entry in decode_file(path.read_bytes()).entries:
        match entry.command:
            case c.AddPiece(type=type, state=state) as command if entry.type is not None:
                assert len(entry.type.layers) == len(entry.states or ())
                assert (encode_layers(entry.type.layers), encode_layers(entry.states or ())) == (type, state)
                fields = [command.id, type, state]
                assert decode_list(encode_list(fields, "/"), "/") == fields
            case c.ChangePiece(state=state, old=old):
                assert (encode_layers(entry.states or ()), encode_layers(entry.old or ())) == (state, old)


@each_sample
def test_a_real_file_contradicts_itself_nowhere_and_tells_every_line(path: Path):
    story = read_vassal(path.read_bytes())
    assert [told for _, told in story.each() if isinstance(told, h.Warning)] == []
    kinds = {told.why for _, told in story.each() if isinstance(told, h.Unread)}
    assert kinds <= {"a command of the module's own"}


@each_sample
def test_no_player_of_a_real_file_is_named(path: Path):
    found = msgspec.json.encode(read_vassal(path.read_bytes())).decode()
    for name in NAMES[path.name]:
        assert name not in found


@needs_samples
@pytest.mark.parametrize("name", DICE)
def test_the_dice_of_each_player_are_all_there(name: str):
    story = read_vassal((FOLDER / name).read_bytes())
    rolls = [told for _, told in story.each() if isinstance(told, h.Rolled)]
    assert Counter(roll.by for roll in rolls) == DICE[name]
    assert {roll.sides for roll in rolls} == {6}
    assert all(roll.faces and not roll.guessed for roll in rolls)


@needs_samples
def test_the_one_real_move_is_told_by_whoever_made_it():
    story = read_vassal((FOLDER / "vasl_custom-labels.vlog").read_bytes())
    moved = [told for _, told in story.each() if isinstance(told, h.Moved)]
    start, to = "Main Map 165,118", "Main Map 168,115"
    assert moved == [h.Moved(piece="1599716717150", start=start, to=to, by="player-1")]
