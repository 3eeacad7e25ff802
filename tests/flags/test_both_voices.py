"""What only both recordings of a dialogue tell: who hears whom, and when nobody speaks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from align import Audio
from align.audio import SPEECH_RATE, wav_bytes
from align.clocks import ServerTime
from environments import NavigationGraph
from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.core.records import Artefact
from pangea_server.quality.flags.both_voices import BothVoices, OneVoice
from pangea_server.quality.flags.echo import EchoHeard
from pangea_server.quality.flags.nobody_speaks import NobodySpeaks
from pangea_server.quality.flags.protocol import Finding, Flag, Seen, Talk
from pangea_server.stores.local.store import LocalStore

SPOKEN = Path(__file__).parents[1] / "data/speech/instruction.flac"
EPOCH = 1_764_000_000.0
GRAPH = NavigationGraph({"door": (0.0, 0.0, 0.0)}, [])
Samples = NDArray[np.float32]


@pytest.fixture(scope="module")
def sentence() -> Samples:
    return Audio.open(SPOKEN).resampled(SPEECH_RATE).samples


def another(sentence: Samples) -> Samples:
    """A sentence of somebody else: backwards, and lower by a quarter."""
    places = np.arange(0, sentence.size, 0.8)[: sentence.size]
    lower: Samples = np.interp(places, np.arange(sentence.size), sentence[::-1]).astype(np.float32)
    return lower


def still(seconds: float) -> Samples:
    return np.zeros(round(seconds * SPEECH_RATE), np.float32)


def looked(flag: Flag, tmp_path: Path, own: OneVoice, partner: OneVoice) -> Finding:
    talk = Talk("", 0, 0, 0.01, BothVoices(own, partner))
    seen = Seen("guide_two", GRAPH, None, ("door",), ("door",), sort="talked", talk=talk)
    return flag.look(seen, FlagRules(nobody_speaks=5.0))


def voice(
    store: LocalStore,
    name: str,
    parts: Sequence[Samples],
    clock: ServerTime,
    typed: Sequence[float] = (),
) -> OneVoice:
    pcm = Audio(np.concatenate(parts), SPEECH_RATE).pcm()
    store.blobs.create(name, wav_bytes(pcm, SPEECH_RATE))
    return OneVoice(store.blobs, Artefact(blob=name, size=1, sha256=""), clock, typed)


def began(seconds: float) -> ServerTime:
    return ServerTime((0.0,), (EPOCH + seconds,), 1.0, 0.01)


def test_the_partner_out_of_a_loudspeaker(tmp_path: Path, sentence: Samples) -> None:
    """Who began 1.5 s later hears 0.2 s later what the partner said, at the time of their own recording."""
    strange = another(sentence)
    pause = np.zeros_like(sentence)
    said, answered = [sentence, pause] * 3, np.concatenate([pause, strange] * 3)
    heard = answered + np.float32(0.1) * np.roll(np.concatenate(said), round(0.2 * SPEECH_RATE))
    with LocalStore.open(tmp_path / "data") as store:
        partner = voice(store, "partner", said, began(0.0))
        own = voice(store, "own", [heard[round(1.5 * SPEECH_RATE) :]], began(1.5))
        one, other = (looked(EchoHeard(), tmp_path, *pair) for pair in ((own, partner), (partner, own)))
    assert one.raised
    assert "200 ms later, as from a loudspeaker" in one.why
    assert one.stretches[0].start_time < 3
    assert (other.raised, other.value, other.stretches) == (False, 0.0, ())


def test_a_time_in_which_neither_speaks_or_writes(tmp_path: Path, sentence: Samples) -> None:
    """The own recording paused for 8 s at its second 10; the partner, who began 2 s later, wrote once."""
    paused = ServerTime((0.0, 10.0), (EPOCH, EPOCH + 8.0), 1.0, 0.01)
    seconds = sentence.size / SPEECH_RATE
    with LocalStore.open(tmp_path / "data") as store:
        own = voice(store, "own", [sentence, still(50 - 2 * seconds), sentence], paused)
        partner = voice(store, "partner", [still(50)], began(2.0), typed=[30.0])
        found = looked(NobodySpeaks(), tmp_path, own, partner)
    assert found.raised
    ends = [(each.start_time, each.end_time) for each in found.stretches]
    assert ends[-2:] == [
        (10.0, 24.0),
        (24.0, pytest.approx(44, abs=1)),
    ]  # 32 s of the server are 24 s of the recording
    assert found.value == pytest.approx(20, abs=1)


@pytest.mark.parametrize("flag", [EchoHeard(), NobodySpeaks()])
def test_what_is_not_recorded_twice_is_not_judged(flag: Flag) -> None:
    alone = Seen("guide_two", GRAPH, None, ("door",), ("door",), sort="talked")
    talk = Talk("", 0, None, 0.01, no_voices="The partner's answer is not there.")
    beside = Seen("guide_two", GRAPH, None, ("door",), ("door",), sort="talked", talk=talk)
    assert [flag.look(each, FlagRules()).raised for each in (alone, beside)] == [None, None]
    assert flag.look(beside, FlagRules()).why == "The partner's answer is not there."
