"""The recogniser that reads files, asked by the command."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
import soundfile

from align.matching import Method
from pangea_server import Settings
from tests.server.programs.test_cli import pangea


def test_the_command_finds_the_file_of_a_recording_and_warps_as_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nouns = ["door", "chair", "table", "sofa", "lamp", "bed", "hall", "stairs", "left", "right"]
    text = random.Random(0).choices(nouns, k=150)
    (tmp_path / "voice.txt").write_text(" ".join(text))
    noise = np.random.default_rng(0).normal(0, 0.1, 100 * 8_000)
    soundfile.write(tmp_path / "voice.wav", noise, 8_000)
    heard = [{"word": word, "start": i / 2, "end": i / 2 + 0.4} for i, word in enumerate(text[60:])]
    (tmp_path / "voice.heard.json").write_text(json.dumps({"words": heard}))
    files = [str(tmp_path / "voice.wav"), str(tmp_path / "voice.txt")]
    engine = ["--engine", f"recognised:{tmp_path}/{{name}}.heard.json"]
    found = {}
    assert get_args(Settings.model_fields["align_dtw"].annotation) == get_args(Method)
    for method in get_args(Method):
        done = pangea("align", *files, *engine, "--dtw", method)
        assert done.returncode == 0, done.stderr
        found[method] = done.stdout
    assert len(set(found.values())) == 3
    monkeypatch.setenv("PANGEA_ALIGN_DTW", "fastdtw")
    assert pangea("align", *files, *engine).stdout == found["fastdtw"]
    wrong = pangea("align", *files, *engine, "--dtw", "fast")
    assert wrong.returncode == 2
    assert "fastdtw" in wrong.stderr
