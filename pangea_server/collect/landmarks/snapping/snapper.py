"""Asks the segmenter of this server, in a process of its own: a model may hang or crash, and nobody's box is lost."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from threading import BoundedSemaphore, Lock
from typing import IO, TYPE_CHECKING

import msgspec
import numpy as np
from cachetools import LRUCache

from environments import Environment
from environments.errors import SegmenterError
from environments.regions import Angles, Region
from environments.segmenting.process import SegmenterAnswer, SegmenterRequest
from environments.segmenting.protocol import SEGMENTERS
from pangea_server.core.answering_process import AnsweringProcess, NoAnswerError
from pangea_server.core.errors import NotReadyError

if TYPE_CHECKING:
    from environments.tiles.sphere import Look

DEADLINE_SECONDS = 3.0  # whoever draws has gone on by then
FIRST_SECONDS = 20.0  # a process that has just begun loads its model
LONGEST_ANSWER = 2**20  # bytes of a line
MOST_WAITING = 8  # people at once
PANORAMAS_KEPT = 3  # decoded: a person snaps several things of one viewpoint
WIDEST = 4096  # pixels of a kept panorama

log = logging.getLogger(__name__)


class Snapper:
    """Proposes a region around the thing in a region."""

    def __init__(self, environment: Environment, segmenter: str) -> None:
        """Nothing is opened yet.

        Raises:
            PluginNotFoundError: there is no segmenter of this name.
        """
        SEGMENTERS.load(segmenter.partition(":")[0])
        self._environment, self._segmenter = environment, segmenter
        self._waiting, self._turn, self._opening = BoundedSemaphore(MOST_WAITING), Lock(), Lock()
        self._process: AnsweringProcess | None = None
        self._looks: LRUCache[tuple[str, str], Look] = LRUCache(PANORAMAS_KEPT)
        self.failures = 0
        """How often the segmenter did not answer, or with nonsense."""

    def snap(
        self, scan_id: str, viewpoint_id: str, region: Region, on: Sequence[Angles] = ()
    ) -> tuple[Region, float | None]:
        """The region around the thing in ``region``, and how sure the segmenter is, in [0, 1].

        Args:
            on: headings and elevations of points that are on the thing.

        Raises:
            SegmenterError: it finds no thing, failed, or did not answer in time.
            NotReadyError: too many people ask at once.
            ImageNotFoundError: the viewpoint has no picture.
        """
        from environments.segmenting.snapping import SIDE, picture_around, prompt_of, region_of
        from environments.tiles.sphere import perspective  # OpenCV takes long to load

        camera = picture_around(region)
        if not self._waiting.acquire(blocking=False):
            raise NotReadyError(
                "Too many people look for edges at once.", remedy="Draw without, or try again."
            )
        try:
            look = self._look(scan_id, viewpoint_id)
            shown = perspective(look, camera.heading, camera.elevation, camera.field_of_view, (SIDE, SIDE))
            prompt = prompt_of(region, camera, on)
            request = SegmenterRequest(self._segmenter, SIDE, SIDE, prompt.box, prompt.points)
            answer = self._answer(request, shown.tobytes())
        finally:
            self._waiting.release()
        pixels = np.unpackbits(np.frombuffer(answer.pixels, np.uint8), count=SIDE * SIDE).astype(np.bool_)
        return region_of(pixels.reshape(SIDE, SIDE), camera, region), answer.score

    def close(self) -> None:
        """End the process, also while it works."""
        process = self._process
        if process is not None:
            process.end()

    def _answer(self, request: SegmenterRequest, picture: bytes) -> SegmenterAnswer:
        def write(requests: IO[bytes]) -> None:
            requests.write(msgspec.json.encode(request) + b"\n" + picture)

        with self._turn:
            seconds = DEADLINE_SECONDS
            if self._process is None or not self._process.is_usable:
                self._process = AnsweringProcess("environments.segmenting.process", LONGEST_ANSWER)
                seconds = FIRST_SECONDS
            try:
                answer = msgspec.json.decode(self._process.ask(write, seconds), type=SegmenterAnswer)
            except (NoAnswerError, msgspec.MsgspecError) as error:
                self._process.end()
                raise self._failed(f"did not answer: {error}") from error
        if answer.code:
            raise self._failed(f"failed: {answer.message}")
        return answer

    def _failed(self, why: str) -> SegmenterError:
        self.failures += 1
        log.warning("the segmenter %s %s (failure %d)", self._segmenter, why, self.failures)
        return SegmenterError(
            f"The segmenter {self._segmenter.partition(':')[0]} gave no answer.",
            remedy="Leave the region as it is, or try again.",
        )

    def _look(self, scan_id: str, viewpoint_id: str) -> Look:
        from environments.tiles.sphere import look_around

        with self._opening:
            look = self._looks.get((scan_id, viewpoint_id))
            if look is None:
                look = look_around(self._environment, scan_id, viewpoint_id, WIDEST)
                self._looks[scan_id, viewpoint_id] = look
            return look
