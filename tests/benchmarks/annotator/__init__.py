"""What a task costs an annotator: actions, pointer travel, and waiting for the machine."""
