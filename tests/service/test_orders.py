"""Orders over HTTP in games that say where their dice come from."""

from __future__ import annotations

from pathlib import Path

from cli.shell.packs import load_pack
from domain.formats.transcript.exchange import import_transcript
from domain.log.refs import Ref
from tests.replay_fixtures import FIXTURES
from tests.service.conftest import Club, opened

ROLL = "RollDice why=volley"


def test_a_game_with_fair_dice_takes_none_that_are_sent(club: Club) -> None:
    club.new("freeform", "blank", "straight", settings=["dice=fair"])
    blue = club.member("blue", "straight")
    refused = blue.post("/api/1/games/straight/lines/main/orders", json={"by": "blue", "order": ROLL, "dice": [6]})
    assert (refused.status_code, "dice=fair" in refused.json()["detail"]) == (400, True)
    assert blue.post("/api/1/games/straight/lines/main/orders", json={"by": "blue", "order": ROLL}).status_code == 201


def test_a_side_cannot_choose_the_dice_of_its_enemy(tmp_path: Path) -> None:
    """An attack whose third die is the Confederates' own, which the Union could once send as well."""
    with opened(tmp_path) as club:
        text = (FIXTURES / "gettysburg" / "first-of-july.transcript").read_text()
        text = text.replace("\nscenario: first_day\n", "\nscenario: first_day\nsettings: dice=table\n")
        import_transcript(club.games, text, "july", lambda *_: load_pack("gettysburg"))
        club.games.branch(Ref("july", "main", 416), "here")
        union, confederate = (club.member(side, "july") for side in ("union", "confederate"))
        where, attack = "/api/1/games/july/lines/here/orders", {"by": "union", "order": "ResolveAttack unit=U-1"}
        waits = union.post(where, json={**attack, "dice": [2, 6, 6]}).json()["entries"]
        assert [entry["fact"]["fact"] for entry in waits] == ["OrderWaits"]
        assert waits[0]["fact"]["dice"] == {"union": [2, 6]}
        assert union.post(where, json={"by": "confederate", "dice": [6]}).status_code == 403
        assert union.post(where, json={"by": "union", "dice": [6]}).status_code == 400
        done = confederate.post(where, json={"by": "confederate", "dice": [1]})
        assert done.status_code == 201
        rolled = [e["fact"] for e in done.json()["entries"] if e["fact"]["fact"] == "DiceRolled"]
        assert [face for roll in rolled if roll["by"] == "confederate" for face in roll["faces"]] == [1]
