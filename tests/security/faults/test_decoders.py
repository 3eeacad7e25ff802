"""Each decoder with its bomb: what a file of others costs to open is bounded, for every decoder that there is."""

from __future__ import annotations

import gzip
import json
import struct
import subprocess
import sys
import tarfile
import zlib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import plyvel
import pyarrow
import pytest
import soundfile
from pyarrow import parquet

from align.exports import read_words
from align.formats.edited_files import MOST_WORDS_BYTES
from align.formats.made_from import MANIFEST, made_from
from align.masks import LabelledHouse
from align.recognisers.recognised import recognised_words
from environments import PangeaError, open_environment
from environments.floor_plan import read_floor_plan
from environments.input.json_documents import items
from environments.input.regular_files import MOST_JSON_BYTES
from environments.labels import Labels
from environments.matterport3d import Matterport3D
from environments.own_places.graph_csv import MOST_TABLE_BYTES
from environments.pictures import MOST_PIXELS
from environments.streetlearn import MOST_FILE_BYTES, MOST_MESSAGES, MOST_RECORD_BYTES
from pangea_server.core.csv_cells import MOST_BYTES, read_table
from pangea_server.dataset.formats.parquet import MOST_GROUP_BYTES

ROOT = Path(__file__).parents[3]
MOST_MEMORY = 512 * 2**20  # promise P22
MOST_SECONDS = (
    60  # of the processor: P22 allows 10 where nothing else runs; a bomb that goes off takes minutes
)
GIGABYTE = 2**30


def hour_of_silence(folder: Path) -> Path:
    file = folder / "bomb.flac"
    with soundfile.SoundFile(file, "w", 48_000, 1, format="FLAC", subtype="PCM_16") as sound:
        for _ in range(60):
            sound.write(np.zeros(60 * 48_000, np.int16))
    assert file.stat().st_size < 2**20
    return file


def two_hours_of_webm(folder: Path) -> Path:
    """Two hours of silence that do not say how long they are: one packet again and again."""
    file, encoder = folder / "bomb.webm", av.CodecContext.create("libopus", "w")
    assert isinstance(encoder, av.AudioCodecContext)
    encoder.sample_rate, encoder.layout, encoder.format = 48_000, "mono", "fltp"
    frame = av.AudioFrame.from_ndarray(np.zeros((1, 960), np.float32), format="fltp", layout="mono")
    frame.sample_rate, frame.pts = 48_000, 0
    silence = bytes([*encoder.encode(frame), *encoder.encode(None)][-1])
    with av.open(str(file), "w", format="webm", options={"live": "1"}) as container:
        stream = container.add_stream("libopus", rate=48_000, layout="mono")
        for number in range(2 * 3600 * 50):
            packet = av.Packet(silence)
            packet.stream, packet.pts, packet.dts = stream, 20 * number, 20 * number
            packet.time_base = Fraction(1, 1000)
            container.mux(packet)
    return file


ROWS_OF_64 = zlib.compress(bytes(32 * (1 + 3 * 64)))


def loud_hour(folder: Path) -> Path:
    """Noise, which FLAC hardly packs."""
    file, noise = folder / "bomb.flac", np.random.default_rng(0)
    with soundfile.SoundFile(file, "w", 48_000, 1, format="FLAC", subtype="PCM_16") as sound:
        for _ in range(60):
            sound.write(noise.integers(-9000, 9000, 60 * 48_000, np.int16))
    return file


def test_a_loud_hour_is_made_features_of_in_little_memory(tmp_path: Path) -> None:
    assert opened(loud_hour(tmp_path), "features_of_an_hour")["peak"] < MOST_MEMORY


