"""The words that the search looks for: accents, typing errors, ways of saying a token, regions, and their network."""

from __future__ import annotations

import math
from itertools import product
from pathlib import Path

import pytest

from align.errors import EngineError
from align.transcript import Token, Transcript
from align.viterbi.accents import accented, is_south_asian, region_like
from align.viterbi.acoustic_model import BEGIN, END, INSIDE, SINGLE, english_model
from align.viterbi.decoding import _numbers_of_ways
from align.viterbi.lexicon import filler_pronunciations, near_spellings, network_words, pronunciations
from align.viterbi.model_files import read_gaussians, read_model_definition, read_transitions
from align.viterbi.network import FILLER, GARBAGE, NOISE, SILENCE, Network, _position, build_network
from align.viterbi.prices import Prices
from align.viterbi.regions import NetworkWord, RegionFit, price_of_another_region, region_fit, words_of


@pytest.mark.parametrize(
    ("language", "way", "others"),
    [
        ("en-US", "T ER N", []),
        ("en", "T ER N", []),
        *((f"en-{region}", "T ER N", ["T AH N", "T AO N"]) for region in ("GB", "AU", "NZ", "ZA")),
        *(
            (f"en-{region}", "W AO L", ["W AO L AH", "V AO L AH"])
            for region in ("IN", "BD", "LK", "NP", "PK")
        ),
        ("en-GB", "W AA N D ER IH NG", ["W AA N D AH R IH NG", "W AA N D AO R IH NG"]),
        ("en-GB", "AO R AY T", []),  # its r is before a vowel
        ("en-GB", "AA R T", ["AA T"]),
        ("en-IN", "D AO R", ["D AO", "D OW"]),
        ("en-IN", "DH IH S", ["D IH S"]),
        ("en-IN", "TH IH NG", ["T IH NG"]),
        ("hi-IN", "D AH R V AA Z AA", ["D AH D V AA Z AA", "D AH R V AA JH AA"]),
        ("hi", "F AA R", ["F AA D", "P AA R"]),
        ("hi", "R UH K", []),  # an r at the beginning is not tapped
        ("fr", "Z AA R", ["Z AA D"]),
    ],
)
def test_a_word_may_also_sound_as_speakers_of_its_region_say_it(
    language: str, way: str, others: list[str]
) -> None:
    assert [" ".join(each) for each in accented(tuple(way.split()), language)] == [way, *others]


@pytest.mark.parametrize(
    ("language", "region"),
    [
        ("en", None),
        ("en-US", "en-US"),
        ("en-CA", "en-US"),
        ("en_AU", "en-GB"),
        ("en-za", "en-GB"),
        ("en-lk", "en-IN"),
        ("en-IN", "en-IN"),
    ],
)
def test_a_region_speaks_like_one_of_three(language: str, region: str | None) -> None:
    assert region_like(language) == region
    assert is_south_asian(language) is (region == "en-IN")
    assert price_of_another_region(language) == (-5.0 if region else 0.0)


def test_near_spellings_are_swapped_then_missing_then_doubled_then_wrong_letters() -> None:
    words = {"brad", "rad", "hirad", "hard", "hrad", "herald"}
    assert near_spellings("hrad", words) == ["hard", "hirad", "rad", "brad"]
    assert near_spellings("hr", {"hrs"}) == []
    assert near_spellings("hrd", {"herd"}) == ["herd"]
    letters = "abcdefghijklmnopqrstuvwxyz"
    assert near_spellings("aaa", {f"{letter}aa" for letter in letters}) == [f"{x}aa" for x in letters[1:13]]


def test_fillers_are_the_twelve_that_speakers_of_english_say() -> None:
    ways = [" ".join(way) for way in filler_pronunciations("en-IN")]
    assert len(ways) == 12
    assert ways[0] == "AH"
    assert ways[8:10] == ["Y UW N OW", "AH N D DH EH N"]


