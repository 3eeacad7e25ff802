"""Gold: check items about landmarks that a machine makes of a labelled place, where it knows what is right."""
