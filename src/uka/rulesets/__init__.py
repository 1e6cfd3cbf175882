"""The shipped rulesets, one TOML file each, and functions that load a ruleset by its name or from a file.

A file can extend another ruleset, as in ``extends = "tainui"``. It then holds only the fields that differ. The comment
``# inferred: reason`` marks a field whose value Uka chose, because the written source does not state the rule.

- ``sentences``: a sentence for each value of each field of a ruleset.
- ``spoken_calls``: the words of each call under a ruleset, and when a player says them.
- ``outcome_values``: sentences about the points for each outcome.
- ``shared_rules``: sentences about the rules that are the same in all rulesets.
- ``rulebook``: a ruleset as a book, with a sentence for each field.
- ``named_rules``: house rules by the names that players use.
- ``players_names``: the names that players use for fields, and the fields that a misspelled name may mean.
- ``readers_questions``: questions of readers, and the fields whose rules answer them.
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
from .players_names import suggested_rules
from .rulebook import CHAPTERS, Rulebook, RuleMark, different_fields, rulebook, value_of

HERE = Path(__file__).parent
SOURCES = ("uka", "tainui", "knock", "bicycle", "cardgames")
"""The names of the rulesets that follow a written source."""
PRESETS = ("north_american", "canadian", "australian", "british", "ohio")
"""The names of the other shipped rulesets, which follow the custom of a place."""
DEFAULT_RULESET = "uka"
"""The ruleset of a game, lesson, puzzle or measurement for which none is chosen. It has no clock, so hints work."""
TOURNAMENT_RULESET = "tainui"
"""The ruleset of a tournament for which none is chosen: that of the Tainui Games, with their clock."""
_DEFAULTS = msgspec.to_builtins(Ruleset())
_SOURCE_OF_HOUSE_RULES = "House rules, changed from "
_INFERRED_LINE = re.compile(r"^(?P<key>\w+)\s*=.*?#\s*inferred(?::\s*(?P<why>.*))?$")
_TABLE_LINE = re.compile(r"^\[(?P<table>\w+)\]")


def names() -> tuple[str, ...]:
    """Return the names of the shipped rulesets: first the five from written sources, then the presets."""
    return SOURCES + PRESETS


def all_rulesets() -> dict[str, Ruleset]:
    """Return a dict from the name of each shipped ruleset to the ruleset."""
    return {name: find(name) for name in names()}


def find(name: str | Path, changes: Mapping[str, object] | None = None) -> Ruleset:
    """Return the ruleset ``name``, changed by ``changes``, which maps the names of fields to new values.

    ``name`` is the name of a shipped ruleset or the path of a TOML file. Raise ``InvalidRuleset`` if there is no such
    ruleset, or if the file or a change is invalid.
    """
    rules = _shipped(name) if isinstance(name, str) and name in names() else _load_house_file(name)
    with _suggesting_rules():
        return rules.changed(changes) if changes else rules


def _load_house_file(name: str | Path) -> Ruleset:
    path = _path(name)
    try:
        with _suggesting_rules():
            return _load(path)
    except InvalidRuleset as error:
        raise error.in_file(str(name)) from None


@contextmanager
def _suggesting_rules() -> Generator[None]:
    """If the body of the ``with`` statement raises ``UnknownRule``, add to the error which rule was probably meant."""
    try:
        yield
    except UnknownRule as error:
        suggestion = suggested_rules(error.field) or _extends_line(error.field)
        if not suggestion:
            raise
        sentence = f"there is no rule named {error.field!r}: did you mean {suggestion}?"
        raise UnknownRule(error.field, error.value, error.allowed, sentence) from None


def _extends_line(name: str) -> str:
    """Return the line by which a file extends the ruleset ``name``, or "" if there is no such ruleset."""
    return f'extends = "{name}"' if name in names() else ""


@cache
def _shipped(name: str) -> Ruleset:
    return _load(HERE / f"{name}.toml")


def _load(path: Path) -> Ruleset:
    table: dict[str, object] = dict(_DEFAULTS)
    for file in reversed(_with_extended(path)):
        fields = {field: value for field, value in _toml(file).items() if field != "extends"}
        table = merged(table, _default_source(table, file) | fields)
    return from_dict(table)


def _default_source(parent: Mapping[str, object], file: Path) -> dict[str, object]:
    """Return the default of the field ``source`` for a file of house rules, as a dict with this one field.

    The default is a text that names the extended ruleset, whose fields are in ``parent``. Return an empty dict for a
    shipped file, or if ``parent`` has no source or is itself a file of house rules.
    """
    if file.parent == HERE or not parent["source"] or str(parent["source"]).startswith(_SOURCE_OF_HOUSE_RULES):
        return {}
    return {"source": f"{_SOURCE_OF_HOUSE_RULES}{parent['title']} ({parent['source']})"}


def _with_extended(path: Path) -> tuple[Path, ...]:
    """Return the file ``path`` of a ruleset, followed by the files that it extends, directly or indirectly."""
    files = [path.resolve()]
    while "extends" in (table := _toml(files[-1])):
        parent = table["extends"]
        if not isinstance(parent, str) or not parent:
            raise InvalidRuleset("extends", parent, "the name of a ruleset, or a file beside this one")
        extended = HERE / f"{parent}.toml" if parent in names() else _path(parent, files[-1].parent).resolve()
        if extended in files:
            raise InvalidRuleset("extends", parent, "a ruleset that does not extend this one in turn")
        files.append(extended)
    return tuple(files)


def _path(name: str | Path, folder: Path = Path()) -> Path:
    """Return the path of the file ``name`` in ``folder``. Raise ``InvalidRuleset`` if there is no such file."""
    path = folder / name
    if path.is_file():
        return path
    near = get_close_matches(str(name), names(), 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    sentence = f"There is no ruleset or file named {str(name)!r}.{hint} The rulesets are {', '.join(names())}"
    raise InvalidRuleset("ruleset", str(name), f"one of {', '.join(names())}, or a TOML file", sentence)


def _toml(path: Path) -> dict[str, object]:
    """Return the content of a TOML file. Raise ``InvalidRuleset`` if it cannot be read."""
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
    """Return the rulebook of the ruleset ``name``, changed by ``changes``. The rules that change are marked as changed.

    >>> rulebook_of("uka").chapters[0].rules[0].sentence
    '32 cards: ace down to seven of each suit.'
    >>> rulebook_of("uka", {"pack": 24}).chapters[0].rules[0].mark
    'changed'
    """
    return _marked_rulebook(find(name, changes), name)


def rulebook_of_rules(rules: Ruleset) -> Rulebook:
    """Return the rulebook of ``rules``.

    Rules that differ from the shipped ruleset of the same name, or else from the defaults, are marked as changed.
    """
    if rules.name in names():
        return _marked_rulebook(rules, rules.name)
    return rulebook(rules, _marked("changed", different_fields(Ruleset(), rules)), {})


def _marked_rulebook(rules: Ruleset, name: str | Path) -> Rulebook:
    """Return the rulebook of ``rules``, in which each rule has a mark that says where it comes from.

    The marks follow from the files of the ruleset ``name``. Rules in which ``rules`` differs from that ruleset are
    marked as changed.
    """
    unchanged = find(name)
    base = _nearest_shipped(name)
    base_rules = find(base) if base else Ruleset()
    source = _source_of_shared_rules(name)
    by_base = inferred(base) if base else {}
    by_source = shared_rules.INFERRED.get(source, {})
    by_house = {field: why for field, why in inferred(name).items() if field in _house_fields(name)}
    marks = _marked("stated", shared_rules.SENTENCES if source else ())  # of two marks of a field, the later one counts
    marks |= _marked("stated", stated(base) if base else ())
    marks |= _marked("inferred", by_base)
    marks |= _marked("inferred", by_source)
    marks |= _marked("changed", different_fields(base_rules, unchanged))
    marks |= _marked("inferred", by_house)
    marks |= _marked("changed", different_fields(unchanged, rules))
    return rulebook(rules, marks, {**by_base, **by_source, **by_house})


def _house_fields(name: str | Path) -> frozenset[str]:
    """Return the fields that are set in the file of the ruleset ``name`` or in a file that it extends.

    Files of shipped rulesets are left out.
    """
    files = [file for file in _file_chain(name) if file.parent != HERE]
    return frozenset(field for file in files for field in _fields_of(_toml(file)))


def _nearest_shipped(name: str | Path) -> str:
    """Return the name of the shipped ruleset that the ruleset ``name`` is or extends, or "" if there is none."""
    return next((file.stem for file in _file_chain(name) if file.parent == HERE), "")


def _file_chain(name: str | Path) -> tuple[Path, ...]:
    """Return the file of the ruleset ``name``, followed by the files that it extends."""
    return _with_extended(HERE / f"{name}.toml" if name in names() else _path(name))


def _source_of_shared_rules(name: str | Path) -> str:
    """Return the name of the ruleset whose written source the ruleset ``name`` follows for the shared rules.

    Shared rules are the same in all rulesets. If the ruleset ``name`` has a written source (``SOURCES``), return
    ``name``. Otherwise return the name of the nearest ruleset with a written source that it extends, or "" if there is
    none.
    """
    return next((file.stem for file in _file_chain(name) if file.parent == HERE and file.stem in SOURCES), "")


def _marked(mark: RuleMark, fields: Iterable[str]) -> dict[str, RuleMark]:
    """Return a dict from each of ``fields`` to ``mark``, which says where the field's value comes from."""
    return dict.fromkeys(fields, mark)


