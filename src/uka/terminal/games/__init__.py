"""The games that the terminal client shows: one on this machine, or one over a server."""
