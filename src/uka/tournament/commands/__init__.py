"""Commands at a tournament. Each checks that a link may do it, and returns the entries to write.

Commands take the state ``t`` and ``by``, the id of the author's grant. If the tournament does not allow a command, it
raises ``TournamentRefusal``.

- ``teams``: links, teams and tables, by the director
- ``rounds``: seating, the clock, results and corrections, by the director
- ``official``: scoring, rulings, conduct and signatures, by a table's official
- ``captain``: signatures and results, by a team's captain
- ``live_tables``: games at live tables
- ``permissions``: checks of what a link allows
- ``checks``: checks of names, reasons, points and open games
- ``plausibility``: checks for doubtful points and spellings
"""
