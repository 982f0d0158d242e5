"""A game verified as a whole: each entry once, and of every line what verifying it alone says."""

from __future__ import annotations

import sqlite3
import tempfile
import weakref
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domain.games.games import Games
from domain.kernel.errors import VerificationFailed
from domain.log.entry import read_sealed
from domain.log.refs import Ref
from domain.log.store import Store
from domain.proof.rowcheck import StoredEntries
from domain.proof.verify import Proof, seal_of, verify_game, verify_line
from rules import SYSTEMS
from rules.freeform.luck import AddDeck
from rules.freeform.pieces.asks import AddPiece
from rules.freeform.sequence import ScorePoints
from tests.domain.proof_helpers import LINES, PACK, open_games, play, play_story
from tests.domain.spoiling import FORGERIES, SPOILS, STEPS, Rows, forge, forgery, miscount, spell_longer, take

Said = Proof | tuple[str, str, int]
SPOILT = st.tuples(st.integers(0, 9), st.integers(0, 60), st.sampled_from(SPOILS), st.integers(0, 400))
FORGED = st.one_of(
    st.builds(lambda what, nth: forgery(*what, nth), st.sampled_from(FORGERIES), st.integers(0, 4)),
    st.builds(miscount, st.integers(0, 40), st.sampled_from([-1, 1])),
    st.builds(spell_longer, st.integers(0, 40)),
)


def said(found: Proof | VerificationFailed) -> Said:
    return found if isinstance(found, Proof) else (str(found), found.line, found.entry)


def alone(games: Games, name: str) -> Said:
    try:
        return verify_line(games, Ref("g", name))
    except VerificationFailed as error:
        return said(error)


def whole(games: Games) -> dict[str, Said]:
    return {name: said(found) for name, found in verify_game(games, "g").items()}


def play_any(folder: Path, steps: list[tuple[str, int, Any]]) -> list[str]:
    games = open_games(folder)
    games.new(SYSTEMS["freeform"], "blank", "g", PACK)
    play(games, "main", ("red", AddDeck(deck="d", cards=tuple("abcde"))))
    play(games, "main", ("red", AddPiece(piece="spy", side="red", strength=99, hidden=True)))
    lines = ["main"]
    for step in steps:
        take(games, lines, step)
    games.log.close()
    return lines


