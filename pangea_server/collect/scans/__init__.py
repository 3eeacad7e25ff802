"""Navigation graphs, for those who may see them."""
