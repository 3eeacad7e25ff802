"""Captions of a film in three languages: the messages with which the pages themselves explain each step."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parents[2] / "static" / "src"
LANGUAGES = ("en", "hi", "te")
OF_ALL_PAGES = "kit"
LAST_SECONDS = 3.0
"""How long the last caption stays, if the film does not end before."""


@dataclass(frozen=True, slots=True)
class Caption:
    """What is said from a second on until the next caption: a key of the messages of a kind, or of all pages."""

    start: float
    where: str
    key: str


def web_vtt(captions: Sequence[Caption], duration: float, language: str) -> str:
    """The captions as a WebVTT file."""
    ends = [*(caption.start for caption in captions[1:]), duration]
    cues = [
        f"{_time(caption.start)} --> {_time(end)}\n{text_of(caption, language)}\n"
        for caption, end in zip(captions, ends, strict=True)
        if end > caption.start
    ]
    return "\n".join(["WEBVTT\n", *cues])


def text_of(caption: Caption, language: str) -> str:
    """The message; of a step with a title, title and text."""
    found: Any = _messages(caption.where, language)
    for part in caption.key.split("."):
        found = found[part]
    return found if isinstance(found, str) else f"{found['title']}\n{found.get('text') or found['detail']}"


@cache
def _messages(where: str, language: str) -> dict[str, Any]:
    folder = SOURCE / "kit" if where == OF_ALL_PAGES else SOURCE / "tasks" / where
    messages: dict[str, Any] = json.loads((folder / "messages" / f"{language}.json").read_text())
    return messages


def _time(seconds: float) -> str:
    minutes, rest = divmod(max(0.0, seconds), 60)
    return f"{int(minutes):02}:{rest:06.3f}"
