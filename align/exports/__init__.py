"""Timed words, annotations and pose traces as the files that others read."""
