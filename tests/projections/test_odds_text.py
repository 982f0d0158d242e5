"""Bars and shares: what is not nothing shows, and nothing is called certain that is not."""

from __future__ import annotations

import msgspec
import pytest

from domain.odds.reckon import Odds, Outcome
from projections.charts.odds import draw
from projections.charts.odds_text import bar, certainty, head, percent, rows, tail


def odds_of(*shares: float, words: str = "what happens then", apart: str = "outcome") -> Odds:
    return Odds(
        ref="game:1", orders=("blue> Fire",), exact=True, ways=9, apart=apart, always=(),  # type: ignore[arg-type]
        outcomes=tuple(
            Outcome(fraction=f"{share}", share=share, words=(f"{words} {i}",), points={}, losses={})
            for i, share in enumerate(shares)
        ),
        mean_points={}, mean_losses={},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("share", "width", "drawn"),
    [(0.0, 8, ""), (1e-9, 8, "▏"), (0.5, 8, "████"), (0.51, 8, "████▏"), (1.0, 8, "████████"), (0.99, 8, "███████▉")],
)
def test_bars_are_true_to_the_eighth_of_a_column(share: float, width: int, drawn: str) -> None:
    assert bar(share, width) == drawn


def test_a_terminal_without_blocks_gets_plain_letters() -> None:
    assert bar(0.5, 8, fine=False) == "####"
    assert bar(0.001, 8, fine=False) == "#"
    assert "#" in "\n".join(rows(odds_of(0.5, 0.5), 80, fine=False))


@pytest.mark.parametrize(
    ("share", "said"),
    [(0.0, "0.00 %"), (0.00001, "< 0.01 %"), (1 / 3, "33.33 %"), (0.999999, "99.99 %"), (1.0, "100.00 %")],
)
def test_small_chances_are_not_none_and_large_ones_not_certain(share: float, said: str) -> None:
    assert percent(share) == said


def test_words_stand_beside_the_bars_or_beneath_them_where_there_is_no_room() -> None:
    found = odds_of(0.75, 0.25, words="a rather long story of what may become of it")
    assert max(map(len, rows(found, 100))) <= 100
    narrow = list(rows(found, 40))
    assert narrow[1] == "    a rather long story of what may"
    assert max(map(len, narrow)) <= 40


def test_the_rest_of_a_long_table_is_summed_up() -> None:
    found = odds_of(*([0.04] * 25))
    assert list(rows(found, 100))[-1] == "   20.00 %  5 more; --all lists them"
    assert len(list(rows(found, 100, every=True))) == 25
    assert "5 more outcomes, together 20.00 %." in draw(found)
    assert len(list(rows(odds_of(*([0.04] * 25), apart="dice"), 100))) == 25


def test_positions_told_in_the_same_words_are_counted() -> None:
    found = odds_of(1.0)
    one = Outcome(fraction="1", share=1.0, words=(), points={}, losses={}, positions=6)
    more = Odds(**{name: getattr(found, name) for name in found.__struct_fields__} | {"outcomes": (one,)})
    assert list(tail(more)) == ["6 positions in one line: --all tells them apart"]


def test_a_sampled_share_is_told_with_its_interval() -> None:
    one = Outcome(fraction="1/4", share=0.25, low=0.201, high=0.299, words=(), points={}, losses={})
    assert certainty(one) == "20.1 to 29.9"


def test_the_head_says_what_was_asked() -> None:
    assert list(head(odds_of(0.5, 0.5))) == [
        "blue> Fire, at game:1",
        "exact: every way the dice and cards can fall (9 runs of the rules)",
    ]


@pytest.mark.parametrize(
    ("seed", "said"),
    [
        pytest.param(
            None,
            "stopped when 37.50 % of all chance was counted (9 runs of the rules); "
            "each share with the least and the most it can be",
            id="counted",
        ),
        pytest.param(
            1863,
            "stopped early; sampled, not exact: 9 tries with the seed 1863 (never the dice of the game); "
            "each share with its 95 % interval",
            id="sampled",
        ),
    ],
)
def test_a_part_of_the_ways_is_called_a_part(seed: int | None, said: str) -> None:
    part = {"exact": False, "stopped": True, "counted": 0.375, "seed": seed, "always": ("it rains",)}
    found = msgspec.structs.replace(odds_of(0.25, 0.125), **part, mean_losses={"red": 1.5})
    assert list(head(found))[1:] == [said, "in every way so far: it rains"]
    assert list(tail(found)) == ["losses on average so far: red 1.50"]


def test_marks_in_a_story_are_no_marks_of_the_picture() -> None:
    assert "&lt;b&gt;" in draw(odds_of(1.0, words="<b>"))
