"""The logs of actions in files."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from pangea_server.annotate.annotations.records import Aids, GuideAnnotation
from pangea_server.core.records import Artefact
from tests.exports.exported import exported
from tests.exports.filled import annotated

LOG = gzip.compress(b'{"time": 0.5, "what": "phase", "name": "record"}\n', mtime=0)


def test_a_log_is_a_file_of_its_own_and_the_table_says_what_people_had(tmp_path: Path) -> None:
    store = annotated(tmp_path / "data")
    guide = store.records.get(GuideAnnotation, "000001")
    blob = "recordings/0123456789abcdef0123456789abcdef/actions.jsonl.gz"
    store.blobs.create(blob, LOG)
    stored = store.blobs.stat(blob)
    aids = Aids(map=True, map_seconds=3.5, flights=1, time_limit=120, time_used=90.5)
    more = {
        "aids": aids,
        "actions": Artefact(blob=blob, size=stored.size, sha256=stored.sha256),
    }
    store.records.transact(lambda transaction: transaction.replace(guide.model_copy(update=more)))
    report = exported(store, tmp_path / "out", "actions", "rxr")
    assert report.faults == []
    folder = tmp_path / "out" / "actions"
    rows = [json.loads(line) for line in (folder / "answers.jsonl").read_text().splitlines()]
    assert [(row["kind"], row["aids"], row["actions"]) for row in rows] == [
        ("guide", aids.model_dump(), "logs/guide/000001.jsonl.gz"),
        ("guide", None, None),
        ("follower", None, None),
    ]
    assert (folder / rows[0]["actions"]).read_bytes() == LOG
    assert [file.name for file in (folder / "logs").rglob("*.gz")] == ["000001.jsonl.gz"]
    assert not list((tmp_path / "out" / "rxr").rglob("*actions*"))
