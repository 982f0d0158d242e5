from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.formats.vassal.read import read_vassal
from domain.kernel import happenings as h
from domain.kernel.errors import BadInput
from tests.vassal.builder import change, last, log, move, packed, piece, states, told

A, B = "Main Map;300;420", "Main Map;352;450"
SEATS = ["PLAYER\tswordfish\tMary Ann\tUnion", "PLAYER\thunter2\tBenedict\tRebel"]
SECRETS = ("swordfish", "mary ann", "hunter2", "benedict", "tabasco", "zoltan", "@")


def text_of(story: h.Story) -> str:
    return msgspec.json.encode(story).decode()


def test_nothing_that_is_handed_out_names_a_player():
    """Every place the format notes say an id, a name or an address can stand in."""
    owned = [
        ("hide;72;Hide", "swordfish"), ("obs;1;2", "hunter2;x"), ("restrict;Union", "hunter2"),
        ("PROP;Owner;x;:77:P\\,$PlayerName$", "Zoltan"), ("label;1", "taken by BENEDICT"), ("odd;1", "for swordfish"),
    ]  # fmt: skip
    unmasked = [(type, "null") for type, _ in owned]
    data = log(
        [
            *SEATS, piece("1", "2/Cav", A, owned), "UNMASK\tswordfish\ttabasco",
            "NOTES\tMary Ann|hunter2 mails to b@x.org",
            "PNOTES\tBenedict", "PNOTE\ttabasco\tI attack", "SNOTE\tn\ttabasco\ttrue\tsecret plan\t1/1/2020\tZoltan",
            "SNOTE\topen\thunter2\tfalse\tby Benedict", "LOCKSPOTAB\tt\tZoltan\ttabasco\tx", "SEMAIL\tmary@x.org",
            "CLOCK\tswordfish\tMary Ann\t5", "Events5,Zoltan,moved", "OWN\tswordfish,Benedict", "PLAYER\ttabasco",
            "OBA/+/0/tabasco,German 80mm", "M/1/x/tabasco",
            "GlobalProperty\t;Hero;Benedict;Module",
        ],
        [move("1", B, A, "swordfish"), "CHAT* 2/Cav moves for Mary Ann 1203 &rarr; 1204 *"],
        ["CHAT*** 2d6 = 3,5 *** &lt;Benedict&gt;", "CHAT&lt;Mary Ann&gt; - Benedict, write to me@x.org (swordfish)"],
        change("1", states(B, *(state for _, state in unmasked)), states(A, *(state for _, state in owned))),
        "MutableProperty\tHero\tZoltan\tMary Ann\tModule",
        "PLAYER\thunter2\tBenedict\tUnion",
        "CHAT* &lt;Benedict&gt; Turn Updated from A to B",
    )  # fmt: skip
    found = text_of(read_vassal(data)).casefold()
    assert [secret for secret in SECRETS if secret in found.replace("[e-mail]", "")] == []
    assert "player 1" in found
    assert "[e-mail]" in found


@pytest.mark.parametrize("trait", ["hide;1;x", "obs;1;x", "conceal;C;ge", "restrict;Union", "concealment;tabasco;ge"])
def test_an_id_that_stands_only_on_a_counter_is_known_and_hidden_everywhere(trait):
    traits = [(trait, "" if trait.startswith("concealment") else "tabasco")]
    start = told([piece("1", "A", A, traits), "OWN\ttabasco"])
    later = told([piece("1", "A", A, [(trait, "null")])], change("1", states(A, "tabasco")), "OWN\ttabasco")
    for story in (start, later):
        assert "tabasco" not in text_of(story)
        assert last(story)[-1].text == "OWN\tPlayer 1"


def test_a_warning_about_who_hides_a_piece_names_nobody():
    hidden = piece("1", "A", A, [("hide;1;x", "null")])
    warned, *_ = last(told([*SEATS, hidden], change("1", states(A, "null"), states(A, "hunter2"))))
    assert warned == h.Gap(text="A: hide was Player 2 before, says the file, not nobody")


def test_private_and_sealed_notes_are_left_out_and_counted():
    story = told(["PNOTE\ta\tI attack at dawn", "SNOTE\tn\ta\ttrue\tat noon", "SNOTE\topen\tb\tfalse\tin the evening"])
    assert (story.counts["private notes"], story.counts["sealed notes"]) == (1, 1)
    assert last(story) == [h.Said(text="open: in the evening", typed=True, by="player-2")]


