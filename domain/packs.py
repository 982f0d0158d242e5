"""A pack: the TOML files a system plays with, named by the hash of their content."""

from __future__ import annotations

import hashlib
import tomllib
from typing import Any, TypeVar

import msgspec

from domain.ruling import BadInput

T = TypeVar("T")
_encode = msgspec.msgpack.Encoder(order="sorted").encode


class Pack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """File name to TOML text; stored once, by hash, in the log itself."""

    name: str
    files: dict[str, str]

    @property
    def hash(self) -> str:
        return hashlib.sha256(pack_bytes(self)).hexdigest()


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of what a pack file decodes into: a misspelt key is an error, not a silence."""


def pack_bytes(pack: Pack) -> bytes:
    return _encode(pack)


def read_pack_bytes(data: bytes) -> Pack:
    return msgspec.msgpack.decode(data, type=Pack)


def read_sheet(pack: Pack, file: str, kind: type[T]) -> T:
    """One TOML file of the pack as a Struct; errors name the file and the key."""
    if file not in pack.files:
        raise BadInput(f"the pack {pack.name} has no file {file}; it holds {', '.join(sorted(pack.files)) or 'none'}")
    try:
        return msgspec.convert(_toml(pack.files[file]), type=kind)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{pack.name}/{file} is not readable TOML: {error}") from None
    except msgspec.ValidationError as error:
        raise BadInput(f"{pack.name}/{file}: {error}") from None


def _toml(text: str) -> dict[str, Any]:
    return tomllib.loads(text)
