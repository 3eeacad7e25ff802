"""Questionnaires: which form a person is asked to fill in now, their answers, and what came of them."""
