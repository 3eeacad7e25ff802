"""The library eSpeak NG: loaded once per process, spoken to by one thread at a time."""

from __future__ import annotations

import _ctypes
import ctypes
import threading
from contextlib import contextmanager
from functools import cache
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from align.errors import EngineError, EngineNotInstalledError
from align.transcript import primary_language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

_VOICES = {"en": "en-us"}  # the accent of the acoustic models
_DONT_EXIT = 0x8000
_SYNCHRONOUS = 2
_UTF8 = 1
_LAST_EVENT, _WORD = 0, 1  # espeak_EVENT_TYPE
_SILENCE_AMPLITUDE = 1e-3  # no sample of a pause is louder
_LOCK = threading.Lock()  # eSpeak NG has one voice per process


class SynthesisedWord(NamedTuple):
    """A word of a text, in synthesised sound.

    Attributes:
        character: where it begins in the text.
        start_time, end_time: seconds since the sound began.
    """

    character: int
    start_time: float
    end_time: float


class SynthesisedSpeech(NamedTuple):
    """Synthesised sound.

    Attributes:
        samples: (n,) float32 in [-1, 1].
        sample_rate: in Hz.
        words: in the order of the text. eSpeak NG reads some pairs ("of the") as one word.
    """

    samples: NDArray[np.float32]
    sample_rate: int
    words: list[SynthesisedWord]


@contextmanager
def espeak_ng(language: str, *, anew: bool = False) -> Iterator[ctypes.CDLL]:
    """The library with a voice of this language (BCP 47), for this thread alone.

    Args:
        anew: load it again (0.3 ms). Its waves go on from where the last text ended, so that the same text would sound,
            and be timed, a little differently after another one; nothing else in it resets them.

    Raises:
        EngineError: eSpeak NG has no voice for this language.
        EngineNotInstalledError: the package espeakng-loader is missing.
    """
    with _LOCK:
        if anew:
            _unload()
        library, _ = _loaded()
        voice = _VOICES.get(primary_language(language), primary_language(language))
        if library.espeak_SetVoiceByName(voice.encode()) != 0:
            raise EngineError(
                f"eSpeak NG cannot pronounce the language {language!r}.",
                remedy="Give a BCP 47 tag that it speaks, such as en-US, hi-IN or te-IN.",
            )
        yield library


def synthesize(text: str, language: str) -> SynthesisedSpeech:
    """Synthesise a text.

    Raises:
        EngineError: eSpeak NG has no voice for this language, or failed.
        EngineNotInstalledError: the package espeakng-loader is missing.
    """
    blocks: list[NDArray[np.int16]] = []
    events: list[tuple[int, float]] = []

    def receive(samples: Any, count: int, reported: Any) -> int:
        if samples and count:
            blocks.append(np.ctypeslib.as_array(samples, (count,)).copy())
        events.extend(_word_events(reported))
        return 0

    callback = _CALLBACK(receive)
    with espeak_ng(language, anew=True) as library:
        library.espeak_SetSynthCallback(callback)
        encoded = text.encode() + b"\0"
        status = library.espeak_Synth(encoded, len(encoded), 0, 0, 0, _UTF8, None, None)
        library.espeak_SetSynthCallback(_CALLBACK())
        _, sample_rate = _loaded()
    if status != 0:
        raise EngineError(f"eSpeak NG failed (status {status}).", remedy="Try a shorter transcript.")
    sound = np.concatenate([np.zeros(0, np.int16), *blocks]).astype(np.float32)
    sound /= np.float32(32768)
    return SynthesisedSpeech(sound, sample_rate, _words(events, sound, sample_rate))


def _words(
    events: list[tuple[int, float]], sound: NDArray[np.float32], sample_rate: int
) -> list[SynthesisedWord]:
    """The words with their times: a word lasts until the next one, without the pause between them."""
    starts = [round(time * sample_rate) for _, time in events]
    ends = [start + _length(sound[start:end]) for start, end in pairwise([*starts, sound.size])]
    return [
        SynthesisedWord(position - 1, start, end / sample_rate)
        for (position, start), end in zip(events, ends, strict=True)
    ]


def _length(sound: NDArray[np.float32]) -> int:
    loud = np.flatnonzero(np.abs(sound) > _SILENCE_AMPLITUDE)
    return int(loud[-1]) + 1 if loud.size else 0


class _Event(ctypes.Structure):
    """``espeak_EVENT`` of speak_lib.h."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("unique_identifier", ctypes.c_uint),
        ("text_position", ctypes.c_int),  # in characters, from 1
        ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int),  # in milliseconds
        ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p),
        ("id", ctypes.c_char * 8),
    )


_CALLBACK = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event)
)


def _word_events(events: Any) -> Iterator[tuple[int, float]]:
    """Each word's place in the text, from 1, and its start in seconds."""
    for event in takewhile(lambda event: event.type != _LAST_EVENT, events):
        if event.type == _WORD:
            yield event.text_position, event.audio_position / 1000


def _unload() -> None:
    library, _ = _loaded()
    library.espeak_Terminate()
    _loaded.cache_clear()
    _ctypes.dlclose(library._handle)


@cache
def _loaded() -> tuple[ctypes.CDLL, int]:
    """The library, and the sample rate of its voices in Hz."""
    try:
        import espeakng_loader
    except ImportError as exc:
        raise EngineNotInstalledError(
            "The package espeakng-loader is missing.", remedy="pip install espeakng-loader"
        ) from exc
    library = ctypes.CDLL(espeakng_loader.get_library_path())
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    library.espeak_TextToPhonemes.argtypes = [ctypes.POINTER(ctypes.c_void_p), ctypes.c_int, ctypes.c_int]
    library.espeak_SetSynthCallback.argtypes = [_CALLBACK]
    library.espeak_Synth.argtypes = [
        ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint, ctypes.c_int, ctypes.c_uint, ctypes.c_uint,
        ctypes.c_void_p, ctypes.c_void_p,
    ]  # fmt: skip
    data = espeakng_loader.get_data_path().encode()
    sample_rate = library.espeak_Initialize(_SYNCHRONOUS, 0, data, _DONT_EXIT)
    if sample_rate <= 0:
        raise EngineError("eSpeak NG does not start.", remedy="pip install --force-reinstall espeakng-loader")
    return library, int(sample_rate)
