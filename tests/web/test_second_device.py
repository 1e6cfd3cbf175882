"""A person plays on a second device: the link of the first device leads there, asks first, and opens the same table."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .browser import PHONE, Visitor
from .playing import PLAIN, table

pytestmark = [pytest.mark.browser, pytest.mark.server]


def test_a_phone_becomes_the_same_person_and_goes_on_at_the_table(visit: Callable[..., Visitor]) -> None:
    ana, phone = visit(), visit(PHONE)
    ana.page.goto(table(ana, settings=PLAIN))
    expect(ana.page.get_by_role("group", name="Your hand")).to_be_visible()
    ana.page.goto("/settings")
    ana.page.get_by_role("button", name="Play on another device").click()
    link = ana.page.get_by_label("Open this link on the other device")
    expect(link).to_have_value(re.compile("/device#"))
    ana.page.get_by_role("button", name="QR code").click()
    expect(ana.page.get_by_role("img", name="QR code for the link")).to_be_visible()
    expect(ana.page.get_by_text(re.compile(r"It works once, for (10:00|9:\d\d) more\."))).to_be_visible()
    assert not ana.axe()

    address = link.input_value()
    phone.page.goto(address)
    expect(phone.page.get_by_role("heading", name="Play as Ana on this device?")).to_be_visible()
    assert not phone.axe()
    phone.page.get_by_role("button", name="Yes, I am Ana").click()
    expect(phone.page.get_by_role("group", name="Your hand")).to_be_visible()

    late = visit(PHONE)
    late.page.goto(address)
    late.page.get_by_role("button", name="Yes, I am Ana").click()
    expect(late.page.get_by_role("heading", name="This link no longer works")).to_be_visible()
    late.faults[:] = [fault for fault in late.faults if "403" not in fault]  # the browser logs the refusal itself
