"""Proofs: whatever is done to a stored game is found, and found where it was done."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.formats.jsonlines.jsonlines import GameFile, export_game, read_game
from domain.games.games import Games
from domain.kernel.errors import BadInput, NotFound, VerificationFailed
from domain.kernel.facts import DiceRolled
from domain.kernel.reasons import brief
from domain.log import chain
from domain.log.entry import read_sealed
from domain.log.links import stored_bytes
from domain.log.refs import Ref
from domain.proof.verify import Proof, Seal, parse_seal, seal_of, verify_file, verify_line
from rules import SYSTEMS
from rules.freeform.luck import AddDeck
from rules.freeform.sequence import ScorePoints
from tests.domain.proof_helpers import LINES, PACK, objects, open_games, play, play_story, rechained, texts
from tests.domain.spoiling import (
    EDITS,
    MOVES,
    STEPS,
    Rows,
    delete_and_close_up,
    edit_wire,
    insert_copy,
    refile,
    swap,
    table,
    take,
)

SEALED = Seal("3f2a", "main", 412, "9c" * 32)


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed database file with a game of four lines, to be copied and spoilt."""
    folder = tmp_path_factory.mktemp("story")
    games = open_games(folder)
    play_story(games, reveal=True)
    games.log.close()
    return folder / "games.db"


@contextmanager
def spoilt(story: Path, spoil: Callable[[sqlite3.Connection], object]) -> Iterator[Games]:
    """A copy of the story after someone had his hands in the file."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "games.db"
        shutil.copy(story, copy)
        with closing(sqlite3.connect(copy)) as connection, connection:
            spoil(connection)
        games = open_games(Path(folder))
        try:
            yield games
        finally:
            games.log.close()


@pytest.fixture(scope="module")
def sizes(story: Path) -> dict[str, tuple[int, int]]:
    """Each line's base and how many entries of its own it has."""
    with spoilt(story, lambda _: None) as games:
        return {
            name: (line.own.base, games.log.head(line).number - line.own.base)
            for name in LINES
            if (line := games.line(Ref("g", name)))
        }


# What is whole is proved whole


def test_an_untouched_game_verifies_line_by_line_with_every_die_proved(story: Path) -> None:
    with spoilt(story, lambda _: None) as games:
        for name in LINES:
            ref = Ref("g", name)
            entries = games.entries(ref)
            fair = [e.fact for e in entries if getattr(e.fact, "source", "") == "fair"]
            proof = verify_line(games, ref, seal_of(games, ref))
            assert proof == Proof(
                entries=len(entries),
                dice_proved=sum(len(getattr(fact, "faces", "1")) for fact in fair),
                dice_entered=3 if name == "main" else 0,
                sealed=True,
                sealed_at=len(entries),
            )


def test_a_seal_of_any_earlier_entry_holds_too(story: Path, sizes: dict[str, tuple[int, int]]) -> None:
    with spoilt(story, lambda _: None) as games:
        for name, (base, own) in sizes.items():
            for number in range(1, base + own + 1):
                proof = verify_line(games, Ref("g", name), seal_of(games, Ref("g", name, number)))
                assert (proof.sealed, proof.sealed_at, proof.since) == (True, number, base + own - number)


