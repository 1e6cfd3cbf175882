"""The HTTP routes, and what stands before them."""
