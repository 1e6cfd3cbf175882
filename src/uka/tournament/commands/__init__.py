"""The commands that change a tournament. The function of a command checks it and returns the log entries to write.

Each of these functions takes the state ``t`` of the tournament and ``by``, the id of the author's grant. A grant is a
link that gives its holder a role. The functions raise ``TournamentRefusal`` if the command is not allowed.

- ``teams``: links, teams and tables, by the director
- ``rounds``: seating, the clock, results and corrections, by the director
- ``level_teams``: how to part teams that are level in the standings, by the director
- ``official``: scoring, rulings, conduct and signatures, by a table's official
- ``undo``: undoes an entry of the log, by an official or the director
- ``captain``: signatures and results, by a team's captain
- ``live_tables``: matches at live tables
- ``head_table``: the bell that the first table of a round rings for all
- ``permissions``: decides what a link permits
- ``checks``: validates names, reasons, points and the state of a match
- ``plausibility``: finds implausible points and similar spellings of names
"""