@settings(max_examples=40, deadline=None)
@given(STEPS)
def test_any_game_that_was_played_verifies_in_the_store_and_as_a_file(steps: list[tuple[str, int, Any]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        games = open_games(Path(folder))
        games.new(SYSTEMS["freeform"], "blank", "g", PACK)
        play(games, "main", ("red", AddDeck(deck="d", cards=tuple("abcde"))))
        lines = ["main"]
        for step in steps:
            take(games, lines, step)
        for name in lines:
            proof = verify_line(games, Ref("g", name), seal_of(games, Ref("g", name)))
            assert proof.entries == games.log.head(games.line(Ref("g", name))).number
        whole = verify_file(read_game(export_game(games, "g")), systems=SYSTEMS)
        assert whole.dice_unseen == 0
        assert whole.entries == sum(games.log.head(line).number - line.own.base for line in map_lines(games, lines))
        games.log.close()


def map_lines(games: Games, lines: list[str]) -> list[Any]:
    return [games.line(Ref("g", name)) for name in lines]


# A clock that goes back is told, and no fault


@pytest.fixture
def set_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Games]:
    """Entry 4 was written 90.5 s before entry 3, and a branch begins a day before the entry it leaves."""
    clock = iter([1_000_000, 1_000_000, 909_500, 2_000_000, 2_000_000])
    games = open_games(tmp_path)
    monkeypatch.setattr(games.log, "now", lambda: next(clock, 90_000_000))
    games.new(SYSTEMS["freeform"], "blank", "g", PACK)
    play(games, "main", *(("red", ScorePoints(side="red", points=1, why="hill")) for _ in range(3)))
    monkeypatch.setattr(games.log, "now", lambda: 2_000_000 - 86_400_000)
    games.branch(Ref("g", "main", 7), "b")
    yield games
    games.log.close()


def test_verify_tells_where_the_clock_goes_back_and_by_how_much(set_back: Games) -> None:
    main, branch = verify_line(set_back, Ref("g")), verify_line(set_back, Ref("g", "b"))
    assert main.statements()[-1] == "for information: the clock goes back 1 min 30 s from entry 3 to entry 4 of main"
    assert [(one.line, one.before, one.entry, one.by) for one in branch.backwards] == [
        ("main", 3, 4, 90_500),
        ("b", 7, 8, 86_400_000),
    ]
    assert branch.statements()[-1].endswith("goes back 1 d from entry 7 to entry 8 of b")


def test_a_file_tells_each_such_place_once(set_back: Games) -> None:
    proof = verify_file(read_game(export_game(set_back, "g")))
    assert proof.backwards == verify_line(set_back, Ref("g", "b")).backwards


def test_of_a_clock_that_goes_back_all_the_time_some_places_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, times = open_games(tmp_path), iter(range(10_000, 0, -1))
    monkeypatch.setattr(games.log, "now", lambda: next(times))
    games.new(SYSTEMS["freeform"], "blank", "g", PACK)
    play(games, "main", *(("red", ScorePoints(side="red", points=1, why="hill")) for _ in range(30)))
    proof = verify_line(games, Ref("g"))
    assert (len(proof.backwards), "more often" in proof.statements()[-1]) == (20, True)
    games.log.close()


# What is spoilt is found, and where


def is_located(failed: VerificationFailed, line: str, number: int, base: int) -> bool:
    """The number of a branch's first entry stands in that entry alone, so if it is spoilt only the line is known."""
    return failed.line == line and (failed.entry <= number or number == base + 1)


@settings(max_examples=150, deadline=None)
@given(
    name=st.sampled_from(LINES),
    place=st.integers(0, 100),
    spoil=st.sampled_from(EDITS + MOVES),
    which=st.integers(0, 400),
)
def test_any_spoilt_row_is_found_where_it_lies(
    story: Path, sizes: dict[str, tuple[int, int]], name: str, place: int, spoil: Any, which: int
) -> None:
    base, own = sizes[name]
    version = place % own
    before: list[Any] = []

    def do(connection: sqlite3.Connection) -> None:
        rows = Rows(connection, name)
        before.extend(rows.all())
        spoil(rows, version, which)

    with spoilt(story, do) as games:
        seal = Seal(*seal_parts(story, name)) if spoil is delete_and_close_up else None
        if spoil is insert_copy and before[version] == before[which % own] and version == which % own:
            version += 1  # a copy put before the true one is the same as one put after it
        with pytest.raises(VerificationFailed) as failed:
            verify_line(games, Ref("g", name), seal)
        assert is_located(failed.value, name, base + 1 + version, base)
        if spoil in EDITS and version:
            assert failed.value.entry == base + 1 + version


def seal_parts(story: Path, name: str) -> Seal:
    with spoilt(story, lambda _: None) as games:
        return seal_of(games, Ref("g", name))


@pytest.mark.parametrize("field", range(8), ids=["fact", "order", "by", "at", "source", "to", "salt", "hash"])
def test_each_field_of_every_entry_is_under_the_chain(
    story: Path, sizes: dict[str, tuple[int, int]], field: int
) -> None:
    for name, (base, own) in sizes.items():
        for version in range(own):
            with (
                spoilt(story, lambda c, v=version, n=name: edit_wire(Rows(c, n), v, field)) as games,  # type: ignore[misc]
                pytest.raises(VerificationFailed) as failed,
            ):
                verify_line(games, Ref("g", name))
            assert failed.value.line == name
            assert failed.value.entry == base + 1 + version or version == 0


@pytest.mark.parametrize("name", LINES)
def test_a_deleted_row_is_named_as_missing(story: Path, sizes: dict[str, tuple[int, int]], name: str) -> None:
    base, own = sizes[name]
    for version in range(1, own - 1):
        with (
            spoilt(story, lambda c, v=version: Rows(c, name).delete(v)) as games,  # type: ignore[misc]
            pytest.raises(VerificationFailed, match=f"entry {base + 1 + version} of {name} is missing") as failed,
        ):
            verify_line(games, Ref("g", name))
        assert (failed.value.line, failed.value.entry) == (name, base + 1 + version)


@pytest.mark.parametrize("name", LINES)
def test_a_cut_off_end_shows_against_the_seal_and_only_there(
    story: Path, sizes: dict[str, tuple[int, int]], name: str
) -> None:
    base, own = sizes[name]
    seal = seal_parts(story, name)
    for kept in range(1, own):
        with spoilt(story, lambda c, k=kept: [Rows(c, name).delete(v) for v in range(k, own)]) as games:  # type: ignore[misc]
            assert not verify_line(games, Ref("g", name)).sealed
            with pytest.raises(VerificationFailed, match="is missing: the line was sealed at entry") as failed:
                verify_line(games, Ref("g", name), seal)
        assert (failed.value.line, failed.value.entry) == (name, base + 1 + kept)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        pytest.param(lambda rows: edit_wire(rows, 4, 3), "entry 5 of main was changed$", id="changed"),
        pytest.param(lambda rows: edit_wire(rows, 4, 7), "the hash was changed$", id="hash"),
        pytest.param(lambda rows: swap(rows, 4, 0), "entry 5 of main stands in the place of entry 6", id="swapped"),
        pytest.param(lambda rows: swap(rows, 4, 3), "entry 5 of main stands in the place of entry 9", id="far swap"),
        pytest.param(lambda rows: insert_copy(rows, 4, 1), "entry 5 of main was put in", id="put in"),
        pytest.param(lambda rows: delete_and_close_up(rows, 4, 0), "one or more before it were taken out", id="out"),
        pytest.param(lambda rows: rows.set(4, "state", b"\xff"), "entry 5 of main cannot be read", id="damaged"),
        pytest.param(
            lambda rows: refile(rows, 4, 0), "entry 5 of main holds DiceRolled, but is filed under", id="topic"
        ),
        pytest.param(lambda rows: rows.delete(0), "the first entry of main is missing", id="first"),
    ],
)
def test_the_sentence_says_what_was_done(story: Path, spoil: Any, said: str) -> None:
    with spoilt(story, lambda c: spoil(Rows(c, "main"))) as games, pytest.raises(VerificationFailed, match=said):
        verify_line(games, Ref("g"))


