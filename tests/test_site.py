"""The documentation site holds everything, and its links lead somewhere. The site's own tools are not needed."""

import json
import pkgutil
import re
import shlex
import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

import uka
from docs.site import (
    api,
    bot_protocol,
    checks,
    command_line,
    contents,
    http_routes,
    links,
    picture_names,
    repository_files,
    sockets,
    source,
)
from docs.site.rulebooks import file as rulebook_file
from tests.test_house import ROOT, committed
from uka import rulesets
from uka.arena.protocol import ChooseAction, Hello, ProgramGreeting
from uka.cli.app import app
from uka.core.actions import Pass
from uka.core.ruleset import FIELDS
from uka.rulesets.rulebook import CHAPTERS

INTERNAL = {"cli", "core", "hosting", "locales", "narration", "offline", "terminal", "text", "wire"}
"""The packages that the page on stability calls internal; the names of `uka.core` that count are names of `uka`."""
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
README = (ROOT / "README.md").read_text("utf-8")


@cache
def texts() -> dict[str, str]:
    return source.texts()


def test_every_public_package_has_a_page() -> None:
    packages = {module.name for module in pkgutil.iter_modules(uka.__path__) if module.ispkg}
    assert packages - INTERNAL == {p.name.split(".")[1] for p in api.PACKAGES if "." in p.name}


@pytest.mark.parametrize("package", api.PACKAGES, ids=lambda package: package.name)
def test_every_public_name_is_on_the_site(package: api.Package) -> None:
    module = import_module(package.name)
    wanted = set(getattr(module, "__all__", ())) or {"find", "bot", "WorldSampler", "Rollouts"} & set(vars(module))
    shown = set(re.findall(rf"^::: {re.escape(package.name)}\.(\w+)$", texts()[package.file], re.MULTILINE))
    assert wanted
    assert wanted <= shown


def test_every_verb_and_option_is_on_the_site() -> None:
    page, verbs = texts()[command_line.FILE], list(command_line.verbs())
    assert len(verbs) > 20
    for verb in verbs:
        command: Any = app
        for word in verb.split()[1:]:
            command = command[word]
        section = page[page.index(f" {verb}\n") :].partition("\n## ")[0]
        parts = command.assemble_argument_collection() if command.default_command else ()
        options = [name for part in parts for name in part.names if name[:2] == "--"]
        assert not [name for name in options if name not in section], verb
    assert "-m docs" not in page


def test_every_field_of_a_ruleset_is_on_the_site() -> None:
    fields = {field for chapter in CHAPTERS.values() for field in chapter}
    assert {field.partition(".")[0] for field in fields} == set(FIELDS) - {"name", "title", "source"}
    assert not [field for field in fields if f"| `{field}` |" not in texts()["rulesets.md"]]
    for name in rulesets.names():
        page = texts()[f"rulebooks/{name}.md"]
        told = {
            rule.field
            for chapter in rulesets.rulebook_of(name).chapters
            for rule in chapter.rules
            if rule.value is not None
        }
        assert told == set(re.findall(r"^\| `([\w.]+)` =", page, re.MULTILINE))


def test_every_message_is_on_the_site() -> None:
    for socket in sockets.SOCKETS:
        for union in (socket.commands, socket.updates):
            found = [sockets.tag(name) for name in sockets.messages(union)]
            assert found
            assert not [tag for tag in found if f"### `{tag}`" not in texts()[socket.file]]
    pages = "".join(texts()[name] for name in (*(s.file for s in sockets.SOCKETS), sockets.TYPES))
    unions = {union for socket in sockets.SOCKETS for union in (socket.commands, socket.updates)}
    assert not [name for name in sockets.components() if name not in unions and f"{{ #{name} }}" not in pages]


def test_every_route_is_on_the_site() -> None:
    found = [(method, path) for method, path, _ in http_routes.routes(json.loads(texts()[http_routes.DOCUMENT]))]
    assert len(found) > 30
    assert not [each for each in found if f"## `{each[0]} {each[1]}`\n" not in texts()[http_routes.FILE]]


def test_every_page_is_in_the_navigation_once() -> None:
    listed = list(_files(contents.navigation()))
    assert sorted(listed) == sorted(name for name in texts() if name.endswith(".md"))


def test_the_navigation_shows_the_repository_once_it_has_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert source.settings()["project"]["nav"] == contents.navigation()
    project = '[project]\nurls = { Repository = "https://example.org/uka" }\n'
    (tmp_path / "pyproject.toml").write_text(project, "utf-8")
    monkeypatch.setattr(contents, "ROOT", tmp_path)
    assert source.settings()["project"]["nav"][-1] == {"Repository": "https://example.org/uka"}


@pytest.mark.parametrize("folder", ["examples", "deploy"])
def test_the_examples_and_the_hosts_kit_can_be_downloaded(folder: str) -> None:
    files = [path for path in committed() if path.is_relative_to(ROOT / folder) and path.suffix != ".md"]
    assert len(files) > 3
    for path in files:
        name = path.relative_to(ROOT).as_posix()
        assert texts()[f"files/{name}"] == path.read_text("utf-8")
        assert f"[Download `{name}`](files/{name})" in texts()[f"{folder}.md"]
        assert repository_files.places()[name].startswith(f"{folder}.md#")


