from __future__ import annotations

from itertools import pairwise

import pytest

from domain.formats.vassal.read import read_vassal
from domain.hexes.printed import Grid
from domain.kernel import happenings as h
from domain.kernel.naming import check_name
from tests.vassal.builder import EXAMPLE, change, last, log, move, packed, piece, states, told

A, B = "Main Map;300;420", "Main Map;352;450"
SEATS = ["PLAYER\tpw-red\tRed\tUnion", "PLAYER\tpw-blue\tBlue\tRebel"]
DECK = "deck;" + ";".join(["x"] * 12) + ";Events"


def test_the_worked_example_is_told_as_the_format_notes_tell_it():
    story = read_vassal(packed(EXAMPLE))
    start, *steps = story.steps
    assert start.happenings == (
        h.Appeared(
            piece="1700000000001", name="2/Cav", at="1203", side="union", slot="17", strength=4, marks={"facing": "0"}
        ),
        h.Said(text="boards of Main Map: Map"),
    )
    assert [step.happenings for step in steps] == [
        (h.Moved(piece="1700000000001", start="1203", to="1204", by="union"),),
        (h.Rolled(faces=(3, 5), sides=6, why="2d6", by="union"),),
        (h.Said(text="your turn", typed=True, by="union"),),
    ]
    assert [step.place for step in story.steps] == ["start", "step 1", "step 2", "step 3"]
    assert (story.sides, story.players, story.module, story.version) == (("union",), ("Player 1",), "Test Game", "1.2")
    assert story.places == (h.PlaceTold(name="1203", x=300, y=420), h.PlaceTold(name="1204", x=352, y=450))


# Moves


def test_a_move_of_a_stack_moves_each_member_wherever_it_went_since():
    stack = f"+/s/stack/{A};1;2;@@0"
    story = told(
        [piece("1", "A"), piece("2", "B"), piece("3", "C", B), stack],
        move("2", B, A),
        move("s", B, A),
        move("s", A, B),
    )
    ways = [[(m.piece, m.start, m.to) for m in step.happenings] for step in story.steps[1:]]
    here, there = "300,420", "352,450"
    assert ways == [[("2", here, there)], [("1", here, there)], [("1", there, here)]]
    assert story.counts["warnings"] == 0


def test_a_stack_that_comes_onto_another_becomes_part_of_it():
    stacks = [f"+/s/stack/{A};1", f"+/t/stack/{B};2"]
    story = told([piece("1", "A", A), piece("2", "B", B), *stacks], move("s", B, A), move("t", A, B))
    assert [m.piece for m in last(story)] == ["2", "1"]


def test_a_stack_made_in_a_step_takes_its_pieces_with_it_whatever_comes_first():
    for step in (
        [f"+/s/stack/{B};1", move("1", B, A)],
        [move("1", B, A), f"+/s/stack/{B};1"],
        [f"+/s/stack/{B};1"],
    ):
        story = told([piece("1", "A")], step, move("s", A, B))
        assert story.steps[1].happenings == (h.Moved(piece="1", start="300,420", to="352,450"),)
        assert last(story) == [h.Moved(piece="1", start="352,450", to="300,420")]


def test_a_piece_without_a_map_lies_where_its_stack_lies():
    story = told([piece("1", "A", "null;300;420"), f"+/s/stack/{A};1"])
    assert last(story)[0].at == "300,420"
    alone = told([piece("1", "A", "null;300;420")])
    assert last(alone)[0].at == ""


def test_a_move_from_elsewhere_than_tracked_is_a_sign_of_damage_and_still_made():
    story = told([piece("1", "2/Cav")], move("1", A, B))
    assert last(story) == [
        h.Warning(
            text="2/Cav was at 'Main Map' 352,450, says the file, but the steps before lead to 'Main Map' 300,420"
        ),
    ]
    story = told([piece("1", "2/Cav")], move("1", "Main Map;5;6", B))
    assert isinstance(last(story)[0], h.Warning)
    assert last(story)[1] == h.Moved(piece="1", start="300,420", to="5,6")


def test_a_stack_that_no_command_made_moves_nothing_and_what_follows_from_it_is_no_sign():
    """Programs make stacks that they never write; VASSAL moves nothing then, as the next log of a real chain shows."""
    lost = h.Unread(text="M/9", why="moves a stack or piece that the file never placed, so nothing moves")
    story = told([piece("1", "2/Cav")], move("9", B, A), move("1", "Main Map;9;9", B))
    assert story.steps[1].happenings == (lost,)
    assert last(story) == [h.Moved(piece="1", start="300,420", to="9,9")]


