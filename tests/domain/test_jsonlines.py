"""Our own file format: exact both ways, strict to read, silent about secrets, and checkable by anyone."""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import example, given, reject, settings
from hypothesis import strategies as st
from msgspec import inspect

from domain.formats.jsonlines.jsonlines import export_game, import_game, read_game
from domain.games.games import Games
from domain.kernel.errors import BadInput, LogConflict, NotFound, VerificationFailed
from domain.kernel.facts import CardDrawn, Fact
from domain.kernel.shapes import bare
from domain.kernel.unions import fact_union
from domain.log.gamefile import LONGEST_LINE
from domain.log.refs import Ref
from domain.proof.verify import seal_of, verify_file, verify_line
from rules import SYSTEMS
from rules.freeform.luck import AddDeck, DrawCard, RollDice
from rules.freeform.pieces.asks import AddPiece, ChangePiece, MovePiece, RemovePiece, RevealPiece, TakeLoss
from tests.domain.proof_helpers import LINES, PACK, objects, open_games, play_story, rechained, texts

DOCS = Path(__file__).parents[2] / "docs" / "log-format.md"


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Games]:
    games = open_games(tmp_path_factory.mktemp("story"))
    play_story(games, reveal=True)
    yield games
    games.log.close()


@pytest.fixture(scope="module")
def whole(story: Games) -> list[dict[str, Any]]:
    return objects(list(export_game(story, "g")))


@pytest.fixture(scope="module")
def for_blue(story: Games) -> list[dict[str, Any]]:
    return objects(list(export_game(story, "g", "blue")))


# A fact is the same in JSON and in msgpack


ANYTHING = st.recursive(st.none() | st.text(max_size=5) | st.integers(-(2**63), 2**64 - 1), st.lists, max_leaves=4)
SIMPLE: dict[type[inspect.Type], st.SearchStrategy[Any]] = {
    inspect.StrType: st.text(max_size=8),
    inspect.BoolType: st.booleans(),
    inspect.NoneType: st.none(),
    inspect.AnyType: ANYTHING,
}


