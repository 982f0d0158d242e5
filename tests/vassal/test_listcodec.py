from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.vassal.listcodec import decode_list, encode_list

DELIMITERS = st.sampled_from(["\x1b", "\t", "/", ";", ",", "|"])


@pytest.mark.parametrize(
    ("elements", "delimiter", "text"),
    [
        pytest.param(["A", "B,C"], ",", "A,B\\,C", id="a delimiter is escaped"),
        pytest.param(["", "x"], ",", ",x", id="an empty element in front"),
        pytest.param(["x", ""], ",", "x,", id="an empty element at the end"),
        pytest.param(["\\x", "y"], ",", "'\\x',y", id="a backslash in front is quoted"),
        pytest.param(["'q'", "y"], ",", "''q'',y", id="quotes are quoted"),
        pytest.param(["p", "q\tr\\\ts"], "\t", "p\tq\\\tr\\\\\ts", id="a list within a list"),
        pytest.param([""], ",", "", id="the empty text is one empty element"),
    ],
)
def test_a_list_is_written_as_the_format_notes_say_and_read_back(elements, delimiter, text):
    assert encode_list(elements, delimiter) == text
    assert decode_list(text, delimiter) == elements


def test_an_element_that_ends_in_a_backslash_swallows_the_next_as_in_the_original():
    assert encode_list(["a\\", "b"], ",") == "a\\,b"
    assert decode_list("a\\,b", ",") == ["a,b"]


def by_the_letter(text: str, delimiter: str) -> list[str]:
    """Section 3 of the format notes, sign by sign."""
    tokens, token = [], ""
    for at, sign in enumerate(text):
        if sign == delimiter and at and text[at - 1] == "\\":
            token = token[:-1] + sign
        elif sign == delimiter:
            tokens.append(token)
            token = ""
        else:
            token += sign
    return [t[1:-1] if len(t) >= 2 and t[0] == t[-1] == "'" else t for t in [*tokens, token]]


@given(st.text(alphabet="a\\',\0;"), st.sampled_from([",", ";"]))
def test_any_text_decodes_as_it_does_sign_by_sign(text, delimiter):
    assert decode_list(text, delimiter) == by_the_letter(text, delimiter)


@given(st.lists(st.text(alphabet="ab\\'/;,\t \0é"), min_size=1), DELIMITERS)
def test_what_does_not_end_in_a_backslash_comes_back(elements, delimiter):
    elements = [re.sub(r"\\+$", "", element) for element in elements]
    assert decode_list(encode_list(elements, delimiter), delimiter) == elements
