"""Pages for the people of a club: signing in, taking up an invitation, one's own account. Plain, and without script."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from html import escape
from typing import Any, Literal, NamedTuple
from urllib.parse import parse_qs

from litestar import Request, Response, get, post
from litestar.datastructures import Cookie

from cli.service.access import is_own_page, shown
from cli.service.asked import GameName, TheService
from cli.service.bounds import network_of
from cli.service.people import LONGEST, NO_UMPIRE, SHORTEST, check_mail
from cli.service.plain import HTML, plain_page
from cli.service.problems import Trouble, of_error
from cli.service.service import Service
from cli.service.ways import ACCOUNT, COOKIE, SECURE_COOKIE, SIGN_IN, own_path, sign_in_for, to_games, ways
from domain.games.over import in_play
from domain.kernel.errors import BadInput, LogConflict, RefightError
from domain.kernel.facts import RulingMade
from domain.kernel.naming import UMPIRE
from domain.log.club import HOST, SPECTATOR, Invitation, Person
from domain.log.refs import MAIN, Ref
from domain.words.phrases import later, phrase

JOIN = "/club/join"
MOST = 10_000  # bytes of a form
FOREIGN = later("this form was not sent from a page of this service; open it again")
AGAIN = 5  # times that somebody else may be first in the log
Asking = Request[Any, Any, Any]
Kind = Literal["text", "password", "email"]


# Forms


def _field(
    name: str, label: str, kind: Kind = "text", value: str = "", complete: str = "", *, need: bool = True
) -> str:
    length = f' minlength="{SHORTEST}" maxlength="{LONGEST}"' if complete == "new-password" else ' maxlength="200"'
    must = " required" if need else ""
    return (
        f'<p><label for="{name}">{escape(label)}</label><br>\n<input id="{name}" name="{name}" type="{kind}" '
        f'value="{escape(value)}" autocomplete="{complete or "off"}"{length}{must}></p>\n'
    )


def _form(action: str, button: str, *fields: str) -> str:
    return (
        f'<form method="post" action="{action}">\n{"".join(fields)}<p><button>{escape(button)}</button></p>\n</form>\n'
    )


def _page(title: str, about: str, body: str, error: str = "", status: int = 200) -> Response[str]:
    said = f'<p role="alert"><strong>{escape(error)}</strong></p>\n' if error else ""
    made = plain_page(title, about, said + body, links=ways(to_games()))
    headers = {name: text.replace("form-action 'none'", "form-action 'self'") for name, text in made.headers.items()}
    headers["Referrer-Policy"] = "same-origin"  # else a browser would not say from where a form is sent
    return Response(made.text, media_type=HTML, headers=headers, status_code=status)


def _there(address: str) -> Response[str]:
    """On to another page, which is then asked for anew."""
    return Response("", media_type=HTML, status_code=303, headers={"Location": address})


async def _sent(request: Asking) -> dict[str, str]:
    """A form of our own page; a page of another site cannot send one in somebody's name."""
    if not is_own_page(request):
        raise Trouble("not-yours", phrase(FOREIGN))
    body = await request.body()
    if len(body) > MOST:
        raise Trouble("too-large", phrase("this form holds more than is taken here"))
    try:
        found = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=20)
    except ValueError:
        raise Trouble("unreadable", phrase("this form cannot be read")) from None
    return {name: values[0] for name, values in found.items()}


def _cookie(request: Asking, secret: str, seconds: int) -> Cookie:
    """Scripts cannot read it, other sites cannot have it sent with what they send, and nobody on the way sees it."""
    secure = request.scope["scheme"] == "https"
    return Cookie(
        key=SECURE_COOKIE if secure else COOKIE, value=secret, max_age=seconds, path="/", httponly=True, secure=secure,
        samesite="lax",
    )  # fmt: skip


def _signed_in(service: Service, request: Asking, secret: str, then: str = ACCOUNT) -> Response[str]:
    service.people.has_people = True
    answer = _there(then)
    answer.set_cookie(_cookie(request, secret, service.bounds.session))
    return answer


