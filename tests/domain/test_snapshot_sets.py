"""Snapshots are named by what decides a state, and those that nobody reads any more do not pile up."""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from domain.games.games import Games
from domain.games.positions import SNAPSHOT_EVERY
from domain.kernel.errors import BadInput
from domain.log.gamelog import GameLog
from domain.log.snapshots import fingerprint
from rules import SYSTEMS
from tests.domain.storage import FREEFORM, grow, new_game, run_sql

ROOT = Path(__file__).parents[2]
NAMES = "from rules import SYSTEMS; from domain.log.snapshots import fingerprint; "
TELL = NAMES + "print([fingerprint(system) for system in SYSTEMS.values()])"


def installed(folder: Path) -> Path:
    left_out = shutil.ignore_patterns("__pycache__", "packs", "*.en.toml")
    for package in ("domain", "rules"):
        shutil.copytree(ROOT / package, folder / package, ignore=left_out)
    return folder


def told_in(folder: Path, seed: str = "0") -> str:
    environment = {"PYTHONHASHSEED": seed, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", TELL], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_neither_the_folder_nor_line_numbers_nor_the_run_change_the_name(tmp_path: Path) -> None:
    folder = installed(tmp_path)
    for name in ("domain/kernel/core.py", "rules/freeform/state.py"):
        text = (folder / name).read_text()
        head, future, rest = text.partition("from __future__ import annotations\n")
        (folder / name).write_text(f"{head}{future}\n# a remark\n\n# and another\n{rest}")
    expected = str([fingerprint(system) for system in SYSTEMS.values()])
    assert [told_in(folder, seed) for seed in ("1", "2")] == [expected, expected]


def test_a_change_in_what_a_fold_calls_changes_the_name(tmp_path: Path) -> None:
    """`lift` is no fold itself; several folds of Gettysburg call it."""
    folder = installed(tmp_path)
    path = folder / "rules" / "gettysburg" / "position.py"
    before = told_in(folder)
    path.write_text(path.read_text() + "\n\n_lift = lift\n\n\ndef lift(*args):\n    return _lift(*args)\n")
    assert told_in(folder) != before


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("gettysburg/sheets/scenario.py", "    turn: int", "    turn: float"),
        ("gettysburg/state.py", "left_on: int = 0", "left_on: int = 1"),
        ("gettysburg/state.py", "    unit: PieceId", "    piece: PieceId"),
        ("gettysburg/movement/asks.py", "ge=0, le=9", "ge=0, le=8"),
        ("gettysburg/ground/ground.py", 'Literal["road", "trail"]', 'Literal["road", "path"]'),
    ],
    ids=["type", "default", "name", "alias", "choices"],
)
def test_a_change_in_any_part_of_a_state_changes_the_name(tmp_path: Path, file: str, old: str, new: str) -> None:
    """However deep it lies: none of these is a field of the state itself."""
    folder = installed(tmp_path)
    path = folder / "rules" / file
    changed = path.read_text().replace(old, new)
    assert changed != path.read_text()
    path.write_text(changed)
    assert told_in(folder) != str([fingerprint(system) for system in SYSTEMS.values()])


@pytest.fixture
def long(any_games: Games) -> Games:
    grow(any_games.log, new_game(any_games), 3 * SNAPSHOT_EVERY)
    return any_games


def sets(log: GameLog) -> set[str]:
    return {each.name for each in log.store.snapshot_sets("ridge@main#")}


def with_other_rules(games: Games) -> Games:
    """The same log, opened by a version whose states are decided otherwise."""
    games.log.systems = {"freeform": dataclasses.replace(FREEFORM, edition="another")}
    games.log._lines.clear()
    return games


def test_an_old_set_goes_when_a_new_one_is_written(long: Games) -> None:
    line = long.log.line("ridge")
    head = long.log.head(line).number
    long.state(line, head)
    (old,) = sets(long.log)
    newer = with_other_rules(long)
    newer.state(newer.log.line("ridge"), head)
    (new,) = sets(long.log)
    assert new != old


def test_leftovers_are_told_and_freed_and_what_is_in_use_stays(long: Games) -> None:
    line = long.log.line("ridge")
    long.state(line, long.log.head(line).number)
    assert long.log.leftovers() == []
    long.log.store.put_snapshot("ridge@main#0123456789ab", 1, b"of other rules")
    long.log.store.put_snapshot("gone@main#0123456789ab", 1, b"of a game that is not here")
    left = long.log.leftovers()
    assert [(each.name.partition("#")[0], each.snapshots) for each in left] == [("gone@main", 1), ("ridge@main", 1)]
    assert sum(each.bytes for each in left) > 0
    long.log.store.drop_sets(each.name for each in left)
    assert long.log.store.give_back() >= 0
    assert long.log.leftovers() == []
    assert long.log.snapshot(line, None) is not None


def test_no_snapshot_rests_on_a_gap(tmp_path: Path) -> None:
    url = str(tmp_path / "games.db")
    with GameLog(url, SYSTEMS) as log:
        games = Games(log)
        grow(log, new_game(games), 5 * SNAPSHOT_EVERY)
        run_sql(url, "DELETE FROM stored_events WHERE originator_version=700")
        line = log.line("ridge")
        with pytest.raises(BadInput, match="entries of ridge@main are missing"):
            games.state(line, log.head(line).number)
        assert log.store.snapshot_sets() == []
