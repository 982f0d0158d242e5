"""Transcripts: a game written as text is the same game when read again, and a wrong text says where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.formats.transcript.chance import WrittenChance
from domain.formats.transcript.exchange import export_transcript, import_transcript
from domain.formats.transcript.parts import DiceGiven, TextPlace
from domain.games.games import Games
from domain.kernel.chance import Chance, EnteredChance, SeededChance, Thrown
from domain.kernel.chapter import Chapter, Reading
from domain.kernel.errors import BadInput, LogConflict, NotFound, RefightError
from domain.kernel.facts import DiceRolled, LossTaken, Order, PointsScored, RulingMade
from domain.kernel.packs import Pack
from domain.kernel.play import Recorded
from domain.kernel.reasons import said
from domain.log.entry import Envelope
from domain.log.gamelog import GameLog, Line
from domain.log.refs import Ref
from rules import SYSTEMS
from rules.freeform import SYSTEM
from rules.freeform.luck import AddDeck, DrawCard, RollDice, ShuffleDeck
from rules.freeform.pieces.asks import AddPiece, ChangePiece, MovePiece, RevealPiece
from rules.freeform.pieces.facts import PieceMoved
from rules.freeform.sequence import EndGame

DOCS = Path(__file__).parent.parent.parent / "docs" / "transcript.md"
HEAD = "system: freeform\nscenario: blank\n\n"


class Shelf:
    """A pack to be found by name or hash."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    def find(self, system: str, wanted: str) -> Pack:
        if system == "freeform" and wanted in ("", self.pack.name, self.pack.hash):
            return self.pack
        raise NotFound(f"there is no pack {wanted}")


def told(games: Games, game: str) -> dict[str, Any]:
    """All that a transcript promises to keep."""
    return {
        name: [
            (entry.line, entry.number, entry.order_no, entry.by, entry.source, entry.to, entry.fact)
            for entry in games.log.entries(games.log.line(game, name))
        ]
        for name in games.log.lines(game)
    }


def read(games: Games, pack: Pack, text: str, name: str = "read") -> Line:
    return import_transcript(games, text, name, Shelf(pack).find)


def refused(games: Games, pack: Pack, text: str) -> str:
    """The error a text is refused with; nothing of it may have been stored."""
    with pytest.raises(BadInput) as error:
        read(games, pack, text)
    assert games.log.games() == []
    return str(error.value)


def facts(games: Games, name: str = "read", line: str = "main") -> list[Any]:
    return games.log.facts(games.log.line(name, line))


# The law

NASTY = st.text(st.sampled_from("ab\"',#>=\\{}[]()*+:@- \n\t\r\0é\u2028\U0001f3b2"), max_size=6)
TEXT = NASTY | st.sampled_from(["", "none", "12", "dice 4", "line x", "to", "blue>"]) | st.text(max_size=8)
PIECE = st.sampled_from(["blue-1", "red-1", "p", "a b", "#"]) | TEXT
SIDE = st.sampled_from(["blue", "red", "third"])
OWNER = SIDE | st.just("")
MAYBE = st.none() | st.integers(0, 9)
MARKS = st.dictionaries(TEXT, TEXT, max_size=2)
DECK = st.sampled_from(["cards", "d"])
ORDERS: st.SearchStrategy[Order] = st.one_of(
    st.builds(AddPiece, piece=PIECE, side=OWNER, name=TEXT, at=TEXT, strength=MAYBE, marks=MARKS, hidden=st.booleans()),
    st.builds(MovePiece, piece=PIECE, to=TEXT, via=st.lists(TEXT, max_size=2).map(tuple)),
    st.builds(ChangePiece, piece=PIECE, strength=MAYBE, side=OWNER, marks=MARKS),
    st.builds(RevealPiece, piece=PIECE),
    st.builds(RollDice, why=TEXT, dice=st.integers(1, 4), sides=st.sampled_from([2, 6, 100])),
    st.builds(AddDeck, deck=DECK, cards=st.lists(TEXT, min_size=1, max_size=4).map(tuple), hidden=st.booleans()),
    st.builds(DrawCard, deck=DECK, count=st.integers(1, 2)),
    st.builds(ShuffleDeck, deck=DECK),
    st.builds(EndGame, why=TEXT),
)
SOURCES = st.sampled_from(["", "", "imported", "ruled"])
SIGNER = SIDE | st.just("umpire")


