"""The guided first turn of each system, one file for each language; read when first asked."""

from __future__ import annotations

import tomllib
from functools import cache

import msgspec

from domain.kernel.lesson import Lesson
from domain.kernel.say import ENGLISH, LANGUAGES, spoken
from rules import KEYS
from rules.texts import file_of


def lesson_of(system: str) -> Lesson | None:
    """In the language spoken, else in English; None for a system that comes with none."""
    return _read(system, spoken()) or _read(system, ENGLISH)


def lessons() -> dict[str, Lesson]:
    found = {key: lesson_of(key) for key in KEYS}
    return {key: lesson for key, lesson in found.items() if lesson is not None}


def is_lesson(system: str, title: str) -> bool:
    """Whether a game is a guided one: it bears the title of its lesson, in whichever language it was begun."""
    return any(lesson is not None and lesson.title == title for lesson in (_read(system, one) for one in LANGUAGES))


@cache
def _read(system: str, language: str) -> Lesson | None:
    found = file_of(system, f"lesson.{language}.toml")
    if not found.is_file():
        return None
    return msgspec.convert(tomllib.loads(found.read_text("utf-8")), Lesson)
