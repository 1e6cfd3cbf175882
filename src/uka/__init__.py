"""Uka: Euchre and its Māori form, by any rules a table agrees on."""
