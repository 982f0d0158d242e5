"""A forger who computes the chain anew: what he cannot hide in a store or a file, each with its sentence and place."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.formats.jsonlines.jsonlines import export_game, read_game
from domain.games.games import Games
from domain.kernel.errors import VerificationFailed
from domain.kernel.facts import NoteAdded
from domain.kernel.play import Recorded
from domain.log.entry import Envelope, Sealed, codec_of
from domain.log.gamelog import EMPTY
from domain.log.links import Place
from domain.log.refs import Ref
from domain.proof.dice import DiceProof
from domain.proof.rowcheck import StoredEntries
from domain.proof.storedlines import StoredWalk
from domain.proof.verify import Proof, verify_file, verify_game, verify_line
from domain.proof.walk import Checked
from rules import SYSTEMS
from rules.freeform.luck import RollDice
from tests.domain.proof_helpers import LINES, PACK, objects, open_games, play, play_story, rechained, texts
from tests.domain.spoiling import Rows, cut_off, edit_wire, forge, forgery


def reparented(entry: Sealed) -> Sealed:
    """d leaves main at entry 5; now it is said to leave b, which begins only after entry 10."""
    fact = msgspec.msgpack.decode(entry.body or b"")
    if (entry.line, fact["fact"]) != ("d", "LineOpened"):
        return entry
    return entry._replace(body=msgspec.msgpack.encode({**fact, "parent": "b"}))


@pytest.mark.parametrize(
    ("reveal", "what", "line", "said"),
    [
        (False, ("GameStarted", {"commitments": {}}, 0), "main", "claims a fair die, but main was opened without"),
        (True, ("GameStarted", {"commitments": {}}, 0), "main", "reveals a seed that is not the one main was opened"),
        (False, ("CardDrawn", {"card": "zz"}, 0), "main", "draws zz, which is not in the pile of events"),
        (True, ("CardDrawn", {"card": "zz"}, 0), "main", "draws zz, which is not in the pile of events"),
        (True, ("DiceRolled", {"faces": [7, 7], "sides": 1000}, 0), "main", r"has a wrong roll \(fire\): die 1 of 2"),
        (False, ("DiceRolled", {"number": 2**62}, 4), "main", r"bears the die number \d+, which no die can have"),
        (True, ("SeedRevealed", {"seed": "00" * 32}, 1), "b", "reveals a seed that is not the one b was opened with"),
        (True, ("LineOpened", {"luck_until": 99}, 0), "b", "takes the parent's dice up to number 99"),
    ],
    ids=["no promise", "no promise kept", "card", "card known", "roll", "entered", "seed", "luck"],
)
def test_a_stored_game_chained_anew_is_still_found_out(
    tmp_path: Path, reveal: bool, what: tuple[str, dict[str, Any], int], line: str, said: str
) -> None:
    check_found_out(tmp_path, reveal, forgery(*what), line, said)


def test_a_line_chained_anew_to_a_parent_it_never_left_is_found_out(tmp_path: Path) -> None:
    check_found_out(tmp_path, False, reparented, "d", "leaves b at an entry that b does not hold")


def check_found_out(folder: Path, reveal: bool, change: Callable[[Sealed], Sealed], line: str, said: str) -> None:
    with open_games(folder).log as log:
        games = Games(log)
        play_story(games, reveal=reveal)
        with closing(sqlite3.connect(folder / "games.db")) as connection, connection:
            forge(connection, LINES, change)
        with pytest.raises(VerificationFailed, match=rf"^entry \d+ of {line} {said}"):
            verify_line(games, Ref("g", line))


def test_a_line_fails_with_what_broke_before_it_left_and_holds_otherwise(tmp_path: Path) -> None:
    with open_games(tmp_path).log as log:
        games = Games(log)
        play_story(games)
        with closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
            edit_wire(Rows(connection, "main"), 7, 3)
        found = verify_game(games, "g")
        for name in ("main", "b", "c"):
            broken = found[name]
            assert isinstance(broken, VerificationFailed)
            assert (broken.line, broken.entry) == ("main", 8)
        assert isinstance(found["d"], Proof), "it left main at entry 5"


def test_a_line_that_leaves_after_a_seed_was_shown_rolls_fair_dice_of_its_own(tmp_path: Path) -> None:
    with open_games(tmp_path).log as log:
        games = Games(log)
        play_story(games, reveal=True)
        games.branch(Ref("g"), "later")
        play(games, "later", ("red", RollDice(why="fire", dice=2)))
        assert verify_line(games, Ref("g", "later")).dice_open == 2


def test_a_line_that_leaves_what_is_cut_off_says_so(tmp_path: Path) -> None:
    with open_games(tmp_path).log as log:
        games = Games(log)
        play_story(games)
        with closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
            cut_off(Rows(connection, "main"), 8, 0)
        for name in ("b", "c"):
            with pytest.raises(VerificationFailed, match=r"^entry 11 of b branches off main at entry 10, which is not"):
                verify_line(games, Ref("g", name))


def test_a_wrong_seed_shown_after_a_line_left_proves_nothing_on_it(tmp_path: Path) -> None:
    with open_games(tmp_path).log as log:
        games = Games(log)
        play_story(games, reveal=True)
        before = verify_line(games, Ref("g", "b"))
        with closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
            forge(connection, LINES, forgery("SeedRevealed", {"seed": "00" * 32}, 0))
        after = verify_line(games, Ref("g", "b"))
        assert before.dice_open == 0
        assert (after.dice_proved, after.dice_open) == (before.dice_proved - 3, 3), "those it shares with main"


def test_a_wrong_roll_after_a_line_left_does_not_shorten_the_dice_it_may_repeat(tmp_path: Path) -> None:
    with open_games(tmp_path).log as log:
        games = Games(log)
        games.new(SYSTEMS["freeform"], "blank", "g", PACK)
        play(games, "main", *[("red", RollDice(why="fire"))] * 4)
        games.branch(Ref("g", "main", 3), "b", luck="same")
        games.reveal(Ref("g"))
        with closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
            forge(connection, ["main"], forgery("DiceRolled", {"faces": [7], "sides": 1000}, 1))
        found = verify_game(games, "g")
        assert isinstance(found["main"], VerificationFailed)
        assert (found["main"].line, found["main"].entry) == ("main", 5)
        assert found["b"] == verify_line(games, Ref("g", "b"))


def test_rows_that_do_not_begin_with_what_opens_a_line_are_no_line(tmp_path: Path) -> None:
    note = Recorded(NoteAdded(by="umpire", text="tea at four"))
    rows, _ = codec_of(None).write("main", EMPTY, Envelope(0, "umpire", 0), [note])
    pieces = iter([[(0, *rows[0])]])
    with open_games(tmp_path).log as log:
        dice = DiceProof(StoredWalk(log, "g", []))
        entries = StoredEntries(Place("main", None, 0), pieces, dice, lambda _: None)
        with pytest.raises(VerificationFailed, match=r"^entry 1 of main does not open the line as a first entry must$"):
            entries.advance(Checked(), 1)


def add_an_empty_line(rows: list[dict[str, Any]]) -> None:
    rows[0]["lines"].append({"line": "e", "parent": "main", "at": 3})
    rows[-1]["end"].append({"line": "e", "entry": 3, "hash": "00" * 32})


def open_with_a_note(rows: list[dict[str, Any]]) -> None:
    rows[1]["fact"] = {"fact": "NoteAdded", "by": "umpire", "text": "tea at four"}
    rows[1:] = rechained(rows)[1:]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        pytest.param(
            lambda rows: rows[-1]["end"][1].update(hash="00" * 32),
            r"entry \d+ of b is not the last one named at the end of the file",
            id="end",
        ),
        pytest.param(add_an_empty_line, "entry 4 of e is missing, and with it the whole line", id="empty line"),
        pytest.param(open_with_a_note, "entry 1 of main does not open the line as a first entry must", id="opening"),
    ],
)
def test_a_file_whose_frame_does_not_fit_is_found_out(
    tmp_path: Path, change: Callable[[list[dict[str, Any]]], object], said: str
) -> None:
    with open_games(tmp_path).log as log:
        games = Games(log)
        play_story(games)
        rows = objects(list(export_game(games, "g")))
    change(rows)
    with pytest.raises(VerificationFailed, match=f"^{said}$"):
        verify_file(read_game(texts(rows)))
