"""What ``datasets.load_dataset`` asks of the head of a README.md: configurations, their files, columns and splits.

Source: https://github.com/huggingface/hub-docs/blob/main/datasetcard.md; ``datasets.Features`` as YAML.
"""

from __future__ import annotations

import io
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruamel.yaml import YAML

from pangea_server.dataset.formats.voiced_tables import AUDIO

if TYPE_CHECKING:
    import pyarrow

DEFAULT = "guide"  # what ``load_dataset`` opens when no configuration is named
SHARD = re.compile(r"-\d{5}-of-\d{5}$")
ROWS = re.compile(r"rxr_(?P<split>.+)_(?P<table>guide|follower)\.jsonl\.gz")
WIDE = 1000  # no line of the head is broken


def front_matter(head: Mapping[str, Any]) -> str:
    """A README's head between its lines of dashes."""
    yaml, text = YAML(), io.StringIO()
    yaml.default_flow_style, yaml.allow_unicode, yaml.width = False, True, WIDE
    yaml.dump(dict(head), text)
    return f"---\n{text.getvalue()}---\n"


def configurations(folder: Path, within: str = "") -> dict[str, Any]:
    """``configs`` and ``dataset_info`` for the Parquet tables ``{configuration}/{split}.parquet`` of a folder, whose
    shards are told together.

    Args:
        within: the folder's path from the README, with a slash at its end.
    """
    tables: dict[str, dict[str, list[Path]]] = defaultdict(dict)
    for file in sorted(folder.glob("*/*.parquet")):
        split = SHARD.sub("", file.stem)
        tables[file.parent.name].setdefault(split, []).append(file)
    paths = {
        name: {
            split: [f"{within}{name}/{_pattern(file)}" for file in files[:1]]
            for split, files in splits.items()
        }
        for name, splits in tables.items()
    }
    return {
        "configs": _configs(paths),
        "dataset_info": [_info(name, tables[name]) for name in _ordered(tables)],
    }


def row_configurations(folder: Path, within: str = "") -> dict[str, Any]:
    """``configs`` for RxR's rows, whose columns are found when they are loaded."""
    paths: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for file in sorted(folder.glob("*.jsonl.gz")):
        if match := ROWS.fullmatch(file.name):
            paths[match["table"]][match["split"]] = [f"{within}{file.name}"]
    return {"configs": _configs(paths)}


def _pattern(file: Path) -> str:
    return f"{SHARD.sub('-?????-of-?????', file.stem)}.parquet"


def _ordered(names: Iterable[str]) -> list[str]:
    return sorted(names, key=lambda name: (name != DEFAULT, name))


def _configs(paths: Mapping[str, Mapping[str, list[str]]]) -> list[dict[str, Any]]:
    names = _ordered(paths)
    return [
        {
            "config_name": name,
            **({"default": True} if name == names[0] else {}),
            "data_files": [
                {"split": split_name(split), "path": files[0] if len(files) == 1 else files}
                for split, files in sorted(paths[name].items())
            ],
        }
        for name in names
    ]


def split_name(split: str) -> str:
    """A split's name as ``datasets`` allows it: letters, digits and underscores."""
    return re.sub(r"\W", "_", split)


def _info(name: str, splits: Mapping[str, list[Path]]) -> dict[str, Any]:
    from pyarrow import parquet

    first = next(iter(splits.values()))[0]
    sizes = [
        {
            "name": split_name(split),
            "num_bytes": sum(file.stat().st_size for file in files),
            "num_examples": sum(parquet.read_metadata(file).num_rows for file in files),
        }
        for split, files in sorted(splits.items())
    ]
    return {
        "config_name": name,
        "features": _features(parquet.read_schema(first)),
        "splits": sizes,
    }


def _features(fields: Iterable[pyarrow.Field]) -> list[dict[str, Any]]:
    return [{"name": field.name, **_feature(field)} for field in fields]


def _feature(field: pyarrow.Field) -> dict[str, Any]:
    """A column as ``datasets`` describes it."""
    from pyarrow import types

    kind = field.type
    if field.name.startswith(AUDIO):
        return {"dtype": "audio"}
    if types.is_struct(kind):
        return {"struct": _features(kind)}
    if types.is_list(kind):
        (inner,) = (_feature(kind.value_field),)
        return {"list": inner.get("dtype") or inner.get("struct") or inner}
    return {"dtype": _dtype(kind)}


def _dtype(kind: pyarrow.DataType) -> str:
    """Arrow's name of a type, where ``datasets`` has no other."""
    return {"double": "float64", "float": "float32"}.get(str(kind), str(kind))
