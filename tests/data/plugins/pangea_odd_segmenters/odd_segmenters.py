"""Segmenters that misbehave, each in its own way."""

from __future__ import annotations

import os
import time

import numpy as np

from environments.segmenting.protocol import Prompt, Segmented


class Hanging:
    def segment(self, picture: np.ndarray, prompt: Prompt) -> Segmented:
        time.sleep(3600)
        raise AssertionError("nobody waits that long")


class Dying:
    def segment(self, picture: np.ndarray, prompt: Prompt) -> Segmented:
        os._exit(7)


class Failing:
    def segment(self, picture: np.ndarray, prompt: Prompt) -> Segmented:
        raise ZeroDivisionError("no idea")


class Small:
    def segment(self, picture: np.ndarray, prompt: Prompt) -> Segmented:
        return Segmented(np.ones((3, 3), np.bool_))


class Babbling:
    def segment(self, picture: np.ndarray, prompt: Prompt) -> Segmented:
        print("{}" * 1000)  # noqa: T201
        return Segmented(np.zeros(picture.shape[:2], np.bool_))
