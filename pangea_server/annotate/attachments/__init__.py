"""Pictures, films and captions that a campaign's instructions show: files beside the campaign file, kept as blobs."""
