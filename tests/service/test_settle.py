"""Rulings, take-backs, odds, luck, disputes and cases: as the command line gives them, to those who may know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli.service.bounds import Bounds
from domain.log.refs import Ref
from tests.service.conftest import API, RIDGE, Club, opened
from tests.service.test_api import ok
from tests.service.test_problems import problem

ROOT = Path(__file__).parent.parent.parent
GAME, LINE = f"{API}/games/ridge", f"{API}/games/ridge/lines/main"
VOLLEY = {"order": "RollDice why=volley dice=2", "by": "blue"}
OPEN = [order for order in RIDGE if "hidden" not in order[1]]
ROLL = 7  # the entry of the two dice that were rolled, 4 and 5


@pytest.fixture
def plain(tmp_path: Path) -> Any:
    """The ridge without the spy: nothing is hidden from anyone."""
    with opened(tmp_path) as club:
        club.new("freeform", "blank", "ridge")
        club.play("ridge", *OPEN)
        yield club


def head(club: Club) -> int:
    return club.games.log.head(club.games.line(Ref("ridge"))).number


# Rulings


def test_the_umpire_rules_and_facts_set_straight_stand_behind_the_reason(club: Club) -> None:
    sent = {"text": "it never left", "rule": "FF.2", "facts": ["PieceMoved piece=guard start=hill to=mill"]}
    given = ok(club.member("umpire").post(f"{LINE}/rulings", json=sent), 201)
    assert [entry["fact"]["fact"] for entry in given["entries"]] == ["RulingMade", "PieceMoved"]
    assert {entry["source"] for entry in given["entries"]} == {"ruled"}
    assert given["head"] == head(club)
    assert club.games.position(Ref("ridge")).state.pieces["guard"].at == "mill"


def test_nobody_but_the_umpire_rules(club: Club) -> None:
    before, sent = head(club), {"text": "I say so"}
    problem(club.spectator.post(f"{LINE}/rulings", json=sent), "no-token")
    problem(club.member("blue").post(f"{LINE}/rulings", json=sent), "not-yours")
    assert head(club) == before


def test_a_ruling_without_rule_or_reason_or_about_what_is_not_there_is_refused(club: Club) -> None:
    umpire, before = club.member("umpire"), head(club)
    assert (
        "its rule or its reason" in problem(umpire.post(f"{LINE}/rulings", json={"text": " "}), "unreadable")["detail"]
    )
    wrong = {"text": "x", "facts": ["PieceMoved pece=guard start=hill to=mill"]}
    assert problem(umpire.post(f"{LINE}/rulings", json=wrong), "unreadable")["suggestion"] == "piece"
    problem(umpire.post(f"{LINE}/rulings", json={"text": "x", "readings": {"D99": "b"}}), "not-found")
    assert head(club) == before


# Take-backs


def test_an_order_is_taken_back_when_the_last_side_agrees(club: Club) -> None:
    blue, red, before = club.member("blue"), club.member("red"), head(club)
    asked = ok(blue.post(f"{GAME}/take-backs", json={"name": "again", "why": "a slip"}))
    assert (asked["agreed"], asked["missing"], asked["opened"], asked["at"]) == (["blue"], ["red"], None, before - 2)
    assert ok(red.get(f"{GAME}/take-backs")) == [asked]
    assert club.games.log.lines("ridge") == ["main"]
    done = ok(red.post(f"{GAME}/take-backs", json={}))
    opened = done["opened"]
    assert (opened["ref"], opened["at"], opened["why"], opened["consent"]) == (
        "ridge@again", before - 2, "a slip", ["blue", "red"],
    )  # fmt: skip
    assert ok(red.get(f"{GAME}/take-backs")) == []
    line = club.games.line(Ref("ridge", "again"))
    assert line.opened is not None
    assert line.opened.consent == ("blue", "red")


def test_it_is_told_where_play_goes_on_until_somebody_plays_on_in_the_old_line(club: Club) -> None:
    def goes_on() -> dict[str, str]:
        found: dict[str, str] = ok(club.spectator.get(GAME))["goes_on"]
        return found

    both, roll = ("blue", "red"), ("blue", "RollDice why=x", 3)
    assert goes_on() == {}
    club.games.take_back(Ref("ridge"), "back", both)
    assert goes_on() == {"main": "back"}
    club.play("ridge@back", roll)
    club.games.take_back(Ref("ridge", "back"), "again", both)
    club.games.note(Ref("ridge"), "red", "a pity")
    assert goes_on() == {"main": "again", "back": "again"}
    club.play("ridge@back", roll)
    assert goes_on() == {"main": "back"}
    club.play("ridge", roll)
    assert goes_on() == {}


def test_agreeing_twice_is_agreeing_once(club: Club) -> None:
    blue = club.member("blue")
    for _ in range(2):
        assert ok(blue.post(f"{GAME}/take-backs", json={}))["missing"] == ["red"]
    assert club.games.log.lines("ridge") == ["main"]


def test_consent_lapses_when_someone_plays_on(club: Club) -> None:
    blue, red = club.member("blue"), club.member("red")
    ok(blue.post(f"{GAME}/take-backs", json={"at": 3}))
    club.play("ridge", ("blue", "RollDice why=x", 3))
    assert ok(blue.get(f"{GAME}/take-backs")) == []
    assert ok(red.post(f"{GAME}/take-backs", json={"at": 3}))["missing"] == ["blue"]
    assert club.games.log.lines("ridge") == ["main"]


def test_a_note_is_no_play(club: Club) -> None:
    blue, red = club.member("blue"), club.member("red")
    ok(blue.post(f"{GAME}/take-backs", json={}))
    ok(red.post(f"{LINE}/notes", json={"text": "fine with me"}), 201)
    assert len(ok(red.get(f"{GAME}/take-backs"))) == 1
    assert ok(red.post(f"{GAME}/take-backs", json={}))["opened"]["line"] == "take-back-1"


def test_whoever_agrees_again_opens_no_second_line(club: Club) -> None:
    blue, red = club.member("blue"), club.member("red")
    ok(blue.post(f"{GAME}/take-backs", json={"name": "again"}))
    done = ok(red.post(f"{GAME}/take-backs", json={}))
    for who in (blue, red, blue):
        assert ok(who.post(f"{GAME}/take-backs", json={})) == done
    assert club.games.log.lines("ridge") == ["main", "again"]


def test_a_name_that_is_taken_is_refused_at_once_and_one_that_is_taken_meanwhile_gives_way(club: Club) -> None:
    blue, red = club.member("blue"), club.member("red")
    problem(blue.post(f"{GAME}/take-backs", json={"name": "main"}), "conflict")
    assert ok(red.get(f"{GAME}/take-backs")) == []
    ok(blue.post(f"{GAME}/take-backs", json={"name": "again"}))
    club.games.branch(Ref("ridge", entry=3), "again")
    assert ok(red.post(f"{GAME}/take-backs", json={}))["opened"]["line"] == "take-back-1"


def test_nobody_agrees_for_a_side(club: Club) -> None:
    problem(club.spectator.post(f"{GAME}/take-backs", json={}), "no-token")
    problem(club.spectator.get(f"{GAME}/take-backs"), "no-token")
    for who in (club.member("umpire"), club.own):
        problem(who.post(f"{GAME}/take-backs", json={}), "not-yours")
    problem(club.member("blue").post(f"{GAME}/take-backs", json={"consent": ["blue", "red"]}), "unreadable")


def test_before_the_first_order_there_is_nothing_to_take_back(club: Club) -> None:
    problem(club.member("blue").post(f"{GAME}/take-backs", json={"at": 1}), "unreadable")


# Odds, luck and disputes


def test_the_odds_of_two_dice_are_those_of_two_dice(plain: Club) -> None:
    before = head(plain)
    found = ok(plain.member("red").post(f"{LINE}/odds", json=VOLLEY))
    shares = {outcome["words"][0]: outcome["fraction"] for outcome in found["outcomes"]}
    assert (shares["the dice total 2"], shares["the dice total 7"]) == ("1/36", "1/6")
    assert found["exact"]
    assert head(plain) == before


def test_of_an_order_that_was_given_what_happened_is_marked(plain: Club) -> None:
    found = ok(plain.member("blue").get(f"{LINE}/odds/{ROLL}"))
    assert [outcome["words"] for outcome in found["outcomes"] if outcome["happened"]] == [["the dice total 9"]]


def test_an_order_to_try_may_name_its_side_and_go_on(plain: Club) -> None:
    sent = {"order": "blue> RollDice why=volley", "then": ["red> RollDice why=rally"]}
    found = ok(plain.member("blue").post(f"{LINE}/odds", json=sent))
    assert found["orders"] == ["blue> RollDice why=volley", "red> RollDice why=rally"]
    wrong = {"order": "MovePiece piece=gaurd to=x", "by": "blue"}
    refused = problem(plain.member("blue").post(f"{LINE}/odds", json=wrong), "illegal-order")
    assert (refused["rule"], refused["suggestion"]) == ("FF.1.2", "guard")


def test_luck_sets_a_roll_among_all_that_could_have_come(plain: Club) -> None:
    (height,) = ok(plain.member("blue").get(f"{LINE}/luck"))["heights"]
    assert (height["dice"], height["total"]) == ("2d6", 9)
    assert height["standing"]["tail"] == pytest.approx(10 / 36)


@pytest.fixture(scope="module")
def july(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A recorded game with disputed rules."""
    with opened(tmp_path_factory.mktemp("july")) as club:
        text = (ROOT / "fixtures" / "gettysburg" / "mcphersons-ridge-confederate.transcript").read_bytes()
        assert club.own.post(f"{API}/import?name=july", content=text).status_code == 201
        yield club


