from __future__ import annotations

from tests.structure.conftest import Plant
from tests.structure.features import measure_features


def test_a_feature_is_found_by_paths_and_by_what_a_file_declares(plant: Plant) -> None:
    sources = plant(
        {
            "pangea_server/quality/flags/rules.py": "",
            "pangea_server/quality/flags/raisers/noise.py": "",
            "pangea_server/api/looks.py": "def raise_flag(): ...\ndef flag_names(): ...\ndef other(): ...\n",
            "pangea_server/api/other.py": "def raise_flag(): ...\ndef other(): ...\n",
            "static/src/monitor/flagNames.ts": "",
            "static/src/monitor/flagNames.test.ts": "",
            "static/src/dom/trustedTypes.ts": "",
        }
    )
    found = {figure.name: figure for figure in measure_features(sources).figures}
    assert found["flags"].value == "4 files in 3 rooms; 5 files in 3 rooms"
    assert found["flags"].places[1] == "pangea_server/quality/flags: noise.py rules.py"
    assert found["trust"].value == "0 files in 0 rooms; 0 files in 0 rooms"
    assert found["monitoring"].value == "1 files in 1 rooms; 1 files in 1 rooms"
