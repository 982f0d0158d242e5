"""The `refight` command: a table of commands, each loaded only when it is called."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

import click

from cli.shell import errors, startup
from cli.shell.session import shared_options
from cli.shell.startup import PROGRAM


class Loaded(NamedTuple):
    """Where a command lives, and what `--help` says of it without loading it."""

    place: str
    help: str


SECTIONS: Mapping[str, Mapping[str, Loaded]] = {
    "Begin": {
        "demo": Loaded("commands.demo:demo", "See it all at once, on a recorded refight."),
        "learn": Loaded("hotseat.learn:learn", "Play a guided first turn of a system."),
        "games": Loaded("commands.start:games", "List your games."),
        "systems": Loaded("commands.start:systems", "List the rule systems."),
        "scenarios": Loaded("commands.start:scenarios", "List the scenarios of a system."),
        "new": Loaded("commands.start:new", "Start a game."),
    },
    "Play": {
        "play": Loaded("hotseat.play:play", "Play at one keyboard, order by order."),
        "auto": Loaded("commands.auto:auto", "Let the program play a side, or all."),
        "order": Loaded("commands.orders:order", "Give one order."),
        "share": Loaded("commands.share:share", "Play with dice that all make together."),
        "send": Loaded("commands.mail:send", "Write a turn to send by mail, signed."),
        "receive": Loaded("commands.mail:receive", "Check a turn that came by mail, and take it in."),
        "roll": Loaded("commands.orders:roll", "Type the dice that an order waits for."),
        "orders": Loaded("commands.grammar:orders", "List the orders of a system and their fields."),
        "options": Loaded("commands.orders:options", "List legal orders now."),
        "rule": Loaded("commands.rulebook:rule", "Read a rule in plain words."),
        "note": Loaded("commands.orders:note", "Write a note into the log."),
        "key": Loaded("commands.key:key", "Make and keep the keys that turns are signed with."),
        "players": Loaded("commands.players:players", "Say who plays, or erase a name."),
    },
    "Look": {
        "log": Loaded("commands.look:log", "Read the entries in plain words."),
        "show": Loaded("commands.look:show", "Show the board."),
        "score": Loaded("commands.look:score", "Show the victory points."),
        "losses": Loaded("commands.look:losses", "Show the losses."),
        "dice": Loaded("commands.look:dice", "Show every roll."),
        "replay": Loaded("commands.replay:replay", "Step through a game."),
    },
    "Check": {
        "audit": Loaded("commands.check:audit", "Decide every order again and compare."),
        "verify": Loaded("commands.check:verify", "Check the chain and the dice of a game or file."),
        "seal": Loaded("commands.check:seal", "Print the head hash to hand to the other player."),
        "result": Loaded("commands.result:result", "Write the result of a game on a sheet that each side signs."),
        "reveal": Loaded("commands.check:reveal", "Publish the seed of the fair dice."),
    },
    "Settle": {
        "adjudicate": Loaded("commands.adjudicate:adjudicate_case", "Decide a position, orders and dice from a file."),
        "facts": Loaded("commands.grammar:facts", "List the facts of a system and their fields."),
        "explain": Loaded("commands.explain:explain", "Explain an entry: dice, modifiers, tables, rules."),
        "disputes": Loaded("commands.disputes:disputes", "See where another reading of a rule matters."),
        "ruling": Loaded("commands.ruling:ruling", "Rule on a dispute, or set a fact straight."),
        "odds": Loaded("commands.odds:odds", "See how likely each outcome of an order is."),
        "luck": Loaded("commands.luck:luck", "See how lucky each side's dice were."),
    },
    "What if": {
        "branch": Loaded("commands.branches:branch", "Open a new line from any entry."),
        "take-back": Loaded("commands.branches:take_back", "Undo an order by consent, on a new line."),
        "close": Loaded("commands.branches:close", "Close a line that nobody plays on in."),
        "tree": Loaded("commands.branches:tree", "Draw the lines of a game."),
        "diff": Loaded("commands.branches:diff", "Compare two lines or entries."),
    },
    "Files": {
        "import": Loaded("commands.importing:import_file", "Bring in a game: VASSAL, transcript, CSV, JSON lines."),
        "merge": Loaded("commands.merge:merge", "Bring in what another record of a game has more."),
        "export": Loaded("commands.files:export", "Write a game to a file."),
        "pack": Loaded("commands.pack:pack", "Type in the counters, charts or cards you own."),
        "report": Loaded("commands.report:report", "Write an after-action report, as Markdown or HTML."),
        "backup": Loaded("commands.files:backup", "Copy the whole log into a file."),
        "restore": Loaded("commands.files:restore", "Make a new log out of a backup."),
        "project": Loaded("commands.files:project", "Bring the read database up to date."),
        "completion": Loaded("commands.files:completion", "Print the completion script of your shell."),
    },
    "Serve": {
        "serve": Loaded("commands.serve:serve", "Serve your games to browsers and programs."),
        "token": Loaded("commands.serve:token", "Make, list and revoke the tokens of a game."),
        "club": Loaded("commands.club:club", "Invite people, and give them parts in games."),
    },
}

COMMANDS: Mapping[str, Loaded] = {name: found for section in SECTIONS.values() for name, found in section.items()}


class Refight(click.Group):
    """Knows its commands by name and help alone; speaks plainly of every mistake."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name].place.split(":")
        command = getattr(import_module(f"cli.{module}"), name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            hint = errors.nearest(args[0], COMMANDS) or f"; `{PROGRAM} --help` lists the commands"
            raise click.ClickException(f"there is no command {args[0]!r}{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        for title, section in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name, found.help) for name, found in section.items()], col_max=14)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """From the table: completing a command name loads no command."""
        from click.shell_completion import CompletionItem

        named = [(name, found.help) for name, found in COMMANDS.items() if name.startswith(incomplete)]
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [CompletionItem(name, help=text) for name, text in named] + options

    def invoke(self, ctx: click.Context) -> Any:
        with errors.leaving_quietly():
            return super().invoke(ctx)

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> NoReturn:
        given = list(sys.argv[1:] if args is None else args) or ["--help"]
        with errors.speaking_plainly(as_json="--json" in given):
            sys.exit(super().main(given, *rest, **{**extra, "standalone_mode": False}) or 0)


def _version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(f"{PROGRAM} {startup.version(PROGRAM)}")
        ctx.exit()


@click.group(cls=Refight, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@shared_options
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Print the version."
)
def cli() -> None:
    """The game log of historical wargames: replay, audit and branch any game.

    \b
        refight demo
        refight new freeform --scenario blank --name ridge
        refight order ridge AddPiece piece=guard side=blue at=hill --by blue

    A REF names a game, a line of it, or an entry: GAME, GAME@LINE, GAME:ENTRY, GAME@LINE:ENTRY.

    Exit codes: 0 done, 2 unreadable or not found, 3 illegal order, 4 audit or verification failed, 5 conflict,
    130 stopped by Ctrl-C.
    """


def main() -> None:
    """The console script."""
    startup.spare_garbage()
    startup.check_one_installation()
    startup.forgive_encodings()
    cli.main(prog_name=PROGRAM)
