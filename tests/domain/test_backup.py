"""A backup of a log that is played on, and what comes back from it, on both engines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.service.tokens import TokenBox
from cli.shell.packs import load_pack
from domain.games.ask import Ask
from domain.games.games import Games
from domain.games.order import give
from domain.kernel.errors import BadInput
from domain.log import backup
from domain.log.backup import back_up, restore
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.proof.verify import verify_game
from rules import SYSTEMS

REF = Ref("ridge")


@pytest.fixture
def games(store_url: str) -> Iterator[Games]:
    with GameLog(store_url, SYSTEMS) as log:
        games = Games(log)
        games.new(SYSTEMS["freeform"], "blank", "ridge", load_pack("freeform"), players={"blue": "Anna"})
        roll(games)
        games.branch(REF, "left-hook")
        yield games


def roll(games: Games) -> None:
    give(games, Ask(REF, "blue", "RollDice why=volley dice=2"))


def told(games: Games) -> object:
    lines = [games.line(Ref("ridge", name)) for name in games.log.lines("ridge")]
    return [list(games.log.each_sealed(line)) for line in lines]


def test_all_of_it_comes_back_and_is_played_on(games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "ROWS", 2)
    token = TokenBox(games.log.store).new("ridge", "blue")
    rows = back_up(games.log.store, tmp_path / "copy.db", "", None)
    assert rows == restore(tmp_path / "copy.db", str(tmp_path / "again.db"), "", None)
    for file in ("copy.db", "again.db"):
        with GameLog(str(tmp_path / file), SYSTEMS) as log:
            again = Games(log)
            assert told(again) == told(games)
            assert TokenBox(log.store).side("ridge", token) == "blue"
            assert [player.name for player in log.store.players("ridge").values()] == ["Anna"]
            roll(again)  # with the seed that lies apart
            verify_game(again, "ridge")


def test_what_is_written_meanwhile_is_left_for_the_next(
    games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "ROWS", 1)
    before = told(games)
    copying: list[int] = []

    def meanwhile(done: int, _of: int) -> None:
        if not copying:
            roll(games)
        copying.append(done)

    back_up(games.log.store, tmp_path / "copy.db", "", meanwhile)
    with GameLog(str(tmp_path / "copy.db"), SYSTEMS) as log:
        assert told(Games(log)) == before != told(games)


def test_a_backup_that_breaks_off_leaves_no_file_and_the_next_one_succeeds(games: Games, tmp_path: Path) -> None:
    def stop(_done: int, _of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        back_up(games.log.store, tmp_path / "copy.db", "", stop)
    assert not (tmp_path / "copy.db").exists()
    back_up(games.log.store, tmp_path / "copy.db", "", None)


def test_nothing_is_written_over(games: Games, store_url: str, tmp_path: Path) -> None:
    back_up(games.log.store, tmp_path / "copy.db", "", None)
    with pytest.raises(BadInput, match="is there already"):
        back_up(games.log.store, tmp_path / "copy.db", "", None)
    with pytest.raises(BadInput, match="holds games already"):
        restore(tmp_path / "copy.db", store_url, "", None)
    with pytest.raises(BadInput, match="no backup at"):
        restore(tmp_path / "nothing.db", str(tmp_path / "x.db"), "", None)
