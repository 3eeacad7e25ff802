"""Files that hold sound: what is in one, whether all of it is there, and its samples."""
