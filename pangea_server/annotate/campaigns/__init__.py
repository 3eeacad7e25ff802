"""From a place to work for people."""
