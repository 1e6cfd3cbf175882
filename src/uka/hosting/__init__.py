"""What every host of tables and tournaments needs, whether it is a server or a page without one.

- ``audience``: a table's connected clients, and the updates sent to them
- ``chosen_rules``: builds the ruleset that a client chose
- ``display_names``: cleans and checks the names that people choose for themselves
- ``errors``: the errors of a host
- ``ids``: random ids of tables and tournaments
- ``lesson_pages``: the pages of the lessons
- ``pack_secrets``: the host's secrets for the shuffles of tables
- ``problems``: how each refusal becomes a status and one sentence
- ``puzzle_pages``: the pages of puzzles, and the answers to attempts
- ``ruleset_pages``: the pages about rulesets
- ``table_commands``: maps a client's commands to operations on a table
- ``table_opening``: what a new table is like, and what happens first at it
- ``table_summaries``: makes the summary of a table for lists of tables
- ``tournament_commands``: maps a client's commands to operations on a tournament
"""
