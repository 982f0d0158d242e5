"""Lines: branches of branches, time travel and snapshots, checked against flat copies; take-back, tree and diff."""

from __future__ import annotations

import copy
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from domain.formats.transcript.exchange import import_transcript
from domain.games import positions
from domain.games.audit import audit
from domain.games.games import Games
from domain.games.lines import diff, tree
from domain.kernel.chance import EnteredChance
from domain.kernel.errors import BadInput, IllegalOrder, LogConflict, NotFound
from domain.kernel.facts import DiceRolled, Fact, LineOpened
from domain.kernel.packs import Pack
from domain.kernel.play import Recorded, fold
from domain.log.entry import Envelope, Head, codec_of
from domain.log.gamelog import GameLog
from domain.log.refs import Ref, parse_ref
from domain.proof.verify import verify_line
from rules import SYSTEMS
from rules.freeform.luck import AddDeck, DrawCard, RollDice
from rules.freeform.pieces.asks import AddPiece, MovePiece, TakeLoss
from rules.freeform.pieces.facts import PieceMoved
from rules.freeform.sequence import EndGame, ScorePoints
from tests.shipped import shipped_packs

FREEFORM = SYSTEMS["freeform"]
OPEN = shipped_packs("freeform")[0]


class LinesMachine(RuleBasedStateMachine):
    """The model is a flat list of facts per line: no references, no snapshots, nothing shared."""

    lines: Bundle[str] = Bundle("lines")

    def __init__(self) -> None:
        super().__init__()
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(positions, "SNAPSHOT_EVERY", 3)  # so that lines of a few entries have some
        self.folder = tempfile.TemporaryDirectory()
        self.log = GameLog(str(Path(self.folder.name) / "games.db"), SYSTEMS)
        self.games = Games(self.log)
        self.flat: dict[str, list[Fact]] = {}

    def teardown(self) -> None:
        self.log.close()
        self.folder.cleanup()
        self.patch.undo()

    @initialize(target=lines)
    def start(self) -> str:
        line = self.games.new(FREEFORM, "blank", "game", OPEN)
        self.flat["main"] = [line.started]
        return "main"

    @rule(line=lines, kind=st.sampled_from(["add", "move", "loss", "points", "fair", "entered"]), n=st.integers(1, 6))
    def order(self, line: str, kind: str, n: int) -> None:
        order: Any = {
            "add": AddPiece(piece=f"p{n}", side="blue", at="hill", strength=n),
            "move": MovePiece(piece=f"p{n}", to=f"place {n}"),
            "loss": TakeLoss(piece=f"p{n}"),
            "points": ScorePoints(side="red", points=n),
            "fair": RollDice(why="fair", dice=n),
            "entered": RollDice(why="entered", dice=1),
        }[kind]
        chance = EnteredChance([n]) if kind == "entered" else None
        with suppress(IllegalOrder):
            self.flat[line] += [entry.fact for entry in self.games.order(Ref("game", line), "blue", order, chance)]

    @rule(line=lines)
    def note(self, line: str) -> None:
        self.games.note(Ref("game", line), "red", "a note")
        self.flat[line].append(self.log.facts(self.log.line("game", line))[-1])

    @rule(target=lines, line=lines, data=st.data(), luck=st.sampled_from(["same", "fresh"]))
    def branch(self, line: str, data: st.DataObject, luck: Any) -> str:
        at = data.draw(st.integers(1, len(self.flat[line])))
        name = f"b{len(self.flat)}"
        opened = self.games.branch(Ref("game", line, at), name, luck=luck).opened
        assert opened is not None
        self.flat[name] = [*self.flat[line][:at], opened]
        return name

    @rule(line=lines)
    def stale_writer_is_refused(self, line: str) -> None:
        found = self.log.line("game", line)
        head = self.log.head(found)
        stale = Head(head.number - 1, head.order_no, head.hash)
        with pytest.raises(LogConflict):
            self.log.append(found, stale, Envelope(99, "blue", 0), [Recorded(PieceMoved(piece="x", start="", to=""))])

    @rule(line=lines, data=st.data())
    def time_travel(self, line: str, data: st.DataObject) -> None:
        at = data.draw(st.integers(1, len(self.flat[line])))
        found = self.log.line("game", line)
        assert self.games.state(found, at) == fold(FREEFORM, self.games.initial(found), self.flat[line][:at])

    @rule(line=lines, data=st.data())
    def snapshot(self, line: str, data: st.DataObject) -> None:
        at = data.draw(st.integers(1, len(self.flat[line])))
        found = self.log.line("game", line)
        self.log.keep_snapshot(found, at, self.games.replayed(found, at))

    @invariant()
    def same_as_flat_copies(self) -> None:
        for line, facts in self.flat.items():
            found = self.log.line("game", line)
            assert self.log.facts(found) == facts
            assert self.log.head(found).number == len(facts)

    @rule(line=lines)
    def every_line_audits_and_verifies(self, line: str) -> None:
        assert audit(self.games, Ref("game", line)).is_clean
        verify_line(self.games, Ref("game", line))


