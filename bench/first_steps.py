"""The first steps with the library: imports Uka, lets a master call, and solves the deal. Wheels are tested by it."""

import random

import uka
from uka import solver
from uka.bots import bot

rules, master, rng = uka.ruleset("tainui"), bot("master"), random.Random(1)
deal = uka.Deal.start(rules, dealer=uka.Seat.SOUTH, pack=uka.shuffled(rules, seed=7))
while deal.phase is not uka.Phase.PLAYING:
    deal, _ = deal.apply(master.choose(deal.observe(deal.turn), rng))
solved = solver.solve(deal)
print(deal.maker, max(choice.points for choice in solved.choices))
