"""The import graph of ``uka`` has no cycle. Imports that only type checkers see count too, except inside a package."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

COMPILED = ("uka.kernels.compiled", "uka.kernels")
"""An import of the compiled module ``_native``. It has no source, so grimp reports an import of its package."""


def import_graph() -> grimp.ImportGraph:
    graph, executed = (
        grimp.build_graph("uka", exclude_type_checking_imports=excluded, cache_dir=None) for excluded in (False, True)
    )
    for module in graph.modules:
        for other in graph.find_modules_directly_imported_by(module):
            inside = module.rpartition(".")[0] == other.rpartition(".")[0]
            if inside and not executed.direct_import_exists(importer=module, imported=other):
                graph.remove_import(importer=module, imported=other)
    importer, imported = COMPILED
    details = graph.get_import_details(importer=importer, imported=imported)
    assert {detail["line_contents"] for detail in details} == {"from . import _native"}
    graph.remove_import(importer=importer, imported=imported)
    return graph


def cycle(graph: grimp.ImportGraph) -> list[str]:
    """Return the modules of an import cycle, in the order of their imports; empty if there is none."""
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return error.args[1]
    return []


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return import_graph()


def test_no_modules_import_each_other_in_a_circle(graph: grimp.ImportGraph) -> None:
    assert not cycle(graph)


def test_imports_for_type_checkers_count_between_packages(graph: grimp.ImportGraph) -> None:
    assert graph.direct_import_exists(importer="uka.terminal.games.menus", imported="uka.client")
    assert not graph.direct_import_exists(importer="uka.server.live.driver", imported="uka.server.live.table")


def test_a_cycle_is_found() -> None:
    graph = import_graph()
    graph.add_import(importer="uka.core.cards", imported="uka.core.deal")
    assert {"uka.core.cards", "uka.core.deal"} <= set(cycle(graph))
