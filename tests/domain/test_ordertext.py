"""The order grammar: what is written is read back, and a misspelt line says what was meant."""

from __future__ import annotations

import dataclasses
import enum
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.book import Book, Gate
from domain.kernel.chapter import Asked, Chapter
from domain.kernel.errors import MalformedOrder
from domain.kernel.facts import SHARED, Fact, LineOpened, NoteAdded, Order, OrderGiven, RulingMade
from domain.words.orders import format_fact, format_order, parse_fact, parse_order
from rules.freeform import SYSTEM
from rules.freeform.luck import AddDeck, DrawCard, PlayCard, RollDice, ShuffleDeck
from rules.freeform.pieces.asks import AddPiece, ChangePiece, MovePiece, RemovePiece, RevealPiece, TakeLoss
from rules.freeform.sequence import BeginPhase, EndGame, ScorePoints


class Pace(enum.Enum):
    WALK = "walk"
    RUN = "2"


class Grade(enum.IntEnum):
    RAW = 1
    ELITE = 3


class Hex(msgspec.Struct, frozen=True, kw_only=True):
    col: int
    row: int = 0


class Square(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    side: int


class Round(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    radius: int = 1


class March(Order, frozen=True, kw_only=True):
    unit: int
    path: tuple[int, ...] = ()
    hexes: tuple[Hex, ...] = ()
    legs: tuple[tuple[int, int], ...] = ()
    spot: tuple[int, str] = (0, "")
    start: Hex | None = None
    ground: Square | Round | None = None
    pace: Pace = Pace.WALK
    grade: Grade | None = None
    how: Literal["road", "cross country", 3] = "road"
    label: str | int | None = None
    either: bool | str = "no"
    names: tuple[str, ...] | None = None
    loose: Any = None
    odds: dict[str, int] = {}
    flags: frozenset[str] = frozenset()
    halt: bool = False
    delay: int | None = 2


class Halt(Order, frozen=True, kw_only=True):
    pass


MARCHES: Chapter[Any] = Chapter(orders=(Asked(March(unit=1)), Asked(Halt())))
TOY = dataclasses.replace(SYSTEM, key="toy", book=Book(chapters=(MARCHES,), gate=Gate("TOY.1")))

NASTY = st.text(st.sampled_from("ab\"',#>=\\{}[]()*:@ \n\t\r\0é\u2028\ufeff\U0001f3b2")) | st.sampled_from(
    ["", "none", "yes", "no", "true", "12", "-3", "+-5", "0", '"', "#", "1,2", "{}", "[]", "[1]", "null"]
)
TEXT = NASTY | st.text(st.characters(codec="utf-8"))
INTS = st.integers(-(2**63), 2**64 - 1)
NAMES = st.lists(TEXT, max_size=4).map(tuple)
MARKS = st.dictionaries(TEXT, TEXT, max_size=3)
COUNTS = st.integers(-(10**9), 10**9)
SMALL = st.integers(-9, 99)
HEXES = st.builds(Hex, col=SMALL, row=SMALL)
LOOSE = st.recursive(
    st.none() | st.booleans() | SMALL | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)

FREEFORM = st.one_of(
    st.builds(
        AddPiece, piece=TEXT, side=TEXT, name=TEXT, kind=TEXT, at=TEXT, strength=st.none() | COUNTS, marks=MARKS,
        hidden=st.booleans(),
    ),
    st.builds(MovePiece, piece=TEXT, to=TEXT, via=NAMES),
    st.builds(ChangePiece, piece=TEXT, strength=st.none() | COUNTS, side=TEXT, marks=MARKS),
    st.builds(RevealPiece, piece=TEXT),
    st.builds(RemovePiece, piece=TEXT, why=TEXT),
    st.builds(RollDice, why=TEXT, dice=COUNTS, sides=COUNTS),
    st.builds(AddDeck, deck=TEXT, cards=NAMES, hidden=st.booleans()),
    st.builds(DrawCard, deck=TEXT, count=COUNTS),
    st.builds(PlayCard, card=TEXT, deck=TEXT, remove=st.booleans()),
    st.builds(ShuffleDeck, deck=TEXT),
    st.builds(TakeLoss, piece=TEXT, amount=COUNTS, kind=TEXT, cause=TEXT, men=st.none() | COUNTS),
    st.builds(ScorePoints, side=TEXT, points=COUNTS, why=TEXT),
    st.builds(BeginPhase, phase=TEXT, turn=COUNTS, side=TEXT),
    st.builds(EndGame, why=TEXT, winner=TEXT),
)  # fmt: skip
MARCHES = st.builds(
    March,
    unit=INTS,
    path=st.lists(SMALL, max_size=3).map(tuple),
    hexes=st.lists(HEXES, max_size=3).map(tuple),
    legs=st.lists(st.tuples(SMALL, SMALL), max_size=3).map(tuple),
    spot=st.tuples(SMALL, TEXT),
    start=st.none() | HEXES,
    ground=st.none() | st.builds(Square, side=SMALL) | st.builds(Round, radius=SMALL),
    pace=st.sampled_from(Pace),
    grade=st.none() | st.sampled_from(Grade),
    how=st.sampled_from(["road", "cross country", 3]),
    label=st.none() | SMALL | TEXT,
    either=st.booleans() | TEXT,
    names=st.none() | NAMES,
    loose=LOOSE,
    odds=st.dictionaries(TEXT, SMALL, max_size=3),
    flags=st.frozensets(TEXT, max_size=3),
    halt=st.booleans(),
    delay=st.none() | SMALL,
)


@given(FREEFORM)
@settings(max_examples=400, deadline=None)
def test_every_freeform_order_is_read_back_as_it_was(order: Order) -> None:
    text = format_order(order)
    assert "\n" not in text
    assert "\0" not in text
    assert parse_order(SYSTEM, text) == order
    assert parse_order(SYSTEM, text + "  # and a comment") == order


@given(MARCHES)
@settings(max_examples=400, deadline=None)
def test_nested_structs_unions_enums_and_lists_are_read_back_as_they_were(order: March) -> None:
    found = parse_order(TOY, format_order(order))
    assert found == order
    assert isinstance(found, March)  # and no False became 0, nor "12" a number
    assert repr((found.label, found.either, found.loose)) == repr((order.label, order.either, order.loose))


@given(TEXT, TEXT, st.integers(0, 9), MARKS)
def test_facts_are_read_back_as_they_were(by: str, text: str, about: int, readings: dict[str, str]) -> None:
    for fact in (
        NoteAdded(by=by, text=text, about=about),
        RulingMade(by=by, text=text, readings=readings),
        LineOpened(parent=by, at=about, luck="same", luck_until=3, why=text, consent=(by, text)),
        OrderGiven(by=by, order=MovePiece(piece=by, to=text)),
    ):
        assert parse_fact(SYSTEM, format_fact(fact)) == fact


@pytest.mark.parametrize("kind", [*SHARED, *SYSTEM.book.facts], ids=lambda kind: kind.__name__)
def test_every_kind_of_fact_is_known_by_its_name(kind: type[Fact]) -> None:
    text = f"{kind.__name__} nonsense=1"
    with pytest.raises(MalformedOrder, match="has no field 'nonsense'"):
        parse_fact(SYSTEM, text)


@pytest.mark.parametrize(
    ("order", "text"),
    [
        (MovePiece(piece="3rd-ohio", to="ridge"), "MovePiece piece=3rd-ohio to=ridge"),
        (MovePiece(piece="2", to="1822", via=("1723",)), "MovePiece piece=2 to=1822 via=1723"),
        (MovePiece(piece="a b", to="", via=("x", "y,z")), 'MovePiece piece="a b" to="" via=x,"y,z"'),
        (AddPiece(piece="p", marks={"a": "#1"}, hidden=True), 'AddPiece piece=p marks={"a": "#1"} hidden=yes'),
        (AddDeck(deck="d", cards=()), "AddDeck deck=d cards=[]"),
        (RemovePiece(piece="p", why="a\n\u2028b"), 'RemovePiece piece=p why="a\\n\\u2028b"'),
    ],
)
def test_orders_read_well(order: Order, text: str) -> None:
    assert format_order(order) == text


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("movepiece PIECE=a To=b", MovePiece(piece="a", to="b")),
        ("  MovePiece   piece=a\tto=b  ", MovePiece(piece="a", to="b")),
        ("MovePiece piece=a to=b via=c, d,e # by road", MovePiece(piece="a", to="b", via=("c", "d", "e"))),
        ('MovePiece piece=a to=b via=["c", "d"]', MovePiece(piece="a", to="b", via=("c", "d"))),
        ("AddDeck deck=d cards=1,2,2 hidden=True", AddDeck(deck="d", cards=("1", "2", "2"), hidden=True)),
        ("AddPiece piece=none strength=none", AddPiece(piece="none")),
        ("RollDice why=yes dice=+02", RollDice(why="yes", dice=2)),
        ("MovePiece piece=a to=3:4>5", MovePiece(piece="a", to="3:4>5")),
    ],
)
def test_what_people_type_is_understood(text: str, order: Order) -> None:
    assert parse_order(SYSTEM, text) == order


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        pytest.param("", 1, "there is no order here", id="nothing"),
        pytest.param("MovPiece piece=a", 1, "did you mean MovePiece?", id="a misspelt order"),
        pytest.param("Xyzzy", 1, "there are AddPiece, MovePiece", id="no such order"),
        pytest.param("MovePiece=3", 1, "there is no order 'MovePiece=3'", id="a name with a value"),
        pytest.param("MovePiece pice=a to=b", 11, "did you mean piece?", id="a misspelt field"),
        pytest.param("MovePiece piece=a", 18, r"also needs to= \(a place\)", id="a missing field"),
        pytest.param("MovePiece piece=a to=b c", 24, "every word is field=value, but 'c'", id="text after the end"),
        pytest.param("MovePiece piece=a piece=b", 24, "piece= stands twice", id="a field twice"),
        pytest.param("MovePiece piece=a,b to=c", 17, "piece= takes a unit, not 'a list'", id="a list for text"),
        pytest.param("MovePiece piece=", 17, "a value is missing", id="no value"),
        pytest.param("MovePiece piece=#3 to=a", 17, "a value is missing", id="a comment for a value"),
        pytest.param('MovePiece piece="a to=b', 17, "never closed", id="an open quote"),
        pytest.param('MovePiece piece="a\\q" to=b', 19, "no escape that JSON knows", id="a bad escape"),
        pytest.param('MovePiece piece="a"b to=c', 20, "a blank is missing", id="text glued to a quote"),
        pytest.param('MovePiece piece="\\ud800" to=c', 17, "half a character", id="a lone surrogate"),
        pytest.param("RollDice why=a dice=two", 21, "takes a whole number .* not 'two'", id="no number"),
        pytest.param("RollDice why=a dice=18446744073709551616", 21, "to 1000000000", id="too great"),
        pytest.param("RollDice why=a dice=" + "9" * 9000, 21, "from -1000000000", id="thousands of digits"),
        pytest.param("AddPiece piece=a hidden=maybe", 25, "takes yes or no, not 'maybe'", id="no truth value"),
        pytest.param("AddPiece piece=a marks=b", 24, r"braces \(text to text\), not 'b'", id="a word for an object"),
        pytest.param('AddPiece piece=a marks={"b": 1}', 24, "Expected `str`, got `int`", id="a wrong type inside"),
        pytest.param('AddPiece piece=a marks={"b": 1.5}', 24, "not a whole number", id="a fraction"),
        pytest.param('AddPiece piece=a marks={"b": NaN}', 24, "not a whole number", id="not a number at all"),
        pytest.param('AddPiece piece=a marks={"b": %s}' % ("9" * 30), 24, "too large", id="a large number inside"),
        pytest.param('AddPiece piece=a marks={"b":"","b":""}', 24, "a key stands twice", id="a key twice"),
        pytest.param('AddPiece piece=a marks={"b" 1}', 29, "not readable JSON", id="broken JSON"),
        pytest.param("AddPiece piece=a marks=" + "[" * 50_000, 24, "nested more than 32", id="a pit of brackets"),
        pytest.param("AddPiece piece=a marks=" + "[" * 40 + "]" * 40, 24, "nested more than 32", id="just too deep"),
    ],
)  # fmt: skip
def test_an_unreadable_order_says_where_and_what_was_expected(text: str, column: int, said: str) -> None:
    with pytest.raises(MalformedOrder, match=said) as refused:
        parse_order(SYSTEM, text)
    assert refused.value.column == column


def test_a_wrong_word_from_a_list_of_words_names_the_list() -> None:
    with pytest.raises(MalformedOrder, match="how= takes one of 3, cross country, road, not 'air'"):
        parse_order(TOY, "March unit=1 how=air")


@given(st.text(st.characters(codec="utf-8"), max_size=60) | NASTY)
def test_no_text_at_all_makes_the_reader_fail_otherwise(text: str) -> None:
    for line in (text, f"March {text}", f"March unit=1 path={text}", f"March unit=1 loose={text}"):
        column = 1
        try:
            assert isinstance(parse_order(TOY, line), Order)
        except MalformedOrder as refused:
            column = refused.column
        assert 1 <= column <= len(line) + 1
