"""The phones of words, and synthesised speech."""
