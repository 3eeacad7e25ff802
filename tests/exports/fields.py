"""What each format keeps of each field, found out by changing the field, and by reading the files back.

``python -m tests.exports.fields`` writes the result where ``about.json`` takes it from, and into the table of
``pangea_server/dataset/formats/README.md``.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.population import Population
from pangea_server.core.records import Artefact, Record
from pangea_server.dataset.entries.carried import CARRIED, CarriedFields
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.protocol import Readable
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.formats import DIALOGUE_FORMATS, FORMATS, LANDMARK_FORMATS, READABLE_FORMATS
from pangea_server.dataset.imports.import_files import import_files
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store, Transaction
from tests.exports.every_field import KINDS, every_field, filled_store, house, records_of

README = Path(__file__).parents[2] / "pangea_server" / "dataset" / "formats" / "README.md"
BEGIN, END = "<!-- fields: begin -->\n", "<!-- fields: end -->"
MEMORY = Path("/dev/shm")  # a folder that no disk is waited for
MARKS = {"kept": "●", "written": "◐", "derived": "○", "lost": ""}
READ = {
    "cvdn": ("NDH_*.json",),
    "huggingface": ("guide/*.parquet", "follower/*.parquet"),
    "instructions": ("instructions.jsonl",),
    "label_studio": ("tasks_*.json",),
    "parquet": ("guide/*.parquet", "follower/*.parquet"),
    "r2r": ("R2R_val_seen.json",),
    "rxr": ("*_guide.jsonl.gz", "*_follower.jsonl.gz"),
    "vlnce": ("*_guide.json.gz", "*_follower.json.gz"),
}
"""The files that are read back, Guides before Followers; of other formats, those that are named after a number."""
MADE_FROM = re.compile(rb'"made_from": "[0-9a-f]{64}"')
"""A digest of words tells nobody what is in them."""
WORDS_ALONE = {name for name in READABLE_FORMATS if name not in READ} | {"label_studio"}


def measured(folder: Path) -> dict[str, CarriedFields]:
    """For each built-in format, what becomes of each field."""
    fields = every_field()
    store, pairs = filled_store(folder / "source")
    first = {name: pair[0] for name, pair in pairs.items()}
    put(store, records_of(first))
    formats = [name for name in FORMATS.builtin if name not in (*LANDMARK_FORMATS, *DIALOGUE_FORMATS)]
    before = contents(store, folder / "first", formats)
    changed = {name: set[str]() for name in formats}
    for field in fields:
        known = records_of(first)
        take(store, known)
        put(store, records_of(first | {field: pairs[field][1]}))
        after = contents(store, folder / "other", formats)
        take(store, records_of(first | {field: pairs[field][1]}))
        put(store, known)
        for name in formats:
            if before[name] != after[name]:
                changed[name].add(field)
    back = {name: came_back(name, folder, first) for name in READABLE_FORMATS}
    store.close()
    return {
        name: CarriedFields(
            **{
                state: [field for field in fields if _state(field, changed[name], back.get(name)) == state]
                for state in ("kept", "written", "derived", "lost")
            }
        )
        for name in formats
    }


def _state(field: str, changed: set[str], back: set[str] | None) -> str:
    if field in changed:
        return "kept" if back is None or field in back else "written"
    return "derived" if back and field in back else "lost"


def put(store: Store, records: Sequence[Record]) -> None:
    def write(transaction: Transaction) -> None:
        for record in records:
            transaction.create(record)

    store.records.transact(write)


def take(store: Store, records: Sequence[Record]) -> None:
    def write(transaction: Transaction) -> None:
        for record in records:
            transaction.delete(type(record), record.record_id)

    store.records.transact(write)


def contents(store: Store, folder: Path, formats: list[str]) -> dict[str, str]:
    """A digest of each format's files; an export over an earlier one, as people make it."""
    report = export(Dataset(store, house(), population=Population.ALL), folder, open_formats(formats))
    assert not report.faults, report.faults
    return {name: _digest(folder / name) for name in formats}


def _digest(folder: Path) -> str:
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.name != "about.json")
    told = [(file.relative_to(folder).as_posix(), sha256(_bytes(file)).hexdigest()) for file in files]
    return sha256(msgspec.json.encode(told)).hexdigest()


def _bytes(file: Path) -> bytes:
    data = file.read_bytes()
    packed = file.suffix == ".gz" and data[:2] == b"\x1f\x8b"
    return MADE_FROM.sub(b"", gzip.decompress(data) if packed else data)


def came_back(name: str, folder: Path, first: Mapping[str, Any]) -> set[str]:
    """The fields that are in a new store as they were, after an import of the format's files."""
    store, exported = LocalStore.open(folder / "back" / name), folder / "first"
    rows = READ.get(name, ())
    if name in WORDS_ALONE:  # of an instruction that the store has, and that nobody aligned
        _import(store, "rxr", exported, ["*_guide.jsonl.gz"])
        take(store, [each for each in records_of(first) if isinstance(each, AlignmentRecord)])
    expected = {field: _comparable(value) for field, value in first.items()}
    before = {field for field, value in expected.items() if _found(store, field) == value}
    _import(store, name, exported, rows or ["*/0*.*"])
    found = {field for field, value in expected.items() if _found(store, field) == value}
    store.close()
    return found - before


def _import(store: Store, name: str, exported: Path, patterns: Sequence[str]) -> None:
    (chosen,) = open_formats([name])
    assert isinstance(chosen, Readable)
    files = [file for pattern in patterns for file in sorted((exported / name).glob(pattern))]
    assert files, f"{name} has no file to read back"
    import_files(store, house(), chosen, files, language="xx")


def _comparable(value: Any) -> Any:
    """A blob that comes back is under another name, and a pose trace is packed anew."""
    return Artefact if isinstance(value, Artefact) else value


def _found(store: Store, field: str) -> Any:
    """The value of a field in a store; ``Ellipsis`` where there is nothing that could have one."""
    prefix, *names = field.split(".")
    value: Any = next(
        iter(store.records.find(KINDS["alignment" if prefix == "word" else prefix], limit=1)), ...
    )
    if prefix == "word" and value is not ...:
        value = value.timed_instruction[1] if value.timed_instruction else ...
    for name in names:
        value = getattr(value, name, ...)
    return _comparable(value)


def table(carried: Mapping[str, CarriedFields], fields: Sequence[str] | None = None) -> str:
    """The result as Markdown, with these fields; without them, those of annotations."""
    names = list(carried)
    lines = [
        "| field | " + " | ".join(f"`{name}`" for name in names) + " |",
        "| --- |" + " --- |" * len(names),
    ]
    for field in fields or every_field():
        marks = [MARKS[carried[name].state(field)] for name in names]
        lines.append(f"| `{field}` | " + " | ".join(marks) + " |")
    return "\n".join(lines) + "\n"


def readme_with(text: str, made: str) -> str:
    """The README with this table in the place for it."""
    return re.sub(f"(?<={re.escape(BEGIN)}).*(?={re.escape(END)})", lambda _: made, text, flags=re.DOTALL)


def main() -> None:
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        carried = measured(Path(folder))
    CARRIED.write_bytes(msgspec.json.format(msgspec.json.encode(carried), indent=1) + b"\n")
    README.write_text(readme_with(README.read_text(encoding="utf-8"), table(carried)), encoding="utf-8")


if __name__ == "__main__":
    main()
