"""The odds of an order as a picture: one bar for each outcome, with its share and its words."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from domain.odds.reckon import Odds, Outcome
from domain.words.phrases import phrase
from projections.charts.odds_text import SHOWN, TOTALS, certainty, how, listed, percent, scaled, words
from projections.charts.plot import MARGIN, page
from projections.drawing.style import text_of

LEFT, BAR = 128, 300  # where the bars begin, and how long the longest is
WORDS, LINE, GAP = 446, 17, 12  # where the words begin, their lines, and the room between two rows
LETTERS, WIDE = 78, 138  # of a line of words, and of a note
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25)  # between the lines of the scale
STYLE = """
.title{font-size:19px}
.words{font-size:13px}
.share{font-size:15px;font-weight:bold;text-anchor:end}
.sure,.scale text{font-size:11px;text-anchor:end;fill:#6b6355}
.scale text{text-anchor:middle}
.scale path{stroke:#ddd5c2;fill:none}
.bar{fill:#4a6d8c}
.happened .bar{fill:#b0562a}
.whisker{stroke:#2b2620;stroke-width:1.5;fill:none}
""".strip()


def draw(found: Odds, *, every: bool = False) -> str:
    """The whole picture, light and the same for the same odds."""
    shown = listed(found, every=every)
    whole = scaled([outcome.high or outcome.share for outcome in shown])
    heads = list(_heads(found))
    top = y = MARGIN + 4 + sum(height for _, height, _ in heads)
    rows: list[str] = []
    for outcome in shown:
        said = wrap(words(outcome, found), LETTERS) or [""]
        rows += _row(outcome, said, y, whole)
        y += max(34, LINE * len(said)) + GAP
    foot = [f'<text class="note" x="{MARGIN}" y="{y + 26}">{text_of(note)}</text>' for note in _foot(found, shown)]
    return "\n".join(_page(found, y + 40, [*_placed(heads), *_scale(top, y - 4, whole), *rows, *foot]))


def _heads(found: Odds) -> Iterator[tuple[str, int, str]]:
    """The class of each line above the bars, its height and its text."""
    for line in wrap(phrase("Odds of {0}", phrase(", then ").join(found.orders)), 90):
        yield "title", 25, line
    notes = [phrase("at {0}; {1}", found.ref, how(found))]
    if found.apart == "dice":
        notes.append(phrase(TOTALS))
    if found.always:
        notes.append(phrase("in any case: {0}", phrase("; ").join(found.always)))
    for line in (part for note in notes for part in wrap(note, WIDE)):
        yield "note", LINE, line


def _placed(heads: list[tuple[str, int, str]]) -> Iterator[str]:
    y = MARGIN - 8
    for kind, height, line in heads:
        y += height
        yield f'<text class="{kind}" x="{MARGIN}" y="{y - 5}">{text_of(line)}</text>'


def _scale(top: int, bottom: int, whole: float) -> Iterator[str]:
    """Thin lines at round shares."""
    step = next((step for step in STEPS if whole / step <= 6), 0.25)
    yield '<g class="scale">'
    for number in range(int(whole / step + 1e-9) + 1):
        x = LEFT + BAR * number * step / whole
        yield f'<path d="M{x:.1f} {top - 4}V{bottom}"/>'
        yield f'<text x="{x:.1f}" y="{bottom + 13}">{number * step * 100:.0f}</text>'
    yield "</g>"


def _page(found: Odds, height: int, lines: list[str]) -> Iterator[str]:
    said = phrase("; ").join(
        phrase("{0}: {1}", percent(one.share), words(one, found)) for one in found.outcomes[:SHOWN]
    )
    return page(phrase("Odds of {0}", found.orders[0]), said, height, lines, STYLE)


def _row(outcome: Outcome, said: list[str], y: int, whole: float) -> Iterator[str]:
    length = max(1.0, BAR * outcome.share / whole)
    yield f'<g class="{"happened" if outcome.happened else "outcome"}">'
    yield f'<text class="share" x="{LEFT - 12}" y="{y + 16}">{percent(outcome.share)}</text>'
    yield f'<text class="sure" x="{LEFT - 12}" y="{y + 31}">{text_of(certainty(outcome))}</text>'
    yield f'<rect class="bar" x="{LEFT}" y="{y + 2}" width="{length:.1f}" height="26"/>'
    if outcome.low is not None and outcome.high is not None:
        yield _whisker(LEFT + BAR * outcome.low / whole, LEFT + BAR * outcome.high / whole, y + 15)
    for number, line in enumerate(said):
        yield f'<text class="words" x="{WORDS}" y="{y + 16 + LINE * number}">{text_of(line)}</text>'
    yield "</g>"


def _whisker(low: float, high: float, y: int) -> str:
    return f'<path class="whisker" d="M{low:.1f} {y - 5}v10M{low:.1f} {y}H{high:.1f}M{high:.1f} {y - 5}v10"/>'


def _foot(found: Odds, shown: tuple[Outcome, ...]) -> Iterator[str]:
    rest = found.outcomes[len(shown) :]
    share = percent(sum(one.share for one in rest))
    said = [phrase("{0} more outcomes, together {1}", len(rest), share)] if rest else []
    if any(outcome.happened for outcome in shown) and len(found.outcomes) > 1:
        said.append(phrase("the red bar is what happened in the game"))
    if said:
        yield phrase("; ").join(said).capitalize() + "."
