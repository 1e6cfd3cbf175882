"""The commands that change a tournament. Each function checks a command and returns the log entries to write.

Each function takes the state ``t`` of the tournament and ``by``, the id of the author's grant. A grant is a link that
gives its holder a role. A function raises ``TournamentRefusal`` if the command is not allowed.

- ``teams``: links, teams and tables, by the director
- ``rounds``: seating, the clock, results and corrections, by the director
- ``level_teams``: the captains' cut or a lot between teams that are level in the standings, by the director
- ``official``: scoring, rulings, conduct and signatures, by a table's official
- ``undo``: undoes a line of the log, by an official or the director
- ``captain``: signatures and results, by a team's captain
- ``live_tables``: matches at live tables
- ``permissions``: decides what a link permits
- ``checks``: validates names, reasons, points and the state of a match
- ``plausibility``: finds implausible points and similar spellings of names
"""
