"""A held-out house: made from a seed by the scripts that make the demo house, for scores that count once."""
