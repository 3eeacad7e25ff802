"""A partner that is a program: a client of the interface for two people, and a scripted one who knows the way."""
