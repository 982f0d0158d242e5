"""Turns by mail, handed in to a service that keeps a third copy of the log, and fetched from it."""

from __future__ import annotations

from pathlib import Path

from cli.shell.packs import load_pack
from domain.formats.mail.receiving import receive_turn
from domain.formats.mail.sending import send_turn
from domain.formats.mail.turnfile import read_turn
from domain.games.ask import Ask
from domain.games.games import Games
from domain.games.keyring import make_key, trust
from domain.games.order import give
from domain.games.promises import promise
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from rules import SYSTEMS
from tests.service.conftest import API, opened

REF = Ref("ridge")


def test_a_turn_goes_from_one_player_to_the_other_through_the_service(tmp_path: Path) -> None:
    with (
        GameLog(str(tmp_path / "bob.db"), SYSTEMS) as one,
        GameLog(str(tmp_path / "anna.db"), SYSTEMS) as two,
        opened(tmp_path / "club") as club,
    ):
        bob, anna = Games(one), Games(two)
        his, hers = make_key(one.store, "Bob", 1), make_key(two.store, "Anna", 1)
        for store, key, name in (
            (one.store, hers, "Anna"), (two.store, his, "Bob"),
            (club.games.log.store, hers, "Anna"), (club.games.log.store, his, "Bob"),
        ):  # fmt: skip
            trust(store, key.key, name, 2)
        settings, players = ["mail", "dice=shared"], {"blue": "Bob", "red": "Anna"}
        shares = {"red": promise(two.store)}
        pack = load_pack("freeform")
        bob.new(SYSTEMS["freeform"], "blank", "ridge", pack, settings=settings, players=players, shares=shares)
        first = read_turn(send_turn(bob, REF).text)
        for games in (anna, club.games):
            receive_turn(games, first, "ridge")
        give(bob, Ask(REF, "blue", "RollDice why=volley dice=2"))
        text = "\n".join(send_turn(bob, REF).text) + "\n"
        path = f"{API}/games/ridge/turns"
        assert club.spectator.post(path, content=text).status_code == 401
        blue, red = club.member("blue"), club.member("red")
        broken = blue.post(path, content=text.replace('"signature":"', '"signature":"00', 1))
        assert broken.status_code == 400, broken.text
        taken = blue.post(path, content=text)
        assert (taken.status_code, taken.json()) == (201, {"by": "blue", "first": 2, "last": 2})
        again = blue.post(path, content=text)
        assert again.status_code == 400
        assert "this turn is old" in again.json()["detail"]
        fetched = red.get(f"{path}/red?after=1")
        assert fetched.status_code == 200, fetched.text
        assert receive_turn(anna, read_turn(fetched.text.splitlines())).added is not None
        back = blue.post(path, content="\n".join(send_turn(anna, REF).text))
        assert back.json() == {"by": "red", "first": 3, "last": 4}
        assert red.get(f"{path}/red?after=4").status_code == 400
        heads = [games.log.head(games.line(REF)).hash for games in (anna, club.games)]
        assert heads[0] == heads[1]
