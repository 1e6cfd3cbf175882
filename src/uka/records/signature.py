"""The digital signature that a server appends to the record of a finished game.

The signature proves which server made the record, and that nobody changed the record since then. The last line of a
signed record is a note of kind "signature" with the public key and the signature. The Ed25519 signature (RFC 8032)
covers the text "uka record 1", a line feed, and all bytes of the record before the last line. Because the signature
covers bytes, no canonical form of JSON is needed. ``docs/fairness.md`` specifies the signature for other programs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from uka.core.errors import UkaError
from uka.extras import require

from .entries import Note
from .log import Log

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

NEEDED = ("cli", "a signature", "cryptography")
"""What ``uka.extras.require`` needs: the extra, what needs the package, and the package."""
SIZE = 32
"""The length of a private or public key in bytes."""
KIND = "signature"
"""The kind of the note that holds a signature."""
LABEL = b"uka record 1\n"
"""The bytes that a signature covers before the record, so that it is valid for nothing but a record."""
_LINE_END = b'"kind":"signature"}\n'
"""The end of the line that holds a signature.

No other line can end like this: within a JSON string the quotes would be escaped.
"""


class ForgedSignature(UkaError):
    """Raised if a signature does not match its record: the record was changed after it was signed."""


class Signature(msgspec.Struct, frozen=True):
    """A signature in a record, and the public key that verifies it."""

    key: str
    """The public key, in lower-case hexadecimal."""
    signature: str
    """The signature that was made with the private key, in lower-case hexadecimal."""


def public_key(private: bytes) -> str:
    """Return the public key that belongs to the private key ``private``, in hexadecimal."""
    return _private_key(private).public_key().public_bytes_raw().hex()


def fingerprint(key: str) -> str:
    """Return a short form of the public key ``key`` that people can compare.

    It is half of the SHA-256 of the key, in groups of four hexadecimal digits.

    >>> fingerprint("00" * 32)
    '6668 7aad f862 bd77 6c8f c18b 8e9f 8e20'
    """
    from hashlib import sha256

    digits = sha256(bytes.fromhex(key)).hexdigest()[:32]
    return " ".join(digits[i : i + 4] for i in range(0, len(digits), 4))


def sign(log: Log, private: bytes) -> None:
    """Sign a finished record with the private key ``private``: append the signature to ``log`` as the last line.

    No line may be appended after the signature.
    """
    signature = _private_key(private).sign(LABEL + log.text.encode()).hex()
    log.append(_signature_note(Signature(public_key(private), signature)))


def signer(record: bytes) -> str | None:
    """Return the public key that signed ``record``, in hexadecimal, or None if the record is not signed.

    Raise ``ForgedSignature`` if the signature does not match the record.
    """
    body, line = _split(record)
    if line is None:
        if _LINE_END in body:
            raise ForgedSignature("something was added after its signature")
        return None
    found = _parse_signature(line)
    if _LINE_END in body:
        raise ForgedSignature("it has more than one signature")
    if not _is_valid(found, LABEL + body):
        raise ForgedSignature("its signature doesn't match: it was changed after it was signed")
    return found.key


def _signature_note(signature: Signature) -> Note:
    return Note(msgspec.json.encode(signature).decode(), KIND)


def _split(record: bytes) -> tuple[bytes, bytes | None]:
    """Split a signed record into the signed lines and the last line, which holds the signature.

    For an unsigned record, return the whole record and None.
    """
    start = record.rfind(b"\n", 0, -1) + 1
    line = record[start:]
    return (record[:start], line) if line.endswith(_LINE_END) else (record, None)


def _parse_signature(line: bytes) -> Signature:
    """Parse the line that holds a signature.

    Raise ``ForgedSignature`` unless the line is exactly as ``sign`` writes it.
    """
    try:
        note = msgspec.json.decode(line, type=Note)
        raw = msgspec.json.decode(note.text, type=Signature)
        key, signature = bytes.fromhex(raw.key), bytes.fromhex(raw.signature)
    except (ValueError, RecursionError):
        raise ForgedSignature("its signature can't be read") from None
    canonical = Signature(key.hex(), signature.hex())  # the key and the signature in lower-case digits, without spaces
    if msgspec.json.encode(_signature_note(canonical)) + b"\n" != line:
        raise ForgedSignature("its signature is not written the way signatures are")
    return canonical


def _is_valid(found: Signature, message: bytes) -> bool:
    require(*NEEDED)
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(found.key)).verify(bytes.fromhex(found.signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _private_key(private: bytes) -> Ed25519PrivateKey:
    require(*NEEDED)
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(private)
