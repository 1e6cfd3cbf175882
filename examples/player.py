"""A player in a few lines: it opens a table, plays a game against three bots, and checks that every pack was fair.

python examples/player.py http://127.0.0.1:8765 cardgames
"""

import asyncio
import sys

from uka import Action, Observation, Play, Seat
from uka.client import Client
from uka.table import NO_PAUSES, TableStage


def choose(seen: Observation) -> Action:
    """Pass if possible, and play the last of the lawful cards."""
    actions = seen.lawful_actions
    return actions[-1] if isinstance(actions[-1], Play) else actions[0]


async def main(address: str, rules: str) -> None:
    """Play one game, and print each result."""
    async with Client(address, name="Ana") as ana:
        ticket = await ana.open(rules, seat=Seat.SOUTH, bots="club", begin=True, settings=NO_PAUSES)
        async with ana.attend(ticket.table) as at:
            shown = at.scene.last
            async for _ in at:
                if at.scene.last and at.scene.last != shown:
                    shown = at.scene.last
                    print(f"{shown.outcome}: {at.scene.score[0]} to {at.scene.score[1]}")
                if at.my_turn and at.observation:
                    await at.act(choose(at.observation))
                elif at.awaits_ready:  # only a table with pauses waits
                    await at.ready()
                if at.scene.stage is TableStage.OVER:
                    break
            await at.record()
            print(f"{at.scene.winner} won; all {at.scene.number} packs were dealt fairly")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