def plain(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Any value a field of this type may hold, as plain data."""
    kind = bare(kind)
    match kind:
        case inspect.IntType():
            low, high = kind.ge, kind.le
            return st.integers(-(2**63) if low is None else low, 2**64 - 1 if high is None else high)
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.VarTupleType() | inspect.ListType():
            return st.lists(plain(kind.item_type), max_size=3)
        case inspect.TupleType():
            return st.tuples(*map(plain, kind.item_types))
        case inspect.DictType():
            return st.dictionaries(plain(kind.key_type), plain(kind.value_type), max_size=3)
        case inspect.UnionType():
            return st.one_of(*map(plain, kind.types))
        case inspect.StructType():
            return struct(kind)
    return SIMPLE[type(kind)]


def struct(kind: inspect.StructType) -> st.SearchStrategy[Any]:
    tagged = {kind.tag_field: st.just(kind.tag)} if kind.tag_field else {}
    return st.fixed_dictionaries({**tagged, **{field.encode_name: plain(field.type) for field in kind.fields}})


@cache
def values_of(kind: Any) -> st.SearchStrategy[Any]:
    return plain(inspect.type_info(kind))


FACTS = [(system, fact) for system in SYSTEMS.values() for fact in get_args(fact_union(system))]


def name_of(fact: Any) -> str:
    return getattr(fact, "__name__", str(fact))


@pytest.mark.parametrize(("system", "kind"), FACTS, ids=[f"{s.key}-{name_of(f)}" for s, f in FACTS])
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_a_fact_read_from_json_has_the_bytes_that_were_hashed(system: Any, kind: Any, data: st.DataObject) -> None:
    value = data.draw(values_of(kind))
    try:
        fact = msgspec.convert(value, fact_union(system))
    except msgspec.ValidationError:  # a text such as `ahead:2.5` must be readable: any other is no order
        reject()
    assert isinstance(fact, Fact)
    stored = msgspec.msgpack.encode(fact)
    written = msgspec.json.encode(msgspec.msgpack.decode(stored))
    assert msgspec.msgpack.encode(msgspec.json.decode(written)) == stored
    assert msgspec.json.decode(written, type=fact_union(system)) == fact


# There and back


def test_a_file_comes_back_byte_for_byte_and_entry_for_entry(story: Games, tmp_path: Path) -> None:
    lines = list(export_game(story, "g"))
    elsewhere = open_games(tmp_path)
    import_game(elsewhere, read_game(line + "\n" for line in lines), "copy")
    assert list(export_game(elsewhere, "copy")) == lines
    for name in LINES:
        assert elsewhere.entries(Ref("copy", name)) == story.entries(Ref("g", name))
        assert elsewhere.position(Ref("copy", name)).state == story.position(Ref("g", name)).state
        assert verify_line(elsewhere, Ref("copy", name), seal_of(story, Ref("g", name))).sealed
    rows = {(row.stream.split("@")[1], row.version): row[3:] for row in story.log.since(0) if "@" in row.stream}
    assert {
        (row.stream.split("@")[1], row.version): row[3:] for row in elsewhere.log.since(0) if "@" in row.stream
    } == rows
    elsewhere.log.close()


def test_an_import_takes_no_name_that_is_taken_and_stores_nothing(games: Games) -> None:
    play_story(games)
    file = read_game(export_game(games, "g"))
    before = games.log.store.latest()
    with pytest.raises(LogConflict, match="there is a game named g already"):
        import_game(games, file, "g")
    assert games.log.store.latest() == before


def test_a_copy_cannot_be_used_to_see_the_dice_the_first_has_yet_to_roll(games: Games) -> None:
    play_story(games)
    import_game(games, read_game(export_game(games, "g")), "copy")
    with pytest.raises(NotFound, match="the seed of this line's fair dice is not here"):
        games.order(Ref("copy"), "blue", RollDice(why="a peek"))


def test_a_one_side_file_is_not_played_on(story: Games, games: Games) -> None:
    file = read_game(export_game(story, "g", "blue"))
    with pytest.raises(BadInput, match="made for blue: it can be read and verified, but not played on"):
        import_game(games, file, "copy")
    assert games.log.games() == []


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        pytest.param({"fact": "PieceFlew", "piece": "spy"}, "entry 3 of main holds a fact that freeform does not know"),
        pytest.param({"fact": "PieceAdded", "wings": 2}, "entry 3 of main holds a fact that freeform does not know"),
        pytest.param({"fact": "PieceMoved", "piece": "x", "start": "", "to": ""}, "entry 3 of main .* does not follow"),
        pytest.param({"fact": "FrameClosed"}, "entry 3 of main .* does not follow from those before it"),
    ],
)
def test_facts_that_cannot_be_played_on_are_refused_and_located(
    games: Games, whole: list[dict[str, Any]], fact: dict[str, Any], said: str
) -> None:
    rows = [{**row, "fact": fact} if row.get("entry") == 3 and row["line"] == "main" else row for row in whole]
    with pytest.raises(BadInput, match=said):
        import_game(games, read_game(texts(rechained(rows))), "copy")
    assert games.log.games() == []


@pytest.mark.parametrize(
    ("sides", "said"),
    [
        pytest.param(["blue", "red", ""], "'' cannot name a side", id="no name"),
        pytest.param(["blue", "red", "umpire"], "umpire is taken", id="umpire"),
        pytest.param(["blue", "red", "host"], "host is taken", id="host"),
        pytest.param(["blue", "red", "red"], "each side needs a name of its own", id="twice"),
        pytest.param(["blue", "red", "\u202ered"], r"'\\u202ered' cannot name a side", id="unprintable"),
        pytest.param(["blue", "red", "the red"], "'the red' cannot name a side", id="space"),
    ],
)
def test_sides_that_no_new_game_could_have_are_refused_at_entry_1(
    games: Games, whole: list[dict[str, Any]], sides: list[str], said: str
) -> None:
    rows = objects(texts(whole))
    rows[1]["fact"]["sides"] = sides
    with pytest.raises(BadInput, match=f"^entry 1 of main: .*{said}"):
        import_game(games, read_game(texts(rechained(rows))), "copy")
    assert games.log.games() == []


def test_a_game_without_sides_is_refused_at_entry_1(games: Games) -> None:
    games.new(SYSTEMS["freeform"], "blank", "g", PACK)
    rows = objects(list(export_game(games, "g")))
    rows[1]["fact"]["sides"] = []
    with pytest.raises(BadInput, match="entry 1 of main: a game has sides"):
        import_game(games, read_game(texts(rechained(rows))), "copy")


def test_a_forged_order_number_or_giver_is_refused_before_anything_is_kept(
    games: Games, whole: list[dict[str, Any]]
) -> None:
    for change in ({"order": 7}, {"by": "nobody"}, {"source": "whatever"}, {"to": ["green"]}):
        rows = [{**row, **change} if row.get("entry") == 3 and row["line"] == "main" else row for row in whole]
        with pytest.raises(VerificationFailed, match="entry 3 of main"):
            import_game(games, read_game(texts(rechained(rows))), "copy")
    assert games.log.games() == []


def test_a_game_of_a_system_that_is_not_here_is_refused(games: Games, whole: list[dict[str, Any]]) -> None:
    rows = objects(texts(whole))
    rows[0]["system"] = rows[1]["fact"]["system"] = "chess"
    with pytest.raises(NotFound, match="there is no system 'chess' here"):
        import_game(games, read_game(texts(rechained(rows))), "copy")


# Strict reading


def test_a_final_newline_is_all_that_may_follow(whole: list[dict[str, Any]]) -> None:
    lines = texts(whole)
    assert read_game(("\n".join(lines) + "\n").split("\n")) == read_game(lines)
    assert read_game(("\n".join(lines) + "\n").splitlines(keepends=True)) == read_game(lines)


def at(number: int, edit: Callable[[str], str]) -> Callable[[list[str]], list[str]]:
    """The file with one of its lines edited."""
    return lambda lines: [*lines[: number - 1], edit(lines[number - 1]), *lines[number:]]


def turn(old: str, new: str) -> Callable[[str], str]:
    return lambda text: re.sub(old, lambda _: new, text, count=1)


DIGEST = f'"digest":"{"0" * 64}"'


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        pytest.param(lambda s: [], "line 1: is not the head", id="nothing"),
        pytest.param(lambda s: s[1:], "line 1: is not the head", id="no head"),
        pytest.param(lambda s: s[:-1], "the file breaks off here", id="no end"),
        pytest.param(lambda s: s[:4], "line 4: the file breaks off here", id="cut"),
        pytest.param(lambda s: [*s[:-1], s[-1][:9]], r"line \d+: is not the end", id="cut in a line"),
        pytest.param(lambda s: [*s, s[3]], r"line \d+: something follows the end", id="after the end"),
        pytest.param(lambda s: [*s[:3], "", *s[3:]], "line 4: is empty", id="empty line"),
        pytest.param(lambda s: [*s, "", ""], r"line \d+: is empty", id="two final newlines"),
        pytest.param(at(4, lambda _: "not json"), "line 4: is not an entry", id="not JSON"),
        pytest.param(at(4, lambda _: "[" * 99999), "line 4: is not an entry", id="deep"),
        pytest.param(at(4, lambda text: text[:-1] + ',"x":1}'), "line 4: .*unknown field `x`", id="unknown key"),
        pytest.param(at(4, turn('"entry":3', '"entry":"3"')), r"line 4: .*\$\.entry", id="wrong type"),
        pytest.param(at(4, turn('"entry":3', '"entry":-3')), r"line 4: .*\$\.entry", id="out of range"),
        pytest.param(at(4, turn('"entry":3,', "")), "line 4: .*missing required field `entry`", id="missing key"),
        pytest.param(at(4, turn(",", ", ")), "line 4: is not spelt", id="spaces"),
        pytest.param(at(4, turn("{", '{"line":"x",')), "line 4: is not spelt", id="key twice"),
        pytest.param(
            at(4, turn('"fact":{', '"fact":{"fact":"X",')), "line 4: is not spelt", id="key twice in the fact"
        ),
        pytest.param(at(4, turn('"fact":{.*?}', '"fact":7')), "line 4: is not a fact", id="no fact"),
        pytest.param(at(4, turn('"strength":3', f'"strength":{2**64}')), "line 4: is not a fact", id="65 bits"),
        pytest.param(at(4, turn('"hash":"..', '"hash":"zz')), r"line 4: .*\$\.hash", id="not hexadecimal"),
        pytest.param(at(4, turn('"salt":".*?"', DIGEST)), "either its fact or a digest", id="fact and digest"),
        pytest.param(at(4, lambda _: "\udcff"), "line 4: is not UTF-8", id="not text"),
        pytest.param(at(4, lambda _: "x" * (LONGEST_LINE + 1)), "line 4: is longer than", id="too long"),
        pytest.param(at(1, turn('"refight":1', '"refight":2')), "format 2, and only 1 is known", id="newer format"),
        pytest.param(at(1, turn('"line":"c"', '"line":"b"')), "line 1: 'b' is named twice", id="line twice"),
        pytest.param(at(1, turn('"at":0', '"at":5')), "line 1: main leaves no other line", id="main leaves nothing"),
        pytest.param(at(1, turn('"parent":"b"', '"parent":"d"')), "before its parent 'd'", id="parent after child"),
    ],
)
def test_a_file_that_is_not_as_we_write_it_is_refused_with_the_line(
    whole: list[dict[str, Any]], spoil: Any, said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        read_game(spoil(texts(whole)))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(max_size=60), max_size=4), st.integers(0, 12))
def test_no_text_whatever_is_more_than_a_refusal(whole: list[dict[str, Any]], junk: list[str], kept: int) -> None:
    with pytest.raises(BadInput, match=r"^line \d+: "):
        read_game([*texts(whole)[:kept], *junk])


# Tampering


def other(value: Any) -> Any:
    match value:
        case bool() | None:
            return "x"
        case int():
            return value + 1
        case str() if re.fullmatch("[0-9a-f]{32,}", value):
            return value[:-1] + ("0" if value[-1] != "0" else "1")
        case str():
            return value + "x"
        case list():
            return [*value, "red"]
        case dict() if not value:
            return {"x": "x"}
        case dict():
            return {key: other(inner) if key == list(value)[-1] else inner for key, inner in value.items()}
    raise AssertionError(value)


KEYS = ("line", "entry", "order", "by", "at", "source", "to", "fact", "salt", "digest", "hash")


def place_of(rows: list[dict[str, Any]], line: str, entry: int) -> float:
    """Where in the file an entry stands; the one after a line's last stands between it and the next."""
    for index, row in enumerate(rows[1:-1], 1):
        if (row["line"], row["entry"]) == (line, entry):
            return index
    ends = [index for index, row in enumerate(rows[1:-1], 1) if row["line"] == line]
    return ends[-1] + 0.5 if ends else 0


def check_found(rows: list[dict[str, Any]], spoilt: list[dict[str, Any]], index: int) -> VerificationFailed:
    with pytest.raises(VerificationFailed) as failed:
        verify_file(read_game(texts(spoilt)))
    assert place_of(rows, failed.value.line, failed.value.entry) <= index
    return failed.value


@settings(max_examples=200, deadline=None)
@given(
    place=st.integers(0, 1000),
    key=st.sampled_from(KEYS),
    of=st.sampled_from(["whole", "blue"]),
    to=st.sampled_from(LINES),
)
def test_any_edited_field_is_found_at_its_entry(
    whole: list[dict[str, Any]], for_blue: list[dict[str, Any]], place: int, key: str, of: str, to: str
) -> None:
    rows = whole if of == "whole" else for_blue
    index = 1 + place % (len(rows) - 2)
    row = rows[index]
    if key not in row or (key == "to" and row["to"] is None):
        key = "hash"
    changed = {**row, key: ["blue"] if row[key] is None else other(row[key])}
    if key == "line":
        changed["line"] = to if to != row["line"] else "nowhere"
    failed = check_found(rows, [*rows[:index], changed, *rows[index + 1 :]], index)
    assert (failed.line, failed.entry) == (row["line"], row["entry"])


@settings(max_examples=200, deadline=None)
@example(first=4, second=25, what="swap")
@example(first=0, second=25, what="swap")
@example(first=24, second=25, what="swap")
@example(first=30, second=2, what="insert")
@example(first=2, second=25, what="insert")
@given(first=st.integers(0, 1000), second=st.integers(0, 1000), what=st.sampled_from(["delete", "insert", "swap"]))
def test_any_deleted_inserted_or_swapped_entry_is_found(
    whole: list[dict[str, Any]], first: int, second: int, what: str
) -> None:
    first, second = (1 + number % (len(whole) - 2) for number in (first, second))
    rows, place = list(whole), first
    if what == "delete":
        del rows[first]
    elif what == "insert":
        rows.insert(first, rows[second])
        place += first == second  # a copy before the true one is the same as a copy after it
    elif first != second:
        rows[first], rows[second] = rows[second], rows[first]
        place = min(first, second)
    else:
        rows[first] = {**rows[first], "order": 10**6}
    check_found(whole, rows, place)


@pytest.mark.parametrize("key", ["game", "title", "system", "side", "lines", "pack"])
def test_an_edited_head_is_found(whole: list[dict[str, Any]], key: str) -> None:
    head = objects(texts(whole))[0]
    if key == "lines":
        head["lines"][1]["at"] -= 1
    elif key == "pack":
        head["pack"]["files"]["scenarios.toml"] += " "
    else:
        head[key] = "blue" if key == "side" else head[key] + "x"
    with pytest.raises(VerificationFailed):
        verify_file(read_game(texts([head, *whole[1:]])))


def test_a_line_cut_short_with_its_end_rewritten_shows_against_the_seal(
    story: Games, whole: list[dict[str, Any]]
) -> None:
    for kept in range(2, 12):
        rows = [whole[0] | {"lines": whole[0]["lines"][:1]}, *whole[1 : kept + 1], whole[-1]]
        file = read_game(texts(rechained(rows)))
        assert verify_file(file).entries == kept
        with pytest.raises(VerificationFailed, match=f"entry {kept + 1} of main is missing: the line was sealed"):
            verify_file(file, seal_of(story, Ref("g")))


def test_an_end_that_disagrees_with_the_entries_is_found(whole: list[dict[str, Any]]) -> None:
    last = [row for row in whole[1:-1] if row["line"] == "main"][-1]
    with pytest.raises(
        VerificationFailed, match=f"entry {last['entry']} of main is missing: in its place stands entry 11 of b"
    ):
        verify_file(read_game(texts([row for row in whole if row is not last])))
    end = {"end": whole[-1]["end"][:-1]}
    with pytest.raises(VerificationFailed):
        verify_file(read_game(texts([*whole[:-1], end])))


def test_a_withheld_entry_in_a_whole_file_and_a_secret_in_a_one_side_file_are_found(
    whole: list[dict[str, Any]], for_blue: list[dict[str, Any]]
) -> None:
    index = next(index for index, row in enumerate(for_blue) if "digest" in row)
    said = f"entry {whole[index]['entry']} of {whole[index]['line']}"
    with pytest.raises(VerificationFailed, match=f"{said} is withheld, but should not be"):
        verify_file(read_game(texts([*whole[:index], for_blue[index], *whole[index + 1 :]])))
    with pytest.raises(VerificationFailed, match=f"{said} shows what blue may not see"):
        verify_file(read_game(texts([*for_blue[:index], whole[index], *for_blue[index + 1 :]])))


# One side's file


class Secrets:
    """Plays orders about hidden pieces, each text in them a mark of its own, and knows whose mark is whose."""

    def __init__(self, games: Games) -> None:
        self.games, self.count = games, 0
        self.hidden: dict[str, set[str]] = {"blue": set(), "red": set()}
        self.public: set[str] = set()
        self.pieces: dict[str, list[dict[str, str]]] = {"blue": [], "red": []}

    def mark(self, side: str, *, public: bool = False) -> str:
        self.count += 1
        mark = f"zq{side}xk{self.count:04}"
        (self.public if public else self.hidden[side]).add(mark)
        return mark

    def order(self, side: str, order: Any) -> None:
        self.games.order(Ref("g"), side, order)

    def do(self, side: str, what: str, which: int) -> None:
        own = self.pieces[side]
        if what == "draw":
            if self.games.position(Ref("g")).state.core.decks["d"]:
                self.order(side, DrawCard(deck="d"))
        elif what == "add" or not own:
            piece = {key: self.mark(side) for key in ("piece", "name", "kind", "at", "mark")}
            own.append(piece)
            self.order(
                side,
                AddPiece(
                    piece=piece["piece"], side=side, name=piece["name"], kind=piece["kind"], at=piece["at"],
                    strength=9, marks={"m": piece["mark"]}, hidden=True,
                ),
            )  # fmt: skip
        else:
            self.act(side, what, own[which % len(own)])

    def act(self, side: str, what: str, piece: dict[str, str]) -> None:
        shown = "shown" in piece
        name = piece["piece"]
        if what == "move":
            piece["at"] = self.mark(side, public=shown)
            self.order(side, MovePiece(piece=name, to=piece["at"], via=(self.mark(side, public=shown),)))
        elif what == "change":
            piece["mark"] = self.mark(side, public=shown)
            self.order(side, ChangePiece(piece=name, marks={"m": piece["mark"]}))
        elif what == "loss":
            self.order(
                side, TakeLoss(piece=name, kind=self.mark(side, public=shown), cause=self.mark(side, public=shown))
            )
        elif what == "remove":
            self.pieces[side].remove(piece)
            self.order(side, RemovePiece(piece=name, why=self.mark(side, public=shown)))
        elif what == "reveal" and not shown:
            self.public |= set(piece.values())
            piece["shown"] = "yes"
            self.order(side, RevealPiece(piece=name))


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["blue", "red"]),
        st.sampled_from(["add", "move", "change", "loss", "remove", "reveal", "draw"]),
        st.integers(0, 5),
    ),
    min_size=4,
    max_size=25,
)


