"""The game log on SQLite and on a real PostgreSQL server: what goes in comes out, whole, in order, or not at all."""

from __future__ import annotations

import dataclasses
import sqlite3
import tempfile
import threading
import time
from base64 import b64encode
from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.games import Games
from domain.games.positions import SNAPSHOT_EVERY
from domain.kernel.chance import EnteredChance, commitment
from domain.kernel.errors import BadInput, LogConflict, NotFound, VerificationFailed
from domain.kernel.facts import SHARED, Fact, FrameOpened, GameStarted, LineOpened, NoteAdded, OrderGiven
from domain.kernel.packs import Pack, pack_bytes
from domain.kernel.play import Recorded
from domain.kernel.system import System
from domain.kernel.unions import fact_union
from domain.log.entry import Envelope, Head
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.log.snapshots import fingerprint
from domain.proof.verify import verify_line
from rules import SYSTEMS
from rules.freeform.luck import RollDice
from rules.freeform.pieces.asks import AddPiece
from tests.domain.storage import (
    FREEFORM,
    PACK,
    SPAWN,
    append,
    check_chain,
    fact,
    grow,
    lock_away,
    new_game,
    notes,
    orders_in,
    roll,
    row_count,
    run_sql,
    sample,
    side_by_side,
    without_root,
)

RIDGE = Ref("ridge")


def start_any(log: GameLog, system: System[Any], name: str) -> Any:
    """A line of any system, without asking its pack: storage must not care."""
    started = GameStarted(
        format=1,
        game="id",
        title="T",
        system=system.key,
        edition=system.edition,
        scenario="s",
        pack=PACK.hash,
        sides=("a", "b"),
    )
    return log.start(name, started, PACK, None, "umpire", 1)


# Facts


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_kind_of_fact_survives_the_store(any_games: Games, key: str) -> None:
    system, log = SYSTEMS[key], any_games.log
    line = start_any(log, system, "all")
    facts: list[Fact] = [sample(kind) for kind in fact_union(system).__args__]
    append(log, line, [Recorded(item, ("a",) if i % 2 else None) for i, item in enumerate(facts)])
    assert len(facts) == len({*SHARED, *system.book.facts})
    assert log.facts(line, 1) == facts
    assert [entry.fact for entry in log.entries(line, 1)] == facts
    assert check_chain(log, line) == len(facts) + 1


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_order_and_every_frame_survives_the_store(any_games: Games, key: str) -> None:
    system, log = SYSTEMS[key], any_games.log
    line = start_any(log, system, "all")
    examples = {
        type(order): order for order in (asked.example for asked in system.book.asked.values())
    }  # where a field is more than any text
    facts: list[Fact] = [OrderGiven(by="a", order=examples.get(kind) or sample(kind)) for kind in system.book.orders]
    facts += [FrameOpened(frame=sample(kind)) for kind in system.book.frames]
    append(log, line, [Recorded(item) for item in facts])
    assert log.facts(line, 1) == facts


def test_topics_are_stable_names_that_no_renamed_module_can_change(any_games: Games) -> None:
    line = new_game(any_games)
    any_games.order(RIDGE, "blue", AddPiece(piece="a", side="blue"))
    topics = {row.topic for row in any_games.log.since(0) if row.stream == line.own.stream}
    assert topics == {"kernel/GameStarted", "kernel/OrderGiven", "freeform/PieceAdded"}


def test_an_envelope_comes_back_as_it_was_given(any_games: Games) -> None:
    log, line = any_games.log, new_game(any_games)
    head = log.head(line)
    log.append(line, head, Envelope(1, "red", 123456, "imported"), [Recorded(fact(0), ("red",)), Recorded(fact(1))])
    one, two = log.entries(line, 1)
    assert (one.number, one.order_no, one.by, one.at, one.source, one.to) == (2, 1, "red", 123456, "imported", ("red",))
    assert (two.number, two.order_no, two.to) == (3, 1, None)


# Versions


def test_of_two_writers_on_one_head_the_second_gets_a_conflict_and_stores_nothing(any_games: Games) -> None:
    log, line = any_games.log, new_game(any_games)
    seen = log.head(line)
    log.append(line, seen, Envelope(1, "blue", 1), notes(2, "first"))
    before = row_count(log)
    with pytest.raises(LogConflict, match="nothing of yours was stored"):
        log.append(line, seen, Envelope(1, "red", 1), notes(3, "second"))
    assert row_count(log) == before
    assert {entry.by for entry in log.entries(line, 1)} == {"blue"}
    assert check_chain(log, line) == 3


