"""The fields of a view that have changed since an earlier version of the table.

The types here have the fields of ``PublicTable``, ``DealView`` and ``DealFacts``. A field without a value is unchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

import msgspec
from msgspec import UNSET, Struct, UnsetType, structs

from .deal_view import DealView
from .facts import DealFacts
from .public_table import PublicTable

V = TypeVar("V", bound=Struct)


class ViewChanges(Struct, frozen=True, gc=False, omit_defaults=True):
    """The base class of the changed fields of a view."""


def _changes_of(view: type[Struct], doc: str, **types: Any) -> Any:
    hints = get_type_hints(view) | types
    fields: list[tuple[str, Any, Any]] = [(name, kind | UnsetType, UNSET) for name, kind in hints.items()]
    name = f"{view.__name__}Changes"
    return msgspec.defstruct(name, fields, bases=(ViewChanges,), namespace={"__doc__": doc}, module=__name__)


if TYPE_CHECKING:

    class PublicTableChanges(ViewChanges, frozen=True): ...

    class DealFactsChanges(ViewChanges, frozen=True): ...

    class DealViewChanges(ViewChanges, frozen=True): ...

else:
    PublicTableChanges = _changes_of(PublicTable, "The fields of a ``PublicTable`` that have changed.")
    DealFactsChanges = _changes_of(DealFacts, "The fields of ``DealFacts`` that have changed.")
    DealViewChanges = _changes_of(
        DealView, "The fields of a ``DealView`` that have changed, and of its facts.", facts=DealFactsChanges
    )


def changed_table(before: PublicTable, changes: PublicTableChanges) -> PublicTable:
    """Return the public view of a table after changes."""
    return structs.replace(before, **_values(changes))


def changed_deal(before: DealView | None, changes: DealViewChanges | None) -> DealView | None:
    """Return the view of a deal after changes. If there was no deal before, ``changes`` must hold every field."""
    if changes is None:
        return None
    values = _values(changes)
    if (facts := values.pop("facts", None)) is not None:
        values["facts"] = _changed(DealFacts, before and before.facts, _values(facts))
    return _changed(DealView, before, values)


def _changed(view: type[V], before: V | None, values: dict[str, Any]) -> V:
    return view(**values) if before is None else structs.replace(before, **values)


def _values(changes: Struct) -> dict[str, Any]:
    return {name: value for name, value in structs.asdict(changes).items() if value is not UNSET}
