"""All that is wrong with a pack, and what of it still stands as it was shipped."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_origin

import msgspec
from msgspec import inspect as shape

from domain.kernel.colours import FILE, SidesSheet
from domain.kernel.errors import BadInput
from domain.kernel.packs import BadPack, Pack, read_toml
from domain.kernel.system import Sheets
from domain.packs.asked import taken
from domain.packs.places import at_key, rows_of, shown, tables
from domain.words.scan import short

HOUSE = re.compile(r"\bhouse\b", re.IGNORECASE)


class PackFault(msgspec.Struct, frozen=True, kw_only=True):
    file: str
    where: str  # table and key; empty for the whole file
    fault: str

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.file, self.where, self.fault)))


class HouseValue(msgspec.Struct, frozen=True, kw_only=True):
    """A table whose source says that values in it are ours, not the publisher's."""

    file: str
    where: str
    source: str


def faults_of(sheets: Sheets, pack: Pack) -> list[PackFault]:
    """First every key of every file; what they mean together only once they can be read."""
    more = {FILE: SidesSheet} if FILE in pack.files else {}
    keys = [fault for file, kind in {**sheets.files, **more}.items() for fault in _file_faults(pack, file, kind)]
    return keys or list(_meant(sheets, pack))


def unread(sheets: Sheets, pack: Pack) -> list[str]:
    """Files that nothing reads."""
    return sorted(set(pack.files) - {*sheets.files, FILE})


def house_values(pack: Pack) -> list[HouseValue]:
    """Of the files that can be read."""
    return [
        HouseValue(file=file, where=where, source=str(table["source"]))
        for file, text in sorted(pack.files.items())
        for where, table in tables(_readable(text))
        if HOUSE.search(str(table.get("source", "")))
    ]


def _readable(text: str) -> dict[str, Any]:
    try:
        return read_toml(text)
    except tomllib.TOMLDecodeError:
        return {}


def _meant(sheets: Sheets, pack: Pack) -> Iterator[PackFault]:
    try:
        sheets.check(pack)
    except BadPack as error:
        for file, said in error.faults:
            where, _, fault = said.rpartition(": ")
            yield PackFault(file=file, where=where, fault=fault)
    except BadInput as error:
        yield PackFault(file="", where="", fault=str(error))


def _file_faults(pack: Pack, file: str, kind: Any) -> Iterator[PackFault]:
    if file not in pack.files:
        yield PackFault(file=file, where="", fault="there is no such file")
        return
    try:
        value = read_toml(pack.files[file])
    except tomllib.TOMLDecodeError as error:
        yield PackFault(file=file, where="", fault=f"it is not readable TOML: {error}")
        return
    for where, fault in _shape_faults(value, kind, ""):
        yield PackFault(file=file, where=where, fault=fault)


Faults = Iterator[tuple[str, str]]  # where, and what


def _shape_faults(value: Any, kind: Any, where: str) -> Faults:
    """Every key that is missing, that nothing reads, or that holds something else than it should."""
    inner = get_args(kind)
    if isinstance(value, dict) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield from _struct_faults(value, kind, where)
    elif isinstance(value, dict) and get_origin(kind) is dict:
        for key, item in value.items():
            yield from _shape_faults(item, inner[1], at_key(where, key))
    elif isinstance(value, list) and get_origin(kind) is tuple and inner[-1] is ...:
        for name, item in rows_of(value).items():
            yield from _shape_faults(item, inner[0], where + name)
    else:
        yield from _leaf_faults(value, kind, where)


def _struct_faults(value: Mapping[str, Any], kind: type[msgspec.Struct], where: str) -> Faults:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    yield from ((at_key(where, key), "nothing reads this key; is it misspelt?") for key in value if key not in fields)
    for key, field in fields.items():
        if key in value:
            yield from _shape_faults(value[key], field.type, at_key(where, key))
        elif field.required:
            yield at_key(where, key), "this key is missing"


def _leaf_faults(value: Any, kind: Any, where: str) -> Faults:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        yield where, f"this takes {taken(shape.type_info(kind))}, not {short(shown(value))}"
