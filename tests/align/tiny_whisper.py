"""A tiny Whisper model in CTranslate2's form, made here: whatever it hears, it says one sentence.

All its parts are those of a real model, with 32 numbers a token. Its attention changes nothing, and the place of each
token decides the next one; so a test knows its words, and faster-whisper treats it like any other model.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

SIZE = 32  # numbers a token
FRAMES, PLACES, BANDS = 1500, 448, 80  # of all Whisper models
END, START, LANGUAGES, NO_TIMESTAMPS, FIRST_TIME, TOKENS = 50257, 50258, 50259, 50363, 50364, 51865
PROMPT = 3  # start, language, task
SPECIAL = {
    50256: "",  # by which CTranslate2 knows a model of several languages
    END: "<|endoftext|>",
    START: "<|startoftranscript|>",
    50358: "<|translate|>",
    50359: "<|transcribe|>",
    50360: "<|startoflm|>",
    50361: "<|startofprev|>",
    50362: "<|nospeech|>",
    NO_TIMESTAMPS: "<|notimestamps|>",
}


def make_tiny_whisper(folder: Path, sentence: str, seconds: float, seed: int = 0) -> Path:
    """Write a model that says this sentence, from the beginning to ``seconds``, about each half minute of sound.

    Args:
        folder: to write into; it is made.
    """
    from faster_whisper.tokenizer import _LANGUAGE_CODES

    words = sentence.split()
    spoken = [FIRST_TIME, *range(1, len(words) + 1), FIRST_TIME + round(seconds / 0.02)]
    names = [f"<extra{number}>" for number in range(TOKENS)]
    names[0] = "<unknown>"
    names[1 : len(words) + 1] = [_in_bytes(f" {word}") for word in words]
    for number, code in enumerate(_LANGUAGE_CODES[:99]):
        names[LANGUAGES + number] = f"<|{code}|>"
    for number, name in SPECIAL.items():
        names[number] = name
    for number in range(1501):
        names[FIRST_TIME + number] = f"<|{number * 0.02:.2f}|>"
    spec = _spec([*spoken, END], np.random.default_rng(seed))
    spec.register_vocabulary(names)
    spec.config.suppress_ids = []
    spec.config.suppress_ids_begin = [END]
    spec.config.lang_ids = list(range(LANGUAGES, LANGUAGES + 99))
    spec.config.alignment_heads = [(0, 0)]
    spec.validate()
    folder.mkdir(parents=True, exist_ok=True)
    spec.save(str(folder))
    _tokenizer(names).save(str(folder / "tokenizer.json"))
    return folder


def _spec(says: Sequence[int], random: np.random.Generator) -> Any:
    from ctranslate2.specs import WhisperSpec

    spec = WhisperSpec(1, 1, 1, 1)
    spec.encoder.conv1.weight, spec.encoder.conv1.bias = _some(random, SIZE, BANDS, 3), _zeros(SIZE)
    spec.encoder.conv2.weight, spec.encoder.conv2.bias = _some(random, SIZE, SIZE, 3), _zeros(SIZE)
    spec.encoder.position_encodings.encodings = _some(random, FRAMES, SIZE)
    _norm(spec.encoder.layer_norm)
    _layer(spec.encoder.layer[0], random)
    tokens = random.normal(size=(TOKENS, SIZE))
    tokens = (tokens / np.linalg.norm(tokens, axis=1, keepdims=True)).astype(np.float32)
    places = _zeros(PLACES, SIZE)
    places[PROMPT - 1 :] = 20 * tokens[END]
    places[PROMPT - 1 : PROMPT - 1 + len(says)] = 20 * tokens[list(says)]
    spec.decoder.embeddings.weight = tokens
    spec.decoder.position_encodings.encodings = places
    spec.decoder.projection.weight = tokens
    _norm(spec.decoder.layer_norm, gain=10)
    _layer(spec.decoder.layer[0], random)
    attention = spec.decoder.layer[0].attention
    _norm(attention.layer_norm)
    for linear, rows in zip(attention.linear, (SIZE, 2 * SIZE, SIZE), strict=True):
        linear.weight, linear.bias = _some(random, rows, SIZE), _zeros(rows)
    attention.linear[2].weight = _zeros(SIZE, SIZE)
    return spec


def _layer(layer: Any, random: np.random.Generator) -> None:
    """Attention and network add nothing to what goes through them."""
    _norm(layer.self_attention.layer_norm)
    first, last = layer.self_attention.linear
    first.weight, first.bias = _some(random, 3 * SIZE, SIZE), _zeros(3 * SIZE)
    last.weight, last.bias = _zeros(SIZE, SIZE), _zeros(SIZE)
    _norm(layer.ffn.layer_norm)
    layer.ffn.linear_0.weight, layer.ffn.linear_0.bias = _some(random, 2 * SIZE, SIZE), _zeros(2 * SIZE)
    layer.ffn.linear_1.weight, layer.ffn.linear_1.bias = _zeros(SIZE, 2 * SIZE), _zeros(SIZE)


def _norm(norm: Any, gain: float = 1.0) -> None:
    norm.gamma, norm.beta = np.full(SIZE, gain, np.float32), _zeros(SIZE)


def _zeros(*shape: int) -> Any:
    return np.zeros(shape, np.float32)


def _some(random: np.random.Generator, *shape: int) -> Any:
    return random.normal(scale=0.1, size=shape).astype(np.float32)


def _in_bytes(text: str) -> str:
    from tokenizers.pre_tokenizers import ByteLevel

    ((piece, _),) = ByteLevel(add_prefix_space=False, use_regex=False).pre_tokenize_str(text)
    return str(piece)


def _tokenizer(names: Sequence[str]) -> Any:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    vocabulary = {name: number for number, name in enumerate(names)}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="<unknown>"))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer
