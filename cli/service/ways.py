"""The ways that lead on from every page: to the games, and to one's account or to where one signs in for it."""

from __future__ import annotations

import re
from html import escape
from urllib.parse import quote

from domain.words.phrases import phrase

HOME, ACCOUNT, SIGN_IN = "/", "/club", "/club/sign-in"
COOKIE, SECURE_COOKIE = "refight", "__Host-refight"  # of who has signed in; the second where what is sent is encrypted
# Nothing that a browser could take for another site: `//`, `\` for `/`, or what it leaves out of an address, as tabs.
OURS = re.compile(r"/(?!/)[!-\[\]-~]{0,500}")


def own_path(text: str) -> str:
    """The path of a page of this service, with what it asks for; empty for anything else."""
    return text if OURS.fullmatch(text) and "//" not in text else ""


def sign_in_for(path: str) -> str:
    """Where one signs in and is led on to a page; to one's account, if that is none of ours."""
    return f"{SIGN_IN}?next={quote(path, safe='/')}" if own_path(path) else SIGN_IN


def ways(*links: tuple[str, str]) -> str:
    """As mark-up: addresses and what they are called."""
    made = " ".join(f'<a href="{escape(address)}">{escape(text)}</a>' for address, text in links)
    return f'<nav class="ways" aria-label="{escape(phrase("Other pages"))}">{made}</nav>' if links else ""


def to_games() -> tuple[str, str]:
    return HOME, phrase("Games")


def to_account(path: str, *, is_signed_in: bool) -> tuple[str, str]:
    """From the page of that path."""
    return (ACCOUNT, phrase("Your account")) if is_signed_in else (sign_in_for(path), phrase("Sign in"))
