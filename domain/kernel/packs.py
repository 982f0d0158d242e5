"""A pack: the TOML files a system plays with, named by the hash of their content."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, wraps
from typing import Any, TypeVar

import msgspec

from domain.kernel.errors import BadInput

DIGITS = 12  # of a hash, where people read it
KEPT = 16  # texts remembered; a session seldom sees more than two packs
T = TypeVar("T")
L = TypeVar("L")
_encode = msgspec.msgpack.Encoder(order="sorted").encode


class Pack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """File name to TOML text; stored once, by hash, in the log itself."""

    name: str
    files: dict[str, str]

    @property
    def hash(self) -> str:
        return hashlib.sha256(pack_bytes(self)).hexdigest()

    @property
    def label(self) -> str:
        """`house 1f3a9c04d2b1`: enough of the hash to tell it from another of that name."""
        return f"{self.name} {self.hash[:DIGITS]}"


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of what a pack file decodes into: a misspelt key is an error, not a silence."""


def pack_bytes(pack: Pack) -> bytes:
    return _encode(pack)


def read_pack_bytes(data: bytes) -> Pack:
    return msgspec.msgpack.decode(data, type=Pack)


def read_sheet(pack: Pack, file: str, kind: type[T]) -> T:
    """One TOML file of the pack as a Struct; errors name the file and the key."""
    text = _text(pack, file)
    try:
        return msgspec.convert(_parsed(text), type=kind)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{pack.name}/{file} is not readable TOML: {error}") from None
    except msgspec.ValidationError as error:
        raise BadInput(f"{pack.name}/{file}: {plainly(str(error))}") from None


def _text(pack: Pack, file: str) -> str:
    if file not in pack.files:
        raise BadInput(f"the pack {pack.name} has no file {file}; it holds {', '.join(sorted(pack.files)) or 'none'}")
    return pack.files[file]


def read_once(*files: str) -> Callable[[Callable[[Pack], T]], Callable[[Pack], T]]:
    """What is made of these files of a pack is the same object for the same texts; nobody may change it."""

    def once(make: Callable[[Pack], T]) -> Callable[[Pack], T]:
        @lru_cache(maxsize=KEPT)
        def made(name: str, *texts: str) -> T:
            return make(Pack(name=name, files=dict(zip(files, texts, strict=True))))

        @wraps(make)
        def ask(pack: Pack) -> T:
            return made(pack.name, *(_text(pack, file) for file in files))

        return ask

    return once


def sheet_of(file: str, kind: type[T]) -> Callable[[Pack], T]:
    """Reads a whole file of a pack, once."""
    return read_once(file)(lambda pack: read_sheet(pack, file, kind))


class Each(Mapping[str, T]):
    """What is made of lines of a pack, by key, each when it is first asked for: a game is of one scenario."""

    def __init__(self, lines: Mapping[str, L], make: Callable[[L], T]) -> None:
        self._lines, self._make, self._made = lines, make, dict[str, T]()

    def __getitem__(self, key: str) -> T:
        if key not in self._made:
            self._made[key] = self._make(self._lines[key])
        return self._made[key]

    def __contains__(self, key: object) -> bool:
        return key in self._lines

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


class BadPack(BadInput):
    """Says the first fault; has them all, each with its file."""

    def __init__(self, pack: Pack, faults: Sequence[tuple[str, str]]) -> None:
        super().__init__(f"{pack.name}/{faults[0][0]}: {faults[0][1]}")
        self.faults = tuple(faults)


def refuse(pack: Pack, *checked: tuple[str, Iterable[str]]) -> None:
    """BadPack with the faults of these files, looked for in turn: later checks may rely on earlier ones."""
    found: list[tuple[str, str]] = []
    try:
        for file, faults in checked:
            for fault in faults:
                found.append((file, fault))  # noqa: PERF401 - those found before a check gives up count
    except Exception:
        if not found:  # else it relied on what is known to be wrong
            raise
    if found:
        raise BadPack(pack, found)


def under(where: str, faults: Iterable[str]) -> Iterator[str]:
    """Faults, each with the key under which it stands."""
    return (f"{where}: {fault}" for fault in faults)


def twice(names: Iterable[str]) -> Iterator[str]:
    """The names that have stood before."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield name
        seen.add(name)


@lru_cache(maxsize=64)
def _parsed(text: str) -> dict[str, Any]:
    """A pack is asked for with every position; its text is read once. Nobody changes this: what is converted is new."""
    return read_toml(text)


KEY_PARTS = 32
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{KEY_PARTS}}}")
_ERROR = re.compile(r"(?P<what>.*?)(?: - at `\$\.?(?P<where>.*)`)?")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
_MISSING = re.compile(r"Object missing required field `(.*)`")


def plainly(said: str, top: str = "the file") -> str:
    """Which key, and where in the file: `scenarios[0]` is the first, as the library counts."""
    found = _ERROR.fullmatch(said)
    assert found is not None
    where, what = found["where"] or top, found["what"]
    unknown, missing = _UNKNOWN.fullmatch(what), _MISSING.fullmatch(what)
    if unknown:
        return f"{where} has a key {unknown[1]!r} that nothing reads; is it misspelt?"
    if missing:
        return f"{where} lacks the key {missing[1]!r}"
    return f"{where}: {what.replace('`', '').replace(' | null', ' or nothing')}"


def read_toml(text: str) -> dict[str, Any]:
    """TOML as plain values, or TOMLDecodeError: for nesting, digits and keys without end too."""
    if any(line.count(".") >= KEY_PARTS and _LONG_KEY.search(line) for line in text.split("\n")):
        # the library takes time by the square of a key's parts
        raise tomllib.TOMLDecodeError(f"a key in it has more than {KEY_PARTS} parts")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except (RecursionError, ValueError):
        raise tomllib.TOMLDecodeError("it is nested too deeply, or a number in it is too long") from None