class Playing:
    """A random game being made: each step is tried, and what the rules forbid leaves no trace."""

    def __init__(self, games: Games, name: str, pack: Pack, data: st.DataObject) -> None:
        self.games, self.name, self.data = games, name, data
        self.games.new(
            SYSTEM, "blank", name, pack, title=data.draw(TEXT), sides=("blue", "red", "third"),
            options=data.draw(st.sampled_from([(), {"known_places": True}])),
        )  # fmt: skip

    def draw(self, strategy: st.SearchStrategy[Any]) -> Any:
        return self.data.draw(strategy)

    def ref(self, *, anywhere: bool = False) -> Ref:
        line = self.draw(st.sampled_from(self.games.log.lines(self.name)))
        head = self.games.log.head(self.games.log.line(self.name, line)).number
        return Ref(self.name, line, self.draw(st.integers(1, head)) if anywhere else None)

    def step(self) -> None:
        kinds = [self.option, self.option, self.arbitrary, self.arbitrary, self.branch, self.clerk, self.ruled]
        with suppress(RefightError):
            self.draw(st.sampled_from(kinds))()

    def option(self) -> None:
        ref = self.ref()
        state = self.games.position(ref).state
        choices = list(SYSTEM.book.choices(state))
        if choices:
            choice = self.draw(st.sampled_from(choices))
            self.order(ref, choice.by, choice.order)

    def arbitrary(self) -> None:
        self.order(self.ref(), self.draw(SIDE), self.draw(ORDERS))

    def order(self, ref: Ref, by: str, order: Order) -> None:
        line = self.games.line(ref)
        fair = self.games.fair(line)
        sources = st.sampled_from([fair, fair, SeededChance(7), Marked("imported"), Marked("ruled")])
        chance: Chance = self.draw(sources)
        self.games.table(line).order(by, order, chance, self.games.log.now(), self.draw(SOURCES))

    def branch(self) -> None:
        self.games.branch(
            self.ref(anywhere=True), f"line-{len(self.games.log.lines(self.name))}", why=self.draw(TEXT),
            luck=self.draw(st.sampled_from(["same", "fresh"])), by=self.draw(SIGNER),
            consent=self.draw(st.lists(SIDE, max_size=2)),
        )  # fmt: skip

    def clerk(self) -> None:
        match self.draw(st.sampled_from(["note", "note", "rule", "reveal"])):
            case "note":
                self.games.note(self.ref(anywhere=True), self.draw(SIGNER), self.draw(TEXT))
            case "rule":
                self.games.rule(self.ref(), RulingMade(by=self.draw(SIGNER), text=self.draw(TEXT), rule="FF.1"))
            case _:
                self.games.reveal(self.ref())

    def ruled(self) -> None:
        """Facts that no order explains, several at once, some of them secret."""
        line = self.games.line(self.ref())
        head = self.games.log.head(line)
        to = st.none() | st.lists(SIDE, max_size=2).map(tuple)
        facts = [
            RulingMade(by="umpire", text=self.draw(TEXT)),
            PointsScored(side="blue", points=self.draw(st.integers(-9, 9)), why=said(self.draw(TEXT))),
            LossTaken(side="red", unit=self.draw(TEXT), kind="steps", amount=1, cause=said(""), men=self.draw(MAYBE)),
            DiceRolled(by="red", sides=6, faces=(1, 2), why=said("before the log began"), source="imported"),
        ]
        chosen = self.draw(st.lists(st.sampled_from(facts), min_size=1, max_size=3))
        envelope = Envelope(head.order_no + 1, self.draw(SIGNER), self.games.log.now(), self.draw(SOURCES))
        self.games.log.append(line, head, envelope, [Recorded(fact, self.draw(to)) for fact in chosen])


class Marked(SeededChance):
    """Dice of another source than the table."""

    def __init__(self, source: Any) -> None:
        super().__init__(11)
        self.source = source

    def throw(self, count: int, sides: int, why: str, number: int) -> Any:
        return super().throw(count, sides, why, number)._replace(source=self.source)

    def draw(self, pile: Any, why: str, number: int) -> Any:
        return super().draw(pile, why, number)._replace(source=self.source)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Games]:
    with GameLog(str(tmp_path_factory.mktemp("log") / "games.db"), SYSTEMS) as log:
        yield Games(log)


