"""Explaining an entry: what it belongs to, its dice and modifiers, its rules, and the readings that mattered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.games.games import Games
from domain.games.groups import WINDOW, entries_of, groups
from domain.kernel.chance import EnteredChance
from domain.kernel.errors import NotFound
from domain.kernel.facts import Chosen, DiceRolled, NoteAdded, PointsScored, RulingMade
from domain.kernel.packs import Pack
from domain.kernel.play import Play
from domain.kernel.reasons import Reason, said
from domain.kernel.system import System
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.study.citations import Part
from domain.study.explain import ONE_SIDE, Explanation, explain
from domain.study.inforce import OptionInForce, ReadingInForce, is_under
from domain.study.redecide import Watched
from rules import SYSTEMS
from rules.freeform.pieces.asks import AddPiece
from tests import mill_bridge as mb
from tests.replay_fixtures import FIXTURES, brought_in

REF = Ref("game")
VOLLEY = mb.FireVolley(unit="b1", target="r1")
BOOK = {"MB.10.5": "A volley hits on 5.", "MB.10.3.1": "Far away it is harder.", "MB.15": "It grows dark."}


def bridge(tmp_path: Path, system: System[Any] = mb.SYSTEM, options: tuple[str, ...] = ()) -> Games:
    games = Games(GameLog(str(tmp_path / "games.db"), {"mill_bridge": system}))
    games.new(system, "bridge", "game", mb.PACK, options=options)
    return games


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    """Two volleys at long range: entries 2 to 4 miss, 5 to 9 hit."""
    games = bridge(tmp_path)
    for die in (5, 6):
        games.order(REF, "blue", VOLLEY, EnteredChance([die]))
    yield games
    games.log.close()


@pytest.fixture(scope="module")
def ridge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Games]:
    """McPherson's Ridge, as recorded."""
    with GameLog(str(tmp_path_factory.mktemp("ridge") / "games.db"), SYSTEMS) as log:
        games = Games(log)
        brought_in(games, FIXTURES / "gettysburg/mcphersons-ridge-union.transcript")
        yield games


def at(games: Games, entry: int, viewer: str | None = None) -> Explanation:
    return explain(games, Ref("game", entry=entry), BOOK, viewer)


# The order as a frame


def test_without_an_entry_the_last_order_is_explained(games: Games) -> None:
    games.note(REF, "red", "was that far?")
    found = explain(games, REF, BOOK)
    assert (found.ref, found.entry, found.first, found.last, found.is_whole) == ("game:5", 5, 5, 9, True)
    assert (found.about, found.by, found.turn, found.phase) == ("an order of blue", "blue", 1, "move")
    assert [one.kind for one in found.facts] == [
        "OrderGiven", "DiceRolled", "VolleyFired", "LossTaken", "PointsScored",
    ]  # fmt: skip


def test_a_game_without_orders_is_explained_by_its_beginning(tmp_path: Path) -> None:
    games = bridge(tmp_path)
    assert explain(games, REF, BOOK).ref == "game:1"
    games.log.close()


def test_an_entry_in_the_middle_is_the_one_in_focus(games: Games) -> None:
    found = at(games, 7)
    assert (found.ref, found.entry, found.first, found.last, found.is_whole) == ("game:7", 7, 5, 9, False)
    assert found.focus.words == f"VolleyFired unit=b1 target=r1 modifiers=({mb.LONG_RANGE!r},) hits=1"
    assert found.focus.parts == (Part(of="", modifiers=(mb.LONG_RANGE,)),)


def test_each_fact_names_its_rules_and_the_book_says_them(games: Games) -> None:
    found = at(games, 5)
    assert [one.rules for one in found.facts] == [(), ("MB.10.5",), ("MB.10.3.1",), (), ("MB.12.1",)]
    assert found.rules == {"MB.10.5": BOOK["MB.10.5"], "MB.10.3.1": BOOK["MB.10.3.1"], "MB.12.1": ""}


def test_dice_say_who_rolled_them_what_for_and_where_they_come_from(games: Games) -> None:
    games.order(REF, "blue", VOLLEY)
    entered, fair = at(games, 6).focus, at(games, 11).focus
    assert isinstance(entered.fact, DiceRolled)
    assert (entered.fact.by, entered.fact.why, entered.origin) == (
        "blue", Reason("volley", "MB.10.5"), "rolled at the table, and entered",
    )  # fmt: skip
    assert "for MB.10.5 volley: " in entered.words
    assert fair.origin == "rolled fair, from a sealed seed (number 0)"