LinesMachine.TestCase.settings = settings(max_examples=100, stateful_step_count=30, deadline=None)
TestLines = LinesMachine.TestCase


@pytest.fixture
def ridge(games: Games, pack: Pack) -> Games:
    games.new(FREEFORM, "blank", "ridge", pack)
    games.order(Ref("ridge"), "blue", AddPiece(piece="a", side="blue", at="hill", strength=3))
    games.order(Ref("ridge"), "blue", RollDice(why="fire", dice=2))
    games.order(Ref("ridge"), "red", TakeLoss(piece="a"))
    return games


def rolled(games: Games, ref: str) -> list[DiceRolled]:
    return [entry.fact for entry in games.entries(parse_ref(ref)) if isinstance(entry.fact, DiceRolled)]


def test_a_branch_with_the_same_luck_repeats_the_dice_already_rolled(ridge: Games) -> None:
    ridge.branch(parse_ref("ridge:3"), "again", luck="same")
    ridge.order(Ref("ridge", "again"), "red", RollDice(why="other", dice=2))
    assert rolled(ridge, "ridge@again")[0].faces == rolled(ridge, "ridge")[0].faces


def test_the_same_luck_ends_where_the_parent_has_not_rolled_yet(ridge: Games) -> None:
    ridge.branch(parse_ref("ridge:3"), "peek", luck="same")
    ridge.order(Ref("ridge", "peek"), "blue", RollDice(why="peek", dice=60))
    ridge.order(Ref("ridge"), "blue", RollDice(why="fire", dice=58))
    seen = rolled(ridge, "ridge@peek")[0].faces
    (first, later) = rolled(ridge, "ridge")
    assert seen[:2] == first.faces
    assert seen[2:] != later.faces


def test_fresh_luck_rolls_anew(ridge: Games) -> None:
    ridge.branch(parse_ref("ridge:3"), "fresh")
    ridge.order(Ref("ridge", "fresh"), "blue", RollDice(why="fire", dice=60))
    ridge.order(Ref("ridge"), "blue", RollDice(why="fire", dice=58))
    first, later = rolled(ridge, "ridge")
    assert rolled(ridge, "ridge@fresh")[0].faces != first.faces + later.faces


def test_the_same_luck_ends_before_a_card_that_only_one_side_saw(ridge: Games) -> None:
    hidden = AddDeck(deck="events", cards=tuple(f"card {i}" for i in range(50)), hidden=True)
    ridge.order(Ref("ridge"), "blue", hidden)
    before = ridge.log.head(ridge.line(Ref("ridge"))).number
    ridge.order(Ref("ridge"), "red", DrawCard(deck="events", count=5))
    ridge.branch(Ref("ridge", entry=before), "peek", luck="same")
    ridge.order(Ref("ridge", "peek"), "blue", DrawCard(deck="events", count=5))
    held = ridge.position(Ref("ridge")).state.decks["events"].hands["red"]
    assert ridge.position(Ref("ridge", "peek")).state.decks["events"].hands["blue"] != held
    verify_line(ridge, Ref("ridge", "peek"))


def test_a_take_back_has_fresh_luck_since_everybody_knows_the_old_dice(ridge: Games) -> None:
    ridge.order(Ref("ridge"), "blue", RollDice(why="fire", dice=60))
    line = ridge.take_back(parse_ref("ridge"), "again", ["blue", "red"])
    ridge.order(Ref("ridge", line.name), "blue", RollDice(why="fire", dice=60))
    assert rolled(ridge, "ridge@again")[-1].faces != rolled(ridge, "ridge")[-1].faces
    verify_line(ridge, Ref("ridge", "again"))


