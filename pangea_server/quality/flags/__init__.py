"""Quality flags: which part of an answer a reviewer should check, and why. Flags never refuse an answer."""

from environments.plugins import ExtensionPoint

FLAGS = ExtensionPoint(
    "pangea.flags",
    {
        "barely_moved": "pangea_server.quality.flags.barely_moved:BarelyMoved",
        "clipping": "pangea_server.quality.flags.clipping:Clipping",
        "clock_unsure": "pangea_server.quality.flags.clock_unsure:ClockUnsure",
        "copied_transcript": "pangea_server.quality.flags.copied_transcript:CopiedTranscript",
        "echo": "pangea_server.quality.flags.echo:EchoHeard",
        "far_from_voice": "pangea_server.quality.flags.far_from_voice:FarFromVoice",
        "jumped": "pangea_server.quality.flags.jumped:Jumped",
        "late_line": "pangea_server.quality.flags.late_line:LateLine",
        "nobody_speaks": "pangea_server.quality.flags.nobody_speaks:NobodySpeaks",
        "noise": "pangea_server.quality.flags.noise:Noise",
        "pasted_transcript": "pangea_server.quality.flags.pasted_transcript:PastedTranscript",
        "one_sided": "pangea_server.quality.flags.one_sided:OneSided",
        "overtrusted_draft": "pangea_server.quality.flags.overtrusted_draft:OvertrustedDraft",
        "path_not_completed": "pangea_server.quality.flags.path_not_completed:PathNotCompleted",
        "place_named": "pangea_server.quality.flags.place_named:PlaceNamed",
        "read_aloud": "pangea_server.quality.flags.read_aloud:ReadAloud",
        "silence": "pangea_server.quality.flags.silence:Silence",
        "sounds_read": "pangea_server.quality.flags.sounds_read:SoundsRead",
        "too_short": "pangea_server.quality.flags.too_short:TooShort",
        "wrong_language": "pangea_server.quality.flags.wrong_language:WrongLanguage",
    },
)
