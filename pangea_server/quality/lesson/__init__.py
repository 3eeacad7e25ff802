"""A Guide's lesson: a good example, bad ones to find the fault in, and a walk of one's own with feedback."""
