"""File formats of the field: each has a file here, and a name in the entry-point group ``pangea.formats``."""

from environments.plugins import ExtensionPoint

FORMATS = ExtensionPoint(
    "pangea.formats",
    {
        "actions": "pangea_server.dataset.formats.actions:Actions",
        "coco": "pangea_server.dataset.formats.landmarks.coco:Coco",
        "conll2012": "pangea_server.dataset.formats.landmarks.conll2012:CoNLL2012",
        "ctm": "pangea_server.dataset.formats.words:Ctm",
        "conversations": "pangea_server.dataset.formats.conversations:Conversations",
        "cvdn": "pangea_server.dataset.formats.cvdn:CVDN",
        "cvdn_dialogues": "pangea_server.dataset.formats.cvdn_dialogues:CVDNDialogues",
        "dialogues": "pangea_server.dataset.formats.dialogues:Dialogues",
        "flickr30k_entities": "pangea_server.dataset.formats.landmarks.flickr30k_entities:Flickr30kEntities",
        "heard": "pangea_server.dataset.formats.heard:Heard",
        "huggingface": "pangea_server.dataset.formats.huggingface:HuggingFace",
        "huggingface_dialogues": "pangea_server.dataset.formats.huggingface_dialogues:HuggingFaceDialogues",
        "instructions": "pangea_server.dataset.formats.instructions:Instructions",
        "json": "pangea_server.dataset.formats.words:JsonWords",
        "label_studio": "pangea_server.dataset.formats.label_studio:LabelStudio",
        "label_studio_regions": "pangea_server.dataset.formats.landmarks.label_studio.regions:LabelStudioRegions",
        "landmarks": "pangea_server.dataset.formats.landmarks.rxr_landmarks:Landmarks",
        "localized_narratives": "pangea_server.dataset.formats.words:LocalizedNarratives",
        "parquet": "pangea_server.dataset.formats.parquet:Parquet",
        "png": "pangea_server.dataset.formats.words:Png",
        "r2r": "pangea_server.dataset.formats.r2r:R2R",
        "refer360": "pangea_server.dataset.formats.landmarks.refer360:Refer360",
        "reverie": "pangea_server.dataset.formats.landmarks.reverie:Reverie",
        "rxr": "pangea_server.dataset.formats.rxr:RxR",
        "soon": "pangea_server.dataset.formats.landmarks.soon:Soon",
        "srt": "pangea_server.dataset.formats.words:Srt",
        "svg": "pangea_server.dataset.formats.words:Svg",
        "tasks": "pangea_server.dataset.formats.tasks:Tasks",
        "teach": "pangea_server.dataset.formats.teach:TEACh",
        "textgrid": "pangea_server.dataset.formats.words:TextGrid",
        "touchdown": "pangea_server.dataset.formats.landmarks.touchdown:Touchdown",
        "vlnce": "pangea_server.dataset.formats.vlnce:VLNCE",
        "way": "pangea_server.dataset.formats.way:WAY",
        "webdataset": "pangea_server.dataset.formats.webdataset:WebDataset",
        "webvtt": "pangea_server.dataset.formats.words:WebVTT",
    },
)


READABLE_FORMATS = (
    *(
        "ctm",
        "cvdn",
        "huggingface",
        "instructions",
        "json",
        "label_studio",
        "localized_narratives",
        "parquet",
    ),
    *("r2r", "rxr", "srt", "textgrid", "vlnce", "webvtt"),
)
"""The built-in formats that ``pangea import`` reads. Written down, since to ask each takes half a second."""

LANDMARK_FORMATS = (
    *("coco", "conll2012", "flickr30k_entities", "label_studio_regions", "refer360", "reverie"),
    *("soon", "touchdown"),
)
"""The built-in formats of landmarks: ``pangea export`` fills them with these, and ``pangea import`` reads them."""

DIALOGUE_FORMATS = ("conversations", "cvdn_dialogues", "dialogues", "huggingface_dialogues", "teach", "way")
"""The built-in formats of two answers together, of which no single one says what a field becomes."""

IMPORTED_LANDMARKS = ("landmarks", *LANDMARK_FORMATS)
"""``landmarks`` writes what labels say where the store has nothing."""
