"""Makes every text printable in the encoding of the terminal, the file or the pipe that it is printed to.

Where the encoding has no suits, as in ASCII or on an old Windows, a card is ``10h``.
"""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata

ERRORS = "uka"
"""The name of the error handler for characters that an encoding cannot express."""
PAIRS = "♣c ♦d ♥h ♠s ★* ▶> →-> ←<- ↑^ ↓v –- —- −- ─- │| ·- •- …... ×x ±+- “\" ”\" „\" ‘' ’' ‚' √sqrt ≈~ ≤<= ≥>= µu"
ASCII = str.maketrans({pair[0]: pair[1:] for pair in PAIRS.split()})
"""ASCII in place of characters, where Unicode itself has none."""


def prepare_streams() -> None:
    """Let the standard streams replace characters that their encodings cannot express, instead of raising an error.

    Output has letters for suits, letters without marks, or ``?`` in their place.
    """
    codecs.register_error(ERRORS, _replaced)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, ERRORS), (sys.stderr, ERRORS)):
        if isinstance(stream, io.TextIOWrapper):  # it is not where a program that uses Uka has put another stream
            stream.reconfigure(errors=errors)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    """Return what is printed in place of characters, and the index after them."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(as_ascii, error.object[error.start : error.end])), error.end


def as_ascii(letter: str) -> str:
    """Return the ASCII characters nearest to a character, or ``?``.

    >>> as_ascii("ā"), as_ascii("♥"), as_ascii("…"), as_ascii("李")
    ('a', 'h', '...', '?')
    """
    plain = unicodedata.normalize("NFKD", letter.translate(ASCII)).encode("ascii", "ignore").decode()
    return plain or ("" if unicodedata.combining(letter) else "?")
