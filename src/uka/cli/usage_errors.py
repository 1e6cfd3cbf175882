"""Sentences for command lines that Cyclopts cannot parse. Each says what is wrong and what is allowed instead."""

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
    """Return one sentence that says what is wrong with a command line and what is allowed instead."""
    return SENTENCES.get(type(error), _other_error)(error)


def _other_error(error: CycloptsError) -> str:
    return f"the command line is not understood: {str(error).rstrip('.')}"


def _unknown_command(error: UnknownCommandError) -> str:
    word = error.unused_tokens[0] if error.unused_tokens else ""
    commands = sorted(name for name in error.app or () if not name.startswith("-"))
    if word.startswith("-"):
        return f"{_typed_command(error)} has no option {word}: it needs a command, which is {_or(commands)}"
    unknown = f"{_typed_command(error)} has no command '{word}'"
    if len(commands) == 1:
        return f"{unknown}: its only command is {commands[0]}"
    close = get_close_matches(word, commands, n=1)
    if close:
        return f"{unknown}; did you mean {close[0]}? The commands are {_and(commands)}"
    return f"{unknown}: the commands are {_and(commands)}"


def _unknown_option(error: UnknownOptionError) -> str:
    word = error.token.keyword or error.token.value
    options = [name for argument in error.argument_collection if argument.index is None for name in argument.names]
    shown = sorted(name for name in options if name.startswith("--"))
    if not shown:
        return f"{_typed_command(error)} has no option {word}: it takes no options"
    return f"{_typed_command(error)} has no option {word}{_suggestion(word, shown, 'its options are')}"


def _unused_words(error: UnusedCliTokensError) -> str:
    words = " ".join(error.unused_tokens or ())
    allowed = _positional_names(error)
    if any(argument.index is None for argument in _arguments(error)):
        allowed.append("options")
    takes = _and(allowed) if allowed else "nothing"
    return f"{_typed_command(error)} takes {takes}, but not '{words}': see {_command_line(error, '--help')}"


def _missing_argument(error: MissingArgumentError) -> str:
    argument = error.argument
    if argument is None:
        return _other_error(error)
    option = error.keyword or next((token.keyword for token in argument.tokens if token.keyword), None)
    if option is not None:
        return f"{option} needs a value, as in: {_command_line(error, option, _example(argument))}"
    if argument.index is None:
        words = (*_positional_names(error), argument.name, _example(argument))
        return f"{argument.name} is missing, as in: {_command_line(error, *words)}"
    return f"{_positional_name(argument)} is missing, as in: {_command_line(error, *_positional_names(error))}"


def _wrong_value(error: CoercionError) -> str:
    argument, token = error.argument, error.token
    if argument is None or token is None:
        return _other_error(error)
    name = token.keyword or _positional_name(argument)
    return f"{name} must be {_allowed_values(argument)}, not '{token.value}'"


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
"""For each type of parse error, the function that returns the sentence."""


def _typed_command(error: CycloptsError) -> str:
    """Return the words of the command that the user typed, without arguments, such as "uka rules check"."""
    return " ".join((NAME, *(error.command_chain or ())))


def _command_line(error: CycloptsError, *words: str) -> str:
    """Return a command line that the user can type: the subcommands that were typed, with ``words`` as arguments."""
    return invocation(*(error.command_chain or ()), *words)


def _arguments(error: CycloptsError) -> list[Argument]:
    """Return the positional arguments and the options that the command takes."""
    return list(error.app.assemble_argument_collection()) if error.app else []


def _positional_names(error: CycloptsError) -> list[str]:
    """Return the names of the positional arguments that the command takes, in their order."""
    return [_positional_name(argument) for argument in _arguments(error) if argument.index is not None]


def _positional_name(argument: Argument) -> str:
    """Return the name by which a sentence calls a positional argument, such as "FILE"."""
    return argument.name.removeprefix("--").upper()


def _allowed_values(argument: Argument) -> str:
    """Return in words which values an argument may have, such as "a whole number"."""
    if choices := argument.get_choices():
        return _or(choices)
    types = _types_in(argument.hint)
    return next((words for kind, words in KINDS.items() if kind in types), "a text")


def _example(argument: Argument) -> str:
    """Return an example of a value of the option ``argument``: its first choice, or the word "NUMBER" or "TEXT"."""
    if choices := argument.get_choices():
        return choices[0]
    return "NUMBER" if {int, float}.intersection(_types_in(argument.hint)) else "TEXT"


KINDS: dict[type, str] = {bool: "true or false", int: "a whole number", float: "a number"}
"""The values that each type allows, in words."""


def _types_in(hint: object) -> set[object]:
    """Return all types that occur in a type hint.

    >>> _types_in(tuple[int, ...] | None) == {int, ..., type(None)}
    True
    """
    parts = get_args(hint)
    return set[object]().union(*map(_types_in, parts)) if parts else {hint}


def _suggestion(word: str, names: Iterable[str], listed: str) -> str:
    """Return the end of a sentence: a question that suggests the one of ``names`` most similar to ``word``.

    If none is similar, return the words ``listed``, such as "its options are", followed by all names.
    """
    choices = list(names)
    close = get_close_matches(word, choices, n=1)
    return f"; did you mean {close[0]}?" if close else f": {listed} {_and(choices)}"


def _and(names: Iterable[str]) -> str:
    """Return names as text, such as "a, b and c"."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _or(names: Iterable[str]) -> str:
    """Return names as text, such as "a, b or c"."""
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last
