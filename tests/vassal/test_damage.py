"""Damaged and hostile files: a clear error or a story, never anything else."""

from __future__ import annotations

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.formats.vassal.container import write_container
from domain.formats.vassal.heads import ZIP_HEAD
from domain.formats.vassal.layers import encode_layers
from domain.formats.vassal.limits import MAX_HAPPENINGS
from domain.formats.vassal.payload import encode_payload
from domain.formats.vassal.read import read_vassal
from domain.kernel.errors import BadInput
from domain.kernel.happenings import Story
from tests.vassal.builder import EXAMPLE, log, move, packed, piece
from tests.vassal.samples import FILES

FILES_TO_DAMAGE = [packed(EXAMPLE, "a game"), *(path.read_bytes() for path in FILES if path.stat().st_size < 5000)]


def outcome(data: bytes) -> None:
    """Reads it both ways; anything but a story or a BadInput comes through."""
    for salvage in (False, True):
        with suppress(BadInput):
            assert msgspec.json.encode(read_vassal(data, salvage=salvage))


@st.composite
def damaged(draw: st.DrawFn, wholes: list[bytes]) -> bytes:
    data = bytearray(draw(st.sampled_from(wholes)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(len(data) - 1, 0)))
        match draw(st.sampled_from(["flip", "cut", "double", "drop"])):
            case "flip" if data:
                data[at] ^= draw(st.integers(1, 255))
            case "cut":
                del data[at:]
            case "double":
                data[at:at] = data[at : at + draw(st.integers(1, 200))]
            case _:
                del data[at : at + draw(st.integers(1, 50))]
    return bytes(data)


@settings(max_examples=150, deadline=None)
@given(damaged(FILES_TO_DAMAGE))
def test_a_damaged_file_is_read_or_refused(data):
    outcome(data)


@settings(max_examples=150, deadline=None)
@given(damaged([EXAMPLE.encode()]))
def test_a_damaged_text_in_a_sound_archive_is_read_or_refused(text):
    outcome(write_container(b"!VCSK00" + text.hex().encode()))


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="\x1b\x1b\\\\\t/;,|'+DM-1a "))
def test_random_structure_is_read_or_refused(text):
    outcome(packed(f"begin_save\x1b{text}"))


PARTS = st.sampled_from([
    "+/1/stack/M;1;1;2", "+/2/piece;;;a;A/M;1;1;5", "+/d/deck;/M;1;1;true;2,3", "-/1", "-/2", "-/d", "D/1/M;2;2;2",
    "D/2/M;3;3;5", "D/d/M;1;1;false;3,2", "M/1/M/5/5/null/M/1/1/null/p", "M/2/M/1/1/null/M/5/5/null/p",
    "M/2/null/0/0/x/M/1/1/null", "M/d/M/5/5/null/M/1/1/null/p", "CHAT<p> - hi", "PLAYER\tp\tq\ts", "PYREMOVE\tp",
    "PLAYER\tp\tq\t<observer>", "UNDO\ttrue", "MutableProperty\t2d6_result\t1\t2", "CHAT*** 2d6 = 3 *** <p>",
    "+/3/hide;x\\\tpiece;;;a;B/p\\\tM;1;1;5", "TURNx\t0|1", "", "+/3/hide;x\tpiece;;;a;B/p\tM;1;1;5",
    "D/3/null\tM;9;9;5/p\tM;1;1;5", "M/3/M/1/1/null/M/9/9/null/p", "end_save", "DECK\t",
])  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.lists(PARTS, max_size=4), st.lists(st.lists(PARTS, min_size=1, max_size=5), max_size=12))
def test_any_sequence_of_commands_is_a_story(snapshot, steps):
    assert isinstance(read_vassal(log(snapshot, *steps)), Story)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200))
def test_bytes_that_are_no_game_are_refused_plainly(data):
    for head in (b"", ZIP_HEAD, b"!VCSK", b"!VCSZ00", b"VOBS", b"!VOXZ", b"\xfd7zXZ\x00", b"begin_save"):
        outcome(head + data)


def test_a_piece_of_very_many_layers_is_kept_unread():
    layers = encode_layers(["label;x"] * 2_500 + ["piece;;;x;A"])
    story = read_vassal(packed(f"begin_save\x1b+/1/{layers}/x\x1bend_save"))
    (unread,) = story.steps[0].happenings
    assert (unread.text, "2,000 layers" in unread.why) == ("+/1", True)


def test_a_stack_that_moves_without_end_is_refused():
    pieces = [piece(str(number), "A") for number in range(1000)]
    stack = "+/s/stack/Main Map;300;420;" + ";".join(map(str, range(1000)))
    there_and_back = [move("s", "Main Map;300;420", "Main Map;300;420")] * (MAX_HAPPENINGS // 1000 + 1)
    with pytest.raises(BadInput, match="no game has that many moves"):
        read_vassal(log([*pieces, stack], *there_and_back))


def test_a_cut_file_is_salvaged_as_far_as_it_goes():
    steps = [f"CHAT<Red> - line {number * number}" for number in range(3000)]
    data = log([piece("1", "A")], *steps)
    cut = data[: len(data) * 2 // 3]
    with pytest.raises(BadInput, match="--salvage"):
        read_vassal(cut)
    story = read_vassal(cut, salvage=True)
    assert 100 < story.counts["steps"] < 3000
    assert story.steps[100].happenings[0].text == "line 9801"


def test_a_payload_alone_is_a_game_too():
    story = read_vassal(encode_payload(EXAMPLE, "VOBS", 9))
    assert (story.counts["steps"], story.module, story.title) == (3, "", "VASSAL log")
    assert read_vassal(EXAMPLE.encode()).counts == story.counts
