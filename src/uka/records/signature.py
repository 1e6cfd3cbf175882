"""A server's signature under a record: whose record it is, and that nothing in it was changed since.

The last line of a signed record is a note of kind "signature" with the public key and the signature, an Ed25519
signature (RFC 8032) of "uka record 1", a line feed, and all bytes of the record before that line. What is signed is
bytes, not what they mean: no canonical form of JSON is needed. ``docs/fairness.md`` says it for other programs.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from uka.core.errors import UkaError

from .entries import Note
from .log import Log

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SIZE = 32
"""Bytes of a key, private or public."""
KIND = "signature"
LABEL = b"uka record 1\n"
_MARK = b'"kind":"signature"}\n'
"""How the line of a signature ends; within a text its quotes would be escaped."""


class ForgedSignature(UkaError):
    """A record whose signature does not fit it: it was changed after it was signed."""


class SignaturesUnavailable(UkaError):
    """The package that signatures need is not installed."""


class Signature(msgspec.Struct, frozen=True):
    """The public key and the signature, each in lower-case hexadecimal."""

    key: str
    signature: str


def public_key(private: bytes) -> str:
    """The public key of a private one, in hexadecimal."""
    return _private(private).public_key().public_bytes_raw().hex()


def fingerprint(key: str) -> str:
    """A short name of a public key, for people to compare: half of its SHA-256, in fours.

    >>> fingerprint("00" * 32)
    '6668 7aad f862 bd77 6c8f c18b 8e9f 8e20'
    """
    from hashlib import sha256

    digits = sha256(bytes.fromhex(key)).hexdigest()[:32]
    return " ".join(digits[i : i + 4] for i in range(0, len(digits), 4))


def sign(log: Log, private: bytes) -> None:
    """Append the signature to a finished record; nothing may follow it."""
    signature = _private(private).sign(LABEL + log.text.encode()).hex()
    log.append(_note(Signature(public_key(private), signature)))


def signer(record: bytes) -> str | None:
    """The public key that signs a record; None if nothing does. ``ForgedSignature`` if the signature does not fit."""
    body, line = _parted(record)
    if line is None:
        if _MARK in body:
            raise ForgedSignature("something was added after its signature")
        return None
    found = _read(line)
    if _MARK in body:
        raise ForgedSignature("it has more than one signature")
    if not _fits(found, LABEL + body):
        raise ForgedSignature("its signature does not fit: it was changed after it was signed")
    return found.key


def _note(signature: Signature) -> Note:
    return Note(msgspec.json.encode(signature).decode(), KIND)


def _parted(record: bytes) -> tuple[bytes, bytes | None]:
    """What is signed, and the line of the signature, if that is the last one."""
    start = record.rfind(b"\n", 0, -1) + 1
    line = record[start:]
    return (record[:start], line) if line.endswith(_MARK) else (record, None)


def _read(line: bytes) -> Signature:
    """The signature in a line; ``ForgedSignature`` if it is not written exactly as ``sign`` writes it."""
    try:
        note = msgspec.json.decode(line, type=Note)
        found = msgspec.json.decode(note.text, type=Signature)
        key, signature = bytes.fromhex(found.key), bytes.fromhex(found.signature)
    except (ValueError, RecursionError):
        raise ForgedSignature("its signature can't be read") from None
    told = Signature(key.hex(), signature.hex())  # hexadecimal has many forms: only one is ours
    if msgspec.json.encode(_note(told)) + b"\n" != line:
        raise ForgedSignature("its signature is not written as signatures are")
    return told


def _fits(found: Signature, message: bytes) -> bool:
    with _needed():
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(found.key)).verify(bytes.fromhex(found.signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _private(private: bytes) -> Ed25519PrivateKey:
    with _needed():
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    return Ed25519PrivateKey.from_private_bytes(private)


@contextmanager
def _needed() -> Generator[None]:
    try:
        yield
    except ImportError:
        raise SignaturesUnavailable("signatures need the package cryptography: pip install cryptography") from None
