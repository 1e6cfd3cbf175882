"""Projections of a table: what each viewer may see of it, as it is sent.

- ``line_view``: a line of the log
- ``public_table``: all of the table but the cards
- ``deal_view``: a deal as one viewer may know it
- ``facts``: what takes the rules to work out of a deal
- ``table_view``: the whole table
- ``encoder``: a deal as JSON for all its viewers
"""
