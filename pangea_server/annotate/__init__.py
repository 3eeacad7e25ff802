"""The work that people are given, and what they hand in."""
