"""Beginning: the games there are, the systems and scenarios there are, and a new game."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

import click

from cli.shell import params
from cli.shell.errors import nearest
from cli.shell.output import Grid, emit, progress, width
from cli.shell.packs import load_pack
from cli.shell.session import Session, command, find_system
from domain.games.players import all_named
from domain.games.settings import SETTINGS, setting_texts
from domain.games.terms import find_scenario, option_texts
from domain.kernel.errors import NotFound
from domain.kernel.facts import GameStarted
from domain.kernel.packs import Pack
from domain.kernel.shares import is_shared
from domain.kernel.system import Scenario, System
from projections.models.games_list import GameRow, standing

_system = click.argument("system", shell_complete=params.complete_system)
_pack = click.option("--pack", metavar="DIR", default="", help="Your own pack: a folder of TOML files.")


@command("games")
def games(session: Session) -> None:
    """List your games.

    \b
        refight games
    """
    found = _listed(session) if session.has_log else []
    names = all_named(session.games.log) if found else {}
    rows = [
        [row.game, row.title, row.system, standing(row), row.lines, row.entries, row.last_entry[:16], *_who(names, row)]
        for row in found
    ]
    empty = "no games yet; see one with `refight demo`, start one with `refight new`"
    columns = (
        "game",
        "title",
        "system",
        "standing",
        "lines",
        "entries",
        "last entry (UTC)",
        *(["players"] * bool(names)),
    )
    value = [{**row._asdict(), **({"players": names[row.game]} if row.game in names else {})} for row in found]
    emit(session, value, Grid(columns, rows) if rows else empty)


def _who(names: Mapping[str, Mapping[str, str]], row: GameRow) -> list[str]:
    """A cell where anybody is named in any game."""
    return [", ".join(f"{side} {name}" for side, name in names.get(row.game, {}).items())] if names else []


def _listed(session: Session) -> list[GameRow]:
    from projections.models.archive import list_games

    with progress("games") as step:
        return list_games(session.games, session.read_db, step)


@command("systems")
def systems(session: Session) -> None:
    """List the rule systems.

    \b
        refight systems
    """
    from rules import SYSTEMS

    found = [
        {
            "system": key,
            "title": system.title,
            "edition": system.edition,
            "options": dict(system.book.option_texts),
            "readings": {
                name: {"rule": reading.rule, "question": reading.question, "choices": dict(reading.choices)}
                for name, reading in system.book.readings.items()
            },
        }
        for key, system in SYSTEMS.items()
    ]
    rows = [[key, system.title, system.edition] for key, system in SYSTEMS.items()]
    rules = [line for key, system in SYSTEMS.items() for line in _optional(key, system.book.option_texts)]
    emit(session, found, Grid(("system", "title", "edition"), rows), *rules)


def _optional(key: str, optional: Mapping[str, str]) -> list[str]:
    """What each optional rule of a system does, on as many lines as it takes."""
    if not optional:
        return []
    each = [textwrap.wrap(f"    {name}: {what}", width(), subsequent_indent=" " * 8) for name, what in optional.items()]
    title = f"optional rules of {key}, for `refight new {key} --option NAME`:"
    return ["", title, *(line for lines in each for line in lines)]


@command("scenarios")
@_system
@_pack
def scenarios(session: Session, system: str, pack: str) -> None:
    """List the scenarios of a system.

    \b
        refight scenarios freeform
    """
    rules = find_system(system)
    loaded = _checked(rules, pack)
    found = list(rules.sheets.scenarios(loaded).values())
    rows = [[row.key, row.title, " - ".join(row.sides), row.text] for row in found]
    emit(session, [row._asdict() for row in found], Grid(("scenario", "title", "sides", "about"), rows))


@command("new")
@_system
@click.option("--scenario", required=True, shell_complete=params.complete_scenario, help="Where it starts.")
@click.option("--name", required=True, help="What you will call it in refs.")
@click.option("--title", default="", help="A title; the scenario's own if not given.")
@click.option("--side", "sides", multiple=True, help="A side, for freeform games; once for each.")
@click.option("--option", "options", multiple=True, help="An optional rule to play with.")
@click.option("--reading", "readings", multiple=True, metavar="D36=b", help="How to read a disputed rule.")
@click.option("--player", "players", multiple=True, metavar="SIDE=NAME",
              help="Who plays a side; the name is kept beside the log, never in it.")  # fmt: skip
@click.option(
    "--setting",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help=f"How it is played, whatever the rules: {'; '.join(f'{n}: {w.text}' for n, w in SETTINGS.items())}.",
)
@click.option("--share", "shares", multiple=True, metavar="SIDE=PROMISE",
              help="What a side elsewhere has promised for dice=shared (`refight share`).")  # fmt: skip
@_pack
def new(
    session: Session, system: str, scenario: str, name: str, title: str, sides: tuple[str, ...],
    options: tuple[str, ...], readings: tuple[str, ...], players: tuple[str, ...], settings: tuple[str, ...],
    shares: tuple[str, ...], pack: str,
) -> None:  # fmt: skip
    """Start a game.

    \b
        refight new freeform --scenario blank --name ridge
        refight new freeform --scenario blank --name strict --setting no_take_back_after_dice=yes
    """
    rules = find_system(system)
    loaded = _checked(rules, pack)
    _scenario(rules, loaded, scenario)
    chosen = params.chosen_readings(readings)
    line = session.new_games.new(
        rules, scenario, name, loaded, title=title, sides=sides, options=options, readings=chosen,
        players=params.chosen_players(players), settings=settings, shares=params.chosen_shares(shares),
    )  # fmt: skip
    started = line.started
    value = {
        "ref": name, "title": started.title, "system": started.system, "scenario": scenario, "sides": started.sides,
        "options": option_texts(started.options), "readings": started.readings, "pack": started.pack,
        "pack_name": loaded.name, "settings": started.settings, "commitment": started.commitment,
    }  # fmt: skip
    other = [
        f"{key}={letter}" for key, letter in started.readings.items() if letter != rules.book.readings[key].default
    ]
    emit(
        session,
        value,
        f"{name}: {started.title} ({rules.title})",
        f"sides: {', '.join(started.sides)}",
        *([f"optional rules: {', '.join(option_texts(started.options))}"] if started.options else []),
        *([f"readings: {', '.join(other)}"] if other else []),
        f"pack: {loaded.label}",
        *([f"settings: {', '.join(setting_texts(started.settings))}"] if started.settings else []),
        *_bound(started),
        *_ways_to_play(name, rules),
    )


def _bound(started: GameStarted) -> list[str]:
    if not is_shared(started.commitments):
        return [f"fair dice are bound to {started.commitment}"]
    return [f"the dice are bound to what {party} has promised: {end}" for party, end in started.commitments.items()]


def _ways_to_play(name: str, rules: System[Any]) -> list[str]:
    """At the keyboard, against the program, in a browser; or order by order."""
    robot = f"; `refight auto {name}` has the program play" if rules.player else ""
    return [
        f"next: `refight play {name}` plays at this keyboard, `refight serve` in a browser{robot}",
        f"or order by order: `refight options {name}` lists what can be ordered now, "
        f"`refight order {name} 'ORDER' --by SIDE` gives an order, `refight orders {rules.key}` tells all there are",
    ]


def _checked(rules: System[Any], pack: str) -> Pack:
    loaded = load_pack(rules.key, pack)
    rules.sheets.check(loaded)
    return loaded


def _scenario(rules: System[Any], pack: Pack, key: str) -> Scenario:
    try:
        return find_scenario(rules, pack, key)
    except NotFound as error:
        raise NotFound(f"{error}{nearest(key, rules.sheets.scenarios(pack))}") from None
