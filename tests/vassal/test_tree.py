from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.vassal.limits import MAX_COMMANDS, MAX_DEPTH
from domain.formats.vassal.listcodec import decode_list, encode_list
from domain.formats.vassal.tree import ESC, Node, decode_tree, encode_tree
from domain.kernel.errors import BadInput
from tests.vassal.builder import EXAMPLE


def test_the_worked_example_has_the_tree_of_the_format_notes():
    nodes = decode_tree(EXAMPLE)
    heads = [(depth, text.split("/")[0].split("\t")[0].split("*")[0]) for depth, text in nodes]
    assert heads == [
        (0, "begin_save"), (1, ""), (1, ""), (2, "+"), (2, "+"), (1, "PLAYER"), (1, "Main MapBoardPicker"),
        (1, "end_save"), (1, "LOG"), (2, "LOG"), (1, "LOG"), (2, "LOG"), (1, "LOG"),
    ]  # fmt: skip
    assert encode_tree(nodes) == EXAMPLE


def by_definition(text: str, depth: int = 0) -> list[Node]:
    """decode(s) of section 4, with the original's recursion."""
    tokens = decode_list(text, ESC)
    if tokens == [text]:
        return [Node(depth, text)]
    children = [node for token in tokens[1:] for node in by_definition(token, depth + 1)]
    return by_definition(tokens[0], depth) + children


@given(st.text(alphabet="a\\\x1b", max_size=30))
def test_one_pass_gives_what_the_definition_gives(text):
    assert decode_tree(text) == by_definition(text)


@given(st.text(alphabet="a\\\x1b'", max_size=20))
def test_text_with_quotes_decodes_by_the_definition_too(text):
    assert decode_tree(text) == by_definition(text)


# A quote at both ends of a command is lost in the original, and a backslash at its end swallows the next.
TEXTS = st.text(alphabet="ab\\'/\t", max_size=8).map(lambda text: text.rstrip("\\'"))
TREES = st.recursive(TEXTS.map(lambda text: (text, [])), lambda inner: st.tuples(TEXTS, st.lists(inner, max_size=4)))


def flat(tree, depth: int = 0) -> list[Node]:
    text, children = tree
    return [Node(depth, text), *(node for child in children for node in flat(child, depth + 1))]


def written_by_definition(tree) -> str:
    text, children = tree
    return encode_list([text, *map(written_by_definition, children)], ESC) if children else text


@given(TREES)
def test_a_tree_is_written_by_the_definition_and_read_back(tree):
    text = encode_tree(flat(tree))
    assert text == written_by_definition(tree)
    assert decode_tree(text) == flat(tree)


def test_an_escape_sign_within_a_command_is_escaped():
    assert encode_tree([Node(0, "a"), Node(1, "b\x1bc")]) == "a\x1bb\\\x1bc"


@pytest.mark.parametrize("nodes", [[], [Node(1, "a")], [Node(0, "a"), Node(2, "b")], [Node(0, "a"), Node(0, "b")]])
def test_what_is_no_tree_is_not_written(nodes):
    with pytest.raises(ValueError):
        encode_tree(nodes)


def test_the_deepest_tree_is_read_and_a_deeper_one_refused():
    def nested(depth: int) -> str:
        return "r" + "".join("\\" * level + ESC + "x" for level in range(depth))

    assert decode_tree(nested(MAX_DEPTH - 1))[-1] == Node(MAX_DEPTH - 1, "x")
    with pytest.raises(BadInput, match=f"more than {MAX_DEPTH} deep"):
        decode_tree(nested(MAX_DEPTH))


def test_too_many_commands_are_refused():
    assert len(decode_tree(ESC * 1000)) == 1001
    with pytest.raises(BadInput, match="1,000,000 commands"):
        decode_tree(ESC * MAX_COMMANDS)


def test_quotes_within_quotes_do_not_take_for_ever():
    with pytest.raises(BadInput, match="quotes"):
        decode_tree("'" * 4_000_000)
