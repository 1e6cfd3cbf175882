"""A process that appends to a store as fast as it can, and prints each append that the store has acknowledged.

Meanwhile it compresses the lines of each log as soon as there are enough of them.

``python -m tests.store.child STORE TASKS`` continues the open tables of the store. The text of each line names the
append that it belongs to, its position in that append, and the number of lines of that append.
"""

import asyncio
import os
import sys
from random import Random

from uka.store import Store, every_head

from .conftest import place_of

LAST = 120  # the number of lines at which a table is closed, and another table is begun


def lines_of(table: str, seq: int, count: int) -> list[bytes]:
    return [f"{'.' * 50}{table} {seq} {i}/{count}".encode() for i in range(count)]


async def play(store: Store, table: str, seq: int) -> None:
    random = Random(f"{table}/{seq}/{os.getpid()}")
    while True:
        count = random.choice((1, 1, 1, 2, 5))
        closed = seq + count >= LAST
        await store.append(table, seq, lines_of(table, seq, count), closed=closed)
        os.write(1, f"{table} {seq} {count} {closed:d}\n".encode())
        seq += count
        if closed:
            table, seq = f"{table}+", 0


async def compress(store: Store) -> None:
    start = 0
    while True:
        step = await store.compress(-1, start)
        start = step.number + 1 if step else 0
        await asyncio.sleep(0.001)


async def main(where: str, tasks: int) -> None:
    async with await place_of(where).open() as store:
        tables = {head.table: head.next_seq async for head in every_head(store)}
        tables |= {f"table-{os.getpid()}-{i}": 0 for i in range(tasks - len(tables))}
        os.write(1, b"open\n")
        await asyncio.gather(compress(store), *(play(store, table, seq) for table, seq in tables.items()))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