def test_a_table_that_lost_the_race_plays_on_when_the_line_is_read_again(any_games: Games) -> None:
    line = new_game(any_games)
    mine, theirs = any_games.table(line), any_games.table(line)
    theirs.order("red", RollDice(why="first"), EnteredChance([1]), 1)
    with pytest.raises(LogConflict):
        mine.order("blue", RollDice(why="second"), EnteredChance([2]), 1)
    any_games.table(line).order("blue", RollDice(why="again"), EnteredChance([3]), 1)
    assert list(orders_in(any_games.log, line)) == [0, 1, 2]


def compete(number: int, url: str, tries: int) -> list[str]:
    """Orders of three facts as fast as they go; gives those the log took."""
    won = []
    with GameLog(url, SYSTEMS) as log:
        line = log.line("ridge")
        for i in range(tries):
            name, head = f"{number}-{i}", log.head(line)
            try:
                log.append(line, head, Envelope(head.order_no + 1, name, i), notes(3, name))
                won.append(name)
            except LogConflict:
                continue
    return won


def check_competition(log: GameLog, won: list[str]) -> None:
    line = log.line("ridge")
    assert check_chain(log, line) == 1 + 3 * len(won)
    stored = {}
    for order_no, facts in orders_in(log, line).items():
        if order_no:
            texts = [f.text for f in facts if isinstance(f, NoteAdded)]
            name = texts[0].split()[0]
            assert texts == [f"{name} {i}" for i in range(3)]
            stored[order_no] = name
    assert sorted(stored.values()) == sorted(won)
    assert list(stored) == list(range(1, len(won) + 1))


def test_concurrent_processes_store_exactly_the_orders_that_won(any_games: Games, store_url: str) -> None:
    new_game(any_games)
    won = [name for names in side_by_side(4, compete, store_url, 25) for name in names]
    assert len(won) >= 25
    check_competition(any_games.log, won)


def test_concurrent_threads_store_exactly_the_orders_that_won(any_games: Games, store_url: str) -> None:
    log, line = any_games.log, new_game(any_games)
    won: list[str] = []

    def work(number: int) -> None:
        for i in range(25):
            name, head = f"{number}-{i}", log.head(line)
            try:
                log.append(line, head, Envelope(head.order_no + 1, name, i), notes(3, name))
                won.append(name)
            except LogConflict:
                continue

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check_competition(log, won)


# All or nothing


@pytest.mark.parametrize("k", [0, 1, 4])
def test_an_order_whose_kth_row_collides_is_not_stored_at_all(any_games: Games, k: int) -> None:
    log, line = any_games.log, new_game(any_games)
    head = log.head(line)
    log.store.put([(line.own.stream, head.number + k, "kernel/NoteAdded", b"in the way")])
    before = row_count(log)
    with pytest.raises(LogConflict):
        log.append(line, head, Envelope(1, "blue", 1), notes(5))
    assert row_count(log) == before


@pytest.mark.parametrize("bad", [2**64, -(2**63) - 1, "lone \ud800 surrogate"])
def test_an_order_that_cannot_be_encoded_half_way_is_refused_plainly_and_not_stored(any_games: Games, bad: Any) -> None:
    log, line = any_games.log, new_game(any_games)
    before = row_count(log)
    broken = NoteAdded(by="blue", text=bad) if isinstance(bad, str) else NoteAdded(by="blue", text="", about=bad)
    with pytest.raises(BadInput, match=r"too great|not Unicode|cannot be stored"):
        append(log, line, [*notes(2), Recorded(broken), *notes(2)])
    assert row_count(log) == before
    append(log, line, notes(1))
    assert check_chain(log, line) == 2


def test_an_order_the_log_could_not_read_again_is_refused_and_spoils_nothing(any_games: Games) -> None:
    log, line = any_games.log, new_game(any_games)
    number: Any = "seven"  # built in code, so no decoder has looked at it
    order = RollDice(why="a test", dice=number)
    with pytest.raises(BadInput, match="this cannot be stored: Expected `int"):
        append(log, line, [Recorded(OrderGiven(by="blue", order=order)), *notes(1)])
    assert log.head(line).number == 1
    append(log, line, notes(1))
    assert len(log.entries(line)) == 2


def test_a_game_from_elsewhere_comes_whole_or_not_at_all(any_games: Games) -> None:
    log, line = any_games.log, new_game(any_games)
    append(log, line, notes(3))
    branch = any_games.branch(Ref("ridge", entry=2), "b")
    rows = {name: [(r.topic, r.state) for r in log.since(0) if r.stream == f"ridge@{name}"] for name in ("main", "b")}
    log.restore("copy", PACK, rows)
    assert log.entries(log.line("copy", "b")) == log.entries(branch)
    before = row_count(log)
    with pytest.raises(LogConflict, match="a game named ridge already"):
        log.restore("ridge", PACK, {"new": rows["main"], **rows})
    assert row_count(log) == before


