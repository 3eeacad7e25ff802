"""Live training: a person of the team watches a learner's walk, with the learner's consent, and helps."""
