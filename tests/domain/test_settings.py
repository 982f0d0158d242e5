"""Settings of a game: chosen at its start, recorded with it, kept to."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.formats.transcript.exchange import export_transcript, import_transcript
from domain.games.games import Games
from domain.games.settings import NO_TAKE_BACK, checked_settings, setting_texts
from domain.kernel.errors import BadInput, NotFound
from domain.log.refs import Ref
from rules import SYSTEMS
from rules.freeform.luck import AddDeck, DrawCard, RollDice
from rules.freeform.sequence import ScorePoints
from tests.domain.proof_helpers import PACK, open_games, play

POINT = ("red", ScorePoints(side="red", points=1, why="hill"))
ROLL = ("red", RollDice(why="fire"))
BOTH = ("blue", "red")


def strict(folder: Path, *settings: str) -> Games:
    games = open_games(folder)
    games.new(SYSTEMS["freeform"], "blank", "g", PACK, settings=settings or (NO_TAKE_BACK,))
    return games


def test_settings_are_typed_and_told_alike() -> None:
    assert checked_settings([NO_TAKE_BACK]) == checked_settings([f"{NO_TAKE_BACK}=yes"]) == {NO_TAKE_BACK: True}
    assert setting_texts(checked_settings([f"{NO_TAKE_BACK}=no"])) == (f"{NO_TAKE_BACK}=no",)


def test_a_setting_nobody_knows_is_refused_with_those_there_are() -> None:
    with pytest.raises(NotFound, match=f"no setting 'blitz'.* known: {NO_TAKE_BACK}"):
        checked_settings(["blitz=yes"])
    with pytest.raises(BadInput, match="is on or off"):
        checked_settings([f"{NO_TAKE_BACK}=sometimes"])


@pytest.mark.parametrize(
    ("orders", "entry", "said"),
    [
        pytest.param([ROLL], None, "entry 3 rolled dice", id="the order itself rolled"),
        pytest.param([POINT, ROLL], 2, "entry 5 rolled dice", id="a later order rolled"),
        pytest.param(
            [("red", AddDeck(deck="d", cards=("a", "b"))), ("red", DrawCard(deck="d"))],
            None,
            "drew a card",
            id="a card",
        ),
    ],
)
def test_an_order_with_luck_in_it_or_after_it_is_not_taken_back(
    tmp_path: Path, orders: list[tuple[str, object]], entry: int | None, said: str
) -> None:
    games = strict(tmp_path)
    play(games, "main", *orders)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=f"{said}.*{NO_TAKE_BACK}"):
        games.take_back(Ref("g", "main", entry), "back", BOTH)
    assert games.log.lines("g") == ["main"]


def test_whatever_came_after_the_dice_can_be_taken_back(tmp_path: Path) -> None:
    games = strict(tmp_path)
    play(games, "main", ROLL, POINT)
    assert games.take_back(Ref("g"), "back", BOTH).opened.at == 3  # type: ignore[union-attr]


def test_a_game_without_the_setting_takes_dice_back(tmp_path: Path) -> None:
    games = strict(tmp_path, f"{NO_TAKE_BACK}=no")
    play(games, "main", ROLL)
    assert games.take_back(Ref("g"), "back", BOTH).opened.at == 1  # type: ignore[union-attr]


def test_a_transcript_carries_settings_and_one_typed_anew_names_none_that_are_not(tmp_path: Path) -> None:
    games = strict(tmp_path)
    text = export_transcript(games, "g")
    assert f"settings: {NO_TAKE_BACK}=yes" in text.splitlines()
    games.log.close()
    (tmp_path / "other").mkdir()
    other = open_games(tmp_path / "other")
    typed = f"system: freeform\nscenario: blank\nsettings: {NO_TAKE_BACK}=yes\n"
    copied, fresh = (
        import_transcript(other, told, name, lambda *_: PACK) for told, name in ((text, "a"), (typed, "b"))
    )
    assert copied.started.settings == fresh.started.settings == {NO_TAKE_BACK: True}
    with pytest.raises(BadInput, match="there is no setting 'blitz'"):
        import_transcript(other, typed.replace(NO_TAKE_BACK, "blitz"), "c", lambda *_: PACK)
    other.log.close()
