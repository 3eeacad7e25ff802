"""Transcripts in other languages, and transcripts that were copied."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.core.records import Artefact
from pangea_server.quality.flags.other_answers import keep_bands, most_alike
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import RecordStore
from tests.benchmarks.flags.cases import Case, Casting, writer
from tests.benchmarks.flags.material import Half, Spoken, Way

ELSEWHERE = {
    "German": "Gehe geradeaus am Sofa vorbei und biege dann links in den Flur ein. Bleib vor der zweiten Tür stehen.",
    "Spanish": "Pasa por delante del sofá, gira a la izquierda en el pasillo y detente frente a la segunda puerta.",
    "French": "Passez devant le canapé, tournez à gauche dans le couloir et arrêtez-vous devant la deuxième porte.",
    "Tamil": "சோபாவைக் கடந்து நேராக நடந்து, இடதுபுறம் திரும்பி, இரண்டாவது கதவின் முன் நிற்கவும்.",
    "Marathi": "सोफ्याच्या बाजूने सरळ पुढे जा, मग डावीकडे वळा आणि दुसऱ्या दरवाजासमोर थांबा.",
    "Hindi in Latin letters": "sofe ke paas se seedha aage jao, phir baayen mudo aur doosre darwaze ke saamne ruk jao",
    "Telugu in Latin letters": "sofa pakka nundi neruga velli, tarvata edama vaipu tirigi, rendava talupu mundu agandi",
}
_FILLERS = ("brown", "old", "narrow", "second", "next", "large", "bright", "slowly", "again", "small")


def wrong_languages(cast: Casting, spoken: Sequence[Spoken]) -> Iterator[Case]:
    """Each language's transcripts in tasks of the others."""
    bad = frozenset({"wrong_language"})
    texts = {(each.language, each.text): each for each in spoken}
    for each in texts.values():
        yield Case(
            f"honest, {each.language}", each.name, each.half, writer(cast.way(each.half), each.text, each.language),
            excused=frozenset({"too_short"}),
        )  # fmt: skip
        for task in ("en-IN", "hi-IN", "te-IN"):
            if task[:2] != each.language[:2]:
                seen = writer(cast.way(each.half), each.text, task)
                name = f"{each.name} in a task of {task}"
                yield Case("another language", name, each.half, seen, bad, frozenset({"too_short"}))
    for number, (language, text) in enumerate(ELSEWHERE.items()):
        for task in ("en-IN", "hi-IN", "te-IN"):
            half: Half = "held out" if number % 2 else "chosen on"
            seen = writer(cast.way(half), text, task)
            yield Case("another language", f"{language} in a task of {task}", half, seen, bad)


def copies(ways: Sequence[Way]) -> Iterator[Case]:
    """Looked up in a store that holds all of these people's instructions."""
    rng = random.Random(3)
    with TemporaryDirectory() as folder, closing(LocalStore.open(Path(folder))) as store:
        shelf = _Shelf(store.records)
        for way in ways:
            for number, text in enumerate(way.texts):
                yield shelf.case("honest, R2R's words", f"{way.name} {number}", way, text, frozenset())
        for index, way in enumerate(ways):
            text = way.texts[index % len(way.texts)]
            if len(text.split()) < 12:
                continue
            bad = frozenset({"copied_transcript"})
            yield shelf.case("copy, the same", way.name, way, text, bad)
            yield shelf.case(
                "copy, in capitals, no commas", way.name, way, text.upper().replace(",", ""), bad
            )
            for share in (0.05, 0.1):
                yield shelf.case(
                    f"copy, {share:.0%} of the words others", way.name, way, _changed(text, share, rng), bad
                )
            yield shelf.case("copy, sentences in another order", way.name, way, _reordered(text, rng), bad)
            yield shelf.case("copy, a sentence added", way.name, way, f"{text} That is the end point.", bad)
            changed = _changed(text, 0.25, rng)
            yield shelf.case("copy, 25% of the words others", way.name, way, changed, bad, beyond=True)


class _Shelf:
    """The transcripts that were handed in, one a minute."""

    def __init__(self, records: RecordStore) -> None:
        self._records = records
        self._count = 0

    def case(
        self, group: str, name: str, way: Way, text: str, expected: frozenset[str], *, beyond: bool = False
    ) -> Case:
        """Handed in now. Copies are looked up and not kept, so that they are not found for each other."""
        self._count += 1
        guide = _annotation(self._count, way, text)
        seen = writer(way, text)
        found = most_alike(self._records, guide)
        if not expected:
            self._records.create(guide)
            keep_bands(self._records, guide)
        assert seen.words is not None
        seen = replace(seen, words=replace(seen.words, likeness=found))
        return Case(group, name, way.half, seen, expected, frozenset({"too_short", "wrong_language"}), beyond)


def _annotation(number: int, way: Way, text: str) -> GuideAnnotation:
    nothing = Artefact(blob="none", size=0, sha256="")
    return GuideAnnotation.model_validate(
        {
            "instruction_id": number, "annotator_id": number % 40, "path_id": 1, "split": "train", "scan_id": "scan",
            "language": "en-US", "path": way.path, "heading": 0.0, "walked": way.path, "transcript": text,
            "duration": 1.0, "sample_rate": 16_000, "voice": nothing, "pose_trace": nothing, "phases": (),
            "scores": None, "submitted_at": datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=number),
        }
    )  # fmt: skip


def _changed(text: str, share: float, rng: random.Random) -> str:
    words = text.split()
    for index in rng.sample(range(len(words)), max(1, round(share * len(words)))):
        words[index] = rng.choice(_FILLERS)
    return " ".join(words)


def _reordered(text: str, rng: random.Random) -> str:
    sentences = [part.strip() for part in text.split(".") if part.strip()]
    rng.shuffle(sentences)
    return ". ".join(sentences)