def _client(request: Asking) -> str:
    return network_of(request.client.host) if request.client else ""


async def _person(service: Service, request: Asking) -> Person | None:
    return await service.run(service.people.person, shown(request).session)


async def _again(work: Callable[[], Any], page: Callable[[str, int], Response[str]]) -> Response[str]:
    """What is wrong with a form is said above it."""
    try:
        done: Response[str] = await work()
    except (RefightError, Trouble) as error:
        found, headers = of_error(error)
        headers.pop("WWW-Authenticate", None)
        answer = page(found.detail, found.status)
        answer.headers.update(headers)
        return answer
    return done


# Signing in


def _sign_in_page(then: str, error: str = "", status: int = 200, login: str = "") -> Response[str]:
    """`then` is where one is led: only ever a page of ours."""
    fields = (
        f'<input type="hidden" name="next" value="{escape(own_path(then))}">\n',
        _field("login", phrase("Login"), value=login, complete="username"),
        _field("password", phrase("Password"), "password", complete="current-password"),
    )
    about = phrase("With the login and password that you chose when you were invited.")
    return _page(phrase("Sign in"), about, _form(SIGN_IN, phrase("Sign in"), *fields), error, status)


@get(SIGN_IN, include_in_schema=False)
async def sign_in_page(request: Asking) -> Response[str]:
    return _sign_in_page(request.query_params.get("next", ""))


@post(SIGN_IN, include_in_schema=False)
async def sign_in(service: TheService, request: Asking) -> Response[str]:
    form = await _sent(request)
    login, then = form.get("login", "")[:200], form.get("next", "")

    async def work() -> Response[str]:
        secret = await service.people.knock(login, form.get("password", ""), _client(request))
        return _signed_in(service, request, secret, own_path(then) or ACCOUNT)

    return await _again(work, lambda error, status: _sign_in_page(then, error, status, login))


@post("/club/sign-out", include_in_schema=False)
async def sign_out(service: TheService, request: Asking) -> Response[str]:
    await _sent(request)
    await service.run(service.people.sign_out, shown(request).session)
    answer = _there(SIGN_IN)
    answer.set_cookie(_cookie(request, "", 0))
    return answer


# Invitations


def _join_page(
    code: str, found: Invitation, person: Person | None, form: Mapping[str, str], error: str = "", status: int = 200
) -> Response[str]:
    what = _meant(found)
    action = f"{JOIN}/{escape(code)}"
    new = (
        _field("login", phrase("Login"), value=form.get("login", ""), complete="username"),
        _field("name", phrase("Name, as others see it"), value=form.get("name", ""), complete="name"),
        _field(
            "mail", phrase("E-mail, to be told that it is your turn (may stay empty)"), "email", form.get("mail", ""),
            "email", need=False,
        ),
    )  # fmt: skip
    password = _field(
        "password", phrase("Password, {0} letters or more", SHORTEST), "password", complete="new-password"
    )
    if found.login:
        body = _form(action, phrase("Keep this password"), password)
        return _page(phrase("A new password"), phrase("For {0}.", found.login), body, error, status)
    if person is not None:
        body = _form(action, phrase("Accept as {0}", person.name))
        return _page(phrase("You are invited"), what, body, error, status)
    there = escape(sign_in_for(f"{JOIN}/{code}"))
    mine = f'<p><a href="{there}">{escape(phrase("I have an account: sign in with it"))}</a></p>'
    return _page(phrase("You are invited"), what, _form(action, phrase("Accept"), *new, password) + mine, error, status)


def _meant(found: Invitation) -> str:
    if not found.game:
        return phrase("To this club.")
    return phrase("To the game {0}, as {1}.", found.game, found.role)


@get(JOIN + "/{code:str}", include_in_schema=False)
async def join_page(service: TheService, request: Asking, code: GameName) -> Response[str]:
    found = await service.run(service.people.invitation, code)
    return _join_page(code, found, await _person(service, request), {})


