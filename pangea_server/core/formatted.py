"""Markdown as plain elements: a page builds them itself, so that no text can contain its own HTML."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from markdown_it import MarkdownIt
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


def formatted(markdown: str) -> tuple[TextNode, ...]:
    """Headings, paragraphs, lists and emphasis; of any other CommonMark element, only its text."""
    return tuple(_nodes(SyntaxTreeNode(MarkdownIt("commonmark", {"html": False}).parse(markdown))))


def _nodes(parent: SyntaxTreeNode) -> Iterator[TextNode]:
    for node in parent.children:
        if node.type == "heading":
            element = "h2" if node.tag in ("h1", "h2") else "h3"
            yield TextNode(element=element, children=tuple(_nodes(node)))
        elif node.type == "softbreak":
            yield TextNode(element="text", text=" ")
        elif node.type in ELEMENTS:
            text = node.content if node.type == "text" else ""
            children = () if node.type == "text" else tuple(_nodes(node))
            yield TextNode(element=ELEMENTS[node.type], text=text, children=children)
        elif node.children:
            yield from _nodes(node)
        else:
            yield TextNode(element="text", text=node.content)


class TextNode(Wire):
    """A piece of formatted text: plain ``text``, or an element around ``children``."""

    element: Literal["h2", "h3", "p", "ul", "ol", "li", "strong", "em", "br", "text"]
    text: str = ""
    children: tuple[TextNode, ...] = ()