@pytest.mark.parametrize(
    ("word", "language", "way", "known"),
    [
        ("darwaze", "en-IN", "D AH R V AH Z EY", True),
        ("darwaze", "en-US", "D AH R V AH Z EY", False),
        ("darwaze", "hi-IN", "D AH R V AH Z EY", True),
        ("darwaze", "fr", "D AH R V AH Z EY", False),
        ("kitchen", "en-IN", "K IH T CH EY N", False),  # an English word is none of Hindi in an English text
        ("kitchen", "hi-IN", "K IH T CH EY N", True),
        ("kitchen", "hi-IN", "K IH CH AH N", True),
    ],
)
def test_latin_letters_may_be_hindi_where_hindi_is_spoken(
    word: str, language: str, way: str, known: bool
) -> None:
    assert (tuple(way.split()) in pronunciations(word, language)) is known


OWN = {"a": (("AH",), ("EY",)), "b": (("B",), ("B", "IY"), ("V",)), "c": (("S",),)}


def test_what_a_token_is_said_with_alternatively_is_one_word_without_and_with_pauses() -> None:
    token = Token("x", 0, 1, (("c", "a", "b"), ("c", "b")))
    together = [("S", "AH"), ("S", "EY"), ("S", "SIL", "AH"), ("S",)]
    assert network_words(token, "en-US", OWN) == [together, [*OWN["b"]]]


def test_words_said_together_have_the_same_accent_and_a_pause_in_the_first() -> None:
    token = Token("x", 0, 1, (("a", "b"), ("c",)))
    assert network_words(token, "en-US", OWN) == [
        [("AH", "B"), ("EY", "B", "IY"), ("EY", "V"), ("AH", "SIL", "B"), ("S",)]
    ]


def test_a_word_has_at_most_64_ways() -> None:
    many = tuple(("B",) * n for n in range(1, 100))
    assert network_words(Token("x", 0, 1, (("x",),)), "en-US", {"x": many}) == [list(many[:64])]


def test_a_network_has_the_words_of_all_regions_with_the_first_that_says_them() -> None:
    words = words_of(Transcript.parse("go — to the door", "en-US"))
    assert [word.token for word in words] == [0, 2, 3, 4]
    door = NetworkWord(4, [("D", "AO", "R"), ("D", "AO"), ("D", "OW")], [0, 1, 2], [("D", "AO", "R")])
    assert words[3] == door
    for language, usual in {"en-GB": 2, "en-IN": 3, "en": 1}.items():
        assert words_of(Transcript.parse("door", language)) == [
            door._replace(token=0, usual=door.ways[:usual])
        ]
    assert [word.levels for word in words_of(Transcript.parse("रुको", "hi-IN"))] == [[0]]


R_DROPPED = NetworkWord(0, [("D", "AO", "R"), ("D", "AO")], [0, 1], []), 1
AS_IN_INDIA = NetworkWord(0, [("DH", "AH"), ("D", "AH")], [0, 2], []), 1
EITHER = NetworkWord(0, [("D", "AO", "R"), ("D", "AO"), ("D", "OW")], [0, 1, 2], []), 2


