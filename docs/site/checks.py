"""Finds broken links, missing anchors and resources of other hosts in a built site."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

RESOURCES = dict.fromkeys(("script", "img", "iframe", "source", "video", "audio"), "src") | {"link": "href"}
"""The attribute by which an element fetches something."""
HARMLESS = ("canonical", "prev", "next", "alternate")
"""The relations of a ``link`` element that fetch nothing."""
NOT_FOUND = "404.html"
"""The page that a host shows at each address where there is nothing."""
FETCHED = re.compile(r"""@import\s+["']([^"']+)|url\(\s*["']?([^"')\s]+)""")


@dataclass
class Found(HTMLParser):
    """The anchors of a page, what it links to, and what it fetches."""

    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    resources: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what an element refers to."""
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if values.get(RESOURCES.get(tag, "")) and values.get("rel") not in HARMLESS:
            self.resources.append(values[RESOURCES[tag]])


def faults(site: Path, address: str = "/") -> list[str]:
    """Return a sentence for each fault of the site in a folder.

    ``address`` is that of the site. A link may begin with its path, as all links of ``404.html`` do, which a host shows
    at any depth.
    """
    pages, base = sorted(site.rglob("*.html")), urlsplit(address).path or "/"
    return [fault for page in pages for fault in _of_page(site, page, base)] + list(_of_styles(site))


def _of_page(site: Path, page: Path, base: str) -> Iterator[str]:
    found, name = _found(page), page.relative_to(site)
    for resource in found.resources:
        if _elsewhere(resource):
            yield f"{name}: fetches {resource} from another host"
    for link in (*found.links, *found.resources):
        if not _elsewhere(link) and (why := _broken(site, page, link, base)):
            yield f"{name}: {link}: {why}"


def _of_styles(site: Path) -> Iterator[str]:
    for style in sorted(site.rglob("*.css")):
        for found in FETCHED.finditer(style.read_text("utf-8")):
            if _elsewhere(found[1] or found[2]):
                yield f"{style.relative_to(site)}: fetches {found[1] or found[2]} from another host"


def _elsewhere(address: str) -> bool:
    parts = urlsplit(address)
    return bool(parts.netloc) or parts.scheme not in ("", "data")


def _broken(site: Path, page: Path, link: str, base: str) -> str:
    """Return why a link leads nowhere, or nothing."""
    parts = urlsplit(link)
    if parts.scheme == "data":
        return ""
    rooted = parts.path.startswith("/")
    if page.name == NOT_FOUND and parts.path and not rooted:
        return "it is shown at any depth, so its links must begin with the site's path"
    if rooted and not parts.path.startswith(base):
        return f"it leads out of the site, which is at {base}"
    folder = site if rooted else page.parent
    target = (folder / unquote(parts.path.removeprefix(base))).resolve() if parts.path else page
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return "there is no such file"
    anchored = parts.fragment and target.suffix == ".html" and not parts.fragment.startswith(("only-", "__"))
    return "there is no such anchor" if anchored and unquote(parts.fragment) not in _found(target).anchors else ""


@cache
def _found(page: Path) -> Found:
    found = Found()
    found.feed(page.read_text("utf-8"))
    return found
