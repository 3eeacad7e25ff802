"""The finished dataset in the files that the field reads, and those files back into a store; see README.md here."""
