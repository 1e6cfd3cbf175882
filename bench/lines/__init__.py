"""The lines, one module for each part of the project; bench.prove finds them all."""
