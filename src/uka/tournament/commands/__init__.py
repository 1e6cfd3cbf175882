"""Commands at a tournament: each checks what a link may do and returns the entries to write, or raises
``TournamentRefusal``.

- ``teams``: links, teams and tables, by the director
- ``rounds``: seating, the clock, results and corrections, by the director
- ``official``: scoring, rulings, conduct and signatures, by a table's official
- ``captain``: signatures and results, by a team's captain
- ``live_tables``: games at tables of the server
- ``permissions``: which link may do what
- ``checks``: names, reasons, points and open games
- ``plausibility``: input that is asked back before it is taken
"""
