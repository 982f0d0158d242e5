"""One HTML text with everything in it: data, drawing, style and script, and no way out into the network."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from string import Template

import msgspec

from domain.games.players import played_by
from domain.kernel.say import spoken
from domain.words.phrases import phrase
from projections.drawing.style import DEFS, PALETTE, theme
from projections.drawing.traces import style as trace_style
from projections.page.data import Game
from projections.page.words import phrase_of_page
from projections.tabletop.style import DEFS as TABLE_DEFS
from projections.tabletop.style import style as table_style

# In this order: each may use those before it.
SCRIPTS = (
    "words.js", "dom.js", "store.js", "explain.js", "view.js", "action.js", "overview.js", "callouts.js",
    "legible.js", "names.js", "board.js", "beside.js", "log.js", "luck.js", "charts.js", "lines.js", "veil.js",
    "moment.js", "compare.js", "player.js", "keys.js", "main.js",
)  # fmt: skip
FEW = 3  # sides that are told as each against the others
LARGE = 2_000_000  # letters of data; more are packed
POLICY = (
    "default-src 'none'; script-src {script}; style-src {style}; img-src data:; base-uri 'none'; form-action 'none'"
)
SIGNS = f"{DEFS}\n{TABLE_DEFS}"
SCOPE = ".drawn"  # every drawing in the page is inside an element of this class
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_CLASS, _ID = re.compile(r'class="([\w-]+)"'), re.compile(r'id="([\w-]+)"')
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./[\w.]+";\n', re.M)
_SAID = re.compile(r"\{\{(.+?)\}\}")  # a text of the page to be told
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let) )", re.M)


def page(game: Game) -> str:
    """The same game gives the same text."""
    script, style = script_text(), style_text()
    data, kind = embedded(msgspec.json.encode(msgspec.structs.replace(game, words={})))
    return template().substitute(
        policy=POLICY.format(script=_hash(script), style=_hash(style)), language=spoken(), words=told(game.words),
        title=escape(game.title), subtitle=escape(_subtitle(game)), style=style, defs=SIGNS,
        type=kind, data=data, script=script, links="",
    )  # fmt: skip


def template() -> Template:
    """The page without its game, in the language spoken."""
    return Template(_SAID.sub(lambda found: phrase_of_page(found[1]), _read("page.html")))


def told(words: Mapping[str, str]) -> str:
    """What the scripts say in another language, as an attribute: they need it before the game is unpacked."""
    return f' data-words="{escape(msgspec.json.encode(words).decode())}"' if words else ""


def _subtitle(game: Game) -> str:
    called = {side: game.words.get(side, side) for side in (*game.sides, *filter(None, game.viewers))}
    (first, *_), sides = game.viewers, played_by({side: called[side] for side in game.sides}, game.players)
    seen = "" if first is None else " · " + phrase("as {0} may see it", called[first])
    return f"{game.system} · {against(sides)}{seen}"


def against(sides: Sequence[str]) -> str:
    return (phrase(" against ") if len(sides) <= FEW else ", ").join(sides)


def embedded(encoded: bytes) -> tuple[str, str]:
    """JSON that no browser takes for mark-up, whatever stands in it; packed if it is large. And its type."""
    if len(encoded) > LARGE:
        return base64.b64encode(gzip.compress(encoded, 9, mtime=0)).decode(), "application/gzip"
    text = encoded.decode()
    for letter in "<>&\u2028\u2029":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return text, "application/json"


def script_text() -> str:
    """All modules as one: what they import from each other stands before them."""
    modules = (_EXPORT.sub("", _IMPORT.sub("", _read(name))) for name in SCRIPTS)
    return '"use strict";\n(() => {\n' + "\n".join(modules) + "})();\n"


def style_text() -> str:
    drawings = "\n".join([theme((), ()).style, table_style(), trace_style()])
    return "\n".join([_read("page.css"), _read("study.css"), *side_rules(), scoped(drawings, SIGNS)])


def side_rules() -> Iterable[str]:
    """Each side's colour for dots, lines and names; mixed with white where the page is dark."""
    colours = {f"side{i}": fill for i, (fill, _) in enumerate(PALETTE)}
    for look, colour in {**colours, "neutral": "#8a8a8a"}.items():
        mixed = f"color-mix(in srgb, {colour}, #fff var(--mix))"
        yield f".{look}-fill{{background:{mixed};fill:{mixed}}}.{look}-line{{stroke:{mixed}}}"
        yield f".{look}-ink::before{{background:{mixed}}}"


def scoped(style: str, signs: str = "") -> str:
    """The rules of drawings, so that they reach drawings only; those of a sign's own parts wherever it is used."""
    own = {f".{name}" for name in _CLASS.findall(signs)} | {f"#{name}" for name in _ID.findall(signs)}

    def inside(found: re.Match[str]) -> str:
        each = [selector.strip() for selector in found[1].split(",")]
        selectors = [one if one in own else f"{SCOPE} {one}" for one in each]
        return f"{','.join(selectors)}{{{found[2]}}}"

    return _RULE.sub(inside, style)


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _read(name: str) -> str:
    return files("projections.page").joinpath("browser", name).read_text("utf-8")
