"""What every host of tables and tournaments needs, whether it is a server or a page without one.

- ``audience``: a table's connected clients, and the updates sent to them
- ``chosen_rules``: builds the ruleset that a client chose
- ``errors``: the errors of a host
- ``ids``: random ids of tables and tournaments
- ``lesson_pages``: the pages of the lessons
- ``pack_secrets``: the host's secrets for the shuffles of tables
- ``puzzle_pages``: the pages of puzzles, and the answers to attempts
- ``ruleset_pages``: the pages about rulesets
- ``table_commands``: maps a client's commands to operations on a table
- ``tournament_commands``: maps a client's commands to operations on a tournament
"""
