"""What every host of tables and tournaments needs, whether it is a server or a page without one.

- ``audience``: a table's connected clients, and the updates sent to them
- ``chosen_rules``: builds the ruleset that a client chose
- ``day_tables``: what clients choose of the deals of a day, and tables for practice
- ``display_names``: cleans and checks the names that people choose for themselves
- ``errors``: the errors of a host
- ``finished_games``: the summaries and the records of a table's finished games
- ``ids``: random ids of tables and tournaments
- ``lesson_pages``: the pages of the lessons
- ``pack_secrets``: the host's secrets for the shuffles of tables
- ``past_choices``: the choices of finished deals that people ask about
- ``problems``: how each refusal becomes a status and one sentence
- ``puzzle_pages``: the pages of puzzles, and the answers to attempts
- ``record_pages``: the text, the replay and the verdicts of a game record
- ``request_bodies``: decodes what clients send in requests
- ``ruleset_pages``: the pages about rulesets
- ``season_pages``: the page of a season, from its log
- ``signer``: signs texts with a secret key
- ``table_commands``: maps a client's commands to operations on a table
- ``table_opening``: what a new table is like, and what happens first at it
- ``table_summaries``: makes the summary of a table for lists of tables
- ``tournament_audience``: a tournament's connected clients, and the updates sent to them
- ``tournament_commands``: maps a client's commands to operations on a tournament
- ``tournament_links``: signed links to a tournament
- ``tournament_logs``: the whole log of a tournament as a file
- ``tournament_pages``: the pages, lists and sheets of a tournament
"""