def test_damage_after_the_branching_does_not_touch_the_branch(story: Path) -> None:
    with spoilt(story, lambda c: edit_wire(Rows(c, "main"), 12, 0)) as games:
        assert verify_line(games, Ref("g", "b")).dice_open == 0
        with pytest.raises(VerificationFailed):
            verify_line(games, Ref("g"))


def test_a_line_that_claims_to_branch_off_itself_or_off_nothing_is_named(story: Path) -> None:
    def reparent(parent: str) -> Callable[[sqlite3.Connection], None]:
        def do(connection: sqlite3.Connection) -> None:
            rows = Rows(connection, "b")
            wire = msgspec.msgpack.decode(rows.all()[0][1])
            wire[0]["parent"] = parent
            rows.set(0, "state", msgspec.msgpack.encode(wire))

        return do

    for parent, said in (("b", "branch off itself"), ("c", "branch off itself"), ("zz", "which is not there")):
        with spoilt(story, reparent(parent)) as games, pytest.raises(VerificationFailed, match=said) as failed:
            verify_line(games, Ref("g", "b"))
        assert failed.value.line == "b"


def test_a_changed_pack_is_found(story: Path) -> None:
    def spoil(connection: sqlite3.Connection) -> None:
        forged = msgspec.msgpack.encode(
            {"files": {"scenarios.toml": PACK.files["scenarios.toml"] + " "}, "name": "open"}
        )
        connection.execute(
            f"UPDATE {table(connection)} SET state=? WHERE originator_id=?", (forged, "pack:" + PACK.hash)
        )

    with spoilt(story, spoil) as games, pytest.raises(VerificationFailed, match="names the pack") as failed:
        verify_line(games, Ref("g"))
    assert failed.value.entry == 1


