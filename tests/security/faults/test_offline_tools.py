"""Files that an annotator made, read on an analyst's machine (promise P22). Ids are those of README.md."""

from __future__ import annotations

import io
import re
import struct
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest

from align import Audio, AudioError, PoseTrace, PoseTraceError
from align.npz import MAX_BYTES, MAX_COLUMNS

ROOT = Path(__file__).parents[3]
PACKAGES = ("environments", "align", "pangea_server")
SAMPLES = b"\x01\x00" * 1000


def wav(
    channels: int = 1,
    rate: int = 16_000,
    bits: int = 16,
    block: int = 2,
    data: bytes = SAMPLES,
    claimed: int | None = None,
) -> bytes:
    """A WAV file whose header may say anything."""
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, channels, rate, rate * 2 % 2**32, block, bits)
    body = form + struct.pack("<4sI", b"data", len(data) if claimed is None else claimed) + data
    return struct.pack("<4sI4s", b"RIFF", 4 + len(body), b"WAVE") + body


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"ffconcat version 1.0\nfile victim.wav\n", id="T1"),
        pytest.param(b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n", id="T2-file"),
        pytest.param(b"#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:1/x\n#EXT-X-ENDLIST\n", id="T2-http"),
        pytest.param(wav(claimed=2**30), id="T3-1-GB"),
        pytest.param(wav(channels=0), id="T3-no-channel"),
        pytest.param(wav(channels=65_535), id="T3-65535-channels"),
        pytest.param(wav(rate=0), id="T3-rate-0"),
        pytest.param(wav(rate=4_000_000_000), id="T3-rate-4e9"),
        pytest.param(wav(bits=0), id="T3-bits-0"),
        pytest.param(wav(data=b""), id="T3-no-data"),
        pytest.param(wav()[:30], id="T3-cut-in-fmt"),
        pytest.param(wav()[:-100], id="T3-cut-in-data"),
        pytest.param(b"", id="empty"),
        pytest.param(b"RIFF\xff\xff\xff\xffWAVE" + b"junk\xff\xff\xff\xff" * 100, id="chunks-without-end"),
    ],
)
def test_what_is_no_voice_is_refused_and_no_other_file_is_read(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "victim.wav").write_bytes(wav())
    (tmp_path / "upload.wav").write_bytes(content)
    with pytest.raises(AudioError):
        Audio.open(tmp_path / "upload.wav")


def test_a_length_that_says_unknown_takes_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "pipe.wav").write_bytes(wav(claimed=2**32 - 1))
    assert Audio.open(tmp_path / "pipe.wav").samples.size == len(SAMPLES) // 2


def npz(columns: dict[str, bytes]) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in columns.items():
            file.writestr(name, content)
    return archive.getvalue()


def header(shape: tuple[int, ...], descr: str = "<f8") -> bytes:
    written = io.BytesIO()
    np.lib.format.write_array_header_1_0(written, {"descr": descr, "fortran_order": False, "shape": shape})
    return written.getvalue()


def bomb(columns: int) -> bytes:
    """An npz of a few kilobytes whose columns each claim more than a quarter of what is read at all."""
    packed = bytearray(npz({f"{number}.npy": header((8,)) + bytes(64) for number in range(columns)}))
    claim = struct.pack("<I", MAX_BYTES // 4 + 1)
    at = packed.find(b"PK\x01\x02")
    while at >= 0:
        packed[at + 24 : at + 28] = claim
        at = packed.find(b"PK\x01\x02", at + 4)
    return bytes(packed)


OBJECTS = io.BytesIO()
np.savez(OBJECTS, time=np.array([{"a": 1}], dtype=object))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(bomb(4), "bytes; at most", id="T4"),
        pytest.param(OBJECTS.getvalue(), "Python objects", id="T5"),
        pytest.param(npz({"a.npy": header((10**12,))}), "claims the shape", id="T6-shape"),
        pytest.param(
            npz({"a.npy": b"\x93NUMPY\x02\x00" + struct.pack("<I", 2**32 - 1) + b" " * 2**24}),
            "not a complete npz",
            id="T6-header",
        ),
        pytest.param(
            npz({f"{number}.npy": b"" for number in range(MAX_COLUMNS + 1)}),
            "columns; at most",
            id="T7-entries",
        ),
        pytest.param(npz({"../../x.npy": header((1,)) + bytes(8)}), "lacks", id="T7-path"),
        pytest.param(npz({"a.npy": b"no array"}), "not a complete npz", id="no-array"),
        pytest.param(b"PK\x05\x06" + bytes(18), "lacks", id="empty-zip"),
        pytest.param(b"no zip at all", "not a complete npz", id="no-zip"),
    ],
)
def test_a_hostile_npz_is_refused_before_it_is_unpacked(content: bytes, said: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(PoseTraceError, match=said):
            PoseTrace.load(io.BytesIO(content))
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(b"[" * 100_000 + b"\n", id="T8-depth"),
        pytest.param(b'{"time": ' + b"9" * 5000 + b"}\n", id="T8-digits"),
        pytest.param(b'{"time": 0, "viewpoint_id": "' + b"x" * 2**21 + b'"}\n', id="T8-long-line"),
        pytest.param(b"\xef\xbb\xbf{}\n", id="T8-bom"),
        pytest.param('{"time": "é"}\n'.encode("utf-16"), id="T8-encoding"),
        pytest.param(b'{"time": NaN}\n', id="T8-nan"),
        pytest.param(b'{"time": 0, "viewpoint_id"', id="T8-torn"),
    ],
)
def test_hostile_snapshots_are_refused_with_their_line(lines: bytes) -> None:
    with pytest.raises(PoseTraceError, match=r"[Ll]ine 1\b"):
        PoseTrace.from_jsonl(lines)


@pytest.mark.parametrize(
    "forbidden",
    [
        pytest.param(r"allow_pickle\s*=\s*True|import pickle|pickle\.load", id="P22-pickle"),
        pytest.param(r"[\"'](ffmpeg|sox)[\"']", id="P22-ffmpeg"),
        pytest.param(r"shell\s*=\s*True|os\.system|os\.popen", id="T12-shell"),
        pytest.param(r"import yaml|\beval\(|\bexec\(", id="T9-yaml"),
        pytest.param(r"extractall|\.extract\(", id="T7-extract"),
    ],
)
def test_no_code_of_ours_has_it(forbidden: str) -> None:
    sources = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    assert len(sources) > 100
    assert [str(file) for file in sources if re.search(forbidden, file.read_text())] == []
