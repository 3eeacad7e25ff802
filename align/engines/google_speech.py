"""Google Cloud Speech-to-Text (v1): words with offsets; ``align.matching`` carries them over to the transcript.

The service takes at most a minute of sound that is not in a bucket ("Inline audio exceeds duration limit", also for
``long_running_recognize``). Longer recordings are therefore cut where they are quietest, and the parts are recognised
one after the other: nobody's voice is left in a bucket.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from align.audio import Recording
from align.errors import EngineError, EngineNotInstalledError, EngineTimeoutError
from align.timed import TimedWord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

SAMPLE_RATE = 16_000
MAX_SECONDS = 59.0
"""Longest part that is sent at once."""
CUT_WINDOW_SECONDS = 10.0
"""A part ends at the quietest moment of its last ten seconds."""

_FRAME = SAMPLE_RATE // 50
_SIGN_IN = "Run `gcloud auth application-default login`, or set GOOGLE_APPLICATION_CREDENTIALS."


class GoogleSpeech:
    """The engine ``google_speech``; credentials are the client library's own (Application Default Credentials).

    Args:
        client: makes the ``google.cloud.speech_v1.SpeechClient``; to reach another endpoint than Google's.
        timeout: seconds to wait for the answer to one part.
    """

    name = "google_speech"

    def __init__(self, client: Callable[[], Any] | None = None, timeout: float = 120.0) -> None:
        self._make_client = client or _default_client
        self._timeout = timeout

    def recognize(self, recording: Recording, language: str) -> list[TimedWord]:
        """The words heard, with the service's confidence where it gives one.

        Raises:
            EngineTimeoutError: the service did not answer in time.
            EngineError: no or wrong credentials, no quota, no connection, a language that it does not know.
            EngineNotInstalledError: google-cloud-speech is missing.
        """
        sound = recording.resampled(SAMPLE_RATE)
        with self._make_client() as client:
            return [
                _timed(word, start, recording.duration)
                for start, part in _parts(sound)
                for word in self._words(client, part, language)
            ]

    def _words(self, client: Any, part: Recording, language: str) -> list[Any]:
        from google.api_core import exceptions

        try:
            return _ask(client, part, language, self._timeout)
        except (exceptions.DeadlineExceeded, exceptions.RetryError) as exc:
            raise EngineTimeoutError(
                f"Google Cloud Speech-to-Text did not answer within {self._timeout} s.",
                remedy="Try again later, or with a shorter recording.",
            ) from exc
        except exceptions.GoogleAPICallError as exc:
            raise EngineError(
                f"Google Cloud Speech-to-Text refused: {exc.message}", remedy=_remedy(exc)
            ) from exc


def _default_client() -> Any:
    try:
        from google.auth.exceptions import DefaultCredentialsError
        from google.cloud.speech_v1 import SpeechClient
    except ImportError as exc:
        raise EngineNotInstalledError(
            "The package google-cloud-speech is missing.", remedy="pip install google-cloud-speech"
        ) from exc
    try:
        return SpeechClient()
    except DefaultCredentialsError as exc:
        raise EngineError(
            f"Google Cloud Speech-to-Text: {exc}",
            remedy=_SIGN_IN,
        ) from exc


def _parts(sound: Recording) -> Iterator[tuple[float, Recording]]:
    """Stretches of at most ``MAX_SECONDS``, each with its start in seconds."""
    samples, first = sound.samples, 0
    while first < samples.size:
        last = min(samples.size, first + int(MAX_SECONDS * SAMPLE_RATE))
        if last < samples.size:
            last = _quietest(samples, last - int(CUT_WINDOW_SECONDS * SAMPLE_RATE), last)
        yield first / SAMPLE_RATE, Recording(samples[first:last], SAMPLE_RATE)
        first = last


def _quietest(samples: NDArray[np.float32], first: int, last: int) -> int:
    """The middle of the quietest fifth of a second between two samples."""
    frames = samples[first : first + (last - first) // _FRAME * _FRAME].reshape(-1, _FRAME)
    loudness = np.convolve(np.square(frames).mean(axis=1), np.ones(10), mode="valid")
    return first + (int(loudness.argmin()) + 5) * _FRAME


def _ask(client: Any, part: Recording, language: str, timeout: float) -> list[Any]:
    """The words of the likeliest alternative of every result."""
    from google.api_core.exceptions import ServiceUnavailable
    from google.api_core.retry import Retry, if_exception_type
    from google.cloud.speech_v1 import RecognitionAudio, RecognitionConfig

    config = RecognitionConfig(
        encoding=RecognitionConfig.AudioEncoding.LINEAR16,
        sample_rate_hertz=SAMPLE_RATE,
        language_code=language,
        enable_word_time_offsets=True,
        enable_word_confidence=True,
    )
    response = client.recognize(
        config=config,
        audio=RecognitionAudio(content=part.pcm()),
        retry=Retry(predicate=if_exception_type(ServiceUnavailable), timeout=timeout),
        timeout=timeout,
    )
    likeliest = [result.alternatives[0] for result in response.results if result.alternatives]
    return [word for alternative in likeliest for word in alternative.words]


def _timed(word: Any, offset: float, duration: float) -> TimedWord:
    start = min(offset + word.start_time.total_seconds(), duration)
    end = min(offset + word.end_time.total_seconds(), duration)
    return TimedWord(word.word, start, max(start, end), "recognised", word.confidence or None)


def _remedy(error: Any) -> str:
    from google.api_core import exceptions

    remedies = {
        exceptions.Unauthenticated: _SIGN_IN,
        exceptions.PermissionDenied: "Enable the Speech-to-Text API for the project, and let this account use it.",
        exceptions.ResourceExhausted: "Wait, or ask for more quota.",
        exceptions.InvalidArgument: "Check the language tag; the service lists those it knows.",
        exceptions.ServiceUnavailable: "Check the connection, and try again.",
    }
    return next((text for kind, text in remedies.items() if isinstance(error, kind)), "Try again later.")
