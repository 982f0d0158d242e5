"""Packs: those shipped with each system, and the user's own folders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from cli.shell.errors import nearest
from domain.kernel.errors import BadInput, NotFound
from domain.kernel.packs import Pack
from domain.log.gamelog import GameLog

MAX_BYTES = 5_000_000


def load_pack(system_key: str, name_or_path: str = "") -> Pack:
    """A shipped pack by name, a folder by path, or the pack a system comes with."""
    shipped = shipped_packs(system_key)
    if not name_or_path:
        if not shipped:
            raise NotFound(f"{system_key} comes with no pack; give a folder with --pack")
        return read_folder(next(iter(shipped)), next(iter(shipped.values())))
    if name_or_path in shipped:
        return read_folder(name_or_path, shipped[name_or_path])
    folder = Path(name_or_path)
    if folder.is_dir():
        return read_folder(folder.resolve().name, folder)
    if folder.exists():
        raise BadInput(f"{name_or_path} is a file; a pack is a folder of TOML files")
    known = f"{system_key} comes with {', '.join(shipped) or 'none'}"
    raise BadInput(f"there is no folder {name_or_path} and no such pack; {known}{nearest(name_or_path, shipped)}")


def find_pack(system_key: str, digest: str) -> Pack:
    """The shipped pack of that hash or name; with neither, the one the system comes with."""
    if not digest:
        return load_pack(system_key)
    for name, folder in shipped_packs(system_key).items():
        pack = read_folder(name, folder)
        if digest in (name, pack.hash):
            return pack
    raise NotFound(
        f"the pack {digest[:12]} of {system_key} is not shipped with this version; give its folder with --pack"
    )


def beside(file: str | Path) -> Path:
    """Where the pack of a transcript lies that is not one of ours: in a folder next to it, under its own name."""
    return Path(file).with_suffix(".pack")


def _beside(file: str) -> Iterator[Pack]:
    home = beside(file) if file and file != "-" else None
    if home is not None and home.is_dir():
        yield from (read_folder(folder.name, folder) for folder in sorted(home.iterdir()) if folder.is_dir())


def finder(log: GameLog, own: str = "", file: str = "") -> Callable[[str, str], Pack]:
    """Packs by name or hash: the folder given, those shipped, those of games already in the log, and the one that lies
    beside the file."""

    def find(system: str, wanted: str) -> Pack:
        if own:
            return load_pack(system, own)
        try:
            return find_pack(system, wanted)
        except NotFound:
            with suppress(NotFound):
                return log.pack(wanted)
            found = next((pack for pack in _beside(file) if wanted in (pack.hash, pack.name)), None)
            if found is None:
                raise
            return found

    return find


def is_shipped(system_key: str, pack: Pack) -> bool:
    with suppress(NotFound):
        return find_pack(system_key, pack.hash).hash == pack.hash
    return False


def shipped_packs(system_key: str) -> dict[str, Traversable]:
    """The packs a system comes with, its first by name being the one taken unless said otherwise."""
    home = files("rules").joinpath(system_key, "packs")
    if not home.is_dir():
        return {}
    return {folder.name: folder for folder in sorted(home.iterdir(), key=lambda f: f.name) if folder.is_dir()}


def read_folder(name: str, folder: Traversable) -> Pack:
    found = sorted((f for f in folder.iterdir() if f.name.endswith(".toml") and f.is_file()), key=lambda f: f.name)
    if not found:
        raise BadInput(f"{folder} holds no .toml file; a pack is a folder of TOML files")
    return Pack(name=name, files={file.name: read_text(file) for file in found})


def read_text(file: Traversable) -> str:
    try:
        with file.open("rb") as opened:
            data = opened.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}") from None
    if len(data) > MAX_BYTES:
        raise BadInput(f"{file} is larger than {MAX_BYTES // 1_000_000} MB; no file of this kind needs that much")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} is not UTF-8 text (byte {error.start}); save it as UTF-8") from None
