"""One ``align.listening`` process: what it is given and what it answers, in bounded time."""

from __future__ import annotations

import shutil
from typing import IO, BinaryIO

import msgspec

from align.errors import RecogniserError, RecogniserTimeoutError
from align.listening import Answer, Request
from pangea_server.core.answering_process import AnsweringProcess, NoAnswerError

LONGEST_ANSWER = 2**23  # bytes of a line
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # there is one process for each processor


class ListeningProcess(AnsweringProcess):
    """Recognises one voice after the other. Not usable any more once a recogniser did not answer in time."""

    def __init__(self) -> None:
        super().__init__("align.listening", LONGEST_ANSWER, ONE_THREAD)

    def hear(self, request: Request, file: BinaryIO, seconds: float) -> Answer:
        """What the recogniser heard in a sound file, or the code of its error.

        Args:
            seconds: after which the process is ended.

        Raises:
            RecogniserTimeoutError: it did not answer in time.
            RecogniserError: it ended, or answered nonsense.
        """

        def write(requests: IO[bytes]) -> None:
            requests.write(msgspec.json.encode(request) + b"\n")
            shutil.copyfileobj(file, requests)

        try:
            return msgspec.json.decode(self.ask(write, seconds), type=Answer)
        except NoAnswerError as error:
            if error.late:
                raise RecogniserTimeoutError(
                    f"{request.recogniser} did not answer within {seconds:.0f} s."
                ) from error
            raise RecogniserError(f"{request.recogniser} ended without an answer: {error}") from error
        except msgspec.MsgspecError as error:
            self.end()
            raise RecogniserError(f"{request.recogniser} answered nonsense: {error}") from error