@pytest.mark.parametrize(
    ("said", "language", "fit"),
    [
        ([R_DROPPED], "en", RegionFit("en-GB", round(math.log(0.8 / 0.75) / 2, 2), False)),
        ([R_DROPPED], "en-GB", RegionFit("en-GB", round(math.log(0.8 / 0.75) / 2, 2), False)),
        ([R_DROPPED], "en-US", RegionFit("en-GB", round(math.log(0.8 / 0.05) / 2, 2), False)),
        ([R_DROPPED] * 3, "en-US", RegionFit("en-GB", round(math.log(0.8 / 0.05) * 1.5, 2), True)),
        ([R_DROPPED] * 3, "en-AU", RegionFit("en-GB", round(math.log(0.8 / 0.75) * 1.5, 2), False)),
        ([AS_IN_INDIA], "en", RegionFit("en-IN", round(math.log(0.35 / 0.05) / 2, 2), False)),
        ([EITHER], "en", RegionFit("en-IN", round(math.log(0.75 * 0.35 / (0.8 * 0.05)) / 2, 2), False)),
        ([(EITHER[0], 0)], "en", RegionFit("en-US", round(math.log(0.95 / 0.25) / 2, 2), False)),
        ([(NetworkWord(0, [("N",)], [0], []), 0)], "en-US", None),
        ([], "en", None),
        ([R_DROPPED], "hi-IN", None),
    ],
)
def test_the_region_that_fits_best_has_its_margin(
    said: list[tuple[NetworkWord, int]], language: str, fit: RegionFit | None
) -> None:
    assert region_fit(said, language) == fit


def toy() -> Network:
    words = [[("G", "OW")], [("T", "UW"), ("T", "AH")], [("AO", "N")]]
    usual = [[("G", "OW")], [("T", "UW")], [("AO", "N")]]
    prices = Prices(silence=-1.0, noise=-2.0, garbage=-3.0, other_region=-5.0)
    return build_network(words, [("AH",), ("ER",)], english_model(), prices, usual)


def test_a_network_has_its_loops_words_and_fillers_at_each_junction_with_their_prices() -> None:
    network, half = toy(), -math.log(2)
    loops, fillers = [SILENCE, NOISE, GARBAGE], [FILLER, FILLER]
    assert network.what.tolist() == [
        *loops, 0, *fillers, *loops, 1, 1, *fillers, *loops, 2, *fillers, *loops, *fillers,
    ]  # fmt: skip
    assert network.n_junctions == 4
    assert network.arcs_from.tolist() == [0, 6, 13, 19, 24]
    assert network.fillers_from.tolist() == [4, 11, 17, 22]
    assert network.destination.tolist() == [
        0,
        0,
        0,
        1,
        0,
        0,
        *[1] * 3,
        2,
        2,
        1,
        1,
        *[2] * 3,
        3,
        2,
        2,
        *[3] * 5,
    ]
    assert network.enter[network.first].tolist() == pytest.approx(
        [-1, -2, -3, 0, -3, -3, -1, -2, -3, half, half - 5, -3, -3, -1, -2, -3, 0, -3, -3, -1, -2, -3, -3, -3]
    )
    assert network.source[network.last].tolist() == [0] * 6 + [1] * 7 + [2] * 6 + [3] * 5
    assert _numbers_of_ways(network)[[3, 9, 10, 16]].tolist() == [0, 0, 1, 0]


def test_a_word_has_three_states_a_phone_and_garbage_has_no_senones() -> None:
    network = toy()
    assert [int((network.arc == arc).sum()) for arc in range(4)] == [3, 3, 3, 6]
    assert (network.column[network.arc == 2] == Network.GARBAGE_COLUMN).all()
    assert network.senones[Network.GARBAGE_COLUMN] == ()
    assert (network.column[network.arc == 0] != Network.GARBAGE_COLUMN).all()


def test_the_first_and_last_phone_of_a_word_depend_on_the_usual_words_beside_it_or_silence() -> None:
    network, model = toy(), english_model()
    number, senones = model.phones, model.definition.senones

    def expected(phone: str, before: list[str], after: list[str], position: int) -> set[int]:
        models = {
            model.model_in_context(number[phone], number[left], number[right], position)
            for left in before
            for right in after
        }
        return {int(senone) for senone in senones[sorted(models)][:, 0]}

    def first_states(arc: int) -> list[set[int]]:
        states = (network.arc == arc).nonzero()[0][::3]
        return [set(network.senones[column]) for column in network.column[states]]

    assert first_states(3) == [
        expected("G", ["SIL"], ["OW"], BEGIN),
        expected("OW", ["G"], ["SIL", "T"], END),
    ]
    assert first_states(10) == [
        expected("T", ["SIL", "OW"], ["AH"], BEGIN),
        expected("AH", ["T"], ["SIL", "AO"], END),
    ]
    assert first_states(16) == [
        expected("AO", ["SIL", "UW"], ["N"], BEGIN),
        expected("N", ["AO"], ["SIL"], END),
    ]
    assert first_states(4) == [expected("AH", ["SIL"], ["SIL"], SINGLE)]


