"""Runs the examples of Markdown files, and of those modules that have any.

In Markdown, the line that ends a fence also ends what an example prints.
"""

import doctest
import re
from collections.abc import Generator, Iterable
from pathlib import Path

import pytest

collect_ignore = ["docs/site/griffe_fences.py"]  # only `make docs` installs what it imports
FENCE = re.compile(r"^ *```.*$", re.MULTILINE)


class MarkdownExamples(pytest.File):
    """A page; its examples are one test, since later ones use the names of earlier ones."""

    def collect(self) -> Iterable[pytest.DoctestItem]:
        text = FENCE.sub("", self.path.read_text("utf-8"))
        page = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, self.name, str(self.path), 0)
        runner = doctest.DebugRunner()  # without options, as a reader runs an example
        if page.examples:
            yield pytest.DoctestItem.from_parent(self, name=self.path.name, runner=runner, dtest=page)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    found = yield
    if file_path.suffix == ".md":
        return [MarkdownExamples.from_parent(parent, path=file_path)]
    if file_path.suffix == ".py" and ">>>" not in file_path.read_text("utf-8"):  # a search for examples takes longer
        return [each for each in found if type(each).__name__ != "DoctestModule"]
    return found
