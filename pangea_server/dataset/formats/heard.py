"""What recognisers heard in each voice: ``{split}/{instruction}.json``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from pangea_server.annotate.alignments.heard import HeardWords
from pangea_server.dataset.entries.dataset import Follower, Guide
from pangea_server.dataset.entries.files import ExportedFile, made_from
from pangea_server.dataset.entries.protocol import VOICE, Format


class Heard(Format):
    """A file for each Guide whom a recogniser listened to; the other Guides have none."""

    name = "heard"
    summary = "what recognisers heard in each voice (json)"
    about: Mapping[str, Any] = {"times": VOICE, "confidence": "0 to 1, as each recogniser defines it"}

    def files(self, item: Guide | Follower) -> Iterable[ExportedFile]:
        if item.said and item.said.heard:
            guide, heard = item.said.annotation, item.said.heard
            yield made_from(f"{guide.split}/{guide.record_id}.json", heard_json, (heard,))


def heard_json(heard: Sequence[HeardWords]) -> bytes:
    """Each recogniser with its language and its words."""
    rows = [
        {
            "recogniser": each.recogniser,
            "language": each.language,
            "words": [
                {
                    "word": word.word,
                    "start_time": word.start_time,
                    "end_time": word.end_time,
                    "confidence": word.confidence,
                }
                for word in each.words
            ],
        }
        for each in heard
    ]
    return msgspec.json.format(msgspec.json.encode(rows), indent=1) + b"\n"
