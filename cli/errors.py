"""One sentence and an exit code for everything that can go wrong."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import NamedTuple

import click

UNREADABLE, ILLEGAL, UNPROVEN, CONFLICT, BUG, STOPPED, PIPE_CLOSED = 2, 3, 4, 5, 70, 130, 141


class Refusal(NamedTuple):
    """What is said, and how the program ends."""

    exit: int
    error: str
    rule: str = ""
    line: str = ""
    entry: int = 0


@contextmanager
def speaking_plainly(as_json: bool = False) -> Iterator[None]:
    """A user's mistake is one sentence on stderr; a fault of ours keeps its traceback and says where to report it."""
    try:
        yield
    except (KeyboardInterrupt, click.Abort):
        _end(Refusal(STOPPED, "stopped; nothing half-written"), as_json)
    except BrokenPipeError:
        # Whoever read us has gone; without this the interpreter complains once more when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(PIPE_CLOSED)
    except Exception as error:
        refusal = refusal_of(error)
        if refusal is None:
            traceback.print_exc()
            refusal = Refusal(BUG, f"this is a fault in refight, not in what you typed; please report it {_where()}")
        _end(refusal, as_json)


def refusal_of(error: Exception) -> Refusal | None:
    """The refusal an error stands for; None for a fault of ours."""
    if isinstance(error, click.UsageError):
        hint = f"; `{error.ctx.command_path} --help` shows how" if error.ctx else ""
        return Refusal(UNREADABLE, error.format_message().rstrip(".") + hint)
    if isinstance(error, click.ClickException):
        return Refusal(UNREADABLE, error.format_message())
    if isinstance(error, UnicodeEncodeError) and error.reason == "surrogates not allowed":
        return Refusal(UNREADABLE, "what you typed holds bytes that are not UTF-8 text; type it again")
    from domain import ruling  # late: it is not needed to say that a command does not exist

    match error:
        case ruling.IllegalOrder():
            return Refusal(ILLEGAL, str(error), rule=error.rule)
        case ruling.VerificationFailed():
            return Refusal(UNPROVEN, str(error), line=error.line, entry=error.entry)
        case ruling.LogConflict():
            return Refusal(CONFLICT, str(error))
        case ruling.RefightError():
            return Refusal(UNREADABLE, str(error))
        case OSError():
            return Refusal(UNREADABLE, f"{error.filename or 'the system'}: {error.strerror or error}")
    return None


def _end(refusal: Refusal, as_json: bool) -> None:
    if as_json:
        said = {key: value for key, value in refusal._asdict().items() if value}
        click.echo(json.dumps({"rule": "", **said}, ensure_ascii=False), err=True)
    else:
        click.echo(refusal.error, err=True)
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


def nearest(name: str, names: Iterable[str]) -> str:
    """`; did you mean …?` where something is spelt nearly so, else nothing."""
    found = get_close_matches(name.lower(), list(names), n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(found)}?" if found else ""
