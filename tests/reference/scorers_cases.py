"""The test cases of the reference scorer and of CoVal, retyped: chains, and what each measure is.

The cases are those of Pradhan et al. 2014 (github.com/conll/reference-coreference-scorers, test/, CC BY-SA 4.0: numbers
only); LEA's values are those of CoVal (github.com/ns-moosavi/coval, tests/TestCases.README and unittests.py, MIT).
"""

from __future__ import annotations

from typing import NamedTuple


class Case(NamedTuple):
    """A letter is a mention, a word is a chain; values are (recall, precision), or F1 alone."""

    name: str
    key: str
    response: str
    expected: dict[str, tuple[float, ...]]


A = "a bc def"
M, N = "abcdef", "a b c d e f"

CASES = (
    Case("A1", A, A, dict.fromkeys(("MUC", "B3", "CEAF-m", "CEAF-e", "BLANC", "LEA"), (1, 1))),
    Case(
        "A2",
        A,
        "a de",
        {
            "MUC": (1 / 3, 1),
            "B3": (7 / 18, 1),
            "CEAF-m": (0.5, 1),
            "CEAF-e": (0.6, 0.9),
            "BLANC": (0.21591, 1),
            "LEA": (1 / 3, 1),
        },
    ),
    Case(
        "A3",
        A,
        "a bcx defy z",
        {
            "MUC": (1, 3 / 5),
            "B3": (1, (4 + 7 / 12) / 9),
            "CEAF-m": (1, 2 / 3),
            "CEAF-e": (0.88571, 0.66429),
            "BLANC": (1, 0.42593),
            "LEA": (1, 4 / 9),
        },
    ),
    *(
        # A7: b twice in one chain; A8: b also in another chain; A9: ten times
        Case(
            name,
            A,
            response,
            {
                "MUC": (1 / 3, 1 / 3),
                "B3": (5 / 9, 17 / 42),
                "CEAF-m": (0.66667, 0.57143),
                "CEAF-e": (0.73333, 0.55),
                "BLANC": (0.35227, 0.27206),
                "LEA": (0.5, 2 / 7),
            },
        )
        for name, response in (
            ("A4", "a bcx dy z"),
            ("A7", "a bcxb dy z"),
            ("A8", "a bcx bz dy"),
            ("A9", "a bcx bbbbbbbbbbz dy"),
        )
    ),
    Case(
        "A5",
        A,
        "a bcxB dy z",
        {
            "MUC": (1 / 3, 1 / 4),
            "B3": (5 / 9, 5 / 16),
            "CEAF-m": (0.66667, 0.5),
            "CEAF-e": (0.68889, 0.51667),
            "BLANC": (0.35227, 0.19048),
            "LEA": (0.5, (1 + 4 / 6) / 8),
        },
    ),
    Case(
        "A6",
        A,
        "a bcx dy Bz",
        {
            "MUC": (1 / 3, 1 / 4),
            "B3": (5 / 9, 17 / 48),
            "CEAF-m": (0.66667, 0.5),
            "CEAF-e": (0.73333, 0.55),
            "BLANC": (0.35227, 0.20870),
            "LEA": (0.5, 1 / 4),
        },
    ),
    Case("A10", A, N, {"MUC": (0, 0), "B3": (0.5, 1), "BLANC": (0.5, 0.36667), "LEA": (1 / 6, 1 / 6)}),
    Case(
        "A11",
        A,
        "abcdef",
        {"MUC": (1, 3 / 5), "B3": (1, 7 / 18), "BLANC": (0.5, 0.13333), "LEA": (5 / 6, 4 / 15)},
    ),
    Case(
        "A12",
        A,
        "a x y c d e z",
        {"MUC": (0, 0), "B3": (13 / 36, 4 / 7), "BLANC": (0.22727, 0.11905), "LEA": (1 / 6, 1 / 7)},
    ),
    Case(
        "A13",
        A,
        "axycdez",
        {"MUC": (1 / 3, 1 / 6), "B3": (17 / 36, 6 / 49), "BLANC": (0.125, 0.02381), "LEA": (1 / 6, 1 / 21)},
    ),
    Case("B1", "ab cde", "bcx de", {"BLANC": (7 / 24, 7 / 24), "LEA": (1 / 5, 2 / 5)}),
    Case("C1", "ab cde fg", "bcx de fg", {"BLANC": (0.5125, 0.5125), "LEA": (3 / 7, 4 / 7)}),
    Case(
        "D1",
        "12345 67 89ABC",
        "12345 6789ABC",
        {"MUC": (1, 0.9), "B3": (1, 16 / 21), "LEA": (1, (5 + 7 * 11 / 21) / 12)},
    ),
    Case(
        "E1",
        "12345 67 89ABC",
        "1234589ABC 67",
        {"MUC": (1, 0.9), "B3": (1, 7 / 12), "LEA": (1, (10 * 20 / 45 + 2) / 12)},
    ),
    Case("F1", "ABCD", "AB CD", {"MUC": (2 / 3, 1), "LEA": (2 / 6, 1)}),
    Case("G1", "AB CD", "ABCD", {"MUC": (1, 2 / 3), "LEA": (1, 2 / 6)}),
    Case("H1", "ABCD", "ABCD", {"MUC": (1, 1), "LEA": (1, 1)}),
    Case("J1", "ABC", "AC", {"MUC": (1 / 2, 1), "LEA": (1 / 3, 1)}),
    Case("K1", "BCDEGHJ", "ABC DEF GHI", {"MUC": (0.5, 0.5), "LEA": (3 / 21, 3 / 9)}),
    Case("L1", "ABC DEFG", "AB CD FGH", {"MUC": (2 / 5, 2 / 4), "LEA": ((1 + 4 / 6) / 7, 3 / 7)}),
    Case("M1", M, M, dict.fromkeys(("MUC", "B3", "CEAF-m", "CEAF-e", "BLANC", "LEA"), (1, 1))),
    Case("M2", M, N, {"MUC": (0, 0), "BLANC": (0, 0), "LEA": (0, 0)}),
    Case("M3", M, "ab cde f", {"BLANC": (0.26667, 1), "LEA": (4 / 15, 5 / 6)}),
    Case("M4", M, "abcxyz", {"BLANC": (0.2, 0.2), "LEA": (0.2, 0.2)}),
    Case("M5", M, "a b c x y z", {"MUC": (0, 0), "BLANC": (0, 0), "LEA": (0, 0)}),
    Case("M6", M, "ab cxy z", {"BLANC": (0.06667, 0.25), "LEA": (1 / 15, 2 / 6)}),
    Case("N1", N, N, {"MUC": (0, 0), "BLANC": (1, 1), "LEA": (1, 1)}),
    Case("N2", N, M, {"MUC": (0, 0), "BLANC": (0, 0), "LEA": (0, 0)}),
    Case("N3", N, "ab cde f", {"BLANC": (0.73333, 1), "LEA": (1 / 6, 1 / 6)}),
    Case("N4", N, "a b c x y z", {"MUC": (0, 0), "BLANC": (0.2, 0.2), "LEA": (0.5, 0.5)}),
    Case("N5", N, "abcxyz", {"BLANC": (0, 0), "LEA": (0, 0)}),
    Case("N6", N, "ab cxy z", {"BLANC": (0.13333, 0.18182), "LEA": (0, 0)}),
)
