"""Records that must replay for ever."""