REPOSITORY = {"changelog.md", "contributing.md", "development.md", "architecture.md"}
"""The pages that are about the repository, and speak of its files."""


def test_a_page_links_to_the_files_that_it_names() -> None:
    named = re.compile(r"`((?:docs|examples|deploy)/[\w./-]*)`(?!\])|docs/[\w/]+\.md(?![\])])")
    found = {page: named.findall(links.FENCE.sub("", texts()[page])) for page in contents.files()}
    assert not {page: names for page, names in found.items() if names and page not in REPOSITORY}
    assert not named.findall(texts()[command_line.FILE])
    assert named.findall("Read `examples/bot.py`.")
    assert all(link in texts()[command_line.FILE] for link in command_line.LINKS.values())


def test_players_and_readers_of_rules_find_the_glossary() -> None:
    pages = ["index.md", "tutorials/players.md", "page.md", "rulesets.md", *map(rulebook_file, rulesets.names())]
    assert not [page for page in pages if "glossary.md)" not in texts()[page]]


def test_a_picture_that_is_not_taken_is_refused() -> None:
    assert "only-dark" in picture_names.with_pictures("<!-- picture home: The first page -->", "index.md")
    with pytest.raises(KeyError):
        picture_names.with_pictures("<!-- picture nothing: Nothing -->", "index.md")


def _files(entries: Any) -> Any:
    for entry in entries:
        if isinstance(entry, str):
            yield entry
        else:
            for inner in entry.values():
                yield from [inner] if isinstance(inner, str) else _files(inner)


def test_every_link_leads_to_a_page_and_its_heading() -> None:
    broken = [
        f"{page}: {link}" for page, text in texts().items() if page.endswith(".md") for link in _broken(page, text)
    ]
    assert not broken


def _broken(page: str, text: str) -> list[str]:
    found = links.outside_fences(text, lambda part: part)
    targets = re.findall(r"\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)", links.FENCE.sub("", found))
    pictures = {*contents.PICTURES.values(), *(f"{picture_names.FOLDER}/{name}" for name in picture_names.FILES)}
    names = pictures | set(texts())
    wrong = list[str]()
    for path, anchor in targets:
        target = (Path("/") / page).parent.joinpath(path).resolve().relative_to("/").as_posix() if path else page
        heads = _anchors(texts()[target]) if target.endswith(".md") and target in texts() else set()
        if target not in names or (anchor and not anchor.startswith("only-") and anchor not in heads):
            wrong.append(f"{path}#{anchor}")
    return wrong


@cache
def _anchors(text: str) -> set[str]:
    heads = re.findall(r"^#+ (.*?)(?: \{ #(\S+) \})?$", links.FENCE.sub("", text), re.MULTILINE)
    return {own or re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower()) for title, own in heads}


def test_a_page_may_not_link_to_what_is_not_on_the_site() -> None:
    pages = {ROOT / "docs" / "bots.md": "guides/bots.md"}
    text = "[a](bots.md#faults) `[b](x)`\n\n```\n[c](nothing.md)\n```\n[d](https://example.org)\n"
    changed = links.with_site_links(text.replace("`[b](x)`", ""), "api/a.md", ROOT / "docs" / "a.md", pages)
    assert changed.startswith("[a](../guides/bots.md#faults)")
    assert "[c](nothing.md)" in changed
    with pytest.raises(links.NotOnTheSite, match=r"nothing\.md is no page of the site"):
        links.with_site_links("[c](nothing.md)", "a.md", ROOT / "docs" / "a.md", pages)


FAULTS = {
    '<a href="b.html#there">': "",
    '<a href="https://example.org/x">': "",
    '<img src="data:image/png;base64,AA">': "",
    '<link rel="canonical" href="https://example.org/">': "",
    '<a href="c.html">': "a.html: c.html: there is no such file",
    '<a href="b.html#gone">': "a.html: b.html#gone: there is no such anchor",
    '<script src="https://cdn.example/x.js">': "a.html: fetches https://cdn.example/x.js from another host",
    '<link rel="stylesheet" href="//fonts.example/f">': "a.html: fetches //fonts.example/f from another host",
    '<img src="https://example.org/x.png">': "a.html: fetches https://example.org/x.png from another host",
    '<style href="x"></style><link rel="icon" href="no.png">': "a.html: no.png: there is no such file",
}


@pytest.mark.parametrize(("page", "fault"), FAULTS.items())
def test_a_fault_of_a_built_site_is_found(tmp_path: Path, page: str, fault: str) -> None:
    (tmp_path / "a.html").write_text(page, "utf-8")
    (tmp_path / "b.html").write_text('<h2 id="there">', "utf-8")
    assert checks.faults(tmp_path) == ([fault] if fault else [])


