"""A partner that is a program: a client of the interface for two people, and two scripted ones."""
