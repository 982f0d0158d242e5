"""Spreadsheets of moves and rolls: what each row says happened, and nothing of it lost."""

from __future__ import annotations

import pytest

from domain.formats.spreadsheet.reading import read_csv
from domain.kernel.errors import BadInput
from domain.kernel.happenings import (
    Appeared,
    Changed,
    DeckMade,
    Drew,
    Happening,
    Lost,
    Moved,
    Ordered,
    PhaseTold,
    Rolled,
    Said,
    Scored,
    Story,
    Unread,
    Warning,
)
from domain.kernel.naming import check_name


def story(text: str, **how: object) -> Story:
    return read_csv(text, title="An evening", **how)  # type: ignore[arg-type]


def told(text: str, **how: object) -> list[Happening]:
    """What the rows say; columns that nobody knows are listed at the head."""
    return [happening for _, happening in story(text, **how).each() if not isinstance(happening, Unread)]


def test_an_evening_is_told_row_by_row() -> None:
    text = (
        "Turn,Phase,Side,Unit,From,To,Dice,Purpose,Losses,VP,Comment\n"
        "1,Movement,Union,3rd Ohio,0101,0103,,,,,the road is muddy\n"
        '1,Fire,CSA,2nd Guards,,0505,"2d6=3,5",volley,,,\n'
        "1,Fire,Union,3rd Ohio,,,,volley,2,,\n"
        "2,,CSA,2nd Guards,0505,0506,6,charge,,3,\n"
    )
    found = story(text)
    assert (found.title, found.origin, found.sides, found.players) == ("An evening", "CSV file", ("union", "csa"), ())
    assert [step.place for step in found.steps] == ["the head", "row 2", "row 3", "row 4", "row 5"]
    assert [step.happenings for step in found.steps[1:]] == [
        (
            PhaseTold(phase="Movement", turn=1, by="union"),
            Appeared(piece="3rd Ohio", name="3rd Ohio", at="0101", side="union", by="union"),
            Moved(piece="3rd Ohio", start="0101", to="0103", by="union"),
            Said(text="3rd Ohio: the road is muddy", typed=True, by="union"),
        ),
        (
            PhaseTold(phase="Fire", turn=1, by="csa"),
            Appeared(piece="2nd Guards", name="2nd Guards", at="0505", side="csa", by="csa"),
            Rolled(faces=(3, 5), sides=6, why="volley", by="csa"),
        ),
        (Lost(piece="3rd Ohio", amount=2, cause="volley", by="union"),),
        (
            PhaseTold(phase="turn 2", turn=2, by="csa"),
            Moved(piece="2nd Guards", start="0505", to="0506", by="csa"),
            Rolled(faces=(6,), sides=6, why="charge", guessed=True, by="csa"),
            Scored(side="csa", points=3, why="charge"),
        ),
    ]
    assert {place.name for place in found.places} == {"0101", "0103", "0505", "0506"}
    assert found.counts["rows"] == 4


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_delimiter_is_found_by_content(mark: str, end: str) -> None:
    rows = [["Unit", "To", "Notes"], ["a", "hill", '"no, not; there\t""yet"""'], ["b", "ford", ""]]
    text = "\ufeff" + end.join(mark.join(row) for row in rows)
    assert told(text) == [
        Appeared(piece="a", name="a", at="hill"),
        Said(text='a: no, not; there\t"yet"', typed=True),
        Appeared(piece="b", name="b", at="ford"),
    ]


def test_a_spreadsheet_may_say_its_delimiter_itself() -> None:
    assert told("sep=;\r\nunit;note, or so\r\na;b\r\n") == [
        Appeared(piece="a", name="a"),
        Said(text="a: note, or so: b"),
    ]


