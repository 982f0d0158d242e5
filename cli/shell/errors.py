"""One sentence and an exit code for everything that can go wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from domain.games.order import TooEarly

AROUND = 100  # letters of a long line on either side of a mark
UNREADABLE, ILLEGAL, UNPROVEN, CONFLICT, BUG, STOPPED, PIPE_CLOSED = 2, 3, 4, 5, 70, 130, 141


class Refusal(NamedTuple):
    """What is said, and how the program ends."""

    exit: int
    error: str
    rule: str = ""
    line: str = ""
    entry: int = 0

    def __str__(self) -> str:
        return f"[{self.rule}] {self.error}" if self.rule else self.error

    def json(self) -> str:
        import json

        place = {"line": self.line, "entry": self.entry} if self.line else {}
        value = {"error": self.error, "rule": self.rule, "exit": self.exit, **place}
        return json.dumps(value, ensure_ascii=False)


@contextmanager
def speaking_plainly(as_json: bool = False) -> Iterator[None]:
    """A user's mistake is one sentence on stderr; a fault of ours keeps its traceback and says where to report it."""
    try:
        yield
    except (KeyboardInterrupt, click.Abort):
        _end(Refusal(STOPPED, "stopped; nothing half-written"), as_json)
    except Exception as error:
        refusal = refusal_of(error)
        if refusal is None:
            import traceback

            traceback.print_exc()
            refusal = Refusal(BUG, f"this is a fault in refight, not in what you typed; please report it {_where()}")
        _end(refusal, as_json)


@contextmanager
def leaving_quietly() -> Iterator[None]:
    """When whoever read us has gone there is nobody to tell; the last flush must not complain either."""
    try:
        yield
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(PIPE_CLOSED)


def refusal_of(error: Exception) -> Refusal | None:
    """The refusal an error stands for; None for a fault of ours."""
    if isinstance(error, click.UsageError):
        said = error.format_message().rstrip(".")
        hint = f"`{error.ctx.command_path} --help` shows how" if error.ctx else ""
        return Refusal(UNREADABLE, f"{said}{' ' if said.endswith('?') else '; '}{hint}" if hint else said)
    if isinstance(error, click.ClickException):
        return Refusal(UNREADABLE, error.format_message())
    if isinstance(error, UnicodeEncodeError) and error.reason == "surrogates not allowed":
        return Refusal(UNREADABLE, "what you typed holds bytes that are not UTF-8 text; type it again")
    from domain.kernel import errors as kinds  # late: it is not needed to say that a command does not exist

    match error:
        case kinds.IllegalOrder():
            return Refusal(ILLEGAL, error.message, rule=error.rule)
        case kinds.VerificationFailed():
            return Refusal(UNPROVEN, str(error), line=error.line, entry=error.entry)
        case kinds.LogConflict():
            return Refusal(CONFLICT, str(error))
        case kinds.RefightError():
            return Refusal(UNREADABLE, str(error))
        case OSError():
            return Refusal(UNREADABLE, f"{error.filename or 'the system'}: {error.strerror or error}")
    return None


def answered_first(error: TooEarly) -> TooEarly:
    """With what to do about dice that came too early."""
    said = f"{error.first} must answer first, and the dice go with that answer (`refight play` asks for each die)"
    return type(error)(f"{error}; {said}", error.first)


def _end(refusal: Refusal, as_json: bool) -> None:
    click.echo(refusal.json() if as_json else clean(str(refusal)), err=True)
    sys.exit(refusal.exit)


def _where() -> str:
    """The tracker the installed package names, if it names one."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        named = metadata("refight").get_all("Project-URL") or []
    except PackageNotFoundError:
        named = []
    trackers = [url.split(",", 1)[1].strip() for url in named if url.lower().startswith(("issue", "bug", "tracker"))]
    return f"with the lines above at {trackers[0]}" if trackers else "with the lines above to the refight project"


def marked(text: str, column: int) -> str:
    """What was typed, and a mark under the place; of a long line only what stands around it."""
    if not column or "\n" in text or not text.strip():
        return ""
    first = max(0, column - 1 - AROUND) if len(text) > 2 * AROUND else 0
    shown = text[first : first + 2 * AROUND]
    before, after = "…" * bool(first), "…" * (first + len(shown) < len(text))
    return f"\n  {before}{shown}{after}\n  {' ' * (len(before) + column - 1 - first)}^"


def clean(text: str) -> str:
    """A log may come from anyone: control characters are shown, not obeyed."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() or c in "\n\u00a0" else ascii(c)[1:-1] for c in text
    )  # French has no-break spaces


def nearest(name: str, names: Iterable[str]) -> str:
    """`; did you mean …?` where something is spelt nearly so, else nothing."""
    from domain.words.scan import nearly

    return nearly(name, names)
