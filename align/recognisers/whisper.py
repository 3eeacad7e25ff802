"""Recognition by a Whisper model in CTranslate2's form, through faster-whisper.

The model is the user's: a folder with ``model.bin``, ``config.json``, ``vocabulary.json`` and ``tokenizer.json``, as
``ct2-transformers-converter --copy_files tokenizer.json preprocessor_config.json`` writes it. Nothing is ever
downloaded, also not a tokenizer that the folder lacks.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from align.errors import LanguageNotRecognisedError, RecogniserError, RecogniserNotInstalledError
from align.timed import TimedWord
from align.transcript import primary_language

if TYPE_CHECKING:
    from align.audio import Audio

SAMPLE_RATE = 16_000
FILES = ("model.bin", "config.json", "tokenizer.json")
"""What a model's folder needs; without the tokenizer, faster-whisper would download one."""


class Whisper:
    """The recogniser ``whisper:FOLDER``.

    Args:
        model: the folder of the model.
    """

    name = "whisper"

    def __init__(self, model: str | Path | None = None) -> None:
        self._model = _folder(model)

    def recognize(self, recording: Audio, language: str) -> list[TimedWord]:
        """The recognised words, with the model's probability as their confidence.

        Raises:
            LanguageNotRecognisedError: the model does not know the language.
            RecogniserNotInstalledError: faster-whisper is missing.
            RecogniserError: the model cannot be loaded, or failed.
        """
        model = _loaded(self._model)
        known = primary_language(language)
        if known not in model.supported_languages:
            raise LanguageNotRecognisedError(
                f"The model {self._model.name} does not know {language!r}; it knows "
                f"{len(model.supported_languages)} languages.",
                remedy="Give a model of several languages, or another recogniser.",
            )
        sound = recording.resampled(SAMPLE_RATE)
        try:
            segments, _ = model.transcribe(
                sound.samples,
                language=known,
                word_timestamps=True,
                condition_on_previous_text=False,  # one wrong sentence would be repeated to the end
            )
            words = [word for segment in segments for word in segment.words or ()]
        except (RuntimeError, ValueError) as exc:
            raise RecogniserError(
                f"The model {self._model.name} failed: {exc}.", remedy="Convert the model again."
            ) from exc
        return [_timed(word, recording.duration) for word in words if word.word.strip()]


def _folder(model: str | Path | None) -> Path:
    if model is None or not str(model):
        raise RecogniserNotInstalledError(
            "Whisper has no model: none comes with PanGEA, and none is downloaded.",
            remedy="Write whisper:FOLDER, or give the model's folder with --model or PANGEA_RECOGNISER_MODEL.",
        )
    folder = Path(model).expanduser()
    lacking = [name for name in FILES if not (folder / name).is_file()]
    if lacking:
        raise RecogniserNotInstalledError(
            f"{folder} is no Whisper model in CTranslate2's form: it has no {' and no '.join(lacking)}.",
            remedy="Convert the model with ct2-transformers-converter --copy_files tokenizer.json.",
        )
    return folder


@lru_cache(maxsize=1)
def _loaded(folder: Path) -> Any:
    """The model, kept between recordings: a large one takes seconds to load."""
    try:
        from faster_whisper import WhisperModel
    except ImportError as exc:
        raise RecogniserNotInstalledError(
            "The package faster-whisper is missing.", remedy="pip install 'pangea-toolkit[whisper]'"
        ) from exc
    try:
        return WhisperModel(str(folder), device="auto", local_files_only=True)
    except Exception as exc:  # the bindings raise RuntimeError, and plain Exception for a broken tokenizer
        raise RecogniserError(
            f"The model {folder} cannot be loaded: {exc}.", remedy="Convert the model again."
        ) from exc


def _timed(word: Any, duration: float) -> TimedWord:
    start = min(max(0.0, float(word.start)), duration)
    end = min(max(start, float(word.end)), duration)
    sureness = min(1.0, max(0.0, float(word.probability)))
    return TimedWord(word.word.strip(), start, end, "recognised", sureness)
