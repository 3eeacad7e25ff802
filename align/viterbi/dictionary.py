"""The pronunciation dictionary of the pocketsphinx wheel, kept as its file and an index of its words.

As Python's own lists and strings, 134,000 words would take more memory than an hour of speech.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from align.viterbi.acoustic_model import model_folder

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

_CHUNK = 4096

Pronunciation = tuple[str, ...]
"""ARPAbet phones, without stress."""


class Dictionary(Mapping[str, list[Pronunciation]]):
    """Lower-case words with all their pronunciations, of a file with lines like ``a AH`` and ``a(2) EY``."""

    def __init__(self, path: Path) -> None:
        self._text = path.read_bytes().rstrip(b"\n")
        letters = np.frombuffer(self._text, np.uint8)
        ends = np.append(np.flatnonzero(letters == ord("\n")), letters.size)
        starts = np.append(0, ends[:-1] + 1)
        spaces = np.flatnonzero(letters == ord(" "))
        after_word = spaces[np.searchsorted(spaces, starts)]
        words = _words(letters, starts, _without_numbers(letters, starts, after_word))
        order = np.argsort(words, kind="stable")  # a word's pronunciations stay in their order
        self._words = words[order]
        self._spans = np.stack([after_word, ends], axis=1)[order].astype(np.int32)

    def __getitem__(self, word: str) -> list[Pronunciation]:
        first, end = self._places(word)
        if first == end:
            raise KeyError(word)
        return [tuple(self._text[a:b].decode().split()) for a, b in self._spans[first:end].tolist()]

    def __contains__(self, word: object) -> bool:
        first, end = self._places(word) if isinstance(word, str) else (0, 0)
        return first < end

    def __iter__(self) -> Iterator[str]:
        return (word.decode() for word in np.unique(self._words).tolist())

    def __len__(self) -> int:
        return int(np.unique(self._words).size)

    def _places(self, word: str) -> tuple[int, int]:
        key = np.bytes_(word.encode())
        return int(np.searchsorted(self._words, key)), int(np.searchsorted(self._words, key, "right"))


def _without_numbers(
    letters: NDArray[np.uint8], starts: NDArray[np.intp], ends: NDArray[np.intp]
) -> NDArray[np.intp]:
    """The ends of words without the number of a pronunciation, such as ``(2)``."""
    brackets = np.flatnonzero(letters == ord("("))
    last = brackets[np.searchsorted(brackets, ends) - 1]
    return np.where((letters[ends - 1] == ord(")")) & (last > starts), last, ends)


def _words(
    letters: NDArray[np.uint8], starts: NDArray[np.intp], ends: NDArray[np.intp]
) -> NDArray[np.bytes_]:
    """The words (n,) that lie between these places, as an array of bytes; some thousand at a time, to save memory."""
    width = int((ends - starts).max())
    table, within = np.zeros((starts.size, width), np.uint8), np.arange(width)
    for first in range(0, starts.size, _CHUNK):
        some = slice(first, first + _CHUNK)
        places = np.minimum(starts[some, None] + within, letters.size - 1)
        table[some] = np.where(within < (ends - starts)[some, None], letters[places], 0)
    return table.view(f"S{width}")[:, 0]


@cache
def cmudict() -> Dictionary:
    """CMUdict, as the pocketsphinx wheel has it.

    Raises:
        EngineNotInstalledError: pocketsphinx is missing.
    """
    return Dictionary(model_folder() / "cmudict-en-us.dict")