UNDER = {
    '<a href="/sub/path/b.html"><link href="/sub/path/c.css" rel="stylesheet">': "",
    '<a href="/b.html">': "404.html: /b.html: it leads out of the site, which is at /sub/path/",
    '<a href="b.html">': "404.html: b.html: it is shown at any depth, so its links must begin with the site's path",
}


@pytest.mark.parametrize(("page", "fault"), UNDER.items())
def test_the_page_of_missing_pages_works_under_a_path(tmp_path: Path, page: str, fault: str) -> None:
    (tmp_path / "404.html").write_text(page, "utf-8")
    (tmp_path / "b.html").touch()
    (tmp_path / "c.css").touch()
    assert checks.faults(tmp_path, "https://example.org/sub/path/") == ([fault] if fault else [])


def test_a_site_under_a_path_has_its_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "site_url" not in source.settings()["project"]
    assert source.settings("https://example.org/sub/path/")["project"]["site_url"] == "https://example.org/sub/path/"
    project = '[project]\nurls = { Documentation = "https://example.org/uka/" }\n'
    (tmp_path / "pyproject.toml").write_text(project, "utf-8")
    monkeypatch.setattr(contents, "ROOT", tmp_path)
    assert source.address() == "https://example.org/uka/"


def test_search_engines_may_find_the_documentation(tmp_path: Path) -> None:
    pytest.importorskip("tomli_w", reason="needs the tools of the documentation: make docs")
    source.write(tmp_path, "")
    assert (tmp_path / "pages" / "robots.txt").read_text("utf-8").endswith("User-agent: *\nAllow: /\n")


@pytest.mark.parametrize("rule", ['@import "https://e.example/a.css";', "a { src: url(//e.example/f.woff2) }"])
def test_a_style_of_another_host_is_found(tmp_path: Path, rule: str) -> None:
    (tmp_path / "a.css").write_text(rule + " b { background: url(data:x) }", "utf-8")
    assert len(checks.faults(tmp_path)) == 1


def test_the_asyncapi_document_refers_to_what_it_holds() -> None:
    document = json.loads(texts()[sockets.DOCUMENT])
    refs = re.findall(r'"\$ref": "#/([^"]+)"', texts()[sockets.DOCUMENT])
    assert len(refs) > 500
    for ref in set(refs):
        found = document
        for part in ref.split("/"):
            found = found[part]
    assert set(document["operations"]) == {
        f"{action}{union}"
        for action, kind in (("receive", "Command"), ("send", "Update"))
        for union in (f"Table{kind}", f"Tournament{kind}")
    }


def test_the_schema_of_the_bot_protocol_takes_what_is_written_and_nothing_else() -> None:
    schema = bot_protocol.document()
    asked, answer = jsonschema.Draft202012Validator(schema), schema | {"oneOf": [{"$ref": "#/$defs/Answer"}]}
    rules = uka.ruleset("bicycle")
    game, _ = uka.Game.start(rules, dealer=uka.Seat.SOUTH).start_deal(uka.shuffled(rules, seed=7))
    lines = (
        Hello(seat=uka.Seat.WEST, seconds=10, rules=rules),
        ChooseAction(seed=1, observation=game.observe(game.turn)),
    )
    for line in map(msgspec.to_builtins, lines):
        asked.validate(json.loads(json.dumps(line)))
        assert not asked.is_valid(line | {"type": "nothing"})
    answers = jsonschema.Draft202012Validator(answer)
    assert all(answers.is_valid(msgspec.to_builtins(each)) for each in (Pass(), ProgramGreeting("example")))
    assert not answers.is_valid({"type": "dance"})


@pytest.mark.parametrize(
    "page", [*TUTORIALS, ROOT / "README.md", ROOT / "docs" / "index.md"], ids=lambda page: page.stem
)
def test_every_command_of_a_tutorial_is_understood(page: Path) -> None:
    blocks = (text for kind, text in BLOCK.findall(page.read_text("utf-8")) if not kind)
    lines = [line for text in blocks for line in text.splitlines() if line.startswith("uka ")]
    assert lines
    for line in lines:
        app.parse_args(shlex.split(line, comments=True)[1:])


def test_the_ruleset_of_the_tutorial_is_one() -> None:
    page = (ROOT / "docs" / "tutorials" / "researchers.md").read_text("utf-8")
    fields = tomllib.loads(next(text for kind, text in BLOCK.findall(page) if kind == "toml"))
    base = fields.pop("extends")
    found = rulesets.find(base, {k: v for k, v in fields.items() if k != "scoring"} | {"scoring.lone_march": 5})
    assert (found.title, found.target, fields["scoring"]) == ("Our house", 11, {"lone_march": 5})
    for changes in ({"pack": 25}, {"no_trump": True, "benny": "seen"}):
        with pytest.raises(uka.InvalidRuleset) as refused:
            rulesets.find("north_american", changes)
        assert str(refused.value) in " ".join(page.split())


def test_the_picture_of_the_readme_is_small() -> None:
    (picture,) = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert (ROOT / picture).stat().st_size < 150_000
