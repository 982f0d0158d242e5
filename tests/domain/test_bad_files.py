"""Files that are no game log, damaged logs, places one may not write to, full disks: one sentence, nothing lost."""

from __future__ import annotations

import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from domain.games.games import Games
from domain.kernel.errors import BadInput, RefightError
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.log.sqlite import FORMAT
from domain.log.store import tell_plainly
from rules import SYSTEMS
from tests.domain.storage import append, check_chain, grow, new_game, notes, orders_in, row_count, without_root

RIDGE = Ref("ridge")


def refused(path: Path | str, says: str) -> str:
    with pytest.raises(BadInput, match=says) as error:
        GameLog(str(path), SYSTEMS)
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.fixture
def log_file(tmp_path: Path) -> Path:
    """A closed log of some thirty pages."""
    path = tmp_path / "games.db"
    with GameLog(str(path), SYSTEMS) as log:
        grow(log, new_game(Games(log)), 900)
    return path


@pytest.mark.parametrize("content", [b"# My notes on Waterloo\n" * 40, b"\0" * 5000, b"SQLite format 4\0" + b"x" * 100])
def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.md"
    path.write_bytes(content)
    refused(path, "is not a refight database; give another file")
    assert path.read_bytes() == content
    assert [file.name for file in tmp_path.iterdir()] == ["notes.md"]


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "photos.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE photos (name TEXT)")
    connection.close()
    before = path.read_bytes()
    refused(path, "is a database of another program")
    assert path.read_bytes() == before


def test_an_empty_file_and_an_empty_database_become_a_log(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    connection = sqlite3.connect(tmp_path / "begun.db")
    connection.execute("PRAGMA journal_mode=WAL")  # as far as a process came that was killed while making its log
    connection.close()
    assert (tmp_path / "begun.db").stat().st_size > 0
    for name in ("empty.db", "begun.db"):
        with GameLog(str(tmp_path / name), SYSTEMS) as log:
            new_game(Games(log))
            assert log.games() == ["ridge"]


def test_a_log_of_a_newer_format_is_refused(log_file: Path) -> None:
    connection = sqlite3.connect(log_file)
    connection.execute(f"PRAGMA user_version={FORMAT + 1}")
    connection.close()
    refused(log_file, "was written by a newer refight; upgrade")


def test_a_folder_is_refused_with_an_example(tmp_path: Path) -> None:
    assert "games.db" in refused(tmp_path, "is a folder")


def test_an_address_of_an_unknown_kind_makes_no_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refused("mysql://club/games", "mysql:// is no kind of log")
    assert list(tmp_path.iterdir()) == []


def test_a_path_through_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    refused(tmp_path / "file" / "games.db", "cannot be opened for writing")


def test_a_place_where_one_may_not_write_is_refused() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o555)
        with without_root():
            refused(folder / "games.db", "cannot be opened for writing")
            refused(folder / "deeper" / "games.db", "cannot be opened for writing")
        folder.chmod(0o755)
        assert list(folder.iterdir()) == []


def test_a_path_with_every_odd_character_is_just_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a ?mode=ro#%20&«é».db"
    with GameLog(str(path), SYSTEMS) as log:
        new_game(Games(log))
    assert path.exists()
    with GameLog(str(path), SYSTEMS) as log:
        assert log.games() == ["ridge"]


# Damage


def look_at_everything(path: Path) -> None:
    with GameLog(str(path), SYSTEMS) as log:
        for game in log.games():
            games = Games(log)
            line = log.line(game)
            games.position(Ref(game))
            games.replayed(line, log.head(line).number)
            check_chain(log, line)


def what_is_said_of(path: Path) -> str | None:
    try:
        look_at_everything(path)
    except RefightError as error:
        return str(error)
    except AssertionError:
        return "the chain does not hold"
    return None


@pytest.mark.parametrize("kept", [0.05, 0.3, 0.6, 0.95])
def test_a_truncated_log_is_damage_said_in_one_sentence(log_file: Path, kept: float) -> None:
    whole = log_file.read_bytes()
    log_file.write_bytes(whole[: int(len(whole) * kept)])
    with pytest.raises(BadInput, match=r"damaged|missing|cannot read") as error:
        look_at_everything(log_file)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("seed", range(40))