def test_what_is_not_there_is_said_as_everywhere(games: Games) -> None:
    with pytest.raises(NotFound, match="game@main has 9 entries; there is no entry 99"):
        at(games, 99)
    with pytest.raises(NotFound, match="game has no line 'what-if'"):
        explain(games, Ref("game", "what-if"), BOOK)


def test_nothing_is_stored(games: Games) -> None:
    before = games.log.since(0)
    explain(games, REF, BOOK)
    assert games.log.since(0) == before


def test_the_order_around_an_entry_is_found_wherever_it_begins_and_ends(ridge: Games) -> None:
    line = ridge.line(REF)
    every = list(groups(ridge.log.entries(line)))
    assert max(map(len, every)) > WINDOW  # longer than what is read at first
    for group in every:
        assert entries_of(ridge, line, group[0].number) == group
        assert entries_of(ridge, line, group[-1].number) == group


def test_an_order_that_a_branch_cuts_short_is_explained_as_far_as_it_goes(games: Games) -> None:
    games.branch(Ref("game", entry=7), "short")
    found = explain(games, Ref("game", "short", 6), BOOK)
    assert (found.ref, found.first, found.last, found.unknown) == ("game@short:6", 5, 7, "")


# What is no order


def test_the_beginning_tells_what_the_game_is_played_under(tmp_path: Path) -> None:
    games = bridge(tmp_path, options=("night",))
    found = at(games, 1)
    assert found.about.startswith(
        "the game begins: The bridge, blue and red, scenario bridge of mill_bridge, 1; fair dice are bound to "
    )
    assert found.options == (OptionInForce(option="night", words="MB.15 a night turn", on=True),)
    assert [(one.dispute, one.choice, one.words, one.since) for one in found.readings] == [
        ("D1", "a", "5 or more", "default")
    ]
    games.log.close()


def test_notes_lines_and_seeds_are_told_for_what_they_are(games: Games) -> None:
    games.note(Ref("game", entry=4), "red", "was that far?")
    games.branch(Ref("game", entry=4), "what-if", luck="same", why="a longer range")
    games.take_back(REF, "back", ["blue", "red"])
    games.reveal(REF)
    assert at(games, 10).about == "a note by red on entry 4: it changes nothing in the game"
    assert at(games, 11).about.startswith("the seed of the fair dice of this line: from here on anyone can check them")
    assert explain(games, Ref("game", "what-if", 5), BOOK).about == (
        "a line is opened: it shares main up to entry 4 and goes on with the dice its parent has rolled since, as far "
        "as they go, because: a longer range"
    )
    assert explain(games, Ref("game", "back", 5), BOOK).about.endswith(
        "goes on with dice of its own; blue and red agreed to take back what followed there"
    )
    assert at(games, 10).facts[0].fact == NoteAdded(by="red", text="was that far?", about=4)


def test_a_ruling_tells_what_it_puts_an_end_to_and_what_it_sets_straight(games: Games) -> None:
    ruling = RulingMade(by="umpire", text="a four hits", rule="MB.10.5", readings={"D1": "b"})
    games.rule(REF, ruling, [PointsScored(side="blue", points=1, why=said("the first volley"))])
    found = at(games, 11)
    assert (found.first, found.last) == (10, 11)
    assert found.about == "a ruling by umpire: no rule decided it; it changes 1 reading from here on (ruled)"
    (reading,) = found.readings
    assert (reading.choice, reading.words, reading.since, reading.before) == ("b", "4 or more", "ruling", "a")
    assert [one.source for one in found.facts] == ["ruled", "ruled"]


# What mattered


def test_a_reading_that_would_change_the_order_is_told_with_the_choice_in_force(games: Games) -> None:
    expected = ReadingInForce(
        dispute="D1", rule="MB.10.5", question="What hits?", choice="a", words="5 or more", since="default",
        cited=True, others=("b",),
    )  # fmt: skip
    assert at(games, 2).readings == (expected,)
    assert [one.others for one in at(games, 5).readings] == [()]  # a six hits under either


def test_a_reading_chosen_or_ruled_is_said_to_be(games: Games) -> None:
    games.rule(REF, RulingMade(by="umpire", text="a four hits", readings={"D1": "b"}))
    games.order(REF, "blue", VOLLEY, EnteredChance([5]))
    (one,) = explain(games, REF, BOOK).readings
    assert (one.choice, one.words, one.since, one.others) == ("b", "4 or more", "ruling", ("a",))


