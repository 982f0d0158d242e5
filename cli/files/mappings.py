"""Mapping files: those shipped with the systems, and the user's own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from cli.shell.packs import read_text
from domain.formats.importing.mapping import MappingSheet, read_mapping
from rules import SYSTEMS


def mapping_for(module: str, version: str) -> MappingSheet | None:
    """The shipped mapping of a module, if there is one."""
    return next((sheet for sheet in shipped_mappings() if sheet.is_for(module, version)), None)


@cache
def shipped_mappings() -> tuple[MappingSheet, ...]:
    return tuple(read_mapping(read_text(file), file.name) for file in _shipped())


def _shipped() -> Iterator[Traversable]:
    for system in SYSTEMS:
        home = files("rules").joinpath(system, "mappings")
        if home.is_dir():
            yield from sorted((file for file in home.iterdir() if file.name.endswith(".toml")), key=lambda f: f.name)


def load_mapping(path: str) -> MappingSheet:
    return read_mapping(read_text(Path(path)), path)
