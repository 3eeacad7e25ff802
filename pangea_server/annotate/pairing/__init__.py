"""Two people on one piece of work: who sits in which seat, from the first who waits to the end."""
