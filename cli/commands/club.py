"""The people of a club who use the web service: invited, listed, given parts in games, and shown the door."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import click

from cli.shell import params
from cli.shell.output import Grid, counted, emit
from cli.shell.session import Session, command, shared_options
from domain.kernel.errors import BadInput, NotFound
from domain.kernel.naming import UMPIRE
from domain.log.refs import Ref

if TYPE_CHECKING:
    from domain.log.club import Club, Person

ROLES = ("spectator", "host")
NOBODY = "none"
JOIN = "/club/join/"


@click.group("club")
@shared_options
def club() -> None:
    """Invite people, and say who takes what part in which game.

    Accounts lie apart from the games: beside a file in LOG.club, on PostgreSQL in the schema refight_club.

    \b
        refight club invite --game ridge --role blue
        refight club people
        refight club role ridge anna umpire
        refight club show ridge --private
        refight club revoke anna
    """


def _opened(session: Session) -> closing[Club]:
    from domain.log.club import Club

    return closing(Club(session.games.log.store))


def _person(found: Club, login: str) -> Person:
    person = found.person(login.lower())
    if person is None:
        from domain.words.scan import nearest

        known = [one.login for one in found.people()]
        raise NotFound(f"nobody has the login {login!r}{nearest(login, known)}; `refight club people` lists them")
    return person


def _known_role(session: Session, game: Ref, role: str) -> str:
    sides = session.line(game).started.sides
    if role not in (*sides, UMPIRE, *ROLES):
        raise BadInput(f"there is no role {role!r} in {game.game}; there are {', '.join((*sides, UMPIRE, *ROLES))}")
    return role


@command("invite")
@click.option("--game", type=params.GAME, help="The game it is for; else only the club.")
@click.option("--role", help="A side, umpire, spectator or host of that game.")
@click.option("--login", default="", help="Let one who has an account choose a new password.")
@click.option("--days", type=click.IntRange(1, 90), default=7, show_default=True, help="How long it can be used.")
@click.option("--address", default="", help="Of the service, as people open it, such as https://club.example.")
def invite(session: Session, game: Ref | None, role: str | None, login: str, days: int, address: str) -> None:
    """Make a link that lets whoever opens it first join.

    \b
        refight club invite
        refight club invite --game ridge --role blue --address https://club.example
        refight club invite --login anna
    """
    from cli.service.bounds import Bounds
    from cli.service.people import People

    if (game is None) != (role is None):
        raise click.UsageError("--game and --role go together", click.get_current_context())
    part = _known_role(session, game, role) if game is not None and role is not None else ""
    with _opened(session) as found:
        if login:
            login = _person(found, login).login
        code = People(found, Bounds()).invite(game.game if game else "", part, login, days)
    link = f"{address.rstrip('/')}{JOIN}{code}"
    emit(session, {"link": link, "days": days}, link, f"good for {days} days, and for one; it is shown this once")


@command("people")
@click.argument("game", type=params.GAME, required=False)
def people(session: Session, game: Ref | None) -> None:
    """List who has an account; or who has which part in a game.

    \b
        refight club people
        refight club people ridge
    """
    with _opened(session) as found:
        members = found.members(game.game) if game else {}
        known = [one for one in found.people() if not game or one.login in members]
        parts = {one.login: found.roles(one.login) for one in known}
    rows = [
        [
            one.login,
            one.name,
            ", ".join(f"{g}: {r}" for g, r in parts[one.login].items()),
            "revoked" * bool(one.revoked),
        ]
        for one in known
    ]
    value = [
        {"login": one.login, "name": one.name, "roles": parts[one.login], "revoked": bool(one.revoked)} for one in known
    ]
    none = "nobody yet; `refight club invite` makes a link that invites"
    emit(session, {"people": value}, Grid(("login", "name", "roles", ""), rows) if rows else none)


@command("role")
@click.argument("game", type=params.GAME)
@click.argument("login")
@click.argument("role")
def role(session: Session, game: Ref, login: str, role: str) -> None:
    """Give somebody a part in a game: a side, umpire, spectator or host; or none any more. A host who is given a side
    stays host; `none` takes both.

    \b
        refight club role ridge anna blue
        refight club role ridge anna none
    """
    from cli.service.tokens import TokenBox

    part = NOBODY if role == NOBODY else _known_role(session, game, role)
    with _opened(session) as found:
        person = _person(found, login)
        if part == NOBODY:
            found.take(game.game, person.login)
        else:
            if person.revoked:
                raise BadInput(f"{person.login} may not sign in any more; `refight club revoke {login} --undo` first")
            found.give(game.game, person.login, part)
            _name(session, game, part, person)
    left = sum(one.side == part for one in TokenBox(session.games.log.store).listed(game.game))
    value = {"game": game.game, "login": person.login, "role": "" if part == NOBODY else part, "tokens": left}
    emit(
        session,
        value,
        f"{person.login} is {'nothing' if part == NOBODY else part} in {game.game} now",
        *_others(game.game, part, left),
    )


def _others(game: str, part: str, tokens: int) -> list[str]:
    """Who else may hold the part: it may be his own program, so nothing is taken back unasked."""
    ends = f"`refight token {game} {part} --revoke` ends that"
    return [f"{part} is also open to {counted(tokens, 'token')} made before; {ends}"] if tokens else []


def _name(session: Session, game: Ref, part: str, person: Person) -> None:
    """Whoever plays a side is named in the log as its player."""
    if part in (UMPIRE, *ROLES):
        return
    from domain.games.players import named
    from domain.kernel.facts import RulingMade

    if named(session.games.log, game.game).get(part) != person.name:
        ruling = RulingMade(by=UMPIRE, text="", rule="", readings={})
        session.games.rule(Ref(game.game), ruling, players={part: person.name})


@command("revoke")
@click.argument("login")
@click.option("--undo", is_flag=True, help="Let him sign in again; his parts in games he must get anew.")
def revoke(session: Session, login: str, undo: bool) -> None:
    """Sign somebody out at once, and let him in no more.

    \b
        refight club revoke anna
        refight club revoke anna --undo
    """
    with _opened(session) as found:
        person = _person(found, login)
        found.revoke(person.login, 0 if undo else session.games.log.now())
    said = "may sign in again" if undo else "is signed out, and may not sign in any more"
    emit(session, {"login": person.login, "revoked": not undo}, f"{person.login} {said}")


@command("show")
@click.argument("game", type=params.GAME)
@click.option("--public", "shown", flag_value="public", help="Listed, and for everyone to see.")
@click.option("--unlisted", "shown", flag_value="unlisted", help="For whoever knows its address.")
@click.option("--private", "shown", flag_value="private", help="For those who have a part in it.")
@click.option("--hours", type=click.IntRange(0, 8_760), help="Within which a side is expected to move; 0: whenever.")
@click.option("--remind", type=click.IntRange(0, 8_760), help="Hours after which it is told once more; 0: never.")
def show(session: Session, game: Ref, shown: str | None, hours: int | None, remind: int | None) -> None:
    """Say who sees a game, and how much time a side has; without options, tell what holds.

    \b
        refight club show ridge --private --hours 72 --remind 48
        refight club show ridge
    """
    session.line(game)
    with _opened(session) as found:
        before = found.terms(game.game)
        terms = before._replace(
            shown=shown or before.shown,
            hours=before.hours if hours is None else hours,
            remind=before.remind if remind is None else remind,
        )
        if terms != before:
            found.set_terms(game.game, terms)
    time = f"; a side has {terms.hours} hours" if terms.hours else ""
    time += f", and is reminded after {terms.remind}" if terms.remind else ""
    emit(session, {"game": game.game, **terms._asdict()}, f"{game.game} is {terms.shown}{time}")


for _each in (invite, people, role, revoke, show):
    club.add_command(_each)