def test_a_stack_that_moves_from_elsewhere_than_tracked_is_a_sign_of_damage():
    story = told([piece("1", "A"), piece("2", "B"), f"+/s/stack/{A};1;2"], move("s", B, "Main Map;1;1"))
    assert [type(told) for told in last(story)] == [h.Warning, h.Moved, h.Moved]


def test_a_piece_that_left_is_no_longer_moved_with_what_stayed():
    story = told([piece("1", "A"), piece("2", "B"), f"+/s/stack/{A};1;2"], move("1", B, A), move("s", B, A))
    assert [told.piece for told in last(story) if isinstance(told, h.Moved)] == ["2"]


def test_a_line_that_tells_another_move_is_kept():
    said = "CHAT* 2/Cav moves 1203 &rarr; 1204 *"
    kept = last(told([piece("1", "2/Cav")], [said]))
    assert kept == [h.Said(text="2/Cav moves 1203 → 1204")]
    both = last(told([piece("1", "2/Cav")], [move("1", B, A), said, "CHAT* something else"]))
    assert both == [h.Moved(piece="1", start="1203", to="1204"), h.Said(text="something else")]


# Places


def test_places_are_named_by_the_grid_that_is_given():
    grid = Grid(dx=52, dy=60, x0=300, y0=420, h_off=12, v_off=3, h_leading=1, v_leading=1)
    story = told([piece("1", "A")], move("1", B, A), grid=grid)
    assert last(story) == [h.Moved(piece="1", start="1203", to="1303")]


def test_a_map_is_named_where_there_are_several():
    story = told([piece("1", "A"), piece("2", "B", "Off Map;1;2")])
    assert [came.at for came in last(story)] == ["Main Map 300,420", "Off Map 1,2"]


def test_a_piece_tells_the_name_of_the_place_it_came_from():
    core = "Main Map;300;420;17;4;OldX;352;OldY;450;OldMap;Main Map;OldLocationName;1204"
    story = told([f"+/1/piece;;;x;A/{core}", piece("2", "B", B)])
    assert [came.at for came in last(story)] == ["300,420", "1204"]


def test_a_grid_is_learnt_from_the_lines_of_many_moves():
    grid = Grid(dx=52, dy=60, x0=30, y0=40, h_leading=1, v_leading=1)

    def pixel(h: int, v: int) -> str:
        return f"Main Map;{30 + 52 * h};{40 + 60 * v + (30 if h % 2 else 0)}"

    way = [(1, 1), (2, 4), (5, 5), (6, 9), (9, 2), (8, 8), (11, 3)]
    steps = [
        [move("1", pixel(*to), pixel(*start)), f"CHAT* A moves {start[0]:02}{start[1]:02} -> {to[0]:02}{to[1]:02} *"]
        for start, to in pairwise(way)
    ]
    story = told([piece("1", "A", pixel(1, 1)), piece("2", "B", pixel(20, 20))], *steps)
    assert story.steps[0].happenings[1].at == "2020"
    assert story.counts["inferred places"] == 1
    given = told([piece("2", "B", pixel(20, 20))], grid=grid)
    assert last(given)[0].at == "2020"


# Changes

MARKED = [("mark;Side,Form", "Union,line"), ("PROP;Strength;", "4"), ("hide;72;Hide", "null")]


def test_a_change_tells_only_what_changed():
    new, old = states(A, "Union,column", "3", "null"), states(A, "Union,line", "4", "null")
    story = told([*SEATS, piece("1", "A", A, MARKED)], change("1", new, old))
    assert last(story) == [h.Changed(piece="1", strength=3, marks={"Form": "column"})]


def test_a_mark_that_is_taken_off_has_no_value():
    story = told([piece("1", "A", A, MARKED)], change("1", states(A, "Union,", "4", "null")))
    assert last(story) == [h.Changed(piece="1", marks={"Form": ""})]


