"""The read database is always what the log says, however it came about; and nobody else's file is touched."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from domain.games.games import Games
from domain.kernel.errors import BadInput
from domain.kernel.facts import PointsScored
from domain.kernel.packs import Pack
from domain.kernel.play import Recorded
from domain.kernel.reasons import said
from domain.log.entry import Envelope, Head
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from projections.models import schema
from projections.models.catch_up import catch_up, damaged_lines
from projections.models.games_list import GameRow, game_or_mark, is_damage
from projections.models.model import LARGEST
from rules import SYSTEMS

Contents = Callable[[Path], dict[str, list[tuple[Any, ...]]]]
Query = Callable[..., list[tuple[Any, ...]]]
LongGame = Callable[[Games, str, int], None]
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def read_db(tmp_path: Path) -> Path:
    return tmp_path / "games.read.db"


def test_points_losses_and_dice_of_each_line_with_running_totals(mill: Games, read_db: Path, query: Query) -> None:
    assert catch_up(mill.log, read_db) == 18 + 5 + 3
    points = "SELECT line, entry, side, points, total, why, rule FROM points ORDER BY id"
    assert query(read_db, points) == [
        ("main", 13, "red", 3, 3, "fire", "FF.6"),
        ("maybe", 16, "blue", 2, 2, "held", "FF.6"),
        ("again", 19, "red", 1, 4, "a gun", "FF.6"),
    ]
    losses = "SELECT line, entry, unit, amount, men, unit_total, side_total, side_men FROM losses ORDER BY id"
    assert query(read_db, losses) == [
        ("main", 11, "ohio", 2, 60, 2, 2, 60),
        ("maybe", 18, "ohio", 1, None, 3, 3, 60),
    ]
    assert query(read_db, "SELECT entry, side, why, die, source, dice, faces, total FROM dice") == [
        (9, "blue", "volley", 6, "entered", 3, "[2,5,6]", 13)
    ]
    assert query(read_db, "SELECT face, times FROM dice_faces") == [(2, 1), (5, 1), (6, 1)]


def test_the_views_follow_a_branch_into_its_parents(mill: Games, read_db: Path, query: Query) -> None:
    catch_up(mill.log, read_db)
    assert query(read_db, "SELECT line, side, points FROM latest_points ORDER BY line, side") == [
        ("again", "blue", 2), ("again", "red", 4), ("main", "blue", 0), ("main", "red", 3), ("maybe", "blue", 2),
        ("maybe", "red", 3),
    ]  # fmt: skip
    assert query(read_db, "SELECT line, unit, kind, amount, men, times FROM losses_by_unit ORDER BY line") == [
        ("again", "ohio", "steps", 2, 60, 1), ("main", "ohio", "steps", 2, 60, 1), ("maybe", "ohio", "steps", 3, 60, 2),
    ]  # fmt: skip
    assert query(read_db, "SELECT part, upto FROM lineage WHERE line='again' ORDER BY upto DESC") == [
        ("again", 19), ("maybe", 16), ("main", 13),
    ]  # fmt: skip
    ordered = "SELECT entry, by, ordered, followed FROM orders WHERE line='main' AND entry=10"
    assert query(read_db, ordered) == [
        (10, "blue", "blue> TakeLoss piece=ohio amount=2 cause=fire men=60",
         "ohio (blue) loses 2 steps, about 60 men to fire"),
    ]  # fmt: skip
    listed = "SELECT game, sides, lines, entries, turn, phase, winner, points FROM games_list"
    assert query(read_db, listed) == [("mill", "blue, red", 3, 26, 1, "fire", "red", "blue 0, red 3")]
    summary = "SELECT side, die, dice, mean, p_value FROM dice_summary ORDER BY side"
    assert query(read_db, summary) == [("all sides", "d6", 3, 4.3333, None), ("blue", "d6", 3, 4.3333, None)]


def test_the_board_of_each_line_is_the_publics_at_its_head(mill: Games, read_db: Path, query: Query) -> None:
    catch_up(mill.log, read_db)
    board = "SELECT line, unit, side, place, strength FROM board ORDER BY line"
    assert query(read_db, board) == [
        ("again", "ohio", "blue", "hill", 3), ("main", "ohio", "blue", "hill", 3), ("maybe", "ohio", "blue", "hill", 2),
    ]  # fmt: skip


def test_nothing_in_the_file_tells_of_a_hidden_piece(mill: Games, read_db: Path, query: Query) -> None:
    catch_up(mill.log, read_db)
    hidden = "SELECT entry, seen_by, text, fact FROM timeline WHERE tag='(hidden)' AND line='main'"
    assert query(read_db, hidden) == [(n, "red", "seen by red only", None) for n in (4, 5, 14, 15)]
    everything = b"".join(path.read_bytes() for path in read_db.parent.glob(read_db.name + "*"))
    assert b"ohio" in everything
    assert b"guard" not in everything


def test_the_words_can_be_searched(mill: Games, read_db: Path, query: Query) -> None:
    catch_up(mill.log, read_db)
    search = (
        "SELECT entry FROM timeline WHERE id IN (SELECT rowid FROM timeline_fts WHERE text MATCH ?) AND line='main'"
    )
    assert query(read_db, search, "loses AND fire") == [(11,)]
    assert query(read_db, search, "guard") == []
    assert query(read_db, search, '"to fire"') == [(11,)]
    ranked = "SELECT rowid FROM timeline_fts WHERE text MATCH 'ohio' ORDER BY rank"
    assert len(query(read_db, ranked)) == 6  # an order and its fact, three times
    with closing(sqlite3.connect(read_db)) as connection:
        assert Database(connection).table("timeline").detect_fts() == "timeline_fts"


@pytest.mark.parametrize("batch", [1, 3, 1000])
def test_catching_up_bit_by_bit_equals_a_rebuild(
    batch: int, games: Games, long_game: LongGame, tmp_path: Path, contents: Contents
) -> None:
    slow, fresh = tmp_path / "slow.read.db", tmp_path / "fresh.read.db"
    for i in range(3):
        long_game(games, f"game-{i}", 250)
        catch_up(games.log, slow, batch=batch)
    assert catch_up(games.log, slow) == 0
    catch_up(games.log, fresh)
    found = contents(slow)
    assert found == contents(fresh)
    taken = catch_up(games.log, slow, rebuild=True)
    assert taken == len(found["timeline"])
    assert contents(slow) == found
    assert len(found["points"]) > 100


def test_progress_is_told_in_the_logs_own_numbers(mill: Games, read_db: Path) -> None:
    told: list[tuple[int, int]] = []
    catch_up(mill.log, read_db, batch=10, progress=lambda done, total: told.append((done, total)))
    assert told == [(10, 27), (20, 27), (27, 27)]  # 26 entries and a pack


def test_a_reader_that_has_the_file_open_sees_a_rebuild_only_when_it_is_whole(mill: Games, read_db: Path) -> None:
    catch_up(mill.log, read_db)
    count = "SELECT count(*) FROM timeline"
    with closing(sqlite3.connect(read_db)) as reader:
        seen: list[int] = []
        catch_up(
            mill.log, read_db, rebuild=True, batch=5,
            progress=lambda *_: seen.append(reader.execute(count).fetchone()[0]),
        )  # fmt: skip
        assert len(seen) > 3
        assert set(seen) == {26}
        mill.note(Ref("mill"), "blue", "and on")
        catch_up(mill.log, read_db)
        assert reader.execute(count).fetchone() == (27,)


def test_two_catch_ups_at_once_take_each_entry_once(
    games: Games, long_game: LongGame, tmp_path: Path, contents: Contents
) -> None:
    long_game(games, "game", 1500)
    shared, alone = tmp_path / "shared.read.db", tmp_path / "alone.read.db"
    taken: list[int] = []

    def work(rebuild: bool) -> None:
        with GameLog(str(tmp_path / "games.db"), SYSTEMS) as log:
            taken.append(catch_up(log, shared, batch=20, rebuild=rebuild))

    threads = [threading.Thread(target=work, args=(i == 2,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == 4
    catch_up(games.log, alone)
    assert contents(shared) == contents(alone)


def test_a_file_of_an_older_version_is_made_anew(mill: Games, read_db: Path, contents: Contents) -> None:
    catch_up(mill.log, read_db)
    before = contents(read_db)
    with closing(sqlite3.connect(read_db)) as connection, connection:
        connection.execute("PRAGMA user_version=0")
        connection.execute("DROP VIEW orders")
        connection.execute("ALTER TABLE points DROP COLUMN why")
        connection.execute("CREATE TABLE of_old (x)")
    assert catch_up(mill.log, read_db) == 26
    assert contents(read_db) == before
    with closing(sqlite3.connect(read_db)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)


def _cut(path: Path) -> None:
    os.truncate(path, 5000)


def _scribble(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(100)
        file.write(os.urandom(path.stat().st_size - 100))


def _lose_a_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE lines")


def _go_back(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE tracking SET mark = mark - 3")


def _lose_the_mark(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM tracking")


@pytest.mark.parametrize("damage", [_cut, _scribble, _lose_a_table, _go_back, _lose_the_mark])
def test_a_damaged_file_of_ours_is_made_anew(
    damage: Callable[[Path], None], mill: Games, read_db: Path, contents: Contents
) -> None:
    catch_up(mill.log, read_db)
    before = contents(read_db)
    damage(read_db)
    mill.note(Ref("mill", "again"), "blue", "there is more now")
    catch_up(mill.log, read_db)
    after = contents(read_db)
    assert len(after["timeline"]) == len(before["timeline"]) + 1
    assert after["points"] == before["points"]


def test_a_file_made_from_another_log_is_made_anew(
    mill: Games, pack: Pack, read_db: Path, tmp_path: Path, query: Query
) -> None:
    catch_up(mill.log, read_db)
    with GameLog(str(tmp_path / "other.db"), SYSTEMS) as other:
        for name in ("one", "two"):
            Games(other).new(SYSTEMS["freeform"], "blank", name, pack)
        assert catch_up(other, read_db) == 2
    assert query(read_db, "SELECT game FROM games") == [("one",), ("two",)]
    assert catch_up(mill.log, read_db) == 26


def _text(path: Path) -> None:
    path.write_text("dear diary")


def _long_text(path: Path) -> None:
    path.write_text("dear diary, " * 1000)


def _foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE diary (day)")


def _broken_foreign(path: Path) -> None:
    _foreign(path)
    _scribble(path)


def _game_log(path: Path) -> None:
    GameLog(str(path), SYSTEMS).close()


@pytest.mark.parametrize("rebuild", [False, True])
@pytest.mark.parametrize("make", [_text, _long_text, _foreign, _broken_foreign, _game_log])
def test_a_file_that_is_not_ours_is_left_alone(
    make: Callable[[Path], None], rebuild: bool, mill: Games, tmp_path: Path
) -> None:
    path = tmp_path / "other.file"
    make(path)
    before = path.read_bytes()
    with pytest.raises(BadInput, match="is not a refight read database"):
        catch_up(mill.log, path, rebuild=rebuild)
    assert path.read_bytes() == before


def test_a_folder_or_a_place_that_cannot_be_made_is_one_plain_sentence(mill: Games, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is a folder"):
        catch_up(mill.log, tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="cannot be used"):
        catch_up(mill.log, tmp_path / "file" / "games.read.db")


def test_numbers_too_large_for_sqlite_do_not_stop_the_rest(
    games: Games, pack: Pack, read_db: Path, query: Query
) -> None:
    """No order can ask for such points, but an imported fact can hold them."""
    line = games.new(SYSTEMS["freeform"], "blank", "vast", pack)
    vast = [Recorded(PointsScored(side="blue", points=points, why=said(""))) for points in (2**63, 2**63, 5)]
    games.log.append(line, games.log.head(line), Envelope(1, "blue", 0, "imported"), vast)
    assert catch_up(games.log, read_db) == 4
    assert query(read_db, "SELECT points, total FROM points") == [(LARGEST, LARGEST), (LARGEST, LARGEST), (5, LARGEST)]
    assert query(read_db, "SELECT points FROM latest_points WHERE side='blue'") == [(2 * LARGEST + 5,)]


def test_a_branch_restored_before_its_parent_still_begins_with_its_parents_totals(
    mill: Games, tmp_path: Path, query: Query
) -> None:
    rows: dict[str, list[tuple[str, bytes]]] = {}
    for stored in mill.log.since(0):
        rows.setdefault(stored.stream, []).append((stored.topic, stored.state))
    backwards = {name: rows[f"mill@{name}"] for name in ("again", "maybe", "main")}
    with GameLog(str(tmp_path / "copy.db"), SYSTEMS) as copy:
        copy.restore("mill", mill.log.pack(mill.log.line("mill").started.pack), backwards)
        for batch in (1, 1000):
            path = tmp_path / f"copy-{batch}.read.db"
            catch_up(copy, path, batch=batch)
            assert query(path, "SELECT line, total FROM points ORDER BY line, entry") == [
                ("again", 4), ("main", 3), ("maybe", 2),
            ]  # fmt: skip
            assert query(path, "SELECT line, unit_total FROM losses ORDER BY line") == [("main", 2), ("maybe", 3)]


def damage(log: GameLog, stream: str, entry: int) -> None:
    """Makes one row of a line unreadable, by its version."""
    with closing(sqlite3.connect(log.store.url)) as connection, connection:
        where = "WHERE originator_id=? AND originator_version=?"
        changed = connection.execute(f"UPDATE stored_events SET state=x'00ff' {where}", (stream, entry))
        assert changed.rowcount == 1


@pytest.mark.parametrize("batch", [1, 3, 1000])
def test_a_damaged_line_is_taken_in_up_to_the_damage_and_the_others_whole(
    batch: int, mill: Games, long_game: LongGame, tmp_path: Path, contents: Contents
) -> None:
    long_game(mill, "beside", 60)
    damage(mill.log, "mill@maybe", 2)  # entry 16; again branches off there
    path, fresh = tmp_path / "slow.read.db", tmp_path / "fresh.read.db"
    with GameLog(mill.log.store.url, SYSTEMS) as log:
        taken = catch_up(log, path, batch=batch)
        for name in ("beside", "mill"):
            Games(log).note(Ref(name), "blue", "and on")
        assert catch_up(log, path, batch=batch) == 2
        assert catch_up(log, path, batch=batch) == 0
        catch_up(log, fresh)
        found = contents(path)
        assert found == contents(fresh)
        assert taken + 2 == len(found["timeline"])
        catch_up(log, path, rebuild=True)
        assert contents(path) == found
    lines = {row[1]: (row[5], row[7], row[-1]) for row in found["lines"] if row[0] == "mill"}
    assert lines == {"main": (19, 19, 0), "maybe": (15, 15, 16), "again": (16, 16, 16)}
    assert damaged_lines(path) == [("mill", "again", 16), ("mill", "maybe", 16)]
    assert {row[0] for row in found["games_list"]} == {"beside", "mill"}


def test_nothing_more_is_taken_of_a_damaged_line_though_it_grows(mill: Games, read_db: Path, query: Query) -> None:
    catch_up(mill.log, read_db)
    mill.note(Ref("mill", "maybe"), "blue", "unreadable soon")
    damage(mill.log, "mill@maybe", 5)
    line, after = mill.log.line("mill", "maybe"), [Recorded(PointsScored(side="blue", points=1, why=said("later")))]
    for number in (19, 20):
        mill.log.append(line, Head(number, 99, b"x" * 32), Envelope(99, "blue", 7), after)
        assert catch_up(mill.log, read_db) == 0
    assert query(read_db, "SELECT entries, damaged FROM lines WHERE line='maybe'") == [(18, 19)]
    assert query(read_db, "SELECT count(*) FROM timeline WHERE line='maybe'") == [(5,)]


def listed_in(log: GameLog) -> list[GameRow]:
    return [game_or_mark(Games(log), game, None) for game in log.games()]


@pytest.mark.parametrize(("stream", "version"), [("mill@main", 0), ("pack", 0)])
def test_a_game_without_its_beginning_or_its_pack_is_listed_as_damaged(
    stream: str, version: int, mill: Games, long_game: LongGame, read_db: Path, query: Query
) -> None:
    digest = mill.log.line("mill").started.pack
    other = Pack(name="other", files=mill.log.pack(digest).files)
    mill.new(SYSTEMS["freeform"], "blank", "beside", other)
    damage(mill.log, f"pack:{digest}" if stream == "pack" else stream, version)
    with GameLog(mill.log.store.url, SYSTEMS) as log:
        assert catch_up(log, read_db) == 1
        listed = [(row.game, row.title, row.lines) for row in listed_in(log)]
    title = "damaged: refight verify mill"
    assert listed == [("mill", title, 3), ("beside", "An empty table", 1)]
    assert query(read_db, "SELECT game, title, lines, entries FROM games_list ORDER BY game DESC") == [
        ("mill", title, 3, 0), ("beside", "An empty table", 1, 1),
    ]  # fmt: skip


def test_a_damaged_row_of_an_encrypted_log_stops_only_its_line(pack: Pack, tmp_path: Path) -> None:
    url, key = str(tmp_path / "secret.db"), "AAAAAAAAAAAAAAAAAAAAAA=="
    with GameLog(url, SYSTEMS, key=key) as log:
        for name in ("bad", "good"):
            Games(log).new(SYSTEMS["freeform"], "blank", name, pack)
            Games(log).note(Ref(name), "blue", "a note")
        damage(log, "bad@main", 1)
        assert catch_up(log, tmp_path / "games.read.db") == 3
        assert damaged_lines(tmp_path / "games.read.db") == [("bad", "main", 2)]
        assert [row.title for row in listed_in(log)] == ["damaged: refight verify bad", "An empty table"]


def test_a_busy_log_is_no_damage() -> None:
    busy = BadInput("games.db is busy")
    busy.__cause__ = sqlite3.OperationalError("locked")
    assert not is_damage(busy)
    assert is_damage(BadInput("entries are missing"))


def test_looking_at_boards_and_points_does_not_load_sqlite_utils() -> None:
    code = (
        "import sys, projections.pictures.text; "
        "from projections.models import boards, casualties, catch_up, dice, games_list, timeline, victory_points; "
        "print('sqlite_utils' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
