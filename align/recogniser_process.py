"""``python -m align.recogniser_process``: recognises voices in a process that may be ended at any time.

A request on standard input is a line of JSON, ``{"recogniser": ..., "endpoint": ..., "model": ..., "language": ...,
"size": bytes}``, and a sound file of this size. The answer on standard output is a line of JSON, either ``{"words":
[...]}`` or ``{"code": ..., "message": ...}``. It ends when standard input is closed.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

import msgspec

from align.audio import Audio
from align.pipeline import refuse_silence
from align.recognisers.protocol import Recognizer
from align.recognisers.registry import RecogniserOptions, open_recogniser
from align.timed import TimedWord, check_times
from environments.errors import PangeaError

NICENESS = 10  # whoever else works on this machine goes first


@dataclass(frozen=True, slots=True)
class RecogniserRequest:
    """What to listen to. ``size``: bytes of the sound file that follows."""

    recogniser: str
    language: str
    size: int
    endpoint: str | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class RecogniserAnswer:
    """What was heard; or the code of the error, and its message, without words."""

    words: tuple[TimedWord, ...] = ()
    code: str = ""
    message: str = ""


def listen(request: RecogniserRequest, file: BinaryIO) -> RecogniserAnswer:
    """Recognise one sound file. Whatever goes wrong in a recogniser becomes the answer's code and message."""
    try:
        recording = Audio.open(file, for_speech=True)
        refuse_silence(recording)
        model = Path(request.model) if request.model else None
        recogniser = _opened(request.recogniser, request.endpoint, model)
        words = tuple(recogniser.recognize(recording, request.language))
        check_times(words, recording.duration)
    except PangeaError as error:
        return RecogniserAnswer(code=error.code, message=str(error))
    except Exception as error:  # a recogniser of another team
        return RecogniserAnswer(code="recogniser", message=f"{type(error).__name__}: {error}")
    return RecogniserAnswer(words)


@lru_cache(maxsize=1)
def _opened(name: str, endpoint: str | None, model: Path | None) -> Recognizer:
    return open_recogniser(name, RecogniserOptions(endpoint, model))


def _serve() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    os.nice(NICENESS)
    requests = sys.stdin.buffer
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a recogniser prints is no answer
    while line := requests.readline():
        request = msgspec.json.decode(line, type=RecogniserRequest)
        answer = listen(request, io.BytesIO(requests.read(request.size)))
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()
    os._exit(0)


if __name__ == "__main__":
    _serve()