@settings(max_examples=40, deadline=None)
@given(ACTS)
def test_a_one_side_file_holds_no_secret_of_the_other_and_still_verifies(acts: list[tuple[str, str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        games = open_games(Path(folder))
        games.new(SYSTEMS["freeform"], "blank", "g", PACK)
        secrets = Secrets(games)
        secrets.order("red", AddDeck(deck="d", cards=tuple("abcdef"), hidden=True))
        for act in acts:
            secrets.do(*act)
        games.branch(Ref("g"), "b")
        everything = list(export_game(games, "g"))
        for side, foe in (("blue", "red"), ("red", "blue")):
            check_one_side(everything, list(export_game(games, "g", side)), secrets, side, foe)
        games.log.close()


def check_one_side(everything: list[str], lines: list[str], secrets: Secrets, side: str, foe: str) -> None:
    text = "\n".join(lines)
    shown = set(re.findall(r"zq\w+xk\d{4}", text))
    assert not shown & (secrets.hidden[foe] - secrets.public)
    assert secrets.hidden[side] | secrets.public <= shown
    for full, part in zip(objects(everything)[1:-1], objects(lines)[1:-1], strict=True):
        if "digest" not in part:
            assert full == part
            assert part["fact"]["fact"] != "CardDrawn" or part["fact"]["by"] == side
            continue
        assert list(part) == ["line", "entry", "order", "by", "at", "source", "to", "digest", "hash"]
        assert part["to"] == [foe]
        assert full["salt"] not in text
    assert lines[-1] == everything[-1]
    proof = verify_file(read_game(lines))
    assert proof.withheld == sum("digest" in part for part in objects(lines)[1:-1])


def test_two_secrets_alike_have_digests_unlike(games: Games) -> None:
    games.new(SYSTEMS["freeform"], "blank", "g", PACK)
    games.order(Ref("g"), "red", AddPiece(piece="spy", side="red", strength=1, hidden=True))
    for _ in range(5):
        games.order(Ref("g"), "red", TakeLoss(piece="spy"))
    digests = [row["digest"] for row in objects(list(export_game(games, "g", "blue"))) if "digest" in row]
    assert len(digests) == len(set(digests)) == 12


def test_there_is_no_file_for_a_side_that_does_not_play(story: Games) -> None:
    with pytest.raises(NotFound, match="there is no side 'green' in this game"):
        list(export_game(story, "g", "green"))


def test_the_other_sides_hand_stays_unknown_but_ones_own_is_shown(story: Games) -> None:
    drawn = [e.fact for e in story.entries(Ref("g")) if isinstance(e.fact, CardDrawn)]
    assert {fact.by for fact in drawn} == {"red", "blue"}
    for side in ("red", "blue"):
        rows = objects(list(export_game(story, "g", side)))[1:-1]
        seen = [r["fact"] for r in rows if r["line"] == "main" and r.get("fact", {}).get("fact") == "CardDrawn"]
        assert [fact["card"] for fact in seen] == [fact.card for fact in drawn if fact.by == side]


# Checked by hand, as the documentation says


def blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.S)


@pytest.mark.parametrize("side", [None, "blue", "red"])
def test_the_dozen_lines_of_the_documentation_verify_a_real_file(
    story: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], side: str | None
) -> None:
    lines = list(export_game(story, "g", side))
    monkeypatch.chdir(tmp_path)
    Path("game.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    chain_check, dice_check = blocks()
    assert len(chain_check.strip().splitlines()) <= 12
    assert "refight" not in re.sub(r'"refight die', "", chain_check + dice_check)
    names: dict[str, Any] = {}
    exec(chain_check, names)
    exec(dice_check, names)
    said = capsys.readouterr().out.splitlines()
    assert said == [f"{len(lines) - 2} entries hold", f"{verify_main_dice(lines)} dice of main hold"]


def verify_main_dice(lines: list[str]) -> int:
    return sum(
        len(row["fact"]["faces"])
        for row in objects(lines)[1:-1]
        if row["line"] == "main" and row.get("fact", {}).get("fact") == "DiceRolled" and row["fact"]["source"] == "fair"
    )


def test_the_dozen_lines_of_the_documentation_notice_a_change(
    whole: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [{**row, "by": "x"} if row.get("entry") == 9 else row for row in whole]
    monkeypatch.chdir(tmp_path)
    Path("game.jsonl").write_text("\n".join(texts(rows)) + "\n", encoding="utf-8")
    with pytest.raises(AssertionError, match=r"\('main', 9\)"):
        exec(blocks()[0], {})


def test_the_pack_of_a_file_is_checked_as_the_document_says(games: Games) -> None:
    play_story(games)
    head, first, *_ = objects(list(export_game(games, "g")))
    pack = {"files": dict(sorted(head["pack"]["files"].items())), "name": head["pack"]["name"]}
    assert hashlib.sha256(msgspec.msgpack.encode(pack)).hexdigest() == first["fact"]["pack"]
