"""Replay pages, opened in the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from domain.games.games import Games
from domain.kernel.chance import EnteredChance
from domain.kernel.facts import DiceRolled
from domain.kernel.packs import Pack
from domain.kernel.say import ENGLISH, speaking
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from projections.page import page as module
from projections.page.page import page
from rules import SYSTEMS
from rules.musket_and_pike.turn.asks import ChangeOrder
from tests.chromium import READY
from tests.page.played import HOSTILE, luck_of, order, page_data, recorded, small_game
from tests.shipped import shipped_packs

DESKTOP, TABLET, PHONE = (1400, 900), (820, 1180), (390, 844)
LUCK = " with luck"

Open = Callable[..., Any]


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str | None], Path]:
    """The page of a recorded game, or of one made up here, written once; `packed` is `small` with packed data,
    `french` is told in French.

    A name that ends in LUCK has the luck of that game in it.
    """
    folder = tmp_path_factory.mktemp("browser")

    def find(name: str, side: str | None = None) -> Path:
        path = folder / f"{name.replace('/', '-')}-{side}.html"
        if not path.exists():
            with GameLog(str(path.with_suffix(".db")), SYSTEMS) as log:
                games = Games(log)
                plain = name.removesuffix(LUCK)
                made = MADE_UP.get(plain)
                if made:
                    made(games, _open_pack())
                else:
                    recorded(games, f"{plain}.transcript")
                luck = luck_of(games) if plain != name else None
                small = patch.object(module, "LARGE", 10 if name == "packed" else module.LARGE)
                with small, speaking("fr" if name == "french" else ENGLISH):
                    path.write_text(page(page_data(games, side=side, luck=luck)), encoding="utf-8")
        return path

    return find


def _small(games: Games, pack: Pack) -> None:
    small_game(games, pack, title=HOSTILE)


def _empty(games: Games, pack: Pack) -> None:
    games.new(SYSTEMS["freeform"], "blank", "game", pack, title="Not yet begun")


def _crowd(games: Games, pack: Pack) -> None:
    """A title of 200 letters, twelve sides, five kinds of loss, text from right to left, and a very long note."""
    sides = tuple(f"side-{i}-of-the-coalition" for i in range(12))
    games.new(SYSTEMS["freeform"], "blank", "game", pack, title=("A long title " * 20)[:200], sides=sides)
    for i, side in enumerate(sides):
        order(games, Ref("game"), side, f"AddPiece piece=unit{i} side={side} at=place{i % 4} strength={i + 2}")
        order(games, Ref("game"), side, f"ScorePoints side={side} points={i + 1} why=first")
        order(games, Ref("game"), side, "RollDice why=test dice=2")
        order(games, Ref("game"), side, f"TakeLoss piece=unit{i} kind={LOST[i % len(LOST)]} cause=fire")
    games.note(Ref("game"), sides[0], "שלום " * 100)
    games.note(Ref("game"), sides[1], "x" * 5_000)


def _noughts(games: Games, _pack: Pack) -> None:
    """Ten-sided dice that read 0 to 9, and foot on two hexes: a Wing changes its order, or tries to."""
    system = SYSTEMS["musket_and_pike"]
    house = next(pack for pack in shipped_packs("musket_and_pike") if pack.name == "house")
    games.new(system, "proving_ground", "game", house, title="Noughts")
    while not any(isinstance(entry.fact, DiceRolled) for entry in games.entries_of(Ref("game"))):
        state = games.position(Ref("game")).state
        offers = list(system.book.choices(state))
        by, change = next((one for one in offers if isinstance(one.order, ChangeOrder)), offers[0])
        games.order(Ref("game"), by, change, EnteredChance([0] if isinstance(change, ChangeOrder) else []))


def _studied(games: Games, _pack: Pack) -> None:
    """A march, another one instead of it on a line of its own, and what was said of them; the title tells the end."""
    house = next(pack for pack in shipped_packs("gettysburg") if pack.name == "house")
    games.new(SYSTEMS["gettysburg"], "mcpherson", "game", house, title="Confederate victory")
    for side in ("confederate", "union"):
        order(games, Ref("game"), side, "EndPhase")
    at = games.log.head(games.line(Ref("game"))).number
    games.branch(Ref("game", entry=at), "left", why="what if he waits?")
    order(games, Ref("game", "left"), "confederate", "EndPhase")
    order(games, Ref("game"), "confederate", "MoveUnit unit=C-44 path=1927,1926")
    order(games, Ref("game"), "confederate", "EndPhase")
    games.note(Ref("game", entry=at + 1), "umpire", "!? bold")
    games.note(Ref("game", entry=at + 1), "union", "risky")


LOST = ("steps", "men", "guns", "horses", "wagons")
MADE_UP = {
    "small": _small,
    "packed": _small,
    "french": _small,
    "empty": _empty,
    "crowd": _crowd,
    "noughts": _noughts,
    "studied": _studied,
}


def _open_pack() -> Pack:
    folder = Path(__file__).parent.parent.parent / "rules" / "freeform" / "packs" / "open"
    return Pack(name="open", files={file.name: file.read_text() for file in sorted(folder.glob("*.toml"))})


@pytest.fixture
def opened(browser: Any, files: Callable[[str, str | None], Path]) -> Iterator[Open]:
    """Opens a page; when the test is over, nothing was complained of and nothing was asked of a network."""
    troubles: list[str] = []
    contexts: list[Any] = []

    def open_page(
        name: str, at: str = "", *, side: str | None = None, size: tuple[int, int] = DESKTOP, scheme: str = "light",
        before: str = "", ready: str = READY, still: bool = True,
    ) -> Any:  # fmt: skip
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme,
            reduced_motion="reduce" if still else "no-preference",
            has_touch=size != DESKTOP,
        )  # fmt: skip
        contexts.append(context)
        tab = context.new_page()
        tab.on("console", lambda said: troubles.append(said.text) if said.type in ("error", "warning") else None)
        tab.on("pageerror", lambda error: troubles.append(str(error)))
        tab.on("dialog", lambda dialog: troubles.append(f"a dialog: {dialog.message}"))
        tab.on("request", lambda asked: _note_request(asked.url, troubles))
        if before:
            tab.add_init_script(before)
        tab.goto(f"{files(name, side).as_uri()}{at}")
        tab.wait_for_selector(ready)
        return tab

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []


def _note_request(url: str, troubles: list[str]) -> None:
    if not url.startswith(("file:", "data:")):
        troubles.append(f"asked for {url}")
