"""The catalogues hold translations of what the page says and nothing else, in te reo Māori only attested words."""

from __future__ import annotations

import importlib.util
import re
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from uka.rulesets import find, names

PATH = Path(__file__).parent.parent / "web" / "messages.py"
ATTESTED = """
pūtu kāri whare kāheru patu taimana manawa hāte kēhua hai kīngi kuīni haki whiuwhiu kaiwhiuwhiu kōruia rauna
māhau te wā kaihautū marae reo wharepaku
"""
"""The words of te reo Māori that are attested for cards."""


@pytest.fixture(scope="module")
def messages() -> ModuleType:
    spec = importlib.util.spec_from_file_location("messages", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def forms(text: object) -> tuple[str, ...]:
    """The forms of a sentence or of a translation: one, or those for one and for many."""
    if isinstance(text, str):
        return (text,)
    return tuple(form for form in cast("tuple[object, ...]", text or ()) if isinstance(form, str))


@pytest.fixture(scope="module")
def sentences(messages: ModuleType) -> Catalog:
    """All that the page says."""
    return messages.extracted()


@pytest.mark.parametrize("language", ["mi"])
def test_a_catalogue_holds_what_is_translated_and_nothing_else(
    messages: ModuleType, sentences: Catalog, language: str
) -> None:
    kept = (messages.LOCALES / f"{language}.po").read_text("utf-8")
    assert messages.updated(language, sentences) == kept, "a sentence of the page has changed: make words"
    assert all(message.string for message in messages.translations(language) if message.id)


def test_there_is_no_catalogue_for_english(messages: ModuleType) -> None:
    assert sorted(path.stem for path in messages.LOCALES.glob("*.po")) == sorted(messages.LANGUAGES)


def test_the_template_for_translators_holds_all_that_the_page_says(messages: ModuleType, sentences: Catalog) -> None:
    template = read_po(StringIO(messages.template(sentences)))
    assert len(sentences) > 100
    assert [message.id for message in template] == [message.id for message in sorted(sentences)]
    assert not any(any(forms(message.string)) for message in template if message.id)
    plurals = [message.id for message in template if message.pluralizable]
    assert ("{n} trick", "{n} tricks") in plurals


@pytest.mark.parametrize("tutorial", ["clubs", "hosts", "players"])
def test_what_a_tutorial_names_is_on_the_page(sentences: Catalog, tutorial: str) -> None:
    """What stands in italics on a tutorial is a text of the page, such as that of a button."""
    page = (PATH.parents[1] / "docs" / "tutorials" / f"{tutorial}.md").read_text("utf-8")
    named = set(re.findall(r"(?<![*\w])\*([A-Z][^*]*)\*(?![*\w])", page))
    said = [form for message in sentences for form in forms(message.id) if form]
    said += [find(name).title for name in names()]
    patterns = [re.sub(r"\\\{\w+\\\}", r"\\w+", re.escape(form)) for form in said if form[0] != "{" or form[-1] != "}"]
    assert len(named) > 3
    assert not {name for name in named if not any(re.fullmatch(pattern, name) for pattern in patterns)}


def test_only_attested_words_are_said_in_maori(messages: ModuleType) -> None:
    translations = [message.string for message in messages.translations("mi") if message.id]
    assert "kāheru" in translations
    for translation in translations:
        plain = [re.sub(r"\{\w+\}", "", form) for form in forms(translation)]
        assert not {word.lower() for form in plain for word in re.findall(r"[^\W\d_]+", form)} - set(ATTESTED.split())


@pytest.mark.parametrize("language", ["mi"])
def test_translations_have_the_placeholders_of_the_sentence(messages: ModuleType, language: str) -> None:
    for message in messages.translations(language):
        if not message.id:
            continue
        wanted = {name for text in forms(message.id) for name in re.findall(r"\{(\w+)\}", text)}
        assert {name for text in forms(message.string) for name in re.findall(r"\{(\w+)\}", text)} <= wanted


def test_plural_forms_are_those_that_the_page_knows(messages: ModuleType) -> None:
    for language in messages.LANGUAGES:
        assert f"Plural-Forms: {messages.PLURALS}\\n" in (messages.LOCALES / f"{language}.po").read_text("utf-8")


def test_every_call_that_translates_is_found(messages: ModuleType) -> None:
    text = """
      // t("in a comment") and `https://uka.example`
      title={t("One")} {t('Say "two"', { n })} {tn("{n} card", "{n} cards", n)}
      const LATER = { a: message("Three \\u2026"), b: message(`Four`) };
      t(LATER.a); t(found ?? ""); this.at("no"); get("no"); 'untranslated("Five")'
    """
    found = list(messages.messages_in(text))
    assert found == ["One", 'Say "two"', ("{n} card", "{n} cards"), "Three …", "Four", "Five"]


@pytest.mark.parametrize("text", ['t("a" + b)', 't(odd ? "a" : "b")', "t(`a ${b}`)", 'tn("one", many, n)'])
def test_a_sentence_joined_from_pieces_is_refused(messages: ModuleType, text: str) -> None:
    with pytest.raises(messages.UnreadableMessage):
        list(messages.messages_in(text))
