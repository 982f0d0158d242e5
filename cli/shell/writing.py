"""Files we write: whole or not at all, and never over another by accident."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from domain.kernel.errors import BadInput


def write_file(path: Path, lines: Iterable[str], *, force: bool = False) -> int:
    """Text, line by line; the number of bytes."""
    return write_bytes(path, (f"{line}\n".encode() for line in lines), force=force)


def write_bytes(path: Path, parts: Iterable[bytes], *, force: bool = False) -> int:
    """Writes beside the target first and moves it there when all is done; the number of bytes."""
    if str(path) == "-":
        raise BadInput("this is not printed: name a file in place of -")
    if path.is_dir():
        raise BadInput(f"{path} is a folder; name a file in it")
    if path.exists() and not force:
        raise BadInput(f"{path} is there already; --force writes over it")
    try:
        return _write(path, parts)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None


def _write(path: Path, parts: Iterable[bytes]) -> int:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with open(handle, "wb") as file:  # noqa: PTH123 - a handle has no path
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o666 & ~_umask())
        size = Path(temporary).stat().st_size
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return size


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
