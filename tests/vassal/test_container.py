from __future__ import annotations

import io
import zipfile

import pytest

from domain.formats.vassal import container
from domain.formats.vassal.container import read_container, write_container
from domain.formats.vassal.metadata import Metadata, read_metadata
from domain.formats.vassal.read import is_vassal
from domain.kernel.errors import BadInput
from tests.vassal.builder import EXAMPLE

SAVE = Metadata(version="3", vassal="3.7.20", saved=1_700_000_000_000, description="Turn 4 & <on>", extra1="é")
MODULE = Metadata(name="Test Game", version="1.2", vassal="3.7.1", saved=5)
PAYLOAD = EXAMPLE.encode() * 40


def archive(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", method) as written:
        for name, content in members.items():
            written.writestr(name, content)
    return held.getvalue()


def test_what_is_written_is_read_back_and_always_the_same():
    data = write_container(PAYLOAD, SAVE, MODULE)
    read = read_container(data)
    assert (read.payload, read.save, read.module, read.warnings) == (PAYLOAD, SAVE, MODULE, ())
    assert data == write_container(PAYLOAD, SAVE, MODULE)
    with zipfile.ZipFile(io.BytesIO(data)) as held:
        assert held.namelist() == ["savedGame", "savedata", "moduledata"]
        assert {info.date_time for info in held.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_members_stand_in_any_order_and_metadata_may_be_missing():
    read = read_container(archive({"moduledata": b"<data><name>M</name></data>", "savedGame": b"begin_save"}))
    assert (read.payload, read.module.name, read.save) == (b"begin_save", "M", Metadata())


@pytest.mark.parametrize("data", [b"!VCSK5a1912", b"VOBS\x01x", b"begin_save\x1bend_save"])
def test_a_payload_without_an_archive_is_read(data):
    assert read_container(data).payload == data
    assert is_vassal(data[:20])


def test_a_file_is_known_by_its_first_bytes():
    assert is_vassal(write_container(b"begin_save")[:64])
    assert not is_vassal(archive({"word/document.xml": b"x"})[:64])
    assert not is_vassal(b"side,unit\n")
    assert not is_vassal(b"")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(b"side,unit\n", "no VASSAL file", id="other text"),
        pytest.param(b"", "no VASSAL file", id="nothing"),
        pytest.param(archive({"buildFile.xml": b"x"}), "module or extension", id="a module"),
        pytest.param(archive({"readme": b"x"}), "no member savedGame", id="another archive"),
        pytest.param(archive({"savedGame": PAYLOAD}, zipfile.ZIP_LZMA), "pack the archive anew", id="odd packing"),
    ],
)
def test_what_is_no_game_is_refused_with_the_reason(data, said):
    with pytest.raises(BadInput, match=said):
        read_container(data)


def test_an_archive_cut_off_after_the_game_is_read_with_a_warning():
    data = write_container(PAYLOAD, SAVE, MODULE)
    read = read_container(data[: data.index(b"PK\x01\x02") - 60])
    assert read.payload == PAYLOAD
    assert any("cut off" in warning for warning in read.warnings)


def test_an_archive_cut_off_within_the_game_says_how_much_could_be_saved_and_can_be_salvaged():
    payload = "".join(f"begin_save{number * number}" for number in range(20_000)).encode()
    data = write_container(payload)
    cut = data[: data.index(b"PK\x01\x02") // 2]
    with pytest.raises(BadInput, match=r"[1-9][\d,]* bytes of it could be saved"):
        read_container(cut)
    read = read_container(cut, salvage=True)
    assert 0 < len(read.payload) < len(payload)
    assert payload.startswith(read.payload)
    assert any("the rest is lost" in warning for warning in read.warnings)


def test_an_archive_cut_off_before_the_game_says_so():
    with pytest.raises(BadInput, match="nothing could be saved"):
        read_container(write_container(PAYLOAD)[:20])


def test_a_wrong_checksum_is_a_warning_and_the_game_is_read():
    data = bytearray(archive({"savedGame": b"begin_save"}, zipfile.ZIP_STORED))
    data[data.index(b"begin_save")] = ord("B")
    read = read_container(bytes(data))
    assert read.payload == b"Begin_save"
    assert read.warnings == ("savedGame was read although the archive is damaged",)


def test_a_member_that_unpacks_without_end_is_refused(monkeypatch):
    monkeypatch.setitem(container._LIMITS, "savedGame", 1000)
    monkeypatch.setitem(container._LIMITS, "savedata", 1000)
    assert read_container(archive({"savedGame": b"x" * 1000})).payload == b"x" * 1000
    with pytest.raises(BadInput, match="unpacks to more than"):
        read_container(archive({"savedGame": b"x" * 1001}))
    cut = archive({"savedGame": b"x" * 100_000})
    with pytest.raises(BadInput, match="unpacks to more than"):
        read_container(cut[: cut.index(b"PK\x01\x02")])
    read = read_container(archive({"savedGame": b"x", "savedata": b"x" * 1001}))
    assert (read.save, len(read.warnings)) == (Metadata(), 1)


@pytest.mark.parametrize(
    "xml",
    [
        pytest.param(b"<data><name>Game</name>", id="not closed"),
        pytest.param(b'<!DOCTYPE d [<!ENTITY a "aaaa">]><data><name>&a;</name></data>', id="a document type"),
        pytest.param('<!DOCTYPE d [<!ENTITY a "b">]><data/>'.encode("utf-16"), id="one in another alphabet"),
        pytest.param(b"\x00\xff", id="no XML"),
        pytest.param(b"", id="nothing"),
        pytest.param(b'<?xml version="1.0" encoding="klingon"?><data/>', id="no such alphabet"),
    ],
)
def test_broken_metadata_is_a_warning_and_never_stops_the_reading(xml):
    read = read_container(archive({"savedGame": b"begin_save", "moduledata": xml}))
    assert read.payload == b"begin_save"
    assert [warning.startswith("moduledata could not be read") for warning in read.warnings] == [True]


def test_a_translated_description_does_not_hide_the_first():
    xml = b'<data><description>a</description><description lang="de">b</description><x><name>n</name></x></data>'
    assert read_metadata(xml) == (Metadata(description="a"), "")
