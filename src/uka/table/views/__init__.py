"""The views of a table: what each viewer may see of it, in the form that the server sends.

- ``line_view``: a line of the log as one viewer may see it
- ``public_table``: what every viewer may see of a table, which is everything but the cards
- ``deal_view``: a deal as one viewer may see it: the public part, and the own part of a player
- ``facts``: facts about a deal that follow from the rules, so that a client need not know the rules
- ``table_view``: the whole table as one viewer may see it
- ``table_views``: the views of one version of a table for all viewers, with what has not changed taken over
- ``changes``: the types of messages that hold only changed fields, and how a client applies these messages
"""