# Games, lines, numbers


def test_a_game_with_a_taken_name_is_refused_and_the_old_one_stays(any_games: Games) -> None:
    old = new_game(any_games)
    with pytest.raises(LogConflict, match="a game named ridge already; choose another name"):
        new_game(any_games)
    again = GameLog(any_games.log.store.url, SYSTEMS)
    assert again.line("ridge").started == old.started
    assert any_games.log.games() == ["ridge"]


def test_a_branch_with_a_taken_name_is_refused_and_keeps_its_seed(any_games: Games) -> None:
    new_game(any_games)
    any_games.branch(RIDGE, "b")
    with pytest.raises(LogConflict, match="a line named b in ridge already"):
        any_games.branch(RIDGE, "b")
    any_games.order(Ref("ridge", "b"), "blue", RollDice(why="fair"))
    opened = any_games.log.line("ridge", "b").opened
    assert opened is not None
    assert commitment(any_games.reveal(Ref("ridge", "b"))) == opened.commitment


def test_the_seed_of_a_branch_that_failed_never_takes_the_place_of_the_real_one(any_games: Games) -> None:
    log, line = any_games.log, new_game(any_games)
    log.store.put_seed("ridge", "b", "00" * 32)  # what a process that died before its entry was written leaves behind
    any_games.branch(RIDGE, "b")
    opened = log.line("ridge", "b").opened
    assert opened is not None
    assert commitment(any_games.reveal(Ref("ridge", "b"))) == opened.commitment
    assert log.seed(line, "main") is not None


def test_a_copy_under_another_name_cannot_roll_the_fair_dice_of_the_first(any_games: Games) -> None:
    log = any_games.log
    new_game(any_games)
    rows = [(r.topic, r.state) for r in log.since(0) if r.stream == "ridge@main"]
    log.restore("peek", PACK, {"main": rows})
    with pytest.raises(NotFound, match="the seed of this line's fair dice is not here"):
        any_games.order(Ref("peek"), "blue", RollDice(why="a look at what will come"))


def test_games_and_lines_are_listed_oldest_first(any_games: Games) -> None:
    for name in ("zama", "alma", "mons"):
        new_game(any_games, name)
    for name in ("z", "a"):
        any_games.branch(Ref("alma"), name)
    assert any_games.log.games() == ["zama", "alma", "mons"]
    assert any_games.log.lines("alma") == ["main", "z", "a"]
    with pytest.raises(NotFound, match="no game 'alm'"):
        any_games.log.lines("alm")
    with pytest.raises(NotFound, match="alma has no line 'x'; it has main, z, a"):
        any_games.log.line("alma", "x")


def test_entries_of_branches_of_branches_are_numbered_through(any_games: Games) -> None:
    log, main = any_games.log, new_game(any_games)
    grow(log, main, 9)
    one = any_games.branch(Ref("ridge", entry=6), "one")
    append(log, one, notes(3, "one"))
    two = any_games.branch(Ref("ridge", "one", 8), "two")
    append(log, two, notes(2, "two"))
    early = any_games.branch(Ref("ridge", "two", 4), "early")

    numbers = [(entry.line, entry.number) for entry in log.entries(two)]
    assert numbers == [
        *(("main", n) for n in range(1, 7)), ("one", 7), ("one", 8), ("two", 9), ("two", 10), ("two", 11),
    ]  # fmt: skip
    assert [log.head(line).number for line in (main, one, two, early)] == [10, 10, 11, 5]
    assert [span.line for span in early.spans] == ["main", "early"]
    assert check_chain(log, two) == 11
    assert check_chain(log, early) == 5
    opened = log.entries(two, 8, 9)[0].fact
    assert isinstance(opened, LineOpened)
    assert (opened.parent, opened.at) == ("one", 8)


def test_any_stretch_of_any_line_is_that_slice_of_the_whole(any_games: Games) -> None:
    log, main = any_games.log, new_game(any_games)
    grow(log, main, 7)
    one = any_games.branch(Ref("ridge", entry=5), "one")
    append(log, one, notes(2))
    two = any_games.branch(Ref("ridge", "one", 6), "two")
    append(log, two, notes(2))
    for line in (main, one, two):
        whole = log.entries(line)
        for after in range(len(whole) + 1):
            assert log.entries(line, after) == whole[after:]
            for upto in range(after, len(whole) + 1):
                assert log.entries(line, after, upto) == whole[after:upto]
                assert log.facts(line, after, upto) == [entry.fact for entry in whole[after:upto]]