def test_only_layers_that_differ_between_new_and_old_are_set():
    first = change("1", states(A, "Union,column", "4", "null"), states(A, "Union,line", "4", "null"))
    second = change("1", states(A, "Union,line", "2", "null"), states(A, "Union,line", "4", "null"))
    story = told([piece("1", "A", A, MARKED)], first, second, change("1", states(A, "Union,column", "2", "null")))
    warned, changed = story.steps[2].happenings
    assert warned == h.Gap(text="A: mark was 'Union,line' before, says the file, not 'Union,column'")
    assert changed == h.Changed(piece="1", strength=2)
    assert last(story) == []


def test_a_change_of_place_in_the_core_is_a_move():
    story = told([piece("1", "A", A, MARKED)], change("1", states(B, "Union,line", "4", "null")))
    assert last(story) == [h.Moved(piece="1", start="300,420", to="352,450")]


def test_a_change_that_moves_nothing_leaves_a_piece_where_it_was_tracked():
    elsewhere, moved = change("1", states(B), states(B)), change("1", states("Main Map;9;9"), states(A))
    (warned,) = last(told([piece("1", "A")], elsewhere))
    said = "A was at 'Main Map' 352,450, says the file, but the steps before lead to 'Main Map' 300,420"
    assert warned == h.Warning(text=said)
    assert last(told([piece("1", "A")], moved)) == [h.Moved(piece="1", start="300,420", to="9,9")]


def test_a_gap_is_told_once_with_all_the_places_it_explains():
    pieces = [piece(id, id, A, [("markmoved;x", "true")]) for id in "abcdefgh"]
    unmarked = states(A, "false")
    story = told(pieces, *(change(id, unmarked, unmarked) for id in "abcdefgh"))
    gaps = [(step.place, one.text) for step, one in story.each() if isinstance(one, h.Gap)]
    more = "the same shows in step 2, step 3, step 4, step 5, step 6 and 2 more"
    assert gaps == [("step 1", f"a: markmoved was 'false' before, says the file, not 'true'; {more}")]
    assert (story.counts["gaps"], story.counts["warnings"]) == (1, 0)


def test_pieces_of_one_stack_that_were_moved_unseen_are_one_sign():
    story = told([piece("1", "A"), piece("2", "B")], *(move(id, B, "Main Map;9;9") for id in "12"))
    (sign,) = [one.text for _, one in story.each() if isinstance(one, h.Warning)]
    assert "A was at 'Main Map' 9,9" in sign
    assert sign.endswith("the same shows in step 2")
    assert [one.to for _, one in story.each() if isinstance(one, h.Moved)] == ["352,450"] * 2


def test_the_name_of_a_map_left_long_ago_is_no_sign_of_anything():
    """A piece in a stack leaves its map to the stack, in changes and in moves."""
    snapshot = [piece("1", "A", "Tray;300;420"), f"+/s/stack/{A};1"]
    stale = change("1", states("Tray;300;420"), states("Tray;300;420"))
    story = told(snapshot, stale, move("1", B, "Tray;300;420"))
    assert [type(one) for step in story.steps[1:] for one in step.happenings] == [h.Moved]
    assert (story.steps[0].happenings[0].at, last(story)[0].to) == ("300,420", "352,450")


def test_an_empty_stack_takes_no_piece_in_and_loses_no_move():
    """A piece goes to the bottom of its own stack, past an empty one at the same point, and then moves with it."""
    line, guard = piece("12", "Line"), piece("11", "Guard")
    snapshot = [line, guard, f"+/50/stack/{A};12;11", f"+/51/stack/{A}"]
    story = told(snapshot, move("11", A, A), [move("12", B, A), f"+/52/stack/{B};12"], move("50", "Main Map;9;9", A))
    moved = [(one.piece, one.to) for _, one in story.each() if isinstance(one, h.Moved)]
    assert moved == [("12", "352,450"), ("11", "9,9")]
    assert (story.counts["moves"], story.counts["moves to the same point"], story.counts["warnings"]) == (3, 1, 0)


def test_a_stack_left_empty_takes_no_piece_in_either():
    snapshot = [piece("1", "A"), f"+/s/stack/{A};1", piece("2", "B", B)]
    story = told(snapshot, move("1", B, A), move("2", A, B), move("s", "Main Map;9;9", A))
    assert last(story) == []
    assert story.counts["moves of empty stacks"] == 1


