"""Campaigns in the browser: the same file as the command line takes, checked, carried out, changed and paused."""
