"""Human speech with known word starts, put together from public repositories: ``tests/data/people/README.md``.

``python -m tests.benchmarks.people CLONES FOLDER`` reads the repositories' clones in CLONES (each under its own name)
and writes NAME.flac, NAME.txt, NAME.json and NAME.meta.json into FOLDER.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray
from rich.console import Console

from align import Audio

HERE = Path(__file__).resolve().parents[1] / "data" / "people"
SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
PEOPLE = SHARED / "people"
SAMPLE_RATE = 16_000

Source = dict[str, str | list[str]]
"""One entry of ``sources.json``: repository, commit, files, language, where the transcript is, its end."""
Word = dict[str, str | float | bool]


def groups_of_people(folder: Path = PEOPLE) -> dict[str, list[Path]]:
    """The recordings of each half of the speakers that exist on this machine; halves without any are left out."""
    split: dict[str, list[str]] = json.loads((HERE / "split.json").read_text())
    files = {
        half: [
            next(filter(Path.is_file, (HERE / f"{name}.flac", folder / f"{name}.flac")), None)
            for name in names
        ]
        for half, names in split.items()
    }
    found = {half: [path for path in paths if path] for half, paths in files.items()}
    return {half: paths for half, paths in found.items() if paths}


def main() -> None:
    """Write every recording whose repository was cloned."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("clones", type=Path, help="folder of git clones, each under its repository's name")
    parser.add_argument("folder", type=Path, help="where the recordings are written")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    sources: dict[str, Source] = json.loads((HERE / "sources.json").read_text())
    for name, source in sources.items():
        clone = Clone(options.clones, source)
        if clone.exists():
            write(options.folder / name, clone, source)
        else:
            Console().print(f"{name}: there is no clone of {source['repository']} in {options.clones}")


class Clone:
    """The files of one source, as the named commit has them."""

    def __init__(self, clones: Path, source: Source) -> None:
        self.folder = clones / str(source["repository"]).rpartition("/")[2]
        self.commit = str(source["commit"])

    def exists(self) -> bool:
        return self.folder.is_dir()

    def read(self, path: str) -> bytes:
        """Raise CalledProcessError if the commit has no such file; without a commit, the file as it lies there."""
        if not self.commit:
            return (self.folder / path).read_bytes()
        command = ["git", "-C", str(self.folder), "show", f"{self.commit}:{path}"]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def write(target: Path, clone: Clone, source: Source) -> None:
    """One speaker's files joined into one recording, with its transcript and word starts."""
    parts = [_samples(clone.read(path)) for path in source["files"]]
    samples = np.concatenate(parts)[: round(float(str(source.get("until", "3600"))) * SAMPLE_RATE)]
    begins = np.cumsum([0, *map(len, parts)]) / SAMPLE_RATE
    if "annotations" in source:
        words = list(_annotated(clone, source["annotations"], begins))
        text = " ".join(str(word["word"]) for word in words)
    else:
        text = " ".join(_texts(clone, source))
        words = _marked(target.name, text.split(), len(samples) / SAMPLE_RATE)
    soundfile.write(target.with_suffix(".flac"), samples, SAMPLE_RATE, subtype="PCM_16")
    target.with_suffix(".txt").write_text(text + "\n", encoding="utf-8")
    target.with_suffix(".json").write_text(json.dumps(words, ensure_ascii=False, indent=0), encoding="utf-8")
    meta = {"lang": source["language"], "duration": round(len(samples) / SAMPLE_RATE, 3), "words": len(words)}
    target.with_suffix(".meta.json").write_text(
        json.dumps(meta | {"repository": source["repository"]}, indent=1)
    )


def marks(name: str) -> Iterator[tuple[float, bool]]:
    """Start of each word in seconds, the mean of two readings, and whether it is doubtful."""
    marked = json.loads((HERE / "marks.json").read_text())[name]
    doubtful = set(marked["doubtful"])
    for index, (first, second) in enumerate(zip(marked["first"], marked["second"], strict=True)):
        yield round((first + second) / 2, 4), index in doubtful


def _marked(name: str, words: Sequence[str], duration: float) -> list[Word]:
    starts = list(marks(name))
    if len(starts) != len(words):
        raise ValueError(
            f"{name} has {len(words)} words and {len(starts)} marks: correct marks.json or sources.json"
        )
    ends = [start for start, _ in starts[1:]] + [duration]
    return [
        {"word": word, "start_time": start, "end_time": end, "doubtful": doubtful}
        for word, (start, doubtful), end in zip(words, starts, ends, strict=True)
    ]


def _samples(sound: bytes) -> NDArray[np.float32]:
    return Audio.open(io.BytesIO(sound)).resampled(SAMPLE_RATE).samples


def _texts(clone: Clone, source: Source) -> Iterator[str]:
    """From the source itself, or from the repository's table of transcripts."""
    if "text" in source:
        yield str(source["text"])
        return
    table = clone.read(str(source["table"])).decode("utf-8")
    if "field" in source:
        known = json.loads(table)
        yield (known[0] if isinstance(known, list) else known)[source["field"]]
        return
    if "lines" in source:
        lines = clone.read(str(source["lines"])).decode("utf-8").splitlines()
        files = [line.partition("\t")[0] for line in table.splitlines()[1:]]
        yield from (lines[files.index(key)] for key in source["rows"])
        return
    rows = csv.DictReader(io.StringIO(table)) if str(source["table"]).endswith(".csv") else _markdown(table)
    row_of = {cell: row for row in rows for cell in row.values()}
    for key in source["rows"]:
        yield row_of[key][str(source["column"])].strip("“”").replace("“", "").replace("”", "")


def _markdown(table: str) -> Iterator[dict[str, str]]:
    """Rows of all tables of a Markdown text by the names of their columns; an audio element is its file's name."""
    names: list[str] = []
    for line in table.splitlines():
        cells = [_cell(cell) for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if cells and names:
            yield dict(zip(names, cells, strict=False))
        names = [] if not cells else names or cells


def _cell(text: str) -> str:
    source = re.search(r'src="([^"]*)"', text)
    cell = (source.group(1) if source else text).strip()
    return cell.rpartition("/")[2] if cell.endswith(".wav") else cell


def _annotated(clone: Clone, annotations: str | list[str], begins: NDArray[np.float64]) -> Iterator[Word]:
    """Words of EMU-SDMS bundles: a word begins with the first segment below it."""
    for path, begin in zip(annotations, begins, strict=False):
        bundle = json.loads(clone.read(path))
        levels = {level["name"]: level for level in bundle["levels"]}
        segments = {item["id"]: item for item in levels["Phonetic"]["items"]}
        below: dict[int, list[int]] = {}
        for link in bundle["links"]:
            below.setdefault(link["fromID"], []).append(link["toID"])
        for word in levels["Word"]["items"]:
            parts = [segments[number] for number in _leaves(word["id"], below) if number in segments]
            start = min(part["sampleStart"] for part in parts) / bundle["sampleRate"]
            end = max(part["sampleStart"] + part["sampleDur"] for part in parts) / bundle["sampleRate"]
            text = next(label["value"] for label in word["labels"] if label["name"] == "Text")
            yield {
                "word": text,
                "start_time": round(float(begin) + start, 4),
                "end_time": round(float(begin) + end, 4),
            }


def _leaves(number: int, below: dict[int, list[int]]) -> Iterator[int]:
    if number not in below:
        yield number
    for child in below.get(number, ()):
        yield from _leaves(child, below)


if __name__ == "__main__":
    main()
