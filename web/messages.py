"""Extracts the English sentences of the browser page for translators, and updates the existing translations.

The source of the page passes each sentence to ``t("…")``, ``tn("…", "…")`` or ``message("…")``. This script writes all
sentences into a template for translators, ``build/messages.pot``, which is not committed. It removes from
``src/uka/locales/mi.po`` every sentence that has no translation or no longer occurs in the source. If a sentence is not
in the catalogue, the page shows it in English.
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
TEMPLATE = ROOT / "build" / "messages.pot"
VERBS = SOURCE / "lib" / "i18n" / "text.svelte.ts"
"""The module that defines ``t``, ``tn``, ``message`` and ``untranslated``."""
LANGUAGES = {"mi": "te reo Māori"}
"""The languages into which the page is translated: the name of each language by its code."""
PLURALS = "nplurals=2; plural=(n != 1);"
"""The English rule for plural forms, used in every catalogue. CLDR (Unicode's locale data) has no rule for Māori."""

_STRING = r"""(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`)"""
_CALL = re.compile(r"(?<![\w.#])(?P<how>t|tn|message|untranslated)\(\s*(?=(?P<rest>.{0,400}))", re.DOTALL)
_ONE = re.compile(rf"(?P<one>{_STRING})\s*[,)]")
_TWO = re.compile(rf"(?P<one>{_STRING})\s*,\s*(?P<many>{_STRING})\s*[,)]")
_DYNAMIC = re.compile(r"""(?:[^,"'`]|"")*[,)]""")
_COMMENT = re.compile(r"/\*\*.*?\*/|(?<![:\"'])//[^\n]*|<!--.*?-->", re.DOTALL)


class UnreadableMessage(ValueError):
    """A sentence in the source is composed of several strings, so it cannot be extracted."""


def messages_in(text: str) -> Iterator[str | tuple[str, str]]:
    """Yield the sentences in the source text ``text``. A sentence with a plural form is a pair (singular, plural).

    Raise ``UnreadableMessage`` if a sentence is composed of several strings.

    >>> list(messages_in('t("Play now") + tn("{n} trick", "{n} tricks", 3) + t(found)'))
    ['Play now', ('{n} trick', '{n} tricks')]
    """
    for call in _CALL.finditer(_COMMENT.sub("", text)):
        rest, plural = call["rest"], call["how"] == "tn"
        found = (_TWO if plural else _ONE).match(rest)
        if found:
            yield (_read(found["one"]), _read(found["many"])) if plural else _read(found["one"])
        elif plural or not _DYNAMIC.match(rest):
            raise UnreadableMessage(f"put message(…) around each of its sentences: {(call['how'] + '(' + rest)[:80]!r}")


def sources() -> Iterator[Path]:
    """Yield the paths of all source files that may contain sentences."""
    for path in sorted(SOURCE.rglob("*")):
        if path.suffix in (".ts", ".svelte") and ".test." not in path.name and path != VERBS:
            yield path


def extracted() -> Catalog:
    """Return a catalogue of all sentences of the page and the files that contain them. It has no translations."""
    catalog = Catalog(fuzzy=False)
    for path in sources():
        try:
            for message in messages_in(path.read_text("utf-8")):
                catalog.add(message, locations=[(path.relative_to(ROOT).as_posix(), 0)])
        except UnreadableMessage as error:
            raise UnreadableMessage(f"{path.relative_to(ROOT)}: {error}") from None
    return catalog


def translations(language: str) -> Catalog:
    """Read the catalogue of a language from its file. ``language`` is the language code."""
    with (LOCALES / f"{language}.po").open("rb") as file:
        return read_po(file)


def updated(language: str, sentences: Catalog) -> str:
    """Return the new text of a language's catalogue. It contains only the existing translations of ``sentences``."""
    before, after = translations(language), Catalog(fuzzy=False)
    for message in sentences:
        old = before.get(message.id) if message.id else None
        if old is not None and any(old.string or ()):
            after.add(message.id, old.string, flags=old.flags)
    title = f"Translations of the page into {LANGUAGES[language]}. What is missing is shown in English."
    return _header(title, language) + _body(after, no_location=True)


def template(sentences: Catalog) -> str:
    """Return the text of the template for translators."""
    return _header("All sentences of the page. Written by web/messages.py.", "") + _body(sentences)


def _body(catalog: Catalog, *, no_location: bool = False) -> str:
    text = io.BytesIO()
    write_po(text, catalog, width=0, omit_header=True, sort_output=True, include_lineno=False, no_location=no_location)
    return f"\n{text.getvalue().decode().strip()}\n"


def _header(title: str, language: str) -> str:
    return (
        f"# {title}\n"
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
    """Write the template for translators, and update the catalogues."""
    sentences = extracted()
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_text(template(sentences), encoding="utf-8")
    for language in LANGUAGES:
        (LOCALES / f"{language}.po").write_text(updated(language, sentences), encoding="utf-8")


if __name__ == "__main__":
    main()
