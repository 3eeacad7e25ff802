"""The decoder of the engine ``viterbi``: it fits a transcript to the sound by an acoustic model, frame by frame."""
