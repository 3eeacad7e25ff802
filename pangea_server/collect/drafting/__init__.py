"""Making the draft of a transcript while the Guide's page waits for it."""