def test_a_cell_may_have_several_lines_and_rows_are_counted_as_the_spreadsheet_does() -> None:
    found = story('unit,note\n\na,"one\ntwo"\nb,\n')
    assert [step.place for step in found.steps[1:]] == ["row 3", "row 4"]
    assert found.steps[1].happenings[-1] == Said(text="a: one\ntwo", typed=True)


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        ("PIECE,HEX,Die Roll", None),
        ("Unit ID,Destination,rolls", None),
        ("Regiment,Where to?,What fell", {"unit": "Regiment", "to": "where to", "dice": "What fell"}),
        ("To,Unit,Turn", {"unit": "To", "to": "Unit", "dice": "Turn"}),
    ],
)
def test_columns_are_known_by_usual_names_or_as_the_user_says(header: str, columns: dict[str, str] | None) -> None:
    assert told(f"{header}\n3rd Ohio,ford,4\n", columns=columns) == [
        Appeared(piece="3rd Ohio", name="3rd Ohio", at="ford"),
        Rolled(faces=(4,), sides=6, why="3rd Ohio", guessed=True),
    ]


def test_the_more_usual_of_two_headers_wins_and_the_other_is_kept_in_words() -> None:
    assert told("unit,hex,to\na,0101,0102\n") == [
        Appeared(piece="a", name="a", at="0102"),
        Said(text="a: hex: 0101"),
    ]


def test_columns_that_nobody_knows_are_kept_in_words() -> None:
    text = "unit,Weather,,to,note\na,rain,odd,hill,so there,more\n"
    assert told(text)[-1] == Said(text="a: so there; Weather: rain; C: odd; F: more", typed=True)


def test_what_has_nothing_to_speak_of_is_kept_in_words() -> None:
    assert told("unit,to,loss,vp,strength,deck,why,kind\n,hill,3,2,4,events,rout,Inf\n") == [
        Said(text="kind: Inf; to: hill; deck: events; loss: 3; strength: 4; vp: 2; why: rout")
    ]


def test_a_row_may_hold_everything_at_once_in_a_fixed_order() -> None:
    text = (
        "unit,order,to,via,deck,card,dice,loss,strength,vp,note,turn,side\n"
        "a,,0101,,,,,,4,,,1,blue\n"
        'a,MoveUnit unit=a path=0103,0103,0102,events,Rain,5,1,3,2,well,2,blue\n'
    )  # fmt: skip
    assert story(text).steps[2].happenings == (
        PhaseTold(phase="turn 2", turn=2, by="blue"),
        Ordered(text="MoveUnit unit=a path=0103", by="blue"),
        Moved(piece="a", start="0101", to="0103", via=("0102",), by="blue"),
        Drew(deck="events", card="Rain", by="blue"),
        Rolled(faces=(5,), sides=6, why="a", guessed=True, by="blue"),
        Lost(piece="a", amount=1, by="blue"),
        Changed(piece="a", strength=3, by="blue"),
        Scored(side="blue", points=2),
        Said(text="a: well", typed=True, by="blue"),
    )


def test_a_deck_holds_every_card_that_is_drawn_from_it() -> None:
    text = "side,deck,card\nblue,events,Rain\nred,,Moon\nred,events,Fog\nred,events,Rain\n"
    assert story(text).steps[0].happenings == (
        DeckMade(deck="events", cards=("Rain", "Fog", "Rain")),
        DeckMade(deck="cards", cards=("Moon",)),
    )


# Pieces


def test_a_piece_appears_once_with_all_that_its_first_row_says() -> None:
    text = "side,unit,name,type,strength,to\nblue,U-1,Iron Brigade,Inf,5,hill\nblue,u-1,,,,ford\n"
    assert told(text) == [
        Appeared(piece="U-1", name="Iron Brigade", at="hill", side="blue", kind="Inf", strength=5, by="blue"),
        Moved(piece="U-1", start="hill", to="ford", by="blue"),
    ]


def test_a_name_alone_is_a_piece_and_a_changed_name_is_kept_in_words() -> None:
    assert told("name\nIron Brigade\n") == [Appeared(piece="Iron Brigade", name="Iron Brigade")]
    assert told("unit,name\na,Old\na,New\n")[-1] == Said(text="Old: name: New")