@settings(max_examples=60, deadline=None)
@given(steps=STEPS, forged=st.lists(FORGED, max_size=2), spoils=st.lists(SPOILT, max_size=1))
def test_of_every_line_the_whole_says_what_verifying_it_alone_says(
    steps: list[tuple[str, int, Any]], forged: list[Any], spoils: list[tuple[int, int, Any, int]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        lines = play_any(Path(folder), steps)
        with closing(sqlite3.connect(Path(folder) / "games.db")) as connection, connection:
            for change in forged:
                forge(connection, lines, change)
            for line, place, spoil, which in spoils:
                rows = Rows(connection, lines[line % len(lines)])
                if len(rows.all()) > 1:
                    spoil(rows, place % len(rows.all()), which)
        with open_games(Path(folder)).log as log:
            games = Games(log)
            assume(log.store.streams("g@"))  # a game of one line without its first row is no game any more
            found = whole(games)
            assert found == {name: alone(games, name) for name in found}
            with pytest.MonkeyPatch.context() as without:
                without.setattr(StoredEntries, "_pass_swiftly", lambda *_: 0)
                assert found == whole(games), "what is passed swiftly is what the careful check passes"


def signed(state: bytes) -> bytes:
    """The moment of an entry as a signed number: as many bytes, and read as the same."""
    moment = msgspec.msgpack.encode(msgspec.msgpack.decode(state)[3])
    assert moment[0] == 0xCF
    return state.replace(moment, b"\xd3" + moment[1:])


def open_anew(rows: Rows) -> None:
    """The game is started once more at entry 3, under a chain that fits."""
    started = read_sealed("main", 1, rows.all()[0][1]).body
    forge(rows.connection, ["main"], lambda entry: entry._replace(body=started) if entry.number == 3 else entry)
    rows.set(2, "topic", "kernel/GameStarted")


def tag_by_number(rows: Rows) -> None:
    forge(rows.connection, ["main"], forgery("PointsScored", {"fact": 5}, 0))
    rows.set(2, "topic", "freeform/5")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        pytest.param(
            lambda rows: rows.set(2, "state", signed(rows.all()[2][1])),
            "entry 3 of main is stored with bytes that do not belong to it",
            id="header",
        ),
        pytest.param(
            lambda rows: rows.set(2, "state", rows.all()[2][1].replace(b"\xcd\x01\x2c", b"\xd1\x01\x2c")),
            "entry 3 of main was changed",
            id="fact",
        ),
        pytest.param(
            lambda rows: forge(
                rows.connection,
                ["main"],
                lambda entry: entry._replace(body=(entry.body or b"").replace(b"\xcd\x01\x2c", b"\xd1\x01\x2c")),
            ),
            "entry 2 of main cannot be read: it is not written as facts are written",  # the order says 300, too
            id="fact and its hash",
        ),
        pytest.param(tag_by_number, "entry 3 of main cannot be read: it is not a fact", id="no tag"),
        pytest.param(open_anew, "entry 3 of main opens a line in the middle of one", id="opened anew"),
        pytest.param(
            lambda rows: rows.set(3, "originator_version", 9),
            "entry 4 of main is missing; the next one there is 10",
            id="last one renumbered",
        ),
    ],
)
def test_what_reads_alike_but_is_not_what_was_written_is_found(tmp_path: Path, spoil: Any, said: str) -> None:
    with open_games(tmp_path).log as log:
        games = Games(log)
        games.new(SYSTEMS["freeform"], "blank", "g", PACK)
        play(games, "main", ("red", ScorePoints(side="red", points=300)))
        games.note(Ref("g"), "umpire", "tea at four")
        with closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
            spoil(Rows(connection, "main"))
        with pytest.raises(VerificationFailed, match=f"^{said}"):
            verify_line(games, Ref("g"))


@pytest.fixture
def story(tmp_path: Path) -> Iterator[Games]:
    games = open_games(tmp_path)
    play_story(games, reveal=True)
    yield games
    games.log.close()


def test_every_stream_is_read_once_and_a_piece_at_a_time(story: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    class Piece(list[Any]):
        """One that can be watched."""

    read: Counter[str] = Counter()
    alive: weakref.WeakSet[Piece] = weakref.WeakSet()
    true = Store.kept_pieces

    def watched(store: Store, stream: str, after: int = -1, upto: int | None = None) -> Iterator[Any]:
        for row in (row for piece in true(store, stream, after, upto) for row in piece):
            assert len(alive) <= 2
            read[stream] += 1
            piece = Piece([row])
            alive.add(piece)
            yield piece

    Piece.__hash__ = object.__hash__  # type: ignore[assignment, method-assign]
    monkeypatch.setattr(Store, "kept_pieces", watched)
    proofs = verify_game(story, "g")
    own = {name: story.log.store.count(f"g@{name}", -1, None) for name in LINES}
    assert read == {f"g@{name}": rows + 1 for name, rows in own.items()}, "what opens a line is looked at beforehand"
    assert all(isinstance(proof, Proof) for proof in proofs.values())


def test_the_seal_of_a_line_is_asked_for_on_that_line(story: Games) -> None:
    seal = seal_of(story, Ref("g", "b", 12))
    found = verify_game(story, "g", seal)
    assert {name: proof.sealed for name, proof in found.items() if isinstance(proof, Proof)} == {
        name: name == "b" for name in LINES
    }
    assert found["b"] == verify_line(story, Ref("g", "b"), seal)
    forged = verify_game(story, "g", seal._replace(hash="00" * 32))
    assert [name for name, proof in forged.items() if isinstance(proof, VerificationFailed)] == ["b"]


def test_progress_counts_every_stored_entry_once(story: Games) -> None:
    steps: list[tuple[int, int]] = []
    verify_game(story, "g", progress=lambda done, of: steps.append((done, of)))
    total = sum(story.log.store.count(f"g@{name}", -1, None) for name in LINES)
    assert steps == sorted(steps)
    assert steps[-1] == (total, total)
    assert {of for _, of in steps} == {total}
