"""Recognisers that misbehave, each in its own way, and one that always hears the same sentence."""

from __future__ import annotations

import os
import time

from align import Audio, TimedWord

SENTENCE = "You are standing beside the door walk past the yellow lamp and stop in front of the sofa"
UNSURE = "yellow"


def spread(words: list[str], duration: float) -> list[TimedWord]:
    share = duration / len(words)
    return [
        TimedWord(word, share * at, share * (at + 1), "recognised", 0.3 if word == UNSURE else 0.9)
        for at, word in enumerate(words)
    ]


class Hanging:
    name = "hanging"

    def recognize(self, recording: Audio, language: str) -> list[TimedWord]:
        time.sleep(3600)
        return []


class Failing:
    name = "failing"

    def recognize(self, recording: Audio, language: str) -> list[TimedWord]:
        raise ZeroDivisionError("no idea")


class Dying:
    name = "dying"

    def recognize(self, recording: Audio, language: str) -> list[TimedWord]:
        os._exit(7)


class Babbling:
    name = "babbling"

    def recognize(self, recording: Audio, language: str) -> list[TimedWord]:
        return spread(["word"] * 10_000, recording.duration)


class Flooding:
    name = "flooding"

    def recognize(self, recording: Audio, language: str) -> list[TimedWord]:
        return spread(["word" * 20] * 100_000, recording.duration)


class Foreign:
    name = "foreign"

    def recognize(self, recording: Audio, language: str) -> list[TimedWord]:
        return spread(
            ["पीली", "बत्ती", "के", "पास", "से", "होकर", "सोफ़े", "के", "सामने", "रुक", "जाओ"], recording.duration
        )


class Deaf:
    name = "deaf"

    def recognize(self, recording: Audio, language: str) -> list[TimedWord]:
        return []


class Parrot:
    name = "parrot"

    def recognize(self, recording: Audio, language: str) -> list[TimedWord]:
        print("what a recogniser prints is no answer")  # noqa: T201
        return spread(SENTENCE.split(), recording.duration)