def png(
    folder: Path, width: int, height: int, *chunks: tuple[bytes, bytes], rows: bytes = ROWS_OF_64
) -> Path:
    """A picture of any size that claims this one, with these chunks before its packed rows."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    parts = b"".join(chunk(*each) for each in chunks)
    pixels = chunk(b"IDAT", rows)
    file = folder / "bomb.png"
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + head + parts + pixels + chunk(b"IEND", b""))
    return file


def packed_zeros() -> bytes:
    """A gigabyte of zeros as a zlib stream."""
    packer, block = zlib.compressobj(9), bytes(2**20)
    return b"".join(packer.compress(block) for _ in range(GIGABYTE // 2**20)) + packer.flush()


def gzipped(file: Path, block: bytes, before: bytes = b"") -> Path:
    """A gigabyte of this block."""
    with gzip.open(file, "wb", compresslevel=1) as packed:
        packed.write(before)
        for _ in range(GIGABYTE // len(block)):
            packed.write(block)
    return file


def lists_in_a_graph(folder: Path) -> Path:
    file = folder / "graph.json"
    file.write_bytes(b"[" + b"[]," * 10_000_000 + b"[]]")
    return file


def laughs(folder: Path) -> Path:
    file = folder / "campaign.yaml"
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 12)]
    file.write_text("\n".join([*rows, "id: x", "languages: *a11"]))
    return file


def brackets(folder: Path) -> Path:
    file = folder / "campaign.yaml"
    file.write_text("id: " + "[" * 20_000)
    return file


def long_head(folder: Path) -> Path:
    file, head = folder / "bomb.tar", tarfile.TarInfo("././@PaxHeader")
    head.type, head.size = tarfile.XHDTYPE, 3 * GIGABYTE
    with file.open("wb") as archive:
        archive.write(head.tobuf(tarfile.USTAR_FORMAT))
        archive.truncate(512 + head.size + 1024)
    return file


def long_changes(folder: Path) -> Path:
    """A delta whose list of changes has a gigabyte."""
    file, head = folder / "bomb.tar", tarfile.TarInfo("changes.json")
    head.size = GIGABYTE
    with file.open("wb") as archive:
        archive.write(head.tobuf(tarfile.USTAR_FORMAT))
        archive.truncate(512 + head.size + 1024)
    return file


def wide_rows(folder: Path) -> Path:
    """A table with a row group of more than half a gigabyte."""
    count = MOST_GROUP_BYTES // 2**20 + 1
    offsets = np.arange(count + 1, dtype=np.int32) * np.int32(2**20)
    texts = pyarrow.StringArray.from_buffers(
        count, pyarrow.py_buffer(offsets), pyarrow.py_buffer(bytes(count * 2**20))
    )
    file = folder / "bomb.parquet"
    parquet.write_table(pyarrow.table({"instruction": texts}), file, use_dictionary=False, compression="zstd")
    assert file.stat().st_size < 2**20
    return file


def rows_of_one_text(folder: Path) -> Path:
    """A thousand rows of a text of a megabyte, which is stored once."""
    file = folder / "bomb.parquet"
    texts = pyarrow.DictionaryArray.from_arrays(np.zeros(1000, np.int32), ["0" * 2**20])
    parquet.write_table(pyarrow.table({"instruction": texts}), file)
    assert file.stat().st_size < 2**20
    return file


def city(folder: Path, graph: bytes) -> Path:
    """A LevelDB with this graph."""
    with plyvel.DB(str(folder / "city"), create_if_missing=True) as database:
        database.put(b"panos_connectivity", graph)
    return folder / "city"


def large_log(folder: Path) -> Path:
    """A LevelDB whose log is one file of zeros."""
    place = city(folder, b"")
    sparse(next(place.glob("*.log")), MOST_FILE_BYTES + 1)
    return place


ZEROS = b"0" * 2**20
BOMBS: dict[str, tuple[Callable[[Path], Path], str, str]] = {
    "FLAC": (hour_of_silence, "a_long_recording", "silent"),
    "WebM": (two_hours_of_webm, "a_long_recording", "more than 172800000 samples"),
    "PNG pixels": (lambda folder: png(folder, 2**16, 2**16), "a_picture", "pixels"),
    "PNG zTXt": (
        lambda folder: png(folder, 64, 32, (b"zTXt", b"k\0\0" + packed_zeros())),
        "a_picture",
        "image",
    ),
    "PNG iCCP": (
        lambda folder: png(folder, 64, 32, (b"iCCP", b"k\0\0" + packed_zeros())),
        "a_picture",
        "image",
    ),
    "JSON lists": (lists_in_a_graph, "a_place", "lists and objects"),
    "rows of scores": (lambda folder: gzipped(folder / "rows.jsonl.gz", ZEROS), "scored_rows", "line 1"),
    "entries": (lambda folder: gzipped(folder / "guide.jsonl.gz", ZEROS), "entries", "more than"),
    "YAML aliases": (laughs, "a_campaign", "aliases"),
    "YAML brackets": (brackets, "a_campaign", "not YAML"),
    "Parquet group": (wide_rows, "a_table", "unpacked"),
    "Parquet dictionary": (rows_of_one_text, "a_table", ""),
    "LevelDB log": (large_log, "a_city", "are opened"),
    "protocol buffers": (
        lambda folder: city(folder, b"\x2a\0" * (MOST_MESSAGES + 1)),
        "a_city",
        "messages",
    ),
    "a record": (lambda folder: city(folder, bytes(MOST_RECORD_BYTES + 1)), "a_city", "messages"),
    "tar head": (long_head, "an_archive", "no archive"),
    "tar head of a delta": (long_head, "a_delta", "no archive"),
    "a delta's changes": (long_changes, "a_delta", "more than"),
}


def opened(bomb: Path, opener: str) -> dict[str, Any]:
    """What it cost to open a file in a process of its own, and the refusal, if any."""
    command = [sys.executable, "-m", "tests.security.bombs", opener, str(bomb)]
    finished = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert finished.returncode == 0, finished.stderr[-1000:]
    cost: dict[str, Any] = json.loads(finished.stdout.splitlines()[-1])
    return cost


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_refused_in_little_memory_and_time(tmp_path: Path, bomb: str) -> None:
    make, opener, said = BOMBS[bomb]
    cost = opened(make(tmp_path), opener)
    assert said in cost["said"]
    assert cost["peak"] < MOST_MEMORY
    assert cost["seconds"] < MOST_SECONDS


def test_a_list_is_unpacked_only_up_to_its_largest_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("environments.input.json_documents.LARGEST_LIST", 2**20)
    with gzip.open(tmp_path / "list.json.gz", "wb") as packed:
        packed.write(b"[" + b" " * 2**23 + b"]")
    with pytest.raises(PangeaError, match="more than"):
        list(items(tmp_path / "list.json.gz"))


def test_a_picture_has_at_most_its_pixels(tmp_path: Path) -> None:
    from tests.security.bombs import a_picture

    with pytest.raises(PangeaError, match="pixels"):
        a_picture(png(tmp_path, MOST_PIXELS // 2 + 1, 2))


def test_the_largest_picture_takes_what_its_pixels_take(tmp_path: Path) -> None:
    cost = opened(png(tmp_path, 16384, 8192, rows=zlib.compress(bytes(8192 * (1 + 3 * 16384)))), "a_picture")
    assert cost["said"] == ""
    assert cost["peak"] < 4 * MOST_PIXELS + 128 * 2**20


def test_the_largest_jpeg_is_checked_in_little_memory(tmp_path: Path) -> None:
    import cv2

    cv2.imwrite(str(tmp_path / "bomb.jpg"), np.zeros((8192, 16384), np.uint8))
    cost = opened(tmp_path / "bomb.jpg", "a_checked_picture")
    assert cost["said"] == ""
    assert cost["peak"] < 256 * 2**20


def sparse(file: Path, size: int) -> Path:
    with file.open("wb") as opened:
        opened.truncate(size)
    return file


def table(folder: Path) -> None:
    sparse(folder / "nodes.csv", MOST_TABLE_BYTES + 1)
    open_environment(f"folder:{folder}")


def connectivity(folder: Path) -> None:
    sparse(folder / "scan_connectivity.json", MOST_JSON_BYTES + 1)
    Matterport3D(folder).scan("scan")


def objects(folder: Path) -> None:
    sparse(folder / "objects.json", MOST_JSON_BYTES + 1)
    Labels.open(folder)


def house(folder: Path) -> None:
    sparse(folder / "objects.json", MOST_JSON_BYTES + 1)
    LabelledHouse.open(folder)


def test_what_is_too_large_to_be_read_says_nothing_of_its_origin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = json.dumps({"file": "srt/train/000001.srt", "source": "", "made_from": "0" * 64}) + "\n"
    (tmp_path / "srt" / "train").mkdir(parents=True)
    (tmp_path / MANIFEST).write_text("[" * 100_000 + "\n" + line)
    assert made_from(tmp_path / "srt" / "train" / "000001.srt") == "0" * 64, "a line of others is passed over"
    monkeypatch.setattr("align.formats.made_from.MOST_MANIFEST_BYTES", 1000)
    (tmp_path / MANIFEST).write_text(line * 100)
    assert made_from(tmp_path / "srt" / "train" / "000001.srt") is None


@pytest.mark.parametrize(
    "read",
    [
        pytest.param(table, id="nodes.csv"),
        pytest.param(connectivity, id="connectivity"),
        pytest.param(objects, id="labels"),
        pytest.param(house, id="labelled house"),
        pytest.param(
            lambda folder: read_words(sparse(folder / "a.json", MOST_WORDS_BYTES + 1), source="aligned"),
            id="words",
        ),
        pytest.param(
            lambda folder: recognised_words(sparse(folder / "a.json", MOST_WORDS_BYTES + 1)), id="recogniser"
        ),
        pytest.param(lambda folder: read_table(sparse(folder / "a.csv", MOST_BYTES + 1)), id="table"),
        pytest.param(
            lambda folder: read_floor_plan(sparse(folder / "a.json", MOST_JSON_BYTES + 1)), id="floor plan"
        ),
    ],
)
def test_a_text_is_read_only_up_to_its_largest_size(tmp_path: Path, read: Callable[[Path], object]) -> None:
    with pytest.raises((PangeaError, OSError), match="more than"):
        read(tmp_path)
