"""How refusals call the units."""

from __future__ import annotations

from domain.kernel.say import Say
from rules.gettysburg.words.en import WORDS
from rules.gettysburg.words.en.plain import named
from tests.gettysburg.positions import position


def test_2_5_a_refusal_calls_a_unit_by_name_and_what_is_none_as_it_was_typed() -> None:
    say = Say(WORDS, position({"U-1": "2020"}).names)
    assert (named(say, "U-1"), named(say, "C-HMC1")) == ("Meredith (Iron) (U-1)", "C-HMC1")
