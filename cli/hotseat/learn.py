"""A guided first turn at the keyboard: each step is told, and the order typed until it is the one meant."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from cli.hotseat.course import Course
from cli.hotseat.play import complain, completions
from cli.hotseat.seat import Hotseat
from cli.prompt.prompt import Lines, Pipe, Terminal, complete_with
from cli.shell import params
from cli.shell.errors import nearest
from cli.shell.output import Grid, emit, emit_json
from cli.shell.packs import load_pack
from cli.shell.session import Session, command, find_system
from domain.games.games import Games
from domain.games.learning import begin
from domain.kernel.errors import BadInput, NotFound, RefightError
from domain.kernel.lesson import Lesson
from domain.log.refs import Ref
from domain.words.phrases import headings, phrase
from rules.lessons import is_lesson, lesson_of, lessons

COLUMNS = headings("system", "title", "steps", "about")


@command("learn")
@click.argument("system", default="", shell_complete=params.complete_system)
@click.option("--name", default="", help="What to call the game; lesson-SYSTEM if not given.")
@click.option("--again", is_flag=True, help="Begin once more, in a game of its own.")
def learn(session: Session, system: str, name: str, again: bool) -> None:
    """Play a guided first turn of a system; without one, list the lessons.

    Each step says what is going on and what to order. However you type it, it is right if it means the same; anything
    else is not recorded. `hint` shows the order, `skip` gives it, `?` reads the rules of the step, `quit` leaves: the
    same command goes on where you left.

    \b
        refight learn
        refight learn gettysburg
    """
    if not system:
        _list(session)
        return
    lesson = _lesson(system)
    game = _game(session.new_games, system, lesson, name, again=again)
    session.line(Ref(game))
    is_typed = sys.stdin.isatty() and not session.json
    lines: Lines = Terminal() if is_typed else Pipe()
    session.collected = [] if session.json else None
    course = Course(Hotseat(session, Ref(game), lines, lesson.side), lesson)
    if is_typed:
        complete_with(lambda before: completions(course.seat, before))
    _follow(course, _typed if is_typed else _piped)
    if session.json:
        emit_json({"game": game, "system": system, "title": lesson.title, **course.value()})


def _list(session: Session) -> None:
    found = lessons()
    value = [
        {"system": key, "title": one.title, "about": one.about, "side": one.side, "steps": one.count(0)[1]}
        for key, one in found.items()
    ]
    rows = [[key, one.title, one.count(0)[1], one.about] for key, one in found.items()]
    goes = phrase("`refight learn SYSTEM` begins one, and goes on where you left it")
    emit(session, value, Grid([phrase(name) for name in COLUMNS], rows), goes)


def _lesson(system: str) -> Lesson:
    find_system(system)
    lesson = lesson_of(system)
    if lesson is None:
        raise NotFound(f"{system} comes with no lesson{nearest(system, lessons())}")
    return lesson


def _game(games: Games, system: str, lesson: Lesson, name: str, *, again: bool) -> str:
    """The one to go on with; a new one if there is none, or it is wanted."""
    wanted, there = name or f"lesson-{system}", set(games.log.games())
    numbered = [wanted, *(f"{wanted}-{i}" for i in range(2, len(there) + 3))]
    free = next(i for i, one in enumerate(numbered) if one not in there)
    if free and not again:
        return _checked(games, system, numbered[free - 1])
    begin(games, find_system(system), lesson, numbered[free], load_pack(system))
    return numbered[free]


def _checked(games: Games, system: str, game: str) -> str:
    started = games.log.line(game).started
    if started.system == system and is_lesson(system, started.title):
        return game
    raise BadInput(f"{game} is a game of its own and no lesson of {system}; choose another name with --name")


# Line by line

Read = Callable[[Course], str | None]


def _typed(course: Course) -> str | None:
    try:
        return course.seat.lines.ask(course.prompt)
    except EOFError:
        click.echo()
        return None


def _piped(course: Course) -> str | None:
    pipe = course.seat.lines
    assert isinstance(pipe, Pipe)
    return pipe.next()


def _follow(course: Course, read: Read) -> None:
    """Nothing that is typed ends it but quit, or the end of the input: a mistake is what one learns from."""
    course.open()
    while not course.over:
        text = read(course)
        if text is None:
            course.leave()
            return
        try:
            course.take(text)
        except RefightError as error:
            complain(error)
