"""What the data team says of annotations: a queue of them, decisions about them, and what follows."""
