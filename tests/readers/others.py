"""What other people's readers make of our files. Runs in an environment without anything of ours: see conftest.py."""

from __future__ import annotations

import gzip
import json
import os
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

KUBERNETES = "1.31"


def subtitles(vtt: str, srt: str) -> Any:
    import pysrt
    import webvtt

    def seconds(time: Any) -> float:
        return float(time.in_seconds() + time.milliseconds / 1000)

    cues = [(seconds(each.start_time), seconds(each.end_time), each.text) for each in webvtt.read(vtt)]
    shown = [(each.start.ordinal / 1000, each.end.ordinal / 1000, each.text) for each in pysrt.open(srt)]
    return {"webvtt": cues, "pysrt": shown}


def coco(file: str) -> Any:
    """Boxes, and how many pixels each segmentation has; None where an annotation has none."""
    from contextlib import redirect_stdout

    from pycocotools.coco import COCO

    with redirect_stdout(sys.stderr):
        opened = COCO(file)
    rows = opened.loadAnns(opened.getAnnIds())
    return [
        {
            "bbox": row["bbox"],
            "category": opened.loadCats([row["category_id"]])[0]["name"],
            "pixels": int(opened.annToMask(row).sum()) if row["segmentation"] else None,
        }
        for row in rows
    ]


def textgrids(file: str) -> Any:
    import textgrid
    from praatio import textgrid as praat
    from pympi.Praat import TextGrid as Pympi

    theirs = textgrid.TextGrid.fromFile(file)
    first = praat.openTextgrid(file, includeEmptyIntervals=False)
    return {
        "textgrid": {
            tier.name: [(each.minTime, each.maxTime, each.mark) for each in tier if each.mark]
            for tier in theirs
        },
        "praatio": {name: [tuple(each) for each in first.getTier(name).entries] for name in first.tierNames},
        "pympi": {tier.name: list(tier.get_intervals()) for tier in Pympi(file).get_tiers()},
    }


def elan(file: str) -> Any:
    """Media and tiers, and the gaps between the oracle and the navigator as pympi reckons them."""
    from pympi.Elan import Eaf

    opened = Eaf(file)
    return {
        "media": [each["RELATIVE_MEDIA_URL"] for each in opened.get_linked_files()],
        "tiers": {
            name: [list(each) for each in opened.get_annotation_data_for_tier(name)]
            for name in opened.get_tier_names()
        },
        "gaps": [list(each) for each in opened.get_gaps_and_overlaps("oracle", "navigator")],
    }


def dialogue_table(folder: str) -> Any:
    """``load_dataset`` of dialogues: both voices decode to so many seconds, and how many turns there are."""
    from datasets import Audio, load_dataset

    rows = load_dataset(folder)["train"]
    names = ("audio_1", "audio_2")
    kinds = [type(rows.features[name]).__name__ for name in names]
    for name in names:
        rows = rows.cast_column(name, Audio(decode=False))
    return {
        "audio": kinds,
        "seconds": [[_seconds(row[name]["bytes"]) for name in names] for row in rows],
        "turns": [len(row["turns"]) for row in rows],
    }


def hugging_face(folder: str) -> Any:
    """``load_dataset`` of a folder in one line, whole and streaming."""
    from datasets import Audio, load_dataset

    def told(rows: Any) -> list[dict[str, Any]]:
        plain = []
        for row in rows:
            heard = row.pop("audio", None)
            plain.append(row | {"voice_seconds": _seconds(heard and heard["bytes"])})
        return plain

    guides, walks = load_dataset(folder), load_dataset(folder, "follower")
    features = guides["train"].features
    as_bytes = Audio(decode=False)
    streamed = load_dataset(folder, streaming=True)["train"].cast_column("audio", as_bytes)
    return {
        "audio": type(features["audio"]).__name__,
        "features": {name: str(feature) for name, feature in features.items()},
        "guide": told(guides["train"].cast_column("audio", as_bytes)),
        "follower": told(walks["train"]),
        "streamed": told(streamed),
    }


def row_tables(folder: str) -> Any:
    """``load_dataset`` of a release without tables: the rows of RxR."""
    from datasets import load_dataset

    guides, walks = load_dataset(folder), load_dataset(folder, "follower")
    return {"guide": list(guides["train"]), "follower": list(walks["train"])}


def _seconds(voice: bytes | None) -> float | None:
    import io

    import soundfile

    if voice is None:
        return None
    samples, rate = soundfile.read(io.BytesIO(voice))
    return float(len(samples) / rate)


def loaded(folder: str, release: str) -> Any:
    """The items of the loader that the documentation shows, from the first and from the last, in a process that was
    handed it, as the workers of PyTorch's ``DataLoader`` are."""
    sys.path.insert(0, folder)
    from spoken import SpokenInstructions  # type: ignore[import-not-found]

    items = pickle.loads(pickle.dumps(SpokenInstructions(release)))
    shown = [items[place] for place in (*range(len(items)), 0)]
    assert len(list(items)) == len(items)
    return [
        {"number": item["instruction_id"], "samples": len(item["samples"]) if "samples" in item else None}
        for item in shown
    ]


def web_dataset(shard: str) -> Any:
    import io

    import numpy
    from webdataset import WebDataset

    told = []
    for sample in WebDataset(shard, shardshuffle=False):
        told.append(
            {
                "key": sample["__key__"],
                "row": json.loads(sample["json"]),
                "seconds": _seconds(sample.get("wav")),
                "poses": sorted(numpy.load(io.BytesIO(sample["npz"])).files),
            }
        )
    return told


