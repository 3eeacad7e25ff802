"""The protocol of recognisers, which are named in the entry-point group ``pangea.recognisers``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from align.audio import Audio
    from align.timed import TimedWord


@runtime_checkable
class Recognizer(Protocol):
    """Recognises what was said.

    Its class is called with the argument that the user wrote after its name, or with none. A class whose
    ``__init__`` has a keyword ``endpoint`` or ``model`` also gets the address or the model that the user gave
    (``RecogniserOptions``).
    """

    name: str

    def recognize(self, recording: Audio, language: str) -> Sequence[TimedWord]:
        """The recognised words in the order in which they were said; empty when nothing was said.

        Their times are seconds since the recording began, and their ``source`` is ``recognised``, or ``interpolated``
        where a word has only a share of its passage's time. Their confidence is in [0, 1], or None where the recogniser
        knows none.

        Args:
            language: BCP 47, such as en-IN.

        Raises:
            LanguageNotRecognisedError: it does not know this language.
            RecogniserNotInstalledError: its package is missing.
            RecogniserTimeoutError: it did not answer in time.
            RecogniserError: it cannot do this.
        """
