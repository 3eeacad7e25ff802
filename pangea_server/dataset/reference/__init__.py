"""``pangea evaluate coreference`` and the other measures of reference, over files."""