def label_studio(file: str, config: str) -> Any:
    """Each task is what the labelling interface takes, and its predictions are regions that it can show."""
    from label_studio_sdk.label_interface import LabelInterface

    labels = LabelInterface(Path(config).read_text())
    tasks = json.loads(Path(file).read_text())
    return [
        {
            "fits": labels.validate_task({"data": task["data"]}),
            "errors": [labels.validate_prediction(each, return_errors=True) for each in task["predictions"]],
            "regions": sum(len(each["result"]) for each in task["predictions"]),
        }
        for task in tasks
    ]


def label_studio_regions(file: str, config: str) -> Any:
    """What is wrong with each task; each brush as Label Studio reads it, and its pixels as Label Studio writes them."""
    import numpy
    from label_studio_sdk.converter import brush
    from label_studio_sdk.label_interface import LabelInterface

    labels = LabelInterface(Path(config).read_text())
    brushes, errors, fits = {}, [], []
    for task in json.loads(Path(file).read_text()):
        fits.append(labels.validate_task({"data": task["data"]}))
        for each in (*task["annotations"], *task["predictions"]):
            # Until 2.1, its check takes the bytes of a brush for pairs of a value and a count.
            others = [row for row in each["result"] if row["type"] != "brushlabels"]
            errors += labels.validate_prediction({**each, "result": others}, return_errors=True)
        for told in (row for each in task["annotations"] for row in each["result"]):
            if told["type"] == "brushlabels":
                size = told["original_height"], told["original_width"], 4
                opacity = numpy.reshape(brush.decode_rle(told["value"]["rle"]), size)[:, :, 3]
                written = brush.mask2rle(opacity)
                brushes[told["id"]] = {"pixels": int((opacity > 0).sum()), "written": written}
    return {"fits": fits, "errors": errors, "brushes": brushes}


def croissant(file: str) -> Any:
    """What ``mlcroissant validate`` says of a description, and the records of each of its sets."""
    import mlcroissant

    described = mlcroissant.Dataset(jsonld=file)
    issues = described.metadata.ctx.issues
    records = {
        each.id: [_plain(record) for record in described.records(each.id)]
        for each in described.metadata.record_sets
    }
    told = described.metadata.to_json()
    return {
        "errors": sorted(issues.errors),
        "warnings": sorted(issues.warnings),
        "responsible": {key: value for key, value in told.items() if key.startswith("rai:")},
        "records": records,
    }


def _plain(value: Any) -> Any:
    """Bytes as their number, names in text."""
    if isinstance(value, dict):
        return {_plain(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, bytes):
        return value.decode() if len(value) < 1000 else len(value)
    return value


def card(file: str) -> Any:
    """A card as the Hub's client reads it."""
    from huggingface_hub import DatasetCard

    read = DatasetCard.load(file, ignore_metadata_errors=False)
    return {"data": read.data.to_dict(), "text": read.text}


def data_cite(file: str) -> Any:
    """Raises unless it is as DataCite's schema asks."""
    from datacite import schema45

    told = json.loads(Path(file).read_text())
    schema45.validator.validate(told)
    return told


def tables(*files: str) -> Any:
    from pyarrow import parquet

    return [parquet.read_table(file).num_rows for file in files]


def arrays(*files: str) -> Any:
    import numpy

    return [sorted(numpy.load(file, allow_pickle=False).files) for file in files]


def sounds(*files: str) -> Any:
    import soundfile

    return [soundfile.info(file).frames for file in files]


def pictures(*files: str) -> Any:
    from PIL import Image

    return [Image.open(file).size for file in files]


def rows(*files: str) -> Any:
    """JSON, JSON Lines and lines of a CTM, by what the field reads them with: the standard library."""
    return [_rows(Path(file)) for file in files]


def _rows(file: Path) -> int:
    data = file.read_bytes()
    text = (gzip.decompress(data) if file.suffix == ".gz" else data).decode()
    name = file.name.removesuffix(".gz")
    if name.endswith(".jsonl"):
        return len([json.loads(line) for line in text.splitlines()])
    if name.endswith(".json"):
        return len(json.loads(text))
    return len([line.split() for line in text.splitlines() if not line.startswith(";;")])


def chart(folder: str, values: str) -> Any:
    """What Helm's templates in a folder become with these values; raises unless Kubernetes' schemas allow each."""
    import kubernetes_validate
    import yaml
    from go_template import render

    told = {"Values": json.loads(values), "Release": {"Name": "campaign"}}
    made = [render(file, told).decode() for file in sorted(Path(folder).glob("*.yaml"))]
    documents = [each for text in made for each in yaml.safe_load_all(text) if each]
    for each in documents:
        kubernetes_validate.validate(each, KUBERNETES, strict=True)
    return documents


def main() -> None:
    known: dict[str, Callable[..., Any]] = {
        name: value for name, value in globals().items() if callable(value) and not name.startswith("_")
    }
    sys.stdout.write("\n" + json.dumps(known[sys.argv[1]](*sys.argv[2:]), default=str) + "\n")
    sys.stdout.flush()
    os._exit(0)  # threads of pyarrow abort now and then while the interpreter ends


if __name__ == "__main__":
    main()
