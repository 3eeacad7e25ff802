"""The field's scores of a walk against a reference path."""
