"""The decoder behind the engine ``viterbi``: a transcript against an acoustic model, frame by frame."""
