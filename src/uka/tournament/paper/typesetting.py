"""Typesets the contents of a sheet with Typst."""

from __future__ import annotations

import io
import json
from functools import cache
from importlib.resources import files
from typing import Any, Literal, cast

from uka.extras import require

from .sheets import Data, Links, Sheet, Size


def typeset(data: Data, sheet: Sheet | Links, size: Size, form: Literal["pdf", "png"]) -> list[bytes]:
    """Typeset ``data``, the contents of a sheet. Return a list with one PDF, or PNG images, one for each page.

    Raise ``MissingPackages`` if the packages for printing are not installed.
    """
    require("paper", "printing", "segno", "typst")
    import typst  # the package is large and optional, so it is imported only when needed

    if sheet == "links":
        data = data | {"links": [link | {"code": _qr_code(link["address"])} for link in data["links"]]}
    made: Any = typst.compile(
        _template(),
        format=form,
        sys_inputs={"data": json.dumps(data), "sheet": sheet, "paper": size},
        font_paths=[],
        ignore_system_fonts=True,
    )
    return cast(list[bytes], made) if isinstance(made, list) else [made]


def _qr_code(address: str) -> str:
    """Return the QR code of a URL as an SVG image."""
    import segno

    code = io.BytesIO()
    segno.make(address, error="m").save(code, kind="svg", xmldecl=False, border=0)
    return code.getvalue().decode()


@cache
def _template() -> bytes:
    """Return the Typst template of all sheets."""
    return files("uka.tournament.paper").joinpath("sheets.typ").read_bytes()