def test_damage_is_located_in_a_compressed_log_too(tmp_path: Path) -> None:
    games = open_games(tmp_path, compress=True)
    play_story(games)
    assert verify_line(games, Ref("g")).entries > 10
    games.log.close()
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
        Rows(connection, "main").set(6, "state", b"no compressed bytes")
    games = open_games(tmp_path, compress=True)
    with pytest.raises(VerificationFailed, match="entry 7 of main cannot be read") as failed:
        verify_line(games, Ref("g"))
    assert failed.value.entry == 7
    games.log.close()


def test_what_is_not_there_is_said_to_be_not_there(story: Path) -> None:
    with spoilt(story, lambda _: None) as games:
        with pytest.raises(NotFound, match="no game 'x'"):
            verify_line(games, Ref("x"))
        with pytest.raises(NotFound, match="g has no line 'x'; it has main, b, c, d"):
            verify_line(games, Ref("g", "x"))


# Seals


def test_a_seal_is_one_line_and_reads_back_even_if_a_mail_broke_it() -> None:
    assert str(SEALED) == f"refight-seal 3f2a@main:412 {'9c' * 32}"
    assert parse_seal(str(SEALED)) == SEALED
    assert parse_seal("  " + str(SEALED).replace(" ", "\r\n  ") + "\n") == SEALED


@pytest.mark.parametrize(
    "text",
    ["", "refight-seal", "seal 3f2a@main:1 00", str(SEALED)[:-1], str(SEALED) + "0", str(SEALED).replace("412", "0")],
)
def test_what_is_no_seal_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="is not a seal; it reads: refight-seal GAME@LINE:ENTRY"):
        parse_seal(text)


def test_a_seal_of_another_game_or_line_is_not_taken(story: Path) -> None:
    with spoilt(story, lambda _: None) as games:
        seal = seal_of(games, Ref("g", "b"))
        with pytest.raises(BadInput, match="the seal is of the line b"):
            verify_line(games, Ref("g"), seal)
        with pytest.raises(VerificationFailed, match="but the seal is of the game other"):
            verify_line(games, Ref("g", "b"), seal._replace(game="other"))
        with pytest.raises(BadInput, match=f"the seal is of b:{seal.entry}, after the branch left it"):
            verify_line(games, Ref("g", "c"), seal)
        assert verify_line(games, Ref("g", "c"), seal_of(games, Ref("g", "b", seal.entry - 1))).sealed


def test_the_seal_of_a_line_does_not_speak_for_the_other_lines_of_a_file(
    story: Path, sizes: dict[str, tuple[int, int]]
) -> None:
    total = sum(own for _, own in sizes.values())
    with spoilt(story, lambda _: None) as games:
        file = read_game(export_game(games, "g"))
        for name, (base, own) in sizes.items():
            for number in (1, base + 1, base + own):
                proof = verify_file(file, seal_of(games, Ref("g", name, number)))
                assert (proof.entries, proof.since) == (total, total - number)
                assert f"{total - number} entries, later or on other lines, are not covered" in "; ".join(
                    proof.statements()
                )


