"""What is PostgreSQL's own: the order of the log among writers who do not wait, its indexes, connections and rights."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from domain.games.games import Games
from domain.games.positions import SNAPSHOT_EVERY
from domain.kernel.errors import BadInput, LogConflict
from domain.kernel.facts import NoteAdded
from domain.log.entry import Envelope
from domain.log.gamelog import GameLog, Line
from domain.log.pending import Pending, Undoing
from domain.log.postgres import factory as postgres
from domain.log.postgres.connections import ConnectionLost, Datastore
from domain.log.refs import Ref
from projections.models.catch_up import catch_up
from rules import SYSTEMS
from rules.freeform.luck import RollDice
from tests.domain.storage import append, check_chain, grow, new_game, notes

RIDGE = Ref("ridge")
INSERT = "INSERT INTO refight_events (originator_id, originator_version, topic, state) VALUES (%s, %s, 't', '')"
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname=current_database() AND wait_event_type='Lock'"


@pytest.fixture
def log(postgres_url: str) -> Any:
    with GameLog(postgres_url, SYSTEMS) as log:
        yield log


@pytest.fixture
def other(postgres_url: str) -> Any:
    """Somebody else on the same server, in a transaction that lasts."""
    with psycopg.connect(postgres_url) as connection:
        yield connection
        connection.rollback()


def rows_since(log: GameLog, mark: int, limit: int = 1) -> list[tuple[str, int]]:
    """Read page by page."""
    found = []
    while page := log.since(mark, limit):
        found += [(row.stream, row.version) for row in page]
        mark = page[-1].id
    return found


# Writers


def test_a_writer_does_not_wait_for_one_of_another_game(log: GameLog, other: Any) -> None:
    line = new_game(Games(log))
    other.execute(INSERT, ("else@main", 0))
    append(log, line, notes(1))
    append(log, line, notes(60))
    assert log.head(line).number == 62


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_writer_waits_for_one_of_the_same_entry_and_wins_only_if_the_other_gives_up(
    log: GameLog, other: Any, is_kept: bool
) -> None:
    line, told = new_game(Games(log)), list[str]()
    other.execute(INSERT, (line.own.stream, 1))

    def work() -> None:
        try:
            append(log, line, notes(2))
            told.append("stored")
        except LogConflict as error:
            told.append(str(error))

    writer = threading.Thread(target=work)
    writer.start()
    while other.execute(WAITING).fetchone() == (0,) and writer.is_alive():
        time.sleep(0.01)
    assert not told
    other.execute("COMMIT" if is_kept else "ROLLBACK")
    writer.join()
    assert told == [
        "someone else wrote here first; nothing of yours was stored. Look, and try again" if is_kept else "stored"
    ]
    assert log.store.count(line.own.stream, -1, None) == (2 if is_kept else 3)


def test_two_who_store_the_same_lines_in_another_order_end_in_a_conflict(log: GameLog, other: Any) -> None:
    other.execute("SET deadlock_timeout='10s'")  # the log's own connection notices first
    other.execute(INSERT, ("a@main", 0))
    told = list[Exception]()

    def work() -> None:
        try:
            log.store.put([("b@main", 0, "t", b""), ("a@main", 0, "t", b"")])
        except LogConflict as error:
            told.append(error)

    writer = threading.Thread(target=work)
    writer.start()
    while other.execute(WAITING).fetchone() == (0,) and writer.is_alive():
        time.sleep(0.01)
    other.execute(INSERT, ("b@main", 0))
    writer.join()
    assert len(told) == 1
    other.execute("COMMIT")
    assert log.store.streams("") == ["a@main", "b@main"]


# Readers


def test_a_reader_waits_for_a_transaction_that_took_its_numbers_earlier(log: GameLog, other: Any) -> None:
    line = new_game(Games(log))
    mark = log.store.latest()
    other.execute(INSERT, ("else@main", 0))
    before = log.store.written()
    append(log, line, notes(2))
    assert (rows_since(log, mark), log.store.latest()) == ([], mark)
    assert log.store.written() != before  # what is kept of the log is outdated, though none who follows may see it
    assert log.head(line).number == 3
    other.execute("COMMIT")
    assert rows_since(log, mark) == [("else@main", 0), ("ridge@main", 1), ("ridge@main", 2)]


def test_rows_come_in_the_order_of_their_transactions_also_where_numbers_run_the_other_way(
    log: GameLog, other: Any
) -> None:
    line = new_game(Games(log))
    mark = log.store.latest()
    other.execute("SELECT pg_current_xact_id()")
    append(log, line, notes(2))
    other.execute(INSERT, ("else@main", 0))
    other.execute("COMMIT")
    rows = log.since(mark)
    assert [row.stream for row in rows] == ["else@main", "ridge@main", "ridge@main"]
    assert rows[0].id > rows[2].id == log.store.latest()
    assert rows_since(log, mark) == [(row.stream, row.version) for row in rows]
    assert log.since(rows[2].id) == []


def test_what_was_given_up_is_passed_over(log: GameLog, other: Any) -> None:
    line = new_game(Games(log))
    mark = log.store.latest()
    other.execute(INSERT, ("else@main", 0))
    append(log, line, notes(1))
    other.rollback()
    assert rows_since(log, mark) == [("ridge@main", 1)]


def test_a_transaction_left_open_in_another_database_holds_readers_back_and_they_miss_nothing(
    log: GameLog, postgres_server: str
) -> None:
    line = new_game(Games(log))
    mark, seen, polls = log.store.latest(), list[int](), 0
    with psycopg.connect(postgres_server) as elsewhere:
        elsewhere.execute("SELECT pg_current_xact_id()")
        append(log, line, notes(1))

        def keep_on() -> bool:
            nonlocal polls
            polls += 1
            if polls == 5:
                assert not seen
                elsewhere.rollback()
            return not seen and polls < 500

        for row in log.follow(mark, keep_on, poll=0.01):
            seen.append(row.version)
    assert seen == [1]


def test_one_who_only_reads_holds_nobody_back(log: GameLog, other: Any) -> None:
    line = new_game(Games(log))
    mark = log.store.latest()
    other.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
    other.execute("SELECT count(*) FROM refight_events")
    append(log, line, notes(1))
    assert rows_since(log, mark) == [("ridge@main", 1)]


# Indexes


@pytest.fixture
def archive(log: GameLog, other: Any) -> Any:
    """Two thousand games of ten entries."""
    other.execute(
        "INSERT INTO refight_events (originator_id, originator_version, topic, state) "
        "SELECT 'game' || game || '@main', entry, 't', repeat('x', 100)::bytea "
        "FROM generate_series(1, 2000) AS game, generate_series(0, 9) AS entry"
    )
    other.execute("COMMIT")
    other.execute("ANALYZE refight_events")
    return other


def plan(connection: Any, statement: bytes, values: tuple[Any, ...]) -> str:
    return "\n".join(line for (line,) in connection.execute(b"EXPLAIN (COSTS OFF) " + statement, values).fetchall())


def test_the_lines_of_a_game_are_found_by_an_index_on_names(log: GameLog, archive: Any) -> None:
    assert log.lines("game7") == ["main"]
    steps = plan(archive, postgres._SOME_STREAMS, ("game7@", "game7A"))
    assert "refight_events_names" in steps
    assert "Index Cond: (((originator_id)::text >= 'game7@'::text)" in steps.replace('COLLATE "C" ', "")
    assert "Seq Scan" not in steps


@pytest.mark.parametrize(
    ("statement", "values"),
    [(postgres._SINCE, (9000, 9000, 20)), (postgres._LATEST, ())],
    ids=["since", "latest"],
)
def test_whoever_follows_reads_along_the_index_of_the_order(
    archive: Any, statement: bytes, values: tuple[Any, ...]
) -> None:
    steps = plan(archive, statement, values)
    assert "refight_events_order" in steps
    assert "Index Cond" in steps
    assert "Seq Scan" not in steps
    assert "Sort" not in steps


def test_a_name_is_not_taken_for_the_beginning_of_another(log: GameLog) -> None:
    games = Games(log)
    for name in ("alma", "almas", "alma-1", "alm"):
        new_game(games, name)
    games.branch(Ref("alma"), "what-if")
    assert log.lines("alma") == ["main", "what-if"]
    assert log.games() == ["alma", "almas", "alma-1", "alm"]


# Connections


def test_an_order_is_given_on_one_connection_in_few_statements(postgres_url: str, monkeypatch: Any) -> None:
    with GameLog(postgres_url, SYSTEMS) as log:
        games = Games(log)
        new_game(games)
        games.order(RIDGE, "blue", RollDice(why="to have a position"))
    connected, asked = list[int](), list[int]()
    connect, get_connection = Datastore.connect, Datastore.get_connection
    monkeypatch.setattr(Datastore, "connect", lambda self: connected.append(1) or connect(self))
    monkeypatch.setattr(Datastore, "get_connection", lambda self: asked.append(1) or get_connection(self))
    with GameLog(postgres_url, SYSTEMS) as log:
        assert len(asked) == 2  # whether the tables are there; how the log is protected
        Games(log).order(RIDGE, "blue", RollDice(why="fair dice"))
    assert len(connected) == 1
    assert len(asked) <= 12


def terminate(url: str) -> None:
    """As a server that is started anew does."""
    with psycopg.connect(url) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname=current_database() AND pid<>pg_backend_pid()"
        )


def test_a_lost_connection_is_replaced_and_nobody_notices(log: GameLog, postgres_url: str) -> None:
    games = Games(log)
    line = new_game(games)
    terminate(postgres_url)
    append(log, line, notes(1, "read first"))
    head = log.head(line)
    terminate(postgres_url)
    log.append(line, head, Envelope(2, "blue", 1), notes(60, "written first"))
    terminate(postgres_url)
    log.store.put_seed("ridge", "b", "00" * 32)
    terminate(postgres_url)
    assert games.reveal(RIDGE)
    assert check_chain(log, line) == log.head(line).number


def deaf(recorder: Any, monkeypatch: Any) -> None:
    """The next write is carried out, but its answer does not arrive."""
    insert = recorder._insert

    def unheard(rows: Any) -> None:
        monkeypatch.setattr(recorder, "_insert", insert)
        insert(rows)
        raise ConnectionLost("the connection is lost")

    monkeypatch.setattr(recorder, "_insert", unheard)


def test_what_was_stored_without_an_answer_is_no_conflict_with_itself(log: GameLog, monkeypatch: Any) -> None:
    line = new_game(Games(log))
    deaf(log.store.recorder, monkeypatch)
    append(log, line, notes(2, "once"))
    assert [f.text for f in log.facts(line) if isinstance(f, NoteAdded)] == ["once 0", "once 1"]


def test_without_an_answer_the_entry_of_another_is_still_a_conflict(log: GameLog, other: Any, monkeypatch: Any) -> None:
    line = new_game(Games(log))
    insert = log.store.recorder._insert

    def lost(_: Any) -> None:
        monkeypatch.setattr(log.store.recorder, "_insert", insert)
        other.execute(INSERT, (line.own.stream, 1))
        other.execute("COMMIT")
        raise ConnectionLost("the connection is lost")

    monkeypatch.setattr(log.store.recorder, "_insert", lost)
    with pytest.raises(LogConflict):
        append(log, line, notes(1))


def test_a_thread_that_is_interrupted_leaves_no_transaction_behind(log: GameLog) -> None:
    line = new_game(Games(log))

    def interrupted() -> None:
        with log.store.recorder.datastore.get_connection() as connection:
            connection.execute("BEGIN")
            connection.execute(INSERT, (line.own.stream, 1))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    append(log, line, notes(1))
    assert log.head(line).number == 2


# Rights, moves and older logs


def test_a_role_that_may_only_read_sees_the_log_and_not_the_seeds(postgres_url: str, other: Any) -> None:
    with GameLog(postgres_url, SYSTEMS) as log:
        line = new_game(Games(log))
        grow(log, line, 3 * SNAPSHOT_EVERY)
    other.execute("DROP ROLE IF EXISTS spectator")
    other.execute("CREATE ROLE spectator LOGIN")
    other.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO spectator")
    other.execute("COMMIT")
    with GameLog(postgres_url.replace("refight@", "spectator@"), SYSTEMS) as log:
        games = Games(log)
        assert games.position(RIDGE).state.core.fair_dice == 3 * SNAPSHOT_EVERY
        assert len(log.since(0, 10_000)) == 3 * SNAPSHOT_EVERY + 2
        with pytest.raises(BadInput, match=r"cannot be opened for writing \(permission denied for table"):
            games.note(RIDGE, "blue", "in vain")
        with pytest.raises(BadInput, match="permission denied for schema refight_secret"):
            log.seed(games.line(RIDGE), "main")
    other.execute("DROP OWNED BY spectator")
    other.execute("DROP ROLE spectator")
    other.execute("COMMIT")


def three_rows(log: GameLog) -> Line:
    line = new_game(Games(log))
    append(log, line, notes(1))
    append(log, line, notes(1))
    return line


def test_a_log_copied_to_a_server_that_has_counted_less_is_followed_as_before(
    postgres_url: str, other: Any, tmp_path: Path
) -> None:
    path = tmp_path / "games.read.db"
    with GameLog(postgres_url, SYSTEMS) as log:
        three_rows(log)
        catch_up(log, path)
        whole = rows_since(log, 0)
    ahead = "(pg_current_xact_id()::text::bigint + 1000 + notification_id)::text::xid8"
    other.execute(f"UPDATE refight_events SET transaction_id={ahead} WHERE notification_id>2")
    other.execute("COMMIT")
    with GameLog(postgres_url, SYSTEMS) as log:
        assert rows_since(log, 0) == whole
        append(log, log.line("ridge"), notes(1))
        assert rows_since(log, 0) == [*whole, ("ridge@main", 3)]
        assert catch_up(log, path) == 4  # made anew: the places of the rows are others
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT entry FROM timeline ORDER BY id").fetchall() == [(1,), (2,), (3,), (4,)]


def test_a_log_made_before_transactions_were_noted_goes_on(postgres_url: str, other: Any) -> None:
    with GameLog(postgres_url, SYSTEMS) as log:
        three_rows(log)
        whole = rows_since(log, 0)
    other.execute("ALTER TABLE refight_events DROP COLUMN transaction_id")
    other.execute("DROP INDEX refight_events_names")
    other.execute("CREATE INDEX refight_events_first ON refight_events (originator_id) WHERE originator_version=0")
    other.execute("COMMIT")
    with GameLog(postgres_url, SYSTEMS) as log:
        append(log, log.line("ridge"), notes(1))
        assert rows_since(log, 0) == [*whole, ("ridge@main", 3)]
        assert log.lines("ridge") == ["main"]
    assert other.execute("SELECT to_regclass('refight_events_first')").fetchone() == (None,)


def test_many_writes_are_told_of_together_and_the_last_of_them_when_it_closes(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each telling wakes everybody who follows; none is left out because the teller rested."""
    from domain.log.postgres import listening
    from domain.log.postgres.connections import Datastore

    monkeypatch.setattr(listening, "GAP", 0.2)
    told: list[bytes] = []
    store = Datastore(postgres_url)
    monkeypatch.setattr(store, "run_plain", told.append)
    for _ in range(5):
        store.crier.tell()
    while not told:
        pass
    for _ in range(50):
        store.crier.tell()
    assert len(told) <= 2, "it rests between two"
    store.close()
    assert len(told) in (2, 3)


def test_a_text_that_it_cannot_keep_is_no_fault_of_the_server(log: GameLog) -> None:
    """Before, whoever sent one was told that the server does not answer."""
    with pytest.raises(BadInput, match="the character NUL cannot be kept"):
        Pending(log.store).agree(Undoing("ridge", "main", 1, 1), "bl\0ue")
