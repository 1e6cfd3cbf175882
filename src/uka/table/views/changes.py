"""Messages that hold only the fields of a view that have changed since an earlier version of the table.

Their types have the same fields as ``PublicTable``, ``DealView`` and ``DealFacts``. A field without a value is
unchanged.
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
    """The base class of messages that hold the changed fields of a view."""


def _changes_type(view: type[Struct], doc: str, **types: Any) -> Any:
    """Return a struct type with the fields of ``view``, each of which may be without a value.

    ``types`` gives the types of fields whose type differs from that in ``view``.
    """
    hints = get_type_hints(view) | types
    fields: list[tuple[str, Any, Any]] = [(name, kind | UnsetType, UNSET) for name, kind in hints.items()]
    name = f"{view.__name__}Changes"
    return msgspec.defstruct(name, fields, bases=(ViewChanges,), namespace={"__doc__": doc}, module=__name__)


if TYPE_CHECKING:

    class PublicTableChanges(ViewChanges, frozen=True): ...

    class DealFactsChanges(ViewChanges, frozen=True): ...

    class DealViewChanges(ViewChanges, frozen=True): ...

else:
    PublicTableChanges = _changes_type(PublicTable, "The fields of a ``PublicTable`` that have changed.")
    DealFactsChanges = _changes_type(DealFacts, "The fields of ``DealFacts`` that have changed.")
    DealViewChanges = _changes_type(
        DealView, "The fields of a ``DealView`` and of its facts that have changed.", facts=DealFactsChanges
    )


def changed_table(before: PublicTable, changes: PublicTableChanges) -> PublicTable:
    """Return ``before``, the public view of a table, with the fields in ``changes`` replaced."""
    return structs.replace(before, **_values(changes))


def changed_deal(before: DealView | None, changes: DealViewChanges | None) -> DealView | None:
    """Return ``before``, the view of a deal, with the fields in ``changes`` replaced.

    ``before`` is None if there was no deal; then ``changes`` must hold every field. If ``changes`` is None, there is no
    deal now, and the result is None.
    """
    if changes is None:
        return None
    values = _values(changes)
    if "facts" in values:
        values["facts"] = _with_values(DealFacts, before and before.facts, _values(values["facts"]))
    return _with_values(DealView, before, values)


def _with_values(view: type[V], before: V | None, values: dict[str, Any]) -> V:
    return view(**values) if before is None else structs.replace(before, **values)


def _values(changes: Struct) -> dict[str, Any]:
    """Return a dict from the name to the new value of each field that has changed."""
    return {name: value for name, value in structs.asdict(changes).items() if value is not UNSET}
