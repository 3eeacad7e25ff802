"""What the rooms of the house are called in other languages, by their ids. No native speaker has read these names."""

from __future__ import annotations

ROOM_NAMES: dict[str, dict[str, str]] = {
    "living-room": {"hi": "बैठक", "te": "హాలు", "ur": "بیٹھک"},
    "kitchen": {"hi": "रसोई", "te": "వంటగది", "ur": "باورچی خانہ"},
    "hallway": {"hi": "गलियारा", "te": "నడవా", "ur": "راہداری"},
    "stairwell": {"hi": "सीढ़ियाँ", "te": "మెట్ల గది", "ur": "زینہ"},
    "study": {"hi": "पढ़ने का कमरा", "te": "చదువుకునే గది", "ur": "مطالعے کا کمرہ"},
    "terrace": {"hi": "बरामदा", "te": "వరండా", "ur": "صحن"},
    "gallery": {"hi": "ऊपर का गलियारा", "te": "పై అంతస్తు నడవా", "ur": "اوپر کی راہداری"},
    "bedroom": {"hi": "सोने का कमरा", "te": "పడకగది", "ur": "سونے کا کمرہ"},
    "childrens-room": {"hi": "बच्चों का कमरा", "te": "పిల్లల గది", "ur": "بچوں کا کمرہ"},
    "studio": {"hi": "चित्रशाला", "te": "చిత్రకళా గది", "ur": "مصوری کا کمرہ"},
    "bathroom": {"hi": "स्नानघर", "te": "స్నానాల గది", "ur": "غسل خانہ"},
    "balcony": {"hi": "बालकनी", "te": "బాల్కనీ", "ur": "بالکنی"},
}
