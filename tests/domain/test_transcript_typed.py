"""Transcripts as people type them from notes: loose names, loose dice, missing dice, and every mistake at once."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.formats.transcript.exchange import import_transcript
from domain.formats.transcript.parts import TypedOrder
from domain.games.audit import audit
from domain.games.games import Games
from domain.kernel.chance import commitment
from domain.kernel.errors import BadInput
from domain.kernel.facts import DiceRolled, NoteAdded, OrderGiven
from domain.kernel.packs import Pack
from domain.kernel.reasons import said
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.proof.verify import verify_line
from domain.words.names import Callings
from rules import SYSTEMS
from rules.freeform.luck import RollDice
from rules.freeform.pieces.asks import AddPiece, MovePiece, TakeLoss
from rules.gettysburg.turn.asks import PlaceUnit
from tests.domain.test_transcript import HEAD, Marked, facts, read, refused
from tests.replay_fixtures import FIXTURES, find_pack

PIECES = (
    'blue> AddPiece piece=3rd-ohio side=blue name="Third Ohio" at=road\n'
    'blue> AddPiece piece=31st-ohio side=blue name="Zouaves" at=road\n'
    'red> AddPiece piece=guard-1 side=red name="Old Guard" at=bridge\n'
    'red> AddPiece piece=guard-2 side=red name="Young Guard" at=bridge\n'
)
LITTLE_ROUND_TOP = "system: gettysburg\nscenario: little_round_top\n\n"


def orders(games: Games, name: str = "read") -> list[object]:
    return [fact.order for fact in facts(games, name) if isinstance(fact, OrderGiven)]


# Who is meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        pytest.param("3rd-ohio", "3rd-ohio", id="the id"),
        pytest.param("3RD-Ohio", "3rd-ohio", id="in any case"),
        pytest.param('"third ohio"', "3rd-ohio", id="the name"),
        pytest.param("Third", "3rd-ohio", id="the beginning of the name"),
        pytest.param("3", "3rd-ohio", id="a number is not cut in two"),
        pytest.param("zou", "31st-ohio", id="the beginning of another name"),
        pytest.param("2", "guard-2", id="the number at the end"),
        pytest.param("GUARD-1", "guard-1", id="an id that begins none other"),
    ],
)
def test_a_piece_is_known_by_its_id_its_name_or_how_they_begin(
    games: Games, pack: Pack, typed: str, meant: str
) -> None:
    read(games, pack, HEAD + PIECES + f"red> MovePiece piece={typed} to=ford\n")
    assert orders(games)[-1] == MovePiece(piece=meant, to="ford")


def test_orders_may_be_typed_by_verb_and_by_what_their_words_are(games: Games, pack: Pack) -> None:
    text = PIECES + 'blue> move third orchard\n  # by name\nred> loss young 2\nred> roll "rally" 2 / 3 4\n'
    read(games, pack, HEAD + text)
    assert orders(games)[-3:] == [
        MovePiece(piece="3rd-ohio", to="orchard"),
        TakeLoss(piece="guard-2", amount=2),
        RollDice(why="rally", dice=2),
    ]


def test_what_no_position_makes_sense_of_is_told_with_its_place(games: Games, pack: Pack) -> None:
    said = refused(games, pack, HEAD + PIECES + "red> move guard ford\nred> MovPiece guard-1 ford\n").splitlines()
    assert said == [
        "line 8, column 11: 'guard' may be Old Guard (guard-1) or Young Guard (guard-2); write more of it",
        "line 9, column 6: there is no order 'MovPiece'; did you mean MovePiece?",
    ]


def test_a_number_that_two_sides_use_means_whom_the_giver_may_order(games: Games) -> None:
    text = LITTLE_ROUND_TOP + "confederate> PlaceUnit unit=41 to=1827\n"
    import_transcript(games, text, "read", find_pack)
    assert orders(games) == [PlaceUnit(unit="C-41", to="1827")]


def test_an_id_wins_over_a_name(games: Games, pack: Pack) -> None:
    text = "blue> AddPiece piece=a name=b at=x\nblue> AddPiece piece=b name=a at=x\nblue> MovePiece piece=a to=y\n"
    read(games, pack, HEAD + text)
    assert games.position(Ref("read")).state.pieces["a"].at == "y"


def test_an_unclear_beginning_lists_who_may_be_meant(games: Games, pack: Pack) -> None:
    said = refused(games, pack, HEAD + PIECES + "red> MovePiece piece=guard to=ford\n")
    assert "line 8, column 1: [FF.1.2] " in said
    assert "'guard' may be Old Guard (guard-1) or Young Guard (guard-2); write more of it" in said


def test_a_misspelt_piece_comes_with_a_suggestion(games: Games, pack: Pack) -> None:
    said = refused(games, pack, HEAD + PIECES + "red> MovePiece piece=guerd-1 to=ford\n")
    assert "did you mean guard-1?" in said


def test_a_misspelt_unit_of_a_pack_comes_with_a_suggestion(games: Games) -> None:
    names = SYSTEMS["gettysburg"].sheets.names(find_pack("gettysburg", "house"))
    typed = names["C-41"][:-1] + "xx"
    with pytest.raises(BadInput, match=f"line 4.*'{typed}' is not here: did you mean C-41"):
        import_transcript(games, LITTLE_ROUND_TOP + f"conf> PlaceUnit unit={typed} to=1827\n", "read", find_pack)


def test_what_only_the_other_side_may_see_is_neither_found_nor_named(games: Games, pack: Pack) -> None:
    hidden = "red> AddPiece piece=spy-7 side=red at=wood hidden=yes\nred> AddPiece piece=spy-8 side=red hidden=yes\n"
    for typed in ("spy", "spy-9", "7"):
        said = refused(games, pack, HEAD + hidden + f"blue> MovePiece piece={typed} to=ford\n")
        assert not re.search("spy-[78]", said)
    read(games, pack, HEAD + hidden + "red> MovePiece piece=SPY-7 to=ford\n")
    assert orders(games)[-1] == MovePiece(piece="spy-7", to="ford")


def test_what_the_rules_take_as_it_is_written_stays_so(games: Games, pack: Pack) -> None:
    read(games, pack, HEAD + PIECES + "blue> AddPiece piece=guard at=Old\nblue> AddPiece piece=GUARD-1 at=3rd\n")
    assert orders(games)[-2:] == [AddPiece(piece="guard", at="Old"), AddPiece(piece="GUARD-1", at="3rd")]


def test_a_word_that_becomes_an_id_means_that_id_from_there_on(games: Games, pack: Pack) -> None:
    moves = "red> MovePiece piece=zouaves to=a\nred> MovePiece piece=zouaves to=b\n"
    read(games, pack, HEAD + PIECES + moves + "red> AddPiece piece=zouaves at=x\nred> MovePiece piece=zouaves to=c\n")
    pieces = games.position(Ref("read")).state.pieces
    assert (pieces["31st-ohio"].at, pieces["zouaves"].at) == ("b", "c")


def test_a_reason_that_sounds_like_a_piece_stays_a_reason(games: Games, pack: Pack) -> None:
    read(games, pack, HEAD + PIECES + "red> TakeLoss piece=third cause=zou\n")
    assert orders(games)[-1] == TakeLoss(piece="3rd-ohio", cause="zou")


@pytest.mark.parametrize("by", ["blue>", "Blue >", "BLUE>", "b>", "blue:", "Blu :", "bl (imported):"])
def test_a_giver_is_a_side_in_any_case_or_by_how_it_begins(games: Games, pack: Pack, by: str) -> None:
    read(games, pack, HEAD + f"{by} AddPiece piece=a\n")
    assert games.entries(Ref("read"))[1].by == "blue"


def test_a_giver_that_begins_two_sides_is_unclear(games: Games, pack: Pack) -> None:
    head = "system: freeform\nscenario: blank\nsides: red-1, red-2\n\n"
    assert "line 5, column 1: 'red' may be red-1 or red-2" in refused(games, pack, head + "red> AddPiece piece=a\n")


def test_sides_are_meant_in_notes_too(games: Games, pack: Pack) -> None:
    read(games, pack, HEAD + "* NoteAdded by=Red text=ouch\n* Ump> NoteAdded by=x text=quiet\n")
    first, second = games.entries(Ref("read"))[1:]
    assert (first.by, first.fact) == ("red", NoteAdded(by="red", text="ouch"))
    assert (second.by, second.fact) == ("umpire", NoteAdded(by="x", text="quiet"))


def test_a_line_of_the_head_that_comes_too_late_is_told_so(games: Games, pack: Pack) -> None:
    assert "line 4, column 1: Title: belongs to the head" in refused(games, pack, HEAD + "Title: The bridge\n")


def test_an_order_right_under_the_head_is_told_that_a_blank_line_ends_it(games: Games, pack: Pack) -> None:
    said = refused(games, pack, HEAD[:-1] + "blue: AddPiece piece=a\n")
    assert "line 3, column 1: a blank line ends the head; it has no key 'blue'" in said


def test_orders_and_fields_may_be_cut_short_and_stand_in_any_order(games: Games, pack: Pack) -> None:
    read(games, pack, HEAD + "blue> addp str=4 AT=hill pie=a\nred> ROLL wh=fire di=2\n dice 1 2\n")
    assert orders(games) == [AddPiece(piece="a", at="hill", strength=4), RollDice(why="fire", dice=2)]


def test_an_order_cut_too_short_lists_those_it_may_be(games: Games, pack: Pack) -> None:
    said = refused(games, pack, HEAD + "blue> Add piece=a\nblue> AddPiece s=blue piece=a\n").splitlines()
    assert said[0].startswith("line 4, column 7: 'Add' may be AddPiece")
    assert "AddDeck" in said[0]
    assert said[1] == "line 5, column 16: 's' may be side or strength; write more of it"


def test_a_head_may_be_typed_loosely(games: Games) -> None:
    text = (
        "System: Gettys\nScenario: LITTLE_round_top\nSides: Union, Confederate\n\nConf: PlaceUnit unit=c-41 to=1827\n"
    )
    line = import_transcript(games, text, "read", find_pack)
    started = line.started
    assert (started.system, started.scenario, started.sides) == (
        "gettysburg", "little_round_top", ("confederate", "union"),
    )  # fmt: skip
    assert orders(games) == [PlaceUnit(unit="C-41", to="1827")]


def test_units_of_a_pack_are_known_by_name(games: Games) -> None:
    names = SYSTEMS["gettysburg"].sheets.names(find_pack("gettysburg", "house"))
    assert Callings(names).meant(names["C-41"]) == ("C-41",)
    text = LITTLE_ROUND_TOP + f'confederate> PlaceUnit unit="{names["C-41"].upper()}" to=1827\n'
    import_transcript(games, text, "read", find_pack)
    assert orders(games) == [PlaceUnit(unit="C-41", to="1827")]


def loosely(text: str) -> str:
    """A transcript as somebody in a hurry would have typed it."""
    text = re.sub(r"^(\w+)> (\w+)", lambda found: f"{found[1].title()} : {found[2].upper()}", text, flags=re.M)
    text = re.sub(r"^( +)dice ([\d ]+)$", lambda found: f"{found[1]}[{found[2].replace(' ', ', ')}]", text, flags=re.M)
    return re.sub(r"\b(unit|aim|piece)=[\w-]+", lambda found: found[0].lower(), text)


@pytest.mark.parametrize(
    "path", ["freeform/pegasus-bridge", "gettysburg/mcphersons-ridge-union", "longstreet_lite/railroad-cut-us"]
)
def test_a_recorded_game_typed_loosely_has_the_same_facts(games: Games, path: str) -> None:
    text = (FIXTURES / f"{path}.transcript").read_text("utf-8")
    head, _, body = text.partition("\n\n")
    import_transcript(games, text, "exact", find_pack)
    import_transcript(games, f"{head}\n\n{loosely(body)}", "loose", find_pack)
    assert loosely(body) != body
    assert facts(games, "loose")[1:] == facts(games, "exact")[1:]


# Dice


@pytest.mark.parametrize(
    "dice",
    [
        "\n  dice 3 5", "\n  Dice: 3 5", "\n  dice = 3, 5", "\n  2d6 = 3,5", "\n  2D6: 3 5", "\n  2d6 3 5",
        "\n  [3, 5]", "\n[3 5]", " / 3 5", " / 3, 5", " / dice 3 5", "\n  d6 3\n  d6 5", " / 3\n  dice 5", " / 3 / 5",
    ],
)  # fmt: skip
def test_dice_are_read_as_people_write_them(games: Games, pack: Pack, dice: str) -> None:
    read(games, pack, HEAD + f'blue> RollDice why="a / 1 2" dice=2{dice}  # a / 6\n')
    rolled = facts(games)[-1]
    assert (rolled.faces, rolled.source, rolled.why) == ((3, 5), "entered", said("a / 1 2"))


def test_dice_in_any_form_may_say_where_they_come_from(games: Games, pack: Pack) -> None:
    read(games, pack, HEAD + "blue> RollDice why=a dice=2\n  [3, 5] imported\nblue> RollDice why=a\n  d6: 4 ruled\n")
    rolled = [fact for fact in facts(games) if isinstance(fact, DiceRolled)]
    assert [(roll.faces, roll.source) for roll in rolled] == [((3, 5), "imported"), ((4,), "ruled")]


@pytest.mark.parametrize(
    ("card", "drawn"), [("card: moon", "Moon"), ("Card sun", "Sun"), ('card = "MOON"', "Moon"), ("card mo", "Moon")]
)
def test_cards_are_known_in_any_case_and_by_how_they_begin(games: Games, pack: Pack, card: str, drawn: str) -> None:
    read(games, pack, HEAD + f"blue> AddDeck deck=d cards=Sun,Moon,Star,Stone\nblue> DrawCard deck=d\n  {card}\n")
    assert facts(games)[-1].card == drawn


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("blue> RollDice why=a dice=2\n 2d6 = 8", "line 5, column 9: 2d6 has a face for each", id="total"),
        pytest.param("blue> RollDice why=a\n d10: 4", "line 5, column 2: a is rolled with a d6, not with", id="d10"),
        pytest.param("blue> RollDice why=a\n [4", "line 5, column 4: in brackets stand", id="an open bracket"),
        pytest.param("blue> RollDice why=a\n []", "line 5, column 4: write the faces", id="empty brackets"),
        pytest.param("blue> RollDice why=a / four", "line 4, column 24: behind / stand the dice", id="a word behind"),
        pytest.param("[4, 5]", "line 4, column 1: dice stands under the order", id="dice of nobody"),
        pytest.param("blue> AddDeck deck=d cards=ab,ac\nblue> DrawCard deck=d / card a", "may be ab or ac", id="card"),
    ],
)  # fmt: skip
def test_dice_that_can_be_mistaken_are_refused(games: Games, pack: Pack, text: str, said: str) -> None:
    assert said in refused(games, pack, HEAD + text)


# Dice that are not there

GAPS = "blue> RollDice why=a dice=2\nline other\n  red> RollDice why=b dice=3\nred> RollDice why=c\n  dice 6\n"


def test_missing_dice_are_rolled_fairly_and_can_be_proved(games: Games, pack: Pack) -> None:
    more = "line again luck=same\n  blue> RollDice why=d dice=2\nblue> RollDice why=e\n"
    line = import_transcript(
        games, HEAD + GAPS + more, "read", lambda *_: pack, roll_missing=True
    )  # fmt: skip
    assert len(line.started.commitment) == 64
    rolled = {
        name: [(one.source, one.number, len(one.faces)) for one in facts(games, line=name) if type(one) is DiceRolled]
        for name in games.log.lines("read")
    }
    assert rolled["main"] == [("fair", 0, 2), ("entered", 0, 1), ("fair", 2, 1)]
    assert rolled["other"] == [("fair", 0, 2), ("fair", 0, 3)]  # fresh luck counts its own dice
    assert rolled["again"] == [("fair", 0, 2), ("entered", 0, 1), ("fair", 2, 2)]  # and the same luck goes on
    seeds = {name: games.reveal(Ref("read", name)) for name in games.log.lines("read")}
    opened = games.log.line("read", "other").opened
    assert opened is not None
    assert (commitment(seeds["main"]), commitment(seeds["other"])) == (line.started.commitment, opened.commitment)
    for name in games.log.lines("read"):
        proof = verify_line(games, Ref("read", name))
        assert proof.dice_proved > 0
        assert proof.dice_open == 0
        assert audit(games, Ref("read", name), every=True).differences == ()


def test_a_game_with_rolled_dice_goes_on_with_the_same_seed(games: Games, pack: Pack) -> None:
    import_transcript(games, HEAD + GAPS, "read", lambda *_: pack, roll_missing=True)
    games.order(Ref("read"), "blue", RollDice(why="on"))
    assert facts(games)[-1].source == "fair"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (HEAD[:-1] + f"commitments: host={'0' * 64}\n\n" + GAPS, "line 3, column 1: this commitment"),
        (
            HEAD + GAPS + f'line x commitments={{"host": "{"0" * 64}"}}\n',
            "line 9, column 1: the commitment of this line",
        ),
        (HEAD + GAPS + "red> RollDice why=d\n  dice 3 fair @7\n", "line 10, column 3: this"),
        (HEAD + GAPS + f"* SeedRevealed seed={'0' * 64}\n", "line 9, column 1: this"),
    ],
)
def test_dice_are_not_rolled_where_the_text_is_bound_to_another_seed(
    games: Games, pack: Pack, text: str, place: str
) -> None:
    with pytest.raises(BadInput, match="belongs to a seed that is not here, and --roll-missing") as error:
        import_transcript(games, text, "read", lambda *_: pack, roll_missing=True)
    assert place in str(error.value)
    assert games.log.games() == []


def test_without_anybody_to_ask_every_gap_is_told_with_its_place(games: Games, pack: Pack) -> None:
    said = refused(games, pack, HEAD + GAPS).splitlines()
    assert [line.partition(";")[0] for line in said] == [
        "line 4, column 1: a needs 2 dice of 6 sides, but 0 are written",
        "line 6, column 3: b needs 3 dice of 6 sides, but 0 are written",
    ]
    assert said[1].endswith("(this may follow from line 4)")


class Asked:
    """Somebody who is asked for dice."""

    def __init__(self) -> None:
        self.about: list[tuple[int, str]] = []

    def __call__(self, given: TypedOrder) -> Marked:
        self.about.append((given.place.line, type(given.order).__name__))
        return Marked("entered")


def test_whoever_is_asked_hears_of_each_gap_once(games: Games, pack: Pack) -> None:
    asked = Asked()
    import_transcript(games, HEAD + GAPS, "read", lambda *_: pack, missing=asked)
    assert asked.about == [(4, "RollDice"), (6, "RollDice")]
    assert [len(roll.faces) for roll in facts(games) if isinstance(roll, DiceRolled)] == [2, 1]


@pytest.mark.parametrize("wrong", ["nonsense\n", "blue> MovePiece piece=nobody to=x\n"])
def test_nobody_is_asked_for_dice_of_a_game_that_will_not_be_stored(games: Games, pack: Pack, wrong: str) -> None:
    asked = Asked()
    with pytest.raises(BadInput, match="line 4") as error:
        import_transcript(games, HEAD + wrong + GAPS, "read", lambda *_: pack, missing=asked)
    assert asked.about == []
    assert len(str(error.value).splitlines()) == 1


# Everything that is wrong


def test_what_the_rules_refuse_is_told_together_with_what_cannot_be_read(games: Games, pack: Pack) -> None:
    text = (
        "blue> AddPiece piece=a at=hill\n"
        "blue> MovePiece piece=b to=x\n"
        "blue> AddPiece piece=c at=hill\n"
        "  dice 4\n"
        "nonsense\n"
        "blue> MovePiece piece=a to=ford\n"
        "green> MovePiece piece=a to=ford\n"
        "blue> EndGame why=tired\n"
        "blue> RollDice why=a\n"
        "line what-if from 99\n"
        "  blue> AddPiece piece=z\n"
    )
    said = refused(games, pack, HEAD + text).splitlines()
    assert [line.split(": ")[0] for line in said] == [
        "line 5, column 1", "line 7, column 3", "line 8, column 1", "line 10, column 1", "line 12, column 1",
        "line 13, column 1",
    ]  # fmt: skip
    assert "may follow" not in said[0]
    assert all(line.endswith("(this may follow from line 5)") for line in (said[1], said[3], said[4], said[5]))


def test_a_line_that_left_before_the_mistake_does_not_follow_from_it(games: Games, pack: Pack) -> None:
    text = (
        "blue> AddPiece piece=a\nline early\n  blue> MovePiece piece=x to=y\nblue> MovePiece piece=x to=y\n"
        "line late\n  blue> MovePiece piece=x to=y\n"
    )
    said = refused(games, pack, HEAD + text).splitlines()
    assert ["may follow" in line for line in said] == [False, False, True]
    assert said[2].endswith("(this may follow from line 7)")


def test_an_order_that_breaks_off_half_way_leaves_the_board_as_it_was(games: Games, pack: Pack) -> None:
    text = (
        "blue> AddDeck deck=d cards=x,y\n"
        "blue> DrawCard deck=d count=2\n  card x\n"  # one card is drawn before the other is missed
        "blue> DrawCard deck=d count=2\n  card x\n  card y\n"
        "* PieceMoved piece=nobody start=a to=b\n"
        "blue> AddPiece piece=a\n"
        "blue> AddPiece piece=a\n"
    )
    said = refused(games, pack, HEAD + text).splitlines()
    assert [line.split(": ")[0] for line in said] == ["line 5, column 1", "line 10, column 1", "line 12, column 1"]


def test_wrong_words_of_the_head_are_told_together(games: Games, pack: Pack) -> None:
    text = "system: freeform\nscenario: blank\nsides: a, a\noptions: fog\nreadings: D1=a\n\nnonsense\n"
    said = refused(games, pack, text).splitlines()
    assert [line.split(":")[0] for line in said] == [
        "line 3, column 1", "line 4, column 1", "line 5, column 1", "line 7, column 1",
    ]  # fmt: skip


def test_a_flood_of_refusals_is_cut_short(games: Games, pack: Pack) -> None:
    said = refused(games, pack, HEAD + "blue> MovePiece piece=a to=b\n" * 5000).splitlines()
    assert len(said) == 101
    assert said[-1] == "more may be wrong; mend these first"


WORDS: Sequence[str] = [
    "blue> ", "red: ", "Blu:", "AddPiece ", "movep ", "piece=", "pie=a", "3", "guard", " at=x", "\n", "\n  ", "dice 4",
    "2d6 = 3,5", "[", "]", "/ 4 ", "card: x", "line a", " from 2", "RollDice why=a ", "dice=2", "* ",
    "NoteAdded by=Red text=b",
]  # fmt: skip


@given(words=st.lists(st.sampled_from(WORDS), max_size=40))
@settings(max_examples=200, deadline=None)
def test_whatever_is_typed_from_such_words_is_read_or_refused_with_its_place(
    tmp_path_factory: pytest.TempPathFactory, pack: Pack, words: list[str]
) -> None:
    with GameLog(str(tmp_path_factory.mktemp("log") / "games.db"), SYSTEMS) as log:
        games, said = Games(log), ""
        try:
            read(games, pack, HEAD + PIECES + "".join(words))
        except BadInput as error:
            said = str(error)
        assert all(re.match(r"line \d+, column \d+: ", line) for line in said.splitlines())
        assert games.log.games() == ([] if said else ["read"])


def test_a_line_within_one_that_could_not_be_read_is_refused_with_its_place(games: Games, pack: Pack) -> None:
    nested = "line\n  line inner\n    blue> RollDice why=fire dice=1\n      dice 3\n"
    with pytest.raises(BadInput) as refused:
        read(games, pack, HEAD + PIECES + nested)
    said = str(refused.value).splitlines()
    assert all(re.match(r"line \d+, column \d+: ", line) for line in said)
    assert games.log.games() == []
