"""Markdown as plain elements: a page builds them itself, so that no text can contain its own HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from pangea_server.core.wire import Wire

ELEMENTS = {
    "paragraph": "p",
    "bullet_list": "ul",
    "ordered_list": "ol",
    "list_item": "li",
    "strong": "strong",
    "em": "em",
    "softbreak": "text",
    "hardbreak": "br",
    "text": "text",
}
MOST_NESTED = 20
MOST_PIECES = 5000
KEPT_TEXTS = 100
"""Parsed ones: each person who takes a task gets the same."""
FILM_ENDINGS = (".mp4", ".webm")


@dataclass(frozen=True, slots=True)
class TextAddress:
    """An address in a text, with its line (from 1). ``how``: whether the text links to it or shows it."""

    line: int
    how: Literal["link", "picture", "film"]
    address: str

    @property
    def is_elsewhere(self) -> bool:
        """Whether it names a scheme or a host, and not a file."""
        return is_elsewhere(self.address)


@dataclass(frozen=True, slots=True)
class ShownMedia:
    """A picture or film that a text may show: where a browser finds it, and a film's captions."""

    address: str
    captions: tuple[Captions, ...] = ()


class Captions(Wire):
    """A film's captions in a language: a WebVTT file."""

    address: str
    language: str


def formatted(markdown: str, files: Mapping[str, ShownMedia] | None = None) -> tuple[TextNode, ...]:
    """Headings, paragraphs, lists, emphasis and links to https; of any other CommonMark element, only its text.

    Args:
        files: the pictures and films that the text may show, by the name that it has for them.
    """
    return tuple(_nodes(SyntaxTreeNode(_parsed(markdown)), files or {}))


def references(markdown: str) -> Iterator[TextAddress]:
    """What a text links to and shows, in order."""
    for block in _parsed(markdown):
        for token in block.children or ():
            if token.type in ("link_open", "image"):
                address = _address(token)
                yield TextAddress((block.map or [0])[0] + 1, _how(token.type, address), address)


def too_much(markdown: str) -> str | None:
    """Why a page cannot show a text, as part of a sentence; None where it can."""
    depth = deepest = pieces = 0
    for block in _parsed(markdown):
        for token in (block, *(block.children or ())):
            depth, pieces = depth + token.nesting, pieces + 1
            deepest = max(deepest, depth)
    if deepest > MOST_NESTED:
        return f"its emphasis and lists are nested {deepest} deep; at most {MOST_NESTED} can be shown"
    if pieces > MOST_PIECES:
        return (
            f"it has {pieces:,} paragraphs, emphases, links and lines; at most {MOST_PIECES:,} can be shown"
        )
    return None


def is_elsewhere(address: str) -> bool:
    """Whether an address names a scheme or a host; also where it cannot be understood."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return True
    return bool(parts.scheme or parts.netloc)


def is_https(address: str) -> bool:
    """Whether an address may be a link: https and a host, without a name or a password."""
    try:
        parts = urlsplit(address)
        return parts.scheme == "https" and bool(parts.hostname) and parts.username is None
    except ValueError:
        return False


@lru_cache(KEPT_TEXTS)
def _parsed(markdown: str) -> list[Token]:
    """Every address is parsed, also those that markdown-it would leave as text: we look at each ourselves."""
    parser = MarkdownIt("commonmark", {"html": False})
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    return parser.parse(markdown)


def _address(token: Token | SyntaxTreeNode) -> str:
    given = str(token.attrs.get("href" if token.type.startswith("link") else "src", ""))
    return given if is_elsewhere(given) else unquote(given)


def _how(kind: str, address: str) -> Literal["link", "picture", "film"]:
    if address.lower().endswith(FILM_ENDINGS) and not is_elsewhere(address):
        return "film"
    return "picture" if kind == "image" else "link"


def _nodes(parent: SyntaxTreeNode, files: Mapping[str, ShownMedia]) -> Iterator[TextNode]:
    for node in parent.children:
        if node.type == "heading":
            element = "h2" if node.tag in ("h1", "h2") else "h3"
            yield TextNode(element=element, children=tuple(_nodes(node, files)))
        elif node.type == "softbreak":
            yield TextNode(element="text", text=" ")
        elif node.type in ELEMENTS:
            text = node.content if node.type == "text" else ""
            children = () if node.type == "text" else tuple(_nodes(node, files))
            yield TextNode(element=ELEMENTS[node.type], text=text, children=children)
        elif node.type in ("image", "link"):
            yield from _referring(node, files)
        elif node.children:
            yield from _nodes(node, files)
        else:
            yield TextNode(element="text", text=node.content)


def _referring(node: SyntaxTreeNode, files: Mapping[str, ShownMedia]) -> Iterator[TextNode]:
    """A link, a picture or a film; its text alone, where it may not be shown."""
    address = _address(node)
    how, file = _how(node.type, address), files.get(address)
    if how != "link" and file:
        element, label = ("video" if how == "film" else "img"), _text_of(node)
        yield TextNode(element=element, text=label, address=file.address, captions=file.captions)
    elif how == "link" and is_https(address):
        yield TextNode(element="a", address=address, children=tuple(_nodes(node, files)))
    else:
        yield from _nodes(node, files)


def _text_of(node: SyntaxTreeNode) -> str:
    return "".join(_text_of(child) for child in node.children) if node.children else node.content


class TextNode(Wire):
    """A piece of formatted text: plain ``text``, or an element around ``children``.

    Elements that show or link to something have its ``address``; of a picture or film, ``text`` is the description.
    """

    element: Literal["h2", "h3", "p", "ul", "ol", "li", "strong", "em", "br", "text", "a", "img", "video"]
    text: str = ""
    address: str = ""
    captions: tuple[Captions, ...] = ()
    children: tuple[TextNode, ...] = ()
