"""The shipped rulesets, one TOML file each, and functions that load a ruleset by its name or from a file.

A file that extends another ruleset, as in ``extends = "tainui"``, states only the differences from it. The comment
``# inferred: reason`` marks a field whose value Uka chose, because the source does not state the rule.

- ``sentences``: a sentence for each value of each field of a ruleset.
- ``spoken_calls``: the words that players say, and when they say them.
- ``outcome_values``: sentences about the points for each outcome.
- ``shared_rules``: the rules that all rulesets share.
- ``rulebook``: a ruleset in full, with a sentence for each field.
- ``named_rules``: house rules by the names that players use.
- ``players_names``: what players call a field, and the field that somebody may have meant.
- ``readers_questions``: the questions of readers that a rule answers.
- ``schema``: the meanings and allowed values of all fields, for a form that edits a ruleset.

>>> find("tainui").target, find("tainui", {"target": 7}).target
(11, 7)
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import cast

import msgspec

from uka.core.errors import InvalidRuleset, UnknownRule
from uka.core.ruleset import Ruleset, from_dict
from uka.core.ruleset_fields import merged

from . import shared_rules
from .players_names import meant
from .rulebook import CHAPTERS, Rulebook, RuleMark, different, rulebook, value_of

HERE = Path(__file__).parent
SOURCES = ("uka", "tainui", "knock", "bicycle", "cardgames")
PRESETS = ("north_american", "canadian", "australian", "british", "ohio")
DEFAULT_RULESET = "uka"
"""The ruleset of a game, a lesson, a puzzle or a measurement that names none. It has no clock, so that hints work."""
TOURNAMENT_RULESET = "tainui"
"""The ruleset of a tournament that names none: that of the Tainui Games, whose clock and movement tournaments have."""
_DEFAULTS = msgspec.to_builtins(Ruleset())
_CHANGED = "House rules, changed from "
_INFERRED = re.compile(r"^(?P<key>\w+)\s*=.*?#\s*inferred(?::\s*(?P<why>.*))?$")
_TABLE = re.compile(r"^\[(?P<table>\w+)\]")


def names() -> tuple[str, ...]:
    """Return the names of the shipped rulesets: first the five from written sources, then the presets."""
    return SOURCES + PRESETS


def all() -> dict[str, Ruleset]:
    """Return the shipped rulesets by name."""
    return {name: find(name) for name in names()}


def find(name: str | Path, changes: Mapping[str, object] | None = None) -> Ruleset:
    """Return a ruleset with ``changes`` applied. ``name`` is the name of a shipped ruleset or the path of a TOML file.

    Raise ``InvalidRuleset`` if the name, the file or a change is invalid.
    """
    rules = _shipped(name) if isinstance(name, str) and name in names() else _of_file(name)
    with _suggesting():
        return rules.changed(changes) if changes else rules


def _of_file(name: str | Path) -> Ruleset:
    path = _path(name)
    try:
        with _suggesting():
            return _load(path)
    except InvalidRuleset as error:
        raise error.in_file(str(name)) from None


@contextmanager
def _suggesting() -> Generator[None]:
    """Add the rule that was probably meant to an ``UnknownRule`` that the ``with`` body raises."""
    try:
        yield
    except UnknownRule as error:
        if not (near := meant(error.field) or _extension(error.field)):
            raise
        sentence = f"there is no rule named {error.field!r}: did you mean {near}?"
        raise UnknownRule(error.field, error.value, error.allowed, sentence) from None


def _extension(name: str) -> str:
    """Return the line by which a file extends the ruleset ``name``, or an empty text if there is no such ruleset."""
    return f'extends = "{name}"' if name in names() else ""


@cache
def _shipped(name: str) -> Ruleset:
    return _load(HERE / f"{name}.toml")


def _load(path: Path) -> Ruleset:
    table: dict[str, object] = dict(_DEFAULTS)
    for file in reversed(_chain(path)):
        fields = {k: v for k, v in _toml(file).items() if k != "extends"}
        table = merged(table, _with_source(table, file) | fields)
    return from_dict(table)


def _with_source(parent: Mapping[str, object], file: Path) -> dict[str, object]:
    """Return the source of a house's file that names none: it has no other than the ruleset that it extends."""
    if file.parent == HERE or not parent["source"] or str(parent["source"]).startswith(_CHANGED):
        return {}
    return {"source": f"{_CHANGED}{parent['title']} ({parent['source']})"}


def _chain(path: Path) -> tuple[Path, ...]:
    """Return the path of a ruleset's file, followed by the files that the ruleset extends directly or indirectly."""
    files = [path.resolve()]
    while "extends" in (table := _toml(files[-1])):
        parent = table["extends"]
        if not isinstance(parent, str) or not parent:
            raise InvalidRuleset("extends", parent, "the name of a ruleset, or a file beside this one")
        shipped = parent in names()
        files.append(HERE / f"{parent}.toml" if shipped else _path(parent, files[-1].parent).resolve())
        if files[-1] in files[:-1]:
            raise InvalidRuleset("extends", parent, "a ruleset that does not extend this one in turn")
    return tuple(files)


