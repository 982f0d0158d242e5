"""The file a log lies in, by its name: where SQLite finds it, and whether it is there and may be written.

Without pathlib: to load it would be felt in every command.
"""

from __future__ import annotations

import os

_AS_THEY_ARE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~/")

is_there, size = os.path.exists, os.path.getsize


def folder_of(path: str) -> str:
    return os.path.dirname(os.path.abspath(path))


def is_folder(path: str) -> bool:
    return os.path.isdir(path)


def make(path: str) -> None:
    """For its owner alone, if it is not there: it will hold what sides hide from each other."""
    if not is_there(path):
        os.makedirs(folder_of(path), exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))


def begins_with(path: str, what: bytes) -> bool:
    with open(path, "rb") as file:
        return file.read(len(what)) == what


def address(path: str) -> str:
    """The file as SQLite is to open it; one we may only read is opened so that it can still be looked at."""
    uri, has_journal, may_add = _uri(path), is_there(f"{path}-wal"), os.access(folder_of(path), os.W_OK)
    if not is_there(path) or (os.access(path, os.W_OK) and (may_add or has_journal)):
        return uri
    # Without its companion files, and where none can be made, SQLite reads only what it may take for unchanging.
    return uri + ("?mode=ro" if has_journal or may_add else "?immutable=1")


def _uri(path: str) -> str:
    if os.name == "nt":
        from pathlib import Path  # which knows of drives

        return Path(path).absolute().as_uri()
    whole = os.fsencode(os.path.join(os.getcwd(), path))
    return "file://" + "".join(chr(byte) if byte in _AS_THEY_ARE else f"%{byte:02X}" for byte in whole)
