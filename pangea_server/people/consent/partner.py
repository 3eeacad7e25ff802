"""What every consent text says besides its own words once people do tasks for two: that a partner hears them live."""

from __future__ import annotations

from collections.abc import Mapping

PARAGRAPHS = {
    "en": (
        "**In tasks for two people, your partner hears you live** and reads what you type. The voices of both are "
        "recorded, each by itself: whoever withdraws takes back their own voice alone."
    ),
    "hi": (
        "**दो लोगों के कामों में आपका साथी आपको उसी समय सुनता है** और आपका लिखा पढ़ता है। दोनों की आवाज़ें रिकॉर्ड होती हैं, "
        "हर एक अलग: जो अपना दिया हुआ वापस लेता है, वह केवल अपनी आवाज़ वापस लेता है।"
    ),
    "te": (
        "**ఇద్దరు చేసే పనుల్లో మీ భాగస్వామి మీ మాటలను అప్పటికప్పుడే వింటారు**, మీరు టైప్ చేసింది చదువుతారు. ఇద్దరి గొంతులూ "
        "విడివిడిగా రికార్డ్ అవుతాయి: ఎవరైనా వెనక్కి తీసుకుంటే వారి గొంతు మాత్రమే తొలగుతుంది."
    ),
    "ur": (
        "**دو لوگوں کے کاموں میں آپ کا ساتھی آپ کو اسی وقت سنتا ہے** اور آپ کا لکھا ہوا پڑھتا ہے۔ دونوں کی آوازیں "
        "ریکارڈ ہوتی ہیں، ہر ایک الگ: جو اپنا دیا ہوا واپس لیتا ہے، وہ صرف اپنی آواز واپس لیتا ہے۔"
    ),
}
"""In Markdown; a text in another language gets the English one."""


def with_partner(texts: Mapping[str, str]) -> dict[str, str]:
    """Texts by language, each with the paragraph at its end where it has not got it."""
    return {
        language: text if (said := _said(language)) in text else f"{text.rstrip()}\n\n{said}\n"
        for language, text in texts.items()
    }


def names_partner(texts: Mapping[str, str]) -> bool:
    return all(_said(language) in text for language, text in texts.items())


def _said(language: str) -> str:
    return PARAGRAPHS.get(language.split("-")[0], PARAGRAPHS["en"])
