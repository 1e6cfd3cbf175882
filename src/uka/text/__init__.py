"""Text from strangers, such as names: which characters of it are shown, and whether two names look the same.

- ``printable``: replaces characters that are not displayed, such as the escape codes of terminals
- ``invisible``: characters that Python takes for printable, but that nobody sees
- ``html``: tables of HTML, with escaped texts
- ``confusable``: names that a person cannot tell apart
"""
