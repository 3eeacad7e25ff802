"""What recognisers heard, in a file for each instruction."""

from __future__ import annotations

import json
from pathlib import Path

from align import TimedWord
from pangea_server.annotate.alignments.heard import HeardWords
from tests.exports.exported import exported
from tests.exports.filled import annotated


def test_each_recogniser_has_its_language_and_its_words(tmp_path: Path) -> None:
    store = annotated(tmp_path / "data")
    words = (TimedWord("face", 0.125, 0.25, "recognised", 0.5), TimedWord("it", 0.5, 0.75, "recognised"))
    for name, language in (("whisper", "en"), ("vosk", "en-IN")):
        store.records.create(HeardWords(instruction_id=2, recogniser=name, language=language, words=words))
    assert exported(store, tmp_path / "out", "heard").faults == []
    (file,) = (tmp_path / "out" / "heard").glob("*/*.json")
    assert file.parts[-2:] == ("train", "000002.json")
    told = [
        {"word": "face", "start_time": 0.125, "end_time": 0.25, "confidence": 0.5},
        {"word": "it", "start_time": 0.5, "end_time": 0.75, "confidence": None},
    ]
    assert json.loads(file.read_text()) == [
        {"recogniser": "vosk", "language": "en-IN", "words": told},
        {"recogniser": "whisper", "language": "en", "words": told},
    ]
