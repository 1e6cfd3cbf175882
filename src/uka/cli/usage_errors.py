"""Sentences for command lines that cannot be parsed. A sentence names the error and the allowed input."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any, get_args

from cyclopts import Argument, CycloptsError
from cyclopts.exceptions import (
    CoercionError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from uka.invocation import NAME, invocation


def usage_sentence(error: CycloptsError) -> str:
    """Return one sentence that tells what is wrong with a command line and what is allowed instead."""
    sentence = SENTENCES.get(type(error))
    return sentence(error) if sentence else f"the command line is not understood: {str(error).rstrip('.')}"


def _unknown_command(error: UnknownCommandError) -> str:
    word = (error.unused_tokens or [""])[0]
    commands = sorted(name for name in error.app or () if not name.startswith("-"))
    if word.startswith("-"):
        return f"{_verb(error)} has no option {word}: it needs a command, which is {_or(commands)}"
    close = get_close_matches(word, commands, n=1)
    meant = f"; did you mean {close[0]}? The" if close else ": the"
    listed = f"{meant} commands are" if len(commands) > 1 else ": its only command is"
    return f"{_verb(error)} has no command '{word}'{listed} {_and(commands)}"


def _unknown_option(error: UnknownOptionError) -> str:
    word = error.token.keyword or error.token.value
    options = [name for argument in error.argument_collection if argument.index is None for name in argument.names]
    shown = sorted(name for name in options if name.startswith("--"))
    if not shown:
        return f"{_verb(error)} has no option {word}: it takes no options"
    return f"{_verb(error)} has no option {word}{_suggestion(word, shown, 'its options are')}"


def _unused_words(error: UnusedCliTokensError) -> str:
    words, positions = " ".join(error.unused_tokens or ()), _positions(error)
    options = ["options"] if any(argument.index is None for argument in _arguments(error)) else []
    takes = _and([*positions, *options]) if positions or options else "nothing"
    return f"{_verb(error)} takes {takes}, but not '{words}': see {_typed(error, '--help')}"


def _missing_argument(error: MissingArgumentError) -> str:
    argument = error.argument
    assert argument is not None
    option = error.keyword or next((token.keyword for token in argument.tokens if token.keyword), None)
    if option is not None:
        return f"{option} needs a value, as in: {_typed(error, option, _example(argument))}"
    missing = argument.name.removeprefix("--").upper()
    return f"{missing} is missing, as in: {_typed(error, *_positions(error))}"


def _wrong_value(error: CoercionError) -> str:
    argument, token = error.argument, error.token
    if argument is None or token is None:
        return f"the command line is not understood: {str(error).rstrip('.')}"
    name = token.keyword or argument.name.removeprefix("--").upper()
    return f"{name} must be {_allowed(argument)}, not '{token.value}'"


def _repeated(error: RepeatArgumentError) -> str:
    return f"{error.token.keyword} is given more than once: give it once"


SENTENCES: dict[type[CycloptsError], Callable[[Any], str]] = {
    UnknownCommandError: _unknown_command,
    UnknownOptionError: _unknown_option,
    UnusedCliTokensError: _unused_words,
    MissingArgumentError: _missing_argument,
    CoercionError: _wrong_value,
    RepeatArgumentError: _repeated,
}
"""For each kind of parse error, the function that makes the sentence."""


def _verb(error: CycloptsError) -> str:
    """Return the name of the command and of the subcommands that the user typed."""
    return " ".join((NAME, *(error.command_chain or ())))


def _typed(error: CycloptsError, *words: str) -> str:
    """Return a command line for the subcommands that the user typed, with other arguments."""
    return invocation(*(error.command_chain or ()), *words)


def _arguments(error: CycloptsError) -> list[Argument]:
    """Return the arguments and options of a command."""
    return list(error.app.assemble_argument_collection()) if error.app else []


def _positions(error: CycloptsError) -> list[str]:
    """Return the names of a command's positional arguments, in their order."""
    taken = [argument for argument in _arguments(error) if argument.index is not None]
    return [argument.name.removeprefix("--").upper() for argument in taken]


def _allowed(argument: Argument) -> str:
    """Return the allowed values of an argument as text."""
    if choices := argument.get_choices():
        return _or(choices)
    types = _types(argument.hint)
    return next((words for kind, words in KINDS.items() if kind in types), "a text")


def _example(argument: Argument) -> str:
    """Return an example of an option's value. If there is no example, return the name of the value's type."""
    if choices := argument.get_choices():
        return choices[0]
    return "NUMBER" if {int, float}.intersection(_types(argument.hint)) else "TEXT"


KINDS: dict[type, str] = {bool: "true or false", int: "a whole number", float: "a number"}
"""The values that a type allows, in words."""


def _types(hint: object) -> set[object]:
    """Return the types of which a type hint is made.

    >>> _types(tuple[int, ...] | None) == {int, ..., type(None)}
    True
    """
    parts = get_args(hint)
    return set[object]().union(*map(_types, parts)) if parts else {hint}


def _suggestion(word: str, names: Iterable[str], listed: str) -> str:
    """Return a question that suggests the name most similar to ``word``.

    If no name is similar, return the text ``listed``, followed by all names.
    """
    names = list(names)
    close = get_close_matches(word, names, n=1)
    return f"; did you mean {close[0]}?" if close else f": {listed} {_and(names)}"


def _and(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _or(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last