def test_a_branch_from_a_shared_entry_leaves_the_line_that_holds_it(ridge: Games) -> None:
    ridge.branch(parse_ref("ridge:3"), "one")
    opened = ridge.branch(parse_ref("ridge@one:2"), "two").opened
    assert opened is not None
    assert (opened.parent, opened.at) == ("main", 2)


def test_a_take_back_needs_everyone_and_keeps_the_old_line(ridge: Games) -> None:
    with pytest.raises(BadInput, match="red did not give it"):
        ridge.take_back(parse_ref("ridge"), "again", ["blue"])
    line = ridge.take_back(parse_ref("ridge"), "again", ["blue", "red"], why="touched the wrong piece")
    assert line.opened is not None
    assert (line.opened.consent, line.opened.at) == (("blue", "red"), 5)
    assert ridge.position(Ref("ridge", "again")).state.pieces["a"].strength == 3
    assert ridge.position(Ref("ridge")).state.pieces["a"].strength == 2


def test_nothing_can_be_taken_back_before_the_first_order(games: Games, pack: Pack) -> None:
    games.new(FREEFORM, "blank", "ridge", pack)
    with pytest.raises(BadInput, match="nothing before it"):
        games.take_back(parse_ref("ridge"), "again", ["blue", "red"])


def test_the_tree_shows_each_line_below_its_parent(ridge: Games) -> None:
    ridge.branch(parse_ref("ridge:3"), "one", why="what if")
    ridge.branch(parse_ref("ridge:5"), "two")
    ridge.branch(parse_ref("ridge@one:4"), "deeper")
    found = [(branch.name, branch.parent, branch.at, branch.depth) for branch in tree(ridge, "ridge")]
    assert found == [("main", "", 0, 0), ("one", "main", 3, 1), ("deeper", "one", 4, 2), ("two", "main", 5, 1)]


def test_diff_finds_the_first_difference_and_what_came_of_it(ridge: Games) -> None:
    ridge.branch(parse_ref("ridge:5"), "other")
    ridge.order(Ref("ridge", "other"), "blue", MovePiece(piece="a", to="ford"))
    ridge.order(Ref("ridge", "other"), "blue", ScorePoints(side="blue", points=2))
    found = diff(ridge, Ref("ridge"), Ref("ridge", "other"))
    assert found.shared == 5
    assert "TakeLoss" in found.first_entry
    assert "MovePiece" in found.second_entry
    assert [(c.what, c.first, c.second) for c in found.board] == [("a", "hill, strength 2", "ford, strength 3")]
    assert [(c.what, c.first, c.second) for c in found.points] == [("blue", "0", "2")]
    assert [(c.what, c.first, c.second) for c in found.losses] == [("blue", "1 step", "none")]


def test_diff_keeps_different_kinds_of_losses_apart_and_counts_entries_as_the_line_does(ridge: Games) -> None:
    ridge.branch(parse_ref("ridge:5"), "other")
    ridge.order(Ref("ridge", "other"), "red", TakeLoss(piece="a", amount=2))
    ridge.order(Ref("ridge", "other"), "red", TakeLoss(piece="a", kind="men", amount=30))
    found = diff(ridge, Ref("ridge", "other", 8), Ref("ridge", "other"))
    assert found.shared == 8
    assert [(c.first, c.second) for c in found.losses] == [("2 steps", "2 steps, 30 men")]


def test_a_line_does_not_differ_from_itself_or_from_a_bare_branch(ridge: Games) -> None:
    ridge.branch(parse_ref("ridge"), "bare")
    assert diff(ridge, Ref("ridge"), Ref("ridge")).is_same
    assert diff(ridge, Ref("ridge"), Ref("ridge", "bare")).is_same


def test_orders_go_to_the_head_only(ridge: Games) -> None:
    with pytest.raises(BadInput, match="branch there to play on"):
        ridge.order(parse_ref("ridge:3"), "blue", ScorePoints(side="blue", points=1))