def test_what_is_rewritten_on_a_line_beside_the_sealed_one_is_among_what_is_not_covered(games: Games) -> None:
    games.new(SYSTEMS["freeform"], "blank", "g", PACK)
    play(games, "main", ("blue", ScorePoints(side="blue", points=1)))
    games.branch(Ref("g"), "b")
    play(games, "b", ("blue", ScorePoints(side="blue", points=1)))
    seal = seal_of(games, Ref("g"))

    def score(row: dict[str, Any]) -> None:
        if row["line"] == "b" and row["fact"]["fact"] == "PointsScored":
            row["fact"]["points"] = 99

    proof = verify_file(forged(games, score), seal)
    assert (proof.sealed_at, proof.since) == (3, 3)


# A forger who recomputes the chain


@pytest.mark.parametrize(
    ("line", "entry", "order", "said"),
    [
        pytest.param("main", 1, 7, "is counted to order 7, but only order 0 can stand there", id="opens late"),
        pytest.param("main", 2, 2, "is counted to order 2, but only order 0 or 1 can stand there", id="skips one"),
        pytest.param("main", 4, 0, "is counted to order 0, but only order 1 or 2 can stand there", id="goes back"),
        pytest.param("b", 11, 9, "is counted to order 9, but only order 4 can stand there", id="branch skips"),
        pytest.param("b", 11, 5, "is counted to order 5, but only order 4 can stand there", id="branch counts on"),
    ],
)
def test_orders_are_counted_without_a_gap_even_in_a_recomputed_chain(
    games: Games, line: str, entry: int, order: int, said: str
) -> None:
    play_story(games)
    here = (line, entry)
    with pytest.raises(VerificationFailed, match=f"^entry {entry} of {line} {said}") as failed:
        verify_file(forged(games, lambda row: row.update(order=order) if (row["line"], row["entry"]) == here else 0))
    assert (failed.value.line, failed.value.entry) == here


def test_a_stored_line_whose_orders_are_all_one_is_found(story: Path) -> None:
    def count_alike(connection: sqlite3.Connection) -> None:
        """The chain of main recomputed over entries that all belong to order 7."""
        rows, before = Rows(connection, "main"), chain.GENESIS
        made: list[tuple[str, bytes]] = []
        for number, (topic, state) in enumerate(rows.all(), 1):
            entry = read_sealed("main", number, state)._replace(order_no=7)
            before = entry.expected(before)
            made.append((topic, stored_bytes(entry._replace(hash=before))))
        rows.write(made)

    with spoilt(story, count_alike) as games, pytest.raises(VerificationFailed, match="order 7, but only") as failed:
        verify_line(games, Ref("g"))
    assert (failed.value.line, failed.value.entry) == ("main", 1)


@pytest.mark.parametrize("side", [None, "blue"])
@pytest.mark.parametrize(
    ("change", "said"),
    [
        pytest.param({"by": "nobody"}, "is by 'nobody', who is neither a side of this game nor the umpire", id="by"),
        pytest.param({"by": ""}, "is by '', who is neither", id="by none"),
        pytest.param({"source": "whatever"}, "says 'whatever' of where it comes from", id="source"),
        pytest.param({"to": ["blue", "green"]}, "is for 'green' to see, which is no side of this game", id="to"),
        pytest.param({"to": ["blue", "umpire"]}, "is for 'umpire' to see", id="to the umpire"),
    ],
)
def test_an_entry_by_a_stranger_from_nowhere_or_for_a_stranger_is_found_in_a_file(
    games: Games, change: dict[str, Any], said: str, side: str | None
) -> None:
    play_story(games)
    with pytest.raises(VerificationFailed, match=f"^entry 12 of b {said}") as failed:
        verify_file(forged(games, lambda r: r.update(change) if (r["line"], r["entry"]) == ("b", 12) else 0, side))
    assert (failed.value.line, failed.value.entry) == ("b", 12)


