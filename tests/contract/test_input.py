"""Files of people are read in one place: what reads text or JSON elsewhere reads our own, or a request."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from tests.security.decoders import GIVEN, OURS
from tests.security.decoding_calls import decodings

ROOT = Path(__file__).parents[2]
PACKAGES = ("environments", "align", "pangea_server")
INPUT = "environments/input/json_documents.py"
READERS = {"json.load", "json.loads", "gzip.GzipFile", "gzip.decompress", "gzip.open"}
ELSEWHERE = {
    "align/snapshot_lines.py": "lines that a browser sent, in bounds of packed_lines",
    "pangea_server/collect/actions/decoder.py": "lines that a browser sent",
    "pangea_server/dataset/archive/archive_reader.py": "backups that PanGEA wrote",
    "pangea_server/dataset/campaigns/texts.py": "texts of a campaign, as the store has them",
    "pangea_server/http/edge/bodies.py": "bodies of requests",
    "pangea_server/http/edge/strict_json.py": "bodies of requests",
}
PACKAGE_TEXTS = {
    "pangea_server/app/doctor/folder.py": "what the kernel says is mounted",
    "pangea_server/collect/planning/command.py": "an example in the package",
    "pangea_server/dataset/campaigns/routes.py": "an example in the package",
    "pangea_server/dataset/personal/ordinary.py": "words in the package",
    "pangea_server/dataset/personal/spelling.py": "words in the package",
    "pangea_server/http/problems.py": "a page in the package",
    "pangea_server/stores/migrations/__init__.py": "statements in the package",
}


def test_json_and_gzip_of_people_are_read_in_one_place() -> None:
    readers = {call.file for call in decodings(ROOT, PACKAGES) if call.decoder in READERS}
    assert readers - OURS.keys() - GIVEN.keys() == {INPUT, *ELSEWHERE}


def test_text_is_read_from_files_of_the_package_only() -> None:
    reading = {
        file.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for file in (ROOT / package).rglob("*.py")
        if any(
            isinstance(node, ast.Attribute) and node.attr == "read_text" for node in ast.walk(_parsed(file))
        )
    }
    assert reading - OURS.keys() == PACKAGE_TEXTS.keys()


def test_letters_are_never_replaced() -> None:
    replacing = [
        file.name
        for package in PACKAGES
        for file in (ROOT / package).rglob("*.py")
        for node in ast.walk(_parsed(file))
        if isinstance(node, ast.keyword)
        and node.arg == "errors"
        and ast.unparse(node.value) in {"'replace'", "'ignore'"}
    ]
    assert replacing == []


@cache
def _parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))
