"""The archive of a module or extension, in memory: members by name, read through a counter, never written anywhere."""

from __future__ import annotations

import io
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator

from domain.formats.vassal.heads import ZIP_HEAD
from domain.formats.vmod.limits import MAX_DIRECTORY, MAX_MEMBERS, MAX_MODULE
from domain.kernel.errors import BadInput

IMAGES = "images/"
_END, _END_SIZE, _MOST_COMMENT = b"PK\x05\x06", 22, 1 << 16
_LINK = 0o120000
_UNREADABLE = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError, LookupError,
    OverflowError,
)  # fmt: skip


class ModuleArchive:
    def __init__(self, data: bytes) -> None:
        if len(data) > MAX_MODULE:
            raise BadInput(f"the module has {len(data) >> 20} MB; more than {MAX_MODULE >> 20} MB are not read")
        if not data.startswith(ZIP_HEAD):
            raise BadInput("this is no VASSAL module: it is not a ZIP archive")
        _check_directory(data)
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
        except _UNREADABLE:
            raise BadInput("the module's archive is damaged or was cut off; ask for the file again") from None
        listed = self._archive.infolist()
        if len(listed) > MAX_MEMBERS:
            raise BadInput(f"the module's archive has more than {MAX_MEMBERS:,} members; no module has that many")
        self._members = {member.filename: member for member in listed if _checked(member)}

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def read(self, name: str, limit: int, *, head: bool = False) -> bytes | None:
        """A member, no further than the limit whatever its size is said to be; with `head` only as much of it."""
        member = self._members.get(name)
        if member is None:
            return None
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise BadInput(f"{name} is packed in a way that VASSAL never uses; pack the archive anew, with deflate")
        try:
            with self._archive.open(member) as held:
                content = held.read(limit if head else limit + 1)
        except _UNREADABLE:
            raise BadInput(f"{name} in the module's archive is damaged; ask for the file again") from None
        if not head and len(content) > limit:
            raise BadInput(f"{name} unpacks to more than {limit >> 20} MB; no module needs that much")
        return content

    def image(self, name: str) -> str:
        """The member a picture lies in, as the original looks for it; empty if it is not there."""
        if not name or name.startswith("/"):  # pictures within VASSAL itself
            return ""
        tried = (name, unicodedata.normalize("NFD", name), f"{name}.gif")
        return next((f"{IMAGES}{one}" for one in tried if f"{IMAGES}{one}" in self._members), "")

    def images(self) -> Iterator[str]:
        return (name for name in self._members if name.startswith(IMAGES) and not name.endswith("/"))


def _check_directory(data: bytes) -> None:
    """Before the list of contents is read: how long it says it is."""
    at = data.rfind(_END, max(0, len(data) - _END_SIZE - _MOST_COMMENT))
    if at < 0 or at + _END_SIZE > len(data):
        raise BadInput("the module's archive has lost its list of contents: the file was probably cut off")
    members, size = struct.unpack_from("<HI", data, at + 10)
    if members > MAX_MEMBERS or size > MAX_DIRECTORY:
        raise BadInput(f"the module's archive has more than {MAX_MEMBERS:,} members; no module has that many")


def _checked(member: zipfile.ZipInfo) -> bool:
    """Names that lead out of a folder, and links, are no part of a module: whoever made them means no good."""
    parts = member.filename.replace("\\", "/").split("/")
    if parts[0] == "" or ".." in parts or ":" in parts[0]:
        raise BadInput(f"the module's archive has a member {member.filename[:80]!r}, which leads out of it")
    if (member.external_attr >> 16) & 0o170000 == _LINK:
        raise BadInput(f"the module's archive has a link {member.filename[:80]!r}; modules have none")
    return True
