"""The shipped rulesets, one TOML file each, and how a ruleset is found by name or file.

A file is a diff: it may say ``extends = "tainui"`` and only what differs. A comment ``# inferred: why`` beside a
field says that its value is our reading where the source is silent.

- ``sentences``: the sentence of each value of each field.
- ``spoken_calls``: what players say, and when.
- ``outcome_values``: what each outcome is worth, in words.
- ``shared_rules``: the rules that all rulesets share.
- ``rulebook``: a ruleset in full, one sentence a field.
- ``schema``: the fields of a ruleset as a form needs them.

>>> find("tainui").target, find("tainui", {"target": 7}).target
(11, 7)
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import cast

import msgspec

from uka.core.errors import InvalidRuleset
from uka.core.ruleset import Ruleset, from_dict
from uka.core.ruleset_fields import merged

from . import shared_rules
from .rulebook import CHAPTERS, Rulebook, RuleMark, different, rulebook, value_of

HERE = Path(__file__).parent
SOURCES = ("uka", "tainui", "knock", "bicycle", "cardgames")
PRESETS = ("north_american", "canadian", "australian", "british", "ohio")
_DEFAULTS = msgspec.to_builtins(Ruleset())
_INFERRED = re.compile(r"^(?P<key>\w+)\s*=.*?#\s*inferred(?::\s*(?P<why>.*))?$")
_TABLE = re.compile(r"^\[(?P<table>\w+)\]")


def names() -> tuple[str, ...]:
    """The shipped rulesets: the five sources, then the presets."""
    return SOURCES + PRESETS


def all() -> dict[str, Ruleset]:
    """Every shipped ruleset by name."""
    return {name: find(name) for name in names()}


def find(name: str | Path, changes: Mapping[str, object] | None = None) -> Ruleset:
    """The ruleset of a name or a TOML file, with changes laid over it. ``InvalidRuleset`` says what is wrong."""
    rules = _shipped(name) if isinstance(name, str) and name in names() else _load(_path(name))
    return rules.changed(changes) if changes else rules


@cache
def _shipped(name: str) -> Ruleset:
    return _load(HERE / f"{name}.toml")


def _load(path: Path) -> Ruleset:
    table: dict[str, object] = dict(_DEFAULTS)
    for file in reversed(_chain(path)):
        table = merged(table, {k: v for k, v in _toml(file).items() if k != "extends"})
    return from_dict(table)


def _chain(path: Path) -> tuple[Path, ...]:
    """A ruleset's file and those it extends, nearest first."""
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
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise InvalidRuleset("ruleset", path.name, "a TOML file", f"{path.name} is not a TOML file: {error}") from None


def rulebook_of(name: str | Path, changes: Mapping[str, object] | None = None) -> Rulebook:
    """The rulebook of a ruleset; what ``changes`` make different is marked as changed.

    >>> rulebook_of("uka").chapters[0].rules[0].sentence
    '32 cards: ace down to seven of each suit.'
    >>> rulebook_of("uka", {"pack": 24}).chapters[0].rules[0].mark
    'changed'
    """
    return _told(find(name, changes), name)


def rulebook_of_rules(rules: Ruleset) -> Rulebook:
    """The rulebook of rules in hand: what differs from the shipped ruleset of their name is marked as changed."""
    if rules.name in names():
        return _told(rules, rules.name)
    return rulebook(rules, _marked("changed", different(Ruleset(), rules)), {})


def _told(rules: Ruleset, name: str | Path) -> Rulebook:
    shared = _shared(name)
    why = {**inferred(name), **shared_rules.INFERRED.get(shared, {})}
    changed = different(find(name), rules)
    says = stated(name) | frozenset(shared_rules.TOLD if shared else ())
    marks = _marked("stated", says) | _marked("inferred", why) | _marked("changed", changed)
    return rulebook(rules, marks, why)


def _shared(name: str | Path) -> str:
    """The source that a ruleset has the rules from that all share: the nearest that it extends; empty without one."""
    path = HERE / f"{name}.toml" if name in names() else _path(name)
    return next((file.stem for file in _chain(path) if file.parent == HERE and file.stem in SOURCES), "")


def _marked(mark: RuleMark, fields: Iterable[str]) -> dict[str, RuleMark]:
    return dict.fromkeys(fields, mark)


def differences(name: str | Path, changes: Mapping[str, object] | None = None) -> list[tuple[str, object, object]]:
    """What a ruleset changes of the one that it extends, or of the defaults: field, before, after.

    >>> differences("australian")[-1]
    ('nobody_calls', 'throw_in', 'dealer_names')
    """
    rules, path = find(name, changes), HERE / f"{name}.toml" if name in names() else _path(name)
    chain = _chain(path)
    base = _load(chain[1]) if len(chain) > 1 else Ruleset()
    fields = [field for chapter in CHAPTERS.values() for field in chapter]
    pairs = [(field, value_of(base, field), value_of(rules, field)) for field in ("name", "title", "source", *fields)]
    return [(field, old, new) for field, old, new in pairs if old != new]


def inferred(name: str | Path) -> dict[str, str]:
    """The fields of a ruleset that are our reading, and why; a file's own word on a field goes before its parent's.

    >>> inferred("tainui")["scoring.lone_made"]
    '"three to four tricks = one point"'
    """
    path = HERE / f"{name}.toml" if name in names() else _path(name)
    notes: dict[str, str] = {}
    for file in reversed(_chain(path)):
        marks = _marks(file)
        stated = _stated(_toml(file))
        notes = {key: why for key, why in notes.items() if key not in stated} | marks
    return notes


def stated(name: str | Path) -> frozenset[str]:
    """The fields that a ruleset or one that it extends speaks of; the rest are Uka's defaults."""
    path = HERE / f"{name}.toml" if name in names() else _path(name)
    return frozenset(field for file in _chain(path) for field in _stated(_toml(file)))


def _stated(table: Mapping[str, object]) -> frozenset[str]:
    fields = set[str]()
    for key, value in table.items():
        if isinstance(value, dict):
            fields |= {f"{key}.{inner}" for inner in cast(dict[str, object], value)}
        else:
            fields.add(key)
    return frozenset(fields)


def _marks(path: Path) -> dict[str, str]:
    marks, table = dict[str, str](), ""
    for line in path.read_text("utf-8").splitlines():
        if found := _TABLE.match(line):
            table = found["table"] + "."
        elif found := _INFERRED.match(line):
            marks[table + found["key"]] = (found["why"] or "the source does not say").strip()
    return marks
