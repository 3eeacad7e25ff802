"""Every call that decodes bytes of others: what bounds it, and the test that gives it its bomb.

A call that is missing here fails ``test_decoder_bounds.py``; so does an entry whose call is gone.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.security.decoding_calls import Decoding


class Bounded(NamedTuple):
    """What bounds a decoder, and the test of its bomb below ``tests/``."""

    bound: str
    bomb: str


HERE = "security/faults/test_decoders.py::"
BOMB = HERE + "test_a_bomb_is_refused_in_little_memory_and_time"
OFFLINE = "security/faults/test_offline_tools.py::"
TRACES = "server/faults/test_traces.py::test_a_bomb_costs_no_more_than_the_longest_walk_and_little_memory"
SIZES = HERE + "test_a_text_is_read_only_up_to_its_largest_size"

BOUNDED: dict[Decoding, Bounded] = {
    Decoding("environments/input/json_documents.py", "json.JSONDecoder"): Bounded(
        "32 MiB, 2^21 lists and objects", BOMB
    ),
    Decoding("environments/input/json_documents.py", "gzip.GzipFile"): Bounded(
        "16 MiB a line; 512 MiB a list", BOMB
    ),
    Decoding("environments/input/json_documents.py", "msgspec.json.decode"): Bounded(
        "16 MiB a line; 512 MiB a list", BOMB
    ),
    Decoding("pangea_server/collect/actions/decoder.py", "gzip.GzipFile"): Bounded(
        "2 MiB packed, 8 MiB unpacked, 2 kB a line",
        "server/test_actions.py::test_actions_that_unpack_to_too_much_are_refused",
    ),
    Decoding("pangea_server/collect/actions/decoder.py", "model_validate_json"): Bounded(
        "2 kB a line", "server/test_actions.py::test_actions_that_unpack_to_too_much_are_refused"
    ),
    Decoding("align/containers/decoder.py", "av.open"): Bounded(
        "172.8 million samples, of eight channels at most; 16 kHz if long", BOMB
    ),
    Decoding("align/formats/made_from.py", "msgspec.json.decode"): Bounded(
        "512 MiB of a manifest",
        HERE + "test_what_is_too_large_to_be_read_says_nothing_of_its_origin",
    ),
    Decoding("pangea_server/collect/drafting/maker.py", "msgspec.json.decode"): Bounded(
        "8 MiB", "drafting/programs/test_drafts.py::test_a_recogniser_that_misbehaves_costs_nobody_anything"
    ),
    Decoding("pangea_server/collect/landmarks/snapping/snapper.py", "msgspec.json.decode"): Bounded(
        "1 MiB", "landmarks/programs/test_snapping.py::test_a_segmenter_that_misbehaves_costs_nobody_anything"
    ),
    Decoding("align/recognisers/recognised.py", "json.JSONDecoder"): Bounded("64 MiB", SIZES),
    Decoding("align/npz.py", "numpy.lib.format.read_array"): Bounded(
        "256 MiB claimed, no objects", OFFLINE + "test_a_hostile_npz_is_refused_before_it_is_unpacked"
    ),
    Decoding("align/npz.py", "zipfile.ZipFile"): Bounded(
        "256 MiB and 100 columns claimed", OFFLINE + "test_a_hostile_npz_is_refused_before_it_is_unpacked"
    ),
    Decoding("align/packed_lines.py", "zlib.decompressobj"): Bounded(
        "64 MiB packed, 256 MiB unpacked, 20,000 gzips", TRACES
    ),
    Decoding("align/snapshot_lines.py", "json.loads"): Bounded("one line of 4 KiB", TRACES),
    Decoding("align/snapshot_lines.py", "msgspec.json.Decoder"): Bounded("453,600 snapshots", TRACES),
    Decoding("environments/own_places/graph_csv.py", "csv.DictReader"): Bounded(
        "64 MiB, 128 KiB a cell", SIZES
    ),
    Decoding("environments/metrics/rows.py", "msgspec.json.Decoder"): Bounded("20 MB of lines at once", BOMB),
    Decoding("environments/mapping/video.py", "av.open"): Bounded(
        "2^26 pixels a frame, one at a time; 400 frames kept",
        "environments/mapping/test_video.py::test_what_is_no_video_of_a_whole_sphere_is_refused",
    ),
    Decoding("environments/pictures.py", "PIL.Image.open"): Bounded(
        "2^27 pixels, JPEG, PNG and WebP; Pillow: 1 MiB of text a chunk", BOMB
    ),
    Decoding("environments/streetlearn.py", "plyvel.DB"): Bounded(
        "128 MiB a file; a block of it, which Snappy packs at most twenty-fold, is unpacked whole", BOMB
    ),
    Decoding("environments/streetlearn.py", "FromString"): Bounded(
        "64 MiB a record, 2^19 messages in a graph", BOMB
    ),
    Decoding("pangea_server/annotate/campaigns/file.py", "ruamel.yaml.YAML"): Bounded(
        "4 MiB, 200,000 values with aliases written out", BOMB
    ),
    Decoding("pangea_server/dataset/campaigns/texts.py", "json.loads"): Bounded(
        "4 MiB, what a campaign's file had when it was read", BOMB
    ),
    Decoding("pangea_server/dataset/campaigns/texts.py", "ruamel.yaml.YAML"): Bounded("only writes", BOMB),
    Decoding("pangea_server/dataset/formats/hub_configs.py", "ruamel.yaml.YAML"): Bounded(
        "only writes", BOMB
    ),
    Decoding("pangea_server/dataset/release/citation.py", "ruamel.yaml.YAML"): Bounded("only writes", BOMB),
    Decoding("pangea_server/dataset/release/card/datasheet.py", "ruamel.yaml.YAML"): Bounded(
        "1 MiB; aliases are not written out", "exports/test_datasheet.py::test_what_is_no_answer_is_refused"
    ),
    Decoding("pangea_server/dataset/release/update.py", "msgspec.json.decode"): Bounded(
        "256 MiB of a list of changes, of which two texts are kept", BOMB
    ),
    Decoding("pangea_server/core/csv_cells.py", "csv.DictReader"): Bounded("64 MiB, 128 KiB a cell", SIZES),
    Decoding("pangea_server/collect/ledger/payouts.py", "csv.reader"): Bounded(
        "64 MiB, 128 KiB a cell", SIZES
    ),
    Decoding("pangea_server/collect/pairing/routes.py", "validate_json"): Bounded(
        "64 KiB a message, which the socket cuts off",
        "pairing/test_line.py::test_nonsense_instead_of_a_greeting_closes_it",
    ),
    Decoding("pangea_server/dataset/archive/signatures.py", "model_validate_json"): Bounded(
        "1,000 bytes; what it signs is read only up to the size that is signed", SIZES
    ),
    Decoding("pangea_server/dataset/archive/archive_reader.py", "json.loads"): Bounded("64 MiB a line", BOMB),
    Decoding("pangea_server/dataset/archive/archive_reader.py", "model_validate_json"): Bounded(
        "64 MiB a line", BOMB
    ),
    Decoding("pangea_server/dataset/archive/members.py", "tarfile.open"): Bounded(
        "1 MiB of heads a member; no member in memory", BOMB
    ),
    Decoding("pangea_server/dataset/formats/landmarks/label_studio/cuts.py", "msgspec.json.decode"): Bounded(
        "16 MiB and 200,000 lists and objects a task; 2^24 pixels of a brush",
        "landmarks/faults/test_label_studio_brush.py::test_a_bomb_of_values_costs_no_memory",
    ),
    Decoding(
        "pangea_server/dataset/landmarks/source_files.py", "defusedxml.ElementTree.DefusedXMLParser"
    ): Bounded(
        "4 MiB, 16 levels, no entities and no document type",
        "landmarks/test_flickr30k_entities.py::test_a_bomb_of_entities_is_refused",
    ),
    Decoding("pangea_server/dataset/imports/elsewhere.py", "msgspec.json.decode"): Bounded(
        "16 MiB a line", BOMB
    ),
    Decoding("pangea_server/dataset/formats/parquet.py", "pyarrow.parquet.ParquetFile"): Bounded(
        "512 MiB a row group, as its footer says; a footer that lies about its pages, and a list that names one long"
        " word of its dictionary again and again, are bounded by nothing",
        BOMB,
    ),
    Decoding("pangea_server/http/edge/bodies.py", "json.loads"): Bounded(
        "the route's limit, 640 KiB at most; in a thread beyond 8 KiB",
        "security/faults/test_cost_before_identity.py",
    ),
    Decoding("pangea_server/http/edge/strict_json.py", "json.loads"): Bounded(
        "2 MiB, 50,000 lists and objects, the route's number of values", "security/test_values.py"
    ),
    Decoding("pangea_server/http/edge/strict_json.py", "msgspec.json.decode"): Bounded(
        "2 MiB, 50,000 lists and objects, the route's number of values", "security/test_values.py"
    ),
}

OURS: dict[str, str] = {
    "pangea_server/app/partner/client.py": "answers of the server that the operator named",
    "align/calibration/scale.py": "coefficients of the package",
    "align/exports/reports.py": "reports that align FOLDER wrote into its output",
    "align/recogniser_process.py": "requests of our own server",
    "align/readings/abbreviations.py": "tables of the package",
    "align/spoken_routes/vocabulary.py": "words of the package",
    "align/viterbi/search.py": "rows that the search itself packed",
    "environments/demo/blender/studio.py": "the demo house, while it is rendered",
    "environments/demo/render.py": "the demo house, while it is rendered",
    "environments/segmenting/process.py": "requests of our own server",
    "environments/tiles/layout.py": "manifests that env build wrote",
    "pangea_server/core/ahead.py": "results that worker processes of the same run wrote",
    "pangea_server/app/score.py": "rows that an interrupted run wrote",
    "pangea_server/annotate/landmarks/proposing/selection.py": "nouns of a campaign, as it packed them itself",
    "pangea_server/annotate/landmarks/proposing/lexicon.py": "dictionaries of the package",
    "pangea_server/app/demo_landmarks/colleagues.py": "answers of our own server",
    "pangea_server/app/demo_landmarks/spoken.py": "words and looks of the package",
    "pangea_server/app/testing/in_process.py": "answers of our own server",
    "pangea_server/collect/capture/chunks.py": "receipts that the server stored",
    "pangea_server/dataset/archive/backup_state.py": "what backup --every noted about its last snapshot",
    "pangea_server/dataset/archive/removed.py": "tombstones, a line each, that the operator names",
    "pangea_server/dataset/archive/archive_writer.py": "the draft of a backup",
    "pangea_server/annotate/alignments/word_columns.py": "columns of words that the store packed",
    "pangea_server/dataset/entries/carried.py": "a table of the package",
    "pangea_server/dataset/personal/cue.py": "tables of the package",
    "pangea_server/dataset/personal/gazetteer.py": "data files of two installed packages",
    "align/exports/whole.py": "gzip that it writes",
    "pangea_server/dataset/entries/manifest.py": "manifests that export wrote",
    "pangea_server/dataset/exports/export.py": "folders that export wrote",
    "pangea_server/dataset/erasure/withdrawal.py": "records in the headers of segments",
    "pangea_server/dataset/monitoring/snapshots.py": "the dashboard's own snapshot",
    "pangea_server/dataset/formats/voiced_tables.py": "tables that the same export wrote just before",
    "pangea_server/dataset/reference/chain_files.py": "rows that it put on its own shelf, once they were checked",
    "pangea_server/dataset/reference/columns.py": "a file without a name that it wrote itself",
    "pangea_server/dataset/reference/phrase_files.py": "rows that it put on its own shelf, once they were checked",
    "pangea_server/dataset/reference/selection_files.py": "rows that it put on its own shelf, once they were checked",
    "pangea_server/dataset/reference/word_maps.py": "an archive that it writes itself",
    "pangea_server/dataset/release/index.py": "releases that were made here",
    "pangea_server/dataset/verify/database.py": "records that the server stored",
    "pangea_server/dataset/verify/report.py": "reports that verify wrote",
    "pangea_server/quality/exercises/pages.py": "exercises that exercises build wrote",
    "pangea_server/quality/flags/command.py": "the names of flags, which are in the package",
    "pangea_server/quality/lesson/examples.py": "examples that lesson build wrote",
    "pangea_server/quality/text_metrics/measures.py": "a score that sacreBLEU printed",
    "pangea_server/stores/documents.py": "records that the server stored, or packed",
    "pangea_server/stores/firebase/firestore.py": "records that the server stored",
    "pangea_server/stores/local/frames.py": "headers that the store wrote, 4 KiB each",
    "pangea_server/stores/local/recovery.py": "records that the server stored, and its segments' headers",
}
"""Files that decode only what PanGEA wrote, and what that is."""

GIVEN: dict[str, str] = {
    "pangea_server/annotate/campaigns/form_rules.py": "a schema in a campaign file, of at most 4 MiB with the file",
    "pangea_server/dataset/archive/changes.py": "a list of a series of backups, signed, of the size that was signed",
    "pangea_server/dataset/archive/moments.py": "the same",
    "pangea_server/dataset/archive/log_replay.py": "records of such a list",
    "pangea_server/people/sign_in/oidc_sign_in.py": "the sign-in provider's answer, bounded where it is read",
}
"""Files that decode what an operator chose, without a bomb test: what bounds them, or that nothing does."""
