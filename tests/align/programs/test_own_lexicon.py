"""A user's own pronunciations, which engines believe."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from align import Audio, align_transcript
from align.batch import run_work
from align.folders import FolderWork
from align.phones.lexicon_file import read_own_lexicon
from align.transcript import Transcript
from align.viterbi.lexicon import network_words

SPEECH = Path(__file__).parents[2] / "data" / "speech"
TEXT = (SPEECH / "instruction.txt").read_text().strip()


@pytest.mark.parametrize("engine", ["viterbi", "pocketsphinx"])
def test_a_name_that_no_dictionary_has_is_found_where_it_is_said(engine: str) -> None:
    """The first word is written as a name that is spelt nothing like it sounds."""
    recording = Audio.open(SPEECH / "instruction.flac")
    first, _, rest = TEXT.partition(" ")
    usual = align_transcript(recording, TEXT, language="en-US", engine=engine).words
    ways = network_words(Transcript.parse(first, "en").tokens[0], "en-US", {})[0]
    lexicon = {"xqz": tuple(ways)}
    named = align_transcript(recording, f"Xqz {rest}", language="en-US", engine=engine, lexicon=lexicon).words
    assert [(word.start_time, word.end_time) for word in named] == [
        (word.start_time, word.end_time) for word in usual
    ]
    assert (named[0].word, named[0].end_char) == ("Xqz", 3)


def test_a_recording_of_a_folder_has_its_own_words_before_those_of_all(tmp_path: Path) -> None:
    """A wrong file fails its own recording, and no other."""
    own = {"one": "walk  D AH\nwalk(2)  W AO K", "two": "walk\n", "three": None}
    for name, lexicon in own.items():
        shutil.copy(SPEECH / "instruction.flac", tmp_path / f"{name}.flac")
        (tmp_path / f"{name}.txt").write_text(TEXT)
        if lexicon is not None:
            (tmp_path / f"{name}.lexicon.txt").write_text(lexicon)
    everywhere = read_own_lexicon(b"walk  P UH SH P UH SH P UH SH\n", "all")
    work = FolderWork(tmp_path, tmp_path / "out", ".json", "en-US", "viterbi", lexicon=everywhere)
    assert sorted(work.names()) == ["one.flac", "three.flac", "two.flac"]
    found = {outcome.name: outcome for outcome in run_work(work, work.names(), workers=1)}
    assert "the lexicon of two.flac, line 1: 'walk'" in found["two.flac"].reason
    first = {name: out.alignment.words[0] for name, out in found.items() if out.alignment is not None}
    assert first["one.flac"].source == "aligned"
    assert first["three.flac"].source == "interpolated" or (first["three.flac"].confidence or 0) < 0.5
