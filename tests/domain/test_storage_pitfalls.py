"""Each trap of the storage libraries that is known to catch people, and proof that the game log is not in it."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
from eventsourcing.application import Application
from eventsourcing.persistence import IntegrityError, JSONTranscoder, Mapper
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

from domain.games.games import Games
from domain.kernel.errors import BadInput, LogConflict
from domain.kernel.facts import NoteAdded
from domain.kernel.unions import fact_union, order_union
from domain.log import sqlite
from domain.log.application import Refights, StoredRow
from domain.log.entry import Envelope
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from rules import SYSTEMS
from rules.freeform.sequence import ScorePoints
from tests.domain.storage import SPAWN, append, new_game, notes, row_count, side_by_side

RIDGE = Ref("ridge")


def stock_recorder(path: Path) -> SQLiteApplicationRecorder:
    """The library as it comes."""
    recorder = SQLiteApplicationRecorder(SQLiteDatastore(str(path), originator_id_type="text"))
    recorder.create_table()
    return recorder


def ours(games: Games) -> sqlite.EntryRecorder:
    recorder = games.log.store.recorder
    assert isinstance(recorder, sqlite.EntryRecorder)
    return recorder


def test_no_subscription_on_sqlite_the_log_can_be_followed_all_the_same(games: Games, tmp_path: Path) -> None:
    with pytest.raises(NotImplementedError):
        stock_recorder(tmp_path / "stock.db").subscribe()
    new_game(games)
    asked = iter([True, False])
    assert [row.topic for row in games.log.follow(0, lambda: next(asked))] == ["kernel/PackKept", "kernel/GameStarted"]


def test_a_subclass_of_the_application_keeps_its_name(tmp_path: Path) -> None:
    class Stock(Application[str]):
        pass

    class House(Refights):
        pass

    assert Stock.name == "Stock"
    assert House.name == "refight"
    path = str(tmp_path / "games.db")
    assert House(sqlite.environment(path, durable=False)).env.name == "refight"


def test_deferred_begin_the_stock_library_fails_when_it_reads_and_then_writes(tmp_path: Path) -> None:
    stock, other = stock_recorder(tmp_path / "stock.db"), sqlite3.connect(tmp_path / "stock.db", isolation_level=None)
    with stock.datastore.transaction(commit=True) as cursor:
        cursor.execute("SELECT * FROM stored_events")
        assert cursor.fetchall() == []
        other.execute("INSERT INTO stored_events VALUES ('a', 0, 't', x'00')")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            cursor.execute("INSERT INTO stored_events VALUES ('b', 0, 't', x'00')")


def read_then_write(number: int, path: str, times: int) -> int:
    with GameLog(path, SYSTEMS) as log:
        for i in range(times):
            with log.store.recorder.datastore.transaction(commit=True) as cursor:
                cursor.execute("SELECT max(originator_version) FROM stored_events")
                cursor.fetchone()
                cursor.execute(
                    "INSERT INTO stored_events (originator_id, originator_version, topic, state) "
                    "VALUES (?, ?, 't', x'')",
                    (f"p{number}", i),
                )
    return times


def test_deferred_begin_four_processes_that_read_and_then_write_are_never_locked_out(games: Games) -> None:
    assert side_by_side(4, read_then_write, games.log.store.url, 50) == [50] * 4
    assert row_count(games.log) == 200


def test_notification_ids_are_never_given_out_again_after_deletes(games: Games, tmp_path: Path) -> None:
    stock = sqlite3.connect(tmp_path / "stock.db")
    stock_recorder(tmp_path / "stock.db")
    for _ in range(2):
        stock.execute("INSERT INTO stored_events VALUES ('a', 0, 't', x'00')")
        assert stock.execute("SELECT max(rowid) FROM stored_events").fetchone() == (1,)
        stock.execute("DELETE FROM stored_events")

    new_game(games)
    last = games.log.store.latest()
    ours(games).connection.execute("DELETE FROM stored_events")
    new_game(games, "other")
    assert min(row.id for row in games.log.since(0)) > last


def test_the_cache_of_prepared_statements_holds_more_than_one(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    connect = sqlite3.connect

    def watched(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        asked.append(kwargs["cached_statements"])
        return connect(*args, **kwargs)

    monkeypatch.setattr(sqlite3, "connect", watched)
    stock = SQLiteDatastore(":memory:").pool
    stock._create_connection().close()
    pool = ours(games).datastore.pool
    assert isinstance(pool, sqlite.Pool)
    pool.connect().close()
    assert asked == [True, 128]


@pytest.mark.parametrize(("durable", "level"), [(False, 1), (True, 2)], ids=["NORMAL", "FULL"])
def test_synchronous_is_normal_and_full_where_asked_for(tmp_path: Path, durable: bool, level: int) -> None:
    with GameLog(str(tmp_path / "games.db"), SYSTEMS, durable=durable) as log:
        new_game(Games(log))
        snapshots: Any = log.store.app.snapshots
        for recorder in (log.store.recorder, snapshots.recorder):
            assert recorder.connection.execute("PRAGMA synchronous").fetchone() == (level,)
            assert recorder.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert log.store.apart._open().execute("PRAGMA synchronous").fetchone() == (level,)  # type: ignore[attr-defined]


@pytest.mark.parametrize("url", [":memory:", "file::memory:?cache=shared", "file:games?mode=memory&cache=shared"])
def test_a_log_in_memory_is_refused(url: str) -> None:
    with pytest.raises(BadInput, match="a log in memory would be lost"):
        GameLog(url, SYSTEMS)


def test_the_process_environment_does_not_override_what_we_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for key, value in {
        "PERSISTENCE_MODULE": "eventsourcing.popo",
        "SQLITE_DBNAME": str(tmp_path / "elsewhere.db"),
        "CREATE_TABLE": "n",
        "IS_SNAPSHOTTING_ENABLED": "n",
        "ORIGINATOR_ID_TYPE": "uuid",
        "COMPRESSOR_TOPIC": "eventsourcing.compressor:ZlibCompressor",
        "CIPHER_TOPIC": "eventsourcing.cryptography:AESCipher",
        "CIPHER_KEY": "AAAAAAAAAAAAAAAAAAAAAA==",
    }.items():
        monkeypatch.setenv(key, value)
        monkeypatch.setenv(f"REFIGHT_{key}", value)

    class Stock(Application[str]):
        env = {"PERSISTENCE_MODULE": "eventsourcing.sqlite"}

    assert Stock().env["PERSISTENCE_MODULE"] == "eventsourcing.popo"
    with GameLog(str(tmp_path / "games.db"), SYSTEMS) as log:
        append(log, new_game(Games(log)), notes(1, "plain"))
    assert not (tmp_path / "elsewhere.db").exists()
    assert b"plain" in (tmp_path / "games.db").read_bytes()


def test_the_stock_mapper_cannot_take_structs_and_ours_takes_any_bytes(games: Games) -> None:
    class Event(msgspec.Struct):
        originator_id: str = "a"
        originator_version: int = 0

    with pytest.raises(TypeError):
        Mapper[str](JSONTranscoder()).to_stored_event(Event())
    mapper = games.log.store.app.mapper
    row: Any = StoredRow("a", 3, "freeform/PieceMoved", bytes(range(256)))
    assert mapper.to_domain_event(mapper.to_stored_event(row)) == row


def test_appending_does_not_go_the_slow_way_through_application_save(
    any_games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("Application.save was called")

    monkeypatch.setattr(Application, "save", never)
    append(any_games.log, new_game(any_games), notes(3))


def test_the_same_snapshot_twice_is_an_error_of_the_library_and_none_of_ours(any_games: Games) -> None:
    log, line = any_games.log, new_game(any_games)
    log.keep_snapshot(line, 1, any_games.state(line, 1))
    log.keep_snapshot(line, 1, any_games.state(line, 1))
    store: Any = log.store.app.snapshots
    row = StoredRow("ridge@main#x", 1, "snapshot", b"")
    store.put([row])
    with pytest.raises(IntegrityError):
        store.put([row])


@pytest.mark.parametrize("number", [2**64, -(2**63) - 1])
def test_a_number_beyond_64_bits_is_refused_in_one_sentence(any_games: Games, number: int) -> None:
    new_game(any_games)
    before = row_count(any_games.log)
    with pytest.raises(OverflowError):
        msgspec.msgpack.encode(number)
    with pytest.raises(BadInput, match="too great to be stored"):
        any_games.order(RIDGE, "blue", ScorePoints(side="blue", points=number))
    assert row_count(any_games.log) == before


@pytest.mark.parametrize("number", [2**63 - 1, -(2**63), 10**9 + 1])
def test_a_number_the_facts_do_not_allow_is_refused_too_and_the_log_stays_readable(
    any_games: Games, number: int
) -> None:
    line = new_game(any_games)
    with pytest.raises(BadInput, match="this cannot be stored"):
        any_games.order(RIDGE, "blue", ScorePoints(side="blue", points=number))
    any_games.order(RIDGE, "blue", ScorePoints(side="blue", points=10**9))
    assert any_games.replayed(line, 3).core.points["blue"] == 10**9


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_fact_order_and_frame_is_frozen_and_by_keyword(key: str) -> None:
    system = SYSTEMS[key]
    kinds = [*fact_union(system).__args__, *system.book.orders, *system.book.frames]
    for kind in [getattr(kind, "__origin__", kind) for kind in kinds]:
        assert kind.__struct_config__.frozen, kind
        assert kind.__struct_config__.forbid_unknown_fields, kind
        with pytest.raises(TypeError, match=r"positional|Extra"):
            kind(*range(len(kind.__struct_fields__) + 1))
    assert order_union(system)


def test_the_cipher_is_the_fast_one(tmp_path: Path) -> None:
    from eventsourcing.cryptography import AESCipher

    with GameLog(str(tmp_path / "games.db"), SYSTEMS, key=AESCipher.create_key(32)) as log:
        assert type(log.store.app.mapper.cipher) is AESCipher


@pytest.mark.parametrize("protection", ["key", "compress"])
def test_encryption_and_compression_are_not_bypassed_by_the_fast_path(tmp_path: Path, protection: str) -> None:
    from eventsourcing.cryptography import AESCipher

    how: dict[str, Any] = {"key": AESCipher.create_key(16)} if protection == "key" else {"compress": True}
    text = "the sunken road " * 30
    with GameLog(str(tmp_path / "games.db"), SYSTEMS, **how) as log:
        line = new_game(Games(log))
        append(log, line, [*notes(1, text), *notes(2, text)])
        log.keep_snapshot(line, 1, Games(log).replayed(line, 1))
        stored = [row[0] for row in log.store.recorder.connection.execute("SELECT state FROM stored_events")]
        stored += [row[0] for row in log.store.recorder.connection.execute("SELECT state FROM stored_snapshots")]
        opened = [log.store.app.mapper.opened(state) for state in stored]  # type: ignore[attr-defined]
    assert len(stored) == 7  # with the row that says how the log is protected
    assert all(plain != state for plain, state in zip(opened, stored, strict=True))
    assert text.encode() not in b"".join(file.read_bytes() for file in tmp_path.glob("games.db*"))


def test_opening_a_log_writes_nothing_to_it(games: Games) -> None:
    new_game(games)
    before = games.log.store.change_mark()
    with GameLog(games.log.store.url, SYSTEMS) as other:
        assert other.games() == ["ridge"]
    assert games.log.store.change_mark() == before


def open_and_start(number: int, url: str) -> str:
    with GameLog(url, SYSTEMS) as log:
        new_game(Games(log), f"game{number}")
        return ",".join(sorted(log.games()))


def test_several_processes_that_make_a_new_log_at_once_all_succeed(store_url: str) -> None:
    found = side_by_side(6, open_and_start, store_url)
    assert len(found) == 6
    with GameLog(store_url, SYSTEMS) as log:
        assert sorted(log.games()) == [f"game{i}" for i in range(6)]
        line = log.line("game0")
        assert log.seed(line, "main") is not None


def test_a_log_that_someone_is_playing_on_can_be_opened_by_another(store_url: str) -> None:
    with GameLog(store_url, SYSTEMS) as log:
        new_game(Games(log))
        with GameLog(store_url, SYSTEMS) as other:
            assert other.games() == ["ridge"]


# PostgreSQL


def write_orders(number: int, url: str, orders: int) -> None:
    with GameLog(url, SYSTEMS) as log:
        line = log.line(f"game{number}")
        for _ in range(orders):
            append(log, line, notes(2))


def test_postgres_a_tailing_reader_misses_nothing_of_four_writers(postgres_url: str) -> None:
    with GameLog(postgres_url, SYSTEMS) as log:
        for number in range(4):
            new_game(Games(log), f"game{number}")
        writers = [SPAWN.Process(target=write_orders, args=(number, postgres_url, 60)) for number in range(4)]
        for writer in writers:
            writer.start()
        seen: list[int] = []
        asked_once_more = iter([True, True, False])
        for row in log.follow(
            0, lambda: any(writer.is_alive() for writer in writers) or next(asked_once_more, False), poll=0.001
        ):
            seen.append(row.id)  # noqa: PERF401 - grows while the writers write
        for writer in writers:
            writer.join()
        assert [writer.exitcode for writer in writers] == [0] * 4
        assert seen == [row.id for row in log.since(0, 10_000)]
        assert len(seen) == 1 + 4 * (1 + 2 * 60)


def test_postgres_conflicts_burn_ids_and_readers_do_not_mind(postgres_url: str) -> None:
    with GameLog(postgres_url, SYSTEMS) as log:
        line = new_game(Games(log))
        mark = log.store.latest()
        for _ in range(3):
            with pytest.raises(LogConflict):
                log.append(line, msgspec.structs.replace(log.head(line), number=0), Envelope(1, "red", 1), notes(1))
        append(log, line, notes(1, "after"))
        (row,) = log.since(mark)
        assert row.id > mark + 1
        asked = iter([True, False])
        assert list(log.follow(mark, lambda: next(asked))) == [row]


def test_postgres_follow_needs_no_notify(postgres_url: str) -> None:
    import psycopg

    with GameLog(postgres_url, SYSTEMS) as log:
        line = new_game(Games(log))
        append(log, line, notes(1, "told"))
        mark, polls, seen = log.store.latest(), 0, 0

        def keep_on() -> bool:
            nonlocal polls
            polls += 1
            if polls == 3:
                with psycopg.connect(postgres_url) as other:  # an insert that tells nobody
                    other.execute(
                        "INSERT INTO refight_events (originator_id, originator_version, topic, state) "
                        "SELECT originator_id, 2, topic, state FROM refight_events WHERE originator_version=1"
                    )
            return not seen and polls < 500

        for row in log.follow(mark, keep_on, poll=0.01):
            seen = row.version
        assert seen == 2
        assert isinstance(log.facts(line)[2], NoteAdded)


def test_postgres_speaks_through_the_compiled_driver() -> None:
    import psycopg

    assert psycopg.pq.__impl__ in ("binary", "c")


def test_postgres_a_server_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(BadInput, match="the PostgreSQL server does not answer") as refused:
        GameLog("postgresql://refight:geheim@127.0.0.1:1/nowhere", SYSTEMS)
    assert "\n" not in str(refused.value)
    assert "geheim" not in str(refused.value)


def test_postgres_every_part_of_the_address_reaches_the_connection(postgres_url: str) -> None:
    import psycopg

    with psycopg.connect(postgres_url) as connection:
        row = connection.execute("SHOW unix_socket_directories").fetchone()
    assert row is not None
    address = psycopg.conninfo.conninfo_to_dict(postgres_url)
    url = f"postgresql:///{address['dbname']}?host={row[0]}&port={address['port']}&user=refight&application_name=club"
    with GameLog(url, SYSTEMS) as log:
        new_game(Games(log))
        with log.store.recorder.datastore.transaction() as cursor:
            cursor.execute("SELECT application_name, client_addr FROM pg_stat_activity WHERE pid=pg_backend_pid()")
            assert cursor.fetchone() == {"application_name": "club", "client_addr": None}
