"""The standard scores of a walk against a reference path."""