_numbers = count(1)


@given(data=st.data(), steps=st.integers(0, 25))
@settings(max_examples=150, deadline=None)
def test_a_game_read_from_its_own_transcript_has_the_same_facts(
    shared: Games, pack: Pack, data: st.DataObject, steps: int
) -> None:
    name = f"game-{next(_numbers)}"
    playing = Playing(shared, name, pack, data)
    for _ in range(steps):
        playing.step()
    text = export_transcript(shared, name)
    read(shared, pack, text, name + "-copy")
    assert told(shared, name + "-copy") == told(shared, name)
    assert export_transcript(shared, name + "-copy") == text


@given(
    st.text(max_size=80) | st.lists(TEXT | st.sampled_from(["blue> ", "* ", "+ ", "line a ", "\n  dice "])).map("".join)
)
@settings(max_examples=300, deadline=None)
def test_whatever_is_typed_is_read_or_refused_with_its_place(shared: Games, pack: Pack, text: str) -> None:
    said = "line 0, column 0"
    try:
        read(shared, pack, HEAD + text, f"any-{next(_numbers)}")
    except BadInput as error:
        said = str(error)
    assert re.match(r"line \d+, column \d+", said)


# A game typed by hand


def test_the_example_in_the_docs_can_be_imported(games: Games, pack: Pack) -> None:
    example, *_ = re.findall(r"```transcript\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    line = read(games, pack, example)
    assert line.started.title == "The bridge at Mill Farm"
    assert games.log.lines("read") == ["main", "what-if"]
    assert games.position(Ref("read")).state.core.points == {"blue": 3, "red": 0}
    assert games.position(Ref("read", "what-if")).state.core.points == {"blue": 0, "red": 3}
    text = export_transcript(games, "read")
    read(games, pack, text, "copy")
    assert told(games, "copy") == told(games, "read")


def test_a_head_of_two_lines_is_enough(games: Games, pack: Pack) -> None:
    started = read(games, pack, HEAD).started
    assert (started.sides, started.title, started.pack) == (("blue", "red"), "An empty table", pack.hash)
    assert (started.edition, started.commitment) == (SYSTEM.edition, "")


def test_the_head_may_say_more(games: Games, pack: Pack) -> None:
    text = (
        "\ufeff# written by hand\r\n\r\nsystem: freeform # no rules\r\nScenario: blank\r\n"
        'title: "Bull # Run"\r\npack: open\r\nsides: union, csa\r\noptions: known_places\r\n\r\n'
        "union> RollDice why=test\r\n  dice 3\r\n"
    )
    started = read(games, pack, text).started
    assert (started.sides, started.title, started.options) == (("union", "csa"), "Bull # Run", {"known_places": True})
    assert facts(games)[-1].faces == (3,)


def test_dice_may_be_spread_over_lines_as_one_likes(games: Games, pack: Pack) -> None:
    read(games, pack, HEAD + "blue> RollDice why=a dice=4\n  dice 1, 2\n  # then\n  dice 3,4\n")
    assert facts(games)[-1].faces == (1, 2, 3, 4)


def test_the_provenance_of_dice_and_cards_survives(games: Games, pack: Pack) -> None:
    rolls = "".join(f"blue> RollDice why=a\n  dice 5{mark}\n" for mark in ("", " fair @7", " imported", " ruled"))
    read(games, pack, HEAD + rolls + 'red> AddDeck deck=d cards="a b",c\nred> DrawCard deck=d\n  card "a b" fair\n')
    rolled = [fact for fact in facts(games) if isinstance(fact, DiceRolled)]
    assert [(roll.source, roll.number) for roll in rolled] == [
        ("entered", 0), ("fair", 7), ("imported", 0), ("ruled", 0),
    ]  # fmt: skip
    drawn = facts(games)[-1]
    assert (drawn.card, drawn.source, drawn.number) == ("a b", "fair", 8)


def test_a_line_without_from_leaves_where_it_stands(games: Games, pack: Pack) -> None:
    text = (
        "blue> AddPiece piece=a at=hill\n"
        "line other\n"
        "  blue> MovePiece piece=a to=ford\n"
        "  line deeper why=\"and then\"\n"
        "    blue> MovePiece piece=a to=farm\n"
        "blue> MovePiece piece=a to=wood\n"
        "line early from 1\n"
    )  # fmt: skip
    read(games, pack, HEAD + text)
    at = {name: games.position(Ref("read", name)).state.pieces for name in games.log.lines("read")}
    assert {name: [piece.at for piece in pieces.values()] for name, pieces in at.items()} == {
        "main": ["wood"], "other": ["ford"], "deeper": ["farm"], "early": [],
    }  # fmt: skip
    opened = games.log.line("read", "deeper").opened
    assert opened is not None
    assert (opened.parent, opened.why, opened.luck) == ("other", "and then", "fresh")


def test_notes_and_ruled_facts_are_lines_with_a_star(games: Games, pack: Pack) -> None:
    text = (
        "blue> AddPiece piece=a side=blue at=hill\n"
        '* NoteAdded by=red text="too far?" about=2\n'
        '* umpire (ruled)> RulingMade by=umpire text="it stands at the ford"\n'
        "+ to blue,red> PieceMoved piece=a start=hill to=ford\n"
        "red (imported)> RollDice why=a\n  dice 6\n"
    )
    read(games, pack, HEAD + text)
    entries = games.entries(Ref("read"))
    assert [(entry.order_no, entry.by, entry.source, entry.to) for entry in entries[3:]] == [
        (2, "red", "", None),
        (3, "umpire", "ruled", None),
        (3, "umpire", "ruled", ("blue", "red")),
        (4, "red", "imported", None),
        (4, "red", "imported", None),
    ]
    assert entries[5].fact == PieceMoved(piece="a", start="hill", to="ford")
    assert games.position(Ref("read")).state.pieces["a"].at == "ford"


def test_fair_dice_of_a_copy_are_still_those_of_the_seed(games: Games, pack: Pack) -> None:
    games.new(SYSTEM, "blank", "fair", pack)
    games.order(Ref("fair"), "blue", RollDice(why="a", dice=3))
    seed = games.reveal(Ref("fair"))
    copy = read(games, pack, export_transcript(games, "fair"))
    assert copy.started == games.log.line("fair").started
    assert games.reveal(Ref("read")) == seed


def test_dice_that_are_not_written_can_be_rolled_on_request(games: Games, pack: Pack) -> None:
    text = HEAD + "blue> RollDice why=a dice=2\nblue> RollDice why=b\n  dice 6\n"
    import_transcript(games, text, "read", Shelf(pack).find, missing=lambda _: SeededChance(1))
    rolled = [fact.faces for fact in facts(games) if isinstance(fact, DiceRolled)]
    assert (len(rolled[0]), rolled[1]) == (2, (6,))


def test_a_roll_without_dice_keeps_its_source() -> None:
    chance = WrittenChance([DiceGiven("dice", (), "fair", 4, TextPlace(2, 1))], TextPlace(1, 1))
    assert chance.throw(0, 6, "nothing", 0) == Thrown((), "fair", 4)
    assert chance.throw(0, 6, "nothing", 0) == Thrown((), "entered")
    chance.finish()


def test_the_transcript_reads_well(games: Games, pack: Pack) -> None:
    games.new(SYSTEM, "blank", "g", pack, title="A skirmish")
    here = Ref("g")
    games.order(here, "blue", AddPiece(piece="1st", side="blue", at="hill"))
    games.order(here, "red", RollDice(why="fire at 1st", dice=2), EnteredChance((4, 5)))
    games.branch(Ref("g", "main", 4), "what-if", why="had it missed")
    games.order(Ref("g", "what-if"), "red", RollDice(why="again"), EnteredChance((1,)))
    games.note(here, "blue", "ouch")
    started, opened = games.log.line("g").started, games.log.line("g", "what-if").opened
    assert opened is not None
    assert export_transcript(games, "g") == (
        f"system: freeform\nscenario: blank\ntitle: A skirmish\npack: open {pack.hash}\nedition: 1\n"
        f"sides: blue, red\ncommitments: host={started.commitment}\ngame: {started.game}\n\n"
        "blue> AddPiece piece=1st side=blue at=hill\n"
        'red> RollDice why="fire at 1st" dice=2  # what-if leaves at entry 4\n'
        "  dice 4 5\n"
        "* NoteAdded by=blue text=ouch\n"
        "\n"
        f'line what-if from main:4 luck=fresh luck_until=0 why="had it missed" '
        f'commitments={{"host": "{opened.commitment}"}}\n'
        "  red> RollDice why=again\n"
        "    dice 1\n"
    )


# What is wrong, and where


def test_all_errors_of_a_text_are_told_at_once(games: Games, pack: Pack) -> None:
    text = "blue> MovPiece piece=a\n  dice 4 five\nred> RollDice\n\nnonsense\nblue> AddPiece piece=a\n"
    said = refused(games, pack, HEAD + text).splitlines()
    assert [line.split(":")[0] for line in said] == [
        "line 4, column 7", "line 5, column 10", "line 6, column 14", "line 8, column 1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("", r"line 1, column 1: the head needs `system:`", id="nothing"),
        pytest.param("system: freeform\n", "the head needs `scenario:`", id="no scenario"),
        pytest.param("system: chess\nscenario: a\n\n", "line 1, column 1: there is no system 'chess'", id="no system"),
        pytest.param("system: freeform\nscenario: x\n", "line 2, column 1: .* no scenario 'x'", id="scenario"),
        pytest.param("sistem: freeform\n", "line 1, column 1: .* did you mean system", id="a misspelt key"),
        pytest.param("system: freeform\nsystem: freeform\n", "line 2, column 1: system .* twice", id="a key twice"),
        pytest.param(f"{HEAD[:-1]}pack: {'0' * 64}\n", "line 3, column 1: the pack 0+ is neither", id="no such pack"),
        pytest.param(f"{HEAD[:-1]}pack: a b c\n", "line 3, column 1: pack: takes a name", id="too many packs"),
        pytest.param(f"{HEAD[:-1]}sides: a, a\n", "line 3, column 1: each side needs a name", id="sides alike"),
        pytest.param(f"{HEAD[:-1]}options: fog\n", "line 3, column 1: .* no optional rule 'fog'", id="no such option"),
        pytest.param(f"{HEAD[:-1]}readings: D1=a\n", "line 3, column 1: .* no dispute 'D1'", id="no such dispute"),
        pytest.param(f"{HEAD[:-1]}readings: D1\n", "line 3, column 13: readings are written", id="half a reading"),
        pytest.param(f"{HEAD[:-1]}corrections: one\n", "line 3, column 14: corrections are numbers", id="a correction"),
        pytest.param(f"{HEAD[:-1]}title: \"a\n", "line 3, column 8: this quote is never closed", id="an open quote"),
    ],
)  # fmt: skip
def test_a_wrong_head_is_refused_with_its_place(games: Games, pack: Pack, text: str, said: str) -> None:
    assert re.search(said, refused(games, pack, text))


