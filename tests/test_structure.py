"""Limits of the source: sizes of modules and functions, unique class names, and packages that list their modules."""

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

MOST_LINES = 300
MOST_PARAMETERS = 6
MEDIAN_BODY, LONG_BODY = 5, 20
"""The most lines of the median function body, and of the body at the 90th percentile."""


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


def body_lines(function: Function) -> int:
    """The lines of a function without its head and its docstring."""
    body = function.body[ast.get_docstring(function, clean=False) is not None :]
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def test_no_module_is_longer_than_300_lines() -> None:
    lines = {name(path): path.read_text(encoding="utf-8").count("\n") for path in MODULES}
    assert not {module: count for module, count in lines.items() if count > MOST_LINES}


def test_no_function_has_more_than_six_parameters() -> None:
    assert not {where for where, function in functions() if parameters(function) > MOST_PARAMETERS}


def test_function_bodies_are_short() -> None:
    bodies = sorted(body_lines(function) for _, function in functions())
    assert bodies[len(bodies) // 2] <= MEDIAN_BODY
    assert bodies[len(bodies) * 9 // 10] <= LONG_BODY


def test_public_classes_have_unique_names() -> None:
    classes = Counter(
        node.name
        for path in MODULES
        for node in tree(path).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert not {each for each, count in classes.items() if count > 1}


@pytest.mark.parametrize("package", PACKAGES, ids=name)
def test_the_docstring_of_a_package_names_each_of_its_modules(package: Path) -> None:
    modules = {path.stem for path in package.glob("*.py")} - {"__init__", "__main__"}
    packages = {path.parent.name for path in package.glob("*/__init__.py")}
    docstring = ast.get_docstring(tree(package / "__init__.py")) or ""
    assert not {module for module in modules | packages if f"``{module}``" not in docstring}