def test_the_head_is_the_last_entry_with_its_order_number_and_hash(any_games: Games) -> None:
    log, line = any_games.log, new_game(any_games)
    roll(any_games, RIDGE, 4)
    last = log.entries(line)[-1]
    assert log.head(line) == Head(last.number, last.order_no, last.hash) == Head(3, 1, last.hash)


def test_a_row_lost_from_the_middle_is_noticed_before_anything_is_folded(games: Games) -> None:
    log, line = games.log, new_game(games)
    append(log, line, notes(5))
    log.store.recorder.connection.execute("DELETE FROM stored_events WHERE originator_version=3")
    with pytest.raises(BadInput, match="entries of ridge@main are missing"):
        games.replayed(line, 6)


# Snapshots


def test_the_state_at_every_entry_is_the_replayed_state(any_games: Games) -> None:
    log, main = any_games.log, new_game(any_games)
    grow(log, main, 2 * SNAPSHOT_EVERY + 30)
    branch = any_games.branch(Ref("ridge", entry=SNAPSHOT_EVERY + 50), "b")
    grow(log, branch, 2 * SNAPSHOT_EVERY)
    for line in (main, branch):
        any_games.state(line, log.head(line).number)
        for number in [*range(1, log.head(line).number, 37), SNAPSHOT_EVERY, SNAPSHOT_EVERY + 50, SNAPSHOT_EVERY + 51]:
            assert any_games.state(line, number) == any_games.replayed(line, number), (line.name, number)


def test_a_long_way_leaves_snapshots_and_a_branch_uses_those_of_its_parent(any_games: Games) -> None:
    log, main = any_games.log, new_game(any_games)
    grow(log, main, 3 * SNAPSHOT_EVERY)
    assert log.snapshot(main, None) is None
    any_games.state(main, 3 * SNAPSHOT_EVERY)
    assert log.snapshot(main, 2 * SNAPSHOT_EVERY + 5) == (
        2 * SNAPSHOT_EVERY,
        any_games.replayed(main, 2 * SNAPSHOT_EVERY),
    )
    branch = any_games.branch(Ref("ridge", entry=2 * SNAPSHOT_EVERY - 1), "b")
    found = log.snapshot(branch, None)
    assert found is not None
    assert found[0] == SNAPSHOT_EVERY  # the parent's next one lies after the fork


