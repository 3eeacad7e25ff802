"""Lets a recogniser write down what Guides said who only spoke."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from align.audio import Audio
from align.engines.carried_over import CarriedOver
from align.pipeline import open_engine, refuse_silence
from align.recognisers.by_name import NAME, of_recording, refuse_one_for_many
from align.recognisers.protocol import Recognizer
from align.recognisers.registry import NO_OPTIONS, RecogniserOptions
from environments.errors import ConfigurationError, PangeaError
from pangea_server.annotate.alignments.aligner import names_of
from pangea_server.annotate.alignments.heard import HeardWords, put_heard
from pangea_server.annotate.alignments.spoken_words import by_engine, may_get_words, with_words
from pangea_server.annotate.annotations.lookups import stored_guide, voice_of
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.core.records import padded
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store, Transaction

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Recognition:
    """What became of one voice: its words, or the reason why there are none."""

    instruction_id: int
    words: str = ""
    reason: str = ""
    heard: HeardWords | None = None


def open_recogniser(specification: str, options: RecogniserOptions = NO_OPTIONS) -> Recognizer:
    """The recogniser of this name.

    Raises:
        PluginNotFoundError: there is no recogniser of this name.
        ConfigurationError: it aligns given words and cannot recognise.
    """
    engine = open_engine(specification, options)
    if not isinstance(engine, CarriedOver):
        raise ConfigurationError(
            f"The engine {specification} aligns words that are written already; it recognises none.",
            remedy="Name a recogniser, such as pocketsphinx_recognition.",
        )
    return engine.recogniser


def listener(specification: str, options: RecogniserOptions = NO_OPTIONS) -> Callable[[int], Recognizer]:
    """What opens the recogniser for an annotation's voice: one for all, or the one with the words of this voice.

    Raises:
        PluginNotFoundError, ConfigurationError: see ``open_recogniser``; or it has the words of one recording.
    """
    refuse_one_for_many(specification, "every voice of a store")
    if NAME in specification:
        return lambda number: open_recogniser(of_recording(specification, *names_of(padded(number))), options)
    opened = open_recogniser(specification, options)
    return lambda number: opened


def voices_without_words(store: Store) -> list[int]:
    """The Guides who only spoke, and whose words nobody has written down yet."""
    guides = every(store.records, GuideAnnotation)
    return [guide.number for guide in guides if guide.voice and not guide.transcript]


def recognise(store: Store, opened: Callable[[int], Recognizer], numbers: list[int]) -> Iterator[Recognition]:
    """Store what the recogniser hears in these voices, one after the other; ``opened`` gives it for a number.

    Words that a person writes down meanwhile stay. A voice in which it hears nothing, or in whose language it cannot
    listen, keeps waiting for a person.
    """
    for number in numbers:
        found = _recognised(store, opened, number)
        if found.heard:
            store.records.transact(partial(_write, found=found, heard=found.heard))
        log.info("instruction %d: %s", number, found.reason or "recognised")
        yield found


def _recognised(store: Store, opened: Callable[[int], Recognizer], number: int) -> Recognition:
    try:
        engine = opened(number)
        guide = stored_guide(store.records, number)
        if not may_get_words(guide, by_engine(engine.name)):
            return Recognition(number, reason="It has words by now.")
        with store.blobs.open(voice_of(guide)[0].blob) as file:
            recording = Audio.open(file, for_speech=True)
        refuse_silence(recording)
        heard = engine.recognize(recording, guide.language)
    except PangeaError as error:
        return Recognition(number, reason=str(error))
    words = " ".join(word.word for word in heard)
    if not words:
        return Recognition(number, reason="No word was recognised.")
    kept = HeardWords(
        instruction_id=number, recogniser=engine.name, language=guide.language, words=tuple(heard)
    )
    return Recognition(number, words, heard=kept)


def _write(transaction: Transaction, found: Recognition, heard: HeardWords) -> None:
    keep = put_heard(transaction, heard)
    made = with_words(transaction, found.instruction_id, found.words, by_engine(heard.recogniser))
    for record in made.created:
        transaction.create(record)
    for record in made.replaced:
        transaction.replace(record)
    keep()
