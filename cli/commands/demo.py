"""The main job in one go: a recorded refight, replayed, shown, audited, verified, branched and compared."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from cli.shell.output import emit_json, say
from cli.shell.session import Session, command
from cli.shell.startup import PROGRAM
from domain.games.games import Games
from domain.games.groups import groups
from domain.kernel.errors import NotFound
from domain.kernel.facts import OrderGiven
from domain.log.refs import Ref
from domain.words.orders import format_order

RECORDED = "pegasus-bridge"
LINE = "piat-misses"


@command("demo")
@click.option("--keep", is_flag=True, help="Keep the game in your own game log instead of a temporary one.")
def demo(session: Session, keep: bool) -> None:
    """See it all at once, on a recorded refight; nothing is left behind unless you say --keep.

    \b
        refight demo
    """
    kept = keep or bool(session.db)
    with _log(session, kept), _recorded() as recording:
        name = _free_name(session.new_games)
        shown = _Shown(session)
        shown.run("import", str(recording), "--name", name)
        before, _ = _order_about(session.games, name, "the counter-attack")
        shown.run("show", f"{name}:{before}")
        shown.run("replay", name, "--from", str(before + 1), "--delay", "0")
        for step in ("score", "losses", "dice", "audit", "verify"):
            shown.run(step, name)
        _what_if(session, shown, name)
        shown.end(name if kept else "")


class _Shown:
    """Runs commands as if they were typed, showing each as it would be typed."""

    def __init__(self, session: Session) -> None:
        self.session, self.steps = session, list[dict[str, Any]]()

    def run(self, *args: str) -> None:
        program = click.get_current_context().find_root().command
        assert isinstance(program, click.Group)
        typed = shlex.join([PROGRAM, *(Path(arg).name if Path(arg).is_file() else arg for arg in args)])
        if not self.session.json:
            say(f"\n$ {typed}")
        self.session.collected = [] if self.session.json else None
        loaded = program.get_command(click.get_current_context(), args[0])
        assert loaded is not None
        loaded.main(list(args[1:]), prog_name=PROGRAM, standalone_mode=False, obj=self.session)
        self.steps.append({"command": typed, "output": (self.session.collected or [None])[-1]})

    def end(self, kept: str) -> None:
        if self.session.json:
            self.session.collected = None
            emit_json(self.steps)
            return
        say("\nThat was one refight, and one way it could have gone otherwise.")
        if kept:
            say(f"It is kept: try `refight replay {kept}`, `refight tree {kept}`, `refight export {kept}`.")
        else:
            say("To keep it and step through it yourself: `refight demo --keep`, then `refight replay pegasus-bridge`.")
        say("To record your own: `refight new freeform --scenario blank --name mine`, then `refight options mine`.")
        say("To bring in a game you wrote down: `refight import FILE`. All commands: `refight --help`.")


def _what_if(session: Session, shown: _Shown, name: str) -> None:
    """At one moment of the recorded game the dice fall otherwise, and the other side makes use of it."""
    before, _ = _order_about(session.games, name, "PIAT")
    _, after = _order_about(session.games, name, "piece=tanks to=benouville")
    text = 'RollDice why="the PIAT at fifty yards" dice=2'
    shown.run("branch", f"{name}:{before}", "--name", LINE, "--why", "what if the PIAT misses?")
    shown.run("order", f"{name}@{LINE}", text, "--by", "british", "--dice", "1,2")
    shown.run("order", f"{name}@{LINE}", "MovePiece piece=tanks to=canal-bridge via=cafe", "--by", "german")
    shown.run("tree", name)
    shown.run("diff", f"{name}:{after}", f"{name}@{LINE}")


def _order_about(games: Games, name: str, words: str) -> tuple[int, int]:
    """The first order that speaks of something: the entry before it, and its last."""
    for group in groups(games.entries(Ref(name))):
        first = group[0].fact
        if isinstance(first, OrderGiven) and words in format_order(first.order):
            return group[0].number - 1, group[-1].number
    raise AssertionError(f"the recorded game says nothing of {words}")


def _free_name(games: Games) -> str:
    taken = set(games.log.games())
    return next(name for i in range(1, len(taken) + 2) if (name := RECORDED + (f"-{i}" if i > 1 else "")) not in taken)


@contextmanager
def _log(session: Session, kept: bool) -> Iterator[None]:
    """The log that was named or is to be kept; else one that goes with the demo."""
    if kept:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="refight-demo-", ignore_cleanup_errors=True) as folder:
        session.db = str(Path(folder) / "games.db")
        yield
        session.new_games.log.close()  # before its folder goes


@contextmanager
def _recorded() -> Iterator[Path]:
    """The recording as it is shipped, or as it lies in a checkout."""
    from importlib.resources import as_file

    file = f"{RECORDED}.transcript"
    checkout = Path(__file__).parents[2] / "fixtures" / "freeform" / file
    shipped = files("cli").joinpath("recorded", file)
    if shipped.is_file():
        with as_file(shipped) as path:
            yield path
    elif checkout.is_file():
        yield checkout
    else:
        raise NotFound("the recorded game is not part of this installation; `refight new` starts one of your own")
