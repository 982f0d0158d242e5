"""The outer form of a file: a ZIP archive, the obfuscated text alone, or the plain text. Bytes in memory only."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from typing import IO

import msgspec

from domain.formats.vassal.heads import GAME, MODULE_DATA, SAVE_DATA, ZIP_HEAD, is_bare
from domain.formats.vassal.limits import MAX_FILE, MAX_METADATA, MAX_PACKED
from domain.formats.vassal.metadata import Metadata, read_metadata, write_metadata
from domain.formats.vassal.salvage import saved_member
from domain.kernel.errors import BadInput

_PART = 1 << 20
_FIXED_DATE = (1980, 1, 1, 0, 0, 0)  # so that the same game always gives the same bytes
_LIMITS = {GAME: MAX_PACKED, SAVE_DATA: MAX_METADATA, MODULE_DATA: MAX_METADATA}
_UNREADABLE = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError, LookupError,
    OverflowError,
)  # fmt: skip


class Container(msgspec.Struct, frozen=True, kw_only=True):
    """What the archive held, and what was wrong with it where it could be read all the same."""

    payload: bytes
    save: Metadata = Metadata()
    module: Metadata = Metadata()
    warnings: tuple[str, ...] = ()


def read_container(data: bytes, salvage: bool = False) -> Container:
    """With `salvage`, a game that is not all there is taken as far as it goes."""
    if len(data) > MAX_FILE:
        raise BadInput(f"the file has {len(data) >> 20} MB; more than {MAX_FILE >> 20} MB are not read")
    if data.startswith(ZIP_HEAD):
        return _archive(data, salvage)
    if is_bare(data):
        return Container(payload=data)
    raise BadInput("this is no VASSAL file: it is neither a ZIP archive nor a VASSAL log or save without one")


def write_container(payload: bytes, save: Metadata | None = None, module: Metadata | None = None) -> bytes:
    """A file that VASSAL opens; the same content always gives the same bytes."""
    members = {GAME: payload}
    if save is not None:
        members[SAVE_DATA] = write_metadata(save)
    if module is not None:
        members[MODULE_DATA] = write_metadata(module)
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            info = zipfile.ZipInfo(name, _FIXED_DATE)
            info.compress_type, info.create_system, info.external_attr = zipfile.ZIP_DEFLATED, 0, 0
            archive.writestr(info, content)
    return held.getvalue()


def _archive(data: bytes, salvage: bool) -> Container:
    warnings: list[str] = []
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _UNREADABLE:
        warnings.append("the archive's list of contents is missing or damaged: the file was probably cut off")
        return _filled(lambda name: _saved(data, name, warnings, salvage), warnings)
    with archive:
        names = set(archive.namelist())
        if GAME not in names:
            raise _no_game(names)
        return _filled(
            lambda name: _member(archive, data, name, warnings, salvage) if name in names else None, warnings
        )


def _filled(member: Callable[[str], bytes | None], warnings: list[str]) -> Container:
    payload = member(GAME)
    if payload is None:
        raise BadInput(
            f"the archive is cut off or damaged before {GAME}, the member that holds the game: nothing could be saved"
        )
    about: Mapping[str, Metadata] = {name: _about(name, member(name), warnings) for name in (SAVE_DATA, MODULE_DATA)}
    return Container(
        payload=payload, save=about[SAVE_DATA], module=about[MODULE_DATA], warnings=tuple(dict.fromkeys(warnings))
    )


def _about(name: str, content: bytes | None, warnings: list[str]) -> Metadata:
    if content is None:
        return Metadata()  # files from before VASSAL 3.1 have none
    found, wrong = read_metadata(content)
    if wrong:
        warnings.append(f"{name} could not be read ({wrong}); the game itself does not need it")
    return found


def _member(archive: zipfile.ZipFile, data: bytes, name: str, warnings: list[str], salvage: bool) -> bytes | None:
    """Inflated no further than the limit, whatever the archive claims its size to be."""
    limit = _LIMITS[name]
    try:
        if archive.getinfo(name).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise BadInput(f"{name} is packed in a way that VASSAL never uses; pack the archive anew, with deflate")
        with archive.open(name) as held:
            content = _read(held, limit)
    except _UNREADABLE:
        return _saved(data, name, warnings, salvage)
    return _within(name, content, warnings)


def _read(held: IO[bytes], limit: int) -> bytes | None:
    """A part at a time: what is too long is given up before it lies in memory twice."""
    parts, size = [], 0
    while size <= limit and (part := held.read(_PART)):  # the checksum is looked at where the content ends
        parts.append(part)
        size += len(part)
    return b"".join(parts) if size <= limit else None


def _saved(data: bytes, name: str, warnings: list[str], salvage: bool) -> bytes | None:
    """What can be had of a damaged archive; a game that is not all there is taken only if that is what is wanted."""
    found = saved_member(data, name.encode(), _LIMITS[name])
    if found is None or found.is_too_long:
        return None if found is None else _within(name, None, warnings)
    if not found.is_whole:
        if name != GAME:
            warnings.append(f"{name} is damaged; the game itself does not need it")
            return None
        lost = f"the archive is damaged or was cut off within {GAME}: {len(found.content):,} bytes of it could be saved"
        if not salvage:
            raise BadInput(f"{lost}, the rest is lost; ask for the file again, or take what there is with --salvage")
        warnings.append(f"{lost}, the rest is lost")
        return _within(name, found.content, warnings)
    warnings.append(f"{name} was read although the archive is damaged")
    return _within(name, found.content, warnings)


def _within(name: str, content: bytes | None, warnings: list[str]) -> bytes | None:
    """None was given up: it is too long."""
    if content is not None and len(content) <= _LIMITS[name]:
        return content
    if name == GAME:
        raise BadInput(f"{GAME} unpacks to more than {MAX_PACKED >> 20} MB; no game is that long")
    warnings.append(f"{name} is longer than {MAX_METADATA >> 20} MB and was left out")
    return None


def _no_game(names: set[str]) -> BadInput:
    if names & {"buildFile", "buildFile.xml"}:
        return BadInput("this is a VASSAL module or extension, not a game: give a .vlog or .vsav file")
    if names & {"[Content_Types].xml", "content.xml"}:
        return BadInput("this is a spreadsheet or document of an office program; save it as CSV, UTF-8")
    return BadInput(f"this ZIP archive holds no VASSAL game: it has no member {GAME}")
