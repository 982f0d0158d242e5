"""Orders by hand: everything a side may do, as data that a page lights and clicks."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.look import legal
from domain.kernel.chapter import Choice
from domain.kernel.facts import Order
from domain.kernel.player import due
from domain.log.refs import Ref
from domain.words.orders import parse_order
from rules import SYSTEMS
from tests.service.conftest import API, RIDGE, Club, opened

HAND, PLACES = f"{API}/games/ridge/lines/main/hand", f"{API}/games/ridge/lines/main/places"
ROOT = Path(__file__).parent.parent.parent
SCRIPTS, TESTS = ROOT / "cli" / "service" / "browser", ROOT / "tests" / "browser" / "modules"
MOST = 200  # orders until what a test waits for is there
BEGUN = {
    "black_powder": ("freemans_farm", 12), "gettysburg": ("mcpherson", 6), "longstreet_lite": ("brawner_farm", 20),
    "musket_and_pike": ("edgehill", 20), "wallaces_war": ("falkirk", 60),
}  # fmt: skip


def begun(club: Club, system: str, until: type[Order] | None = None) -> None:
    """A game some orders old, or so old that such an order can be given."""
    if system == "freeform":
        club.new("freeform", "blank", "ridge")
        club.play("ridge", *RIDGE)
        return
    scenario, orders = BEGUN[system]
    club.new(system, scenario, "ridge")
    player = SYSTEMS[system].player
    assert player is not None
    for given in range(MOST):
        if first_of(club, until) if until else given == orders:
            return
        line = club.games.line(Ref("ridge"))
        decided = due(player().rollout, club.games.position(Ref("ridge")).state, line.started.sides)
        assert decided is not None
        club.games.order(Ref("ridge"), *decided)


def first_of(club: Club, kind: type[Order]) -> Choice | None:
    """A legal order of a kind, if there is one now."""
    line = club.games.line(Ref("ridge"))
    found = legal(line.system, club.games.position(Ref("ridge")).state)
    return next((choice for choice in found if type(choice.order) is kind), None)


def hands(club: Club) -> list[dict[str, Any]]:
    """Of each side, with the places of the board."""
    found = []
    for side in club.games.line(Ref("ridge")).started.sides:
        asker = club.member(side)
        hand, places = asker.get(HAND), asker.get(PLACES)
        assert (hand.status_code, places.status_code) == (200, 200)
        found.append({"hand": hand.json(), "places": list(places.json()["spots"])})
    return found


@pytest.mark.skipif(shutil.which("node") is None, reason="no node here to run the modules")
@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_every_legal_order_lies_in_hand_and_can_be_picked(system: str, tmp_path: Path) -> None:
    """What the page writes of each is the order itself."""
    with opened(tmp_path / "log") as club:
        begun(club, system)
        held = hands(club)
        state = club.games.position(Ref("ridge")).state
        folder = tmp_path / "modules"
        folder.mkdir()
        for file in (SCRIPTS / "choices.js", TESTS / "choices.test.js"):
            shutil.copy(file, folder)
        (folder / "package.json").write_text('{"type": "module"}')
        (folder / "hands.json").write_bytes(msgspec.json.encode(held))
        env = {**os.environ, "REFIGHT_HANDS": "hands.json", "REFIGHT_WRITTEN": "written.json"}
        done = subprocess.run(
            ["node", "--test", "choices.test.js"], cwd=folder, env=env, capture_output=True, text=True, timeout=120,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        assert re.search(r"\bpass [1-9]", done.stdout), "node has found the tests"
        written = msgspec.json.decode((folder / "written.json").read_bytes())
        sides = club.games.line(Ref("ridge")).started.sides
        assert any(written)
        for side, texts in zip(sides, written, strict=True):
            orders = [choice.order for choice in legal(SYSTEMS[system], state, side)]
            assert [parse_order(SYSTEMS[system], text) for text in texts] == orders


def test_only_a_side_has_a_hand(club: Club) -> None:
    assert club.spectator.get(HAND).status_code == 401
    for asker in (club.own, club.member("umpire")):
        assert asker.get(HAND).status_code == 403


def test_a_question_is_told_to_whom_it_is_put_alone(tmp_path: Path) -> None:
    """12.3 Where the beaten unit falls back is for its owner to say; the other side is told who is waited for."""
    with opened(tmp_path) as club:
        text = (ROOT / "fixtures" / "gettysburg" / "first-of-july.transcript").read_bytes()
        assert club.own.post(f"{API}/import?name=ridge", content=text).status_code == 201
        asker = club.own.post(f"{API}/games/ridge/branches", json={"name": "asked", "at": 426, "why": "to look"})
        assert asker.status_code == 201, asker.text
        path = f"{API}/games/ridge/lines/asked/hand"
        asked, waits = club.member("confederate").get(path).json(), club.member("union").get(path).json()
        assert "Archer" in asked["question"]
        assert {kind["name"] for kind in asked["kinds"]} >= {"RetreatTo"}
        assert (waits["question"], waits["rows"], waits["due"]) == ("", [], "confederate")


def test_zones_are_those_of_ones_own_units_on_a_table(tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        begun(club, "longstreet_lite")
        path = f"{API}/games/ridge/lines/main/zones?unit=2nd-wisconsin"
        assert club.member("us").get(path).json()
        assert club.member("cs").get(path).json() == []
        assert club.spectator.get(path).status_code == 401


def test_a_way_on_a_table_is_shown_with_where_it_ends(tmp_path: Path) -> None:
    """A straight step carries every base along by as much; a wheel leaves its pivot where it was."""
    with opened(tmp_path) as club:
        club.new("longstreet_lite", "brawner_farm", "ridge")
        us = club.member("us")
        table = us.get(PLACES).json()["table"]
        fronts = us.get(HAND).json()["fronts"]
        left, right = fronts["2nd-wisconsin"]
        assert left[1] == right[1]
        assert left[0] < right[0], "it looks north"
        from projections.page.places import ghost

        state = club.games.position(Ref("ridge")).state
        board = SYSTEMS["longstreet_lite"].sight.board(state, "us")
        ahead = ghost(board, "2nd-wisconsin", ("ahead:2",))
        assert ahead.way[1][1] == pytest.approx(left[1] - 2 * table["unit"], abs=0.5)
        stood = next(one.figure for one in board.counters if one.id == "2nd-wisconsin")
        assert stood is not None
        assert len(ahead.bases) == len(stood.bases)
        wheeled = ghost(board, "2nd-wisconsin", ("wheel-left:30",))
        corners = [corner for base in wheeled.bases for corner in base]
        assert min(abs(x - left[0]) + abs(y - left[1]) for x, y in corners) < 1, "the pivot stays"
        assert ghost(board, "2nd-wisconsin", ("1926",)).bases == ()
        assert ghost(board, "nobody", ("ahead:2",)).bases == ()
