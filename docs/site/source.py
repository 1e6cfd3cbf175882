"""The folder from which Zensical builds the site: Markdown files, pictures, styles and settings."""

import shutil
import tomllib
from pathlib import Path
from typing import Any

from . import contents
from .links import with_site_links
from .page_to_try import with_page_to_try
from .picture_names import with_pictures

HERE = Path(__file__).parent
ASSETS = HERE / "assets"
ROBOTS = "# Everything here may be found. This file counts at the root of a host only.\nUser-agent: *\nAllow: /\n"


def write(folder: Path, address: str) -> None:
    """Write everything but the pictures into a folder, and remove what another run has left in its pages.

    ``address`` is where the site will be, or an empty text.
    """
    import tomli_w  # only `make docs` has it

    pages = folder / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    for name, text in texts().items():
        path = pages / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    shutil.copytree(ASSETS, pages / "assets")
    (pages / "robots.txt").write_text(ROBOTS, "utf-8")
    (folder / "zensical.toml").write_text(tomli_w.dumps(settings(address)), "utf-8")


def texts() -> dict[str, str]:
    """Return the text of each page and document of the site."""
    files = contents.files()
    places = {path: page for page, path in files.items()} | contents.sources()
    return {page: _text(page, path, places) for page, path in files.items()} | contents.generated()


def _text(page: str, path: Path, places: dict[Path, str]) -> str:
    return with_page_to_try(with_pictures(with_site_links(contents.markdown(path), page, path, places), page))


def settings(address: str = "") -> dict[str, Any]:
    """Return Zensical's settings. The links of ``404.html`` begin with the path of ``address``, if it is given."""
    return {
        "project": {
            **({"site_url": address} if address else {}),
            "site_name": "Uka",
            "site_description": "Play, referee and study Euchre, and Uka, its Māori form.",
            "copyright": "The Uka contributors",
            "docs_dir": "pages",
            "site_dir": "site",
            "use_directory_urls": False,
            "nav": [*contents.navigation(), *_repository()],
            "extra_css": ["assets/site.css"],
            "extra_javascript": ["assets/copy.js"],
            "theme": _theme(),
            "plugins": {"search": {}, "mkdocstrings": {"handlers": {"python": _python()}}},
        }
    }


def _repository() -> list[dict[str, str]]:
    """Return a link to the repository for the navigation, if ``pyproject.toml`` names its address.

    The theme's own link (``repo_url``) would ask the repository's host for its stars on every page.
    """
    repository = _urls().get("Repository")
    return [{"Repository": repository}] if repository else []


def address() -> str:
    """Return the address of the documentation that ``pyproject.toml`` names, or an empty text."""
    return _urls().get("Documentation", "")


def _urls() -> dict[str, str]:
    return tomllib.loads((contents.ROOT / "pyproject.toml").read_text("utf-8"))["project"].get("urls", {})


def _theme() -> dict[str, Any]:
    schemes = (("(prefers-color-scheme: light)", "default", "dark"), ("(prefers-color-scheme: dark)", "slate", "light"))
    return {
        "font": False,
        "language": "en",
        "features": [
            "content.code.copy",
            "navigation.footer",
            "navigation.indexes",
            "navigation.sections",
            "navigation.tabs",
            "navigation.top",
            "search.highlight",
            "toc.follow",
        ],
        "palette": [
            {
                "media": media,
                "scheme": scheme,
                "toggle": {"icon": "lucide/sun-moon", "name": f"Switch to {other} colours"},
            }
            for media, scheme, other in schemes
        ],
    }


def _python() -> dict[str, Any]:
    return {
        "paths": [str(contents.ROOT / "src")],
        "options": {
            "extensions": [str(HERE / "griffe_fences.py")],
            "docstring_section_style": "list",
            "filters": ["!^_"],
            "heading_level": 2,
            "inherited_members": True,
            "members_order": "source",
            "separate_signature": True,
            "show_bases": False,
            "show_if_no_docstring": True,
            "show_root_heading": True,
            "show_root_full_path": False,
            "show_source": False,
            "show_symbol_type_heading": True,
            "show_symbol_type_toc": True,
            "signature_crossrefs": True,
            "show_signature_annotations": True,
            "line_length": 100,
        },
    }
