"""What messengers show beside a link is in the HTML: they run no script. It tells nothing that a link keeps secret."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from html import unescape

import pytest

from uka.server.http.previews import PREVIEWS, SIZE

from .browser import Visitor
from .playing import table

pytestmark = [pytest.mark.browser, pytest.mark.server]

TAG = re.compile(r'<meta property="(og:[a-z:_]+)" content="([^"]*)"')


def test_a_link_has_a_preview_with_a_picture(visit: Callable[..., Visitor]) -> None:
    ana = visit()
    web = ana.context.request
    address, _, secret = table(ana).partition("#")
    links = {"table": address} | {kind: f"/{kind}" for kind in PREVIEWS if kind not in ("home", "table")}
    for kind, link in {**links, "home": "/settings"}.items():
        html = web.get(link).text()
        assert secret not in html
        tags = {name: unescape(content) for name, content in TAG.findall(html)}
        assert tags["og:title"] == PREVIEWS[kind].title
        assert tags["og:description"] == PREVIEWS[kind].description
        assert tags["og:image:alt"] == PREVIEWS[kind].picture
        picture = web.get(tags["og:image"])  # the address is absolute
        assert tags["og:image"].startswith("http")
        assert picture.headers["content-type"] == "image/png"
        assert struct.unpack(">II", picture.body()[16:24]) == SIZE
