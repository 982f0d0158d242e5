"""The odds of an order for a terminal: shares, bars and words, as wide as there is room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from domain.odds.reckon import Odds, Outcome

SHOWN = 20  # rows, unless every one is asked for
BARS = " ▏▎▍▌▋▊▉█"  # eighths of a block
TOTALS = "no rule makes anything of these dice here, so they are told apart by their total"
NARROW, WORDS = 8, 30  # columns: the least a bar, and the words beside it, need


def head(found: Odds, *, every: bool = False) -> Iterator[str]:
    """What is asked, how it was answered, and what happens in any case."""
    yield f"{', then '.join(found.orders)}, at {found.ref}"
    if found.apart == "nothing":
        yield "nothing here is left to chance:"
        return
    yield how(found)
    if found.apart == "dice":
        yield TOTALS
    elif every:
        yield "each position by itself, told as on the likeliest way to it"
    if found.always:
        yield f"{'in every way so far' if found.stopped else 'in any case'}: {'; '.join(found.always)}"


def how(found: Odds) -> str:
    """Where the numbers come from."""
    if found.exact:
        return f"exact: every way the dice and cards can fall ({found.ways:,} runs of the rules)"
    if found.seed is None:
        return (
            f"stopped when {percent(found.counted)} of all chance was counted ({found.ways:,} runs of the rules); "
            "each share with the least and the most it can be"
        )
    return (
        f"{'stopped early; ' if found.stopped else ''}sampled, not exact: {found.ways:,} tries with the seed "
        f"{found.seed} (never the dice of the game); each share with its 95 % interval"
    )


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
        yield f"  {percent(sum(one.share for one in rest)):>8}  {len(rest)} more; --all lists them"


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
    for what, mean in (("losses", found.mean_losses), ("points", found.mean_points)):
        if any(mean.values()):
            far = " so far" if found.stopped else ""
            yield f"{what} on average{far}: {', '.join(f'{side} {value:.2f}' for side, value in mean.items())}"
    if any(outcome.happened for outcome in found.outcomes) and len(found.outcomes) > 1:
        yield "* is what happened in the game"
    positions = sum(outcome.positions for outcome in found.outcomes)
    if positions > len(found.outcomes):
        lines = f"{len(found.outcomes)} lines" if len(found.outcomes) > 1 else "one line"
        yield f"{positions} positions in {lines}: --all tells them apart"


def words(outcome: Outcome, found: Odds) -> str:
    return "; ".join(outcome.words) or ("nothing more" if found.always else "nothing changes")


def percent(share: float) -> str:
    """Small chances are not told as none, nor near certainties as certain."""
    if 0 < share < 0.0001:
        return "< 0.01 %"
    return f"{min(share, 0.9999) * 100 if share < 1 else 100:.2f} %"


def certainty(outcome: Outcome) -> str:
    """The exact fraction, or the interval of a sampled share."""
    if outcome.low is None or outcome.high is None:
        return outcome.fraction
    return f"{outcome.low * 100:.1f} to {outcome.high * 100:.1f}"


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
