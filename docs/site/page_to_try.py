"""The page of Uka itself, which plays in the reader's browser as a part of the site."""

from pathlib import Path

from uka.offline.site import ENGINE, write_site

FOLDER = "try"
MARK = "<!-- try -->"
"""The place of the link in a page of ``docs/``."""
LINK = f'<a class="md-button" href="{FOLDER}/index.html">Try Uka now</a> It plays in your browser, without a server.'


def is_built() -> bool:
    """Return whether the engine of the page has been built."""
    return (ENGINE / "engine.json").exists()


def with_page_to_try(text: str) -> str:
    """Return a page with the link, or without it if the engine has not been built."""
    return text.replace(MARK, LINK if is_built() else "")


def write(site: Path) -> None:
    """Write the page of Uka into a folder of the site, if its engine has been built."""
    if is_built():
        write_site(site / FOLDER)
