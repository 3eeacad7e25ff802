"""What is told fast about a JSON body is what is told in full."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from environments.errors import InvalidDataError, PangeaError
from pangea_server.http.edge.strict_json import MAX_DIGITS, _check_in_full, _is_plainly_strict, check_json

NAMES = st.sampled_from(['"a"', '"b"', '"\\u0061"', '"a" ', '"\\":"', '"\\u0022:"', '"\\\\"', '"é"', '""'])
LEAVES = st.one_of(
    NAMES,
    st.sampled_from(
        [
            "1",
            "-0",
            "1e5",
            "1e999",
            "1E+308",
            "1e-999",
            "NaN",
            "-Infinity",
            "null",
            "true",
            "1.",
            "01",
            '"\\ud800"',
        ]
    ),
    st.sampled_from(
        ['"\\u0000"', '"😀"', '"\ufeff"', '"a\\":1,\\"a\\":"', "9" * MAX_DIGITS, "9" * (MAX_DIGITS + 1)]
    ),
    st.floats().map(json.dumps),
    st.text(max_size=5).map(json.dumps),
    st.integers().map(str),
)
SPACES = st.sampled_from(["", "", " ", "\n", "\t "])


def lists(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.lists(inner, max_size=3).map(lambda items: f"[{','.join(items)}]")


def objects(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    member = st.builds("{}{}:{}{}".format, NAMES, SPACES, SPACES, inner)
    return st.lists(member, max_size=4).map(lambda members: f"{{{','.join(members)}}}")


DOCUMENTS = st.recursive(LEAVES, lambda inner: lists(inner) | objects(inner), max_leaves=12)


@given(DOCUMENTS.map(str.encode))
@example(b'{"a":1,"a":2,"b":"\\u0022:"}')
@example(b'{"a":1,"a" :2}')
@example(b'{"a":"\\":","a":"\\":"}')
@example(b'["\xed\xa0\x80"]')
@example(b"\xef\xbb\xbf{}")
def test_nothing_that_is_refused_in_full_passes_fast(body: bytes) -> None:
    if _is_plainly_strict(body):
        _check_in_full(body)


@pytest.mark.parametrize("bracket", [("[", "]"), ('{"a":', "}")])
def test_whatever_is_nested_too_deeply_in_full_does_not_pass_fast(bracket: tuple[str, str]) -> None:
    begin, end = bracket
    for depth in range(1, 4000, 37):
        body = (begin * depth + "1" + end * depth).encode()
        refused = True
        with suppress(PangeaError):
            _check_in_full(body)
            refused = False
        assert not (refused and _is_plainly_strict(body))


def test_what_pages_send_passes_fast() -> None:
    sent = {
        "transcript": 'Past the "lamp": left',
        "typing": [{"t": 0.37, "n": 1}],
        "words": ["తలుపు", None, True],
    }
    assert _is_plainly_strict(json.dumps(sent, ensure_ascii=False, separators=(",", ":")).encode())


@pytest.mark.parametrize("beside", ["A", "\\u0041"], ids=["plain", "looked at in full"])
def test_a_number_has_a_hundred_digits_at_most(beside: str) -> None:
    check_json(f'{{"{beside}": {"1" * 100}}}'.encode(), 10)
    with pytest.raises(InvalidDataError):
        check_json(f'{{"{beside}": {"1" * 101}}}'.encode(), 10)