def test_a_start_that_differs_from_where_the_piece_was_is_a_warning() -> None:
    text = "unit,from,to\na,0101,0102\na,0102,0103\na,0109,0110\na,,0111\n"
    found = story(text)
    warnings = [(step.place, one.text) for step, one in found.each() if isinstance(one, Warning)]
    assert warnings == [("row 4", "a is said to start at 0109, but it stood at 0103")]
    assert [one.start for _, one in found.each() if isinstance(one, Moved)] == ["0101", "0102", "0109", "0110"]


@pytest.mark.parametrize(
    ("start", "via", "to", "moved"),
    [
        ("a1", "a2 a3", "a4", ("a1", ("a2", "a3"), "a4")),
        ("a1", "a1, a2, a3", "a3", ("a1", ("a2",), "a3")),
        ("a1", "a2 > a3", "", ("a1", ("a2",), "a3")),
        ("", "a1->a2->a3", "", ("a1", ("a2",), "a3")),
        ("the mill", "old road; the ford", "hill", ("the mill", ("old road", "the ford"), "hill")),
        ("a1", "", "-", None),
        ("a1", "", "a1", None),
    ],
)
def test_a_way_is_read_as_people_write_it(start: str, via: str, to: str, moved: tuple[str, object, str] | None) -> None:
    found = [one for one in told(f'unit,from,via,to\nu,{start},"{via}",{to}\n') if isinstance(one, Moved)]
    assert [(one.start, one.via, one.to) for one in found] == ([moved] if moved else [])


# Dice


@pytest.mark.parametrize(
    ("cell", "kind", "faces", "sides", "total", "guessed"),
    [
        ("3 5", "", (3, 5), 6, None, True),
        ("3,5", "", (3, 5), 6, None, True),
        ("3+5", "", (3, 5), 6, None, True),
        ("3 + 5 = 8", "", (3, 5), 6, 8, True),
        ("[3, 5]", "", (3, 5), 6, None, True),
        ("2d6=3,5", "", (3, 5), 6, None, False),
        ("2D6: 3 5", "", (3, 5), 6, None, False),
        ("2d6 3 5", "", (3, 5), 6, None, False),
        ("d10: 7", "", (7,), 10, None, False),
        ("d100 = 7", "", (7,), 100, None, False),
        ("7", "", (), 6, 7, True),
        ("17", "", (), 6, 17, True),
        ("17", "20", (17,), 20, None, False),
        ("3", "10", (3,), 10, None, False),
        ("3 4", "d8", (3, 4), 8, None, False),
        ("2d6 = 7", "", (), 6, 7, False),
        ("7", "2d6", (), 6, 7, False),
        ("3 5", "2d6", (3, 5), 6, None, False),
    ],
)
def test_dice_are_read_as_people_write_them(
    cell: str, kind: str, faces: tuple[int, ...], sides: int, total: int | None, guessed: bool
) -> None:
    assert told(f'dice,die,why\n"{cell}",{kind},fire\n') == [
        Rolled(faces=faces, sides=sides, why="fire", total=total, guessed=guessed)
    ]


def test_a_result_in_words_is_no_die() -> None:
    assert told("unit,result\na,DR2\na,4\n")[1:] == [
        Said(text="a: result: DR2"),
        Rolled(faces=(4,), sides=6, why="a", guessed=True),
    ]


# Turns


def test_a_turn_goes_on_until_another_is_named() -> None:
    text = "turn,phase,unit\nTurn 1,Move,a\n,,b\n1,Fire,c\n2.0,Move,d\n2,Move,e\nJuly 2,,f\n"
    assert [(one.turn, one.phase) for one in told(text) if isinstance(one, PhaseTold)] == [
        (1, "Move"), (1, "Fire"), (2, "Move"), (2, "July 2"),
    ]  # fmt: skip


# Sides and people


def test_sides_are_names_that_a_game_can_use() -> None:
    text = "side,unit\nThe Union!,a\nthe union!,b\nThe union,c\n連邦,d\nUmpire,e\nHost,f\n"
    found = story(text)
    assert found.sides == ("the-union", "the-union-2", "side-1", "host-2")
    assert [check_name("side", side) for side in found.sides] == list(found.sides)
    assert [one.by for one in told(text) if isinstance(one, Appeared)] == [
        "the-union", "the-union", "the-union-2", "side-1", "", "host-2",
    ]  # fmt: skip


