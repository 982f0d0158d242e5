"""Recorded battles that come with the program: found by name, wherever it is installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from domain.kernel.errors import NotFound

CHECKOUT = Path(__file__).parents[2] / "fixtures"


class Battle(NamedTuple):
    """A recording that is shipped; pyproject.toml puts its file into the wheel."""

    system: str
    file: str
    title: str

    @property
    def name(self) -> str:
        return PurePosixPath(self.file).stem


BATTLES = (
    Battle("freeform", "pegasus-bridge.transcript", "Pegasus Bridge, 6 June 1944"),
    Battle("gettysburg", "first-of-july.transcript", "Gettysburg, 1 July 1863"),
    Battle("longstreet_lite", "brawners-farm.transcript", "Brawner's Farm, 28 August 1862"),
    Battle("wallaces_war", "falkirk-1298.transcript", "Falkirk, 22 July 1298"),
    Battle("musket_and_pike", "edgehill-1642.transcript", "Edgehill, 23 October 1642"),
    Battle("black_powder", "freemans-farm-1777.transcript", "Freeman's Farm, 19 September 1777"),
    Battle("freeform", "mill-raid.vlog", "A raid on a mill, as a VASSAL log"),
)


def battle_of(path: str) -> Battle | None:
    """`first-of-july`, `gettysburg/first-of-july.transcript`, or the same below any folder called fixtures."""
    parts = PurePosixPath(path).parts
    for battle in BATTLES:
        if parts in ((battle.name,), (battle.system, battle.file)) or parts[-3:] == ("fixtures", *battle[:2]):
            return battle
    return None


@contextmanager
def recording(battle: Battle) -> Iterator[Path]:
    """The file as it is shipped, or as it lies in a checkout."""
    shipped: Traversable = files("cli").joinpath("recorded", battle.system, battle.file)
    checkout = CHECKOUT / battle.system / battle.file
    if shipped.is_file():
        with as_file(shipped) as path:
            yield path
    elif checkout.is_file():
        yield checkout
    else:
        raise NotFound("the recorded game is not part of this installation; `refight new` starts one of your own")


@contextmanager
def opened(file: str) -> Iterator[str]:
    """A file that was named; where there is none of that name, the battle that is shipped under it."""
    battle = None if Path(file).exists() else battle_of(file)
    if battle is None:
        yield file
        return
    with recording(battle) as path:
        yield str(path)
