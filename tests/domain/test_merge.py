"""Two records of one game become one: nothing is lost, nothing doubled, and all of it verifies and audits."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import Phase, given, settings

from domain.formats.jsonlines.jsonlines import export_game, read_game
from domain.formats.jsonlines.merge import Added, Continued, Merged, Parted, merge_game
from domain.games.audit import audit_game
from domain.games.games import Games
from domain.kernel.chance import EnteredChance
from domain.kernel.errors import BadInput, LogConflict, VerificationFailed
from domain.kernel.facts import CardDrawn, DiceRolled, Fact, LineOpened, NoteAdded
from domain.log.refs import Ref
from domain.proof.verify import Proof, verify_game
from rules import SYSTEMS
from rules.freeform.luck import AddDeck, DrawCard, RollDice
from rules.freeform.sequence import ScorePoints
from tests.domain.proof_helpers import PACK, objects, open_games, play, play_story, texts
from tests.domain.spoiling import STEPS, take

ROLL = ("red", RollDice(why="fire", dice=2))
POINT = ("blue", ScorePoints(side="blue", points=1, why="hill"))


class Two:
    """Our record and theirs: copies of one log with its seeds, so that each can roll on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "ours").mkdir()
        self.ours = open_games(folder / "ours")
        self.ours.new(SYSTEMS["freeform"], "blank", "g", PACK)
        play(self.ours, "main", ("red", AddDeck(deck="d", cards=tuple("abcde"))), ROLL, POINT)
        self.theirs = self.ours

    def part(self) -> None:
        """From here on they are two."""
        self.ours.log.close()
        shutil.copytree(self.folder / "ours", self.folder / "theirs")
        self.ours, self.theirs = (open_games(self.folder / name) for name in ("ours", "theirs"))

    def merge(self) -> Merged:
        return merge_game(self.ours, "g", read_game(export_game(self.theirs, "g")))

    def close(self) -> None:
        self.ours.log.close()
        self.theirs.log.close()


@contextmanager
def two(folder: Path) -> Iterator[Two]:
    found = Two(folder)
    found.part()
    try:
        yield found
    finally:
        found.close()


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Two]:
    with two(tmp_path) as found:
        yield found


def holds(games: Games) -> None:
    """Chain, dice and rules."""
    assert [proof for proof in verify_game(games, "g").values() if not isinstance(proof, Proof)] == []
    assert [report.ref for report in audit_game(games, "g") if not report.is_clean] == []


def stories(games: Games) -> dict[str, list[Fact]]:
    """What happened on each line, however it is numbered: no openings, no origin of dice."""
    return {
        name: [_bare(fact) for fact in games.log.facts(games.line(Ref("g", name))) if not isinstance(fact, LineOpened)]
        for name in games.log.lines("g")
    }


def _bare(fact: Fact) -> Fact:
    if isinstance(fact, DiceRolled | CardDrawn):
        return msgspec.structs.replace(fact, source="fair", number=0)
    return msgspec.structs.replace(fact, about=0) if isinstance(fact, NoteAdded) else fact


def exported(games: Games) -> list[str]:
    return list(export_game(games, "g"))


# What is alike


def test_the_same_record_changes_nothing(pair: Two) -> None:
    before = exported(pair.ours)
    assert (pair.merge(), exported(pair.ours)) == (Merged(), before)


def test_a_shorter_record_changes_nothing(pair: Two) -> None:
    play(pair.ours, "main", ROLL)
    before = exported(pair.ours)
    assert (pair.merge().is_new, exported(pair.ours)) == (False, before)


def test_a_line_that_goes_on_further_is_continued(pair: Two) -> None:
    play(pair.theirs, "main", ROLL, POINT)
    pair.theirs.note(Ref("g"), "umpire", "tea")
    assert pair.merge() == Merged(continued=(Continued("main", 9, 13),))
    assert exported(pair.ours) == exported(pair.theirs)
    assert not pair.merge().is_new
    holds(pair.ours)


