"""Real logs whose telling once was wrong, against the values that were worked out by hand; none is shipped."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from domain.formats.vassal.read import read_vassal
from domain.kernel import happenings as h
from tests.vassal.samples import CHAIN, FAULTS, needs_chain, needs_faults

# steps, moves, changes, chat, dice, faces 1 to 6
CHAIN_COUNTS = {
    "log-1": (861, 876, 556, 197, 152, (21, 26, 26, 20, 27, 32)),
    "log-2": (121, 39, 386, 48, 11, (2, 4, 0, 3, 1, 1)),
    "log-3": (19, 3, 10, 11, 2, (0, 0, 1, 0, 0, 1)),
    "log-4": (217, 62, 442, 78, 15, (2, 4, 2, 4, 1, 2)),
    "log-5": (684, 537, 883, 80, 17, (2, 4, 2, 3, 4, 2)),
    "gap/log-1": (1040, 889, 1210, 146, 31, (8, 5, 4, 4, 6, 4)),
    "gap/log-2": (104, 40, 44, 43, 8, (2, 1, 2, 2, 1, 0)),
    "gap/log-3": (158, 47, 317, 65, 13, (1, 1, 2, 4, 1, 4)),
}
SECRETS = ("canary-", "Annabel", "Bertram")


def ends(story: h.Story) -> dict[str, str]:
    """Where each piece is at the end."""
    at: dict[str, str] = {}
    for _, told in story.each():
        match told:
            case h.Appeared(piece=piece, at=place) | h.Moved(piece=piece, to=place):
                at[piece] = place
            case h.Vanished(piece=piece):
                del at[piece]
    return at


def signs(story: h.Story) -> list[tuple[str, str]]:
    return [(step.place, told.text) for step, told in story.each() if isinstance(told, h.Warning)]


@needs_faults
def test_an_empty_stack_takes_no_piece_in():
    story = read_vassal((FAULTS / "empty-stack.vlog").read_bytes())
    assert ends(story) == {"11": "300,300", "12": "200,200"}
    assert (story.counts["steps"], story.counts["moves"], story.counts["moves to the same point"]) == (3, 3, 1)
    assert signs(story) == []


@needs_faults
def test_a_zone_is_no_place():
    story = read_vassal((FAULTS / "zone.vlog").read_bytes())
    assert ends(story) == {"11": "Pitch 200,300", "12": "Pitch 700,500"}
    assert sum(isinstance(told, h.Moved) for _, told in story.each()) == 2


@needs_chain
@pytest.mark.parametrize("name", CHAIN_COUNTS)
def test_a_log_of_the_chain_has_what_was_counted_in_it(name: str):
    story = read_vassal((CHAIN / f"{name}.vlog").read_bytes())
    faces = Counter(face for _, told in story.each() if isinstance(told, h.Rolled) for face in told.faces)
    found = tuple(story.counts[what] for what in ("steps", "moves", "changes", "chat", "dice"))
    assert (*found, tuple(faces[face] for face in range(1, 7))) == CHAIN_COUNTS[name]
    assert not [word for word in SECRETS if word in str(story)]


@needs_chain
@pytest.mark.parametrize("name", ["log-1", "log-2", "log-3", "log-4", "gap/log-2", "gap/log-3"])
def test_a_log_that_nobody_edited_is_accused_of_nothing(name: str):
    assert signs(read_vassal((CHAIN / f"{name}.vlog").read_bytes())) == []


@needs_chain
def test_three_moves_of_the_fifth_log_come_from_where_the_steps_do_not_lead():
    found = signs(read_vassal((CHAIN / "log-5.vlog").read_bytes()))
    assert [place for place, _ in found] == ["step 468", "step 469", "step 474"]
    assert all("says the file, but the steps before lead to" in text for _, text in found)


@needs_chain
@pytest.mark.parametrize(
    ("one", "next_one", "elsewhere", "before_only", "after_only"),
    [
        ("log-1", "log-2", 0, 0, 0), ("log-2", "log-3", 0, 0, 0), ("log-1", "log-4", 0, 0, 0),
        ("log-4", "log-5", 0, 0, 0), ("log-3", "log-4", 40, 0, 4), ("gap/log-1", "gap/log-2", 40, 0, 15),
        ("gap/log-2", "gap/log-3", 40, 0, 0),
    ],
)  # fmt: skip
def test_the_end_of_a_log_is_the_start_of_the_next_wherever_play_is(one, next_one, elsewhere, before_only, after_only):
    before, after = (read_vassal((CHAIN / f"{name}.vlog").read_bytes()) for name in (one, next_one))
    ended = ends(before)
    began = {told.piece: told.at for told in after.steps[0].happenings if isinstance(told, h.Appeared)}
    assert sum(ended[piece] != began[piece] for piece in ended if piece in began) == elsewhere
    assert (len(ended.keys() - began.keys()), len(began.keys() - ended.keys())) == (before_only, after_only)


def test_the_samples_are_no_part_of_the_project():
    root = Path(__file__).parents[2]
    assert root not in CHAIN.parents
