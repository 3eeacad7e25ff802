from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from pocketsphinx import Decoder

from align import Audio
from align.timed import TimedWord, settled
from align.transcript import Transcript
from align.viterbi.acoustic_model import FEATURE_WIDTH, SINGLE, english_model
from align.viterbi.adaptation import CepstralFeatures, adaptation, transformed
from align.viterbi.decoding import ArcSegment, features_of
from align.viterbi.dictionary import cmudict
from align.viterbi.front_end import cepstra, features, with_slopes
from align.viterbi.lexicon import filler_pronunciations, near_spellings, pronunciations
from align.viterbi.network import GARBAGE, Network, build_network
from align.viterbi.occurrences import occurrences
from align.viterbi.prices import Prices, loudness_range, prices_for
from align.viterbi.search import Search

DOOR = Path(__file__).parents[1] / "data" / "align" / "door.flac"


def samples() -> NDArray[np.float32]:
    return Audio.open(DOOR).samples


def test_cepstra_are_those_of_pocketsphinx(tmp_path: Path) -> None:
    decoder = Decoder(lm=None, loglevel="FATAL", mfclogdir=str(tmp_path))
    decoder.set_align_text("walk")
    decoder.start_utt()
    decoder.process_raw(Audio.open(DOOR).pcm(), full_utt=True)
    decoder.end_utt()
    logged = np.frombuffer(next(tmp_path.glob("*.mfc")).read_bytes(), ">f4", offset=4).reshape(-1, 13)
    np.testing.assert_allclose(cepstra(samples()), logged, atol=0.02)


def test_slopes_are_differences_over_four_frames() -> None:
    ramp = np.arange(20.0)[:, None] * np.ones(13)
    slopes = with_slopes(ramp)
    assert slopes.shape == (20, 39)
    assert (slopes[5:15, 13:26] == 4).all()
    assert (slopes[5:15, 26:] == 0).all()


def test_scores_are_the_log_of_a_mixture_of_gaussians() -> None:
    model, frame = english_model(), features(samples())[80:81]
    senone = int(model.definition.senones[model.phones["AA"], 1])
    expected = 0.0
    for stream in range(model.n_streams):
        book = model.codebook(int(model.codebook_of[senone]), stream)
        part = frame[:, FEATURE_WIDTH * stream : FEATURE_WIDTH * (stream + 1)]
        expected += np.log(np.exp(book.log_densities(part)) @ model.weights[stream][:, senone])[0]
    assert model.scores(frame, np.array([senone]))[0, 0] == pytest.approx(expected, abs=0.01)
    assert model.best_senones(frame, np.array([[senone]]))[1][0] == pytest.approx(expected, abs=0.01)


def test_a_phone_in_a_context_that_was_never_met_is_the_phone_itself() -> None:
    model = english_model()
    zh = model.phones["ZH"]
    assert model.model_in_context(zh, zh, zh, SINGLE) == zh
    assert model.model_in_context(model.phones["AE"], model.phones["K"], model.phones["T"], 0) > len(
        model.phones
    )


def test_the_dictionary_has_all_pronunciations_of_its_words_in_their_order() -> None:
    dictionary = cmudict()
    assert dictionary["a"] == [("AH",), ("EY",)]
    assert len(dictionary["the"]) > 1
    assert "crucifix" in dictionary
    assert "crucifixx" not in dictionary
    assert "(" not in "".join(dictionary)
    with pytest.raises(KeyError, match="crucifixx"):
        dictionary["crucifixx"]


def test_pronunciations_come_from_the_dictionary_from_letters_and_from_near_spellings() -> None:
    assert ("DH", "IY") in pronunciations("the", "en-US")
    assert pronunciations("crucifix", "en-US")[0] == ("K", "R", "UW", "S", "AH", "F", "IH", "K", "S")
    assert cmudict()["your"][0] in pronunciations("yoru", "en-US")
    assert near_spellings("qq", cmudict()) == []
    assert pronunciations("मुड़ो", "hi-IN")[0] == ("M", "UH", "R", "OW")
    assert ("AH", "M") in filler_pronunciations("en-GB")
    assert filler_pronunciations("te-IN") == []


