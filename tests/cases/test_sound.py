"""The sounds of the shared cases: each is read to its end, or refused with the true reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from align import Audio, AudioError

pytestmark = pytest.mark.shared_data


@pytest.mark.parametrize(
    ("name", "seconds"),
    [
        ("joined.mp3", 15.958),
        ("stream_ff.wav", 15.958),
        ("total0.flac", 15.958),
        ("GSM610.wav", 15.96),
        ("antiphase.wav", 15.958),
    ],
)
def test_each_sound_is_read_to_its_end(name: str, seconds: float, shared: Path) -> None:
    sound = Audio.open(shared / "data" / "cases" / "sound" / name)
    assert sound.duration == pytest.approx(seconds, abs=0.001)
    assert sound.samples.std() > 0.01


def test_half_a_file_is_refused(shared: Path) -> None:
    with pytest.raises(
        AudioError, match=r"cut\.ogg is cut off after 7\.8 s: it has 47154 bytes of at least 49895"
    ):
        Audio.open(shared / "data" / "cases" / "sound" / "cut.ogg")
