"""Questions to the small-board solver: move guessers, stored solutions, proofs as SGF."""
