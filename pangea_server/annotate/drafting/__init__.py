"""Draft transcripts: what a recogniser heard, which a Guide confirms or corrects instead of typing."""