def test_a_piece_joins_the_stack_of_the_piece_it_is_laid_on():
    snapshot = [*(piece(id, id, at) for id, at in zip("123", (A, A, B), strict=True))]
    snapshot += [f"+/s/stack/{A};1", f"+/t/stack/{A};2"]
    on_two = move("3", A, B).replace("/null/", "/2/", 1)
    story = told(snapshot, on_two, move("t", "Main Map;9;9", A))
    assert sorted(one.piece for one in last(story) if isinstance(one, h.Moved)) == ["2", "3"]


def test_a_zone_is_no_place():
    """A name that the log gives to two points stands beside the pixel; moves within it are moves."""
    story = told(
        [piece("1", "Guard", "Main Map;100;100"), piece("2", "Line", "Main Map;500;500")],
        [move("1", "Main Map;200;300", "Main Map;100;100"), "CHAT* Guard moves Pitch &rarr; Pitch *"],
        [move("2", "Main Map;700;500", "Main Map;500;500"), "CHAT* Line moves Pitch &rarr; Pitch *"],
    )
    assert [step.happenings for step in story.steps[1:]] == [
        (h.Moved(piece="1", start="Pitch 100,100", to="Pitch 200,300"),),
        (h.Moved(piece="2", start="Pitch 500,500", to="Pitch 700,500"),),
    ]


def test_the_map_that_is_drawn_is_the_one_that_is_played_on():
    """Not the one with the most counters, nor the one whose points are named most."""
    trays = [piece(f"t{n}", "Spare", f"Tray;{n};{n}") for n in range(9)]
    story = told([*trays, piece("1", "A")], move("1", B, A, "pw"))
    assert [place.name for place in story.places if place.x is not None] == ["Main Map 300,420", "Main Map 352,450"]
    assert len(story.places) == 11


def test_only_the_mark_side_names_a_side_and_only_one_that_there_is():
    traits = [("mark;Enemy,Side", "Rebel,Front")]
    (came,) = last(told([*SEATS, piece("1", "A", A, traits)]))
    assert (came.side, came.marks) == ("", {"Enemy": "Rebel", "Side": "Front"})
    (came,) = last(told([*SEATS, piece("1", "A", A, [("mark;Side,Kind,Strength", "rebel,infantry,many")])]))
    assert (came.side, came.kind, came.strength, came.marks) == ("rebel", "infantry", None, {"Strength": "many"})


def test_what_the_core_notes_for_itself_is_neither_change_nor_damage():
    plain = piece("1", "A")
    noted = "D/1/Main Map;300;420;17;1;OldX;5/Main Map;300;420;17;1;OldX;4"
    assert last(told([plain], noted)) == []


def test_a_hidden_piece_belongs_to_whoever_hides_it():
    hidden = [("hide;72;Hide", "pw-blue")]
    start = told([*SEATS, piece("1", "A", A, hidden)])
    (came,) = start.steps[0].happenings
    assert (came.hidden, came.side) == (True, "rebel")
    shown = told([*SEATS, piece("1", "A", A, hidden)], change("1", states(A, "null"), states(A, "pw-blue")))
    assert last(shown) == [h.Changed(piece="1", hidden=False)]


HIDE = [("hide;72;Hide", "pw1"), ("PROP;Hits;", "0")]


@pytest.mark.parametrize(
    "step",
    [
        pytest.param(move("1", B, "Main Map;9;9", "pw1"), id="moves from elsewhere"),
        pytest.param(change("1", states(A, "pw1", "3"), states(B, "pw1", "2")), id="changes from another state"),
        pytest.param(change("1", states(A, "3")), id="has too few layers"),
        pytest.param(piece("1", "Ambush", A, HIDE), id="is placed again"),
        pytest.param(["-/2", piece("3", "Ambush", B, HIDE)], id="replaces another"),
    ],
)
def test_what_everybody_may_read_names_no_hidden_piece(step):
    story = told(["PLAYER\tpw1\tTed\tUnion", piece("1", "Ambush", A, HIDE), piece("2", "Post", B)], step)
    said = [told for told in last(story) if isinstance(told, h.Said | h.Warning | h.Gap | h.Unread | h.Vanished)]
    text = str(said)
    assert "a hidden piece" in text
    assert "Ambush" not in text
    assert "300,420" not in text


def test_a_state_that_does_not_fit_and_an_unknown_piece_are_kept_unread():
    wrong, unknown = change("1", states(A, "a", "b")), change("9", states(A))
    story = told([piece("1", "A")], wrong, unknown)
    assert [type(told) for step in story.steps[1:] for told in step.happenings] == [h.Unread, h.Unread]


