"""Places of one's own: a folder of panoramas, and the files that describe it."""