@post(JOIN + "/{code:str}", include_in_schema=False)
async def join(service: TheService, request: Asking, code: GameName) -> Response[str]:
    form = await _sent(request)
    found = await service.run(service.people.invitation, code)
    person = await _person(service, request)

    async def work() -> Response[str]:
        if person is not None and not found.login:
            await service.write(f"{found.game}@{MAIN}", _accepted, service, code, found, person)
            return _there(ACCOUNT)
        made = await service.people.join_apart(code, form)
        await service.write(f"{found.game}@{MAIN}", name_player, service, found, made)
        return _signed_in(service, request, await service.run(service.people.begin, made.login))

    return await _again(work, lambda error, status: _join_page(code, found, person, form, error, status))


def _accepted(service: Service, code: str, found: Invitation, person: Person) -> None:
    had = service.people.club.role(found.game, person.login)
    service.people.accept(code, found, person.login)
    if had != found.role:
        name_player(service, found, person)


def name_player(service: Service, found: Invitation, person: Person) -> None:
    """Whoever comes to play a side stands in the log as its player: by a digest there, and by name beside it.

    Also one who has the name of the player before him: nobody sees a side's secrets without a trace. Tokens that the
    side had are known to whoever made them, and open nothing any more.
    """
    if not found.game or found.role in (UMPIRE, SPECTATOR, HOST):
        return
    ruling = RulingMade(by=UMPIRE, text="", rule="", readings={})
    for _ in range(AGAIN):
        with suppress(LogConflict):
            # In every line that is played: what is hidden there he sees from now on.
            for name in in_play(service.games, found.game) or ["main"]:
                service.games.rule(Ref(found.game, name), ruling, players={found.role: person.name})
            service.tokens.revoke(found.game, found.role)
            return
    service.people.club.take(found.game, person.login)
    raise LogConflict("this game is too busy to be joined; ask for another link")


# One's own account


@get(ACCOUNT, include_in_schema=False)
async def account(service: TheService, request: Asking) -> Response[str]:
    person = await _person(service, request)
    if person is None:
        return _there(SIGN_IN)
    return _account_page(await service.run(_account, service, person))


class Account(NamedTuple):
    """What the page of a person's own account shows."""

    person: Person
    roles: Mapping[str, str]  # by game
    invites: Mapping[str, tuple[str, ...]]  # by game that he is host of: what he may invite to


def _account(service: Service, person: Person) -> Account:
    roles, invites = service.people.club.roles(person.login), dict[str, tuple[str, ...]]()
    for game in service.people.club.hosted(person.login):
        with suppress(RefightError):  # one that cannot be read is listed all the same
            invites[game] = roles_of(service, game)
    return Account(person, roles, invites)


def _account_page(account: Account, error: str = "", status: int = 200) -> Response[str]:
    person, roles, invites = account
    rows = "".join(
        f'<tr><td><a href="/games/{escape(game)}">{escape(game)}</a></td><td>{escape(role)}{more}</td></tr>\n'
        for game, role in roles.items()
        for more in [f", {HOST}" if game in invites and role != HOST else ""]
    )
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in (phrase("game"), phrase("role")))
    games = f"<table><thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table>\n" if rows else ""
    games = games or f"<p>{escape(phrase('You have no part in any game yet.'))}</p>\n"
    mail = _field("mail", phrase("E-mail (may stay empty)"), "email", person.mail, "email", need=False)
    passwords = (
        _field("old", phrase("Password as it is"), "password", complete="current-password"),
        _field("password", phrase("New password, {0} letters or more", SHORTEST), "password", complete="new-password"),
    )
    body = (
        f"<h2>{escape(phrase('Your games'))}</h2>\n{games}{''.join(_invites(*each) for each in invites.items())}"
        f"<h2>{escape(phrase('When it is your turn'))}</h2>\n{_form('/club/mail', phrase('Keep'), mail)}"
        f"<h2>{escape(phrase('Password'))}</h2>\n{_form('/club/password', phrase('Change'), *passwords)}"
        f"<h2>{escape(phrase('Leave'))}</h2>\n{_form('/club/sign-out', phrase('Sign out'))}"
    )
    return _page(person.name, phrase("Signed in as {0}.", person.login), body, error, status)