def test_a_replaced_piece_says_by_what():
    story = told([piece("1", "A")], ["-/1", piece("2", "A, flipped")])
    assert last(story) == [
        h.Vanished(piece="1", why="replaced by A, flipped"),
        h.Appeared(piece="2", name="A, flipped", at="300,420", slot="17"),
    ]
    assert last(told([piece("1", "A")], "-/1")) == [h.Vanished(piece="1")]
    apart = last(told([piece("1", "A")], ["-/1", piece("2", "B", B)]))
    assert apart[0] == h.Vanished(piece="1", why="replaced by B")
    many = last(told([piece("1", "A")], ["-/1", piece("2", "B", B), piece("3", "C", "Main Map;1;1")]))
    assert many[0] == h.Vanished(piece="1")


def test_a_piece_placed_twice_is_a_sign_of_damage():
    assert [type(told) for told in last(told([piece("1", "A")], piece("1", "A")))] == [
        h.Warning,
        h.Vanished,
        h.Appeared,
    ]


# Cards

CARDS = [piece(id, name, "null;0;0") for id, name in (("7", "Ambush"), ("8", "Rain"), ("9", "Ambush"))]
DRAWN_FROM = [f"+/d/{DECK}/Main Map;10;20;true;7,8,9", *CARDS]
PILE, HAND = "Main Map;10;20", "Hand;5;5"


def test_cards_in_a_deck_are_no_pieces():
    story = told([*SEATS, *DRAWN_FROM])
    assert last(story) == [h.DeckMade(deck="Events", cards=("Ambush", "Rain", "Ambush (2)"), hidden=True)]


def test_a_card_is_drawn_played_and_discarded():
    story = told(
        [*SEATS, *DRAWN_FROM],
        move("9", HAND, PILE, "pw-red"),
        move("9", "Main Map;99;99", HAND, "pw-red"),
        move("8", HAND, PILE, "pw-red"),
        move("8", "Hand;6;6", HAND, "pw-red"),
    )
    assert [list(step.happenings) for step in story.steps[1:]] == [
        [h.Drew(deck="Events", card="Ambush (2)", by="union")],
        [h.Discarded(deck="Events", card="Ambush (2)", by="union")],
        [h.Drew(deck="Events", card="Rain", by="union")],
        [h.Said(text="Rain is laid from Hand 5,5 to Hand 6,6", by="union")],
    ]


def test_a_new_order_of_the_same_cards_is_a_shuffle():
    assert last(told(DRAWN_FROM, "D/d/Main Map;10;20;true;9,7,8")) == [h.Shuffled(deck="Events")]
    assert last(told(DRAWN_FROM, "D/d/Main Map;10;20;true;7,8,9")) == []
    warned, shuffled = last(told(DRAWN_FROM, "D/d/Main Map;10;20;true;9,7"))
    assert (type(warned), type(shuffled)) == (h.Warning, h.Shuffled)
    assert last(told(DRAWN_FROM, move("8", HAND, PILE), "D/d/Main Map;10;20;true;9,7")) == [h.Shuffled(deck="Events")]


def test_a_card_laid_back_on_the_deck_is_discarded_and_can_be_drawn_again():
    story = told(DRAWN_FROM, move("9", HAND, PILE), move("9", PILE, HAND), move("9", HAND, PILE))
    kinds = [type(step.happenings[0]) for step in story.steps[1:]]
    assert kinds == [h.Drew, h.Discarded, h.Drew]


# Dice, properties, turns


def test_the_property_is_believed_before_the_line():
    step = [
        "CHAT*** 2d6 = 8 *** <Red>",
        "MutableProperty\t2d6_result\t1,1\t3,5\tModule",
        "MutableProperty\t2d6_total\t2\t9",
    ]
    assert last(told(SEATS, step)) == [h.Rolled(faces=(3, 5), sides=6, why="2d6", total=9, by="union")]


def test_a_line_that_says_other_faces_than_its_property_is_remarked_on():
    step = ["CHAT*** 2d6 = 6,6 *** <Red>", "MutableProperty\t2d6_result\t1,1\t3,5"]
    assert last(told(SEATS, step)) == [
        h.Warning(text="2d6: the line says 6, 6, the property of its button 3, 5"),
        h.Rolled(faces=(3, 5), sides=6, why="2d6", by="union"),
    ]
    sorted_by_the_module = ["CHAT*** 2d6 = 5,3 *** <Red>", "MutableProperty\t2d6_result\t1,1\t3,5"]
    assert [type(each) for each in last(told(SEATS, sorted_by_the_module))] == [h.Rolled]


