"""Guided first turns: those there are, one begun, its step, and the order given for it."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote

from litestar import get, post
from msgspec import Meta

from cli.service import sent as s
from cli.service import values as v
from cli.service.access import Caller
from cli.service.asked import GAME, REFUSED, STORED, Asker, GameName, TheService, body
from cli.service.games import entry_values
from cli.service.problems import Trouble, told
from cli.service.service import Service
from cli.shell.packs import load_pack
from cli.shell.session import find_system
from domain.games.learning import Reached, ahead, begin, is_meant, looked_at, play, standing
from domain.games.terms import free_name
from domain.kernel.errors import LogConflict, NotFound
from domain.kernel.facts import Order
from domain.kernel.lesson import Lesson, LessonStep
from domain.log.entry import Entry
from domain.log.refs import Ref
from domain.words.phrases import later, phrase
from rules.lessons import is_lesson, lesson_of, lessons

ANOTHER = later("The rules allow that, but this lesson means another order; nothing was recorded.")


class NewLesson(s.Sent, frozen=True, kw_only=True):
    system: s.Name
    name: Annotated[str, Meta(max_length=63, description="Of its game; lesson-SYSTEM and so on if not given.")] = ""


class LessonOrder(s.Sent, frozen=True, kw_only=True):
    """Without an order the lesson does the step itself."""

    order: s.OrderText | None = None
    expected: s.Known | None = None


class LessonRow(v.Answer, frozen=True, kw_only=True):
    system: str
    title: str
    about: str
    side: str
    steps: int


class LessonBegun(v.Answer, frozen=True, kw_only=True):
    """The token of the side that learns is shown this once."""

    game: str
    title: str
    side: str
    token: str
    page: str  # where it is played


class StepValue(v.Answer, frozen=True, kw_only=True):
    words: str
    does: str  # order, look or line
    order: str  # as one would type it
    rules: tuple[str, ...]
    marks: tuple[str, ...]  # units and places to look at


class LessonValue(v.Answer, frozen=True, kw_only=True):
    """How far a lesson is; without a title there is none here for the caller."""

    title: str = ""
    system: str = ""
    line: str = ""  # on which it goes on
    head: int = 0  # its last entry, to be sent back as `expected`
    number: int = 0  # of the first of these steps
    of: int = 0
    steps: tuple[StepValue, ...] = ()  # looks, and the first thing to do behind them
    strayed: bool = False  # something else was ordered than the lesson knows
    end: str = ""  # what is said when all is done


class LessonTaken(v.Answer, frozen=True, kw_only=True):
    """What came of an order, and of those that others gave behind it, as whoever learns may see it."""

    right: bool
    said: tuple[str, ...]
    entries: list[v.EntryValue]
    lesson: LessonValue


@get("/lessons", summary="The guided first turns there are", responses=told(), tags=["games"])
async def all_lessons(service: TheService) -> list[LessonRow]:
    return await service.run(_all)


def _all() -> list[LessonRow]:
    return [
        LessonRow(system=key, title=one.title, about=one.about, side=one.side, steps=one.count(0)[1])
        for key, one in lessons().items()
    ]


@post(
    "/lessons",
    summary="Begin a guided first turn",
    description="With the service's own token. A game is made, and the token of the side that learns.",
    response_description=STORED,
    responses=told(*REFUSED),
    tags=["games"],
)
async def new_lesson(
    service: TheService, anyone: Asker, data: Annotated[NewLesson, body("A first turn", system="freeform")]
) -> LessonBegun:
    anyone.check_own(later("starting a game"))
    return await service.write("lessons", _begun, service, data)


def _begun(service: Service, sent: NewLesson) -> LessonBegun:
    system, lesson = find_system(sent.system), lesson_of(sent.system)
    if lesson is None:
        raise NotFound(f"{system.key} comes with no lesson")
    name = sent.name or free_name(service.games.log, f"lesson-{system.key}")
    begin(service.games, system, lesson, name, load_pack(system.key))
    token = service.tokens.new(name, lesson.side)
    page = f"/games/{quote(name)}#token={token}"
    return LessonBegun(game=name, title=lesson.title, side=lesson.side, token=token, page=page)


# One being played


@get(
    f"{GAME}/lesson",
    summary="How far a lesson is, and what it says",
    description="For the token of the side that learns; for others, and where there is no lesson, it is empty.",
    responses=told("no-token"),
    tags=["games"],
)
async def lesson_step(service: TheService, caller: Asker, game: GameName) -> LessonValue:
    return await service.run(_told, service, game, caller)


def _told(service: Service, game: str, caller: Caller) -> LessonValue:
    lesson = _lesson(service, game)
    if lesson is None or caller.side != lesson.side:
        return LessonValue()
    reached = standing(service.games, game, lesson)
    _, line = service.line(game, reached.line)
    return _value(lesson, line.started.system, reached, service.games.log.head(line).number)


def _lesson(service: Service, game: str) -> Lesson | None:
    started = service.line(game, "main")[1].started
    return lesson_of(started.system) if is_lesson(started.system, started.title) else None


def _value(lesson: Lesson, system: str, stands: Reached, head: int) -> LessonValue:
    shown = tuple(step for step in ahead(lesson, stands.step) if not step.is_played)
    number, of = lesson.count(stands.step)
    return LessonValue(
        title=lesson.title, system=system, line=stands.line, head=head, number=number, of=of, strayed=stands.strayed,
        steps=tuple(map(_step, shown)), end=lesson.end,
    )  # fmt: skip


def _step(step: LessonStep) -> StepValue:
    does = "look" if step.is_look else "line" if step.branch else "order"
    return StepValue(
        words=step.page or step.words, does=does, order=step.typed or step.order, rules=step.rules, marks=step.marks
    )


@post(
    f"{GAME}/lesson",
    summary="Give the order a lesson asks for",
    description="With the token of the side that learns. Any order that means the same is right; another one is not "
    "recorded. Without an order the lesson does the step itself. Then it plays what others do.",
    status_code=200,
    response_description="Whether it was right, what came of it, and the next step.",
    responses=told("illegal-order", *REFUSED),
    tags=["games"],
)
async def take_step(
    service: TheService, caller: Asker, game: GameName,
    data: Annotated[LessonOrder, body("A move in short", order="move guard mill", expected=12)],
) -> LessonTaken:  # fmt: skip
    return await service.write(game, _taken, service, game, caller, data)


def _taken(service: Service, game: str, caller: Caller, sent: LessonOrder) -> LessonTaken:
    lesson = _lesson(service, game)
    if lesson is None:
        raise NotFound(f"{game} is no lesson; `refight learn` begins one")
    caller.check_gives(game, lesson.side, service.line(game, "main")[1].started.sides)
    course = _Course(service, game, lesson)
    course.check(sent.expected)
    right = course.give(sent.order)
    shown = entry_values(service, service.line(game, course.line)[1], course.made, caller.viewer)
    return LessonTaken(
        right=right, said=tuple(filter(None, course.said)), entries=shown, lesson=_told(service, game, caller)
    )


class _Course:
    """The step that is due in a lesson, and those of others behind it."""

    def __init__(self, service: Service, game: str, lesson: Lesson) -> None:
        self.service, self.games, self.lesson = service, service.games, lesson
        stands = standing(service.games, game, lesson)
        self.game, self.line, self.strayed = game, stands.line, stands.strayed
        self.at = stands.step + max(0, len(ahead(lesson, stands.step)) - 1)
        self.said, self.made = list[str](), list[Entry]()

    @property
    def ref(self) -> Ref:
        return Ref(self.game, self.line)

    @property
    def is_over(self) -> bool:
        return self.at >= len(self.lesson.steps) or self.lesson.steps[self.at].is_look

    def check(self, expected: int | None) -> None:
        head = self.games.log.head(self.games.line(self.ref)).number
        if self.strayed or self.is_over:
            raise LogConflict(phrase("this lesson is over; orders are given as in any game"))
        if expected is not None and expected != head:
            raise Trouble("conflict", phrase("something happened meanwhile: look, and choose again"), head=head)

    def give(self, text: str | None) -> bool:
        step, order = self.lesson.steps[self.at], None
        if text is not None and step.order:
            found = looked_at(self.games, self.ref, self.lesson, step, text)
            if not is_meant(self.games, step, found):
                self.said.append(phrase(ANOTHER))
                return False
            order = found.order
        self._play(step, order)
        while not self.is_over and self.lesson.steps[self.at].is_played:
            following = self.lesson.steps[self.at]
            self.said.append(following.words)
            self._play(following)
        return True

    def _play(self, step: LessonStep, order: Order | None = None) -> None:
        played = play(self.games, self.ref, self.lesson, step, order)
        self.line = step.branch or self.line
        self.made += played.entries if played is not None else ()
        self.said.append(step.after)
        self.at += 1


HANDLERS = (all_lessons, new_lesson, lesson_step, take_step)