def test_large_states_are_kept_less_often_and_the_last_always(
    any_games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a game of tens of thousands of pieces would take gigabytes."""
    log, main = any_games.log, new_game(any_games)
    grow(log, main, 5 * SNAPSHOT_EVERY)
    state = len(msgspec.msgpack.encode(any_games.replayed(main, SNAPSHOT_EVERY)))
    monkeypatch.setattr("domain.games.positions.SNAPSHOT_PER_ENTRY", state / (3 * SNAPSHOT_EVERY))
    any_games.state(main, 5 * SNAPSHOT_EVERY)
    kept = [log.snapshot(main, number * SNAPSHOT_EVERY) for number in (1, 3, 5)]
    assert [found and found[0] for found in kept] == [SNAPSHOT_EVERY, SNAPSHOT_EVERY, 5 * SNAPSHOT_EVERY]


def test_the_same_snapshot_twice_is_no_error_and_the_first_stays(any_games: Games) -> None:
    log, line = any_games.log, new_game(any_games)
    state = any_games.state(line, 1)
    log.keep_snapshot(line, 1, state)
    log.keep_snapshot(line, 1, state)
    assert log.snapshot(line, 1) == (1, state)


def test_a_snapshot_of_another_shape_of_state_is_ignored(any_games: Games, store_url: str) -> None:
    line = new_game(any_games)
    any_games.log.keep_snapshot(line, 1, any_games.state(line, 1))
    newer = dataclasses.replace(FREEFORM, edition="2")
    assert fingerprint(newer) != fingerprint(FREEFORM)
    with GameLog(store_url, {"freeform": newer}) as log:
        assert log.snapshot(log.line("ridge"), 1) is None


def test_a_damaged_snapshot_only_makes_the_way_longer(any_games: Games) -> None:
    log, line = any_games.log, new_game(any_games)
    grow(log, line, SNAPSHOT_EVERY)
    log.store.put_snapshot(f"ridge@main#{fingerprint(FREEFORM)}", SNAPSHOT_EVERY, b"\xc1 not a state")
    assert any_games.state(line, SNAPSHOT_EVERY) == any_games.replayed(line, SNAPSHOT_EVERY)


def test_a_game_too_short_for_snapshots_does_not_ask_for_one(any_games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    """To name them the rules must be read through, which takes longer than to fold so few entries."""
    asked: list[int | None] = []
    monkeypatch.setattr(any_games.log, "snapshot", lambda _line, upto: asked.append(upto))
    line = new_game(any_games)
    grow(any_games.log, line, SNAPSHOT_EVERY)
    for number in (SNAPSHOT_EVERY - 1, SNAPSHOT_EVERY):
        any_games.state(line, number)
    assert asked == [SNAPSHOT_EVERY]


def test_a_state_too_great_for_a_snapshot_is_no_error_there_is_just_none(any_games: Games) -> None:
    log, line = any_games.log, new_game(any_games)
    state = any_games.state(line, 1)
    state.core.points["blue"] = 2**64
    log.keep_snapshot(line, 1, state)
    assert log.snapshot(line, 1) is None


@pytest.mark.parametrize("folder_too", [False, True], ids=["the file", "the file and its folder"])
def test_a_log_that_may_only_be_read_can_still_be_looked_at(folder_too: bool) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with GameLog(str(folder / "games.db"), SYSTEMS) as log:
            grow(log, new_game(Games(log)), 3 * SNAPSHOT_EVERY)
        lock_away(folder)
        folder.chmod(0o555 if folder_too else 0o777)
        with without_root(), GameLog(str(folder / "games.db"), SYSTEMS) as log:
            games = Games(log)
            assert games.position(RIDGE).state.core.fair_dice == 3 * SNAPSHOT_EVERY
            assert log.snapshot(games.line(RIDGE), None) is None
            with pytest.raises(BadInput, match="cannot be opened for writing"):
                games.note(RIDGE, "blue", "in vain")
        folder.chmod(0o755)


# Packs


def test_a_pack_is_stored_once_by_its_hash(any_games: Games) -> None:
    new_game(any_games, "one")
    new_game(any_games, "two")
    other = Pack(name="open", files={**PACK.files, "more.toml": "a = 1"})
    any_games.log.keep_pack(other)
    packs = [row.stream for row in any_games.log.since(0) if row.stream.startswith("pack:")]
    assert packs == [f"pack:{PACK.hash}", f"pack:{other.hash}"]
    assert any_games.log.pack(other.hash) == other
    with pytest.raises(NotFound, match="is not in the log"):
        any_games.log.pack("0" * 64)


@pytest.mark.parametrize(
    "state", [b"\x00\xff", pack_bytes(Pack(name="other", files=PACK.files))], ids=["unreadable", "another pack"]
)
def test_a_damaged_pack_is_neither_read_nor_taken_for_the_right_one(store_url: str, state: bytes) -> None:
    with GameLog(store_url, SYSTEMS) as log:
        new_game(Games(log))
    change = f"UPDATE stored_events SET state={{}} WHERE originator_id='pack:{PACK.hash}'"
    in_hex = f"decode('{state.hex()}', 'hex')"
    run_sql(store_url, change.format(f"x'{state.hex()}'"), change.replace("stored_", "refight_").format(in_hex))
    with GameLog(store_url, SYSTEMS) as log:
        for use in (lambda: log.pack(PACK.hash), lambda: log.keep_pack(PACK), lambda: new_game(Games(log), "second")):
            with pytest.raises(BadInput, match="the pack of this game is damaged; `refight verify` says more"):
                use()
        assert log.games() == ["ridge"]
        with pytest.raises(VerificationFailed, match="pack") as error:
            verify_line(Games(log), RIDGE)
        assert error.value.entry == 1


@pytest.mark.parametrize("how", [{}, {"key": "AAAAAAAAAAAAAAAAAAAAAA=="}], ids=["plain", "encrypted"])
def test_an_unreadable_entry_is_told_with_its_line(tmp_path: Path, how: dict[str, str]) -> None:
    url = str(tmp_path / "games.db")
    with GameLog(url, SYSTEMS, **how) as log:
        append(log, new_game(Games(log)), notes(3))
        run_sql(url, "UPDATE stored_events SET state=x'00ff' WHERE originator_version=2")
        line = log.line("ridge")
        for read in (log.facts, log.entries, lambda line: list(log.each_sealed(line))):
            with pytest.raises(BadInput, match=r"ridge@main holds an entry .* `refight verify ridge` says more"):
                read(line)
        assert len(log.facts(line, 0, 2)) == 2


# A piece at a time

PROTECTIONS = [{}, {"key": "AAAAAAAAAAAAAAAAAAAAAA=="}, {"compress": True}]


@pytest.mark.parametrize("how", PROTECTIONS, ids=["plain", "encrypted", "compressed"])
def test_a_long_line_never_lies_in_memory_whole(store_url: str, how: dict[str, Any]) -> None:
    with GameLog(store_url, SYSTEMS, **how) as log:
        stream = new_game(Games(log)).own.stream
        rows = [(stream, version, "t", b"entry %d" % version) for version in range(1, 2501)]
        log.store.put(rows)
        whole = [row for piece in log.store.kept_pieces(stream) for row in piece][1:]
        assert whole == [row[1:] for row in rows]
        for after, upto in ((0, None), (0, 2500), (1, 1001), (499, 2000), (2500, None), (7, 7)):
            pieces = [list(piece) for piece in log.store.pieces(stream, after, upto)]
            kept = list(log.store.kept_pieces(stream, after, upto))
            assert [row for piece in kept for row in piece] == whole[after:upto]
            assert [state for piece in pieces for (state,) in piece] == [state for _, _, state in whole[after:upto]]
            assert max([0, *map(len, pieces), *map(len, kept)]) <= 1000


# The notification log


def test_what_was_written_since_a_mark_comes_once_each_in_the_order_of_writing(any_games: Games) -> None:
    log = any_games.log
    for name in ("one", "two"):
        new_game(any_games, name)
        append(log, log.line(name), notes(3, name))
    whole = log.since(0)
    ids = [row.id for row in whole]
    assert ids == sorted(set(ids))
    assert ids[-1] == log.store.latest()
    pages, mark = [], 0
    while page := log.since(mark, 2):
        pages += page
        mark = page[-1].id
    assert pages == whole
    assert [(row.stream, row.version) for row in whole if "@" in row.stream] == [
        (f"{name}@main", version) for name in ("one", "two") for version in range(4)
    ]


def test_a_reader_with_a_mark_needs_no_ids_without_gaps(any_games: Games) -> None:
    log, line = any_games.log, new_game(any_games)
    mark = log.store.latest()
    for _ in range(3):
        with pytest.raises(LogConflict):
            log.append(line, msgspec.structs.replace(log.head(line), number=0), Envelope(1, "red", 1), notes(1))
    append(log, line, notes(2))
    assert [row.topic for row in log.since(mark)] == ["kernel/NoteAdded"] * 2


def write_slowly(url: str, orders: int) -> None:
    with GameLog(url, SYSTEMS) as log:
        for i in range(orders):
            append(log, log.line("ridge"), notes(2, f"order {i}"))
            time.sleep(0.02)


def until(done: Callable[[], bool], seconds: float = 60) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: not done() and time.monotonic() < end


def test_follow_sees_live_what_another_process_writes(any_games: Games, store_url: str) -> None:
    log, line = any_games.log, new_game(any_games)
    writer = SPAWN.Process(target=write_slowly, args=(store_url, 12))
    writer.start()
    seen: list[int] = []
    for row in log.follow(log.store.latest(), until(lambda: len(seen) >= 24)):
        seen.append(row.version)  # noqa: PERF401 - whether to keep on hangs on it
    writer.join()
    assert seen == list(range(1, 25))
    assert len(log.entries(line)) == 25


def test_follow_sees_what_its_own_thread_and_its_neighbours_write(any_games: Games) -> None:
    log, line = any_games.log, new_game(any_games)
    seen: list[int] = []
    polls = 0

    def keep_on() -> bool:
        nonlocal polls
        polls += 1
        if polls == 3:
            append(log, line, notes(1, "own"))
        if polls == 6:
            thread = threading.Thread(target=append, args=(log, line, notes(1, "neighbour")))
            thread.start()
            thread.join()
        return len(seen) < 2 and polls < 200

    for row in log.follow(log.store.latest(), keep_on, poll=0.01):
        seen.append(row.version)  # noqa: PERF401 - whether to keep on hangs on it
    assert seen == [1, 2]


# Protection


@pytest.mark.parametrize("compress", [False, True])
def test_an_encrypted_log_works_as_any_other_and_holds_no_plain_text(store_url: str, compress: bool) -> None:
    from eventsourcing.cryptography import AESCipher

    key, secret = AESCipher.create_key(16), "Sharpsburg by the lower bridge"
    with GameLog(store_url, SYSTEMS, key=key, compress=compress) as log:
        games = Games(log)
        line = new_game(games)
        append(log, line, notes(2, secret))
        grow(log, line, 2 * SNAPSHOT_EVERY)
        branch = games.branch(Ref("ridge", entry=3), "b")
        assert games.position(RIDGE).state == games.replayed(line, log.head(line).number)
        assert log.snapshot(line, None) is not None
        assert [f.text for f in log.facts(branch, 1, 3) if isinstance(f, NoteAdded)] == [f"{secret} 0", f"{secret} 1"]
        assert check_chain(log, branch) == 4
        assert log.pack(PACK.hash) == PACK
        assert {len(log.since(0, 5)), len(list(log.follow(0, iter([True, False]).__next__)))} == {5, row_count(log)}
    assert secret.encode() not in everything_in(store_url)
    assert b"house" not in everything_in(store_url)


def key(number: int) -> str:
    return b64encode(bytes([number]) * 16).decode()


MARKED = [pytest.param(True, id="marked"), pytest.param(False, id="made before logs were marked")]
UNMARK = "DELETE FROM stored_events WHERE notification_id=0"


@pytest.mark.parametrize("is_marked", MARKED)
@pytest.mark.parametrize(
    ("made_with", "opened_with", "says"),
    [
        pytest.param(key(1), "", "this log is encrypted; set REFIGHT_KEY to its key", id="forgotten"),
        pytest.param(key(1), key(2), "this is not the key of this log", id="mistyped"),
        pytest.param("", key(1), "this log is not encrypted; unset REFIGHT_KEY", id="needless"),
    ],
)
def test_a_log_is_not_opened_with_another_key_and_takes_no_harm(
    store_url: str, made_with: str, opened_with: str, says: str, is_marked: bool
) -> None:
    with GameLog(store_url, SYSTEMS, key=made_with) as log:
        new_game(Games(log))
    if not is_marked:
        run_sql(store_url, UNMARK)
    with pytest.raises(BadInput, match=says):
        GameLog(store_url, SYSTEMS, key=opened_with)
    with GameLog(store_url, SYSTEMS, key=made_with) as log:
        new_game(Games(log), "second")
        assert log.games() == ["ridge", "second"]


@pytest.mark.parametrize(("first", "second"), [(key(1), ""), ("", key(1))])
def test_an_old_log_written_with_and_without_a_key_opens_as_it_was_begun(
    tmp_path: Path, first: str, second: str
) -> None:
    url, other = str(tmp_path / "games.db"), str(tmp_path / "other.db")
    for place, used, game in ((url, first, "ridge"), (other, second, "mixed")):
        with GameLog(place, SYSTEMS, key=used) as log:
            new_game(Games(log), game)
    run_sql(url, UNMARK)
    with closing(sqlite3.connect(other)) as connection:
        (state,) = connection.execute("SELECT state FROM stored_events WHERE originator_id='mixed@main'").fetchone()
    run_sql(url, f"INSERT INTO stored_events VALUES (9, 'mixed@main', 0, 'kernel/GameStarted', x'{state.hex()}')")
    with GameLog(url, SYSTEMS, key=first) as log:
        assert log.games() == ["ridge", "mixed"]
        assert log.head(log.line("ridge")).number == 1
        with pytest.raises(BadInput, match="mixed@main holds an entry"):
            log.line("mixed")


@pytest.mark.parametrize("opened_with", ["", key(2)])
def test_an_encrypted_log_without_games_has_its_key_already(store_url: str, opened_with: str) -> None:
    GameLog(store_url, SYSTEMS, key=key(1)).close()
    with pytest.raises(BadInput, match="REFIGHT_KEY"):
        GameLog(store_url, SYSTEMS, key=opened_with)


@pytest.mark.parametrize("is_marked", MARKED)
@pytest.mark.parametrize("is_compressed", [True, False])
def test_whether_a_log_is_compressed_is_for_the_log_to_say(
    store_url: str, is_compressed: bool, is_marked: bool
) -> None:
    with GameLog(store_url, SYSTEMS, compress=is_compressed) as log:
        new_game(Games(log))
    if not is_marked:
        run_sql(store_url, UNMARK)
    with GameLog(store_url, SYSTEMS, compress=not is_compressed) as log:
        append(log, log.line("ridge"), notes(1, "Sharpsburg"))
    assert (b"Sharpsburg 0" in everything_in(store_url)) is not is_compressed
    with GameLog(store_url, SYSTEMS, compress=is_compressed) as log:
        assert log.head(log.line("ridge")).number == 2


def test_the_mark_of_a_log_is_no_part_of_what_it_holds(store_url: str) -> None:
    with GameLog(store_url, SYSTEMS, key=key(1)) as log:
        assert (log.store.latest(), log.since(0), log.store.streams(""), log.games()) == (0, [], [], [])
        new_game(Games(log))
        assert [row.id for row in log.since(0)] == [1, 2]
        assert log.store.streams("") == [f"pack:{PACK.hash}", "ridge@main"]


@pytest.mark.parametrize("made_with", ["", key(1)])
def test_a_damaged_mark_locks_nobody_out(store_url: str, made_with: str) -> None:
    with GameLog(store_url, SYSTEMS, key=made_with) as log:
        new_game(Games(log))
    damage = "UPDATE stored_events SET topic='plein', state={} WHERE notification_id=0"
    run_sql(store_url, damage.format("x'00ff'"), damage.replace("stored", "refight").format("'\\x00ff'"))
    with GameLog(store_url, SYSTEMS, key=made_with) as log:
        assert log.games() == ["ridge"]


def test_an_empty_log_that_may_only_be_read_is_looked_at_and_not_marked() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "games.db"
        GameLog(str(path), SYSTEMS).close()
        run_sql(str(path), UNMARK)
        before = path.read_bytes()
        lock_away(folder)
        with without_root(), GameLog(str(path), SYSTEMS) as log:
            assert log.games() == []
        folder.chmod(0o755)
        assert path.read_bytes() == before


def test_the_check_for_plain_text_would_find_it(store_url: str) -> None:
    with GameLog(store_url, SYSTEMS) as log:
        append(log, new_game(Games(log)), notes(1, "Sharpsburg"))
    assert b"Sharpsburg" in everything_in(store_url)


def test_a_compressed_log_is_smaller_and_reads_the_same(store_url: str, tmp_path: Path) -> None:
    text = "the same words again and again " * 40
    with GameLog(store_url, SYSTEMS, compress=True) as log:
        line = new_game(Games(log))
        append(log, line, notes(20, text))
        assert [f.text for f in log.facts(line, 1) if isinstance(f, NoteAdded)] == [f"{text} {i}" for i in range(20)]
    assert text.encode() not in everything_in(store_url)


@pytest.mark.parametrize("key", ["short", "AAAA", "not base64 at all!"])
def test_a_key_that_is_none_is_refused_in_one_sentence(tmp_path: Path, key: str) -> None:
    with pytest.raises(BadInput, match="16, 24 or 32 bytes written in base64"):
        GameLog(str(tmp_path / "games.db"), SYSTEMS, key=key)


def everything_in(url: str) -> bytes:
    """All bytes of the log: files, or what the server's tables hold."""
    if not url.startswith("postgresql"):
        log = Path(url)
        return b"".join(file.read_bytes() for file in log.parent.glob(log.name + "*") if ".seeds" not in file.name)
    import psycopg

    with psycopg.connect(url) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname='public'").fetchall()
        return b"".join(
            bytes(value) if isinstance(value, bytes) else str(value).encode()
            for (table,) in tables
            for row in connection.execute(f"SELECT * FROM {table}").fetchall()
            for value in row
        )


# Seeds


def test_the_seed_of_a_running_game_is_nowhere_in_the_log(any_games: Games, store_url: str) -> None:
    log, line = any_games.log, new_game(any_games)
    branch = any_games.branch(RIDGE, "b")
    any_games.order(RIDGE, "blue", RollDice(why="fair", dice=5))
    seeds = [log.seed(line, "main"), log.seed(branch, "b")]
    assert [commitment(str(seed)) for seed in seeds] == [
        line.started.commitment,
        branch.opened and branch.opened.commitment,
    ]
    stored = everything_in(store_url)
    for seed in seeds:
        assert seed is not None
        assert seed.encode() not in stored
        assert bytes.fromhex(seed) not in stored
    any_games.reveal(RIDGE)
    assert str(seeds[0]).encode() in everything_in(store_url)


def test_the_file_of_seeds_is_for_its_owner_only_and_the_log_does_without_it(games: Games) -> None:
    new_game(games)
    log = Path(games.log.store.url)
    beside = [file for file in log.parent.iterdir() if ".seeds" in file.name]
    assert beside
    assert {file.stat().st_mode & 0o077 for file in beside} == {0}
    games.log.close()
    for file in beside:
        file.unlink(missing_ok=True)
    with GameLog(str(log), SYSTEMS) as again:
        roll(Games(again), RIDGE, 4)
        with pytest.raises(NotFound, match="enter the dice"):
            Games(again).order(RIDGE, "blue", RollDice(why="fair"))


def test_snapshots_can_be_dropped_on_either_engine(any_games: Games, pack: Pack) -> None:
    line = any_games.new(SYSTEMS["freeform"], "blank", "ridge", pack)
    any_games.log.keep_snapshot(line, 1, any_games.replayed(line, 1))
    assert any_games.log.snapshot(line, 1) is not None
    any_games.log.drop_snapshots()
    assert any_games.log.snapshot(line, 1) is None


def test_lines_are_found_though_more_are_asked_for_than_are_kept(
    any_games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("domain.log.reading.LINES_KEPT", 3)
    new_game(any_games)
    names = ["main", *(f"line-{i}" for i in range(8))]
    for parent, name in pairwise(names):
        any_games.branch(Ref("ridge", parent), name)
    with GameLog(any_games.log.store.url, SYSTEMS) as log:
        for name in (*names, *reversed(names)):
            line = log.line("ridge", name)
            assert (line.name, line.own.stream) == (name, f"ridge@{name}")
            assert len(log._lines) <= 3 + len(names)