def test_a_total_that_the_faces_give_is_not_told_besides():
    step = ["CHAT*** 2d6 = 3,5 *** <Red>", "MutableProperty\t2d6_result\t1,1\t3,5", "MutableProperty\t2d6_total\t2\t8"]
    assert last(told(SEATS, step)) == [h.Rolled(faces=(3, 5), sides=6, why="2d6", by="union")]


def test_a_property_alone_is_dice_too():
    assert last(told([], "MutableProperty\t1d6_result\t1\t3\tModule")) == [h.Rolled(faces=(3,), sides=6, why="1d6")]


def test_a_property_that_changes_is_said_and_checked():
    snapshot = ["GlobalProperty\t;Ammo;5;Module"]
    fine, wrong = "MutableProperty\tAmmo\t5\t4\tModule", "MutableProperty\tAmmo\t7\t3\tModule"
    story = told(snapshot, fine, wrong)
    assert story.steps[1].happenings == (h.Said(text="Ammo: 5 -> 4"),)
    assert story.steps[2].happenings == (
        h.Gap(text="Ammo was '7' before, says the file, not '4'"),
        h.Said(text="Ammo: 7 -> 3"),
    )


def test_symbolic_dice_count_their_faces_from_one():
    assert last(told([], "SHOW_RESULTS\thits\t0\t2")) == [h.Rolled(faces=(1, 3), sides=6, why="hits", guessed=True)]


def test_a_turn_is_told_once_with_its_side():
    step = ["TURNTracker\t0|3;0;false;-1", "CHAT* &lt;Red&gt; Turn Updated from Union Turn 2 to Rebel Turn 3"]
    assert last(told(SEATS, step)) == [h.PhaseTold(phase="Rebel Turn 3", turn=3, side="rebel", by="union")]
    assert last(told(SEATS, "TURNTracker\t0|3;0;false;-1")) == [h.PhaseTold(phase="3")]


def test_an_undo_is_told_and_the_dice_stay():
    step = ["UNDO\ttrue", move("1", A, B), "CHAT* UNDO: *** 2d6 = 3,5 *** <Red>", "UNDO\tfalse"]
    story = told([piece("1", "A")], move("1", B, A), step)
    begins, moved, said, ends = last(story)
    assert (begins, ends) == (h.Said(text="undo begins"), h.Said(text="undo ends"))
    assert moved == h.Moved(piece="1", start="352,450", to="300,420")
    assert said.text.startswith("UNDO: *** 2d6")
    assert story.counts["dice"] == 0


# Who


def test_what_nobody_signs_is_of_the_nearest_who_does():
    old, new = states(A, "1"), states(A, "2")
    step = [change("1", new, old), "CHAT<Blue> - there", move("2", B, A, "pw-red"), change("1", old, new)]
    snapshot = [*SEATS, piece("1", "A", A, [("PROP;Hits;", "1")]), piece("2", "B")]
    assert [told.by for told in last(told(snapshot, step))] == ["rebel", "rebel", "union", "union"]


def test_players_without_a_side_are_one_of_their_own_and_idle_observers_none():
    seats = [*SEATS, "PLAYER\tpw-x\tWatcher\t<observer>", "PLAYER\tpw-y\tIdle\t<observer>"]
    story = told(seats, "CHAT<Watcher> - hello", "CHAT<Passer-by> - hello")
    assert story.players == ("Player 1", "Player 2", "Player 3", "Player 4", "Player 5")
    assert story.sides == ("union", "rebel", "player-3", "player-5")
    assert [told.by for step in story.steps[1:] for told in step.happenings] == ["player-3", "player-5"]


@pytest.mark.parametrize(
    "sides", [("Union!", "union"), ("Россия", "日本"), ("x" * 99, "x" * 98), ("Umpire", "red"), ("Host", "host 2")]
)
def test_sides_have_names_that_orders_can_be_signed_with(sides):
    story = told([f"PLAYER\t{n}pw\tname{n}\t{side}" for n, side in enumerate(sides)], "CHAT<name0> - hi")
    assert len(set(story.sides)) == len(story.sides) == len([side for side in sides if side != "Umpire"])
    assert [check_name("side", side) for side in story.sides] == list(story.sides)


