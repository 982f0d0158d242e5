"""The rest of a game under another reading: a branch on the recorded dice, as far as the orders stay legal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.formats.transcript.exchange import export_transcript, import_transcript
from domain.games.ask import Ask
from domain.games.audit import audit
from domain.games.games import Games
from domain.games.order import give
from domain.kernel.chance import EnteredChance
from domain.kernel.chapter import Reading
from domain.kernel.errors import BadInput, IllegalOrder, LogConflict, NotFound
from domain.kernel.facts import DiceRolled, GameEnded, LossTaken, NoteAdded, OrderGiven, PointsScored, RulingMade
from domain.kernel.play import Play, Recorded
from domain.kernel.reasons import said
from domain.kernel.shares import is_shared
from domain.kernel.system import System
from domain.log.entry import Envelope
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.proof.verify import verify_line
from domain.study.course import Course, Halt, Standing, to_the_end
from rules import SYSTEMS
from tests import mill_bridge as mb
from tests.replay_fixtures import FIXTURES, brought_in

REF = Ref("game")
BRANCH = Ref("game", "d1-b")
VOLLEY = mb.FireVolley(unit="b1", target="r1")


def bridge(tmp_path: Path, system: System[Any] = mb.SYSTEM) -> Games:
    games = Games(GameLog(str(tmp_path / "games.db"), {"mill_bridge": system}))
    games.new(system, "bridge", "game", mb.PACK)
    return games


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    """A miss (entries 2 to 4) that hits under D1 b, a hit under both (5 to 9), a miss under both (10 to 12)."""
    games = bridge(tmp_path)
    for die in (5, 6, 2):
        games.order(REF, "blue", VOLLEY, EnteredChance([die]))
    yield games
    games.log.close()


def proved(games: Games, ref: Ref) -> None:
    assert audit(games, ref).is_clean
    assert verify_line(games, ref).entries == games.log.head(games.line(ref)).number


def own(games: Games, ref: Ref) -> list[Any]:
    line = games.line(ref)
    return games.log.facts(line, line.own.base)


def at(entry: int) -> Ref:
    return Ref("game", entry=entry)


# A whole course


def test_all_orders_are_given_again_on_their_dice_and_set_beside_the_game(games: Games) -> None:
    course = to_the_end(games, at(3), "d1", "B")
    assert course == Course(
        ref="game@d1-b",
        parent="main",
        at=1,
        dispute="D1",
        played="a",
        reading="b",
        orders=3,
        of=3,
        changed=1,
        first="game:2",
        unused=0,
        for_else=0,
        halt=None,
        moment="game:12",
        ended="",
        ended_then="",
        points=(
            Standing(side="blue", then="1", now="2", end="1"),
            Standing(side="red", then="0", now="0", end="0"),
        ),
        losses=(
            Standing(side="blue", then="none", now="none", end="none"),
            Standing(side="red", then="1 step", now="2 steps", end="1 step"),
        ),
    )
    proved(games, BRANCH)


def test_the_branch_opens_with_the_ruling(games: Games) -> None:
    to_the_end(games, at(3), "D1", "b")
    opened, ruling, *_ = own(games, BRANCH)
    assert (opened.parent, opened.at, opened.luck, opened.why) == (
        "main",
        1,
        "same",
        "D1 read as b, on the dice of main",
    )
    text = "what if: D1 read as b, on the dice of main"
    assert ruling == RulingMade(by="umpire", text=text, rule="MB.10.5", readings={"D1": "b"})
    assert games.position(BRANCH).state.core.readings == {"D1": "b"}


def test_from_a_later_entry_only_what_follows_is_given_again(games: Games) -> None:
    course = to_the_end(games, at(6), "D1", "b", "later")
    assert (course.ref, course.at, course.orders, course.of, course.changed) == ("game@later", 4, 2, 2, 0)
    assert course.first == ""


def test_the_game_itself_stays_as_it_was(games: Games) -> None:
    before = games.log.entries(games.line(REF))
    to_the_end(games, at(3), "D1", "b")
    assert games.log.entries(games.line(REF)) == before


def test_one_can_play_on_from_the_branch_with_fair_dice(games: Games) -> None:
    to_the_end(games, at(3), "D1", "b")
    (rolled,) = [e.fact for e in games.order(BRANCH, "blue", VOLLEY) if isinstance(e.fact, DiceRolled)]
    assert (rolled.source, rolled.number) == ("fair", 0)
    proved(games, BRANCH)


def test_fair_dice_used_again_are_entered_and_the_branch_still_proves(tmp_path: Path) -> None:
    games = bridge(tmp_path)
    for _ in range(4):
        games.order(REF, "blue", VOLLEY)
    rolled = [fact for fact in games.log.facts(games.line(REF)) if isinstance(fact, DiceRolled)]
    to_the_end(games, at(6), "D1", "b")
    again = [fact for fact in own(games, BRANCH) if isinstance(fact, DiceRolled)]
    assert [fact.source for fact in rolled] == ["fair"] * 4
    assert [(fact.faces, fact.source, fact.number) for fact in again] == [
        (fact.faces, "entered", 0) for fact in rolled[4 - len(again) :]
    ]
    games.reveal(REF)
    for line in games.log.lines("game"):
        proved(games, Ref("game", line))
    games.log.close()


# Where it stops


def test_an_order_that_is_refused_ends_the_course(tmp_path: Path) -> None:
    """r1 has four steps: under b the volleys destroy it before the last is fired."""
    games = bridge(tmp_path)
    for die in (5, 6, 6, 5, 2):
        games.order(REF, "blue", VOLLEY, EnteredChance([die]))
    course = to_the_end(games, at(2), "D1", "b")
    assert (course.orders, course.of) == (4, 5)
    assert course.halt == Halt(at="game:18", order="blue> FireVolley unit=b1 target=r1", why="the game is over by then")
    assert (course.moment, course.ended_then) == ("game:17", "")
    assert course.ended == "the game ends, blue wins: the enemy is destroyed [MB.12.2]"
    assert course.losses[1] == Standing(side="red", then="2 steps", now="4 steps", end="2 steps")
    proved(games, BRANCH)
    games.log.close()


def asking(decide: Any) -> System[Any]:
    second = Reading.saying("MB.11", "And then?", {"a": "nothing", "b": "more", "c": "no"})
    return mb.altered(decide, readings={"D2": second})


def rolls_again(play: Play[mb.State], order: Any) -> None:
    """Each volley at a unit that has lost steps rolls once more under b, and is refused under c."""
    hurt = isinstance(order, mb.FireVolley) and play.state.units[order.target].strength < 4
    if hurt and play.reading("D2") == "c":
        raise IllegalOrder("it has suffered enough", "MB.11.1")
    mb.decide(play, order)
    if hurt and play.reading("D2") == "b":
        play.roll(2, 6, why=said("test", "MB.11"), by=play.by)


@pytest.mark.parametrize(
    ("reading", "why", "rule", "more"),
    [
        ("b", "needs 2d6 for MB.11 test, which nobody rolled", "", 2),
        ("c", "it has suffered enough", "MB.11.1", 0),
    ],
)
def test_it_says_which_order_stopped_it_and_why(tmp_path: Path, reading: str, why: str, rule: str, more: int) -> None:
    games = bridge(tmp_path, asking(rolls_again))
    for die in (2, 6, 3):
        games.order(REF, "blue", VOLLEY, EnteredChance([die]))
    course = to_the_end(games, at(2), "D2", reading)
    assert (course.orders, course.of, course.changed) == (2, 3, 0)
    assert course.halt == Halt(at="game:10", order="blue> FireVolley unit=b1 target=r1", why=why, rule=rule, more=more)
    proved(games, Ref("game", f"d2-{reading}"))
    games.log.close()


def test_where_no_order_can_be_given_the_branch_holds_the_ruling_alone(tmp_path: Path) -> None:
    def never(play: Play[mb.State], order: Any) -> None:
        if play.reading("D2") == "c":
            raise IllegalOrder("nothing can be done", "MB.11.3")
        mb.decide(play, order)

    games = bridge(tmp_path, asking(never))
    games.order(REF, "blue", VOLLEY, EnteredChance([2]))
    course = to_the_end(games, at(2), "D2", "c")
    assert (course.orders, course.moment) == (0, "game:1")
    assert [type(fact).__name__ for fact in own(games, Ref("game", "d2-c"))] == ["LineOpened", "RulingMade"]
    proved(games, Ref("game", "d2-c"))
    games.log.close()


def test_rules_that_fail_half_way_stop_the_course_and_keep_what_came_before(tmp_path: Path) -> None:
    def late(play: Play[mb.State], order: Any) -> None:
        mb.decide(play, order)
        if play.state.core.losses["red"] and play.reading("D2") == "b":
            raise IllegalOrder("too late to go on", "MB.11.2")

    games = bridge(tmp_path, asking(late))
    for die in (2, 6):
        games.order(REF, "blue", VOLLEY, EnteredChance([die]))
    course = to_the_end(games, at(2), "D2", "b")
    assert course.halt is not None
    assert (course.orders, course.halt.rule, course.halt.why) == (1, "MB.11.2", "too late to go on")
    proved(games, Ref("game", "d2-b"))
    games.log.close()


def test_dice_no_longer_asked_for_are_left_and_counted(tmp_path: Path) -> None:
    def skips(play: Play[mb.State], order: Any) -> None:
        mb.decide(play, order)
        if play.reading("D2") == "a":
            play.roll(2, 6, why=said("test", "MB.11"), by=play.by)

    games = bridge(tmp_path, asking(skips))
    games.order(REF, "blue", VOLLEY, EnteredChance([2, 3, 4]))
    course = to_the_end(games, at(2), "D2", "b")
    assert (course.orders, course.changed, course.unused, course.for_else, course.halt) == (1, 1, 2, 0, None)
    games.log.close()


# What else stands in the log


def test_a_later_ruling_on_the_same_dispute_is_left_out_and_others_are_kept(tmp_path: Path) -> None:
    games = bridge(tmp_path, asking(mb.decide))
    games.order(REF, "blue", VOLLEY, EnteredChance([5]))
    games.rule(REF, RulingMade(by="umpire", text="no", readings={"D1": "a"}))
    games.rule(REF, RulingMade(by="umpire", text="and", readings={"D1": "a", "D2": "c"}))
    games.note(REF, "red", "a pity")
    to_the_end(games, at(2), "D1", "b")
    assert games.position(BRANCH).state.core.readings == {"D1": "b", "D2": "c"}
    facts = own(games, BRANCH)
    assert [fact.text for fact in facts if isinstance(fact, RulingMade)][1:] == ["and"]
    assert not [fact for fact in facts if isinstance(fact, NoteAdded)]
    games.log.close()


def test_facts_that_were_ruled_or_brought_in_are_told_again(games: Games) -> None:
    games.rule(REF, RulingMade(by="umpire", text="it fell back"), [mb.UnitMoved(unit="r1", to=5)])
    line, head = games.line(REF), games.log.head(games.line(REF))
    brought = Recorded(PointsScored(side="red", points=2, why=said("the mill")))
    games.log.append(line, head, Envelope(head.order_no + 1, "red", 0, "imported"), [brought])
    course = to_the_end(games, at(2), "D1", "b")
    assert (course.halt, games.position(BRANCH).state.core.points) == (None, {"blue": 2, "red": 2})
    assert [entry.source for entry in games.log.entries(games.line(BRANCH))][-3:] == ["ruled", "ruled", "imported"]
    assert [(one.fact, one.text) for one in audit(games, BRANCH).ruled] == [("UnitMoved unit=r1 to=5", "it fell back")]
    proved(games, BRANCH)


def test_a_ruled_fact_that_does_not_fit_any_more_stops_the_course(tmp_path: Path) -> None:
    games = bridge(tmp_path)
    for die in (5, 6, 6):
        games.order(REF, "blue", VOLLEY, EnteredChance([die]))
    stepped = LossTaken(side="red", unit="r1", kind="steps", amount=1, cause=said("ruled"))
    games.rule(REF, RulingMade(by="umpire", text="hail", rule="MB.1"), [stepped, mb.UnitMoved(unit="r1", to=5)])
    course = to_the_end(games, at(2), "D1", "b")
    assert course.halt is not None
    assert course.halt.order == "umpire rules: hail [MB.1]"
    assert course.halt.why.startswith("what was ruled there does not fit: UnitMoved unit=r1 to=5 does not fit")
    games.log.close()


# Names, and what is refused


def test_a_name_that_is_taken_is_counted_on_and_one_that_was_given_is_a_conflict(games: Games) -> None:
    names = [to_the_end(games, at(2), "D1", "b").ref for _ in range(3)]
    assert names == ["game@d1-b", "game@d1-b-2", "game@d1-b-3"]
    before = games.log.since(0)
    with pytest.raises(LogConflict, match="a line named d1-b in game already"):
        to_the_end(games, at(2), "D1", "b", "d1-b")
    assert games.log.since(0) == before


def test_a_reading_that_is_in_force_or_unknown_is_refused(games: Games) -> None:
    with pytest.raises(BadInput, match="D1 is read as a there already; choose another reading"):
        to_the_end(games, at(2), "D1", "a")
    with pytest.raises(NotFound, match="has no dispute 'D7'"):
        to_the_end(games, at(2), "D7", "a")
    with pytest.raises(BadInput, match="entry 1 opens the game"):
        to_the_end(games, at(1), "D1", "b")
    assert games.log.lines("game") == ["main"]


def test_progress_is_told_after_every_order(games: Games) -> None:
    told: list[tuple[int, int]] = []
    to_the_end(games, at(2), "D1", "b", progress=lambda done, of: told.append((done, of)))
    assert told == [(4, 12), (9, 12), (12, 12)]


def test_a_branch_can_be_told_again_from_what_it_shares_with_its_parent(games: Games) -> None:
    games.branch(at(9), "other")
    games.order(Ref("game", "other"), "blue", VOLLEY, EnteredChance([5]))
    course = to_the_end(games, Ref("game", "other", 2), "D1", "b")
    assert (course.parent, course.at, course.orders, course.changed) == ("other", 1, 3, 2)
    line = games.line(BRANCH)
    assert line.opened is not None
    assert (line.opened.parent, line.opened.at) == ("main", 1)
    proved(games, BRANCH)


def test_a_transcript_carries_the_branch(games: Games) -> None:
    to_the_end(games, at(2), "D1", "b")
    import_transcript(games, export_transcript(games, "game"), "copy", lambda *_: mb.PACK)
    assert own(games, Ref("copy", "d1-b")) == own(games, BRANCH)


# A real battle


def test_a_day_of_battle_under_another_reading(tmp_path: Path) -> None:
    with GameLog(str(tmp_path / "games.db"), SYSTEMS) as log:
        games = Games(log)
        brought_in(games, FIXTURES / "gettysburg" / "second-day-union.transcript")
        course = to_the_end(games, at(2286), "D51", "B")
        assert (course.orders, course.of, course.changed, course.first) == (96, 506, 4, "game:2286")
        assert course.halt == Halt(
            at="game:2809",
            order="confederate> RetreatTo unit=C-4 to=2722",
            why="no unit has to retreat now",
            rule="12.4a",
        )
        assert [row.now for row in course.losses] == ["2 eliminated, 2 routed", "2 eliminated, 4 routed"]
        whole = to_the_end(games, at(2385), "D58", "B")
        assert (whole.orders, whole.of, whole.changed, whole.unused, whole.halt) == (491, 491, 1, 1, None)
        assert whole.ended == whole.ended_then
        for ref in ("d51-b", "d58-b"):
            proved(games, Ref("game", ref))
        assert isinstance(games.position(Ref("game", "d58-b")).state.core.ended, GameEnded)
        assert sum(isinstance(f, OrderGiven) for f in own(games, Ref("game", "d51-b"))) == 96


def test_where_all_made_the_dice_the_rest_is_told_on_them_and_played_on_with_shares(tmp_path: Path) -> None:
    """Before, it was refused: such dice do not come again as fair ones, but they can be told again."""
    games = Games(GameLog(str(tmp_path / "games.db"), {"mill_bridge": mb.SYSTEM}))
    games.new(mb.SYSTEM, "bridge", "game", mb.PACK, settings=["dice=shared"])
    for _ in range(2):
        give(games, Ask(REF, "blue", VOLLEY))
    course = to_the_end(games, REF, "d1", "b")
    assert (course.orders, course.halt) == (1, None)
    assert is_shared(games.line(BRANCH).commitments)
    give(games, Ask(BRANCH, "blue", VOLLEY))
    proof = verify_line(games, BRANCH)
    assert (proof.dice_held, proof.dice_entered) == (2, 1)
    proved(games, BRANCH)
    games.log.close()
