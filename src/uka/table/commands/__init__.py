"""Commands at a table: each checks what somebody may do and returns the entries to write."""
