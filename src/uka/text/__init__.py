"""Text from strangers: what of it is shown, and whether two names look the same.

- ``printable``: replaces characters that are not displayed, such as the escape codes of terminals
- ``invisible``: characters that Python takes for printable, but that nobody sees
- ``html``: tables of HTML, escaped
- ``confusable``: names that a person cannot tell apart
"""
