"""The commands that change a tournament. Each function checks a command and returns the log entries to write.

Each takes the tournament's state ``t`` and ``by``, the id of the author's grant. A grant is a link that gives its
holder a role. A command that is not allowed raises ``TournamentRefusal``.

- ``teams``: links, teams and tables, by the director
- ``rounds``: seating, the clock, results and corrections, by the director
- ``official``: scoring, rulings, conduct and signatures, by a table's official
- ``captain``: signatures and results, by a team's captain
- ``live_tables``: games at live tables
- ``permissions``: checks of what a link allows
- ``checks``: checks of names, reasons, points and open games
- ``plausibility``: checks for implausible points and similar spellings
"""
