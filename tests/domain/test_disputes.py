"""Disputes: what an order asks for, and what another reading would have made of it on the same dice."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.games.games import Games
from domain.kernel.chance import Drawn, EnteredChance, Thrown
from domain.kernel.chapter import Reading
from domain.kernel.copying import copier
from domain.kernel.errors import BadInput, IllegalOrder, NotFound
from domain.kernel.facts import CardDrawn, DiceRolled, OrderGiven, PointsScored, RulingMade
from domain.kernel.play import Play
from domain.kernel.reasons import said
from domain.kernel.say import Purpose
from domain.kernel.system import System
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.study.disputes import DisputeReport, disputes, order_of
from domain.study.otherwise import Otherwise, Teller
from domain.study.redecide import Again, OtherDice, ReusedChance, Watched, again
from rules import SYSTEMS
from tests import mill_bridge as mb
from tests.replay_fixtures import FIXTURES, brought_in
from tests.shipped import shipped_packs

REF = Ref("game")
VOLLEY = mb.FireVolley(unit="b1", target="r1")


def bridge(tmp_path: Path, system: System[Any], *dice: int) -> Games:
    games = Games(GameLog(str(tmp_path / "games.db"), {"mill_bridge": system}))
    games.new(system, "bridge", "game", mb.PACK)
    for die in dice:
        games.order(REF, "blue", VOLLEY, EnteredChance([die]))
    return games


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    """Three volleys at long range: entries 2 to 4 miss, 5 to 9 hit, 10 to 12 miss; then the phase ends."""
    games = bridge(tmp_path, mb.SYSTEM, 5, 6, 2)
    games.order(REF, "blue", mb.EndPhase())
    yield games
    games.log.close()


def found(report: DisputeReport) -> list[tuple[str, str, str, str]]:
    return [(each.ref, each.reading, each.kind, each.at) for one in report.disputes for each in one.otherwise]


# What differs, and how it is told


def test_over_a_game_the_places_where_another_reading_matters_are_found(games: Games) -> None:
    report = disputes(games, REF)
    assert (report.ref, report.orders, report.known, report.unclear) == ("game", 4, 1, ())
    (one,) = report.disputes
    assert (one.dispute, one.rule, one.question, one.orders) == ("D1", "MB.10.5", "What hits?", 3)
    assert (one.choices, one.played) == ({"a": "5 or more", "b": "4 or more"}, ("a",))
    assert one.otherwise == (
        Otherwise(
            ref="game:2",
            order="blue> FireVolley unit=b1 target=r1",
            played="a",
            reading="b",
            kind="facts",
            at="game:4",
            recorded=mb_words(hits=0),
            instead=mb_words(hits=1),
        ),
    )


def mb_words(hits: int) -> str:
    return f"VolleyFired unit=b1 target=r1 modifiers=({mb.LONG_RANGE!r},) hits={hits}"


@pytest.mark.parametrize(("entry", "matter", "idle"), [(3, 1, 0), (5, 0, 1), (9, 0, 1), (13, 0, 0)])
def test_at_an_entry_only_its_order_is_looked_at(games: Games, entry: int, matter: int, idle: int) -> None:
    report = disputes(games, Ref("game", entry=entry))
    assert (report.orders, len(report.matter), len(report.idle)) == (1, matter, idle)


def test_nothing_is_stored(games: Games) -> None:
    before = games.log.since(0)
    disputes(games, REF)
    disputes(games, Ref("game", entry=3))
    assert games.log.since(0) == before


def test_after_a_ruling_the_other_reading_is_the_old_one(games: Games) -> None:
    games.rule(REF, RulingMade(by="umpire", text="a four hits", readings={"D1": "b"}))
    games.order(REF, "red", mb.FireVolley(unit="r1", target="b1"), EnteredChance([5]))
    report = disputes(games, REF)
    assert found(report) == [("game:2", "b", "facts", "game:4"), ("game:16", "a", "facts", "game:18")]
    assert report.disputes[0].played == ("a", "b")


def test_only_the_readings_that_are_wanted_are_tried(games: Games) -> None:
    assert len(found(disputes(games, REF, chosen={"d1": "B"}))) == 1
    assert disputes(games, REF, chosen={"D1": "a"}).disputes == ()
    with pytest.raises(NotFound, match="mill_bridge has no dispute 'D7'"):
        disputes(games, REF, chosen={"D7": "a"})


def test_an_entry_of_no_order_is_said_to_be_one(games: Games) -> None:
    games.note(REF, "red", "was that far?")
    with pytest.raises(BadInput, match=r"entry 15 belongs to no order; it reads: note by red: was that far\?"):
        disputes(games, Ref("game", entry=15))
    with pytest.raises(NotFound, match="there is no entry 99"):
        disputes(games, Ref("game", entry=99))


def test_progress_is_told_after_every_order(games: Games) -> None:
    told: list[tuple[int, int]] = []
    disputes(games, REF, progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 14), (4, 14), (9, 14), (12, 14), (14, 14)]


def test_an_order_that_a_branch_cuts_short_is_compared_as_far_as_it_goes(games: Games) -> None:
    games.branch(Ref("game", entry=3), "short")
    games.branch(Ref("game", entry=4), "whole")
    assert found(disputes(games, Ref("game", "short"))) == []
    assert found(disputes(games, Ref("game", "whole"))) == [("game@whole:2", "b", "facts", "game@whole:4")]


def test_an_order_the_rules_decide_otherwise_is_named_and_the_rest_goes_on_from_the_log(tmp_path: Path) -> None:
    games = bridge(tmp_path, mb.SYSTEM, 5, 5)

    def harder(play: Play[mb.State], order: Any) -> None:
        if play.state.core.losses["red"] == 0 and play.state.units["r1"].strength == 4:
            mb.decide(play, order)
        play.record(PointsScored(side="blue", points=1, why=said("a newer rule")))

    games.log.systems = {"mill_bridge": mb.altered(harder)}
    games.log._lines.clear()
    assert disputes(games, REF).unclear == ("game:2", "game:5")
    games.log.close()


# What stands in the way


def asking(decide: Any, **also: Reading) -> System[Any]:
    """Mill Bridge with a second disputed rule of which volleys may ask."""
    second = Reading.saying("MB.11", "And then?", {"a": "nothing", "b": "something", "c": "something else"})
    return mb.altered(decide, readings={"D2": second, **also})


def rolls_again(play: Play[mb.State], order: Any) -> None:
    """Under b each volley needs two dice more, under c it is refused."""
    if play.reading("D2") == "c":
        raise IllegalOrder("volleys are forbidden", "MB.11.1")
    mb.decide(play, order)
    if play.reading("D2") == "b":
        play.roll(2, 6, why=said("test", "MB.11"), by=play.by)


def test_a_refusal_and_missing_dice_are_outcomes_of_their_own(tmp_path: Path) -> None:
    games = bridge(tmp_path, asking(rolls_again), 2)
    one = disputes(games, REF).disputes[1]
    assert [(each.reading, each.kind, each.rule, each.more) for each in one.otherwise] == [
        ("b", "dice", "", 2),
        ("c", "refused", "MB.11.1", 0),
    ]
    assert [(each.at, each.instead) for each in one.otherwise] == [
        ("game:4", "needs 2d6 for MB.11 test, which nobody rolled"),
        ("game:2", "volleys are forbidden"),
    ]
    assert [each.recorded for each in one.otherwise] == [
        "nothing more",
        f"blue rolls 1d6 for MB.10.5 volley: 2 (entered dice); {mb_words(hits=0)}",
    ]
    games.log.close()


def refuses_late(play: Play[mb.State], order: Any) -> None:
    """Under b it is refused though a fact is recorded, under c it fails: no rule foresees a reading that changes."""
    mb.decide(play, order)
    if play.reading("D2") == "b":
        raise IllegalOrder("too late to go on", "MB.11.2")
    assert play.reading("D2") != "c", "never here"


def test_rules_that_cannot_go_on_are_no_fault_of_the_user(tmp_path: Path) -> None:
    games = bridge(tmp_path, asking(refuses_late), 2)
    second, third = disputes(games, REF).disputes[1].otherwise
    assert (second.kind, second.rule, second.instead) == ("refused", "MB.11.2", "too late to go on")
    assert third.kind == "stuck"
    assert third.instead.startswith("the rules cannot go on from here under it (AssertionError: never here")
    games.log.close()


def counts_otherwise(play: Play[mb.State], order: Any) -> None:
    """Under b it says something else without doing anything else."""
    mb.decide(play, order)
    play.record(mb.ReactionDeclined(side="red" if play.reading("D2") == "b" else "blue"))


def test_a_fact_that_changes_nothing_is_told_as_such(tmp_path: Path) -> None:
    games = bridge(tmp_path, asking(counts_otherwise), 6, 5)
    report = disputes(games, REF)
    assert [(each.reading, each.alike) for each in report.disputes[1].otherwise] == [("b", True), ("b", True)]
    assert [(each.reading, each.alike) for each in report.disputes[0].otherwise] == [("b", False)]
    games.log.close()


def test_a_set_up_is_compared_too(tmp_path: Path) -> None:
    def initial(setup: Any) -> mb.State:
        state = mb.initial(setup)
        state.units["r1"].at = 5 if state.core.readings["D2"] == "b" else 6
        return state

    games = bridge(tmp_path, dataclasses.replace(asking(mb.decide), initial=initial), 2)
    (one,) = disputes(games, Ref("game", entry=1)).disputes
    (each,) = one.otherwise
    assert (one.dispute, one.orders, each.kind, each.order) == ("D2", 0, "start", "the set-up")
    assert (each.recorded, each.instead) == ("r1: 6, strength 4", "r1: 5, strength 4")
    assert [each.ref for one in disputes(games, REF).disputes for each in one.otherwise] == ["game:1"]
    games.log.close()


# The parts


def test_readings_note_what_is_asked_of_them() -> None:
    readings = Watched({"D1": "a", "D2": "b"})
    assert (readings.get("D1"), readings.get("D9"), readings.asked) == ("a", None, {"D1", "D9"})
    for asked in (lambda r: r["D2"], lambda r: "D2" in r):
        readings = Watched({"D1": "a", "D2": "b"})
        asked(readings)
        assert readings.asked == {"D2"}
    for every in (dict, list, lambda r: r.items(), lambda r: r.keys(), lambda r: r.values()):
        readings = Watched({"D1": "a", "D2": "b"})
        every(readings)
        assert readings.asked == {"D1", "D2"}


def purpose(text: str) -> Purpose:
    """As a source of luck hears it."""
    return Purpose(said(text), mb.SYSTEM.words)


def taped(*rolls: tuple[str, tuple[int, ...]]) -> ReusedChance:
    return ReusedChance(
        [DiceRolled(by="blue", sides=6, faces=faces, why=said(why), source="fair", number=3) for why, faces in rolls],
        source="entered",
    )


def test_dice_are_used_for_what_they_were_rolled_for() -> None:
    chance = taped(("fire", (1, 2)), ("rout", (3,)), ("rally", (4,)))
    assert chance.throw(1, 6, purpose("rally"), 0) == Thrown((4,), "entered")
    assert chance.throw(2, 6, purpose("fire"), 0).faces == (1, 2)
    chance.finish()
    assert (chance.unused, chance.for_else) == (1, 0)


def test_the_next_die_of_the_same_shape_serves_another_purpose_and_is_counted() -> None:
    chance = taped(("fire at Archer", (1, 2)), ("rout", (3,)))
    assert chance.throw(2, 6, purpose("fire at Davis"), 0).faces == (1, 2)
    with pytest.raises(OtherDice, match="needs 2d6 for fire at Law, which nobody rolled") as missing:
        chance.throw(2, 6, purpose("fire at Law"), 0)
    assert (missing.value.more, chance.for_else, chance.unused) == (2, 2, 1)


@pytest.mark.parametrize(("count", "sides", "more"), [(3, 6, 1), (1, 6, 0), (2, 10, 2)])
def test_other_dice_for_the_same_purpose_are_told_beside_those_rolled(count: int, sides: int, more: int) -> None:
    told = f"needs {count}d{sides} for fire, where 2d6 was rolled"
    with pytest.raises(OtherDice, match=told) as missing:
        taped(("fire", (1, 2))).throw(count, sides, purpose("fire"), 0)
    assert missing.value.more == more


def test_dice_for_no_purpose_that_anybody_named_are_a_roll() -> None:
    with pytest.raises(OtherDice, match="needs 1d6 for a roll, which nobody rolled"):
        taped(("fire", (1, 2))).throw(1, 6, purpose(""), 0)


def test_dice_passed_over_are_not_used_for_something_else() -> None:
    chance = taped(("rout", (3,)), ("fire", (1,)))
    chance.throw(1, 6, purpose("fire"), 0)
    with pytest.raises(OtherDice):
        chance.throw(1, 6, purpose("rally"), 0)


def test_cards_are_drawn_as_they_were_while_they_lie_in_the_pile() -> None:
    drawn = [CardDrawn(by="red", deck="fate", card=card, source="fair", number=2) for card in ("rain", "mud")]
    chance = ReusedChance(drawn)
    assert chance.draw(["mud", "sun"], "weather", 0) == Drawn("mud", "fair", 2)
    with pytest.raises(OtherDice, match=r"needs a card \(weather\), which nobody drew"):
        chance.draw(["sun"], "weather", 0)
    assert chance.unused == 1


# A real battle


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Games]:
    with GameLog(str(tmp_path_factory.mktemp("log") / "games.db"), SYSTEMS) as log:
        games = Games(log)
        brought_in(games, FIXTURES / "gettysburg" / "second-day-union.transcript")
        yield games


def test_a_rout_test_under_the_other_reading(battle: Games) -> None:
    report = disputes(battle, REF, chosen={"D51": "B"})
    (one,) = report.disputes
    assert (report.orders, report.known, one.orders, len(one.otherwise)) == (940, 85, 11, 9)
    (broken,) = [each for each in one.otherwise if not each.alike]
    assert (broken.ref, broken.order, broken.at) == ("game:2789", "union> GiveSupport unit=U-28", "game:2797")
    assert broken.recorded == "Robertson (C-4) passes its test, rout test: 5 against 5 (12.2)"
    assert broken.instead == "Robertson (C-4) fails its test, rout test: 5 against 4 (12.2)"


def test_what_was_not_asked_for_would_have_changed_nothing(battle: Games) -> None:
    """The short way, against every reading of every dispute for some orders of each kind."""
    line = battle.line(REF)
    orders: dict[str, int] = {}
    for entry in battle.log.entries(line):
        if isinstance(entry.fact, OrderGiven):
            orders.setdefault(type(entry.fact.order).__name__, entry.number)
    assert len(orders) > 15
    for number in orders.values():
        assert found(disputes(battle, Ref("game", entry=number))) == by_trying_all(battle, number)


def by_trying_all(games: Games, number: int) -> list[tuple[str, str, str, str]]:
    line = games.line(REF)
    entries, teller = order_of(games, line, number), Teller(games, line)
    given = entries[0].fact
    assert isinstance(given, OrderGiven)
    before = games.state(line, number - 1)
    tried: list[tuple[str, str, str, str]] = []
    for dispute, reading in line.system.book.readings.items():
        played = before.core.readings[dispute]
        for choice in [choice for choice in reading.choices if choice != played]:
            state = copier(line.system)(before)
            state.core.readings[dispute] = choice
            outcome: Again = again(line.system, state, given, entries)
            if not teller.is_same(outcome, entries):
                each = teller.order(outcome, entries, played, choice, alike=False)
                tried.append((each.ref, each.reading, each.kind, each.at))
    return tried


def test_a_system_without_disputes_has_none(tmp_path: Path) -> None:
    with GameLog(str(tmp_path / "games.db"), SYSTEMS) as log:
        games = Games(log)
        games.new(SYSTEMS["freeform"], "blank", "game", shipped_packs("freeform")[0])
        assert disputes(games, REF) == DisputeReport(ref="game", orders=0, known=0, disputes=(), unclear=())
