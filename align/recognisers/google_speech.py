"""Google Cloud Speech-to-Text (v1): words with offsets, which ``align.engines.carried_over`` takes to a transcript.

The service takes at most a minute of sound that is not in a bucket ("Inline audio exceeds duration limit", also for
``long_running_recognize``). Longer recordings are therefore cut where they are quietest, and the parts are recognised
one after the other, so that no voice is stored in a bucket. With a bucket of your own they are recognised whole: the
sound is put there under a unique name, and removed again whether recognition succeeds or fails.
"""

from __future__ import annotations

import re
import secrets
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from align.errors import RecogniserError, RecogniserNotInstalledError, RecogniserTimeoutError
from align.recognisers.parts import parts
from align.timed import TimedWord
from environments.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from align.audio import Audio

SAMPLE_RATE = 16_000
MAX_SECONDS = 59.0
"""Length in seconds of the longest part that is sent at once."""

THIS_MACHINE = ("127.0.0.1", "[::1]", "localhost")
ENDPOINT = re.compile(r"(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\]):[0-9]{1,5}")

_SIGN_IN = "Run `gcloud auth application-default login`, or set GOOGLE_APPLICATION_CREDENTIALS."


class GoogleSpeech:
    """The recogniser ``google_speech``; credentials are those of the client library (Application Default Credentials).

    Args:
        bucket: name of a Cloud Storage bucket for recordings over a minute; None cuts them into parts.
        endpoint: HOST:PORT of the service, such as a region's ``eu-speech.googleapis.com:443``; one on this machine is
            a stand-in, which is spoken to without TLS and credentials.
        client: makes the ``google.cloud.speech_v1.SpeechClient``, for an endpoint other than Google's.
        storage: makes the ``google.cloud.storage.Client``.
        timeout: seconds to wait for the answer to one part; for a recording in the bucket at least as long as it lasts.
    """

    name = "google_speech"

    def __init__(
        self,
        bucket: str | None = None,
        *,
        endpoint: str | None = None,
        client: Callable[[], Any] | None = None,
        storage: Callable[[], Any] | None = None,
        timeout: float = 120.0,
    ) -> None:
        self._bucket = bucket
        self._make_client = client or partial(_client, endpoint)
        self._make_storage = storage or _default_storage
        self._timeout = timeout

    def recognize(self, recording: Audio, language: str) -> list[TimedWord]:
        """The recognised words, with the service's confidence where it gives one.

        Raises:
            RecogniserTimeoutError: the service did not answer in time.
            RecogniserError: missing or wrong credentials, no quota, no connection, or a language that the service does
                not support.
            RecogniserNotInstalledError: google-cloud-speech is missing.
        """
        sound = recording.resampled(SAMPLE_RATE)
        if self._bucket is None or sound.duration <= MAX_SECONDS:
            return self._recognize_parts(sound, language)
        return self._recognize_in_bucket(sound, language, self._bucket)

    def _recognize_parts(self, sound: Audio, language: str) -> list[TimedWord]:
        with self._make_client() as client, _translated(self._timeout):
            return [
                _timed(word, start, sound.duration)
                for start, part in parts(sound, MAX_SECONDS)
                for word in _ask(client, part, language, self._timeout)
            ]

    def _recognize_in_bucket(self, sound: Audio, language: str, bucket: str) -> list[TimedWord]:
        storage, timeout = self._make_storage(), max(self._timeout, sound.duration)
        with (
            self._make_client() as client,
            _translated(timeout),
            _uploaded(sound, storage, bucket, timeout) as uri,
        ):
            return [_timed(word, 0.0, sound.duration) for word in _ask_long(client, uri, language, timeout)]


@contextmanager
def _translated(timeout: float) -> Iterator[None]:
    """Translate Google's exceptions into ours."""
    from google.api_core import exceptions

    try:
        yield
    except (exceptions.DeadlineExceeded, exceptions.RetryError, TimeoutError) as exc:
        raise RecogniserTimeoutError(
            f"Google Cloud Speech-to-Text did not answer within {timeout:g} s.",
            remedy="Try again later, or with a shorter recording.",
        ) from exc
    except exceptions.GoogleAPICallError as exc:
        raise RecogniserError(f"Google Cloud refused: {exc.message}", remedy=_remedy(exc)) from exc
    except OSError as exc:
        raise RecogniserError(
            f"Google Cloud cannot be reached: {exc}", remedy="Check the connection, and try again."
        ) from exc