def test_a_ten_sided_die_shows_nought_for_ten(games: Games, pack: Pack) -> None:
    """Both faces are the same, and written out it is what is kept."""
    for number, face in enumerate(("0", "10")):
        read(games, pack, f"{HEAD}blue> RollDice why=a sides=10\n  dice {face}\n", f"game{number}")
        assert [fact.faces for fact in facts(games, f"game{number}") if isinstance(fact, DiceRolled)] == [(10,)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("green> RollDice why=a", "line 4, column 1: there is no side 'green'", id="an unknown side"),
        pytest.param("> RollDice why=a", "line 4, column 1: an order is written `side> Order`", id="no giver"),
        pytest.param("blue to red> RollDice why=a", "line 4, column 1: an order is written", id="an order to somebody"),
        pytest.param("blue> RollDice why=a dice=0", r"line 4, column 1: \[FF.3.1\]", id="an illegal order"),
        pytest.param("blue> RollDice why=fire dice=2", "line 4, column 1: fire needs 2 dice of 6", id="no dice"),
        pytest.param("blue> RollDice why=fire dice=2\n dice 4", "line 4, .* but 1 is written", id="too few dice"),
        pytest.param("blue> RollDice why=a\n dice 4 5", "line 5, column 2: .* fewer .* left over: 5", id="too many"),
        pytest.param("blue> RollDice why=a\n dice 7", "line 5, column 2: a: 7 cannot come up on a d6", id="a seven"),
        pytest.param("blue> RollDice why=a\n dice 0", "line 5, column 2: a: 0 cannot come up on a d6", id="a nought"),
        pytest.param(
            "blue> RollDice why=a sides=10\n dice 11",
            "line 5, column 2: a: 11 cannot come up on a d10; faces run from 1 to 10, or 0 to 9 with 0 for 10",
            id="an eleven",
        ),
        pytest.param("blue> RollDice why=a\n dice -1", "line 5, column 2: a: -1 cannot come up", id="below one"),
        pytest.param("blue> RollDice why=a dice=2\n dice 1\n dice 1 ruled", "line 6, .* one source", id="mixed dice"),
        pytest.param("blue> RollDice why=a dice=2\n dice 1 fair @3\n dice 1 fair @5", "numbers in a row", id="a gap"),
        pytest.param("blue> RollDice why=a\n dice", "line 5, column 6: write the faces", id="an empty dice line"),
        pytest.param("blue> RollDice why=a\n dice 1\n dice fair @1", "line 6, .* no roll without", id="an empty roll"),
        pytest.param("blue> RollDice why=a\n dice 4 magic", "line 5, column 9: 'magic' is no source", id="a source"),
        pytest.param("blue> RollDice why=a\n dice 4 fair @x", "line 5, .* after @ stands", id="a die number"),
        pytest.param(f"blue> RollDice why=a\n dice 4 fair @{2**62}", "line 5, .* after @", id="a huge die number"),
        pytest.param("blue> RollDice why=a\n dice 1 fair @1 2", "line 5, column 17: nothing more", id="words after"),
        pytest.param("dice 4", "line 4, column 1: dice stands under the order", id="dice of nobody"),
        pytest.param("* NoteAdded by=a text=b\n  dice 4", "line 5, column 3: dice stands under", id="dice of a note"),
        pytest.param("blue> AddDeck deck=d cards=a\nblue> DrawCard deck=d", "line 5, .* draws a card", id="no card"),
        pytest.param("blue> AddDeck deck=d cards=a\nblue> DrawCard deck=d\ncard b", "line 6, .* not in", id="a card"),
        pytest.param("blue> AddPiece piece=a\n card b", "line 5, column 2: .* fewer cards", id="a card too many"),
        pytest.param("blue> AddPiece piece=a\n card", "line 5, column 6: name the card", id="a nameless card"),
        pytest.param("blue> EndGame why=a\nblue> AddPiece piece=a", r"line 5, .*\[kernel.ended\]", id="after the end"),
        pytest.param("* NoteAded by=a text=b", "line 4, column 3: .* did you mean NoteAdded", id="no such fact"),
        pytest.param("* LineOpened parent=main at=1 luck=same luck_until=0", "line 4, column 3: games", id="a line"),
        pytest.param("* PieceMoved piece=a start=b to=c", "line 4, column 1: this fact does not fit", id="a misfit"),
        pytest.param("* FrameClosed", "line 4, column 1: this fact does not fit", id="no frame to close"),
        pytest.param("* RulingMade by=a text=b readings={\"D1\": \"a\"}", "line 4, .* no dispute", id="a wrong ruling"),
        pytest.param("+ NoteAdded by=a text=b", "line 4, column 1: a . line adds", id="a plus after nothing"),
        pytest.param("line Bad!", "line 4, column 6: 'Bad!' cannot name a line", id="a bad name"),
        pytest.param("line main", "line 4, column 6: there is a line main already", id="a name taken"),
        pytest.param("line a from x:1", "line 4, column 13: there is no line 'x' above", id="no such parent"),
        pytest.param("line a from 0", "line 4, column 1: main has 1 entries; there is no entry 0", id="entry none"),
        pytest.param("line a from 2", "line 4, column 1: main has 1 entries; there is no entry 2", id="entry too far"),
        pytest.param("line a from here", "line 4, column 13: after `from` stands ENTRY", id="from a word"),
        pytest.param("line a luck=bad", "line 4, column 13: luck= takes one of fresh, same", id="bad luck"),
        pytest.param("line a luck_until=-1", "line 4, .* counts fair dice from 0", id="luck below none"),
        pytest.param("blue> AddPiece piece=a\n  blue> AddPiece piece=b", "line 5, column 3: .* by 0", id="indent"),
        pytest.param("blue> AddPiece piece=\0", "line 4, column 22: a NUL", id="NUL"),
        pytest.param("# " + "x" * 100_000, "line 4, column 100001: a line has at most", id="a long line"),
        pytest.param('"a\\q"> AddPiece piece=b', "line 4, column 3: .* no escape", id="a bad escape in a name"),
        pytest.param("blue" + " " * 90_000 + "x", "line 4, column 1: 'blue' begins no line", id="a desert"),
        pytest.param('* "a"' + ', "a"' * 19_000, "line 4, column 3: there is no fact", id="a long list"),
        pytest.param("blue> TakeLoss piece=a amount=99999999999999999999", "line 4, column 31: .* to 10{9}", id="big"),
    ],
)  # fmt: skip
def test_a_wrong_body_is_refused_with_its_place(games: Games, pack: Pack, text: str, said: str) -> None:
    assert re.search(said, refused(games, pack, HEAD + text))


