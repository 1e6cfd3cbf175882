"""The catalogues hold all that the page says, and in te reo Māori only words that somebody has attested."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

PATH = Path(__file__).parent.parent / "web" / "messages.py"
ATTESTED = """
pūtu kāri whare kāheru patu taimana manawa hāte kēhua hai kīngi kuīni haki whiuwhiu kaiwhiuwhiu kōruia rauna
māhau te wā kaihautū marae reo wharepaku
"""
"""The words of DESIGN, section 6."""


@pytest.fixture(scope="module")
def messages() -> ModuleType:
    spec = importlib.util.spec_from_file_location("messages", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("language", ["en", "mi"])
def test_what_the_page_says_is_in_the_catalogues(messages: ModuleType, language: str) -> None:
    found, catalogue = messages.gathered(), messages.kept(language)
    assert len(found) > 100
    missing = [message.id for message in found if message.id and catalogue.get(message.id) is None]
    assert not missing, "the page says something else: make words"
    kept = (messages.LOCALES / f"{language}.po").read_text("utf-8")
    assert messages.renewed(language, found) == kept, "the page says something else: make words"


def test_only_attested_words_are_said_in_maori(messages: ModuleType) -> None:
    said = [message.string for message in messages.kept("mi") if message.id and message.string]
    assert "kāheru" in said
    for translation in said:
        strings = [translation] if isinstance(translation, str) else translation
        words = {
            word.lower() for string in strings for word in re.findall(r"[^\W\d_]+", re.sub(r"\{\w+\}", "", string))
        }
        assert not words - set(ATTESTED.split())


@pytest.mark.parametrize("language", ["en", "mi"])
def test_translations_fill_in_the_same(messages: ModuleType, language: str) -> None:
    for message in messages.kept(language):
        if not message.id or not message.string:
            continue
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        wanted = {name for text in ids for name in re.findall(r"\{(\w+)\}", text)}
        assert {name for text in strings for name in re.findall(r"\{(\w+)\}", text)} <= wanted


def test_plural_forms_are_those_that_the_page_knows(messages: ModuleType) -> None:
    for language in messages.LANGUAGES:
        assert f"Plural-Forms: {messages.PLURALS}\\n" in (messages.LOCALES / f"{language}.po").read_text("utf-8")


def test_every_way_of_saying_is_found(messages: ModuleType) -> None:
    text = """
      // t("in a comment") and `https://uka.example`
      title={t("One")} {t('Say "two"', { n })} {tn("{n} card", "{n} cards", n)}
      const LATER = { a: message("Three \\u2026"), b: message(`Four`) };
      t(LATER.a); t(found ?? ""); this.at("no"); get("no"); 'untranslated("Five")'
    """
    found = list(messages.said(text))
    assert found == ["One", 'Say "two"', ("{n} card", "{n} cards"), "Three …", "Four", "Five"]


@pytest.mark.parametrize("text", ['t("a" + b)', 't(odd ? "a" : "b")', "t(`a ${b}`)", 'tn("one", many, n)'])
def test_what_is_put_together_is_told_of(messages: ModuleType, text: str) -> None:
    with pytest.raises(messages.Unreadable):
        list(messages.said(text))
