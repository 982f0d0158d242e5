"""Writes the coverage table of a system's README anew: `python -m tests.coverage_table gettysburg`.

Every rule of the rulebook and every dispute has a row; module and test say where its id is cited. States are kept.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rules import SYSTEMS

ROOT = Path(__file__).parent.parent
HEAD = "| rule | what it says | module | test | state |\n|---|---|---|---|---|\n"
TABLE = re.compile(r"^\| rule \| what it says .*?(?=\n\n|\n?\Z)", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| *`?(?P<rule>[\w.()#/-]+)`? *\|(?P<rest>.*)\|(?P<state>[^|]*)\| *$", re.MULTILINE)
ASIDE = re.compile(r"[OR]\d*")  # lists of orders and rolls: the rules they cite have rows of their own
WORD = re.compile(r"(?<![\w.])[A-Z]*[\d.]*[\w.]*\w(?:\(\d\)|(?<=\d)/S\d+[a-z]?(?!\w))?")
CODE = re.compile(r"[A-G]|[A-CE-G]\d")  # a phase or segment: as short as many a word, so not any such word cites it
QUOTED = re.compile(r'"([D-G]|[A-CE-G]\d)"')  # "A", "B" and "C" are letters of readings
DOCSTRING = re.compile(r'^ *"""(.*)', re.MULTILINE)
NAME = re.compile(r"def test_(\w+)")
WIDEST = 90


def rows(system: str) -> dict[str, str]:
    """Rule id to its state, as the README has them."""
    found = ROW.finditer(_table(system))
    return {row["rule"]: row["state"].strip() for row in found if row["rule"] != "rule" and "---" not in row["rule"]}


def places(system: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """Each row not left out: its rule, its modules, its tests."""
    known = rows(system)
    for row in ROW.finditer(_table(system)):
        if row["rule"] in known and not row["state"].strip().startswith("left out"):
            *_, modules, tests = row["rest"].split("|")
            yield row["rule"], modules.replace(" ", "").split(","), tests.replace(" ", "").split(",")


def _table(system: str) -> str:
    found = TABLE.search(readme(system).read_text("utf-8"))
    return found[0] if found else ""


def readme(system: str) -> Path:
    return ROOT / "rules" / system / "README.md"


def citing(folder: Path, rule: str) -> list[str]:
    """Modules of a folder that cite a rule, the ones that cite it most first; a test may cite it in its name."""
    counted = {path: sum(cited[word] for word in _spelt(rule)) for path, cited in _cited(folder).items()}
    best = sorted((path for path, count in counted.items() if count), key=lambda path: -counted[path])
    return [str(path.relative_to(folder)) for path in best]


def _spelt(rule: str) -> Iterator[str]:
    """As it is written, and at the head of a test's name; there a letter alone would be a word."""
    yield f"code {rule}" if CODE.fullmatch(rule) else rule
    if len(rule) > 1:
        yield "test_" + re.sub(r"\W+", "_", rule.lower()).strip("_")


@cache
def _cited(folder: Path) -> dict[Path, Counter[str]]:
    """How often each module, and the table of rulings, cites each id, written out or at the head of a test's name."""
    found: dict[Path, Counter[str]] = {}
    for path in sorted((*folder.rglob("*.py"), *folder.glob("rulings.toml"))):
        text = path.read_text("utf-8")
        found[path] = Counter(word.rstrip(".") for word in WORD.findall(text))
        found[path].update(f"test_{head}" for name in NAME.findall(text) for head in _heads(name))
        found[path].update(f"code {code}" for code in _codes(text))
    return found


def _codes(text: str) -> Iterator[str]:
    """Phases and segments that are a string of their own, or that a docstring opens with."""
    yield from QUOTED.findall(text)
    for opening in DOCSTRING.findall(text):
        yield from _opening(opening)


def _opening(told: str) -> Iterator[str]:
    """`C1, E1: units move` opens with two. A letter alone needs the comma or colon: many a sentence opens with A."""
    for word in told.split():
        code = word.rstrip(",:")
        if CODE.fullmatch(code) and (len(code) > 1 or code != word):
            yield code
        if not word.endswith(","):
            return


def _heads(name: str) -> Iterator[str]:
    """Every beginning of a test's name, and of what follows an `and` in it: 12_4e_and_12_5 cites two."""
    for part in name.split("_and_"):
        words = part.split("_")
        yield from ("_".join(words[: end + 1]) for end in range(len(words)))


def rules_of(system: str) -> dict[str, str]:
    """Each rule without parts of its own, then each dispute: id and a line of what it says."""
    book = tomllib.loads((ROOT / "rules" / system / "book.en.toml").read_text("utf-8"))["rules"]
    ids = [row["id"] for row in book]
    whole = [row for row in book if not _has_parts(row["id"], ids) and not ASIDE.fullmatch(row["id"])]
    said = {row["id"]: _short(row.get("text") or row.get("title", "")) for row in whole}
    disputes = {key: _short(reading.question) for key, reading in SYSTEMS[system].book.readings.items()}
    settled = {key: _short(text) for key, text in SYSTEMS[system].book.settled.items()}
    return said | dict(sorted((disputes | settled).items(), key=lambda row: int(row[0].removeprefix("D"))))


def _has_parts(rule: str, ids: list[str]) -> bool:
    part = re.compile(rf"{re.escape(rule)}(\.\w+|[a-z]|\(\d\)|[A-Z][a-z]?|/\w+|(?<=[A-Z])\d)")
    return any(map(part.fullmatch, ids))


def _short(text: str) -> str:
    line = " ".join(text.replace("|", "/").split())
    return line if len(line) <= WIDEST else line[: WIDEST - 2].rsplit(" ", 1)[0] + " …"


def table(system: str) -> Iterator[str]:
    states = rows(system)
    for rule, said in rules_of(system).items():
        module = ", ".join(citing(ROOT / "rules" / system, rule)[:2])
        test = ", ".join(citing(ROOT / "tests" / system, rule)[:2])
        yield f"| {rule} | {said} | {module} | {test} | {states.get(rule, 'done')} |"


def main(system: str) -> None:
    path = readme(system)
    text = path.read_text("utf-8")
    path.write_text(TABLE.sub(lambda _: HEAD + "\n".join(table(system)), text, count=1), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
