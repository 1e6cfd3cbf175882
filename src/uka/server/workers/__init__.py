"""Work that runs in other processes: bots, record checks, sheets to print."""
