"""The question of a HIT for CreateHIT (docs.aws.amazon.com/AWSMechTurk: ExternalQuestion, HTMLQuestion)."""

from __future__ import annotations

import json
from xml.sax.saxutils import escape

from environments.errors import ConfigurationError
from pangea_server.collect.platforms.records import Study
from pangea_server.collect.platforms.studies import entry_address
from pangea_server.stores.protocol import RecordStore

SCHEMAS = "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas"
FRAME_HEIGHT = 800  # pixels
EXTERNAL = """<ExternalQuestion xmlns="{schemas}/2006-07-14/ExternalQuestion.xsd">
  <ExternalURL>{address}</ExternalURL>
  <FrameHeight>{height}</FrameHeight>
</ExternalQuestion>"""
SURVEY = """<HTMLQuestion xmlns="{schemas}/2011-11-11/HTMLQuestion.xsd">
  <HTMLContent><![CDATA[<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Panorama walk</title></head>
<body>
<p id="preview">Accept the HIT to see the link.</p>
<form id="form" method="post" hidden>
<input type="hidden" name="assignmentId" id="assignment">
<p><a id="link" target="_blank" rel="noopener">Open the task in a new tab</a>,
do it there, and come back with its code.</p>
<p><label>Completion code <input name="surveycode" required autocomplete="off"></label> <button>Submit</button></p>
</form>
<script>
const ids = new URLSearchParams(location.search)
const assignment = ids.get('assignmentId')
if (assignment && assignment !== 'ASSIGNMENT_ID_NOT_AVAILABLE') {{
  document.getElementById('preview').hidden = true
  document.getElementById('form').hidden = false
  document.getElementById('form').action = new URL('/mturk/externalSubmit', ids.get('turkSubmitTo')).href
  document.getElementById('assignment').value = assignment
  document.getElementById('link').href = {address} + '&' + new URLSearchParams({{
    workerId: ids.get('workerId'), assignmentId: assignment, hitId: ids.get('hitId'),
  }})
}}
</script>
</body>
</html>]]></HTMLContent>
  <FrameHeight>{height}</FrameHeight>
</HTMLQuestion>"""


def question_xml(records: RecordStore, study: Study, origin: str) -> str:
    """The XML of a study on Mechanical Turk.

    Raises:
        ConfigurationError: the study is on another platform, or the server's address is not https.
    """
    if study.platform == "prolific":
        raise ConfigurationError(
            f"The study {study.study_id} is on Prolific.",
            remedy="Give its address to Prolific as the study URL.",
        )
    if not origin.startswith("https://"):
        raise ConfigurationError(
            f"Mechanical Turk shows https pages only, not {origin}.",
            remedy="Give --origin https://YOUR.HOST.",
        )
    address = entry_address(records, study, origin)
    if study.platform == "mturk":
        return EXTERNAL.format(schemas=SCHEMAS, address=escape(address), height=FRAME_HEIGHT)
    script = json.dumps(address).replace("<", "\\u003c")
    return SURVEY.format(schemas=SCHEMAS, address=script, height=FRAME_HEIGHT)
