"""One game out of many logs: each step once, the seams marked, what differs at them told once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from domain.formats.vassal.container import read_container
from domain.formats.vassal.payload import decode_payload
from domain.formats.vassal.read import read_chain
from domain.kernel import happenings as h
from domain.kernel.errors import BadInput
from tests.vassal.builder import Step, change, log, move, packed, piece, states
from tests.vassal.samples import CHAIN, needs_chain
from tests.vassal.test_samples_told import SECRETS, ends, signs

SEATS = ["PLAYER\tpw-red\tRoberta\tUnion", "PLAYER\tpw-blue\tQuentin\tRebel"]
MARKED = ("PROP;Ammo;", "4")


def at(x: int) -> str:
    return f"Main Map;{x};100"


def first(guard: int = 100, ammo: str = "4", more: Sequence[str] = ()) -> list[str]:
    return [*SEATS, piece("1", "Guard", at(guard), [("PROP;Ammo;", ammo)]), piece("2", "Line", at(500)), *more]


def go(start: int, to: int, id: str = "1") -> Step:
    return [move(id, at(to), at(start), "pw-red")]


def say(text: str) -> str:
    return f"CHAT&lt;Roberta&gt; - {text}"


def chain(*logs: tuple[list[str], Sequence[Step]]) -> h.Story:
    return read_chain([(f"turn-{n}", log(snapshot, *steps)) for n, (snapshot, steps) in enumerate(logs, 1)])


def kinds(story: h.Story, kind: type[h.Happening]) -> list[tuple[str, h.Happening]]:
    return [(step.place, told) for step, told in story.each() if isinstance(told, kind)]


def test_logs_that_follow_one_another_are_one_game():
    story = chain((first(), [go(100, 200)]), (first(200), [go(200, 300), say("yours")]))
    assert [step.place for step in story.steps] == [
        "turn-1, start", "turn-1, step 1", "turn-2, start", "turn-2, step 1", "turn-2, step 2",
    ]  # fmt: skip
    assert len(kinds(story, h.Appeared)) == 2
    assert story.steps[2].happenings == (h.Said(text="here begins turn-2"),)
    assert ends(story) == {"1": "300,100", "2": "500,100"}
    assert (story.counts["steps"], story.counts["moves"], story.counts["files"]) == (3, 2, 2)


def test_what_was_done_between_two_logs_is_told_once_and_play_goes_on_from_it():
    new = piece("3", "Reserve", at(900))
    gone = [entry for entry in first(250, "2", [new]) if "Line" not in entry]
    story = chain((first(), [go(100, 200)]), (gone, [go(250, 300)]))
    gaps = [told.text for _, told in kinds(story, h.Gap)]
    assert gaps == [
        "Guard is at 250,100, not at 200,100", "Guard is in another state", "Reserve is new", "Line is gone",
    ]  # fmt: skip
    fixes = [told for told in story.steps[2].happenings if not isinstance(told, h.Gap | h.Said)]
    assert [type(told) for told in fixes] == [h.Moved, h.Changed, h.Appeared, h.Vanished]
    assert signs(story) == []
    assert ends(story) == {"1": "300,100", "3": "900,100"}


def test_a_seam_tells_nothing_of_a_hidden_piece():
    hidden = [piece("9", "Ambush", at(700), [("hide;1;x", "pw-red")])]
    elsewhere = [piece("9", "Ambush", at(800), [("hide;1;x", "pw-red")])]
    story = chain((first(more=hidden), [say("a")]), (first(more=elsewhere), [say("b")]))
    (gap,) = [told.text for _, told in kinds(story, h.Gap)]
    assert gap == "a hidden piece is elsewhere"


def test_a_log_that_holds_others_whole_is_told_in_their_place():
    """An opponent steps through two logs while recording, and answers: the game comes out once."""
    one, two = [go(100, 200), say("a")], [go(200, 300)]
    retold = [go(100, 200), say("well"), say("a"), go(200, 300), say("my turn")]
    apart = ((first(), one), (first(200), two), (first(), retold))
    for order in ((0, 1, 2), (2, 0, 1)):
        story = chain(*(apart[n] for n in order))
        assert [told.text for _, told in kinds(story, h.Said) if told.typed] == ["well", "a", "my turn"]
        assert (len(kinds(story, h.Moved)), story.counts["steps"], story.counts["steps told twice"]) == (2, 5, 3)
        assert kinds(story, h.Gap) == []


def test_a_log_that_goes_on_from_the_same_start_holds_the_one_before():
    story = chain((first(), [go(100, 200)]), (first(), [go(100, 200), go(200, 300)]))
    assert (story.counts["steps"], story.counts["steps told twice"]) == (2, 1)


def test_steps_at_the_end_of_one_log_and_the_start_of_the_next_are_told_once():
    """Ghost moves: a log that was begun while the last steps of another were gone through."""
    story = chain(
        (first(), [go(100, 200), go(200, 300), say("x")]), (first(200), [go(200, 300), say("x"), go(300, 400)])
    )
    assert [told.to for _, told in kinds(story, h.Moved)] == ["200,100", "300,100", "400,100"]
    assert (story.counts["steps"], story.counts["steps told twice"]) == (4, 2)
    assert kinds(story, h.Gap) == []
    assert signs(story) == []


def test_the_same_words_at_the_end_of_a_log_and_at_the_start_of_the_next_are_said_twice():
    story = chain((first(), [go(100, 200), say("ok")]), (first(200), [say("ok"), go(200, 300)]))
    assert [told.text for _, told in kinds(story, h.Said) if told.typed] == ["ok", "ok"]


def test_a_save_that_a_log_starts_from_is_no_game_of_its_own():
    story = chain((first(), []), (first(), [go(100, 200)]))
    assert (story.origin, story.counts["steps"], len(story.steps)) == ("VASSAL log", 1, 2)


def test_logs_of_two_games_are_not_joined():
    other = [*SEATS, piece("71", "Gun"), piece("72", "Gun")]
    with pytest.raises(
        BadInput, match="turn-2 is no log of the same game as turn-1: of 2 pieces they have 0 in common"
    ):
        chain((first(), [go(100, 200)]), (other, [say("hi")]))


def test_two_saved_games_in_one_file_are_joined_as_two_files_are():
    one, two = (log(snapshot, *steps) for snapshot, steps in ((first(), [go(100, 200)]), (first(200), [go(200, 300)])))
    texts = [decode_payload(read_container(data).payload).text for data in (one, two)]
    story = read_chain([("both", packed("\x1b".join(texts)))])
    assert ends(story) == {"1": "300,100", "2": "500,100"}
    assert [step.place for step in story.steps][2] == "both, start"
    assert signs(story) == []


def test_a_property_that_changed_between_two_logs_is_a_gap_and_dice_are_not():
    before = ["GlobalProperty\t;VP;3;Module", "GlobalProperty\t;2d6_result;3,4;Module"]
    after = ["GlobalProperty\t;VP;5;Module", "GlobalProperty\t;2d6_result;1,1;Module"]
    story = chain((first(more=before), [say("a")]), (first(more=after), [say("b")]))
    assert [told.text for _, told in kinds(story, h.Gap)] == ["VP is '5', not '3'"]


def test_names_of_players_in_the_files_names_do_not_come_out():
    story = read_chain([("Roberta-1", log(first(), go(100, 200))), ("quentin2", log(first(200), go(200, 300)))])
    assert not [name for name in ("oberta", "uentin") if name in str(story)]


def test_cards_stay_in_the_hands_they_were_drawn_into():
    deck = "+/d/deck;" + ";".join(["x"] * 12) + ";Events/Main Map;9;9;true;"
    one = first(more=[deck + "7,8", piece("7", "Storm", at(9)), piece("8", "Calm", at(9))])
    two = first(more=[deck + "8", piece("7", "Storm", "Hand;5;5"), piece("8", "Calm", at(9))])
    draw = move("7", "Hand;5;5", "Main Map;9;9", "pw-red")
    story = chain((one, [draw]), (two, [move("7", at(40), "Hand;5;5", "pw-red")]))
    told = [happening for step in story.steps[1:] for happening in step.happenings]
    assert [type(one) for one in told] == [h.Drew, h.Said, h.Discarded]
    lost = chain((one, [say("a")]), (two, [say("b")]))
    assert [type(one) for one in lost.steps[2].happenings] == [h.Said, h.Gap, h.Drew]


def test_a_piece_that_changed_in_the_first_log_changes_on_in_the_second():
    story = chain(
        (first(), [change("1", states(at(100), "3"), states(at(100), "4"))]),
        (first(ammo="3"), [change("1", states(at(100), "2"), states(at(100), "3"))]),
    )
    assert [told.marks for _, told in kinds(story, h.Changed)] == [{"Ammo": "3"}, {"Ammo": "2"}]
    assert kinds(story, h.Gap) == []


# The real chain, which is not shipped


def real(*names: str) -> h.Story:
    return read_chain([(name, (CHAIN / f"{name}.vlog").read_bytes()) for name in names])


@needs_chain
@pytest.mark.parametrize("order", [(1, 2, 3, 4, 5), (1, 4, 2, 3, 5), (1, 4, 5)])
def test_the_real_chain_comes_out_once(order: tuple[int, ...]):
    story = real(*(f"log-{number}" for number in order))
    faces = Counter(face for _, told in kinds(story, h.Rolled) for face in told.faces)
    counts = tuple(story.counts[what] for what in ("steps", "moves", "chat", "dice"))
    assert (counts, [faces[face] for face in range(1, 7)]) == ((1762, 1475, 355, 184), [25, 34, 30, 27, 32, 36])
    started = {told.piece for told in story.steps[0].happenings if isinstance(told, h.Appeared)}
    ended = ends(story).keys()
    assert (len(started), len(ended), len(started - ended), len(ended - started)) == (2330, 2335, 28, 33)
    assert [place for place, _ in signs(story)] == ["log-5, step 468", "log-5, step 469", "log-5, step 474"]
    assert [place for place, told in kinds(story, h.Gap) if "start" in place] == []
    assert not [word for word in SECRETS if word in str(story)]


@needs_chain
def test_what_was_done_outside_the_real_logs_is_listed_at_the_seams():
    story = real("gap/log-1", "gap/log-2", "gap/log-3")
    found: dict[str, Counter[type]] = {}
    for step, told in story.each():
        if step.place.endswith("start"):
            found.setdefault(step.place, Counter())[type(told)] += 1
    second, third = found["gap/log-2, start"], found["gap/log-3, start"]
    assert (second[h.Moved], second[h.Appeared], second[h.Changed], second[h.Vanished]) == (40, 15, 4, 0)
    assert (third[h.Moved], third[h.Appeared], third[h.Changed], third[h.Vanished]) == (40, 0, 4, 0)
    assert "CUT (15) are new" in [told.text for place, told in kinds(story, h.Gap) if place == "gap/log-2, start"]
