"""Pictures out of the owner's own module: kept beside the database, on this machine alone."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from cli.shell.png import small_png
from cli.shell.session import Session
from cli.shell.writing import write_bytes
from domain.formats.vmod.archive import ModuleArchive
from domain.formats.vmod.images import image_kind, image_size
from domain.kernel.errors import BadInput
from domain.kernel.happenings import BoardImage, Shown
from projections.drawing.photos import NONE, FaceLayer, MapPhoto, Photo, Photos

MAX_PICTURE, MOST_PIXELS = 512 << 10, 1_000_000  # bytes and pixels of one counter
MAX_BOARD, MOST_BOARD_PIXELS = 24 << 20, 40_000_000  # of all boards of a map together
MAX_ALL = 64 << 20  # bytes of a game
WIDEST, WIDEST_BOARD = 200, 3000  # pixels of one that is drawn from an SVG
KINDS = ("png", "gif", "jpeg")  # an SVG may hold scripts and links: it is never taken in as it is
INDEX = "index.json"
_GAME, _FILE = re.compile(r"[0-9a-f]{8,64}"), re.compile(r"[0-9a-f]{24}\.(?:png|gif|jpeg)")

Layers = tuple[tuple[str, int, int], ...]


class Index(msgspec.Struct, kw_only=True):
    """Which file is whose picture."""

    sizes: dict[str, tuple[int, int]] = {}
    pieces: dict[str, dict[str, Layers]] = {}  # in each state, the lowest first
    boards: list[tuple[str, float, float, float, float, bool]] = []


def folder_of(session: Session, game: str) -> Path | None:
    """Where the pictures of a game lie, by its own id; a database on a server has no place beside it."""
    return _beside(session.url, game) if session.is_file else None


def _beside(log: str, game: str) -> Path | None:
    return Path(f"{log}.pictures") / game if _GAME.fullmatch(game) else None


def keep_pictures(
    session: Session,
    game: str,
    module: bytes,
    images: Mapping[str, Mapping[str, Sequence[Shown]]],
    boards: Iterable[BoardImage] = (),
) -> int:
    """The pictures that pieces and boards bear, each under the name of its content; how many pieces have one now.

    What a game has already is kept: a further log may speak of other pieces.
    """
    folder = folder_of(session, game)
    if folder is None:
        raise BadInput("--pictures keeps them beside a database file; this log is on a server")
    folder.mkdir(parents=True, exist_ok=True)
    keeper = _Keeper(ModuleArchive(module), folder)
    index = _index(folder)
    for piece, states in images.items():
        known = index.pieces.setdefault(piece, {})
        known |= {state: shown for state, layers in states.items() if (shown := keeper.layers(layers))}
    found = list(keeper.boards(boards))
    index.boards = found or index.boards
    index.pieces = {piece: states for piece, states in index.pieces.items() if states}
    index.sizes |= keeper.sizes
    write_bytes(folder / INDEX, [msgspec.json.encode(index)], force=True)
    return len(index.pieces)


class _Keeper:
    """Takes pictures out of a module, each once, until there are too many."""

    def __init__(self, archive: ModuleArchive, folder: Path) -> None:
        self.archive, self.folder, self.left = archive, folder, MAX_ALL
        self.sizes: dict[str, tuple[int, int]] = {}
        self._files: dict[str, str] = {}

    def layers(self, shown: Iterable[Shown]) -> Layers:
        found = ((self._counter(image), x, y) for image, x, y in shown)
        return tuple(layer for layer in found if layer[0])

    def boards(self, boards: Iterable[BoardImage]) -> Iterable[tuple[str, float, float, float, float, bool]]:
        room, pixels = MAX_BOARD, MOST_BOARD_PIXELS
        for board in boards:
            content = _picture(self.archive, board.image, room, pixels, WIDEST_BOARD)
            file = self._kept(content) if content is not None else ""
            if content is not None and file:
                room, pixels = room - len(content), pixels - self.sizes[file][0] * self.sizes[file][1]
                yield file, board.left, board.top, board.width, board.height, board.turned

    def _counter(self, image: str) -> str:
        if image not in self._files:
            content = _picture(self.archive, image, MAX_PICTURE, MOST_PIXELS, WIDEST)
            self._files[image] = self._kept(content) if content is not None else ""
        return self._files[image]

    def _kept(self, content: bytes) -> str:
        size = image_size(content)
        if size is None or len(content) > self.left:
            return ""
        name = f"{hashlib.sha256(content).hexdigest()[:24]}.{image_kind(content)}"
        self.left -= len(content)
        self.sizes[name] = size
        write_bytes(self.folder / name, [content], force=True)
        return name


def _picture(archive: ModuleArchive, image: str, most: int, pixels: int, widest: int) -> bytes | None:
    """A plain picture within bounds; anything else is left out."""
    member = archive.image(image)
    content = archive.read(member, most + 1, head=True) if member and most > 0 else None
    size = image_size(content) if content is not None and len(content) <= most else None
    if content is None or size is None or size[0] * size[1] > pixels:
        return None
    if image_kind(content) == "svg":
        return small_png(content, min(size[0], widest))
    return content if image_kind(content) in KINDS else None


def photos_of(session: Session, game: str) -> Photos:
    return photos_beside(session.url, game) if session.is_file else NONE


def photos_beside(log: str, game: str) -> Photos:
    """The pictures as a drawing takes them in; none where none were kept, or they are damaged."""
    folder = _beside(log, game)
    if folder is None or not folder.exists():
        return NONE
    index = _index(folder)
    kept: dict[str, Photo] = {}
    boards = {row[0] for row in index.boards}
    for file, size in index.sizes.items():
        address = _address(folder, file, MAX_BOARD if file in boards else MAX_PICTURE)
        if address and min(size) > 0:
            kept[_key(file)] = Photo(address, *size)
    faces = {
        piece: {state: tuple(FaceLayer(_key(file), x, y) for file, x, y in layers) for state, layers in states.items()}
        for piece, states in index.pieces.items()
    }
    maps = tuple(MapPhoto(_key(row[0]), *row[1:]) for row in index.boards if _key(row[0]) in kept)
    return Photos(kept, faces, maps)


def _index(folder: Path) -> Index:
    try:
        return msgspec.json.decode((folder / INDEX).read_bytes(), type=Index)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return Index()


def _key(file: str) -> str:
    return file.partition(".")[0]


def _address(folder: Path, file: str, most: int) -> str:
    try:
        if not _FILE.fullmatch(file) or (folder / file).stat().st_size > most:
            return ""
        content = (folder / file).read_bytes()
    except OSError:
        return ""
    kind = image_kind(content)
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}" if kind in KINDS else ""
