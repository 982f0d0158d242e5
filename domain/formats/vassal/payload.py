"""The obfuscation round the command text: every kind that was ever written, taken off and put on."""

from __future__ import annotations

import binascii
import lzma
import re
import zlib
from functools import cache

import msgspec

from domain.formats.vassal.heads import HEADS, Encoding, encoding_of
from domain.formats.vassal.limits import MAX_TEXT
from domain.kernel.errors import BadInput

_OF = {encoding: head for head, encoding in HEADS.items()}
_NOT_HEX = re.compile(rb"[^0-9a-fA-F]")
_BLANK = b" \t\r\n"  # mail programs used to wrap these files


class Payload(msgspec.Struct, frozen=True, kw_only=True):
    """The command text, and how it was wrapped."""

    text: str
    encoding: Encoding
    key: int | None = None
    damage: str = ""  # what was wrong with the bytes, where the rest could be saved


def decode_payload(raw: bytes, salvage: bool = False) -> Payload:
    """With `salvage`, a text that breaks off is taken as far as it goes."""
    encoding = encoding_of(raw)
    key, body = _key_and_body(raw, encoding)
    if encoding in ("VCSK", "VCSZ"):
        body = _unhexed(body, salvage)
    if key is not None:
        body = body.translate(_xor(key))
    is_whole = True
    if encoding == "VCSZ":
        body, is_whole = _inflated(body)
    elif encoding in ("VOXZ", "XZ"):
        body, is_whole = _unpacked(body)
    if len(body) > MAX_TEXT:
        raise _too_long()
    lost = "" if is_whole else f"the compressed command text breaks off; {len(body):,} bytes of it could be read"
    if lost and not salvage:
        raise BadInput(f"{lost} (--salvage)")
    text, damage = _text(body)
    return Payload(text=text, encoding=encoding, key=key, damage="; ".join(filter(None, (lost, damage))))


def encode_payload(text: str, encoding: Encoding = "VCSK", key: int = 0) -> bytes:
    """The text as a file holds it; the same text and key always give the same bytes."""
    least = 1 if "VOBS" in encoding or encoding == "VOXZ" else 0
    if not least <= key <= 255:
        raise ValueError(f"the key of {encoding} is {least} to 255, not {key}")
    body = text.encode()
    if encoding == "plain":
        return body
    if encoding == "VCSZ":
        body = zlib.compress(body, 6)
    elif encoding in ("VOXZ", "XZ"):
        body = lzma.compress(body, preset=3)
    if encoding == "XZ":
        return body  # the stream begins with its own head
    body = body.translate(_xor(key))
    if encoding in ("VCSK", "VCSZ"):
        return _OF[encoding] + b"%02x" % key + binascii.hexlify(body)
    return _OF[encoding] + bytes([key]) + body


def _key_and_body(raw: bytes, encoding: Encoding) -> tuple[int | None, bytes]:
    if encoding in ("plain", "XZ"):
        return None, raw
    start = len(_OF[encoding])
    width = 2 if encoding in ("VCSK", "VCSZ") else 1
    key = raw[start : start + width]
    if len(key) < width:
        raise BadInput(f"the file ends after {len(raw)} bytes, within its head; it has been cut off")
    if width == 1:
        return key[0], raw[start + 1 :]
    if _NOT_HEX.search(key):
        raise BadInput(f"byte {start} of the command text should begin the key, two hex digits, but {key!r} is there")
    return int(key, 16), raw[start + 2 :]


def _unhexed(digits: bytes, salvage: bool) -> bytes:
    try:
        return binascii.unhexlify(digits)
    except binascii.Error:
        pass
    joined = digits.translate(None, _BLANK)
    wrong = _NOT_HEX.search(joined)
    if wrong:
        at = digits.index(wrong[0])  # the first of its kind is the one found: blanks are no such sign
        raise BadInput(f"byte {7 + at} of the command text is {wrong[0]!r}, not a hex digit: the file is damaged there")
    if len(joined) % 2 and salvage:
        joined = joined[:-1]
    elif len(joined) % 2:
        raise BadInput(
            f"the command text has an odd number of hex digits, {len(joined):,}: the one at byte "
            f"{6 + len(digits.rstrip(_BLANK))} has no other half, so the file has been cut off or edited"
        )
    return binascii.unhexlify(joined)


def _inflated(body: bytes) -> tuple[bytes, bool]:
    engine = zlib.decompressobj()
    try:
        return engine.decompress(body, MAX_TEXT + 1), engine.eof
    except zlib.error as error:
        raise BadInput(f"the compressed command text is damaged ({error})") from None


def _unpacked(body: bytes) -> tuple[bytes, bool]:
    engine = lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=256 << 20)
    try:
        return engine.decompress(body, MAX_TEXT + 1), engine.eof
    except lzma.LZMAError as error:
        raise BadInput(f"the compressed command text is damaged ({error})") from None


def _text(body: bytes) -> tuple[str, str]:
    """Always UTF-8; bytes that are not are marked, and the rest of the game is saved."""
    try:
        return body.decode("utf-8"), ""
    except UnicodeDecodeError as error:
        text = body.decode("utf-8", "replace")
        damage = (
            f"byte {error.start} of the decoded command text (0x{body[error.start]:02x}) is not UTF-8; "
            "it and any others like it are shown as \ufffd"
        )
        return text, damage


@cache
def _xor(key: int) -> bytes:
    return bytes(byte ^ key for byte in range(256))


def _too_long() -> BadInput:
    return BadInput(f"the command text is longer than {MAX_TEXT >> 20} MB when it is unpacked; no game is that long")