def test_a_seat_taken_during_the_game_counts_from_then_on():
    story = told(["PLAYER\tpw\tRed\tUnion"], "CHAT<Red> - a", "PLAYER\tpw\tRed\tRebel", "CHAT<Red> - b")
    assert [step.happenings[0].by for step in story.steps[1:]] == ["union", "rebel", "rebel"]
    assert story.steps[2].happenings[0].text == "Player 1 takes Rebel"


# All of it


def test_what_is_not_understood_is_kept_with_the_reason():
    story = told(["OWN\tcommand"], "AUDIO\tbang.wav", "FLARE\tf\t1\t2", "M/1/x", "LOS\tt\t1")
    told_ = [(told.text, told.why) for step in story.steps for told in step.happenings]
    assert told_[0] == ("OWN\tcommand", "a command of the module's own")
    assert [text for text, _ in told_] == ["OWN\tcommand", "AUDIO bang.wav", "FLARE 1,2", "M/1", "LOS"]
    assert story.counts["unread"] == 5


def test_what_no_game_is_made_of_is_counted_without_saying_who_did_it():
    steps = [
        "CLOCK\ta\tb\t5",
        "Events5,Red,moved",
        "LOCKSPOTAB\tt\tRed\tpw\tx",
        "UNMASK\tpw",
        "UNMASK\t",
        "SHOW_RESULTS\tb\t-1",
    ]
    texts = [told.text for step in told([], *steps).steps for told in step.happenings]
    assert texts == ["clock", "Events, 1 entries", "LOCKSPOTAB", "UNMASK Player 3", "SHOW_RESULTS"]


def test_restored_twice_is_told_once():
    board = "MapBoardPicker\tBoard\t0\t0"
    assert last(told([board, board, "OWN\tx", "OWN\tx"])) == [
        h.Said(text="boards of Map: Board"),
        h.Unread(text="OWN\tx", why="a command of the module's own"),
    ]


def test_a_log_without_its_end_mark_is_read_with_a_warning():
    story = read_vassal(packed("begin_save\x1bLOG\tCHAT<Red> - hi"))
    assert isinstance(story.steps[0].happenings[0], h.Warning)
    assert story.counts["steps"] == 1


def test_a_save_and_a_log_are_called_so():
    assert told([]).origin == "VASSAL save"
    assert told([], "CHAT hi").origin == "VASSAL log"


def test_progress_is_told_up_to_the_last_step():
    seen: list[tuple[int, int]] = []
    read_vassal(log([], *["CHATx"] * 250), progress=lambda done, all: seen.append((done, all)))
    assert seen == [(100, 250), (200, 250), (250, 250)]


def test_an_empty_deck_is_said_to_be_there():
    story = told([f"+/d/{DECK}/Main Map;9;9;true;"])
    assert last(story) == [h.Said(text="the deck Events is empty")]


def test_a_piece_that_was_put_into_a_deck_comes_out_as_a_piece():
    deck = f"+/d/{DECK}/Main Map;9;9;true;"
    story = told([deck, piece("1", "A")], move("1", "Main Map;9;9", A), move("1", B, "Main Map;9;9"))
    gone, back = (step.happenings for step in story.steps[1:])
    assert gone == (h.Vanished(piece="1", why="goes into Events"),)
    assert (type(back[0]), back[0].at) == (h.Appeared, "352,450")


def test_a_blank_counter_is_called_by_what_is_written_on_it():
    page = "<html><head><style>p {}</style></head><!-- made by hand --><b>Enter</b> on turn&nbsp;5, Quentin</html>"
    label = "label;76,130;Label;14;;0,0,0;c;-8;c;0;c;c;$label$;Dialog;0;0;TextLabel;"
    beside = label.replace("$label$", "$pieceName$ ($label$)")
    snapshot = ["PLAYER\tpw\tQuentin\tUnion", piece("1", "User-Labeled", A, [(label, page)])]
    snapshot += [piece("2", "Gun", A, [(label, "4")]), piece("3", "Gun", A, [(beside, "loaded")])]
    names = [told.name for told in last(told(snapshot))]
    assert names == ["Enter on turn 5, Player 1", "Gun", "Gun"]
    assert last(told(snapshot))[0].marks == {"label": "Enter on turn 5, Player 1"}
