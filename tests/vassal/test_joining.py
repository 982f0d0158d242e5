"""A further log of a game that was told before: by the mark its reader left, and nothing else."""

from __future__ import annotations

import pytest

from domain.formats.vassal.bookmark import unpacked, word_of
from domain.formats.vassal.container import read_container, write_container
from domain.formats.vassal.file import decode_file
from domain.formats.vassal.metadata import Metadata
from domain.formats.vassal.privacy import People
from domain.formats.vassal.read import read_chain
from domain.formats.vassal.survey import parted
from domain.kernel import happenings as h
from domain.kernel.errors import BadInput
from tests.vassal.builder import Step, log, move, piece
from tests.vassal.samples import CHAIN, needs_chain
from tests.vassal.test_chain import SEATS, at, first, go, kinds, say
from tests.vassal.test_samples_told import SECRETS


def read(name: str, snapshot: list[str], *steps: Step, mark: bytes = b"") -> h.Story:
    return read_chain([(name, log(snapshot, *steps))], mark=mark, name=name)


def told(story: h.Story) -> list[h.Happening]:
    return [happening for _, happening in story.each()]


def test_a_further_log_goes_on_where_the_last_one_ended():
    before = read("turn-1", first(), go(100, 200))
    after = read("turn-2", first(200), go(200, 300), mark=before.mark)
    assert told(after) == [
        h.Said(text="here begins turn-2"),
        h.Moved(piece="1", start="200,100", to="300,100", by="union"),
    ]
    assert [step.place for step in after.steps] == ["turn-2, start", "turn-2, step 1"]


def test_it_tells_what_all_logs_together_tell():
    logs = [(first(), [go(100, 200)]), (first(250), [go(250, 300), say("yours")]), (first(300), [go(300, 100)])]
    files = [(f"turn-{n}", log(snapshot, *steps)) for n, (snapshot, steps) in enumerate(logs, 1)]
    together = told(read_chain(files))
    mark, one_by_one = b"", list[h.Happening]()
    for file in files:
        story = read_chain([file], mark=mark)
        mark, one_by_one = story.mark, one_by_one + told(story)
    assert one_by_one == together
    assert h.Gap(text="Guard is at 250,100, not at 200,100") in together


def test_the_same_log_again_tells_nothing():
    before = read("turn-1", first(), go(100, 200), say("yours"))
    assert told(read("again", first(), go(100, 200), say("yours"), mark=before.mark)) == []
    assert told(read("a save", first(200), mark=before.mark)) == []
    talk = read("talk", first(200), say("well?"), mark=before.mark)
    assert len(told(talk)) == 2
    assert told(read("talk", first(200), say("well?"), mark=talk.mark)) == []


def test_a_piece_that_goes_the_same_way_once_more_is_told_once_more():
    mark, found = b"", list[tuple[str, str, str]]()
    for name, start, to in (("turn-1", 100, 200), ("turn-2", 200, 100), ("turn-3", 100, 200)):
        story = read(name, first(start), go(start, to), mark=mark)
        mark, found = story.mark, found + ways(told(story))
    assert len(found) == 3
    assert told(read("turn-3", first(100), go(100, 200), mark=mark)) == [], "the very last one again"


def test_a_log_that_stood_in_another_is_known_again():
    own = [move("2", at(600), at(500), "pw-blue")]
    files = [
        ("turn-1", log(first(), go(100, 200))), ("turn-2", log(first(200), go(200, 300))),
        ("both", log(first(), go(100, 200), own, go(200, 300), say("mine"))),
    ]  # fmt: skip
    mark = read_chain(files).mark
    assert [told(read_chain([file], mark=mark)) for file in files] == [[], [], []]


def test_a_log_without_pieces_goes_on():
    before = read("turn-1", SEATS, say("a"))
    assert [happening.text for happening in told(read("turn-2", SEATS, say("b"), mark=before.mark))] == [
        "here begins turn-2", "b",
    ]  # fmt: skip
    assert told(read("turn-1", SEATS, say("a"), mark=before.mark)) == []


def test_the_same_words_in_another_log_are_said_once_more():
    before = read("turn-1", first(), say("yours"), go(100, 200))
    after = read("turn-2", first(200), say("yours"), mark=before.mark)
    assert [happening.text for happening in told(after)] == ["here begins turn-2", "yours"]


def test_steps_that_both_logs_hold_are_told_once():
    before = read("turn-1", first(), go(100, 200), go(200, 300))
    after = read("turn-2", first(200), go(200, 300), go(300, 400), mark=before.mark)
    assert [type(happening) for happening in told(after)] == [h.Said, h.Said, h.Moved]
    assert after.counts["steps told twice"] == 1


def test_a_log_that_tells_again_with_steps_of_its_own_between_adds_only_those():
    before = read("turn-1", first(), go(100, 200), go(200, 300))
    own = [move("2", at(600), at(500), "pw-blue")]
    after = read("turn-2", first(), go(100, 200), own, say("mine"), go(200, 300), go(300, 400), mark=before.mark)
    texts = [happening.text for happening in told(after) if isinstance(happening, h.Said)]
    assert texts == [
        "here begins turn-2",
        "its first 2 steps are told already; 2 of its own stand between them",
        "mine",
    ]
    assert ways(told(after)) == [("2", "500,100", "600,100"), ("1", "300,100", "400,100")]
    assert not kinds(after, h.Gap)
    again = [go(100, 200), own, say("mine"), go(200, 300), go(300, 400)]
    assert told(read("turn-2", first(), *again, mark=after.mark)) == []
    assert told(read("turn-1", first(), go(100, 200), go(200, 300), mark=after.mark)) == []


