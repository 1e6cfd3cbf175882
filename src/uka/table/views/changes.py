"""Messages that hold only the fields of a view that have changed since an earlier version of the table.

Their types have the same fields as ``PublicTable``, ``PublicDealView``, ``OwnDealView`` and ``DealFacts``. A field
without a value is unchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, astuple, replace

from .deal_view import OwnDealView, PublicDealView
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

    class PublicDealViewChanges(ViewChanges, frozen=True): ...

    class OwnDealViewChanges(ViewChanges, frozen=True): ...

else:
    PublicTableChanges = _changes_type(PublicTable, "The fields of a ``PublicTable`` that have changed.")
    DealFactsChanges = _changes_type(DealFacts, "The fields of ``DealFacts`` that have changed.")
    PublicDealViewChanges = _changes_type(
        PublicDealView, "The fields of a ``PublicDealView`` and of its facts that have changed.", facts=DealFactsChanges
    )
    OwnDealViewChanges = _changes_type(
        OwnDealView, "The fields of an ``OwnDealView`` that have changed.", facts=DealFactsChanges | None
    )


def changed_fields(now: Struct, before: Struct | None) -> dict[str, Any]:
    """Compare two views of one type. Return a dict from the name to the new value of each field that has changed.

    Of changed ``DealFacts`` inside a view, it holds only the changed fields too; every other value is whole. If
    ``before`` is None, it holds every field.

    >>> from uka.table.views.public_table import Deadlines
    >>> changed_fields(Deadlines(turn=5, bell=9), Deadlines(rest=4, bell=9))
    {'turn': 5, 'rest': None}
    """
    names, values = now.__struct_fields__, astuple(now)
    if before is None:
        return dict(zip(names, values, strict=True))
    pairs = zip(names, values, astuple(before), strict=True)
    changed = {name: new for name, new, old in pairs if new is not old and new != old}
    facts, known = changed.get("facts"), getattr(before, "facts", None)
    return changed if facts is None or known is None else changed | {"facts": changed_fields(facts, known)}


def with_changes(view: type[V], before: V | None, changes: ViewChanges | None) -> V | None:
    """Return a view of type ``view`` that has the fields of ``before``, except those in ``changes``.

    ``before`` is None if there was no such view; then ``changes`` must hold every field. If ``changes`` is None, there
    is no such view now, and the result is None.
    """
    if changes is None:
        return None
    values = _values(changes)
    if isinstance(facts := values.get("facts"), DealFactsChanges):
        values["facts"] = with_changes(DealFacts, getattr(before, "facts", None), facts)
    return view(**values) if before is None else replace(before, **values)


def _values(changes: Struct) -> dict[str, Any]:
    """Return a dict from the name to the new value of each field that has changed."""
    return {name: value for name, value in asdict(changes).items() if value is not UNSET}
