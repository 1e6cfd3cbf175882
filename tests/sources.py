"""The five rule sources, sentence by sentence, and `sources.toml`: what became of each sentence."""

import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import msgspec

SOURCES = ("uka", "tainui", "knock", "bicycle", "cardgames")
TABLE = Path(__file__).with_name("sources.toml")

_ITEM = re.compile(r"^(?:\d+\.|•|\|)\s+")
# A sentence ends at a full stop, quotation marks and brackets with it, where another begins with a capital or a figure.
_END = re.compile(r"""(?<!i\.e\.)(?<!E\.g\.)(?<=[.!?])["”’)\]]*\s+(?=["“(\[]?[A-Z]|\d+\ [a-z])""", re.VERBOSE)


class Sentence(msgspec.Struct, frozen=True):
    """A sentence of a source: its number from 1, its first words, how it is read, and its tests or why it has none."""

    source: str
    number: int
    words: str
    reading: str
    tests: tuple[str, ...]
    why: str

    def __str__(self) -> str:
        return f"{self.source}-{self.number}"


def table() -> tuple[Sentence, ...]:
    """Every sentence of `sources.toml`, in its order."""
    data = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return tuple(
        Sentence(source, row["n"], row["words"], row["reading"], tuple(row.get("test", "").split()), row.get("why", ""))
        for source in SOURCES
        for row in data[source]
    )


def sentences(text: str) -> list[str]:
    """The sentences, headings and list items of a source, in order; lines that were wrapped are joined."""
    return [sentence for block in _blocks(text) for sentence in _split(_ITEM.sub("", " ".join(block.split())))]


def first_words(sentence: str) -> str:
    """What `sources.toml` keeps of a sentence."""
    return " ".join(sentence.split()[:5])


def _blocks(text: str) -> list[str]:
    blocks, wrapped = list[str](), False
    for line in text.splitlines():
        start = line.strip()
        if start and (start[0].islower() or (wrapped and not _ITEM.match(start))):
            blocks[-1] += " " + start
        elif start:
            blocks.append(start)
        wrapped = len(line) > 75 and line.endswith(" ")
    return blocks


def _split(block: str) -> Iterator[str]:
    ends = [0, *(end.end() for end in _END.finditer(block)), len(block)]
    return (part for start, end in pairwise(ends) if (part := block[start:end].strip()))