def test_disputes_are_those_that_the_command_line_finds(july: Club) -> None:
    from domain.study.disputes import disputes

    path = f"{API}/games/july/lines/main/disputes"
    number = next(
        entry.number for entry in july.games.entries(Ref("july")) if type(entry.fact).__name__ == "DiceRolled"
    )
    found = ok(july.member("umpire", "july").get(f"{path}?at={number}"))
    report = disputes(july.games, Ref("july", entry=number))
    assert found["known"] > 0
    assert [one["dispute"] for one in found["disputes"]] == [one.dispute for one in report.disputes]
    problem(july.member("umpire", "july").get(f"{path}?reading=D999=b"), "not-found")
    problem(july.member("umpire", "july").get(f"{path}?reading=nonsense"), "unreadable")


def test_the_rest_of_a_game_under_another_reading_is_a_line_that_the_umpire_opens(july: Club) -> None:
    path, sent = (
        f"{API}/games/july/lines/main/disputes",
        {"at": 1552, "dispute": "d10", "reading": "b", "name": "faces"},
    )
    problem(july.spectator.post(path, json=sent), "no-token")
    problem(july.member("union", "july").post(path, json=sent), "not-yours")
    assert july.games.log.lines("july") == ["main"]
    umpire = july.member("umpire", "july")
    found = ok(umpire.post(path, json=sent), 201)
    assert (found["ref"], found["at"], found["played"], found["reading"]) == ("july@faces", 1551, "A", "B")
    assert july.games.log.lines("july") == ["main", "faces"]
    problem(umpire.post(path, json=sent), "conflict")
    problem(umpire.post(path, json={**sent, "name": "a/b"}), "unreadable")
    problem(umpire.post(path, json={**sent, "reading": "A"}), "unreadable")


