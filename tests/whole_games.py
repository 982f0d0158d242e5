"""Whole games by clicks alone, two browsers against each other: `python -m tests.whole_games [SYSTEM SCENARIO]`.

Too long for every run of the tests; in those each system is played for some orders (`tests/service/test_clicks.py`).
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from domain.log.refs import Ref
from tests import chromium
from tests.service.clicking import Clicker
from tests.service.conftest import API, opened
from tests.service.test_clicks import head, orders, seated

GAMES = (("gettysburg", "mcpherson"), ("longstreet_lite", "brawner_farm"))
MOST = 3_000  # orders: longer than any such game
HASTE = 0.6  # how often whoever can end a phase does so, rather than move one unit more


def play(system: str, scenario: str) -> str:
    """To its end; what came of it."""
    program = chromium.program()
    assert program, "no Chromium here"
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(Path(folder)) as club,
        chromium.running(program) as browser,
    ):
        club.new(system, scenario, "ridge")
        line = club.games.line(Ref("ridge"))
        with seated(browser, club, *line.started.sides) as pages:
            people = [Clicker(page, n, HASTE) for n, page in enumerate(pages)]
            while len(orders(club)) < MOST and club.games.position(Ref("ridge")).state.core.ended is None:
                _order(people, head(club))
                print(f"\r{system} {scenario}: {len(orders(club))} orders", end="", flush=True)
        ended = club.games.position(Ref("ridge")).state.core.ended
        clean = club.member("umpire").get(f"{API}/games/ridge/lines/main/audit").json()["is_clean"]
        assert ended is not None, "it goes on and on"
        assert clean, "what the pages gave is not as the rules have it"
        return f"\r{system} {scenario}: {len(orders(club))} orders by clicks, won by {ended.winner or 'nobody'}; clean"


def _order(people: list[Clicker], now: int) -> None:
    for one in people:
        one.page.wait_for_function("(now) => window.refight.player.last >= now", arg=now)
        one.settle()
    able = [one for one in people if one.is_mine]
    assert able, "nobody can do anything, and it is not over"
    able[0].order()


if __name__ == "__main__":
    wanted = (tuple(sys.argv[1:3]),) if len(sys.argv) > 2 else GAMES
    for system, scenario in wanted:
        print(play(system, scenario))
