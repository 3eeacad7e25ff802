"""``make bench-draft``: what a draft saves a Guide, and which planted errors a stated behaviour finds.

Recordings are the English ones with known words in ``../shared/data/alignment`` and the Guide of the 2021 sample. A
Guide without a draft types every word. With a draft they change only what differs: an edit is a word that is changed,
removed or added. People are simulated, and only their behaviour is stated: *careful* people hear every word and mend 19
of 20 errors, *hasty* people every second one, and *trusting* people hand in the draft as it is. The figures say nothing
about how real people behave.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random

from rich import box
from rich.console import Console
from rich.table import Table

from align import Audio
from align.recognisers.registry import RecogniserOptions, open_recogniser
from environments.errors import PangeaError
from pangea_server.annotate.drafting.comparison import compared, plain
from pangea_server.annotate.drafting.records import DraftWord
from pangea_server.collect.drafting.maker import with_planted
from pangea_server.collect.drafting.plausible import refuse_implausible

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
GROUPS = {"tts_clean": 8, "tts_pauses": 4, "tts_noise20": 4, "tts_disfluent": 4}
PLANTED = 0.05
BEHAVIOURS = {"careful": 0.95, "hasty": 0.5, "trusting": 0.0}
ROUNDS = 20  # of planting, each with another seed


@dataclass(frozen=True, slots=True)
class Spoken:
    """A recording and its words."""

    group: str
    path: Path
    text: str
    language: str


@dataclass(frozen=True, slots=True)
class Drafted:
    """What a recogniser heard in a recording; no words, and the reason, where that can be no draft."""

    spoken: Spoken
    words: tuple[DraftWord, ...]
    reason: str = ""

    @property
    def edits(self) -> int:
        """Words to change, remove or add, so that the draft says what was said."""
        if not self.words:
            return len(self.spoken.text.split())
        found = compared(self.words, self.spoken.text, frozenset())
        return sum(word.confirmed == "edited" for word in found.words) + found.inserted


def recordings() -> Iterator[Spoken]:
    """Twenty synthesised recordings and a Guide of 2021."""
    for group, count in GROUPS.items():
        for path in islice(sorted((DATA / "alignment" / group).glob("*.flac")), count):
            text = path.with_suffix(".txt").read_text(encoding="utf-8")
            yield Spoken(group, path, text, "en-US")
    sample = DATA / "pangea_sample"
    said = json.loads((sample / "args.json").read_text(encoding="utf-8"))
    yield Spoken("pangea_sample", sample / "audio.mp3", said["instruction"], said["language"])


def drafted(spoken: Spoken, recogniser: str, model: Path | None) -> Drafted:
    """The draft of one recording, as the server would make it."""
    recording = Audio.open(spoken.path, for_speech=True)
    try:
        heard = open_recogniser(recogniser, RecogniserOptions(model=model)).recognize(
            recording, spoken.language
        )
        refuse_implausible(heard, recording.duration, spoken.language)
    except PangeaError as error:
        return Drafted(spoken, (), error.code)
    words = (DraftWord(word.word, word.start_time, word.end_time, word.confidence) for word in heard)
    return Drafted(spoken, tuple(words))


def planted_found(draft: Drafted, share: float, seed: str) -> tuple[int, int, int]:
    """How many errors were planted, how many a person mends who mends this ``share`` of them, and how many of them are
    in the text that is stored, which must be none."""
    random, shown = Random(seed), with_planted(draft.words, PLANTED, seed)
    text = " ".join(word.own if word.own and random.random() < share else word.word for word in shown)
    found = compared(shown, text, frozenset())
    planted = sum(word.own is not None for word in shown)
    stored = [plain(word) for word in found.text.split()]
    silent = sum(one != plain(word.word) for one, word in zip(stored, draft.words, strict=True))
    return planted, planted - found.planted_left, silent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--recogniser", default="pocketsphinx_recognition")
    parser.add_argument("--model", type=Path, help="of whisper")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--first", type=int, help="only so many recordings")
    options = parser.parse_args()
    some = list(islice(recordings(), options.first))
    count = len(some)
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        drafts = list(pool.map(drafted, some, [options.recogniser] * count, [options.model] * count))
    console = Console(width=100)
    console.print(_edits(drafts, options.recogniser), _planted(drafts))


def _edits(drafts: Sequence[Drafted], recogniser: str) -> Table:
    table = Table(title=f"Edits for each word that was said, {recogniser}", box=box.MARKDOWN)
    for column in ("recordings", "n", "words said", "without a draft", "with a draft", "no draft"):
        table.add_column(column, justify="left" if column == "recordings" else "right")
    for group in [*GROUPS, "pangea_sample"]:
        of_group = [draft for draft in drafts if draft.spoken.group == group]
        if of_group:
            words = sum(len(draft.spoken.text.split()) for draft in of_group)
            edits = sum(draft.edits for draft in of_group) / words
            none = sum(bool(draft.reason) for draft in of_group)
            table.add_row(group, str(len(of_group)), str(words), "1.00", f"{edits:.2f}", str(none))
    return table


def _planted(drafts: Sequence[Drafted]) -> Table:
    table = Table(title=f"Planted errors, {PLANTED:.0%} of the words, {ROUNDS} seeds", box=box.MARKDOWN)
    for column in ("behaviour", "planted", "found", "share", "left in, and stored as they were"):
        table.add_column(column, justify="left" if column == "behaviour" else "right")
    for name, share in BEHAVIOURS.items():
        seeds = ((draft, f"{name} {number}") for draft in drafts for number in range(ROUNDS))
        counts = [planted_found(draft, share, seed + draft.spoken.path.stem) for draft, seed in seeds]
        planted, found, silent = (sum(each) for each in zip(*counts, strict=True))
        table.add_row(name, str(planted), str(found), f"{found / max(1, planted):.2f}", str(silent))
    return table


if __name__ == "__main__":
    main()