def test_names_that_are_not_there_are_said_with_those_that_are(ridge: Games) -> None:
    with pytest.raises(NotFound, match="no game 'rigde'"):
        ridge.position(Ref("rigde"))
    with pytest.raises(NotFound, match="it has main"):
        ridge.position(Ref("ridge", "none"))
    with pytest.raises(NotFound, match="has 7 entries; there is no entry 9"):
        ridge.position(parse_ref("ridge:9"))
    with pytest.raises(NotFound, match="the sides are blue, red"):
        ridge.order(Ref("ridge"), "green", ScorePoints(side="blue", points=1))


def test_a_long_line_leaves_snapshots_that_agree_with_replay(
    games: Games, pack: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(positions, "SNAPSHOT_EVERY", 10)
    line = games.new(FREEFORM, "blank", "long", pack)
    table = games.table(line)
    for i in range(60):
        table.order("blue", AddPiece(piece=f"p{i}", side="blue"), EnteredChance(), at=1)
    head = games.log.head(line).number
    assert games.state(line, head) == table.state
    assert games.log.snapshot(line, head) is not None
    for at in range(1, head + 1):
        assert games.state(line, at) == games.replayed(line, at)


def test_revealing_a_seed_ends_the_fair_dice_of_its_line_only(ridge: Games) -> None:
    ridge.branch(parse_ref("ridge:3"), "other", luck="same")
    seed = ridge.reveal(Ref("ridge"))
    assert ridge.reveal(Ref("ridge")) == seed
    with pytest.raises(BadInput, match="public now"):
        ridge.order(Ref("ridge"), "blue", RollDice(why="fire"))
    ridge.order(Ref("ridge", "other"), "blue", RollDice(why="fire", dice=3))
    assert rolled(ridge, "ridge@other")[0].faces[:2] == rolled(ridge, "ridge")[0].faces
    verify_line(ridge, Ref("ridge", "other"))


def test_after_the_end_nothing_more_is_ordered(ridge: Games) -> None:
    ridge.order(Ref("ridge"), "blue", EndGame(why="night"))
    before = copy.deepcopy(ridge.position(Ref("ridge")).state)
    with pytest.raises(IllegalOrder, match="branch from an earlier entry"):
        ridge.order(Ref("ridge"), "blue", ScorePoints(side="blue", points=1))
    assert ridge.position(Ref("ridge")).state == before


def test_a_branch_cannot_take_the_name_of_another_line(ridge: Games) -> None:
    with pytest.raises(LogConflict, match="a line named main in ridge already"):
        ridge.branch(parse_ref("ridge:3"), "main")


def test_line_opened_is_a_fact_of_the_branch(ridge: Games) -> None:
    line = ridge.branch(parse_ref("ridge:3"), "other")
    entries = ridge.entries(Ref("ridge", "other"))
    assert [entry.number for entry in entries] == [1, 2, 3, 4]
    assert (entries[-1].line, type(entries[-1].fact)) == ("other", LineOpened)
    assert line.opened == entries[-1].fact


def test_the_tree_of_branches_upon_branches_goes_deeper_than_calls_can(games: Games, pack: Pack) -> None:
    depth = sys.getrecursionlimit() + 100
    games.new(FREEFORM, "blank", "first", pack)
    head = games.log.head(games.line(Ref("first")))
    lines = {"main": [("kernel/GameStarted", games.log.store.states("first@main")[0])]}
    for level in range(1, depth):
        opened = LineOpened(parent=list(lines)[-1], at=level, luck="fresh", luck_until=0)
        name, envelope = f"b{level}", Envelope(0, "umpire", 0)
        lines[name], head = codec_of(FREEFORM).write(name, head, envelope, [Recorded(opened)])
    games.log.restore("deep", pack, lines)
    found = [(branch.depth, branch.at, branch.entries) for branch in tree(games, "deep")]
    assert found == [(level, level, level + 1) for level in range(depth)]


def test_a_transcript_whose_points_outgrow_a_log_is_refused_in_words_and_not_kept(games: Games, pack: Pack) -> None:
    fact = f"* umpire (imported)> PointsScored side=red points={2**64 - 1} why=x\n"
    text = f"system: freeform\nscenario: blank\nsides: blue, red\n\n{fact}{fact}"
    with pytest.raises(BadInput, match="a sum grew too large for the log by entry 3 of main"):
        import_transcript(games, text, "big", lambda *_: pack)
    assert games.log.games() == []
