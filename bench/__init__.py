"""What the project claims, measured: `make prove` runs every line and writes the figures down."""
