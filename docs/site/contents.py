"""Which pages the site has, from which files of the repository, and in which order."""

from pathlib import Path

from uka import rulesets

from . import (
    api,
    bot_protocol,
    command_line,
    http_routes,
    measurements,
    notebooks,
    repository_files,
    rulebooks,
    sockets,
)

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
OUTSIDE = {"changelog.md": ROOT / "CHANGELOG.md", "contributing.md": ROOT / "CONTRIBUTING.md"}
"""The pages whose files are not in ``docs/``."""
GENERATORS = (api, command_line, sockets, bot_protocol, http_routes, rulebooks, measurements, repository_files)
MADE_FROM = {
    "bench/results.md": measurements.FILE,
    "src/uka": api.INDEX,
    "src/uka/arena/protocol.py": bot_protocol.FILE,
    "src/uka/cli/commands": command_line.FILE,
    "src/uka/server/http/openapi.json": http_routes.FILE,
    "src/uka/wire/schema.py": sockets.TYPES,
    "src/uka/wire/table_commands.py": sockets.SOCKETS[0].file,
    "src/uka/wire/tournament_commands.py": sockets.SOCKETS[1].file,
}
"""The page that is made from a file of the repository. A page of ``docs/`` links to the file."""
PICTURES = {"docs/site/assets/learning-curve.svg": "assets/learning-curve.svg"}
"""The place of each picture that is a file of the repository."""
Entry = str | dict[str, "list[Entry] | str"]
GROUPS: dict[str, list[str]] = {
    "Tutorials": [f"tutorials/{name}.md" for name in ("players", "hosts", "clubs", "bot-authors", "researchers")],
    "Playing": ["page.md", "offline.md", "rulesets.md", "sources.md", "fairness.md"],
    "Hosting": [
        "serving.md",
        "club.md",
        "upgrading.md",
        "many.md",
        "tournament.md",
        *(f"evenings/{name}.md" for name in ("progressive", "marae", "league", "knockout", "season")),
        "movements.md",
        repository_files.DEPLOY,
    ],
    "Library": [
        "library.md",
        "bots.md",
        "client.md",
        "equity.md",
        "strength.md",
        "environments.md",
        *(f"notebooks/{name}.md" for name in ("play", "study", "learner")),
        "models.md",
        repository_files.EXAMPLES,
    ],
}
HOME = ["index.md", "installing.md"]
REFERENCE = ["stability.md", command_line.FILE, "glossary.md"]
PROTOCOLS = [*(s.file for s in sockets.SOCKETS), sockets.TYPES, bot_protocol.FILE, http_routes.FILE]
PROJECT = [measurements.FILE, "architecture.md", "development.md", "contributing.md", "changelog.md"]


def files() -> dict[str, Path]:
    """Return the file of the repository behind each page that is written by hand."""
    kept = {path.relative_to(DOCS).as_posix(): path for path in sorted(DOCS.rglob("*.md"))}
    shown = {path.relative_to(DOCS).with_suffix(".md").as_posix(): path for path in notebooks.FILES}
    return kept | shown | OUTSIDE


def markdown(path: Path) -> str:
    """Return the text of a file that is written by hand, as Markdown."""
    return notebooks.page(notebooks.read(path)) if path in notebooks.FILES else path.read_text("utf-8")


def generated() -> dict[str, str]:
    """Return the text of each page and document that is made from the code."""
    return {name: text for module in GENERATORS for name, text in module.pages().items()}


def sources() -> dict[Path, str]:
    """Return the place on the site for each file or folder of the repository from which a page is made."""
    packages = {package.source: package.file for package in api.PACKAGES}
    books = {f"src/uka/rulesets/{name}.toml": rulebooks.file(name) for name in rulesets.names()}
    made = packages | books | MADE_FROM | PICTURES | repository_files.places()
    return {ROOT / file: page for file, page in made.items()}


def navigation() -> list[Entry]:
    """Return the tree of all pages. A page of ``docs/`` that no list above names stands at the end of the guides."""
    named = {*PROJECT, *REFERENCE, *HOME, *(page for pages in GROUPS.values() for page in pages)}
    more = [page for page in files() if page not in named]
    tutorials, *guides = GROUPS.items()
    return [
        {"Home": [*HOME]},
        {tutorials[0]: [*tutorials[1]]},
        {"Guides": [*({title: [*pages]} for title, pages in guides), *([{"More": [*more]}] if more else [])]},
        {"Reference": [*REFERENCE, *({title: [*pages]} for title, pages in _references().items())]},
        {"Project": [*PROJECT]},
    ]


def _references() -> dict[str, list[Entry]]:
    books: list[Entry] = [rulebooks.file(name) for name in rulesets.names()]
    packages: list[Entry] = [{package.name: package.file} for package in api.PACKAGES]
    return {"Rulebooks": books, "Protocols": [*PROTOCOLS], "Python API": ["api/index.md", *packages]}
