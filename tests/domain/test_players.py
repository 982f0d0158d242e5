"""Who plays: digests in the log, names beside it, and none left where one was erased."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from domain.formats.jsonlines.jsonlines import export_game, import_game, read_game
from domain.games.audit import audit
from domain.games.games import Games
from domain.games.players import Seated, all_named, forget, named, seated
from domain.kernel.errors import BadInput, LogConflict, NotFound
from domain.kernel.facts import RulingMade
from domain.log.apart import PlayerName
from domain.log.refs import Ref
from domain.proof.verify import verify_line
from rules import SYSTEMS
from rules.freeform.pieces.facts import PieceMoved
from tests.domain.test_gamelog import everything_in
from tests.shipped import shipped_packs

ANNA, BERT = "Anna Ångström", "Bert"


def begin(games: Games, name: str = "ridge", **players: str) -> None:
    (pack, *_) = shipped_packs("freeform")
    games.new(SYSTEMS["freeform"], "blank", name, pack, sides=("union", "rebel"), players=players)


def test_the_log_holds_salted_digests_and_no_name(any_games: Games, store_url: str) -> None:
    begin(any_games, union=ANNA, rebel=BERT)
    players = seated(any_games.log, "ridge")
    assert [(one.side, one.name) for one in players] == [("union", ANNA), ("rebel", BERT)]
    for one in players:
        assert hashlib.sha256(bytes.fromhex(one.salt) + one.name.encode()).hexdigest() == one.digest
    assert dict(any_games.line(Ref("ridge")).started.players) == {one.side: one.digest for one in players}
    assert ANNA.encode() not in everything_in(store_url)


def test_the_same_name_has_another_digest_in_another_game(games: Games) -> None:
    begin(games, union=ANNA)
    begin(games, "mill", union=ANNA)
    first, second = seated(games.log, "ridge"), seated(games.log, "mill")
    assert first[0].name == second[0].name
    assert first[0].digest != second[0].digest


def test_an_erased_name_is_gone_and_the_chain_holds(any_games: Games) -> None:
    begin(any_games, union=ANNA, rebel=BERT)
    forget(any_games.log, "ridge", "union")
    withheld, kept = seated(any_games.log, "ridge")
    assert withheld == Seated("union", withheld.digest)
    assert kept.name == BERT
    verify_line(any_games, Ref("ridge"))


def test_an_erased_name_leaves_no_trace_on_the_disk(games: Games) -> None:
    begin(games, union=ANNA)
    forget(games.log, "ridge", "union")
    folder = Path(games.log.store.url).parent
    assert [file.name for file in folder.iterdir() if ANNA.encode() in file.read_bytes()] == []


def test_a_game_that_does_not_begin_leaves_no_name(any_games: Games) -> None:
    begin(any_games, union=ANNA)
    with pytest.raises(LogConflict):
        begin(any_games, union=BERT)
    assert [player.name for player in any_games.log.store.players("ridge").values()] == [ANNA]


def test_a_name_that_does_not_fit_its_digest_is_not_told(games: Games) -> None:
    begin(games, union=ANNA)
    (player,) = seated(games.log, "ridge")
    games.log.store.forget_player("ridge", player.digest)
    games.log.store.put_player("ridge", player.digest, PlayerName(player.salt, BERT))
    assert seated(games.log, "ridge") == (Seated("union", player.digest),)


@pytest.mark.parametrize("name", ["", "  ", "a" * 101, "two\nlines"])
def test_a_name_is_some_letters_on_one_line(games: Games, name: str) -> None:
    with pytest.raises(BadInput, match="1 to 100 letters"):
        begin(games, union=name)


def test_a_player_plays_a_side_that_there_is(games: Games) -> None:
    with pytest.raises(NotFound, match="there is no side red for Bert to play; there are union and rebel"):
        begin(games, red=BERT)
    begin(games, union=ANNA)
    with pytest.raises(NotFound, match="ridge names nobody who plays rebel; it does for union"):
        forget(games.log, "ridge", "rebel")


# Somebody takes over


def take_over(games: Games, ref: str = "ridge", line: str = "main", **players: str) -> None:
    games.rule(Ref(ref, line), RulingMade(by="umpire", text=""), players=players)


def test_a_ruling_names_who_plays_from_there_on(any_games: Games, store_url: str) -> None:
    begin(any_games, union=ANNA)
    take_over(any_games, union=BERT, rebel="Carla")
    found = seated(any_games.log, "ridge")
    assert [(one.side, one.name, one.since) for one in found] == [
        ("union", ANNA, 1), ("union", BERT, 2), ("rebel", "Carla", 2),
    ]  # fmt: skip
    for one in found:
        assert hashlib.sha256(bytes.fromhex(one.salt) + one.name.encode()).hexdigest() == one.digest
    assert named(any_games.log, "ridge") == {"union": BERT, "rebel": "Carla"}
    assert all_named(any_games.log) == {"ridge": {"union": BERT, "rebel": "Carla"}}
    assert b"Carla" not in everything_in(store_url)
    verify_line(any_games, Ref("ridge"))
    assert audit(any_games, Ref("ridge")).is_clean


def test_a_line_has_those_who_were_named_before_it_left(games: Games) -> None:
    begin(games, union=ANNA)
    games.branch(Ref("ridge"), "aside")
    take_over(games, union=BERT)
    take_over(games, line="aside", union="Carla")
    assert named(games.log, "ridge") == {"union": BERT}
    assert named(games.log, "ridge", "aside") == {"union": "Carla"}


def test_all_who_played_a_side_are_erased_on_every_line_and_the_chain_holds(any_games: Games) -> None:
    begin(any_games, union=ANNA)
    any_games.branch(Ref("ridge"), "aside")
    take_over(any_games, union=BERT, rebel="Carla")
    take_over(any_games, line="aside", union="Dora")
    forget(any_games.log, "ridge", "union")
    assert [player.name for player in any_games.log.store.players("ridge").values()] == ["Carla"]
    assert named(any_games.log, "ridge") == {"rebel": "Carla"}
    assert [one.name for one in seated(any_games.log, "ridge")] == ["", "", "Carla"]
    verify_line(any_games, Ref("ridge"))


def test_a_successor_whose_name_is_withheld_is_not_told_as_the_one_before_him(games: Games) -> None:
    begin(games, union=ANNA)
    take_over(games, union=BERT)
    games.log.store.forget_player("ridge", seated(games.log, "ridge")[1].digest)
    assert named(games.log, "ridge") == {}


def test_a_ruling_that_is_refused_leaves_no_name(games: Games) -> None:
    begin(games, union=ANNA)
    with pytest.raises(NotFound, match="there is no side blue for Bert to play"):
        take_over(games, blue=BERT)
    wrong = PieceMoved(piece="nobody", start="", to="hill")
    with pytest.raises(BadInput):
        games.rule(Ref("ridge"), RulingMade(by="umpire", text="so"), [wrong], {"union": BERT})
    assert [player.name for player in games.log.store.players("ridge").values()] == [ANNA]
    with pytest.raises(BadInput, match="a ruling names its rule or its reason"):
        take_over(games)


def test_a_record_that_is_handed_on_holds_the_digests_of_a_ruling(games: Games) -> None:
    begin(games, union=ANNA)
    take_over(games, union=BERT)
    lines = list(export_game(games, "ridge"))
    assert BERT not in "".join(lines)
    import_game(games, read_game(lines), "copy")
    assert [(one.digest, one.name) for one in seated(games.log, "copy")] == [
        (one.digest, "") for one in seated(games.log, "ridge")
    ]
