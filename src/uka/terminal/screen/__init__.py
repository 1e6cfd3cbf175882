"""What the terminal client shows: a game as pictures and lines of text, and the keys for it.

- ``contents``: all that one picture shows.
- ``widgets``: the parts of the screen.
- ``canvas``: a grid of styled characters to draw on.
- ``cards``: cards as drawings.
- ``table``: the table as a drawing.
- ``layout``: which cards lie where, and what each seat is.
- ``score``: the score, the contract and the result as lines.
- ``prompts``: the line that says what is asked of the person.
- ``keys``: what each key chooses.
- ``dialogs``: pages laid over the table.
- ``advice``: hints and reviews as lines.
- ``options``: the switches of the client.
"""
