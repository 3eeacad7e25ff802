"""Lets a recogniser write down what Guides said who only spoke."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass

from align.audio import Audio
from align.engines.protocol import Recognizer
from align.pipeline import open_engine, refuse_silence
from environments.errors import ConfigurationError, PangeaError
from pangea_server.annotate.alignments.spoken_words import by_engine, may_get_words, with_words
from pangea_server.annotate.annotations.reading import stored_guide, voice_of
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store, Transaction

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Recognition:
    """What became of one voice: its words, or the reason why there are none."""

    instruction_id: int
    words: str = ""
    reason: str = ""


def open_recogniser(specification: str) -> Recognizer:
    """The recogniser of this name.

    Raises:
        PluginNotFoundError: there is no engine of this name.
        ConfigurationError: it aligns given words and cannot recognise, or it reads the words of one recording.
    """
    engine = open_engine(specification)
    if not isinstance(engine, Recognizer):
        raise ConfigurationError(
            f"The engine {specification} aligns words that are written already; it recognises none.",
            remedy="Name a recogniser, such as pocketsphinx_recognition.",
        )
    if getattr(engine, "of_one_recording", False):
        raise ConfigurationError(
            f"The engine {specification} has the words of one recording, not of every voice.",
            remedy="Name a recogniser that listens, such as pocketsphinx_recognition.",
        )
    return engine


def voices_without_words(store: Store) -> list[int]:
    """The Guides who only spoke, and whose words nobody has written down yet."""
    guides = every(store.records, GuideAnnotation)
    return [guide.number for guide in guides if guide.voice and not guide.transcript]


def recognise(store: Store, engine: Recognizer, numbers: list[int]) -> Iterator[Recognition]:
    """Store what the recogniser hears in these voices, one after the other.

    Words that a person writes down meanwhile stay. A voice in which it hears nothing, or in whose language it cannot
    listen, keeps waiting for a person.
    """
    for number in numbers:
        found = _recognised(store, engine, number)
        if found.words:
            store.records.transact(lambda transaction, found=found: _write(transaction, found, engine.name))  # type: ignore[misc]
        log.info("instruction %d: %s", number, found.reason or f"recognised by {engine.name}")
        yield found


def _recognised(store: Store, engine: Recognizer, number: int) -> Recognition:
    try:
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
    return Recognition(number, words) if words else Recognition(number, reason="No word was recognised.")


def _write(transaction: Transaction, found: Recognition, engine: str) -> None:
    made = with_words(transaction, found.instruction_id, found.words, by_engine(engine))
    for record in made.created:
        transaction.create(record)
    for record in made.replaced:
        transaction.replace(record)