@pytest.mark.parametrize("change", [{"by": "umpire"}, {"source": "imported"}, {"source": "ruled"}, {"to": ["red"]}])
def test_umpires_imported_and_ruled_entries_and_secrets_are_nothing_strange(
    games: Games, change: dict[str, Any]
) -> None:
    play_story(games)
    file = forged(games, lambda row: row.update(change) if row["entry"] == 12 else 0)
    assert verify_file(file).entries == len(file.entries)


def forged(games: Games, change: Callable[[dict[str, Any]], object], side: str | None = None) -> GameFile:
    rows = objects(list(export_game(games, "g", side)))
    for row in rows[1:-1]:
        change(row)
    return read_game(texts(rechained(rows)))


def forge_face(row: dict[str, Any]) -> None:
    fact = row.get("fact", {})
    if fact.get("fact") == "DiceRolled" and fact["source"] == "fair" and row["line"] == "main" and row["entry"] > 6:
        fact["faces"] = [face % fact["sides"] + 1 for face in fact["faces"]]


def test_our_second_way_to_chain_agrees_with_the_first(games: Games) -> None:
    play_story(games)
    lines = list(export_game(games, "g"))
    assert texts(rechained(objects(lines))) == lines


def test_a_chain_wholly_recomputed_shows_against_the_seal(games: Games) -> None:
    play_story(games)
    file = forged(games, lambda row: row.update(by="umpire") if row["entry"] == 4 else None)
    assert not verify_file(file).sealed
    for name in LINES:
        with pytest.raises(VerificationFailed, match="is not the one that was sealed"):
            verify_file(file, seal_of(games, Ref("g", name)))


def test_a_forged_face_in_a_recomputed_chain_is_named_as_the_first_wrong_roll(games: Games) -> None:
    play_story(games, reveal=True)
    number, fact = next(
        (entry.number, entry.fact)
        for entry in games.entries(Ref("g"))
        if entry.number > 6 and isinstance(entry.fact, DiceRolled) and entry.fact.source == "fair"
    )
    assert isinstance(fact, DiceRolled)
    true, shown = fact.faces[0], fact.faces[0] % fact.sides + 1
    roll = rf"entry {number} of main has a wrong roll \({brief(fact.why)}\)"
    said = rf"{roll}: die 1 of \d shows {shown}, the seed gives {true}"
    with pytest.raises(VerificationFailed, match=said) as failed:
        verify_file(forged(games, forge_face))
    assert (failed.value.line, failed.value.entry) == ("main", number)


def test_before_the_seed_is_revealed_a_forged_face_is_only_open(games: Games) -> None:
    play_story(games)
    proof = verify_file(forged(games, forge_face))
    assert proof.dice_proved == 0
    assert proof.dice_open > 20
    assert "to be proved when the seed is revealed" in "; ".join(proof.statements())


def test_a_forged_card_is_named_with_the_one_the_seed_gives(games: Games) -> None:
    play_story(games, reveal=True)
    drawn = next(e for e in games.entries(Ref("g")) if type(e.fact).__name__ == "CardDrawn")

    def forge(row: dict[str, Any]) -> None:
        if row["line"] == "main" and row["entry"] == drawn.number:
            row["fact"]["card"] = "a" if row["fact"]["card"] != "a" else "b"

    said = f"a wrong card from events: it shows [ab], the seed gives {drawn.fact.card}"  # type: ignore[attr-defined]
    with pytest.raises(VerificationFailed, match=said) as failed:
        verify_file(forged(games, forge))
    assert failed.value.entry == drawn.number


