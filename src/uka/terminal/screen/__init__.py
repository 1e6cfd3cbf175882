"""What the terminal client shows: a game as pictures and lines of text, and the keys for it."""
