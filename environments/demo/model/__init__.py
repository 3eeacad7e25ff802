"""The model of a house: its parts, and the lines of sight between viewpoints."""
