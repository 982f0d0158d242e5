"""The guided first turn of every system: played from its first step to its last, by rules that exist, and audited."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import msgspec
import pytest

from cli.shell.packs import load_pack
from cli.shell.rules import read_rulebook
from domain.games import learning
from domain.games.audit import audit_game
from domain.games.games import Games
from domain.kernel.errors import RefightError
from domain.kernel.facts import DiceRolled
from domain.kernel.lesson import Lesson
from domain.kernel.say import LANGUAGES, speaking
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from rules import KEYS, SYSTEMS
from rules.lessons import is_lesson, lesson_of

RULES = Path(__file__).parent.parent.parent / "rules"
FILES = sorted(RULES.glob("*/lesson.*.toml"))
TYPED = re.compile(r"`([^`]+)`")
LOOKS = ("show", "log", "options", "orders", "rule", "explain", "odds", "tree", "diff", "undo", "branch", "decline")


@cache
def lesson(system: str) -> Lesson:
    found = lesson_of(system)
    assert found is not None, f"{system} has no lesson.en.toml"
    return found


def read(file: Path) -> Lesson:
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Lesson)


@contextmanager
def begun(folder: Path, system: str) -> Iterator[Games]:
    with GameLog(str(folder / "games.db"), SYSTEMS) as log:
        games = Games(log)
        learning.begin(games, SYSTEMS[system], lesson(system), "lesson", load_pack(system))
        yield games


@pytest.mark.parametrize("system", KEYS)
def test_a_lesson_plays_from_the_first_step_to_the_last(system: str, tmp_path: Path) -> None:
    with begun(tmp_path, system) as games:
        line = "main"
        for at, step in enumerate(lesson(system).steps):
            reached = learning.standing(games, "lesson", lesson(system))
            assert (reached.line, reached.strayed) == (line, False)
            assert not any(not one.is_look for one in lesson(system).steps[reached.step : at]), "all before it is done"
            if step.is_look:
                continue
            if step.order:
                _check_typed(games, Ref("lesson", line), system, at)
            learning.play(games, Ref("lesson", line), lesson(system), step)
            line = step.branch or line
        over = learning.standing(games, "lesson", lesson(system))
        assert all(step.is_look for step in lesson(system).steps[over.step :])
        assert not over.strayed
        assert [report.differences for report in audit_game(games, "lesson")] == [()] * len(games.log.lines("lesson"))
        _check_dice(games)


def _check_typed(games: Games, ref: Ref, system: str, at: int) -> None:
    """However the lesson has it typed, it is the order in full."""
    step = lesson(system).steps[at]
    for text in filter(None, (step.order, step.typed)):
        found = learning.looked_at(games, ref, lesson(system), step, text)
        assert learning.is_meant(games, step, found), f"{text} is {found.text}"


def _check_dice(games: Games) -> None:
    """It always comes out alike: no die is rolled that the lesson does not lay out."""
    for name in games.log.lines("lesson"):
        rolls = games.log.entries_of(games.log.line("lesson", name), (DiceRolled,))
        assert {entry.fact.source for entry in rolls if isinstance(entry.fact, DiceRolled)} <= {"entered"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.name}")
def test_every_rule_named_stands_in_the_book_and_what_is_to_be_typed_is_named(file: Path) -> None:
    book = read_rulebook(file.parent.name)
    assert book is not None
    ids = {rule.id for rule in book.rules}
    for step in read(file).steps:
        assert set(step.rules) <= ids
        if not step.is_played:
            assert step.words
            _check_named(file, step.words, step.typed or step.order or step.look)


def _check_named(file: Path, words: str, wanted: str) -> None:
    said = [text.lower() for text in TYPED.findall(words)]
    again = "the same again" in words  # as the step before
    known = wanted.lower() in said or any(text.split()[0] in LOOKS for text in said) or again
    assert known or not wanted, f"{file}: nothing says {wanted!r}"


@pytest.mark.parametrize("file", [file for file in FILES if ".en." not in file.name], ids=lambda file: file.parent.name)
def test_in_another_language_only_the_words_differ(file: Path) -> None:
    ours, english = read(file), lesson(file.parent.name)

    def bare(one: Lesson) -> object:
        steps = tuple(msgspec.structs.replace(step, words="", page="", after="") for step in one.steps)
        return msgspec.structs.replace(one, title="", about="", end="", steps=steps)

    assert bare(ours) == bare(english)
    for step, other in zip(ours.steps, english.steps, strict=True):
        assert [bool(text) for text in (step.words, step.page, step.after)] == [
            bool(text) for text in (other.words, other.page, other.after)
        ]
        assert step.words != other.words or not step.words


def test_a_lesson_is_known_by_its_title_in_any_language() -> None:
    for language in LANGUAGES:
        with speaking(language):
            found = lesson_of("gettysburg")
        assert found is not None
        assert is_lesson("gettysburg", found.title)
    assert not is_lesson("gettysburg", "McPherson's Ridge")


@pytest.mark.parametrize("system", KEYS)
def test_a_lesson_has_something_for_a_newcomer_to_do(system: str) -> None:
    own = [step for step in lesson(system).steps if not step.is_played]
    assert 6 <= len(own) <= 16
    assert any(step.is_look or step.branch for step in own), "and something of refight itself"
    assert all(step.words.strip() or step.is_played for step in lesson(system).steps)


def test_another_order_strays_and_a_side_of_others_is_not_the_learners(tmp_path: Path) -> None:
    with begun(tmp_path, "freeform") as games:
        other = "AddPiece piece=x side=british at=le-port"
        found = learning.looked_at(games, Ref("lesson"), lesson("freeform"), lesson("freeform").steps[0], other)
        assert not learning.is_meant(games, lesson("freeform").steps[0], found)
        assert not learning.standing(games, "lesson", lesson("freeform")).strayed, "it was only looked at"
        games.order(Ref("lesson"), "british", found.order)
        assert learning.standing(games, "lesson", lesson("freeform")).strayed


def test_what_may_hold_anything_is_kept_as_it_was_typed(tmp_path: Path) -> None:
    with begun(tmp_path, "freeform") as games:
        step = lesson("freeform").steps[0]
        found = learning.looked_at(games, Ref("lesson"), lesson("freeform"), step, "BeginPhase phase=night turn=1")
        assert learning.is_meant(games, step, found)
        learning.play(games, Ref("lesson"), lesson("freeform"), step, found.order)
        assert learning.standing(games, "lesson", lesson("freeform")).step == 1
        with pytest.raises(RefightError):
            learning.looked_at(games, Ref("lesson"), lesson("freeform"), step, "BeginPhase phase=day turn=0 x=1")
