"""Gathers all that the page says in ``t("…")``, ``tn("…", "…")`` and ``message("…")`` into the catalogues.

``python web/messages.py`` writes ``src/uka/locales/{en,mi}.po`` anew: translations are kept, what is not said any more
is dropped. In English a message stands for itself; an empty translation means that it is said in English.
"""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
SOURCE, LOCALES = ROOT / "web" / "src", ROOT / "src" / "uka" / "locales"
VERBS = SOURCE / "lib" / "i18n" / "text.svelte.ts"
"""Where ``t`` and the others are."""
LANGUAGES = {"en": "English", "mi": "te reo Māori"}
PLURALS = "nplurals=2; plural=(n != 1);"
"""Of both: English needs it, and CLDR has none for Māori. ``web/src/lib/i18n/text.svelte.ts`` knows no other."""

_STRING = r"""(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`)"""
_CALL = re.compile(r"(?<![\w.#])(?P<how>t|tn|message|untranslated)\(\s*(?=(?P<rest>.{0,400}))", re.DOTALL)
_ONE = re.compile(rf"(?P<one>{_STRING})\s*[,)]")
_TWO = re.compile(rf"(?P<one>{_STRING})\s*,\s*(?P<many>{_STRING})\s*[,)]")
_DYNAMIC = re.compile(r"""(?:[^,"'`]|"")*[,)]""")
_COMMENT = re.compile(r"/\*\*.*?\*/|(?<![:\"'])//[^\n]*|<!--.*?-->", re.DOTALL)


class Unreadable(ValueError):
    """A message that can't be found before the page runs."""


def said(text: str) -> Iterator[str | tuple[str, str]]:
    """The messages in a source text, plural ones as pairs; ``Unreadable`` for one that is put together.

    >>> list(said('t("Play now") + tn("{n} trick", "{n} tricks", 3) + t(found)'))
    ['Play now', ('{n} trick', '{n} tricks')]
    """
    for call in _CALL.finditer(_COMMENT.sub("", text)):
        rest, plural = call["rest"], call["how"] == "tn"
        found = (_TWO if plural else _ONE).match(rest)
        if found:
            yield (_read(found["one"]), _read(found["many"])) if plural else _read(found["one"])
        elif plural or not _DYNAMIC.match(rest):
            raise Unreadable(f"say message(…) around each of its sentences: {(call['how'] + '(' + rest)[:80]!r}")


def sources() -> Iterator[Path]:
    """All files that may say something."""
    for path in sorted(SOURCE.rglob("*")):
        if path.suffix in (".ts", ".svelte") and ".test." not in path.name and path != VERBS:
            yield path


def gathered() -> Catalog:
    """Everything that the page says, and where."""
    found = Catalog(fuzzy=False)
    for path in sources():
        try:
            for message in said(path.read_text("utf-8")):
                found.add(message, locations=[(path.relative_to(ROOT).as_posix(), 0)])
        except Unreadable as error:
            raise Unreadable(f"{path.relative_to(ROOT)}: {error}") from None
    return found


def kept(language: str) -> Catalog:
    """A catalogue as it is."""
    path = LOCALES / f"{language}.po"
    if not path.exists():
        return Catalog(fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language if language == "en" else None)


def renewed(language: str, found: Catalog) -> str:
    """A catalogue's text with what is said now, and the translations that it had."""
    before, after = kept(language), Catalog(fuzzy=False)
    for message in found:
        if message.id:
            old = before.get(message.id)
            after.add(
                message.id, old.string if old else None, sorted(message.locations), flags=old.flags if old else ()
            )
    text = io.BytesIO()
    write_po(text, after, width=0, omit_header=True, sort_output=True, include_lineno=False)
    return f"{_header(language)}\n{text.getvalue().decode().strip()}\n"


def _header(language: str) -> str:
    return (
        f"# What the page says, in {LANGUAGES[language]}. Written by web/messages.py, but for the translations.\n"
        'msgid ""\n'
        'msgstr ""\n'
        '"Content-Type: text/plain; charset=UTF-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Language: {language}\\n"\n'
        f'"Plural-Forms: {PLURALS}\\n"\n'
    )


def _read(literal: str) -> str:
    return str(ast.literal_eval(f'"""{literal[1:-1]}"""' if literal[0] == "`" else literal))


def main() -> None:
    """Write the catalogues."""
    found = gathered()
    for language in LANGUAGES:
        (LOCALES / f"{language}.po").write_text(renewed(language, found), encoding="utf-8")


if __name__ == "__main__":
    main()
