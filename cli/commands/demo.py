"""The main job in one go: a recorded refight, replayed, shown, audited, verified, branched and compared."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import click

from cli.files.recorded import BATTLES, Battle, recording
from cli.shell.errors import nearest
from cli.shell.output import Grid, emit, emit_json, say
from cli.shell.session import Session, command
from cli.shell.startup import PROGRAM
from domain.games.terms import free_name
from domain.kernel.errors import NotFound


class Demo(NamedTuple):
    """What is shown of a battle: a stretch of it, and what if at one moment the dice had fallen otherwise."""

    battle: Battle
    told: tuple[int, int | None]  # entries to read; to the end they are replayed
    line: str
    why: str
    leaves: int  # the entry the line leaves
    orders: tuple[tuple[str, ...], ...]  # text, side, dice
    against: int  # the entry of the recorded line to compare with

    @property
    def names(self) -> tuple[str, ...]:
        return (self.battle.system, self.battle.name)


DEMOS = (
    Demo(
        BATTLES[0], (83, None), "piat-misses", "what if the PIAT misses?", 92,
        (
            ('RollDice why="the PIAT at fifty yards" dice=2', "british", "1,2"),
            ("MovePiece piece=tanks to=canal-bridge via=cafe", "german"),
        ),
        100,
    ),
    Demo(
        BATTLES[1], (417, 437), "iron-brigade-fails", "what if Archer holds Herbst Woods?", 416,
        (("ResolveAttack unit=U-1", "union", "1,1"),), 426,
    ),
    Demo(
        BATTLES[2], (883, 933), "georgia-breaks-through", "what if the last charge succeeds?", 900,
        (
            (
                'AllocateDice unit=26th-georgia dice={"56th-pennsylvania": 3, "7th-wisconsin": 3}', "cs",
                "1,1,1,1,1,1,1,1,6,6,6,6,6,6",
            ),
            ("Decline", "us"),
            ("RemoveBases unit=7th-wisconsin bases=3,4,5", "us"),
        ),
        928,
    ),
    Demo(
        BATTLES[3], (749, 798), "stewart-lives", "what if Sir John Stewart lives?", 782,
        (
            ("Reply target=1212", "scots", "6,5,3,6,2"),
            ("RetreatPath unit=bek-hc-2 path=1112 facing=5", "english"),
        ),
        854,
    ),
    Demo(
        BATTLES[4], (1885, 1937), "fielding-stands", "what if Fielding's brigade stands its ground?", 1898,
        (("MeleePistols units=balfour,sir-philip-stapleton", "parliament", "0,5"),), 1937,
    ),
    Demo(
        BATTLES[5], (316, 412), "guns-lost", "what if Jones's guns are lost?", 374,
        (
            ("EndShooting", "american", "6,5,2,1,3,2,2,1,1"),
            ("WinnerMove unit=4th-new-york do=nothing", "american"),
        ),
        412,
    ),
)  # fmt: skip


@command("demo")
@click.argument("battle", default="pegasus-bridge")
@click.option("--list", "listed", is_flag=True, help="Only list the recorded battles there are.")
@click.option("--keep", is_flag=True, help="Keep the game in your own game log instead of a temporary one.")
def demo(session: Session, battle: str, listed: bool, keep: bool) -> None:
    """See it all at once, on a recorded refight; nothing is left behind unless you say --keep.

    \b
        refight demo
        refight demo --list
        refight demo gettysburg
    """
    if listed:
        _list(session)
        return
    chosen = _demo(battle)
    kept = keep or bool(session.db)
    with _log(session, kept), recording(chosen.battle) as file:
        name = free_name(session.new_games.log, chosen.battle.name)
        shown = _Shown(session)
        shown.run("import", str(file), "--name", name)
        _play(shown, chosen, name)
        shown.end(chosen, name if kept else "")


def _list(session: Session) -> None:
    rows = [[one.battle.system, one.battle.name, one.battle.title, one.why] for one in DEMOS]
    columns = ("demo", "recording", "battle", "and")
    value = [dict(zip(("system", "name", "title", "what_if"), row, strict=True)) for row in rows]
    emit(session, value, Grid(columns, rows))


def _demo(wanted: str) -> Demo:
    for one in DEMOS:
        if wanted in one.names:
            return one
    known = [name for one in DEMOS for name in one.names]
    raise NotFound(f"there is no recorded battle {wanted!r}{nearest(wanted, known)}; `refight demo --list` lists them")


def _play(shown: _Shown, demo: Demo, name: str) -> None:
    first, last = demo.told
    branch = f"{name}@{demo.line}"
    shown.run("show", f"{name}:{first - 1}")
    if last is None:
        shown.run("replay", name, "--from", str(first), "--delay", "0")
    else:
        shown.run("log", name, "--from", str(first), "--to", str(last))
    for step in ("score", "losses", "dice", "audit", "verify"):
        shown.run(step, name)
    shown.run("branch", f"{name}:{demo.leaves}", "--name", demo.line, "--why", demo.why)
    for text, by, *dice in demo.orders:
        shown.run("order", branch, text, "--by", by, *(("--dice", *dice) if dice else ()))
    shown.run("tree", name)
    shown.run("diff", f"{name}:{demo.against}", branch)


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

    def end(self, demo: Demo, kept: str) -> None:
        if self.session.json:
            self.session.collected = None
            emit_json(self.steps)
            return
        say("\nThat was one refight, and one way it could have gone otherwise.")
        if kept:
            say(f"It is kept: try `refight replay {kept}`, `refight tree {kept}`, `refight export {kept}`.")
        else:
            again = "refight demo --keep" if demo is DEMOS[0] else f"refight demo {demo.battle.system} --keep"
            say(f"To keep it and step through it yourself: `{again}`, then `refight replay {demo.battle.name}`.")
        say("To record your own: `refight new freeform --scenario blank --name mine`, then `refight options mine`.")
        say("To bring in a game you wrote down: `refight import FILE`. All commands: `refight --help`.")


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
