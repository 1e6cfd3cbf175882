"""A signature is good for one text, one purpose and one key."""

from __future__ import annotations

import re

from uka.hosting.signer import Signer


def test_a_signature_is_good_for_its_text_purpose_and_key_alone() -> None:
    signer = Signer(b"k" * 32, "invitation")
    signature = signer.sign("table/0")
    assert re.fullmatch(r"[\w-]{20}", signature, re.ASCII)
    assert signer.verify("table/0", signature)
    assert not signer.verify("table/1", signature)
    for wrong in ("", "x", signature[:-1], signature.swapcase(), f"{signature}A", "ā"):
        assert not signer.verify("table/0", wrong)
    assert not Signer(b"k" * 32, "tournament").verify("table/0", signature)
    assert not Signer(b"x" * 32, "invitation").verify("table/0", signature)
