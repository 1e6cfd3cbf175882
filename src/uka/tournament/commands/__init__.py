"""Commands at a tournament: each checks what a link may do and returns the entries to write."""