def test_the_description_typed_into_a_save_is_chat_too():
    text = "begin_save\x1bPLAYER\tswordfish\tMary Ann\tUnion\x1bend_save"
    assert read_vassal(packed(text, "Mary Ann vs. you")).title == "Player 1 vs. you"
    assert read_vassal(packed(text)).title == "Test Game"


def test_players_may_say_what_they_want_to_be_called():
    data = log(SEATS, "CHAT<Benedict> - Mary Ann, you won")
    story = read_vassal(data, players=("Ann", "Ben"))
    assert story.players == ("Ann", "Ben")
    assert last(story) == [h.Said(text="Ann, you won", typed=True, by="rebel")]


def test_a_password_that_is_a_number_is_kept_out_of_properties():
    owner = [("PROP;Owner;x;:77:P\\,$PlayerId$", "471199")]
    story = told(["PLAYER\t471199\tTed\tUnion", piece("1", "A", A, owner)])
    assert last(story)[0].marks == {"Owner": "Player 1"}


def test_a_hex_keeps_its_number_though_it_is_a_password():
    data = log(
        ["PLAYER\t1204\tTed\tUnion", piece("1", "A", A)],
        [move("1", B, A, "1204"), "CHAT* A moves 1203 &rarr; 1204 *"],
    )
    assert last(read_vassal(data)) == [h.Moved(piece="1", start="1203", to="1204", by="union")]


def test_the_place_a_piece_came_from_names_no_player():
    known = f"{A};5;4;OldMap;Main Map;OldX;300;OldY;420;OldLocationName;Hand of Mary Ann"
    story = told([*SEATS, f"+/1/piece;;;x.png;A/{known}"])
    assert last(story)[0].at == "Hand of Player 1"


def test_an_empty_or_null_id_is_nobody():
    story = told(
        [piece("1", "A", A, [("hide;1", "null"), ("obs;1", ";")])], move("1", B, A, ""), move("1", A, B, "null")
    )
    assert (story.players, story.sides) == ((), ())
    assert [told.by for step in story.steps[1:] for told in step.happenings] == ["", ""]
    assert not story.steps[0].happenings[0].hidden


def test_a_name_is_replaced_as_a_whole_word_only():
    story = told(["PLAYER\tpw1\tTed\tUnion"], "CHAT<Ted> - I wanted it, Ted; TED's horse")
    assert last(story)[0].text == "I wanted it, Player 1; Player 1's horse"


def test_the_name_of_a_side_is_no_secret_even_as_a_player_s():
    story = told(["PLAYER\tUnion\tUnion\tUnion"], "CHAT<Union> - the Union wins")
    assert last(story) == [h.Said(text="the Union wins", typed=True, by="union")]
    assert story.players == ("Player 1",)


def test_words_printed_on_counters_stay():
    story = told(["PLAYER\tpw1\tLee\tUnion", piece("1", "Lee")])
    assert last(story)[0].name == "Lee"


def test_one_player_known_by_id_and_by_name_is_one():
    story = told(
        ["PLAYER\tpw1\tTed\tUnion", piece("1", "A")], move("1", B, A, "pw1"), "CHAT<Ted> - hi", "CHAT<pw1> - x"
    )
    assert story.players == ("Player 1",)
    assert {told.by for step in story.steps[1:] for told in step.happenings} == {"union"}


def test_more_players_than_any_game_has_are_refused():
    with pytest.raises(BadInput, match="more than 200 players"):
        told([], *[f"CHAT<somebody{number}> - hi" for number in range(300)])


WORDS = st.text(alphabet="abcdefgh", min_size=5, max_size=9)


@settings(max_examples=40)
@given(WORDS, WORDS, st.lists(st.sampled_from(["{id}", "{name}", "the", "x@y.org", ","]), max_size=12))
def test_no_chat_lets_an_id_or_a_name_through(id, name, parts):
    text = " ".join(parts).format(id=f"q{id}", name=f"z{name}")
    story = told([f"PLAYER\tq{id}\tz{name}\tUnion"], f"CHAT<z{name}> - {text}", f"NOTES\t{text}", f"OWN\t{text}")
    found = text_of(story)
    assert f"q{id}" not in found
    assert f"z{name}" not in found
    assert "x@y.org" not in found
