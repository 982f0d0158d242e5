"""Dice rolled again: which, and how they lie afterwards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.rerolls import Grant, Lot, count_open, open_places, rolled_again

MAY, MUST = Grant("blue", "steady"), Grant("blue", "wet powder", must=True)
lots = st.builds(Lot, st.integers(2, 6), st.lists(st.integers(1, 6), min_size=1, max_size=6).map(tuple))


@pytest.mark.parametrize(("grant", "places"), [(MAY, (1, 3)), (MUST, (0, 2))])
def test_failed_dice_may_be_rolled_again_and_successes_must(grant, places):
    assert open_places(Lot(4, (6, 3, 4, 1)), grant) == places


def test_a_die_is_rolled_again_once():
    once = rolled_again(Lot(4, (6, 3, 1)), MAY, iter((2, 5)))
    assert once == Lot(4, (6, 2, 5), (1, 2))
    assert open_places(once, MAY) == ()
    assert open_places(once, MUST) == (0,), "the five was rolled again before"
    assert (Lot(4, (6, 3, 1)).successes, once.successes) == (1, 2)


@given(st.lists(lots, max_size=3), st.sampled_from([MAY, MUST]))
def test_as_many_dice_are_thrown_as_are_open_and_the_others_lie(dice, grant):
    thrown = iter([9] * count_open(dice, grant))
    after = [rolled_again(lot, grant, thrown) for lot in dice]
    assert next(thrown, None) is None
    for before, now in zip(dice, after, strict=True):
        kept = [place for place in range(len(before.faces)) if place not in now.again]
        assert [now.faces[place] for place in kept] == [before.faces[place] for place in kept]
        assert count_open([now], grant) == 0
