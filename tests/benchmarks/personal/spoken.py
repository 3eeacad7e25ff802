"""Personal data as it is said aloud: telephone numbers digit by digit, mail addresses with "at" and "dot", handles."""

from __future__ import annotations

import random

Script = tuple[str, bool]
"""The language, and whether it is written in its own script."""

DIGITS: dict[Script, list[str]] = {
    ("en", False): ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
    ("hi", False): ["zero", "ek", "do", "teen", "chaar", "paanch", "chhah", "saat", "aath", "nau"],
    ("hi", True): ["शून्य", "एक", "दो", "तीन", "चार", "पाँच", "छह", "सात", "आठ", "नौ"],
    ("te", False): [
        "sunna",
        "okati",
        "rendu",
        "moodu",
        "naalugu",
        "aidu",
        "aaru",
        "edu",
        "enimidi",
        "tommidi",
    ],
    ("te", True): ["సున్నా", "ఒకటి", "రెండు", "మూడు", "నాలుగు", "ఐదు", "ఆరు", "ఏడు", "ఎనిమిది", "తొమ్మిది"],
}
AT_DOT_COM = {
    "": ("at", "dot", "com", ("gmail", "yahoo", "outlook")),
    "hi": ("एट", "डॉट", "कॉम", ("जीमेल", "याहू")),
    "te": ("ఎట్", "డాట్", "కామ్", ("జీమెయిల్", "యాహూ")),
}
"""How the parts of a mail address are said, by script, and hosts."""


def said_telephone(script: Script, chance: random.Random) -> str:
    """Ten digits, in two or three groups."""
    words = DIGITS[script]
    said = [words[int(chance.choice("6789"))], *(words[int(chance.choice("0123456789"))] for _ in range(9))]
    pause = chance.choice((" ", ", "))
    return pause.join(" ".join(group) for group in (said[:5], said[5:]))


def said_mail(script: Script, name: str, surname: str, chance: random.Random) -> str:
    language, native = script
    at, dot, com, hosts = AT_DOT_COM[language if native else ""]
    host = chance.choice(hosts)
    name, surname = (name, surname) if native else (name.lower(), surname.lower())
    number = DIGITS[script][int(chance.choice("123456789"))]
    local = chance.choice((f"{name} {dot} {surname}", f"{name} {number}", name))
    return f"{local} {at} {host} {dot} {com}"


def handle(name: str, surname: str, chance: random.Random) -> str:
    """In Latin letters in every script, written or said."""
    name, surname = name.lower(), surname.lower()
    number = chance.choice("123456789")
    return chance.choice(
        (
            f"@{name}_{number}",
            f"@{name}.{surname}",
            f"{name} underscore {surname}",
            f"@{surname}{number}{number}",
        )
    )
