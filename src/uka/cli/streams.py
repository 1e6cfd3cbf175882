"""Makes all text printable in the encoding of the terminal, the file or the pipe to which it is printed.

An encoding such as ASCII has no symbols for suits. There the ten of hearts is printed as ``10h``.
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
"""ASCII text for characters that Unicode does not decompose into ASCII."""


def prepare_streams() -> None:
    """Make the standard streams replace characters that their encodings cannot express, instead of raising an error.

    In the output, the nearest ASCII text replaces such a character, such as "h" for "♥", or ``?`` if there is none.
    """
    codecs.register_error(ERRORS, _ascii_replacement)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, ERRORS), (sys.stderr, ERRORS)):
        if isinstance(stream, io.TextIOWrapper):  # not so if a program that calls ``main`` has replaced the stream
            stream.reconfigure(errors=errors)


def _ascii_replacement(error: UnicodeError) -> tuple[str, int]:
    """Return the ASCII text for the characters that ``error`` reports, and the index at which encoding continues.

    This is an error handler as ``codecs.register_error`` demands it.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(as_ascii, error.object[error.start : error.end])), error.end


def as_ascii(letter: str) -> str:
    """Return the ASCII text nearest to the character ``letter``, or ``?`` if there is none.

    >>> as_ascii("ā"), as_ascii("♥"), as_ascii("…"), as_ascii("李")
    ('a', 'h', '...', '?')
    """
    plain = unicodedata.normalize("NFKD", letter.translate(ASCII)).encode("ascii", "ignore").decode()
    return plain or ("" if unicodedata.combining(letter) else "?")
