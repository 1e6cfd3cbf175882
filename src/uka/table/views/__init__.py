"""The views of a table: what each viewer may see, in the form that the server sends.

- ``line_view``: a line of the log
- ``public_table``: everything but the cards
- ``deal_view``: a deal as one viewer may see it
- ``facts``: facts about a deal that follow from the rules
- ``table_view``: the whole table
- ``encoder``: the views for all viewers, and what has changed in them, as JSON
- ``changes``: the messages' types of what has changed, and how a client applies it
"""
