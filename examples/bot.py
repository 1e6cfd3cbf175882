"""A bot in plain Python that answers each line of input with a line: uka arena club "cmd:python examples/bot.py"."""

import json
import random
import sys


def choose(seen, chance):
    """Call a suit of which it holds three cards, lead high, follow low, and choose at random otherwise."""
    choices = seen["legal_actions"]
    if seen["phase"] == "playing":
        height = {choice["card"]: "789TJQKAB".index(choice["card"][0]) for choice in choices}
        card = min(height, key=height.get) if seen["trick"] else max(height, key=height.get)
        return {"type": "play", "card": card}
    if seen["phase"] == "calling":
        held = [card[-1] for card in seen["cards"]]
        calls = [choice for choice in choices if held.count(choice.get("suit", seen["up_suit"])) >= 3]
        return calls[0] if calls else choices[0]
    return chance.choice(choices)


for line in sys.stdin:
    asked = json.loads(line)
    greeting = asked["type"] == "hello"
    answer = {"name": "example"} if greeting else choose(asked["observation"], random.Random(asked["seed"]))
    print(json.dumps(answer), flush=True)
