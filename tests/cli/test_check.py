"""Audit, verify, seal, reveal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from domain.entry import Envelope
from domain.facts import OrderGiven, PointsScored
from domain.gamelog import GameLog
from domain.kernel import Recorded
from rules import SYSTEMS
from rules.freeform.orders import ScorePoints
from tests.cli.conftest import Run

Value = Callable[..., Any]


def forge(db: Path, times: int = 1) -> None:
    """Entries no rule would give: an order for one point that scores ten."""
    with GameLog(str(db), SYSTEMS) as log:
        line = log.line("ridge")
        for _ in range(times):
            head = log.head(line)
            given = OrderGiven(by="red", order=ScorePoints(side="red", points=1, why="x"))
            scored = PointsScored(side="red", points=10, why="x", rule="FF.6")
            log.append(line, head, Envelope(head.order_no + 1, "red", 0), [Recorded(given), Recorded(scored)])


def test_a_game_as_played_is_clean(ridge: str, run: Run, value: Value) -> None:
    assert run("audit", "ridge").stdout == ("ridge is clean: 7 orders with 14 entries decided again, all as recorded\n")
    assert value("audit", "ridge")["is_clean"] is True


def test_an_audit_that_finds_a_difference_exits_with_4_and_names_it(ridge: str, run: Run, db: Path) -> None:
    forge(db, 2)
    shown = run("audit", "ridge", code=4).stdout
    assert "1 differ; it stopped there, --all goes on" in shown
    assert "main:17" in shown
    assert "red gains 10 points" in shown


def test_all_lists_every_difference(ridge: str, value: Value, db: Path) -> None:
    forge(db, 2)
    assert [found["entry"] for found in value("audit", "ridge", "--all", code=4)["differences"]] == [17, 19]


def test_a_clean_game_verifies_and_says_what_is_not_proved(ridge: str, run: Run) -> None:
    shown = run("verify", "ridge").stdout
    assert shown.startswith("ridge holds: 15 entries unchanged and in order")


def test_a_seal_is_checked(ridge: str, run: Run, value: Value) -> None:
    seal = run("seal", "ridge").stdout.strip()
    assert value("seal", "ridge") == {"ref": "ridge", "seal": seal}
    run("note", "ridge", "later")
    assert value("verify", "ridge", "--seal", seal)["sealed"] is True


def test_a_seal_of_another_history_does_not_hold(ridge: str, run: Run) -> None:
    seal = run("seal", "ridge").stdout.strip()
    said = run("verify", "ridge", "--seal", seal[:-4] + "0000", code=4).stderr
    assert "is not the one that was sealed" in said


def test_a_file_is_verified_without_a_database(ridge: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ridge.jsonl"
    run("export", "ridge", "--output", str(file))
    assert "holds: 15 entries" in run("verify", str(file), "--db", str(tmp_path / "none.db")).stdout
    assert not (tmp_path / "none.db").exists()


def test_a_changed_file_fails_with_4_and_says_where(ridge: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ridge.jsonl"
    run("export", "ridge", "--output", str(file))
    file.write_text(file.read_text().replace('"why":"volley"', '"why":"valley"'))
    assert "entry 8 of main was changed" in run("verify", str(file), code=4).stderr


def test_a_transcript_has_no_chain(ridge: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ridge.txt"
    run("export", "ridge", "--format", "transcript", "--output", str(file))
    assert "has no chain to verify" in run("verify", str(file), code=2).stderr


def test_what_is_neither_game_nor_file_is_said_to_be_neither(ridge: str, run: Run) -> None:
    said = run("verify", "ridge.jsonl", code=2).stderr
    assert "there is no game 'ridge.jsonl'" in said
    assert "nor is there a file" in said


def test_a_revealed_seed_proves_the_dice_and_closes_them(ridge: str, run: Run, value: Value) -> None:
    seed = value("reveal", "ridge")["seed"]
    assert len(seed) == 64
    assert value("verify", "ridge")["dice_proved"] == 1
    assert "the seed of this line is public" in run("order", "ridge", "RollDice why=x", "--by", "red", code=2).stderr
