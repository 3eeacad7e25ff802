"""Reading CMU Sphinx's binary model files, as the pocketsphinx wheel contains them.

Source: the formats that sphinxbase and pocketsphinx read (``bin_mdef.c``, ``ms_gauden.c``, ``ptm_mgau.c``, ``tmat.c``).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from align.errors import EngineError

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

_END_OF_HEADER = b"endhdr\n"
_BYTE_ORDER = 0x11223344
_LOG_BASE = 1.0001
_SENDUMP_SHIFT = 10  # mixture weights are -log base 1.0001, shifted right


@dataclass(frozen=True, slots=True)
class ModelDefinition:
    """Which senones and transitions make up each phone in each context.

    Attributes:
        names: names of the context-independent phones; a phone's number is its index here.
        silence: number of the silence phone.
        senones: (n, 3) the states of each model; the first ``len(names)`` are the context-independent ones.
        transition: (n,) transition matrix of each model.
        contexts: (n, 4) word position, phone, left and right neighbour; of context-dependent models only.
        n_senones: the number of senones.
    """

    names: tuple[str, ...]
    silence: int
    senones: NDArray[np.int32]
    transition: NDArray[np.int32]
    contexts: NDArray[np.uint8]
    n_senones: int


def read_model_definition(path: Path) -> ModelDefinition:
    """Read the file ``mdef`` in its binary form.

    Raises:
        EngineError: the file is not in this form.
    """
    data = path.read_bytes()
    if data[:4] != b"BMDF":
        raise _unreadable(path, f"begins with {data[:4]!r}")
    (text_length,) = struct.unpack_from("<i", data, 8)
    position = 12 + text_length
    n_ci, n_phones, n_states, _, n_senones, _, n_sequences, _, n_tree, silence = struct.unpack_from(
        "<10i", data, position
    )
    names = data[position + 40 :].split(b"\0", n_ci)[:n_ci]
    end_of_names = position + 40 + sum(len(name) + 1 for name in names)
    position = (end_of_names + 3) // 4 * 4 + 8 * n_tree
    phone = np.dtype([("sequence", "<i4"), ("transition", "<i4"), ("context", "u1", 4)])
    phones = np.frombuffer(data, phone, n_phones, position)
    sequences = np.frombuffer(data, "<u2", n_sequences * n_states, position + phone.itemsize * n_phones + 4)
    return ModelDefinition(
        names=tuple(name.decode() for name in names),
        silence=silence,
        senones=sequences.reshape(n_sequences, n_states).astype(np.int32)[phones["sequence"]],
        transition=phones["transition"].astype(np.int32),
        contexts=phones["context"][n_ci:].copy(),
        n_senones=n_senones,
    )


def read_gaussians(path: Path) -> NDArray[np.float32]:
    """Read ``means`` or ``variances``: (codebooks, streams, densities, dimensions)."""
    data, position = _after_header(path)
    n_codebooks, n_streams, n_densities = struct.unpack_from("<3i", data, position)
    lengths = struct.unpack_from(f"<{n_streams}i", data, position + 12)
    if len(set(lengths)) != 1:
        raise _unreadable(path, f"has streams of different widths {lengths}")
    values = np.frombuffer(data, "<f4", offset=position + 16 + 4 * n_streams)
    shape = (n_codebooks, n_streams, n_densities, lengths[0])
    return values[: int(np.prod(shape))].reshape(shape)


def read_mixture_weights(path: Path, n_streams: int) -> NDArray[np.float32]:
    """Read ``sendump``: (streams, densities, senones); each senone's weights in a stream sum to 1."""
    data, position = path.read_bytes(), 0
    for _ in range(2):  # two strings, then others until an empty one
        position += 4 + struct.unpack_from("<i", data, position)[0]
    while length := struct.unpack_from("<i", data, position)[0]:
        position += 4 + length
    n_densities, n_senones = struct.unpack_from("<ii", data, position + 4)
    quantised = np.frombuffer(data, "u1", n_streams * n_densities * n_senones, position + 12)
    log_weights = quantised.astype(np.float32) * np.float32(-np.log(_LOG_BASE) * (1 << _SENDUMP_SHIFT))
    weights = np.exp(log_weights).reshape(n_streams, n_densities, n_senones)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def read_transitions(path: Path) -> NDArray[np.float64]:
    """Read ``transition_matrices``: probabilities (matrices, states, states + 1)."""
    data, position = _after_header(path)
    n_matrices, n_from, n_to = struct.unpack_from("<3i", data, position)
    values = np.frombuffer(data, "<f4", n_matrices * n_from * n_to, position + 16).astype(np.float64)
    counts = values.reshape(n_matrices, n_from, n_to)
    return np.asarray(counts / counts.sum(axis=2, keepdims=True))


def _after_header(path: Path) -> tuple[bytes, int]:
    data = path.read_bytes()
    position = data.find(_END_OF_HEADER) + len(_END_OF_HEADER)
    if data[position : position + 4] != struct.pack("<I", _BYTE_ORDER):
        raise _unreadable(path, "has no Sphinx header")
    return data, position + 4


def _unreadable(path: Path, what: str) -> EngineError:
    return EngineError(
        f"The acoustic model's file {path.name} {what}.", remedy="pip install --force-reinstall pocketsphinx"
    )
