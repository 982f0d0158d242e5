"""Small pages: the first one, and what a browser is shown instead of problem details."""

from __future__ import annotations

import base64
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import NamedTuple

from domain.kernel.say import spoken
from projections.page.page import style_text

HTML = "text/html"
JSON = ("application/problem+json", "application/json")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src {style}; img-src data:; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)
PAGE = """<!doctype html>
<html lang="$language">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title · refight</title>
<link rel="icon" href="data:,">
<style>$style</style>
</head>
<body class="list">
<header class="top"><div class="titles"><h1>$title</h1><p class="quiet">$subtitle</p>$links</div></header>
<main class="list">
$body
</main>
$script</body>
</html>
"""


class Plain(NamedTuple):
    text: str
    headers: dict[str, str]


def plain_page(title: str, subtitle: str, body: str, script: str = "", links: str = "") -> Plain:
    """`body` and `links` are mark-up; the rest is text. A script is one of ours, by its address."""
    style = plain_style()
    text = Template(PAGE).substitute(
        title=escape(title), subtitle=escape(subtitle), style=style, body=body, language=spoken(),
        links=links,
        script=f'<script type="module" src="{script}"></script>\n' if script else "",
    )  # fmt: skip
    return Plain(text, framed(policy(style)))


def framed(found: str) -> dict[str, str]:
    """No page of ours is shown within another."""
    return {"Content-Security-Policy": f"{found}; frame-ancestors 'none'"}


def policy(style: str) -> str:
    return POLICY.format(style=f"'sha256-{base64.b64encode(sha256(style.encode()).digest()).decode()}'")


@cache
def plain_style() -> str:
    return style_text() + files("cli.service").joinpath("browser", "plain.css").read_text("utf-8")


def wants_page(accept: str) -> bool:
    """Whether an Accept header names pages, and rather than JSON: browsers do, programs seldom say anything."""
    wanted = dict(map(weight_of, accept.lower().split(",")))
    return wanted.get(HTML, 0.0) > max(wanted.get(kind, 0.0) for kind in JSON)


def weight_of(part: str) -> tuple[str, float]:
    """`text/html;q=0.9`: what is wanted, and how much."""
    kind, *rest = (each.strip() for each in part.split(";"))
    weights = [each[2:].strip() for each in rest if each.startswith("q=")]
    try:
        return kind, float(weights[0]) if weights else 1.0
    except ValueError:
        return kind, 0.0