def test_a_line_we_do_not_have_is_added_byte_for_byte(pair: Two) -> None:
    pair.theirs.branch(Ref("g", "main", 5), "what-if", luck="same")
    play(pair.theirs, "what-if", ROLL)
    play(pair.ours, "main", POINT)
    assert pair.merge() == Merged(added=(Added("what-if", 3),))
    assert [row for row in exported(pair.theirs) if "what-if" in row][1:4] == [
        row for row in exported(pair.ours) if "what-if" in row
    ][1:4]
    holds(pair.ours)


# What parted


def test_a_line_that_parted_comes_in_under_a_name_of_its_own_and_is_named_by_its_entry(pair: Two) -> None:
    play(pair.ours, "main", POINT)
    play(pair.theirs, "main", ROLL, POINT)
    pair.theirs.note(Ref("g", "main", 10), "umpire", "what a throw")
    found = pair.merge()
    assert found == Merged(added=(Added("main-2", 6),), parted=(Parted("main", 9, "main-2"),), unproved=2)
    note = pair.ours.entries(Ref("g", "main-2"))[-1].fact
    assert (note.about, note.text) == (11, "what a throw")  # type: ignore[attr-defined]
    assert isinstance(pair.ours.log.entry(pair.ours.line(Ref("g", "main-2")), 11).fact, DiceRolled)
    assert stories(pair.theirs)["main"] == stories(pair.ours)["main-2"]
    holds(pair.ours)


def test_merging_twice_changes_nothing_and_a_parted_line_is_continued(pair: Two) -> None:
    play(pair.ours, "main", POINT)
    play(pair.theirs, "main", ROLL)
    pair.merge()
    before = exported(pair.ours)
    assert (pair.merge().is_new, exported(pair.ours)) == (False, before)
    play(pair.theirs, "main", POINT)
    assert pair.merge().continued == (Continued("main-2", 12, 13),)
    holds(pair.ours)


def test_a_branch_of_a_line_that_was_chained_anew_is_chained_to_it_though_name_and_number_are_alike(pair: Two) -> None:
    for games, order in ((pair.ours, POINT), (pair.theirs, ROLL)):
        games.branch(Ref("g", "main", 5), "a")
        play(games, "a", order)
    pair.theirs.branch(Ref("g", "a"), "b", luck="fresh")
    play(pair.theirs, "b", POINT)
    pair.theirs.branch(Ref("g", "b"), "c", luck="fresh")
    play(pair.theirs, "c", POINT)
    assert {line.line for line in pair.merge().added} == {"a-2", "b", "c"}
    assert stories(pair.ours)["c"] == stories(pair.theirs)["c"]
    holds(pair.ours)


def test_a_third_record_parts_where_it_does_and_shares_the_rest(pair: Two, tmp_path: Path) -> None:
    play(pair.ours, "main", POINT)
    play(pair.theirs, "main", ROLL)
    pair.theirs.log.close()
    shutil.copytree(tmp_path / "theirs", tmp_path / "third")
    pair.theirs, third = open_games(tmp_path / "theirs"), open_games(tmp_path / "third")
    play(pair.theirs, "main", POINT)
    play(third, "main", ROLL)
    pair.merge()
    found = merge_game(pair.ours, "g", read_game(export_game(third, "g")))
    assert found.added == (Added("main-3", 3),)
    assert sorted((one.line, one.as_line) for one in found.parted) == [("main", "main-2"), ("main-2", "main-3")]
    assert stories(pair.ours)["main-3"] == stories(third)["main"]
    holds(pair.ours)
    third.log.close()


def test_what_left_a_line_after_it_parted_comes_along(pair: Two) -> None:
    play(pair.ours, "main", POINT)
    play(pair.theirs, "main", ROLL, POINT)
    pair.theirs.branch(Ref("g", "main", 10), "late", luck="same")
    play(pair.theirs, "late", ROLL, ("red", DrawCard(deck="d")))
    pair.theirs.branch(Ref("g", "main", 5), "early", luck="same")
    play(pair.theirs, "early", ROLL)
    assert {one.line for one in pair.merge().added} == {"main-2", "late", "early"}
    assert pair.ours.line(Ref("g", "late")).opened.parent == "main-2"  # type: ignore[union-attr]
    assert {name: stories(pair.ours)[name] for name in ("late", "early")} == {
        name: stories(pair.theirs)[name] for name in ("late", "early")
    }
    assert not pair.merge().is_new
    holds(pair.ours)


