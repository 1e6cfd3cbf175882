"""The lines (registered checks), in a module for each part of the project; ``bench.prove`` imports all of them."""
