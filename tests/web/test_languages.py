"""On pages in te reo Māori, all text is marked with its language, and all Māori words are attested in the sources."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.alike import alike
from tests.test_locales import ATTESTED

from .browser import Visitor
from .playing import likes

pytestmark = [pytest.mark.browser, pytest.mark.server]

TEXTS = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.parentElement;
    if (!/\\p{L}/u.test(node.data) || at.closest("noscript, script, style")) continue;
    found.push([at.closest("[lang]").lang, node.data]);
  }
  return found;
}"""


def said(visitor: Visitor, language: str) -> list[str]:
    """Return the texts on the page that are marked with a language."""
    texts: list[tuple[str, str]] = visitor.page.evaluate(TEXTS)
    return [text for marked, text in texts if marked == language]


@alike("tainui", True, False)
def test_all_text_is_marked_with_its_language(visit: Callable[..., Visitor], tainui: bool) -> None:
    ana = visit()
    likes(ana, language="mi", tainui=tainui)
    words = set[str]()
    for path in ("/", "/help", "/rules/uka", "/settings"):
        ana.page.goto(path)
        expect(ana.page.locator("html")).to_have_attribute("lang", "mi")
        expect(ana.page.locator("h1")).to_be_visible()
        expect(ana.page.locator("h1")).to_have_attribute("lang", "en")
        assert len(said(ana, "en")) > 5
        words |= {word.lower() for text in said(ana, "mi") for word in re.findall(r"[^\W\d_]+", text)}
    assert "reo" in words
    assert words - {"māori"} <= set(ATTESTED.split()) | {"kaaheru"}


def test_a_language_can_be_changed_back(visit: Callable[..., Visitor]) -> None:
    ana = visit(locale="mi-NZ")
    ana.page.goto("/settings")
    expect(ana.page.locator("html")).to_have_attribute("lang", "mi")
    expect(ana.page.get_by_text("Reo", exact=True)).to_be_visible()
    ana.page.get_by_role("radio", name="English", exact=True).check()
    expect(ana.page.locator("html")).to_have_attribute("lang", "en")
    expect(ana.page.get_by_text("Language", exact=True)).to_be_visible()
    assert not said(ana, "mi") or {text.strip() for text in said(ana, "mi")} <= {"Te reo Māori", "kāheru, kaaheru"}
    ana.page.reload()
    expect(ana.page.locator("html")).to_have_attribute("lang", "en")
