"""One step in a process of its own: ``python -m tests.benchmarks.landmarks.work STEP FOLDER INSTRUCTIONS``; prints the
most memory in MB that it has held, and what it counted."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path

import msgspec

from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.exports.export import export
from pangea_server.dataset.formats.landmarks.coco import Coco
from pangea_server.dataset.formats.landmarks.conll2012 import CoNLL2012
from pangea_server.dataset.formats.landmarks.rxr_landmarks import Landmarks
from pangea_server.dataset.imports.landmarks.import_files import import_landmarks
from pangea_server.dataset.reference.attention import compare_attention
from pangea_server.dataset.reference.attention_files import Looks
from pangea_server.dataset.reference.chain_files import read_responses
from pangea_server.dataset.reference.coreference import compare_chains
from pangea_server.dataset.reference.grounding import compare_grounding
from pangea_server.dataset.reference.selection import compare_selections
from pangea_server.dataset.reference.stored import (
    stored_chains,
    stored_phrases,
    stored_selection,
    stored_spoken,
    stored_traces,
)
from pangea_server.stores.local.store import LocalStore
from tests.benchmarks.landmarks.made import Corridors, entries, fill
from tests.benchmarks.landmarks.memory import peak_megabytes
from tests.landmarks.entry_lines import EntryLines, line_of

FILE = "landmarks.jsonl"
CHAINS = "chains.jsonl"
Counts = Mapping[str, int]


def make(folder: Path, instructions: int) -> Counts:
    fill(folder / "data", instructions)
    regions = 0
    with (folder / FILE).open("wb") as file:
        for entry in entries(instructions):
            regions += len(entry.regions)
            file.write(line_of(entry))
    return {"regions": regions}


def bring(folder: Path, instructions: int) -> Counts:
    with closing(LocalStore.open(folder / "data")) as store:
        report = import_landmarks(store, Corridors(), EntryLines(), [folder / FILE], name="bench")
    return report.new or report.known


def send(folder: Path, instructions: int) -> Counts:
    with closing(LocalStore.open(folder / "data")) as store:
        report = export(Dataset(store, Corridors()), folder / "out", [EntryLines()])
    with (folder / "out/entry_lines/entries.jsonl").open("rb") as lines:
        return {"entries": sum(1 for _ in lines), "guides": report.guides}


def send_as(form: Format, folder: Path, instructions: int) -> Counts:
    with closing(LocalStore.open(folder / "data")) as store:
        report = export(Dataset(store, Corridors()), folder / "out", [form])
    return {"guides": report.guides}


def ground(folder: Path, instructions: int) -> Counts:
    with closing(LocalStore.open(folder / "data")) as store:
        report = compare_grounding(stored_phrases(Dataset(store, Corridors())), {})
    return {"phrases": report.rows[0].measure.judgements}


def select(folder: Path, instructions: int) -> Counts:
    with closing(LocalStore.open(folder / "data")) as store:
        report = compare_selections(stored_selection(Dataset(store, Corridors())), None, {})
    return {"paths": report.rows[0].measure.judgements}


def attend(folder: Path, instructions: int) -> Counts:
    with closing(LocalStore.open(folder / "data")) as store:
        dataset = Dataset(store, Corridors())
        report = compare_attention(stored_spoken(dataset), Looks(stored_traces(dataset)), {})
    return {"phrases": report.rows[0].measure.judgements}


def answer(folder: Path, instructions: int) -> Counts:
    """The store's own chains as a system's file."""
    with closing(LocalStore.open(folder / "data")) as store, (folder / CHAINS).open("wb") as file:
        for each in stored_chains(Dataset(store)):
            row = {"path_id": int(each.name), "chains": each.chains, "entities": each.things}
            file.write(msgspec.json.encode(row) + b"\n")
    return {}


def corefer(folder: Path, instructions: int) -> Counts:
    with closing(LocalStore.open(folder / "data")) as store:
        report = compare_chains(stored_chains(Dataset(store)), {"itself": read_responses(folder / CHAINS)})
    return {"paths": report.rows[0].measure.units}


STEPS: Mapping[str, Callable[[Path, int], Counts]] = {
    "made": make,
    "imported": bring,
    "imported again": bring,
    "exported": send,
    "exported as landmarks": partial(send_as, Landmarks()),
    "exported as coco": partial(send_as, Coco()),
    "exported as conll2012": partial(send_as, CoNLL2012()),
    "chains written": answer,
    "evaluate coreference": corefer,
    "evaluate selection": select,
    "evaluate grounding": ground,
    "evaluate attention": attend,
}


if __name__ == "__main__":
    step, where, count = sys.argv[1:]
    counted = dict(STEPS[step](Path(where), int(count)))
    sys.stdout.write(json.dumps({"memory": peak_megabytes(os.getpid()), "counted": counted}))