def test_a_context_that_was_never_met_is_first_another_position_then_silence_before_then_after() -> None:
    model = english_model()
    names = [name for name in model.phones if name.isalpha() and name != "SIL"]
    keys = {tuple(context) for context in model.definition.contexts.tolist()}
    numbers = {
        tuple(context): row
        for row, context in enumerate(model.definition.contexts.tolist(), len(model.phones))
    }
    silence, seen = model.silence, set[str]()
    for phone, left, right in product(map(model.phones.__getitem__, names), repeat=3):
        others = [(position, phone, left, right) for position in (INSIDE, BEGIN, END)]
        before, after = (SINGLE, phone, silence, right), (SINGLE, phone, left, silence)
        if (SINGLE, phone, left, right) in keys or not keys & {before, after, *others}:
            continue
        known = [context for context in (*others, before, after) if context in keys]
        kind = "other" if known[0] in others else "both" if len(known) == 2 else "one"
        if kind not in seen:
            assert model.model_in_context(phone, left, right, SINGLE) == numbers[known[0]]
        seen.add(kind)
        if len(seen) == 3:
            break
    assert "other" in seen


def test_no_more_than_four_neighbouring_phones_are_told_apart() -> None:
    words = [[("B",), ("D",), ("G",), ("K",), ("P",)], [("AO",)]]
    network, model = build_network(words, [], english_model(), Prices()), english_model()
    near = sorted(model.phones[name] for name in "BDGKP")[:3]
    models = {
        model.model_in_context(model.phones["AO"], left, model.silence, SINGLE)
        for left in (model.silence, *near)
    }
    senones = model.definition.senones[sorted(models)]
    (arc,) = (network.what == 1).nonzero()[0].tolist()
    first = (network.arc == arc).nonzero()[0][0]
    assert set(network.senones[network.column[first]]) == set(senones[:, 0].tolist())


@pytest.mark.parametrize(
    ("place", "length", "position"), [(0, 1, SINGLE), (0, 3, BEGIN), (1, 3, INSIDE), (2, 3, END), (1, 2, END)]
)
def test_a_phone_knows_its_position_in_its_word(place: int, length: int, position: int) -> None:
    assert _position(place, length) == position


def test_silence_and_noises_are_no_speech() -> None:
    model = english_model()
    noises = [model.phones[name] for name in ("SIL", "+NSN+", "+SPN+")]
    assert not set(model.definition.senones[noises].ravel().tolist()) & set(model.speech_senones.tolist())
    assert set(model.definition.senones[model.phones["AA"]].tolist()) <= set(model.speech_senones.tolist())
    assert model.silence == model.phones["SIL"]


def test_a_file_that_is_no_acoustic_model_is_named(tmp_path: Path) -> None:
    for name, read in (
        ("mdef", read_model_definition),
        ("means", read_gaussians),
        ("tmat", read_transitions),
    ):
        (tmp_path / name).write_bytes(b"endhdr\n" + bytes(64))
        with pytest.raises(EngineError, match=f"The acoustic model's file {name} "):
            read(tmp_path / name)
    widths = b"endhdr\n" + (0x11223344).to_bytes(4, "little")
    widths += b"".join(number.to_bytes(4, "little") for number in (1, 2, 1, 13, 12, 25))
    (tmp_path / "means").write_bytes(widths + bytes(100))
    with pytest.raises(EngineError, match=r"streams of different widths \(13, 12\)"):
        read_gaussians(tmp_path / "means")