def test_lines_within_lines_are_bounded_but_lines_of_lines_are_not(games: Games, pack: Pack) -> None:
    nested = "".join(f"{' ' * i}line l{i}\n" for i in range(40))
    assert "line 36, column 33: lines stand at most 32 deep" in refused(games, pack, HEAD + nested)
    flat = "line l0\n" + "".join(f"line l{i + 1} from l{i}:{i + 2}\n" for i in range(300))
    read(games, pack, HEAD + flat)
    assert len(games.log.lines("read")) == 302
    assert export_transcript(games, "read").count("\nline ") == 301


def test_a_flood_of_errors_is_cut_short(games: Games, pack: Pack) -> None:
    said = refused(games, pack, HEAD + "nonsense\n" * 5000).splitlines()
    assert len(said) == 101
    assert said[-1] == "and 4900 more like these"


def test_a_refused_order_in_the_last_line_leaves_nothing_behind(games: Games, pack: Pack) -> None:
    good = "blue> AddPiece piece=a\nline b\n  blue> AddPiece piece=c\n"
    assert "line 7, column 3: [FF.1.1]" in refused(games, pack, HEAD + good + "  blue> AddPiece piece=c\n")


def test_the_pack_of_a_hash_must_have_that_hash(games: Games, pack: Pack) -> None:
    other = Pack(name="open", files={**pack.files, "more.toml": ""})
    text = HEAD[:-1] + f"pack: open {'0' * 64}\n"
    with pytest.raises(BadInput, match=r"line 3, column 1: the game was played with the pack 000000000000…"):
        import_transcript(games, text, "read", lambda system, wanted: other)


