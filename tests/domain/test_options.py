"""Optional rules that are set to something, and whatever else a game is begun under: chosen, shown and kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.cases.adjudication import adjudicate
from domain.cases.case import begin
from domain.cases.telling import tell_case
from domain.cases.writer import write_case
from domain.cases.written import read_case
from domain.formats.jsonlines.jsonlines import export_game, import_game, read_game
from domain.formats.transcript.exchange import export_transcript, import_transcript
from domain.games.games import Games
from domain.games.terms import option_texts
from domain.kernel.chance import EnteredChance
from domain.kernel.chapter import Option
from domain.kernel.errors import BadInput, NotFound
from domain.kernel.facts import GameStarted, PointsScored
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from domain.log.gamelog import GameLog, Line
from domain.log.refs import Ref
from domain.study.explain import explain
from domain.study.inforce import OptionInForce
from tests import mill_bridge as mb

HERE = Ref("game")
VOLLEY = mb.FireVolley(unit="b1", target="r1")
DIGEST = "ab" * 32


def scaled(play: Play[mb.State], order: Any) -> None:
    """A volley scores what the scale says, and nothing without one."""
    mb.decide(play, order)
    scale = play.state.core.options.get("scale", 0)
    assert isinstance(scale, int)
    if scale:
        play.record(PointsScored(side="blue", points=scale, why=Reason("to scale", "MB.16")))


SYSTEM = mb.altered(
    scaled,
    options={
        "night": Option.saying("MB.15", "a night turn"),
        "scale": Option.saying("MB.16", "figures to this scale", values=range(6, 29)),
        "sky": Option.saying("MB.17", "the weather", values=("rain", "deep snow")),
        "stars": Option.saying("MB.15.2", "they are seen", needs="night"),
    },
)
KNOWN = {SYSTEM.key: SYSTEM}
CHOSEN = ("sky=deep snow", "night", "scale=28")
SET = {"night": True, "scale": 28, "sky": "deep snow"}


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    with GameLog(str(tmp_path / "games.db"), KNOWN) as log:
        yield Games(log)


def new(games: Games, *options: str) -> GameStarted:
    return games.new(SYSTEM, "bridge", "game", mb.PACK, options=options).started


def find_pack(*_: str) -> Any:
    return mb.PACK


def by_transcript(games: Games, game: str) -> Line:
    return import_transcript(games, export_transcript(games, game), "copy", find_pack)


def by_file(games: Games, game: str) -> Line:
    return import_game(games, read_game(export_game(games, game)), "copy")


# Options


def test_an_option_is_on_or_set_to_a_number_or_a_text(games: Games) -> None:
    assert new(games, *CHOSEN).options == SET
    assert games.position(HERE).state.core.options == SET
    assert option_texts(SET) == ("night", "scale=28", "sky=deep snow")


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("scale", "the optional rule scale is set to a number from 6 to 28: write scale=VALUE"),
        ("scale=29", "the optional rule scale is set to a number from 6 to 28: write scale=VALUE"),
        ("scale=big", "the optional rule scale is set to a number from 6 to 28: write scale=VALUE"),
        ("sky=fog", "the optional rule sky is set to rain or deep snow: write sky=VALUE"),
        ("night=2", "the optional rule night is only on or off; leave out =2"),
        ("stars", "the optional rule stars is nothing without night; choose both"),
    ],
)
def test_what_an_option_cannot_be_set_to_is_refused(games: Games, option: str, said: str) -> None:
    with pytest.raises(BadInput, match=f"^{said}$"):
        new(games, option)
    assert games.log.games() == []


def test_an_option_that_is_not_there_is_named_without_its_value(games: Games) -> None:
    with pytest.raises(NotFound, match=r"mill_bridge has no optional rule 'scael'; did you mean scale\?"):
        new(games, "scael=28")


@pytest.mark.parametrize("copied", [by_transcript, by_file])
def test_options_are_kept_with_their_values(games: Games, copied: Any) -> None:
    started = new(games, *CHOSEN)
    games.order(HERE, "blue", VOLLEY, EnteredChance([6]))
    line = copied(games, "game")
    assert line.started == started
    assert games.log.facts(line, 1) == games.log.facts(games.line(HERE), 1)


@pytest.mark.parametrize(
    "written",
    [
        'night, scale=28, sky="deep snow"',
        '"scale=28","sky=deep snow",night',
        'sky="deep snow", scale=28, night  # so',
    ],
)  # fmt: skip
def test_options_are_typed_with_their_values(games: Games, written: str) -> None:
    head = f"system: mill_bridge\nscenario: bridge\noptions: {written}\n"
    assert import_transcript(games, head, "typed", find_pack).started.options == SET


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("scale=99", "line 3, column 1: the optional rule scale is set to a number from 6 to 28"),
        ("scale=", "line 3, column 16: a value is missing here"),
        ("night scale=28", "line 3, column 16: nothing more is expected here"),
    ],
)
def test_options_that_cannot_be_read_are_located(games: Games, written: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        import_transcript(games, f"system: mill_bridge\nscenario: bridge\noptions: {written}\n", "typed", find_pack)


def test_a_transcript_shows_them_as_they_are_typed(games: Games) -> None:
    new(games, *CHOSEN)
    assert 'options: night, scale=28, sky="deep snow"' in export_transcript(games, "game").splitlines()


def test_a_case_is_written_and_decided_with_them(games: Games) -> None:
    new(games, *CHOSEN)
    games.order(HERE, "blue", VOLLEY, EnteredChance([6]))
    text = write_case(games, Ref("game", entry=2), find_pack)
    assert 'options = ["night", "scale=28", "sky=deep snow"]' in text
    (begun,) = begin(read_case(text), KNOWN, find_pack)
    assert begun.started.options == SET
    told = tell_case(adjudicate(begun), {})
    assert told.position[1] == "optional rules: night, scale=28, sky=deep snow"
    assert told.points == {"blue": 29}
    with pytest.raises(BadInput, match=r"^options: the optional rule scale is set to a number"):
        begin(read_case(text.replace("scale=28", "scale=5")), KNOWN, find_pack)


@pytest.mark.parametrize(("chosen", "on"), [((), False), (("scale=10",), True)])
def test_an_option_with_values_is_explained_as_played_or_set_to_the_first(
    games: Games, chosen: tuple[str, ...], on: bool
) -> None:
    new(games, *chosen)
    games.order(HERE, "blue", VOLLEY, EnteredChance([1]))
    (found,) = explain(games, Ref("game", entry=2), {}).options
    wanted = OptionInForce(option="scale", words="MB.16 figures to this scale", on=on, cited=on, matters=True)
    assert found == wanted


# Settings, players, commitments


TERMS: dict[str, Any] = {
    "settings": {
        "open log": True,
        "blind": False,
        "clock": 90,
        "pace": "slow",
        "table": "28",
        "tea": "yes",
        "": "a, b",
    },
    "players": {"blue": DIGEST, "red": "cd" * 32},
    "commitments": {"host": DIGEST, "red": "ef" * 32},
}


@pytest.mark.parametrize("copied", [by_transcript, by_file])
def test_settings_players_and_commitments_are_kept(games: Games, copied: Any) -> None:
    started = msgspec.structs.replace(new(games), **TERMS)
    games.log.start("other", started, mb.PACK, None, "umpire", 1)
    found = copied(games, "other")
    assert found.started == started
    assert {key: getattr(found.started, key) for key in TERMS} == TERMS
    shown = 'settings: "open log"=yes, blind=no, clock=90, pace=slow, table="28", tea="yes", ""="a, b"'
    assert shown in export_transcript(games, "copy").splitlines()


def test_a_correction_that_is_not_known_cannot_be_played_again(games: Games) -> None:
    text = "system: mill_bridge\nscenario: bridge\ncorrections: 2026010101, 2099123101\n"
    said = (
        "line 3, column 1: this game holds correction 2099123101 of 2099-12-31 (install a refight of that day or "
        "later), which this program does not know; it can be read, not decided"
    )
    with pytest.raises(BadInput, match=re.escape(said)):
        import_transcript(games, text, "typed", find_pack)