def test_players_keep_what_they_are_called():
    before = read("turn-1", first(), say("a"))
    other = [SEATS[1], SEATS[0], *first()[2:]]
    after = read("turn-2", other, "CHAT&lt;Quentin&gt; - Roberta, your move", mark=before.mark)
    assert (before.players, dict(after.seats)) == (("Player 1", "Player 2"), dict(before.seats))
    assert told(after)[-1].text == "Player 1, your move"


def test_places_keep_their_names():
    named = [move("1", at(200), at(100), "pw-red"), "CHAT* Guard moves Mill → Ford *"]
    before = read("turn-1", first(), named)
    after = read("turn-2", first(200), go(200, 100), mark=before.mark)
    assert told(after)[-1] == h.Moved(piece="1", start="Ford", to="Mill", by="union")


def test_logs_of_other_games_and_modules_are_refused():
    before = read("turn-1", first(), go(100, 200))
    with pytest.raises(BadInput, match="is no log of this game: of 2 pieces they have 0 in common"):
        read("other", [*SEATS, piece("8", "A", at(1)), piece("9", "B", at(1))], mark=before.mark)
    payload = read_container(log(first(200))).payload
    text = write_container(payload, Metadata(), Metadata(name="Else Game"))
    with pytest.raises(BadInput, match="'Else Game', and this game with 'Test Game'"):
        read_chain([("other", text)], mark=before.mark)


def test_what_moves_of_nothing_explain_one_after_the_other_is_no_sign():
    """A stack that no command made goes on and on; the piece that was in it comes from where it went."""
    lost = [move("77", at(200), at(100), "pw-red")], [move("77", at(300), at(200), "pw-red")]
    assert not kinds(read("log", first(), *lost, go(300, 400)), h.Warning)
    assert kinds(read("log", first(), *lost, go(350, 400)), h.Warning)
    empty = "+/" + "/".join(["78", "stack", "Main Map;100;100"])
    assert not kinds(read("log", first(more=[empty]), [move("78", at(200), at(100))], go(200, 400)), h.Warning)


def test_a_damaged_mark_is_an_error_and_no_crash():
    mark = read("turn-1", first()).mark
    for bad in (b"\0", mark[:20], mark[:-4] + b"abcd"):
        with pytest.raises(BadInput, match="import all logs of the game together"):
            read("turn-2", first(), mark=bad)


def test_a_mark_and_its_words_tell_of_nobody():
    hidden = piece("9", "Ambush", at(700), [("hide;1;x", "pw-red")])
    before = read("turn-1", first(more=[hidden]), say("Quentin, pw-blue"), go(100, 200))
    mark = repr(unpacked(before.mark))
    assert not [word for word in ("pw-red", "pw-blue", "Roberta", "Quentin") if word.casefold() in mark.casefold()]
    words = []
    for name in ("Roberta", "Somebody Else"):
        snapshot = [line.replace("Roberta", name) for line in first()]
        file = decode_file(log(snapshot, f"CHAT&lt;{name}&gt; - hello"))
        people = People(())
        people.meet("pw-red", name)
        words.append([word_of(step, people) for step in parted(file.entries)[0].steps])
    assert words[0] == words[1]


def ways(happenings: list[h.Happening]) -> list[tuple[str, str, str]]:
    return [(way.piece, way.start, way.to) for way in happenings if isinstance(way, h.Moved)]


@needs_chain
def test_a_chain_read_log_by_log_is_the_chain_read_at_once():
    mark, found = b"", list[h.Happening]()
    names = ("log-1", "log-4", "log-5")
    for name in names:
        story = read_chain([(name, (CHAIN / f"{name}.vlog").read_bytes())], mark=mark)
        mark, found = story.mark, found + told(story)
    together = read_chain([(name, (CHAIN / f"{name}.vlog").read_bytes()) for name in names])
    assert ways(found) == ways(told(together))
    for name in ("log-2", "log-3", "log-5"):
        assert told(read_chain([(name, (CHAIN / f"{name}.vlog").read_bytes())], mark=mark)) == []
    assert not [word for word in SECRETS if word.casefold() in repr(unpacked(mark)).casefold()]


@needs_chain
def test_a_log_that_retells_others_adds_its_own_to_them():
    mark, rolls = b"", 0
    for name in ("log-1", "log-2", "log-3", "log-4", "log-5"):
        story = read_chain([(name, (CHAIN / f"{name}.vlog").read_bytes())], mark=mark)
        mark, rolls = story.mark, rolls + len(kinds(story, h.Rolled))
        assert name == "log-1" or name == "log-5" or not kinds(story, h.Gap)
    assert rolls == 184
    for name in ("log-1", "log-2", "log-3", "log-4", "log-5"):
        assert told(read_chain([(name, (CHAIN / f"{name}.vlog").read_bytes())], mark=mark)) == []