@pytest.mark.parametrize(
    ("word", "language", "way"),
    [
        ("turn", "en-GB", "T AO N"),
        ("forward", "en-IN", "F AO V AH D"),
        ("corner", "en_IN", "K AO N AH"),
        ("door", "en-IN", "D OW"),
        ("wall", "en-IN", "W AO L AH"),
        ("मुड़ो", "hi-IN", "M UH D OW"),
        ("दरवाज़ा", "hi-IN", "D AH R V AA JH AA"),
    ],
)
def test_words_may_sound_as_they_do_in_their_region(word: str, language: str, way: str) -> None:
    assert tuple(way.split()) in pronunciations(word, language)


def test_american_words_and_an_r_before_a_vowel_stay_as_they_are() -> None:
    assert pronunciations("turn", "en-US") == pronunciations("turn", "en") == cmudict()["turn"]
    assert all("R" in way for way in pronunciations("right", "en-IN"))


def toy(prices: Prices) -> Network:
    words = [[("G", "OW")], [("T", "UW"), ("T", "AH")], [("AO", "N")]]
    return build_network(words, [("AH",)], english_model(), prices)


def slow_viterbi(network: Network, scores: NDArray[np.float32]) -> float:
    """Without beam, window or back pointers."""
    prices, n = network.prices, network.n_junctions
    score = np.full(network.column.size, -np.inf)
    junction = np.arange(n) * prices.skip
    for frame in scores:
        entering = np.where(network.first, junction[network.source], np.roll(score + network.leave, 1))
        score = np.maximum(score + network.stay, entering + network.enter) + frame[network.column]
        straight = np.full(n, -np.inf)
        np.maximum.at(straight, network.destination, (score + network.leave)[network.last])
        junction = straight.copy()
        for j in range(n):
            for k in range(1, prices.most_back + 1):
                if j + k < n:
                    junction[j] = max(junction[j], straight[j + k] + prices.back)
        for j in range(1, n):
            junction[j] = max(junction[j], junction[j - 1] + prices.skip)
    return float(junction[-1])


@pytest.mark.parametrize("seed", range(5))
def test_the_search_finds_the_likeliest_path(seed: int) -> None:
    network = toy(Prices(back=-3.0, skip=-6.0, garbage=-2.0, garbage_frame=0.0))
    scores = np.random.default_rng(seed).normal(0, 6, (60, len(network.senones))).astype(np.float32)
    search = Search(network)
    for block in (scores[:7], scores[7:50], scores[50:]):
        search.advance(block)
    path = search.path()
    assert path.log_probability == pytest.approx(slow_viterbi(network, scores), abs=0.05)
    assert path.entered[0]
    assert network.first[path.states[path.entered]].all()
    assert (np.diff(path.states)[~path.entered[1:]] <= 1).all()


def test_the_search_follows_a_long_text_with_a_repetition_and_a_word_that_was_skipped() -> None:
    """Every state of what is said fits far better than the others, so that what lies behind is given up."""
    words = [[(first, second)] for first in ("G", "T", "B") for second in ("OW", "UW", "IY", "AO")]
    network = build_network(words, [("AH",)], english_model(), Prices())
    arc_of = {int(word): arc for arc, word in enumerate(network.what) if word >= 0}
    states: list[int] = []
    for word in (0, 1, 2, 3, 4, 5, 4, 5, 6, 8, 9, 10, 11):
        arc = arc_of[word]
        states += np.repeat(np.arange(network.last[arc - 1] + 1, network.last[arc] + 1), 3).tolist()
    scores = np.random.default_rng(0).normal(0, 6, (len(states), len(network.senones))).astype(np.float32)
    scores[np.arange(len(states)), network.column[states]] += 300
    search = Search(network)
    search.advance(scores)
    path = search.path()
    assert path.states.tolist() == states
    assert path.log_probability == pytest.approx(slow_viterbi(network, scores), rel=1e-5)
    assert np.flatnonzero(path.entered).tolist() == list(range(0, len(states), 18))
    assert search._paths.window[0] > 5
    assert search.rest == pytest.approx(float(search._paths.junction[-1]))
    assert search.path(to_the_end=False).states.tolist() == states


