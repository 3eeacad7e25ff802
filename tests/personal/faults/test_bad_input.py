"""What no Guide would say is read in bounded time, though rules are regular expressions."""

from __future__ import annotations

import subprocess
import sys

import pytest

LENGTH = 4_000
"""Two of the parts that long texts are read in: more of them take as many times as long."""
HANGS = 120
"""Seconds; each takes a few at most."""
READ = """
import sys
from pangea_server.dataset.personal.recogniser import Recogniser
text = sys.stdin.read()
for language in ("en-US", "hi-IN", "te-IN"):
    for finding in Recogniser(None).findings(text, language):
        assert text[finding.start : finding.end] == finding.text
print(len(text))
"""


def read(text: str) -> int:
    run = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", READ],
        input=text,
        capture_output=True,
        encoding="utf-8",
        timeout=HANGS,
        check=True,
    )
    return int(run.stdout)


@pytest.mark.parametrize(
    "unit",
    [
        "@", "a@", "a@a.", "7", "7 ", "7-", "12/", "underscore ", "a underscore ", "a at a dot ", "one, ", "Dr ",
        "Mr Dr A ", "best close good ", "flat no ", "twenty may ", "क और ", "छोटे ", "सब लोग ",
        "డాక్టర్ ", "పెద్ద ", "నన్ను అందరూ ",
    ],
)  # fmt: skip
def test_what_repeats_is_read_in_bounded_time(unit: str) -> None:
    text = unit * (LENGTH // len(unit))
    assert read(text) == len(text)


def test_a_megabyte_of_one_letter_is_read() -> None:
    assert read("a" * 1_000_000) == 1_000_000