def test_the_pack_in_the_log_is_used_before_any_other(games: Games, pack: Pack) -> None:
    games.new(SYSTEM, "blank", "g", pack)

    def never(system: str, wanted: str) -> Pack:
        raise NotFound("not asked for")

    assert import_transcript(games, export_transcript(games, "g"), "read", never).started.pack == pack.hash


def test_a_name_that_is_taken_is_a_conflict(games: Games, pack: Pack) -> None:
    read(games, pack, HEAD)
    with pytest.raises(LogConflict, match="there is a game named read already"):
        read(games, pack, HEAD)


def test_a_note_too_long_for_a_line_is_not_exported(games: Games, pack: Pack) -> None:
    games.new(SYSTEM, "blank", "g", pack)
    games.note(Ref("g"), "blue", "x" * 100_000)
    with pytest.raises(BadInput, match="too long for a transcript; export JSON lines"):
        export_transcript(games, "g")


def test_a_number_too_great_to_be_counted_with_is_refused(games: Games, pack: Pack) -> None:
    text = HEAD + f"blue> ScorePoints side=blue points={2**64 - 1} why=a\n"
    assert "points= takes a whole number from -1000000000 to 1000000000" in refused(games, pack, text)


def test_readings_in_a_head_may_be_written_in_any_case_but_a_written_ruling_stands_as_it_is(
    tmp_path: Path, pack: Pack
) -> None:
    which: Chapter[Any] = Chapter(readings={"D1": Reading.saying("FF.1", "Which?", {"A": "this", "B": "that"})})
    disputed = replace(SYSTEM, book=replace(SYSTEM.book, chapters=(*SYSTEM.book.chapters, which)))
    head = HEAD[:-1] + "readings: d1=b\n\n"
    with GameLog(str(tmp_path / "games.db"), {"freeform": disputed}) as log:
        games = Games(log)
        wrong = refused(games, pack, head + '* RulingMade by=umpire text=x readings={"D1": "a"}\n')
        assert "this ruling is spelt D1=A" in wrong
        assert read(games, pack, head).started.readings == {"D1": "B"}
