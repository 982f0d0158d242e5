"""What the service answers: the same as the command line, for those who may know it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.formats.jsonlines.jsonlines import read_game
from domain.kernel.facts import DiceRolled
from domain.log.refs import Ref
from domain.proof.verify import verify_file
from tests.service.conftest import API, Club

LINE = f"{API}/games/ridge/lines/main"


def ok(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


def first_roll(club: Club) -> int:
    return next(entry.number for entry in club.games.entries(Ref("ridge")) if isinstance(entry.fact, DiceRolled))


def test_the_games_are_listed_as_anyone_may_know_them(club: Club) -> None:
    (row,) = ok(club.spectator.get(f"{API}/games"))
    assert (row["game"], row["system"], row["sides"], row["lines"]) == ("ridge", "freeform", ["blue", "red"], 1)
    assert row["points"] == {"blue": 3, "red": 0}


def test_the_list_of_games_is_made_anew_when_someone_has_written(club: Club) -> None:
    before = ok(club.spectator.get(f"{API}/games"))[0]["entries"]
    club.play("ridge", ("blue", "ScorePoints side=blue points=2 why=more"))
    (row,) = ok(club.spectator.get(f"{API}/games"))
    assert (row["entries"], row["points"]["blue"]) == (before + 2, 5)


def test_a_game_is_told_with_its_lines_and_who_asks(club: Club) -> None:
    club.games.branch(Ref("ridge", entry=3), "left", why="what if?")
    found = ok(club.member("blue").get(f"{API}/games/ridge"))
    assert [(line["name"], line["parent"], line["at"]) for line in found["lines"]] == [
        ("main", "", 0),
        ("left", "main", 3),
    ]
    assert (found["role"], found["side"]) == ("side", "blue")
    assert ok(club.spectator.get(f"{API}/games/ridge"))["role"] == "spectator"
    assert ok(club.member("umpire").get(f"{API}/games/ridge"))["role"] == "umpire"


def test_pages_of_entries_follow_each_other_and_leave_out_what_is_hidden(club: Club) -> None:
    club_head = club.games.log.head(club.games.line(Ref("ridge"))).number
    seen, after = [], 0
    while True:
        page = ok(club.spectator.get(f"{LINE}/entries?after={after}&limit=3"))
        assert len(page["entries"]) <= 3
        assert page["head"] == club_head
        if page["after"] == after:
            break
        seen += [entry["entry"] for entry in page["entries"]]
        after = page["after"]
    public = [entry.number for entry in club.games.entries(Ref("ridge")) if entry.to is None]
    assert seen == public
    assert len(public) == club_head - 2
    umpire = ok(club.member("umpire").get(f"{LINE}/entries"))
    assert [entry["entry"] for entry in umpire["entries"]] == list(range(1, club_head + 1))


def test_an_entry_has_its_fact_its_words_and_its_hash(club: Club) -> None:
    found = ok(club.spectator.get(f"{LINE}/entries/2"))
    (entry,) = club.games.log.entries(club.games.line(Ref("ridge")), 1, 2)
    assert found["fact"] == msgspec.to_builtins(entry.fact)
    assert found["words"] == "blue> AddPiece piece=guard side=blue at=hill strength=4"
    assert (found["hash"], found["to"], found["by"]) == (entry.hash.hex(), None, "blue")


def test_the_board_is_as_it_was_after_any_entry(club: Club) -> None:
    early, late = (ok(club.spectator.get(f"{LINE}/board{at}")) for at in ("?at=3", ""))
    assert [counter["id"] for counter in early["board"]["counters"]] == ["guard"]
    assert [counter["id"] for counter in late["board"]["counters"]] == ["guard", "horse"]
    assert (early["entry"], early["ref"]) == (3, "ridge:3")


def test_the_board_is_drawn_and_may_hold_no_script(club: Club) -> None:
    answer = club.spectator.get(f"{LINE}/board.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "guard" in answer.text
    assert "script-src" not in answer.headers["content-security-policy"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_orders_there_are_belong_to_the_side_that_asks(club: Club) -> None:
    found = ok(club.member("red").get(f"{LINE}/options"))["options"]
    assert {option["by"] for option in found} == {"red"}
    every = ok(club.member("umpire").get(f"{LINE}/options"))["options"]
    assert {option["by"] for option in every} == {"blue", "red"}
    some = ok(club.member("umpire").get(f"{LINE}/options?side=blue&limit=2"))
    assert [option["by"] for option in some["options"]] == ["blue", "blue"]
    assert not some["complete"]


def test_an_order_is_stored_and_what_came_of_it_answered(club: Club) -> None:
    before = club.games.log.head(club.games.line(Ref("ridge"))).number
    given = ok(club.member("red").order("red", "MovePiece piece=horse to=mill"), 201)
    assert [entry["fact"]["fact"] for entry in given["entries"]] == ["OrderGiven", "PieceMoved"]
    assert given["head"] == before + 2 == club.games.log.head(club.games.line(Ref("ridge"))).number


def test_dice_from_the_table_are_taken_and_marked(club: Club) -> None:
    given = ok(club.member("red").order("red", "RollDice why=rally dice=2", dice=[3, 1]), 201)
    assert given["entries"][-1]["fact"]["faces"] == [3, 1]
    assert given["entries"][-1]["fact"]["source"] == "entered"


def test_a_ten_sided_die_shows_nought_for_ten_and_no_eleven(club: Club) -> None:
    red = club.member("red")
    assert ok(red.order("red", "RollDice why=rally sides=10", dice=[0]), 201)["entries"][-1]["fact"]["faces"] == [10]
    refused = red.order("red", "RollDice why=rally sides=10", dice=[11])
    assert refused.status_code == 400
    assert "11 cannot come up on a d10" in refused.text


def test_without_dice_fair_ones_are_rolled(club: Club) -> None:
    given = ok(club.member("red").order("red", "RollDice why=rally dice=2"), 201)
    assert given["entries"][-1]["fact"]["source"] == "fair"


def test_the_sums_are_those_of_the_log(club: Club) -> None:
    assert ok(club.spectator.get(f"{LINE}/score"))["totals"] == {"blue": 3, "red": 0}
    losses = ok(club.spectator.get(f"{LINE}/losses"))
    assert (losses["by_side"]["red"], losses["men"]["red"]) == ({"steps": 2}, 100)
    assert [roll["faces"] for roll in ok(club.spectator.get(f"{LINE}/dice"))["rolls"]] == [[4, 5]]


def test_an_entry_is_explained_with_its_order_and_dice(club: Club) -> None:
    roll = first_roll(club)
    found = ok(club.spectator.get(f"{LINE}/explain/{roll}"))
    assert (found["entry"], found["about"]) == (roll, "an order of blue")
    assert [fact["origin"] for fact in found["facts"]][-1] == "rolled at the table, and entered"


def test_an_audit_finds_the_ridge_clean(club: Club) -> None:
    found = ok(club.member("blue").get(f"{LINE}/audit"))
    assert (found["is_clean"], found["orders"], found["complete"]) == (True, 6, True)


def test_a_note_is_signed_by_whoever_sends_it(club: Club) -> None:
    given = ok(club.member("blue").post(f"{LINE}/notes", json={"text": "a fine shot", "about": 3}), 201)
    assert given["entries"][0]["fact"] == {"fact": "NoteAdded", "by": "blue", "text": "a fine shot", "about": 3}
    by_umpire = ok(club.member("umpire").post(f"{LINE}/notes", json={"text": "so be it"}), 201)
    assert by_umpire["entries"][0]["by"] == "umpire"


def test_a_line_is_opened_where_nothing_is_hidden_and_by_the_umpire_anywhere(club: Club) -> None:
    blue, umpire = club.member("blue"), club.member("umpire")
    opened = ok(blue.post(f"{API}/games/ridge/branches", json={"name": "early", "at": 3}), 201)
    assert (opened["ref"], opened["parent"], opened["at"], opened["luck"]) == ("ridge@early", "main", 3, "fresh")
    refused = ok(blue.post(f"{API}/games/ridge/branches", json={"name": "late"}), 403)
    assert "something is hidden from blue" in refused["detail"]
    assert ok(umpire.post(f"{API}/games/ridge/branches", json={"name": "late"}), 201)["at"] == 13
    assert club.games.log.lines("ridge") == ["main", "early", "late"]


def test_whoever_runs_the_service_starts_games(club: Club) -> None:
    sent = {"system": "freeform", "scenario": "blank", "name": "duel", "sides": ["ann", "ben"]}
    assert ok(club.own.post(f"{API}/games", json=sent), 201)["sides"] == ["ann", "ben"]
    assert club.games.log.line("duel").started.sides == ("ann", "ben")
    for who in (club.spectator, club.member("umpire")):
        assert ok(who.post(f"{API}/games", json={**sent, "name": "other"}), 401)["title"] == "A token is needed"
    assert "other" not in club.games.log.games()


def test_a_pack_is_never_looked_for_in_a_folder_of_the_machine(club: Club) -> None:
    sent = {"system": "freeform", "scenario": "blank", "name": "duel", "pack": "/etc"}
    assert "comes with no pack" in ok(club.own.post(f"{API}/games", json=sent), 400)["detail"]


def test_what_was_exported_for_a_side_proves_itself_and_what_the_umpire_gets_can_be_brought_in(club: Club) -> None:
    side = club.member("blue").get(f"{API}/games/ridge/export")
    assert side.headers["content-disposition"] == 'attachment; filename="ridge-for-blue.jsonl"'
    assert json.loads(side.text.splitlines()[0])["side"] == "blue"
    assert verify_file(read_game(iter(side.text.splitlines()))).entries == 13
    whole = club.member("umpire").get(f"{API}/games/ridge/export")
    brought = ok(club.own.post(f"{API}/import?name=copy", content=whole.content), 201)
    assert (brought["game"], brought["entries"]) == ("copy", 13)
    assert [e.hash for e in club.games.entries(Ref("copy"))] == [e.hash for e in club.games.entries(Ref("ridge"))]


def test_a_transcript_goes_out_to_the_umpire_and_comes_in(club: Club) -> None:
    assert ok(club.member("red").get(f"{API}/games/ridge/export?format=transcript"), 403)["status"] == 403
    text = club.member("umpire").get(f"{API}/games/ridge/export?format=transcript").text
    assert "blue> AddPiece piece=guard" in text
    brought = ok(club.own.post(f"{API}/import?name=again", content=text.encode()), 201)
    assert brought["entries"] == 13


@pytest.mark.parametrize("data", [b"", b"\x00\x01", b"{", b"PK\x03\x04 no archive", b"system: nowhere\n\nblue> X\n"])
def test_a_file_that_is_none_is_refused_without_naming_a_path(club: Club, data: bytes) -> None:
    found = ok(club.own.post(f"{API}/import?name=bad", content=data), 400)
    assert "/tmp" not in found["detail"]
    assert "refight-" not in found["detail"]
    assert "bad" not in club.games.log.games()


def test_a_file_that_was_tampered_with_is_refused_with_the_place(club: Club) -> None:
    whole = club.member("umpire").get(f"{API}/games/ridge/export").text
    found = ok(
        club.own.post(f"{API}/import?name=bad", content=whole.replace('"faces":[4,5]', '"faces":[6,6]').encode()), 422
    )
    assert found["type"] == "/api/problems/unproven"
    assert found["line"] == "main"
    assert found["entry"] == next(
        e.number for e in club.games.entries(Ref("ridge")) if type(e.fact).__name__ == "DiceRolled"
    )


def test_a_list_of_many_games_is_read_from_the_read_database_and_stays_right(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.models.archive.FEW", 0)
    club.service.read_db = tmp_path / "games.read.db"
    for points, entries in ((3, 13), (5, 15)):
        for who in (club.spectator, club.own):
            (row,) = ok(who.get(f"{API}/games"))
            assert (row["points"]["blue"], row["entries"]) == (points, entries)
        assert club.service.read_db.exists()
        club.play("ridge", ("blue", "ScorePoints side=blue points=2 why=more"))


def test_rules_are_read_and_found_by_word_without_a_token(club: Club) -> None:
    rules = f"{API}/systems/gettysburg/rules"
    assert [row["id"] for row in club.spectator.get(rules).json()][:3] == ["1", "2", "3"]
    assert list(club.spectator.get(f"{rules}/D45").json()["readings"]) == ["D45"]
    found = club.spectator.get(f"{rules}/search", params={"words": "rout suport", "limit": 2}).json()
    assert (len(found["found"]), found["of"] > 2) == (2, True)
    assert "did you mean support" in found["unknown"]
    assert club.spectator.get(f"{rules}/search", params={"words": "elephant"}).json()["found"] == []


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [("gettysburg/rules/21.6", 404, "did you mean 21.5"), ("gettysburgh/rules", 404, "did you mean gettysburg"),
     ("gettysburg/rules/11.6/S1", 404, "no rule '11.6/S1'"), ("gettysburg/rules/11.6%2FS1", 404, "no rule '11.6/S1'"),
     ("gettysburg/rules/search?words=%20", 400, "no word to search for"), ("gettysburg/rules/search", 400, "words")],
)  # fmt: skip
def test_rules_that_are_not_there_are_told_so(club: Club, address: str, status: int, said: str) -> None:
    answer = club.spectator.get(f"{API}/systems/{address}")
    assert answer.status_code == status
    assert said in answer.text
