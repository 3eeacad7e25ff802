"""Places in the forms of other viewers and simulators: written for them, and tours of theirs read as places."""
