"""Compiles Unicode's table of confusable characters into ``src/uka/text/confusables.txt``.

``python -m bench.confusables FILE`` reads ``confusables.txt`` of a version of Unicode. It is in Debian's source package
``icu``, as ``source/data/unidata/confusables.txt``. Each line of the result holds a
prototype, and the characters that look like it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

TARGET = Path(__file__).parents[1] / "src" / "uka" / "text" / "confusables.txt"
HEAD = """\
# Characters that look alike: PROTOTYPE: CHARACTERS, as hexadecimal code points.
# Compiled from confusables.txt of Unicode {version}, UTS 39, https://www.unicode.org/Public/{version}/security/
# by bench/confusables.py. Changed: other order, no comments.
# Copyright (c) 1991-2022 Unicode, Inc. All rights reserved. Its licence: see THIRD-PARTY-NOTICES.txt.
"""
_LINE = re.compile(r"(?P<character>[0-9A-F]+) ;\t(?P<prototype>[0-9A-F ]+) ;\tMA")


def compiled(text: str) -> str:
    """Return the compiled table of a text in Unicode's format."""
    alike = dict[str, list[str]]()
    for line in text.splitlines():
        if found := _LINE.match(line):
            alike.setdefault(found["prototype"], []).append(found["character"])
    version = re.search(r"Version: ([0-9.]+)", text)
    assert version, "the file names no version"
    return HEAD.format(version=version[1]) + "".join(
        f"{prototype}: {' '.join(sorted(characters, key=_order))}\n"
        for prototype, characters in sorted(alike.items(), key=lambda pair: _order(pair[0]))
    )


def _order(codes: str) -> list[int]:
    return [int(code, 16) for code in codes.split()]


if __name__ == "__main__":
    TARGET.write_text(compiled(Path(sys.argv[1]).read_text("utf-8-sig")), "ascii", newline="\n")
