"""Projections of a table: what each viewer may see of it, in the form that is sent.

- ``line_view``: a line of the log
- ``public_table``: everything but the cards
- ``deal_view``: a deal as one viewer may know it
- ``facts``: facts of a deal that follow from it by the rules
- ``table_view``: the whole table
- ``encoder``: a deal as JSON for all its viewers
"""
