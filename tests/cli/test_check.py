"""Audit, verify, seal, reveal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.facts import OrderGiven, PointsScored
from domain.kernel.play import Recorded
from domain.kernel.reasons import said
from domain.log.entry import Envelope
from domain.log.gamelog import GameLog
from rules import SYSTEMS
from rules.freeform.sequence import ScorePoints
from tests.cli.conftest import Run, change

Value = Callable[..., Any]


def forge(db: Path, times: int = 1) -> None:
    """Entries no rule would give: an order for one point that scores ten."""
    with GameLog(str(db), SYSTEMS) as log:
        line = log.line("ridge")
        for _ in range(times):
            head = log.head(line)
            given = OrderGiven(by="red", order=ScorePoints(side="red", points=1, why="x"))
            scored = PointsScored(side="red", points=10, why=said("x", "FF.6"))
            log.append(line, head, Envelope(head.order_no + 1, "red", 0), [Recorded(given), Recorded(scored)])


def test_a_game_as_played_is_clean(ridge: str, run: Run, value: Value) -> None:
    assert run("audit", "ridge").stdout == ("ridge is clean: 7 orders with 14 entries decided again, all as recorded\n")
    assert value("audit", "ridge@main")["is_clean"] is True


def test_without_a_line_every_line_is_audited_and_with_one_only_that(ridge: str, run: Run, value: Value) -> None:
    run("branch", "ridge:9", "--name", "alt")
    assert run("audit", "ridge").stdout.splitlines() == [
        "ridge is clean: 7 orders with 14 entries decided again, all as recorded",
        "ridge@alt is clean: 4 orders with 8 entries decided again, all as recorded",
    ]
    assert [report["ref"] for report in value("audit", "ridge")] == ["ridge", "ridge@alt"]
    for ref in ("ridge@main", "ridge@alt", "ridge:5"):
        assert run("audit", ref).stdout.count("is clean") == 1


def test_a_fault_in_one_line_is_the_exit_code_of_all(ridge: str, run: Run, value: Value, db: Path) -> None:
    run("branch", "ridge:9", "--name", "alt")
    forge(db)
    shown = run("audit", "ridge", code=4).stdout
    assert "ridge is not clean" in shown
    assert "ridge@alt is clean" in shown
    assert [report["is_clean"] for report in value("audit", "ridge", code=4)] == [False, True]
    run("audit", "ridge@alt")


def test_a_fault_that_lines_share_is_listed_once(ridge: str, run: Run, db: Path) -> None:
    forge(db)
    run("branch", "ridge", "--name", "alt")
    shown = run("audit", "ridge", code=4).stdout
    assert shown.count("is not clean") == 2
    assert shown.count("main:17") == 1


def test_an_audit_that_finds_a_difference_exits_with_4_and_names_it(ridge: str, run: Run, db: Path) -> None:
    forge(db, 2)
    shown = run("audit", "ridge", code=4).stdout
    assert "1 differ; it stopped there, --all goes on" in shown
    assert "main:17" in shown
    assert "red gains 10 points" in shown


def test_all_lists_every_difference(ridge: str, value: Value, db: Path) -> None:
    forge(db, 2)
    assert [found["entry"] for found in value("audit", "ridge@main", "--all", code=4)["differences"]] == [17, 19]


def test_an_audit_can_go_on_where_the_last_one_ended(ridge: str, run: Run, value: Value) -> None:
    assert [report["since"] for report in value("audit", ridge)] == [0]
    head = value("log", ridge)[-1]["entry"]
    run("order", ridge, "TakeLoss piece=guard", "--by", "red")
    (report,) = value("audit", ridge, "--continue")
    assert (report["since"], report["is_clean"]) == (head, True)
    said = run("audit", ridge, "--continue").stdout
    assert f"those up to entry {head + 2} in an earlier audit, all as recorded" in said
    run("project", "--rebuild")
    assert [report["since"] for report in value("audit", ridge, "--continue")] == [0]


def test_a_clean_game_verifies_and_says_what_is_not_proved(ridge: str, run: Run) -> None:
    assert run("verify", "ridge").stdout.splitlines() == [
        "ridge holds:",
        "  15 entries fit together, none changed by itself",
        "  without a seal, a log cut short or made anew as a whole would not show",
        "  1 die or card promised as fair, to be proved when the seed is revealed",
        "  2 dice and cards entered by hand or imported, which nothing can prove",
    ]


def test_without_a_line_every_line_is_verified_and_with_one_only_that(ridge: str, run: Run, value: Value) -> None:
    run("branch", "ridge:9", "--name", "alt")
    shown = run("verify", "ridge").stdout
    assert "ridge holds:\n  15 entries" in shown
    assert "ridge@alt holds:\n  10 entries" in shown
    assert [(row["ref"], row["holds"], row["entries"]) for row in value("verify", "ridge")] == [
        ("ridge", True, 15),
        ("ridge@alt", True, 10),
    ]
    assert run("verify", "ridge@alt").stdout.count("holds") == 1
    assert value("verify", "ridge@main")["entries"] == 15


def test_a_line_that_fails_is_named_with_its_entry_in_words_and_the_others_are_still_proved(
    ridge: str, run: Run, value: Value, db: Path
) -> None:
    run("branch", "ridge:9", "--name", "alt")
    run("note", "ridge", "the truth")
    change(db, "ridge@main", b"the truth", b"the trick")
    done = run("verify", "ridge", code=4)
    assert "ridge fails at main:16\nridge@alt holds:" in done.stdout
    assert done.stderr == (
        "ridge@main:16 does not hold: entry 16 of main was changed, or one before it was taken out\n"
        "  it reads: note by umpire: the trick\n"
    )
    assert [row["holds"] for row in value("verify", "ridge", code=4)] == [False, True]
    run("verify", "ridge@alt")


def test_what_lines_share_and_is_wrong_is_said_once(ridge: str, run: Run, db: Path) -> None:
    run("branch", "ridge:9", "--name", "alt")
    change(db, "ridge@main", b"volley\xa4dice", b"valley\xa4dice")
    done = run("verify", "ridge", code=4)
    assert done.stdout.splitlines() == ["ridge fails at main:8", "ridge@alt fails at main:8"]
    assert done.stderr.count("entry 8 of main was changed") == 1
    assert "it reads: blue> RollDice why=valley dice=2" in done.stderr


def test_whoever_waits_for_a_proof_sees_how_far_it_is(ridge: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[tuple[str, int, int]] = []

    @contextmanager
    def watched(label: str) -> Iterator[Callable[[int, int], None]]:
        yield lambda done, of: steps.append((label, done, of))

    run("branch", "ridge:9", "--name", "alt")
    monkeypatch.setattr("cli.commands.check.progress", watched)
    run("verify", "ridge")
    assert steps[-1] == ("verify ridge", 16, 16)
    run("verify", "ridge@main")
    assert steps[-1] == ("verify ridge", 15, 15)


def test_a_seal_is_checked(ridge: str, run: Run, value: Value) -> None:
    seal = run("seal", "ridge").stdout.strip()
    assert value("seal", "ridge") == {"ref": "ridge", "seal": seal}
    run("note", "ridge", "later")
    covered = "  unchanged up to the seal at entry 15; 1 entry, later or on other lines, is not covered by it\n"
    assert covered in run("verify", "ridge", "--seal", seal).stdout
    (found,) = value("verify", "ridge", "--seal", seal)
    assert (found["sealed"], found["sealed_at"], found["since"]) == (True, 15, 1)


def test_a_seal_speaks_for_its_own_line_only(ridge: str, run: Run, value: Value) -> None:
    run("branch", "ridge:9", "--name", "alt")
    seal = run("seal", "ridge@alt").stdout.strip()
    assert [row["sealed"] for row in value("verify", "ridge", "--seal", seal)] == [False, True]


def test_a_sealed_line_that_is_gone_is_missed(ridge: str, run: Run, tmp_path: Path) -> None:
    file, other = str(tmp_path / "ridge.jsonl"), str(tmp_path / "other.db")
    run("export", "ridge", "-o", file)
    run("branch", "ridge:9", "--name", "alt")
    seal = run("seal", "ridge@alt").stdout.strip()
    run("import", file, "--db", other)
    said = run("verify", "ridge", "--seal", seal, "--db", other, code=4).stderr
    assert "ridge has no line alt, which was sealed at entry 10" in said


def test_a_seal_of_another_history_does_not_hold(ridge: str, run: Run) -> None:
    seal = run("seal", "ridge").stdout.strip()
    said = run("verify", "ridge", "--seal", seal[:-4] + "0000", code=4).stderr
    assert "is not the one that was sealed" in said


def test_a_file_is_verified_without_a_database(ridge: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ridge.jsonl"
    run("export", "ridge", "--output", str(file))
    assert "holds:\n  15 entries" in run("verify", str(file), "--db", str(tmp_path / "none.db")).stdout
    assert not (tmp_path / "none.db").exists()


def test_a_changed_file_fails_with_4_and_says_where(ridge: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ridge.jsonl"
    run("export", "ridge", "--output", str(file))
    file.write_text(file.read_text().replace('"why":"volley"', '"why":"valley"'))
    said = run("verify", str(file), code=4).stderr
    assert f"{file} main:8 does not hold: entry 8 of main was changed" in said
    assert "it reads: blue> RollDice why=valley dice=2" in said


def test_a_transcript_has_no_chain(ridge: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ridge.txt"
    run("export", "ridge", "--format", "transcript", "--output", str(file))
    assert "has no chain to verify" in run("verify", str(file), code=2).stderr


def test_what_is_neither_game_nor_file_is_said_to_be_neither(ridge: str, run: Run) -> None:
    said = run("verify", "ridge.jsonl", code=2).stderr
    assert "there is no game 'ridge.jsonl'" in said
    assert "nor is there a file" in said


def test_a_revealed_seed_proves_the_dice_and_closes_them(ridge: str, run: Run, value: Value) -> None:
    seed = value("reveal", "ridge", "--now")["seed"]
    assert len(seed) == 64
    assert value("verify", "ridge@main")["dice_proved"] == 1
    assert "the seed of this line is public" in run("order", "ridge", "RollDice why=x", "--by", "red", code=2).stderr


def test_in_the_middle_of_a_game_the_seed_is_revealed_only_on_purpose(ridge: str, run: Run) -> None:
    said = run("reveal", "ridge", code=2).stderr
    assert "nobody can roll fair dice on this line" in said
    assert "cards drawn from hidden decks become known" in said
    assert "SeedRevealed" not in run("log", "ridge", "--json").stdout
    run("order", "ridge", "EndGame why=dusk", "--by", "red")
    assert run("reveal", "ridge").stdout == run("reveal", "ridge").stdout


def test_a_seed_is_kept_while_another_line_goes_on_in_which_the_same_was_drawn(ridge: str, run: Run) -> None:
    run("branch", "ridge", "--name", "aside")
    run("order", "ridge", "EndGame why=dusk", "--by", "red")
    assert "ridge goes on in aside: once the seed is known" in run("reveal", "ridge", code=2).stderr
    run("close", "ridge@aside")
    run("reveal", "ridge")


def test_a_line_without_fair_dice_has_nothing_to_reveal(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "old.txt"
    file.write_text("system: freeform\nscenario: blank\n\nblue> RollDice why=x\n  dice 3\n")
    run("import", str(file))
    assert "this line never had fair dice" in run("reveal", "old", "--now", code=2).stderr
