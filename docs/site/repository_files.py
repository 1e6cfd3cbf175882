"""Pages that show files of the repository, such as the examples, with a link to download each of them."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLES, DEPLOY = "examples.md", "deploy.md"
INTROS = {
    EXAMPLES: "# Examples\n\n"
    "Small complete programs. They are in the folder `examples/` of the source archive and the repository, and tests "
    "run them. [The library in ten minutes](library.md) has shorter examples.\n",
    DEPLOY: "# A host's kit\n\n"
    "The folder `deploy/` of the source archive and the repository, for a server that runs all the time. [Run a "
    "server](serving.md#as-a-service-of-a-linux-machine) tells how to use it. The image of the Containerfile is built "
    "in the source archive; everything else needs only `pip install`.\n",
}
"""The first lines of each page. The page is called after the folder whose files it shows."""
LANGUAGES = {".js": "js", ".mjs": "js", ".py": "python", ".yaml": "yaml"}
LONGEST = 200
"""The page shows a file of at most this number of lines. A longer one can only be downloaded."""


def pages() -> dict[str, str]:
    """Return the text of each page, and each file for download, by its place on the site."""
    texts = {page: "\n".join([intro, *map(_section, _files(page))]) for page, intro in INTROS.items()}
    downloads = {_download(path): path.read_text("utf-8") for page in INTROS for path in _files(page)}
    return texts | downloads


def places() -> dict[str, str]:
    """Return the place on the site of each folder and file that a page shows, by its path in the repository."""
    files = {_name(path): f"{page}#{_anchor(path)}" for page in INTROS for path in _files(page)}
    return {Path(page).stem: page for page in INTROS} | files


def _files(page: str) -> Iterator[Path]:
    """Yield the files of a page: those of its folder that git keeps, without the explanations beside them."""
    for path in sorted((ROOT / Path(page).stem).rglob("*")):
        if path.is_file() and path.suffix != ".md" and "__pycache__" not in path.parts and path.name != ".env":
            yield path


def _section(path: Path) -> str:
    text, name = path.read_text("utf-8"), _name(path)
    head = f"## `{path.name}` {{ #{_anchor(path)} }}\n\n[Download `{name}`]({_download(path)})\n"
    if len(text.splitlines()) > LONGEST:
        return head
    return f"{head}\n```{LANGUAGES.get(path.suffix, 'text')}\n{text.rstrip()}\n```\n"


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _anchor(path: Path) -> str:
    return path.name.lower().replace(".", "-")


def _download(path: Path) -> str:
    return f"files/{_name(path)}"