@pytest.mark.parametrize(
    ("tag", "change", "said"),
    [
        pytest.param("DiceRolled", {"number": 77}, "rolls fair die number 77 where number", id="a gap"),
        pytest.param("DiceRolled", {"sides": 0}, "has a die of 0 sides", id="no sides"),
        pytest.param("SeedRevealed", {"seed": "00" * 32}, "reveals a seed that is not the one", id="another seed"),
        pytest.param("SeedRevealed", {"seed": "zz"}, "reveals a seed that is not the one", id="no seed"),
        pytest.param("GameStarted", {"commitments": {}}, "reveals a seed that is not the one", id="no promise"),
        pytest.param("GameStarted", {"sides": "blue"}, "cannot be read", id="wrong type"),
        pytest.param("LineOpened", {"luck_until": 2}, "takes the parent's dice up to number 2", id="luck"),
        pytest.param("LineOpened", {"luck_until": 10**6}, "takes the parent's dice up to number 1000000", id="peeking"),
        pytest.param("LineOpened", {"at": 3}, "says it branches off main at entry 3", id="branch point"),
    ],
)
def test_a_recomputed_chain_does_not_hide_what_the_dice_give_away(
    games: Games, tag: str, change: dict[str, Any], said: str
) -> None:
    play_story(games, reveal=True)
    with pytest.raises(VerificationFailed, match=said):
        verify_file(forged(games, lambda row: row["fact"].update(change) if row["fact"]["fact"] == tag else None))


def test_a_fair_die_after_its_seed_is_public_is_no_proof(games: Games) -> None:
    play_story(games, reveal=True)
    rows = objects(list(export_game(games, "g")))
    main = [row for row in rows[1:-1] if row["line"] == "main"]
    roll = next(row for row in main if row["fact"]["fact"] == "DiceRolled")
    last = main[-1]
    number = sum(len(row["fact"].get("faces", "1")) for row in main if row["fact"].get("source") == "fair")
    late = {**last, "entry": last["entry"] + 1, "fact": {**roll["fact"], "number": number}}
    rows.insert(rows.index(last) + 1, late)
    with pytest.raises(VerificationFailed, match="rolls a die that could be foreseen") as failed:
        verify_file(read_game(texts(rechained(rows))))
    assert failed.value.entry == late["entry"]


# One-side files


def test_a_one_side_file_proves_its_dice_across_what_is_withheld(games: Games) -> None:
    play_story(games, reveal=True)
    whole = verify_file(read_game(export_game(games, "g")))
    for side in ("blue", "red"):
        proof = verify_file(read_game(export_game(games, "g", side)))
        assert proof.withheld > 0
        assert proof.entries == whole.entries
        assert 0 < proof.dice_proved < whole.dice_proved
        assert f"{proof.withheld} entries withheld here" in "; ".join(proof.statements())


def test_fair_numbers_may_jump_only_over_withheld_entries(games: Games) -> None:
    play_story(games)

    def jump(row: dict[str, Any]) -> None:
        if row["line"] == "main" and row.get("fact", {}).get("fact") == "DiceRolled" and row["entry"] < 6:
            row["fact"]["number"] = 40

    with pytest.raises(VerificationFailed, match="rolls fair die number 40 where number"):
        verify_file(forged(games, jump, "blue"))


# Plain words


def test_the_sentence_claims_no_more_than_was_proved() -> None:
    assert "; ".join(Proof(entries=1).statements()) == (
        "1 entry, not changed by itself; without a seal, a log cut short or made anew as a whole would not show"
    )
    full = Proof(
        entries=9, withheld=2, dice_proved=3, dice_open=4, dice_entered=5, dice_unseen=1,
        sealed=True, sealed_at=8, since=1,
    )  # fmt: skip
    assert full.statements() == (
        "9 entries fit together, none changed by itself",
        "unchanged up to the seal at entry 8; 1 entry, later or on other lines, is not covered by it",
        "3 dice and cards proved by the revealed seed",
        "4 dice and cards promised as fair, to be proved when the seed is revealed",
        "1 die or card fair, but drawn from a pile or made of an order not shown here, so not proved",
        "5 dice and cards entered by hand or imported, which nothing can prove",
        "2 entries withheld here: in place, but unread",
    )
    covered = Proof(entries=9, sealed=True, sealed_at=9).statements()
    assert "unchanged up to the seal at entry 9, which covers them all" in covered
    partly = "; ".join(Proof(entries=9, sealed=True, sealed_at=6, since=3).statements())
    assert "; 3 entries, later or on other lines, are not covered by it" in partly