def _path(name: str | Path, beside: Path = Path()) -> Path:
    path = beside / name
    if path.is_file():
        return path
    near = get_close_matches(str(name), names(), 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    sentence = f"There is no ruleset or file named {str(name)!r}.{hint} The rulesets are {', '.join(names())}"
    raise InvalidRuleset("ruleset", str(name), f"one of {', '.join(names())}, or a TOML file", sentence)


def _toml(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        why = f"it cannot be read: {error.strerror}"
    except UnicodeDecodeError:
        why = "it is not a TOML file: it is not UTF-8 text"
    except tomllib.TOMLDecodeError as error:
        why = f"it is not a TOML file: {error}"
    raise InvalidRuleset("ruleset", path.name, "a TOML file", why).in_file(path.name)


def rulebook_of(name: str | Path, changes: Mapping[str, object] | None = None) -> Rulebook:
    """Return the rulebook of a ruleset with ``changes`` applied. Rules that ``changes`` affects are marked as changed.

    >>> rulebook_of("uka").chapters[0].rules[0].sentence
    '32 cards: ace down to seven of each suit.'
    >>> rulebook_of("uka", {"pack": 24}).chapters[0].rules[0].mark
    'changed'
    """
    return _marked_rulebook(find(name, changes), name)


def rulebook_of_rules(rules: Ruleset) -> Rulebook:
    """Return the rulebook of a ruleset.

    Rules that differ from the shipped ruleset of the same name are marked as changed.
    """
    if rules.name in names():
        return _marked_rulebook(rules, rules.name)
    return rulebook(rules, _marked("changed", different(Ruleset(), rules)), {})


def _marked_rulebook(rules: Ruleset, name: str | Path) -> Rulebook:
    base, file = _nearest_shipped(name), find(name)
    before = find(base) if base else Ruleset()
    source = _source_of_shared_rules(name)
    own = {field: why for field, why in inferred(name).items() if field in _house_fields(name)}
    shared = _marked("stated", shared_rules.SENTENCES if source else ())
    marks = (shared | _marks_of_source(base)) if base else shared
    marks = marks | _marked("inferred", shared_rules.INFERRED.get(source, ()))
    marks = marks | _marked("changed", different(before, file)) | _marked("inferred", own)
    why = {**(inferred(base) if base else {}), **shared_rules.INFERRED.get(source, {}), **own}
    return rulebook(rules, marks | _marked("changed", different(file, rules)), why)


def _marks_of_source(base: str) -> dict[str, RuleMark]:
    return _marked("stated", stated(base)) | _marked("inferred", inferred(base))


def _house_fields(name: str | Path) -> frozenset[str]:
    """Return the fields that are set in a ruleset's files, those of shipped rulesets left out."""
    files = [file for file in _files(name) if file.parent != HERE]
    return frozenset(field for file in files for field in _fields_of(_toml(file)))


def _nearest_shipped(name: str | Path) -> str:
    """Return the name of the nearest shipped ruleset that a ruleset is or extends, or an empty text."""
    return next((file.stem for file in _files(name) if file.parent == HERE), "")


def _files(name: str | Path) -> tuple[Path, ...]:
    return _chain(HERE / f"{name}.toml" if name in names() else _path(name))


def _source_of_shared_rules(name: str | Path) -> str:
    """Return the name of the ruleset whose written source applies to the rules that all rulesets share.

    This is the ruleset ``name`` if it has a written source (if it is in ``SOURCES``), otherwise the nearest ruleset
    with a written source that it extends. If there is none, return an empty text.
    """
    return next((file.stem for file in _files(name) if file.parent == HERE and file.stem in SOURCES), "")


def _marked(mark: RuleMark, fields: Iterable[str]) -> dict[str, RuleMark]:
    return dict.fromkeys(fields, mark)


def differences(name: str | Path, changes: Mapping[str, object] | None = None) -> list[tuple[str, object, object]]:
    """Return the fields in which a ruleset differs from the ruleset that it extends, or from the defaults.

    The ruleset is loaded with ``changes`` applied. Each item holds the field, the value in the extended ruleset or the
    defaults, and the value in this ruleset.

    >>> differences("australian")[-1]
    ('nobody_calls', 'throw_in', 'dealer_names')
    """
    rules, chain = find(name, changes), _files(name)
    base = next((_load(parent) for parent in chain[1:2]), Ruleset())
    if "source" not in _toml(chain[0]):
        base = base.changed({"source": find(name).source})
    fields = [field for chapter in CHAPTERS.values() for field in chapter]
    pairs = [(field, value_of(base, field), value_of(rules, field)) for field in ("name", "title", "source", *fields)]
    return [(field, old, new) for field, old, new in pairs if old != new]


def inferred(name: str | Path) -> dict[str, str]:
    """Return the fields that a ruleset's source does not state, each with the reason for the value that Uka chose.

    The reasons in a ruleset's own file override the reasons in the files that it extends.

    >>> inferred("tainui")["scoring.lone_made"]
    'the source says "three to four tricks = one point", whoever plays'
    """
    notes: dict[str, str] = {}
    for file in reversed(_files(name)):
        marks = _inferred_marks(file)
        stated = _fields_of(_toml(file))
        notes = {key: why for key, why in notes.items() if key not in stated} | marks
    return notes


def stated(name: str | Path) -> frozenset[str]:
    """Return the fields that are set in a ruleset's file or in a file that it extends. Other fields have defaults."""
    return frozenset(field for file in _files(name) for field in _fields_of(_toml(file)))


def _fields_of(table: Mapping[str, object]) -> frozenset[str]:
    fields = set[str]()
    for key, value in table.items():
        if isinstance(value, dict):
            fields |= {f"{key}.{inner}" for inner in cast(dict[str, object], value)}
        else:
            fields.add(key)
    return frozenset(fields)


def _inferred_marks(path: Path) -> dict[str, str]:
    marks, table = dict[str, str](), ""
    for line in path.read_text("utf-8").splitlines():
        if match := _TABLE.match(line):
            table = match["table"] + "."
        elif match := _INFERRED.match(line):
            marks[table + match["key"]] = (match["why"] or "the source doesn't say").strip()
    return marks
