"""What simulated annotators are made of: recordings with known words, and paths with what people wrote about them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from align import PoseTrace
from align.audio import Audio
from align.phones.espeak_ng import synthesize
from environments import NavigationGraph, open_environment
from environments.graph import NavigationGraph as Graph

Half = Literal["chosen on", "held out"]
LANGUAGES = {"hi": "hi-IN", "te": "te-IN"}
LOOKED_AT = 3
"""The first recordings of each condition, which thresholds were chosen on."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A recording, its words, and when each begins and ends (seconds).

    Attributes:
        snr: of its noise in dB; None without noise.
    """

    name: str
    half: Half
    samples: NDArray[np.float32]
    rate: int
    text: str
    language: str
    times: tuple[tuple[float, float], ...]
    snr: float | None = None

    @property
    def duration(self) -> float:
        return self.samples.size / self.rate


@dataclass(frozen=True, slots=True)
class Way:
    """A path of Room-to-Room in its graph, and what three people wrote about it."""

    name: str
    half: Half
    graph: NavigationGraph
    path: tuple[str, ...]
    texts: tuple[str, ...]


def recordings(data: Path) -> list[Spoken]:
    """The 73 recordings with known word times, and three paths' texts that eSpeak NG reads."""
    return [*_aligned(data / "alignment"), *_read_by_espeak(data)]


def ways(data: Path) -> list[Way]:
    """The 340 paths of Room-to-Room's val_seen that people described."""
    environment = open_environment(f"matterport3d:{data / 'matterport3d'}")

    @cache
    def graph(scan_id: str) -> Graph:
        return environment.scan(scan_id).graph

    entries = json.loads((data / "r2r/R2R_val_seen.json").read_bytes())
    return [
        Way(
            f"path {entry['path_id']}",
            "held out" if index % 2 else "chosen on",
            graph(entry["scan"]),
            tuple(entry["path"]),
            tuple(text.strip() for text in entry["instructions"]),
        )
        for index, entry in enumerate(entries)
    ]


def real_guide(data: Path) -> tuple[Spoken, Way, PoseTrace]:
    """The Guide of Room-Across-Room: voice, path in a graph of its own viewpoints, pose trace."""
    folder = data / "pangea_sample"
    entry = json.loads((folder / "args.json").read_bytes())
    voice = Audio.open(folder / "audio.mp3")
    trace = PoseTrace.from_snapshots_2021(
        (folder / "snapshots.jsonl").read_bytes(), layout="row", time_unit="s"
    )
    scan = open_environment(f"matterport3d:{data / 'matterport3d'}").scan(entry["scan"])
    spoken = Spoken(
        "RxR's Guide", "chosen on", voice.samples, voice.sample_rate, entry["instruction"], entry["language"], ()
    )  # fmt: skip
    return spoken, Way("RxR's path", "chosen on", scan.graph, tuple(entry["path"]), ()), trace


def _aligned(folder: Path) -> list[Spoken]:
    found = []
    for index, file in enumerate(sorted(folder.glob("*/*.flac"))):
        earlier = sorted(file.parent.glob("*.flac")).index(file)
        known = index % 2 == 0 or (earlier < LOOKED_AT and file.parent.name not in LANGUAGES)
        voice, words = Audio.open(file), json.loads(file.with_suffix(".json").read_bytes())
        found.append(
            Spoken(
                f"{file.parent.name}/{file.stem}",
                "chosen on" if known else "held out",
                voice.samples,
                voice.sample_rate,
                file.with_suffix(".txt").read_text().strip(),
                LANGUAGES.get(file.parent.name, "en-US"),
                tuple((word["start_time"], word["end_time"]) for word in words),
                json.loads(file.with_suffix(".meta.json").read_bytes()).get("snr"),
            )
        )
    return found


def _read_by_espeak(data: Path) -> list[Spoken]:
    found = []
    for index, way in enumerate(ways(data)[:12]):
        text = " ".join(way.texts)
        speech = synthesize(text, "en-US")
        times = tuple((word.start_time, word.end_time) for word in speech.words)
        found.append(
            Spoken(f"espeak/{index:02d}", way.half, speech.samples, speech.sample_rate, text, "en-US", times)
        )
    return found