def test_flipped_bytes_are_noticed_or_harmless_and_never_a_traceback(log_file: Path, seed: int) -> None:
    """Whatever is damaged: a sentence of ours, or a chain that does not hold, or bytes nobody reads."""
    dice = random.Random(seed)
    damaged = bytearray(log_file.read_bytes())
    page = 4096 * dice.randrange(len(damaged) // 4096)
    for _ in range(dice.choice([1, 8, 200])):
        damaged[page + dice.randrange(4096)] ^= 1 << dice.randrange(8)
    log_file.write_bytes(damaged)
    said = what_is_said_of(log_file)
    assert said is None or "\n" not in said


def test_a_log_with_a_damaged_page_still_gives_what_lies_elsewhere(log_file: Path) -> None:
    with GameLog(str(log_file), SYSTEMS) as log:
        new_game(Games(log), "second")
        connection = log.store.recorder.connection
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    damaged = bytearray(log_file.read_bytes())
    at = damaged.index(b"roll 300")
    page = at // 4096 * 4096
    damaged[page : page + 4096] = b"\xff" * 4096
    log_file.write_bytes(damaged)
    with GameLog(str(log_file), SYSTEMS) as log:
        assert len(log.entries(log.line("second"))) == 1
        with pytest.raises(BadInput, match="damaged"):
            log.entries(log.line("ridge"))


# Full disks


def fill(log: GameLog) -> int:
    """Orders of five notes until there is no more room; gives how many were acknowledged."""
    line, done, said = log.line("ridge"), 0, ""
    while not said and done < 10_000:
        try:
            append(log, line, notes(5, "x" * 500))
            done += 1
        except BadInput as error:
            said = str(error)
    assert said.startswith("the disk is full")
    assert "\n" not in said
    return done


def check_whole(log: GameLog, acknowledged: int) -> None:
    line = log.line("ridge")
    assert check_chain(log, line) == 1 + 5 * acknowledged
    assert [len(facts) for facts in orders_in(log, line).values()] == [1] + [5] * acknowledged


def test_a_full_disk_stores_nothing_of_the_order_and_keeps_the_rest(games: Games) -> None:
    new_game(games)
    connection = games.log.store.recorder.connection
    connection.execute("PRAGMA max_page_count=60")
    acknowledged = fill(games.log)
    check_whole(games.log, acknowledged)
    connection.execute("PRAGMA max_page_count=1000000")
    append(games.log, games.log.line("ridge"), notes(5))
    check_whole(games.log, acknowledged + 1)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A disk of 600 KiB."""
    mount, folder = shutil.which("mount"), tmp_path / "small"
    folder.mkdir()
    tried = mount and subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=600k", "tmpfs", str(folder)], capture_output=True
    )
    if not tried or tried.returncode:
        pytest.skip("a small disk can be made only by root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_really_full_disk_stores_nothing_of_the_order_and_keeps_the_rest(small: Path) -> None:
    with GameLog(str(small / "games.db"), SYSTEMS) as log:
        new_game(Games(log))
        acknowledged = fill(log)
        check_whole(log, acknowledged)
        with pytest.raises(BadInput, match="the disk is full"):
            [new_game(Games(log), f"game{i}") for i in range(1000)]
    with GameLog(str(small / "games.db"), SYSTEMS) as log:
        check_whole(log, acknowledged)


@pytest.mark.parametrize("left", [0, 40_960])
def test_a_log_opened_on_a_full_disk_speaks_of_the_full_disk(small: Path, left: int) -> None:
    """SQLite has no room for its own working files, and calls that an I/O error."""
    with GameLog(str(small / "games.db"), SYSTEMS) as log:
        new_game(Games(log))
    (small / "filler").write_bytes(b"x" * (shutil.disk_usage(small).free - left))
    with pytest.raises(BadInput, match="the disk is full"), GameLog(str(small / "games.db"), SYSTEMS) as log:
        Games(log).branch(RIDGE, "another")
    (small / "filler").unlink()
    with GameLog(str(small / "games.db"), SYSTEMS) as log:
        assert log.lines("ridge") == ["main"]
        Games(log).branch(RIDGE, "another")


def test_an_error_of_the_disk_is_told_as_a_full_disk_only_where_there_is_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error, said = sqlite3.OperationalError("disk I/O error"), list[str]()
    for free in (10_000, 10**9):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: SimpleNamespace(free=free))
        with pytest.raises(BadInput) as found:
            tell_plainly(str(tmp_path / "games.db"), error)
        said.append(str(found.value))
    assert said[0].startswith("the disk is full: nothing of this was stored")
    assert said[1].endswith("does not answer: disk I/O error")


LIMITED = """
import sys
from domain.log.gamelog import GameLog
from domain.kernel.errors import BadInput
from rules import SYSTEMS
from tests.domain.storage import append, notes
done = 0
try:
    with GameLog(sys.argv[1], SYSTEMS) as log:
        while True:
            append(log, log.line("ridge"), notes(5, "x" * 500))
            done += 1
            print(done, flush=True)
except BadInput as error:
    sys.exit(str(error))
"""


def test_a_limit_on_file_size_ends_in_one_sentence_and_loses_nothing(games: Games) -> None:
    new_game(games)
    room = 400_000
    run = subprocess.run(
        [sys.executable, "-c", LIMITED, games.log.store.url],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert len(run.stderr.strip().splitlines()) == 1, run.stderr
    acknowledged = len(run.stdout.split())
    assert acknowledged > 0
    check_whole(games.log, acknowledged)
    append(games.log, games.log.line("ridge"), notes(5))
    assert row_count(games.log) == 2 + 5 * (acknowledged + 1)