def in_the_dark(play: Play[mb.State], order: Any) -> None:
    """MB.15 With a night turn each volley scores a point; nobody asks about it otherwise."""
    mb.decide(play, order)
    if isinstance(order, mb.FireVolley) and "night" in play.state.core.options:
        play.record(PointsScored(side="blue", points=1, why=said("noise", "MB.15.1")))


@pytest.mark.parametrize(("options", "cited"), [((), False), (("night",), True)])
def test_an_option_that_was_asked_about_says_whether_it_mattered(
    tmp_path: Path, options: tuple[str, ...], cited: bool
) -> None:
    games = bridge(tmp_path, mb.altered(in_the_dark), options)
    games.order(REF, "blue", VOLLEY, EnteredChance([2]))
    games.order(REF, "blue", mb.EndPhase())
    night = OptionInForce(option="night", words="MB.15 a night turn", on=cited, cited=cited, matters=True)
    assert at(games, 2).options == (night,)
    assert explain(games, REF, BOOK).options == ()
    games.log.close()


def test_an_option_under_which_the_position_cannot_be_is_not_said_to_matter(tmp_path: Path) -> None:
    def breaks(play: Play[mb.State], order: Any) -> None:
        assert "night" not in play.state.core.options
        mb.decide(play, order)

    games = bridge(tmp_path, mb.altered(breaks))
    games.order(REF, "blue", VOLLEY, EnteredChance([2]))
    assert [one.matters for one in at(games, 2).options] == [False]
    games.log.close()


def test_an_order_the_rules_decide_otherwise_today_names_readings_by_its_rules_alone(tmp_path: Path) -> None:
    games = bridge(tmp_path)
    games.order(REF, "blue", VOLLEY, EnteredChance([5]))
    games.log.systems = {"mill_bridge": mb.altered(lambda _play, _order: None)}
    games.log._lines.clear()
    found = at(games, 2)
    assert found.unknown == "today's rules do not decide this order as recorded; `refight audit` says more"
    assert [(one.dispute, one.others) for one in found.readings] == [("D1", None)]
    games.log.close()


def test_options_note_what_is_asked_of_them() -> None:
    options = Watched[Chosen]({"night": True, "rain": 2})
    assert "fog" not in options
    assert options.asked == {"fog"}
    assert list(options) == ["night", "rain"]
    assert options.asked == {"fog", "night", "rain"}
    assert options == {"night": True, "rain": 2}
    for asked in (lambda o: o["rain"], lambda o: o.get("rain")):
        options = Watched({"night": True, "rain": 2})
        assert (asked(options), options.asked) == (2, {"rain"})


@pytest.mark.parametrize(
    ("top", "cite", "under"),
    [
        ("22.3", "22.3", True), ("22.3", "22.3a", True), ("22.3", "22.30", False), ("16.0", "16.4O", True),
        ("16.0", "1", False), ("LL.5.gen", "LL.5.gen.2", True), ("LL.5.gen", "LL.5.general", False), ("", "1", False),
    ],
)  # fmt: skip
def test_a_rule_lies_under_another_by_its_id(top: str, cite: str, under: bool) -> None:
    assert is_under(top, [cite]) is under


# Secrets


@pytest.fixture
def hidden(tmp_path: Path, pack: Pack) -> Iterator[Games]:
    """A freeform game in which red brings on a spy that blue may not see: entries 2 and 3."""
    with GameLog(str(tmp_path / "free.db"), SYSTEMS) as log:
        free_games = Games(log)
        free_games.new(SYSTEMS["freeform"], "blank", "game", pack)
        free_games.order(REF, "red", AddPiece(piece="spy", side="red", at="wood", hidden=True))
        yield free_games


def test_what_a_side_may_not_see_is_there_and_not_told(hidden: Games) -> None:
    book = {"FF.1": "Pieces come and go."}
    found = explain(hidden, REF, book, "blue")
    assert found.about == "an order of red, of which not all is for these eyes"
    for one in found.facts:
        assert (one.hidden, one.fact, one.words, one.kind, one.rules) == (True, None, "", "", ())
    assert (found.rules, found.readings, found.options) == ({}, (), ())
    assert explain(hidden, REF, book, "red").rules == book


def test_for_one_side_no_order_is_decided_again(games: Games) -> None:
    found = at(games, 2, "red")
    assert found.unknown == ONE_SIDE
    assert [(one.dispute, one.choice, one.others) for one in found.readings] == [("D1", "a", None)]