def test_work_that_takes_too_long_ends(tmp_path: Path) -> None:
    with opened(tmp_path, Bounds(work=-1.0)) as club:
        club.new("freeform", "blank", "ridge")
        club.play("ridge", *OPEN)
        blue = club.member("blue")
        for answer in (blue.get(f"{LINE}/luck"), blue.post(f"{LINE}/odds", json=VOLLEY)):
            assert "the command line" in problem(answer, "too-long")["detail"]


def test_no_more_of_it_runs_at_once_than_other_long_jobs(tmp_path: Path) -> None:
    with opened(tmp_path, Bounds(heavy=0)) as club:
        club.new("freeform", "blank", "ridge")
        club.play("ridge", *OPEN)
        blue = club.member("blue")
        for path in ("luck", "disputes", f"odds/{ROLL}", f"cases/{ROLL}"):
            problem(blue.get(f"{LINE}/{path}"), "busy")
        problem(blue.post(f"{LINE}/odds", json=VOLLEY), "busy")
        problem(blue.post(f"{API}/adjudicate", content=b"x"), "busy")


ASKED = ("luck", "disputes", "odds/3", "cases/3", "disputes?at=3", "luck?at=3")


@pytest.mark.parametrize("path", ASKED)
def test_where_something_is_hidden_from_a_side_only_the_umpire_is_answered(club: Club, path: str) -> None:
    """Also about entries before it: what is hidden may have been there all along."""
    problem(club.spectator.get(f"{LINE}/{path}"), "no-token")
    assert "hidden from blue" in problem(club.member("blue").get(f"{LINE}/{path}"), "not-yours")["detail"]
    for who in (club.member("umpire"), club.own, club.member("red")):
        assert who.get(f"{LINE}/{path}").status_code == 200, "from red, whose spy it is, nothing is hidden"