def _client(endpoint: str | None) -> Any:
    try:
        from google.api_core.client_options import ClientOptions
        from google.auth.exceptions import DefaultCredentialsError
        from google.cloud.speech_v1 import SpeechClient
        from google.cloud.speech_v1.services.speech.transports import SpeechGrpcTransport
        from grpc import insecure_channel
    except ImportError as exc:
        raise RecogniserNotInstalledError(
            "The package google-cloud-speech is missing.", remedy="pip install google-cloud-speech"
        ) from exc
    if endpoint is not None and not ENDPOINT.fullmatch(endpoint):
        raise ConfigurationError(
            f"{endpoint!r} is no address of a service.", remedy="Write HOST:PORT, as in localhost:50051."
        )
    if endpoint is not None and endpoint.rpartition(":")[0] in THIS_MACHINE:
        return SpeechClient(transport=SpeechGrpcTransport(channel=insecure_channel(endpoint)))
    try:
        return SpeechClient(client_options=ClientOptions(api_endpoint=endpoint) if endpoint else None)
    except DefaultCredentialsError as exc:
        raise RecogniserError(
            f"Google Cloud Speech-to-Text: {exc}",
            remedy=_SIGN_IN,
        ) from exc


def _default_storage() -> Any:
    try:
        from google.auth.exceptions import DefaultCredentialsError
        from google.cloud.storage import Client
    except ImportError as exc:
        raise RecogniserNotInstalledError(
            "The package google-cloud-storage is missing.", remedy="pip install google-cloud-storage"
        ) from exc
    try:
        return Client()
    except (DefaultCredentialsError, OSError) as exc:  # OSError: no project
        raise RecogniserError(f"Google Cloud Storage: {exc}", remedy=_SIGN_IN) from exc


@contextmanager
def _uploaded(sound: Audio, storage: Any, bucket: str, timeout: float) -> Iterator[str]:
    """Upload the sound and yield its ``gs://`` address; removed when the block ends."""
    blob = storage.bucket(bucket).blob(f"pangea-align/{secrets.token_hex(16)}.raw")
    blob.upload_from_string(
        sound.pcm(), "application/octet-stream", timeout=timeout, if_generation_match=0
    )  # creates the object, never overwrites one
    try:
        yield f"gs://{bucket}/{blob.name}"
    finally:
        blob.delete(timeout=timeout)


def _ask(client: Any, part: Audio, language: str, timeout: float) -> list[Any]:
    from google.api_core.exceptions import ServiceUnavailable
    from google.api_core.retry import Retry, if_exception_type
    from google.cloud.speech_v1 import RecognitionAudio

    response = client.recognize(
        config=_config(language),
        audio=RecognitionAudio(content=part.pcm()),
        retry=Retry(predicate=if_exception_type(ServiceUnavailable), timeout=timeout),
        timeout=timeout,
    )
    return _likeliest(response)


def _ask_long(client: Any, uri: str, language: str, timeout: float) -> list[Any]:
    from google.cloud.speech_v1 import RecognitionAudio

    operation = client.long_running_recognize(
        config=_config(language), audio=RecognitionAudio(uri=uri), timeout=timeout
    )
    return _likeliest(operation.result(timeout=timeout))


def _config(language: str) -> Any:
    from google.cloud.speech_v1 import RecognitionConfig

    return RecognitionConfig(
        encoding=RecognitionConfig.AudioEncoding.LINEAR16,
        sample_rate_hertz=SAMPLE_RATE,
        language_code=language,
        enable_word_time_offsets=True,
        enable_word_confidence=True,
    )


def _likeliest(response: Any) -> list[Any]:
    """The words of the most likely alternative of every result."""
    alternatives = [result.alternatives[0] for result in response.results if result.alternatives]
    return [word for alternative in alternatives for word in alternative.words]


def _timed(word: Any, offset: float, duration: float) -> TimedWord:
    start = min(offset + word.start_time.total_seconds(), duration)
    end = min(offset + word.end_time.total_seconds(), duration)
    return TimedWord(word.word, start, max(start, end), "recognised", word.confidence or None)


def _remedy(error: Any) -> str:
    from google.api_core import exceptions

    remedies = {
        exceptions.Unauthenticated: _SIGN_IN,
        exceptions.PermissionDenied: "Enable the Speech-to-Text API for the project, and let this account use it.",
        exceptions.Forbidden: "Let this account create and delete objects in the bucket.",
        exceptions.NotFound: "Check the bucket's name.",
        exceptions.ResourceExhausted: "Wait, or ask for more quota.",
        exceptions.InvalidArgument: "Check the language tag; the service lists those it knows.",
        exceptions.ServiceUnavailable: "Check the connection, and try again.",
    }
    return next((text for kind, text in remedies.items() if isinstance(error, kind)), "Try again later.")
