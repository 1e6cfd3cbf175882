"""Uka without a server: this process alone hosts the tables of one person, in a page or on a laptop.

- ``table``: a table with its clock and its bots
"""
