"""How a notice goes out: by a mail server, whose password is sent over TLS alone, or to a webhook."""

from __future__ import annotations

import os
import smtplib
import ssl
import urllib.request
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from ipaddress import ip_address
from urllib.parse import SplitResult, unquote, urlsplit

import msgspec

from domain.kernel.errors import BadInput

PASSWORD = "REFIGHT_MAIL_PASSWORD"
PATIENCE = 120_000  # milliseconds that one who is at the table has to see by himself that it is his turn
TIMEOUT = 10.0  # seconds for a server to take a notice
BY_MAIL, BY_HOOK = "mail", "hook"


class Post(msgspec.Struct, frozen=True, kw_only=True):
    """How a host tells people: by a mail server, by a webhook, by both or not at all."""

    mail: str = ""  # smtp://USER@HOST:PORT, or smtps://
    sender: str = ""
    webhook: str = ""
    address: str = ""  # of the service, as people open it
    patience: int = PATIENCE

    @property
    def ways(self) -> tuple[str, ...]:
        return tuple(way for way, where in ((BY_MAIL, self.mail), (BY_HOOK, self.webhook)) if where)


def checked(post: Post) -> Post:
    if post.mail and (urlsplit(post.mail).scheme not in ("smtp", "smtps") or not urlsplit(post.mail).hostname):
        raise BadInput("--mail names a server as smtp://USER@HOST:PORT, or smtps://; its password is in " + PASSWORD)
    if post.mail and "@" not in post.sender:
        raise BadInput("--mail needs --mail-from, the address that notices come from")
    for option, given in (("--webhook", post.webhook), ("--address", post.address)):
        if given and (urlsplit(given).scheme not in ("http", "https") or not urlsplit(given).hostname):
            raise BadInput(f"{option} is an address such as https://club.example, not {given!r}")
    return post


def by_mail(post: Post, to: str, said: str, link: str) -> None:
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = said, post.sender, to
    mail["Date"], mail["Message-ID"] = formatdate(), make_msgid(domain=post.sender.rpartition("@")[2].rstrip("> "))
    mail.set_content("\n\n".join(filter(None, (f"{said}.", link))) + "\n")
    where, trusted = urlsplit(post.mail), ssl.create_default_context()
    with _reached(where, trusted) as server:
        server.ehlo()  # before it nobody knows what the server offers
        is_private = where.scheme == "smtps"
        if not is_private and server.has_extn("starttls"):
            server.starttls(context=trusted)
            server.ehlo()
            is_private = True
        if where.username:
            if not is_private and not _is_here(where.hostname or ""):
                raise smtplib.SMTPException("the server offers no TLS, and gets no password without it")
            server.login(unquote(where.username), os.environ.get(PASSWORD, ""))
        server.send_message(mail)


def _reached(where: SplitResult, trusted: ssl.SSLContext) -> smtplib.SMTP:
    host, port = where.hostname or "", where.port or 0
    if where.scheme == "smtps":
        return smtplib.SMTP_SSL(host, port, timeout=TIMEOUT, context=trusted)
    return smtplib.SMTP(host, port, timeout=TIMEOUT)


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class _Straight(urllib.request.HTTPRedirectHandler):
    """A webhook is where the host says, and nowhere else."""

    def redirect_request(self, *_: object) -> None:
        return None


def by_hook(url: str, told: dict[str, str]) -> None:
    sent = urllib.request.Request(url, msgspec.json.encode(told), {"Content-Type": "application/json"}, method="POST")
    with urllib.request.build_opener(_Straight).open(sent, timeout=TIMEOUT) as answer:
        answer.read(1_000)
