"""What the first bytes of a file say of it. Looked at for every file, so it needs nothing else."""

from __future__ import annotations

from typing import Literal

Encoding = Literal["VCSK", "VCSZ", "VOBS", "!VOBS", "VOXZ", "XZ", "plain"]
ZIP_HEAD = b"PK\x03\x04"
PLAIN_HEAD = b"begin_save"
GAME, SAVE_DATA, MODULE_DATA = "savedGame", "savedata", "moduledata"
HEADS: dict[bytes, Encoding] = {
    b"!VCSK": "VCSK",  # hex digits; every release up to 3.7
    b"!VCSZ": "VCSZ",  # the same, of a zlib stream
    b"!VOXZ": "VOXZ",  # raw bytes of an XZ stream
    b"!VOBS": "!VOBS",
    b"\xfd7zXZ\x00": "XZ",
    b"VOBS": "VOBS",  # raw bytes; 3.8
}


def is_vassal(head: bytes) -> bool:
    """Whether a file that begins so is one of VASSAL's."""
    if head.startswith(ZIP_HEAD):
        name = head[30 : 30 + int.from_bytes(head[26:28], "little")]
        return name in (GAME.encode(), SAVE_DATA.encode(), MODULE_DATA.encode()) or GAME.encode() in head
    return is_bare(head)


def is_bare(head: bytes) -> bool:
    """The command text without an archive round it."""
    return head.startswith((*HEADS, PLAIN_HEAD))


def encoding_of(raw: bytes) -> Encoding:
    for head, encoding in HEADS.items():
        if raw.startswith(head):
            return encoding
    return "plain"