def test_another_line_of_the_same_name_gets_a_free_one(pair: Two) -> None:
    for games, order in ((pair.ours, POINT), (pair.theirs, ROLL)):
        games.branch(Ref("g", "main", 5), "alt")
        play(games, "alt", order)
    pair.theirs.branch(Ref("g", "main", 3), "alt-2")
    assert pair.merge().added == (Added("alt-3", 3), Added("alt-2", 1))
    assert stories(pair.ours)["alt-3"] == stories(pair.theirs)["alt"]
    assert not pair.merge().is_new
    holds(pair.ours)


def test_an_order_given_in_both_at_the_same_moment_that_fell_out_otherwise_parts_before_it(
    pair: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Byte for byte the same order, and other dice on the table."""
    for games, face in ((pair.ours, 2), (pair.theirs, 5)):
        monkeypatch.setattr(games.log, "now", lambda: 1_700_000_000_000)
        games.order(Ref("g"), "blue", RollDice(why="typed"), EnteredChance([face]))
    head = pair.ours.log.head(pair.ours.line(Ref("g"))).number
    (parted,) = pair.merge().parted
    assert (parted.line, parted.entry, parted.as_line) == ("main", head - 1, "main-2")
    assert stories(pair.ours)["main-2"] == stories(pair.theirs)["main"]
    assert not pair.merge().is_new
    holds(pair.ours)


def test_seeds_that_they_revealed_come_along(pair: Two) -> None:
    play(pair.ours, "main", POINT)
    play(pair.theirs, "main", ROLL)
    pair.theirs.reveal(Ref("g"))
    pair.merge()
    assert pair.ours.revealed_seed(pair.ours.line(Ref("g", "main-2")))
    holds(pair.ours)


# What is refused


def test_another_game_is_refused(pair: Two, tmp_path: Path) -> None:
    pair.theirs.new(SYSTEMS["freeform"], "blank", "h", PACK)
    with pytest.raises(BadInput, match="this is another game"):
        merge_game(pair.ours, "g", read_game(export_game(pair.theirs, "h")))


def test_a_file_for_one_side_is_refused(tmp_path: Path) -> None:
    games = open_games(tmp_path)
    play_story(games)
    with pytest.raises(BadInput, match="made for blue"):
        merge_game(games, "g", read_game(export_game(games, "g", "blue")))
    games.log.close()


def test_a_forged_file_is_refused_and_changes_nothing(pair: Two) -> None:
    play(pair.theirs, "main", ROLL)
    rows = objects(exported(pair.theirs))
    rows[-2]["fact"]["faces"][0] = 7 - rows[-2]["fact"]["faces"][0]
    before = exported(pair.ours)
    with pytest.raises(VerificationFailed, match="entry 10 of main"):
        merge_game(pair.ours, "g", read_game(texts(rows)))
    assert exported(pair.ours) == before


def test_whoever_wrote_meanwhile_was_first(pair: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    play(pair.theirs, "main", POINT)
    add = pair.ours.log.add

    def late(*rows: Any) -> None:
        play(pair.ours, "main", ROLL)
        add(*rows)

    monkeypatch.setattr(pair.ours.log, "add", late)
    with pytest.raises(LogConflict, match="merge again"):
        pair.merge()
    assert pair.ours.log.lines("g") == ["main"]


# Whatever was played


@settings(max_examples=40, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(STEPS, STEPS, STEPS)
def test_any_two_records_become_one(shared: Any, own: Any, other: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        found = Two(Path(folder))
        lines = ["main"]
        for step in shared:
            take(found.ours, lines, step)
        found.part()
        for games, steps in ((found.ours, own), (found.theirs, other)):
            mine = list(lines)
            for step in steps:
                take(games, mine, step)
        before = stories(found.ours)
        found.merge()
        after = stories(found.ours)
        assert all(after[name][: len(told)] == told for name, told in before.items())
        for told in stories(found.theirs).values():
            assert any(one[: len(told)] == told for one in after.values())
        kept = exported(found.ours)
        assert (found.merge().is_new, exported(found.ours)) == (False, kept)
        holds(found.ours)
        found.close()
