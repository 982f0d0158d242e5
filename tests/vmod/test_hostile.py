"""Modules that mean no good: refused plainly, within bounds."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.formats.vmod import archive as archives
from domain.formats.vmod.images import image_size
from domain.formats.vmod.limits import MAX_BUILD, MAX_MEMBERS, MAX_SLOTS
from domain.formats.vmod.lore import ReadModule
from domain.formats.vmod.reading import read_module
from domain.formats.vmod.slots import SlotFinder
from domain.kernel.errors import BadInput
from tests.vmod import builder as b


def refused(data: bytes, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        read_module(data)


@pytest.mark.parametrize(
    "build",
    [
        '<!DOCTYPE x [<!ENTITY a "aaaa">]><VASSAL.build.GameModule name="&a;"/>',
        '<!DOCTYPE x SYSTEM "file:///etc/passwd"><VASSAL.build.GameModule/>',
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "http://localhost/">]><x>&a;</x>',
    ],
)
def test_entities_and_files_from_outside_are_refused(build: str):
    refused(b.vmod(build), "declares a document type")


@pytest.mark.parametrize("build", ["", "no XML", "<a>", "<a/>", "<VASSAL.build.GameModule", "\0", "<a>&nothing;</a>"])
def test_what_is_no_build_file_is_refused(build: str):
    refused(b.vmod(build), "build file")


def test_a_build_file_that_unpacks_without_end_is_refused():
    """A zip bomb: a few kilobytes that say they are some, and are many."""
    refused(b.vmod(b"<VASSAL.build.GameModule>" + b" " * (MAX_BUILD + 10)), "unpacks to more than 32 MB")


@pytest.mark.parametrize("name", ["../../etc/cron.d/x", "/etc/passwd", "images/../../x", "C:/x", "..\\x"])
def test_members_that_lead_out_of_the_archive_are_refused(name: str):
    refused(b.vmod(b.GAME, {name: b"x"}), "leads out of it")


def test_links_are_refused():
    held = io.BytesIO(b.vmod(b.GAME))
    with zipfile.ZipFile(held, "a") as archive:
        link = zipfile.ZipInfo("images/link.png")
        link.create_system, link.external_attr = 3, 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    refused(held.getvalue(), "a link")


def test_an_archive_of_very_many_members_is_refused_before_they_are_listed(monkeypatch):
    data = bytearray(b.vmod(b.GAME))
    at = data.rfind(b"PK\x05\x06")
    data[at + 8 : at + 12] = struct.pack("<HH", MAX_MEMBERS + 1, MAX_MEMBERS + 1)
    monkeypatch.setattr(archives.zipfile, "ZipFile", lambda *_: pytest.fail("it was opened"))
    refused(bytes(data), "more than 20,000 members")


def test_a_hundred_thousand_slots_are_refused():
    slots = b'<VASSAL.x.PieceSlot entryName="a"/>' * 100_000
    refused(
        b.vmod(b"<VASSAL.build.GameModule>" + slots + b"</VASSAL.build.GameModule>"),
        f"more than {MAX_SLOTS:,} elements",
    )


def test_elements_within_elements_without_end_are_refused():
    refused(b.vmod("<VASSAL.build.GameModule>" + "<a>" * 100 + "</a>" * 100 + "</VASSAL.build.GameModule>"), "64 deep")


def test_a_text_without_end_is_refused():
    refused(b.vmod(b.module(b.el("PieceSlot", text="x" * (1 << 20 | 1)))), "a text of more than")
    refused(b.vmod(b.module(b.el("PieceSlot", entryName="x" * (1 << 20 | 1)))), "an attribute of more than")


def test_prototypes_that_hold_one_another_are_refused():
    round_ = b.module(
        b.slot("A", ("prototype;P", "")),
        b.el("PrototypesContainer", b.prototype("P", ("prototype;Q", "")), b.prototype("Q", ("prototype;P", ""))),
    )
    with pytest.raises(BadInput, match="'P' holds itself"):
        ReadModule(read_module(b.vmod(round_)))


def test_prototypes_that_double_at_every_step_are_refused():
    """Twenty names, a million layers."""
    doubling = [b.prototype(f"P{n}", *[(f"prototype;P{n + 1}", "")] * 2) for n in range(19)]
    last = b.prototype("P19", ("mark;Side", "x" * 200))
    build = b.module(b.slot("A", ("prototype;P0", "")), b.el("PrototypesContainer", *doubling, last))
    with pytest.raises(BadInput, match="more than 2,000 layers"):
        SlotFinder(read_module(b.vmod(build))).known(0)


@pytest.mark.parametrize(
    ("head", "size"),
    [
        (b.png(48, 32)[:64], (48, 32)),
        (b.png(48, 32)[:16] + struct.pack(">II", 100_000, 100_000), None),  # ten thousand megapixels
        (b.png(48, 32)[:16] + struct.pack(">II", 0, 5), None),
        (b"GIF89a" + struct.pack("<HH", 30, 20), (30, 20)),
        (b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x11\x08" + struct.pack(">HH", 20, 30), (30, 20)),
        (b"\xff\xd8\xff\xe0\x00\x00" * 50, None),
        (b'<svg xmlns="x" width="30px" height="20"/>', (30, 20)),
        (b'<?xml version="1.0"?><svg viewBox="0 0 30 20"/>', (30, 20)),
        (b'<svg width="1e9" height="9999999999"/>', None),
        (b"MZ", None), (b"", None),
    ],
)  # fmt: skip
def test_a_picture_is_measured_by_its_head(head: bytes, size: tuple[int, int] | None):
    assert image_size(head) == size


def test_steps_that_are_no_steps_are_no_grid():
    for dx in ("0", "-5", "nan", "inf", "1e-9", ""):
        grid = b.el("HexGrid", dx=dx, dy=0.5)
        field = b.el("Map", b.el("BoardPicker", b.el("Board", grid, name="A", width=100, height=100)), mapName="M")
        assert read_module(b.vmod(b.module(field))).maps[0].boards[0].grid is None


def test_numbers_that_are_none_count_as_left_out():
    field = b.el(
        "Map", b.el("BoardPicker", b.el("Board", name="A", width="wide", height="")), edgeWidth="x", mapName="M"
    )
    map = read_module(b.vmod(b.module(field))).maps[0]
    assert (map.edge, map.boards[0].width, map.boards[0].height) == ((0, 0), 500, 500)


def test_an_archive_that_is_none_is_refused():
    refused(b"PK\x03\x04", "list of contents")
    refused(b"not a zip", "no VASSAL module")
    refused(b.vmod("x", name="README"), "no build file")
    refused(b.vmod(b.GAME)[:-30], "list of contents")


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60), st.integers(0, 2000))
def test_a_damaged_module_is_read_or_refused(noise: bytes, at: int):
    whole = b.game()
    with suppress(BadInput):
        ReadModule(read_module(whole[:at] + noise + whole[at + len(noise) :]))


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet='<>/"= &;VASSAL.xPieceSlotMapBoard\t\\,+null', max_size=200))
def test_any_build_file_is_read_or_refused(text: str):
    with suppress(BadInput):
        ReadModule(read_module(b.vmod(f"<VASSAL.build.GameModule>{text}</VASSAL.build.GameModule>")))


def test_a_member_that_lies_about_its_size_is_read_through_a_counter():
    data = bytearray(b.vmod(b.GAME))
    at = data.find(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<I", 10)
    with pytest.raises(BadInput):
        read_module(bytes(data))
    assert zlib.crc32(bytes(data))
