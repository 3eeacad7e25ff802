"""Markdown as elements that a page builds: what may be a link, a picture or a film, and what is only text."""

from __future__ import annotations

from typing import Any

import pytest
from markdown_it import MarkdownIt

from pangea_server.core.formatted import (
    Captions,
    ShownMedia,
    TextAddress,
    formatted,
    is_elsewhere,
    is_https,
    references,
    too_much,
)

FILES = {
    "a b.png": ShownMedia("/files/1"),
    "walk.MP4": ShownMedia("/files/2", (Captions(address="/files/3", language="en"),)),
}


def tree(markdown: str) -> list[Any]:
    """Each element as its name with its text, address or children."""

    def plain(node: Any) -> Any:
        said = [
            part for part in (node.text, node.address, *(each.language for each in node.captions)) if part
        ]
        return (node.element, *said, *map(plain, node.children))

    return [plain(node) for node in formatted(markdown, FILES)]


def text(words: str) -> tuple[str, str]:
    return ("text", words)


@pytest.mark.parametrize(
    ("markdown", "elements"),
    [
        ("# A\n\n## B\n\n### C", [("h2", text("A")), ("h2", text("B")), ("h3", text("C"))]),
        ("one\ntwo  \n*three*", [("p", text("one"), text(" "), text("two"), ("br",), ("em", text("three")))]),
        (
            "1. **a**\n2. b",
            [("ol", ("li", ("p", ("text",), ("strong", text("a")), ("text",))), ("li", ("p", text("b"))))],
        ),
        ("- a", [("ul", ("li", ("p", text("a"))))]),
        ("> `code`", [("p", text("code"))]),
        ("[a](https://b.example/c)", [("p", ("a", "https://b.example/c", text("a")))]),
        ("[a](http://b.example)", [("p", text("a"))]),
        ("[a](https://me@b.example)", [("p", text("a"))]),
        ("[a](javascript:alert)", [("p", text("a"))]),
        ("![the *door*](a%20b.png)", [("p", ("img", "the door", "/files/1"))]),
        ("![none](c.png)", [("p", text("none"))]),
        ("![a film](walk.MP4)", [("p", ("video", "a film", "/files/2", "en"))]),
        ("[a film](walk.MP4)", [("p", ("video", "a film", "/files/2", "en"))]),
        ("[a picture](a%20b.png)", [("p", text("a picture"))]),
    ],
)
def test_markdown_becomes_elements(markdown: str, elements: list[Any]) -> None:
    assert tree(markdown) == elements


def test_what_a_text_links_to_and_shows_is_told_with_its_line() -> None:
    markdown = "# A\n\n[a](b.html) ![c](d%20e.png)\n\n- ![f](g.webm)\n- ![h](https://i.example/j%20k.mp4)"
    assert [*references(markdown)] == [
        TextAddress(3, "link", "b.html"),
        TextAddress(3, "picture", "d e.png"),
        TextAddress(5, "film", "g.webm"),
        TextAddress(6, "picture", "https://i.example/j%20k.mp4"),
    ]
    assert [each.is_elsewhere for each in references(markdown)] == [False, False, False, True]


@pytest.mark.parametrize(
    ("address", "elsewhere", "https"),
    [
        ("a/b.png", False, False),
        ("//a.example/b", True, False),
        ("https://a.example", True, True),
        ("https:///b", True, False),
        ("http://a.example", True, False),
        ("https://me@a.example", True, False),
        ("mailto:a", True, False),
        ("https://[", True, False),
    ],
)
def test_an_address_is_a_file_of_ours_or_elsewhere_and_only_https_may_be_a_link(
    address: str, elsewhere: bool, https: bool
) -> None:
    assert (is_elsewhere(address), is_https(address)) == (elsewhere, https)


def test_what_is_nested_no_deeper_than_twenty_can_be_shown() -> None:
    deepest = f"{'*a ' * 19}so{' b*' * 19}"  # in a paragraph
    assert too_much(deepest) is None
    assert formatted(deepest)
    assert (
        too_much(f"*a {deepest} b*") == "its emphasis and lists are nested 21 deep; at most 20 can be shown"
    )


def test_the_same_text_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    words = "A text of *this* test alone."
    first = formatted(words)
    monkeypatch.setattr(MarkdownIt, "parse", None)
    assert formatted(words) == first
