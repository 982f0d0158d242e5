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

from cli.output import emit_json, say
from cli.session import Session, command
from domain.facts import DiceRolled, OrderGiven
from domain.games import Games
from domain.ordertext import format_order
from domain.refs import Ref
from domain.ruling import NotFound

RECORDED = "pegasus-bridge"
LINE = "other-dice"


@command("demo")
@click.option("--keep", is_flag=True, help="Keep the game in your own game log instead of a temporary one.")
def demo(session: Session, keep: bool) -> None:
    """See it all at once, on a recorded refight; nothing is left behind unless you say --keep.

    \b
        refight demo
    """
    with _log(session, keep), _recorded() as recording:
        name = _free_name(session.new_games)
        shown = _Shown(session)
        shown.run("import", str(recording), "--name", name)
        for step in ("replay", "show", "score", "losses", "dice", "audit", "verify"):
            shown.run(step, name, *(["--delay", "0"] if step == "replay" else []))
        _what_if(session, shown, name)
        shown.end(name if session.db or keep else "")


class _Shown:
    """Runs commands as if they were typed, showing each as it would be typed."""

    def __init__(self, session: Session) -> None:
        self.session, self.steps = session, list[dict[str, Any]]()

    def run(self, *args: str) -> None:
        from cli.main import PROGRAM, cli

        typed = shlex.join([PROGRAM, *(Path(arg).name if Path(arg).is_file() else arg for arg in args)])
        if not self.session.json:
            say(f"\n$ {typed}")
        self.session.collected = [] if self.session.json else None
        loaded = cli.get_command(click.get_current_context(), args[0])
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
    """The last order that rolled dice is given again on a branch, with the dice turned over."""
    before, given, dice = _last_roll(session.games, name)
    turned = ",".join(str(dice.sides + 1 - face) for face in dice.faces)
    shown.run("branch", f"{name}:{before}", "--name", LINE, "--why", "the same order, with the dice turned over")
    shown.run("order", f"{name}@{LINE}", format_order(given.order), "--by", given.by, "--dice", turned)
    shown.run("tree", name)
    shown.run("diff", name, f"{name}@{LINE}")


def _last_roll(games: Games, name: str) -> tuple[int, OrderGiven[Any], DiceRolled]:
    """The entry before the order, the order, and its roll."""
    entries = games.entries(Ref(name))
    rolled = next(entry for entry in reversed(entries) if isinstance(entry.fact, DiceRolled))
    given = next(entry for entry in entries if entry.order_no == rolled.order_no and isinstance(entry.fact, OrderGiven))
    assert isinstance(given.fact, OrderGiven)
    assert isinstance(rolled.fact, DiceRolled)
    return given.number - 1, given.fact, rolled.fact


def _free_name(games: Games) -> str:
    taken = set(games.log.games())
    return next(name for i in range(1, len(taken) + 2) if (name := RECORDED + (f"-{i}" if i > 1 else "")) not in taken)


@contextmanager
def _log(session: Session, keep: bool) -> Iterator[None]:
    """The log that was named or is to be kept; else one that goes with the demo."""
    if session.db or keep:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="refight-demo-", ignore_cleanup_errors=True) as folder:
        given, session.db = session.db, str(Path(folder) / "games.db")
        try:
            yield
            session.new_games.log.close()
        finally:
            session.db = given


@contextmanager
def _recorded() -> Iterator[Path]:
    """The recording as it is shipped, or as it lies in a checkout."""
    from importlib.resources import as_file

    file = f"{RECORDED}.transcript"
    checkout = Path(__file__).parent.parent / "fixtures" / "freeform" / file
    shipped = files("cli").joinpath("recorded", file)
    if shipped.is_file():
        with as_file(shipped) as path:
            yield path
    elif checkout.is_file():
        yield checkout
    else:
        raise NotFound("the recorded game is not part of this installation; `refight new` starts one of your own")