def _invites(game: str, roles: Sequence[str]) -> str:
    name = f"role-{escape(game)}"
    options = "".join(f'<option value="{escape(role)}">{escape(_called(role))}</option>' for role in roles)
    label = f'<label for="{name}">{escape(phrase("Whom you invite to {0}", game))}</label>'
    field = f'<p>{label}<br>\n<select id="{name}" name="role">{options}</select></p>\n'
    return _form(f"/club/games/{escape(game)}/invitations", phrase("Make a link that invites"), field)


def _called(role: str) -> str:
    """A side has the name that the game gives it."""
    return {SPECTATOR: phrase("a spectator"), HOST: phrase("another host")}.get(role, role)


async def _mine(service: Service, request: Asking) -> Person:
    person = await _person(service, request)
    if person is None:
        raise Trouble("no-token", phrase("sign in first"))
    return person


@post("/club/mail", include_in_schema=False)
async def set_mail(service: TheService, request: Asking) -> Response[str]:
    form, person = await _sent(request), await _mine(service, request)
    mail = form.get("mail", "").strip()
    mine = await service.run(_account, service, person)

    async def work() -> Response[str]:
        check_mail(mail)
        await service.run(service.people.club.set_mail, person.login, mail)
        return _there(ACCOUNT)

    return await _again(work, lambda error, status: _account_page(mine, error, status))


@post("/club/password", include_in_schema=False)
async def set_password(service: TheService, request: Asking) -> Response[str]:
    """Wherever else one was signed in, one is so no more."""
    form, person = await _sent(request), await _mine(service, request)
    mine = await service.run(_account, service, person)

    async def work() -> Response[str]:
        await service.people.knock(person.login, form.get("old", ""), _client(request))
        await service.people.renew(person.login, form.get("password", ""))
        return _signed_in(service, request, await service.run(service.people.begin, person.login))

    return await _again(work, lambda error, status: _account_page(mine, error, status))


@post("/club/games/{game:str}/invitations", include_in_schema=False)
async def invite(service: TheService, request: Asking, game: GameName) -> Response[str]:
    """By the host of a game, for whoever gets the link. No umpire: a host sees no secret, and so makes nobody see all;
    it would be himself, under another name, and nobody would know."""
    form, person = await _sent(request), await _mine(service, request)
    mine = await service.run(_account, service, person)
    if not await service.run(service.people.club.is_host, game, person.login):
        raise Trouble("not-yours", phrase("only the host of {0} invites to it", game))

    async def work() -> Response[str]:
        role = await service.run(known_role, service, game, form.get("role", "").strip())
        code = await service.run(service.people.invite, game, role, maker=person.login)
        link = f"{request.scope['scheme']}://{request.headers['host']}{JOIN}/{code}"
        body = f'<p><code>{escape(link)}</code></p>\n<p><a href="{ACCOUNT}">{escape(phrase("Back"))}</a></p>'
        about = phrase("To {0} as {1}. Whoever opens it first may join; it is shown this once.", game, role)
        return _page(phrase("A link that invites"), about, body)

    return await _again(work, lambda error, status: _account_page(mine, error, status))


def roles_of(service: Service, game: str) -> tuple[str, ...]:
    """What a host may invite to."""
    _, line = service.line(game, "main")
    return *line.started.sides, SPECTATOR, HOST


def known_role(service: Service, game: str, role: str) -> str:
    roles = roles_of(service, game)
    if role == UMPIRE:
        raise BadInput(phrase(NO_UMPIRE))
    if role not in roles:
        raise BadInput(phrase("there is no role {0} in {1}; there are {2}", repr(role), game, ", ".join(roles)))
    return role


HANDLERS: tuple[Any, ...] = (
    sign_in_page, sign_in, sign_out, join_page, join, account, set_mail, set_password, invite,
)  # fmt: skip
