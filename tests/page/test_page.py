"""The text of a page: whole in itself, closed to the network, the same for the same game, and safe whatever is told."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
import shutil
import subprocess
from html.parser import HTMLParser
from importlib.resources import files

import msgspec
import pytest

from domain.games.games import Games
from domain.kernel.packs import Pack
from domain.kernel.say import speaking
from projections.page import page as module
from projections.page.data import Game
from projections.page.page import SCRIPTS, embedded, page, scoped, script_text
from tests.page.played import HOSTILE, Pages, page_data, recorded, small_game

MOST = 5_000_000  # bytes


class Read(HTMLParser):
    """Elements with their attributes, and the text of scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.raw: dict[str, list[str]] = {"script": [], "style": [], "title": [], "h1": []}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.inside = tag
        self.raw.setdefault(tag, []).append("")

    def handle_data(self, data: str) -> None:
        if self.tags and self.raw.get(self.inside):
            self.raw[self.inside][-1] += data

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def attributes(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]


def data_in(read: Read) -> Game:
    return msgspec.json.decode(read.raw["script"][0], type=Game)


def test_the_data_of_a_page_can_be_read_back(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    data = page_data(games)
    assert data_in(Read(page(data))) == data


def test_no_text_of_a_game_becomes_mark_up(games: Games, pack: Pack) -> None:
    small_game(games, pack, title=HOSTILE)
    text = page(page_data(games))
    read = Read(text)
    assert [attrs.get("id") for attrs in read.attributes("script")] == ["page-data", None]
    assert read.attributes("img") == []
    assert "<!--" not in text
    assert "\u2028" not in read.raw["script"][0]
    assert read.raw["h1"][0].strip() == HOSTILE
    assert any(HOSTILE in told for told in data_in(read).tables.texts)


def test_a_page_refers_to_nothing_outside_itself(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    for tag, attrs in Read(page(page_data(games))).tags:
        for name in ("src", "href", "xlink:href", "action", "data-source"):
            assert (attrs.get(name) or "#").startswith(("#", "data:image/svg+xml,")), f"{tag} {attrs}"


def test_the_policy_allows_exactly_the_script_and_the_style_of_the_page(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    read = Read(page(page_data(games)))
    (policy,) = (a["content"] for a in read.attributes("meta") if a.get("http-equiv") == "Content-Security-Policy")
    rules = dict(rule.strip().split(" ", 1) for rule in str(policy).split(";"))
    assert rules["default-src"] == "'none'"
    assert "connect-src" not in rules
    assert rules["script-src"] == _hash(read.raw["script"][1])
    assert rules["style-src"] == _hash(read.raw["style"][0])
    assert not [attrs for _, attrs in read.tags if "style" in attrs or any(name.startswith("on") for name in attrs)]


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_pictures_carry_no_style_of_their_own(pages: Pages) -> None:
    tables = pages("gettysburg/mcphersons-ridge-confederate.transcript").data.tables
    assert not [svg for svg in (*tables.faces, *(ground.svg for ground in tables.grounds)) if " style=" in svg]


def test_the_same_game_gives_the_same_page(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    assert page(page_data(games)) == page(page_data(games))


def test_a_game_of_five_thousand_entries_stays_small(games: Games) -> None:
    line = recorded(games, "gettysburg/second-day-union.transcript")
    assert games.log.head(line).number > 4_500
    assert len(page(page_data(games)).encode()) < MOST


def test_much_data_is_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGE", 10)
    text, kind = embedded(b'"a long enough text"')
    assert kind == "application/gzip"
    assert gzip.decompress(base64.b64decode(text)) == b'"a long enough text"'
    assert embedded(b'"short"') == ('"short"', "application/json")


# Script and style


def source(name: str) -> str:
    return files("projections.page").joinpath("browser", name).read_text("utf-8")


def test_each_module_imports_only_from_those_before_it() -> None:
    for i, name in enumerate(SCRIPTS):
        imports = re.findall(r"^import .*", source(name), re.M)
        found = [re.fullmatch(r'import \{ [\w, ]+ \} from "\./([\w.]+)";', line) for line in imports]
        assert all(found), f"{name}: an import stands on one line"
        assert {match[1] for match in found if match} <= set(SCRIPTS[:i]), name


def test_no_two_modules_use_one_name_at_their_top() -> None:
    top = r"^(?:export )?(?:async )?(?:function|class|const|let) (?:(\w+)|\[(.*?)\])"
    seen: dict[str, str] = {}
    for name in SCRIPTS:
        for line in re.findall(rf"{top}.*", source(name), re.M):
            assert line[0] not in seen, f"{line[0]} is in {name} and in {seen[line[0]]}"
            seen[line[0]] = name


def test_the_script_is_one_that_needs_no_modules() -> None:
    assert not re.search(r"^(import|export) ", script_text(), re.M)


@pytest.mark.skipif(shutil.which("node") is None, reason="no node here to read the script")
def test_the_script_can_be_read() -> None:
    subprocess.run(["node", "--check", "-"], input=script_text(), text=True, check=True, timeout=60)


def test_the_style_of_drawings_reaches_drawings_only() -> None:
    assert scoped(".a,.b{x:1}\ntext{y:2}").split() == [".drawn", ".a,.drawn", ".b{x:1}.drawn", "text{y:2}"]


def test_the_parts_of_a_sign_keep_their_style_wherever_it_is_used() -> None:
    assert scoped(".puff,.b{x:1}", '<g id="cloud"><path class="puff"/></g>') == ".puff,.drawn .b{x:1}"


# Language


def test_a_page_is_told_in_the_language_it_is_made_in(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    english = page(page_data(games))
    with speaking("fr"):
        french = page(page_data(games))
    (held, *_), (root, *_) = (Read(french).attributes(tag) for tag in ("script", "html"))
    words = msgspec.json.decode(str(held["data-words"]), type=dict[str, str])
    assert (root["lang"], words["Play"], words["."]) == ("fr", "Lire", ",")
    assert '<button type="button" id="page-closer" aria-label="Plus près" title="Plus près">' in french
    assert 'placeholder="Chercher dans le journal"' in french
    assert '<html lang="en"' in english
    assert "data-words" not in english.partition("<script>")[0]
    assert "{{" not in english.partition("<script id=")[0].partition("<body>")[2]


def test_only_the_words_of_a_page_differ_between_languages(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    english = page_data(games)
    with speaking("fr"):
        french = page_data(games)
    assert [line.seal for line in french.lines] == [line.seal for line in english.lines]
    assert (french.sides, french.viewers) == (english.sides, english.viewers)
    assert len(french.lines[0].own.rows) == len(english.lines[0].own.rows)
    assert english.words == {}