def test_players_are_called_by_other_names_wherever_they_are_named() -> None:
    text = (
        "Player,Unit,Notes,Scribe,Reason,Dice\n"
        "Ann Lee,a,Ann Lee beats BOB,bob,for Ann Lee,4\n"
        "Bob,b,mail bob@example.org,,,\n"
    )
    found = story(text)
    assert (found.sides, found.players) == (("player-1", "player-2"), ("Player 1", "Player 2"))
    assert [one for _, one in found.each() if isinstance(one, Said | Rolled)] == [
        Rolled(faces=(4,), sides=6, why="for Player 1", guessed=True, by="player-1"),
        Said(text="a: Player 1 beats Player 2; Scribe: Player 2", typed=True, by="player-1"),
        Said(text="b: mail [e-mail]", typed=True, by="player-2"),
    ]
    whole = repr(found).casefold()
    assert "ann" not in whole
    assert "bob" not in whole


def test_a_player_named_in_a_later_row_is_not_named_in_an_earlier_one() -> None:
    found = story("player,side,note\n,blue,Ann is late\nAnn,blue,\n")
    assert found.steps[1].happenings == (Said(text="Player 1 is late", typed=True, by="blue"),)


@pytest.mark.parametrize(
    ("how", "sides", "players"),
    [
        ({}, ("player-1", "player-2", "union"), ("Player 1", "Player 2")),
        ({"players": ("Anna", "BOB")}, ("anna", "bob", "union"), ("Anna", "BOB")),
        ({"players": ("Bob",)}, ("player-1", "bob", "union"), ("Player 1", "Bob")),
        ({"sides": ("ann", "bob")}, ("ann", "bob", "union"), ()),
        ({"columns": {"side": "Player"}}, ("ann", "bob", "union"), ()),
    ],
)
def test_players_keep_names_that_are_sides_or_that_they_want(
    how: dict[str, object], sides: tuple[str, ...], players: tuple[str, ...]
) -> None:
    found = story("Player,unit\nAnn,a\nBob,b\nUnion,c\n", **how)
    assert (found.sides, found.players) == (sides, players)


def test_who_has_a_side_acts_for_it() -> None:
    found = story("player,side,unit\nAnn,Blue,a\nBob,,b\nblue,,c\n")
    assert [one.by for _, one in found.each() if isinstance(one, Appeared)] == ["blue", "player-2", "blue"]


def test_an_address_is_nobodys_unit() -> None:
    assert told("unit,to\nann@example.org,hill of b@c.de\n") == [
        Appeared(piece="[e-mail]", name="[e-mail]", at="hill of [e-mail]")
    ]


def test_columns_nobody_knows_are_named_with_what_to_do() -> None:
    head = story("Zug,unit,to\n1,a,0102\n").steps[0]
    assert head.place == "the head"
    assert [(one.text, "--column" in one.why) for one in head.happenings if isinstance(one, Unread)] == [
        ("column 'Zug'", True)
    ]


def test_both_sides_may_end_a_phase_with_the_same_word() -> None:
    found = told("side,phase\nred,End\nblue,End\nblue,End\n")
    assert [(one.phase, one.by) for one in found if isinstance(one, PhaseTold)] == [("End", "red"), ("End", "blue")]


@pytest.mark.parametrize("points", ["1.000", "1,000", "1.5"])
def test_a_number_with_a_dot_is_not_guessed_at(points: str) -> None:
    with pytest.raises(BadInput, match="without dots or commas"):
        told(f'side,points\nred,"{points}"\n')


def test_half_of_a_players_name_is_no_name_either() -> None:
    found = told('player,unit,to,note\nKarl Meier,a,0102,"Karl says hi, Meier too"\n')
    (said,) = [one.text for one in found if isinstance(one, Said)]
    assert "Karl" not in said
    assert "Meier" not in said