def test_words_that_cannot_be_reached_are_skipped_at_the_end() -> None:
    network = toy(Prices(skip=-5000.0))
    search = Search(network)
    search.advance(np.zeros((3, len(network.senones)), np.float32))
    assert set(network.what[network.arc[search.path().states]]) < {GARBAGE, -1, -2, -4, 0}


def test_adaptation_takes_a_constant_distortion_away() -> None:
    model, original = english_model(), features(samples())
    distorted = original * 1.2 + 0.4
    frames = np.arange(60, 500)
    senones = model.speech_senones[model.scores(original[frames], model.speech_senones).argmax(axis=0)]

    def fit(seen: NDArray[np.float64]) -> float:
        return float(model.best_senones(seen[frames], senones[:, None])[1].mean())

    restored = transformed(distorted, adaptation(model, distorted[frames], senones))
    assert fit(restored) > fit(distorted) + 1
    assert adaptation(model, distorted[frames[:100]], senones[:100]) == ()


def test_features_of_some_frames_are_those_of_the_whole_recording() -> None:
    static = cepstra(samples())
    whole, parts = with_slopes(static), CepstralFeatures(static)
    assert np.array_equal(parts.at(np.array([0, 1, 7, len(static) - 1])), whole[[0, 1, 7, -1]])
    assert np.array_equal(np.concatenate([*parts.blocks(len(static), 100)]), whole)


def test_the_last_time_counts_unless_an_earlier_one_fits_far_better() -> None:
    go, to, again = ArcSegment(0, 0, 30, -0.5), ArcSegment(1, 30, 50, -0.5), ArcSegment(0, 90, 120, -0.6)
    clear, poor = ArcSegment(1, 120, 140, -0.4), ArcSegment(1, 120, 140, -4.0)
    assert occurrences([go, to, again, clear]) == {0: again, 1: clear}
    assert occurrences([go, to, again, poor]) == {0: go, 1: to}
    assert occurrences([ArcSegment(-1, 0, 9, 0.0)]) == {}


def test_pauses_cost_more_in_noise_and_garbage_more_abroad() -> None:
    clean = samples()
    noisy = clean + np.random.default_rng(0).normal(0, clean.std() / 3, clean.size).astype(np.float32)
    quiet, loud = features_of(clean).loudness, features_of(noisy).loudness
    assert loudness_range(loud) < 20 < loudness_range(quiet)
    assert prices_for("en-US", loud).silence < prices_for("en-US", quiet).silence <= 0
    assert prices_for("hi-IN", quiet).garbage < prices_for("en-IN", quiet).garbage


def test_hum_that_the_features_do_not_hear_makes_no_pause_dearer() -> None:
    clean = samples()
    seconds = np.arange(clean.size) / 16_000
    hum = 0.3 * clean.std() * np.sin(2 * np.pi * 50 * seconds)
    assert prices_for("en-US", features_of(clean + hum.astype(np.float32)).loudness).silence == 0


def test_times_are_rounded_to_milliseconds_inside_the_recording() -> None:
    tokens = Transcript.parse("go on", "en-US").tokens
    words = [TimedWord("go", 0.1 + 0.2, 0.7000000001, "aligned"), TimedWord("on", 0.7, 0.9996, "aligned")]
    first, second = settled(words, tokens, duration=0.9996)
    assert (first.start_time, first.end_time, second.start_time, second.end_time) == (0.3, 0.7, 0.7, 0.9996)
    assert (second.start_char, second.end_char) == (3, 5)
