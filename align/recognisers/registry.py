"""The extension point of recognisers: opening the one that a user names, with the options that a user gave."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from align.recognisers.protocol import Recognizer
from environments.errors import ConfigurationError
from environments.plugins import ExtensionPoint

RECOGNISERS = ExtensionPoint(
    "pangea.recognisers",
    {
        "google_speech": "align.recognisers.google_speech:GoogleSpeech",
        "pocketsphinx_recognition": "align.recognisers.pocketsphinx_recognition:PocketSphinxRecognition",
        "recognised": "align.recognisers.recognised:Recognised",
        "whisper": "align.recognisers.whisper:Whisper",
    },
)


@dataclass(frozen=True, slots=True)
class RecogniserOptions:
    """What a user says about recognisers besides a name; each goes to the recognisers that take it.

    Attributes:
        endpoint: HOST:PORT of the service to ask instead of the usual one.
        model: the folder or file of the model to recognise with.
        speaker: whose words are meant, where a file has those of several.
    """

    endpoint: str | None = None
    model: Path | None = None
    speaker: str | None = None

    def for_class(self, factory: Any) -> dict[str, Any]:
        """The options that are given and that this class takes, by keyword."""
        taken = inspect.signature(factory).parameters
        given = {"endpoint": self.endpoint, "model": self.model, "speaker": self.speaker}
        return {name: value for name, value in given.items() if value is not None and name in taken}


NO_OPTIONS = RecogniserOptions()


def open_recogniser(specification: str, options: RecogniserOptions = NO_OPTIONS) -> Recognizer:
    """The recogniser that ``NAME`` or ``NAME:ARGUMENT`` names, such as ``google_speech:my-bucket``.

    Raises:
        PluginNotFoundError: no recogniser of this name is in the entry-point group ``pangea.recognisers``.
        ConfigurationError: it needs an argument, or takes none.
    """
    opened = RECOGNISERS.open(specification, options=options.for_class)
    if not isinstance(opened, Recognizer):
        raise ConfigurationError(
            f"{specification!r} is no recogniser: it has no name, or no method recognize.",
            remedy="See align/recognisers/protocol.py.",
        )
    return opened
