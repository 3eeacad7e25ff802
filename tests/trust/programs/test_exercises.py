"""The exercises that are shipped are what the command builds."""

from __future__ import annotations

from pathlib import Path

from pangea_server.quality.exercises.examples import build_exercises
from pangea_server.quality.exercises.pages import DATA
from tests.trust.alike import expect_alike_json


def test_what_ships_is_what_is_built(tmp_path: Path) -> None:
    for file in build_exercises(tmp_path):
        expect_alike_json(file, Path(str(DATA)) / file.name)
