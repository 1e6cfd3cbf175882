"""Jobs for the tests, in a module that worker processes can import."""

import os
import time
from random import Random

import msgspec

from uka.arena import Chunk, chunks


class About(msgspec.Struct):
    work: str = "a test"
    seed: int = 1


class Found(msgspec.Struct, frozen=True):
    number: int
    value: float


def job(chunk: Chunk) -> Found:
    """A number made from the chunk's seed, after a delay that varies."""
    rng = Random(chunk.seed)
    time.sleep(rng.random() / 100)
    return Found(chunk.number, sum(rng.random() for _ in range(chunk.size)))


def slow(chunk: Chunk) -> Found:
    time.sleep(0.05)
    return job(chunk)


def stalls(chunk: Chunk) -> Found:
    """Do the first chunks, and never end with a later one."""
    if chunk.number > 3:
        time.sleep(3_600)
    return job(chunk)


def dies(chunk: Chunk) -> Found:
    if chunk.number == 3:
        os._exit(1)
    return job(chunk)


def fails(chunk: Chunk) -> Found:
    raise ValueError(f"chunk {chunk.number}")


TODO = chunks("s", total=95, size=10)
EXPECTED = [job(chunk) for chunk in TODO]
