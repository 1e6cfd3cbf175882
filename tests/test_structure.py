"""The source: no module or function that is plainly too long, unique class names, packages that list their modules."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "uka"
MODULES = sorted(PACKAGE.rglob("*.py"))
PACKAGES = [path.parent for path in MODULES if path.name == "__init__.py" and path.parent != PACKAGE]
Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

MOST_LINES = 500
MOST_PARAMETERS = 8


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def name(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def functions() -> list[tuple[str, Function]]:
    """All functions and methods, each with its module and name."""
    return [
        (f"{name(path)}:{node.name}", node)
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, Function)
    ]


def parameters(function: Function) -> int:
    """How many a caller may give, ``*args`` and ``**options`` counted as one each."""
    given = function.args
    named = [arg.arg for arg in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return len([each for each in named if each not in ("self", "cls")]) + bool(given.vararg) + bool(given.kwarg)


def test_no_module_is_plainly_too_long() -> None:
    lines = {name(path): path.read_text(encoding="utf-8").count("\n") for path in MODULES}
    assert not {module: count for module, count in lines.items() if count > MOST_LINES}


def test_no_function_has_plainly_too_many_parameters() -> None:
    assert not {where for where, function in functions() if parameters(function) > MOST_PARAMETERS}


def test_public_classes_have_unique_names() -> None:
    classes = Counter(
        node.name
        for path in MODULES
        for node in tree(path).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert not {each for each, count in classes.items() if count > 1}


def test_the_tree_of_exceptions_is_drawn() -> None:
    bases = {
        node.name: [base.id for base in node.bases if isinstance(base, ast.Name)]
        for path in MODULES
        for node in tree(path).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    }
    ours = {"UkaError"}
    while more := {each for each, above in bases.items() if each not in ours and ours.intersection(above)}:
        ours |= more
    expected = {(each, base) for each in ours for base in bases[each] if base in ours}
    drawn, path = set[tuple[str, str]](), list[str]()
    docstring = ast.get_docstring(tree(PACKAGE / "core" / "errors.py")) or ""
    for line in docstring.partition("::")[2].splitlines():
        if line.strip():
            depth = (len(line) - len(line.lstrip())) // 4 - 1
            path = [*path[:depth], line.split()[0]]
            drawn |= set(zip(path[1:], path, strict=False))
    assert drawn == expected


@pytest.mark.parametrize("package", PACKAGES, ids=name)
def test_the_docstring_of_a_package_names_each_of_its_modules(package: Path) -> None:
    modules = {path.stem for path in package.glob("*.py")} - {"__init__", "__main__"}
    packages = {path.parent.name for path in package.glob("*/__init__.py")}
    docstring = ast.get_docstring(tree(package / "__init__.py")) or ""
    assert not {module for module in modules | packages if f"``{module}``" not in docstring}


def test_the_command_prints_in_one_place() -> None:
    """Elsewhere a stranger's text would reach the terminal with its escape codes."""
    printing = {
        name(path)
        for path in (PACKAGE / "cli").rglob("*.py")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("print", "Console")
    }
    assert printing == {
        "cli/printing.py",
        "cli/__init__.py",  # before packages are known to be there
        "cli/commands/serve.py",  # writes to the lock file
    }
