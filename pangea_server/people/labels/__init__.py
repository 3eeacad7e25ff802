"""Labels: what the data team writes beside a person's number, for itself alone."""
