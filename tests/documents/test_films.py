"""Films of the tasks: captions from the pages' own texts, and programs that are missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.films import tools
from tests.films.__main__ import main
from tests.films.captions import LANGUAGES, Caption, text_of, web_vtt
from tests.films.tools import FilmError, find_ffmpeg, shrink

CAPTIONS = (Caption(0.0, "guide", "instructions.walk"), Caption(61.5, "kit", "done"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_are_the_pages_own_texts(language: str) -> None:
    lines = web_vtt(CAPTIONS, 70.0, language).splitlines()
    assert lines[0] == "WEBVTT"
    assert [line for line in lines if "-->" in line] == [
        "00:00.000 --> 01:01.500",
        "01:01.500 --> 01:10.000",
    ]
    assert text_of(CAPTIONS[0], language).count("\n") == 1
    assert text_of(CAPTIONS[0], "en").startswith("Walk the path\nFollow the coloured line")
    assert text_of(CAPTIONS[0], language) in web_vtt(CAPTIONS, 70.0, language)


def test_a_missing_program_is_named_with_its_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main([str(tmp_path / "films")]) == 1
    assert "sudo apt-get install chromium" in capsys.readouterr().err
    (tmp_path / "chromium").write_text("#!/bin/sh\n")
    (tmp_path / "chromium").chmod(0o755)
    monkeypatch.setattr(tools, "find_spec", lambda name: None)
    assert main([str(tmp_path / "films")]) == 1
    assert "sudo apt-get install ffmpeg" in capsys.readouterr().err
    assert not (tmp_path / "films").exists()


def test_what_is_no_film_is_refused(tmp_path: Path) -> None:
    recorded = tmp_path / "recorded.webm"
    recorded.write_bytes(b"no film")
    with pytest.raises(FilmError, match=r"ffmpeg could not write guide\.webm"):
        shrink(find_ffmpeg(), recorded, tmp_path / "guide.webm", skipped=0.0, faster=1.0)