def differences(name: str | Path, changes: Mapping[str, object] | None = None) -> list[tuple[str, object, object]]:
    """Return how the ruleset ``name``, changed by ``changes``, differs from the ruleset that it extends.

    If it extends none, it is compared with the defaults. Each item is (field, value in the extended ruleset or default,
    value in this ruleset).

    >>> differences("australian")[-1]
    ('nobody_calls', 'throw_in', 'dealer_names')
    """
    rules = find(name, changes)
    own_file, *extended = _file_chain(name)
    base = _load(extended[0]) if extended else Ruleset()
    if "source" not in _toml(own_file):
        base = base.changed({"source": find(name).source})
    fields = [field for chapter in CHAPTERS.values() for field in chapter]
    pairs = [(field, value_of(base, field), value_of(rules, field)) for field in ("name", "title", "source", *fields)]
    return [(field, old, new) for field, old, new in pairs if old != new]


def inferred(name: str | Path) -> dict[str, str]:
    """Return the fields of the ruleset ``name`` that its source does not state, each with the reason for its value.

    Reasons in the ruleset's own file replace those in the files that it extends.

    >>> inferred("tainui")["scoring.lone_made"]
    'the source says "three to four tricks = one point", whoever plays'
    """
    reasons: dict[str, str] = {}
    for file in reversed(_file_chain(name)):
        set_here = _fields_of(_toml(file))
        reasons = {field: why for field, why in reasons.items() if field not in set_here} | _reasons_in(file)
    return reasons


def stated(name: str | Path) -> frozenset[str]:
    """Return the fields that are set in the file of the ruleset ``name`` or in a file that it extends."""
    return frozenset(field for file in _file_chain(name) for field in _fields_of(_toml(file)))


def _fields_of(table: Mapping[str, object]) -> frozenset[str]:
    """Return the names of the fields that a TOML file sets. In a nested table they are dotted."""
    fields = set[str]()
    for key, value in table.items():
        if isinstance(value, dict):
            fields |= {f"{key}.{inner}" for inner in cast(dict[str, object], value)}
        else:
            fields.add(key)
    return frozenset(fields)


def _reasons_in(path: Path) -> dict[str, str]:
    """Return a dict from each field that the file ``path`` marks as inferred to the reason in its comment."""
    reasons = dict[str, str]()
    table = ""
    for line in path.read_text("utf-8").splitlines():
        if match := _TABLE_LINE.match(line):
            table = match["table"] + "."
        elif match := _INFERRED_LINE.match(line):
            reasons[table + match["key"]] = (match["why"] or "the source doesn't say").strip()
    return reasons
