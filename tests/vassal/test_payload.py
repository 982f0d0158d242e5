from __future__ import annotations

import hashlib
import lzma
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.vassal import payload
from domain.formats.vassal.payload import decode_payload, encode_payload
from domain.kernel.errors import BadInput
from tests.vassal.builder import EXAMPLE


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_the_worked_example_has_both_hashes_of_the_format_notes():
    plain, hidden = EXAMPLE.encode(), encode_payload(EXAMPLE, "VCSK", 0x5A)
    assert (len(plain), sha(plain)) == (508, "47e2111538320b8ae2a9b81bbe1a6ca8ea381a8c46355aca5ee80306bd975b94")
    assert (len(hidden), sha(hidden)) == (1023, "da567d4931127f3e8510d8a3d1ab3a8ab01689f7cf5a1bdb4e0f662e81ca5466")
    assert hidden.startswith(b"!VCSK5a383f3d333405293b2c3f4141064171756b6d6a")
    assert decode_payload(hidden).text == EXAMPLE


@pytest.mark.parametrize(
    ("text", "encoding", "data"),
    [
        pytest.param(
            "CHAT* 2/Cav moves 1203 &rarr; 1204 *",
            "VCSK",
            b"!VCSK5a19121b0e707a6875193b2c7a37352c3f297a6b686a697a7c283b2828617a6b686a6e7a70",
            id="hex",
        ),
        pytest.param("CHATHi", "VOBS", bytes.fromhex("564f42535a19121b0e1233"), id="raw bytes"),
    ],
)
def test_single_strings_are_hidden_as_the_format_notes_say(text, encoding, data):
    assert encode_payload(text, encoding, 0x5A) == data
    read = decode_payload(data)
    assert (read.text, read.encoding, read.key) == (text, encoding, 0x5A)


@given(
    st.text(),
    st.sampled_from(["VCSK", "VCSZ", "VOBS", "!VOBS", "VOXZ", "XZ", "plain"]),
    st.integers(min_value=1, max_value=255),
)
def test_every_encoding_comes_back(text, encoding, key):
    text = f"begin_save{text}"
    read = decode_payload(encode_payload(text, encoding, key))
    assert (read.text, read.encoding, read.damage) == (text, encoding, "")
    assert read.key == (None if encoding in ("XZ", "plain") else key)


def test_a_key_of_nought_is_plain_hex():
    assert decode_payload(b"!VCSK004142").text == "AB"


def test_a_key_that_no_file_can_have_is_not_written():
    for encoding, key in (("VCSK", 256), ("VOBS", 0), ("VOXZ", 0), ("VCSK", -1)):
        with pytest.raises(ValueError, match="the key of"):
            encode_payload("x", encoding, key)


def test_hex_in_capitals_and_wrapped_by_a_mail_program_is_read():
    assert decode_payload(b"!VCSK5A191\r\n21B 0E1\n233\n").text == "CHATHi"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(b"!VCSK5a19x2", r"byte 9 of the command text is b'x'", id="a wrong digit"),
        pytest.param(b"!VCSK5a19 1", r"odd number of hex digits, 3: the one at byte 10 ", id="an odd number"),
        pytest.param(b"!VCSKzz19", r"byte 5 of the command text should begin the key", id="a wrong key"),
        pytest.param(b"!VCSK5", r"ends after 6 bytes", id="half a key"),
        pytest.param(b"VOBS", r"ends after 4 bytes", id="no key"),
        pytest.param(b"!VCSZ00ffff", r"compressed command text is damaged", id="no zlib stream"),
        pytest.param(b"\xfd7zXZ\x00junk", r"compressed command text is damaged|breaks off", id="no XZ stream"),
    ],
)
def test_damage_is_named_with_its_place(data, said):
    with pytest.raises(BadInput, match=said):
        decode_payload(data)


@pytest.mark.parametrize("encoding", ["VCSZ", "VOXZ", "XZ"])
def test_a_stream_that_breaks_off_says_how_much_could_be_read_and_can_be_salvaged(encoding):
    text = "".join(f"begin_save{number * number}" for number in range(20_000))
    data = encode_payload(text, encoding, 7)
    cut = data[: len(data) // 4 * 2 + 1]  # within the stream, at whole hex digits
    with pytest.raises(BadInput, match="breaks off"):
        decode_payload(cut)
    read = decode_payload(cut, salvage=True)
    assert read.text
    assert text.startswith(read.text)
    assert "breaks off" in read.damage


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(lambda bomb: b"!VCSZ00" + zlib.compress(bomb).hex().encode(), id="zlib"),
        pytest.param(lambda bomb: lzma.compress(bomb), id="XZ"),
        pytest.param(lambda bomb: b"!VCSK00" + bomb.hex().encode(), id="hex"),
    ],
)
def test_text_that_unpacks_without_end_is_refused(data, monkeypatch):
    monkeypatch.setattr(payload, "MAX_TEXT", 1 << 16)
    with pytest.raises(BadInput, match="longer than"):
        decode_payload(data(b"x" * (1 << 20)))


def test_bytes_that_are_not_utf_8_are_named_and_the_rest_is_saved():
    read = decode_payload(b"begin_save\x1bCHAT caf\xe9 \xc2\xae")
    assert read.text == "begin_save\x1bCHAT caf\ufffd ®"
    assert "byte 19" in read.damage
    assert "0xe9" in read.damage
