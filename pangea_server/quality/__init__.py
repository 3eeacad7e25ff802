"""How good the data is."""
