"""A pack of one's own: begun as a copy, checked while it is typed in, and set beside the one that is shipped."""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path
from typing import Any

import click
import msgspec

from cli.shell import params
from cli.shell.errors import UNREADABLE
from cli.shell.output import Grid, counted, emit
from cli.shell.packs import load_pack, shipped_packs
from cli.shell.session import Session, command, find_system, shared_options
from cli.shell.writing import write_bytes
from domain.kernel.errors import BadInput
from domain.kernel.system import System
from domain.packs.blank import to_fill_in
from domain.packs.compare import differences
from domain.packs.faults import HouseValue, faults_of, house_values, unread
from domain.packs.places import shown

_system = click.argument("system", shell_complete=params.complete_system)


class Folder(click.Path):
    """Named: an empty word is not the folder one happens to be in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not str(value).strip():
            raise BadInput("which folder? name one, such as mine")
        return super().convert(value, param, ctx)


_folder = click.argument("folder", metavar="DIR", type=Folder(path_type=Path))


@click.group("pack")
@shared_options
def pack() -> None:
    """Type in the counters, charts or cards you own, as a pack to play with.

    \b
        refight pack new freeform mine
        refight pack check freeform mine
        refight pack diff freeform mine
    """


@command("new")
@_system
@_folder
@click.option("--force", is_flag=True, help="Write over files that are there.")
def new(session: Session, system: str, folder: Path, force: bool) -> None:
    """Copy the files a system comes with into a folder, with comments that say what is asked for.

    \b
        refight pack new freeform mine
    """
    rules = find_system(system)
    texts = _blank(rules, folder)
    if str(folder) in shipped_packs(system):
        raise BadInput(f"{folder} is what a pack of {system} is called; call yours otherwise")
    _check_free(folder, texts, force)
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in texts.items():
        write_bytes(folder / file, [text.encode()], force=force)
    value = {"system": system, "folder": str(folder), "files": list(texts)}
    emit(
        session,
        value,
        f"{folder}: {', '.join(texts)}, a copy of {load_pack(system).name}; each says at its head what it asks for",
        f"next: write over what is house; `refight pack check {system} {shlex.quote(str(folder))}` says what is left",
    )


def _blank(rules: System[Any], folder: Path) -> dict[str, str]:
    shipped = load_pack(rules.key)
    named = {"system": rules.key, "shipped": shipped.name, "folder": shlex.quote(str(folder))}
    return {
        file: to_fill_in(shipped.files[file], kind, file=file, **named) for file, kind in rules.sheets.files.items()
    }


def _check_free(folder: Path, texts: dict[str, str], force: bool) -> None:
    """Before the first is written: all or none."""
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is a file; a pack is a folder of TOML files")
    taken = [file for file in texts if (folder / file).exists()]
    if taken and not force:
        raise BadInput(f"{folder} holds {' and '.join(taken)} already; --force writes over what is there")


@command("check")
@_system
@_folder
def check(session: Session, system: str, folder: Path) -> None:
    """Say all that is missing or wrong in a pack, and what still stands as house; with a fault the exit code is 2.

    \b
        refight pack check freeform mine
    """
    rules = find_system(system)
    own = load_pack(system, str(folder))
    faults = faults_of(rules.sheets, own)
    house, left = house_values(own), unread(rules.sheets, own)
    value = {"system": system, "pack": own.name, "hash": own.hash, "faults": faults, "house": house, "unread": left}
    emit(
        session,
        msgspec.to_builtins(value),
        *map(str, faults),
        f"{own.label}: {counted(len(faults), 'fault')}" if faults else f"{own.label} can be played with",
        *_still_house(house),
        *(f"{file}: nothing reads this file" for file in left),
    )
    if faults:
        click.get_current_context().exit(UNREADABLE)


def _still_house(house: list[HouseValue]) -> list[str | Grid]:
    if not house:
        return ["nothing in it is called house"]
    rows = [[one.file, one.where or "the file itself", one.source] for one in house]
    return [
        "",
        f"{counted(len(rows), 'table')} still called house, in whole or in part:",
        Grid(("file", "table", "source"), rows),
    ]


@command("diff")
@_system
@_folder
def diff(session: Session, system: str, folder: Path) -> None:
    """Set a pack beside the one a system comes with, value by value.

    \b
        refight pack diff freeform mine
    """
    find_system(system)
    shipped, own = load_pack(system), load_pack(system, str(folder))
    try:
        found = differences(shipped, own)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{folder} cannot be read: {error}; `refight pack check {system} {folder}` says where") from None
    rows = [[one.file, one.where or "the file itself", shown(one.shipped), shown(one.own)] for one in found]
    same = f"{own.label} says the same as {shipped.label}"
    emit(
        session, msgspec.to_builtins(found), Grid(("file", "where", shipped.name, own.name), rows) if rows else same
    )  # fmt: skip


for _each in (new, check, diff):
    pack.add_command(_each)
