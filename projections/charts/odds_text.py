"""The odds of an order for a terminal: shares, bars and words, as wide as there is room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from domain.odds.reckon import Odds, Outcome
from domain.words.phrases import decimal, headings, later, phrase, thousands, word

SHOWN = 20  # rows, unless every one is asked for
BARS = " ▏▎▍▌▋▊▉█"  # eighths of a block
TOTALS = later("no rule makes anything of these dice here, so they are told apart by their total")
MEANS = (
    headings("losses on average: {0}", "losses on average so far: {0}"),
    headings("points on average: {0}", "points on average so far: {0}"),
)
NARROW, WORDS = 8, 30  # columns: the least a bar, and the words beside it, need


def head(found: Odds, *, every: bool = False) -> Iterator[str]:
    """What is asked, how it was answered, and what happens in any case."""
    yield phrase("{0}, at {1}", phrase(", then ").join(found.orders), found.ref)
    if found.apart == "nothing":
        yield phrase("nothing here is left to chance:")
        return
    yield how(found)
    if found.apart == "dice":
        yield phrase(TOTALS)
    elif every:
        yield phrase("each position by itself, told as on the likeliest way to it")
    if found.always:
        yield phrase(
            "in every way so far: {0}" if found.stopped else "in any case: {0}", phrase("; ").join(found.always)
        )


def how(found: Odds) -> str:
    """Where the numbers come from."""
    if found.exact:
        return phrase("exact: every way the dice and cards can fall ({0} runs of the rules)", thousands(found.ways))
    if found.seed is None:
        return phrase(
            "stopped when {0} of all chance was counted ({1} runs of the rules); "
            "each share with the least and the most it can be",
            percent(found.counted), thousands(found.ways),
        )  # fmt: skip
    said = phrase(
        "sampled, not exact: {0} tries with the seed {1} (never the dice of the game); "
        "each share with its 95 % interval",
        thousands(found.ways), found.seed,
    )  # fmt: skip
    return phrase("stopped early; ") + said if found.stopped else said


def listed(found: Odds, *, every: bool) -> tuple[Outcome, ...]:
    """What is shown of the outcomes; a row of totals is not cut off in the midst."""
    return found.outcomes if every or found.apart == "dice" else found.outcomes[:SHOWN]


def rows(found: Odds, width: int, *, fine: bool = True, every: bool = False) -> Iterator[str]:
    """The likeliest first; the rest together in one line."""
    shown = listed(found, every=every)
    sure = [certainty(outcome) for outcome in shown]
    room = max(map(len, sure), default=0)
    bars = max(NARROW, min(24, width // 6))
    left = 2 + 8 + 2 + room + 2 + bars + 2
    whole = scaled([outcome.share for outcome in shown])
    for outcome, said in zip(shown, sure, strict=True):
        mark = "*" if outcome.happened else " "
        drawn = bar(outcome.share / whole, bars, fine=fine)
        first = f"{mark} {percent(outcome.share):>8}  {said:<{room}}  {drawn:<{bars}}  "
        yield from _beside(first, words(outcome, found), width - left)
    rest = found.outcomes[len(shown) :]
    if rest:
        yield f"  {percent(sum(one.share for one in rest)):>8}  {phrase('{0} more; --all lists them', len(rest))}"


def _beside(first: str, said: str, room: int) -> Iterator[str]:
    """Words beside their bar, or beneath it where there is no room."""
    if room < WORDS:
        yield first.rstrip()
        yield from (f"    {line}" for line in wrap(said, max(WORDS, room + len(first) - 4)))
        return
    for number, line in enumerate(wrap(said, room) or [""]):
        yield (first if number == 0 else " " * len(first)) + line


def tail(found: Odds) -> Iterator[str]:
    """Averages, and what the marks mean."""
    for (whole, part), mean in zip(MEANS, (found.mean_losses, found.mean_points), strict=True):
        if any(mean.values()):
            each = ", ".join(f"{word(side)} {decimal(value, 2)}" for side, value in mean.items())
            yield phrase(part if found.stopped else whole, each)
    if any(outcome.happened for outcome in found.outcomes) and len(found.outcomes) > 1:
        yield phrase("* is what happened in the game")
    positions = sum(outcome.positions for outcome in found.outcomes)
    if positions > len(found.outcomes):
        lines = len(found.outcomes)
        said = later("{0} positions in {1} lines: --all tells them apart")
        yield phrase(said if lines > 1 else "{0} positions in one line: --all tells them apart", positions, lines)


def words(outcome: Outcome, found: Odds) -> str:
    return phrase("; ").join(outcome.words) or phrase("nothing more" if found.always else "nothing changes")


def percent(share: float) -> str:
    """Small chances are not told as none, nor near certainties as certain."""
    if 0 < share < 0.0001:
        return f"< {decimal(0.01, 2)} %"
    return f"{decimal(min(share, 0.9999) * 100 if share < 1 else 100, 2)} %"


def certainty(outcome: Outcome) -> str:
    """The exact fraction, or the interval of a sampled share."""
    if outcome.low is None or outcome.high is None:
        return outcome.fraction
    return phrase("{0} to {1}", decimal(outcome.low * 100, 1), decimal(outcome.high * 100, 1))


def bar(share: float, width: int, *, fine: bool = True) -> str:
    """A share of the whole width, to the eighth of a column; what is not nothing shows."""
    eighths = max(1 if share > 0 else 0, round(share * width * 8))
    if not fine:
        return "#" * max(1 if share > 0 else 0, round(share * width))
    full, part = divmod(eighths, 8)
    return BARS[8] * full + (BARS[part] if part else "")


def scaled(shares: Sequence[float]) -> float:
    """What a full bar stands for: the largest share, or a tenth where all are small."""
    return max([0.1, *shares])