def test_odds_of_an_order_are_refused_before_it_is_read_where_something_is_hidden(club: Club) -> None:
    """Whether an order is legal may tell a secret too: the spy is there, another piece is not."""
    blue = club.member("blue")
    told = [
        blue.post(f"{LINE}/odds", json={"order": f"MovePiece piece={one} to=x", "by": "red"}) for one in ("spy", "mole")
    ]
    assert [problem(answer, "not-yours")["detail"] for answer in told] == [told[0].json()["detail"]] * 2


# Cases


def test_a_case_from_a_game_is_decided_as_the_game_was(plain: Club) -> None:
    blue = plain.member("blue")
    case = ok(blue.get(f"{LINE}/cases/{ROLL}"))["case"]
    found = ok(blue.post(f"{API}/adjudicate", content=case.encode()))
    (order,) = found["case"]["orders"]
    assert (order["by"], order["dice"], order["steps"][-1]["fact"]["faces"]) == ("blue", [4, 5], [4, 5])
    assert (found["claims"], found["failures"]) == (0, [])


def test_what_a_case_expects_is_held_against_what_comes(plain: Club) -> None:
    case = ok(plain.member("blue").get(f"{LINE}/cases/{ROLL}"))["case"] + "\n[expect]\nlosses = { red = 2 }\n"
    found = ok(plain.own.post(f"{API}/adjudicate", content=case.encode()))
    assert (found["claims"], len(found["failures"])) == (1, 1)


def test_a_case_needs_a_token_of_any_game_and_no_folder_of_this_machine_is_read(plain: Club) -> None:
    order = b'[[orders]]\nby = "blue"\norder = "RollDice why=x"\n'
    case = b'system = "freeform"\nscenario = "blank"\n[pack]\nname = "/etc"\n' + order
    problem(plain.spectator.post(f"{API}/adjudicate", content=case), "no-token")
    wrong = plain.client.post(f"{API}/adjudicate", content=case, headers={"Authorization": "Bearer nothing"})
    problem(wrong, "no-token")
    assert (
        "comes with no pack"
        in problem(plain.member("red").post(f"{API}/adjudicate", content=case), "unreadable")["detail"]
    )


@pytest.mark.parametrize("case", [b"", b"\xff\xfe", b"= =", b"system = 3", b"[[orders]]\n" * 60, b"a" * 1_100_000])
def test_what_is_no_case_is_refused_in_words(plain: Club, case: bytes) -> None:
    answer = plain.own.post(f"{API}/adjudicate", content=case)
    assert answer.status_code in (400, 413)
    assert answer.json()["detail"]


def test_a_game_may_be_set_to_take_nothing_back_after_dice(plain: Club) -> None:
    sent = {"system": "freeform", "scenario": "blank", "name": "strict", "settings": ["no_take_back_after_dice=yes"]}
    ok(plain.own.post(f"{API}/games", json=sent), 201)
    assert ok(plain.spectator.get(f"{API}/games/strict"))["settings"] == ["no_take_back_after_dice=yes"]
    plain.play("strict", ("blue", "RollDice why=volley", 4))
    refused = plain.member("blue", "strict").post(f"{API}/games/strict/take-backs", json={})
    assert "no_take_back_after_dice" in problem(refused, "unreadable")["detail"]
    wrong = plain.own.post(f"{API}/games", json={**sent, "name": "other", "settings": ["blitz"]})
    assert "known: no_take_back_after_dice" in problem(wrong, "not-found")["detail"]
