"""The examples of the lesson are what the command makes of their texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from pangea_server.quality.lesson.example_maker import build_lesson
from pangea_server.quality.lesson.examples import DATA
from tests.trust.alike import expect_alike_json, expect_alike_sound


def test_the_examples_are_small_and_made_by_the_command(tmp_path: Path) -> None:
    pytest.importorskip("espeakng_loader")
    made = {file.name: file for file in build_lesson(tmp_path)}
    shipped = {file.name: file for file in Path(str(DATA)).iterdir()}
    assert made.keys() == shipped.keys()
    assert sum(file.stat().st_size for file in shipped.values()) < 1_000_000
    for name, file in made.items():
        expect_alike = expect_alike_json if name.endswith(".json") else expect_alike_sound
        expect_alike(file, shipped[name])
