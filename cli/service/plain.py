"""Small pages without any script: the list of games, and what a browser is shown instead of problem details."""

from __future__ import annotations

import base64
from functools import cache
from hashlib import sha256
from html import escape
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
MORE_STYLE = """
body.list { height: auto; }
body.list > .top { max-width: 70rem; width: 100%; margin: 0 auto; }
main.list { display: block; max-width: 70rem; width: 100%; margin: 0 auto; }
table { border-collapse: collapse; width: 100%; background: var(--panel); border: 1px solid var(--line); }
th, td { text-align: left; padding: .45rem .7rem; border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; }
a { color: var(--accent); }
@media (max-width: 640px) { th:nth-child(n + 5), td:nth-child(n + 5) { display: none; } }
"""
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
<header class="top"><div class="titles"><h1>$title</h1><p class="quiet">$subtitle</p></div></header>
<main class="list">
$body
</main>
</body>
</html>
"""


class Plain(NamedTuple):
    text: str
    headers: dict[str, str]


def plain_page(title: str, subtitle: str, body: str) -> Plain:
    """`body` is mark-up; the rest is text."""
    style = plain_style()
    text = Template(PAGE).substitute(
        title=escape(title), subtitle=escape(subtitle), style=style, body=body, language=spoken()
    )
    return Plain(text, framed(policy(style)))


def framed(found: str) -> dict[str, str]:
    """No page of ours is shown within another."""
    return {"Content-Security-Policy": f"{found}; frame-ancestors 'none'"}


def policy(style: str) -> str:
    return POLICY.format(style=f"'sha256-{base64.b64encode(sha256(style.encode()).digest()).decode()}'")


@cache
def plain_style() -> str:
    return style_text() + MORE_STYLE


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
