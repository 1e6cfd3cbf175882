import { describe, expect, test } from "vitest";
import type { Shares } from "../../wire/types.ts";
import { chain } from "./hash-chain.ts";
import { checkSeen, values } from "./pack-secret.ts";
import { close, commit, cutPack, choosePacketPattern, isComplete, missing, open, reseat } from "./shares.ts";
import { start, Unfair, use, withhold } from "./shares.ts";

const SOUTH = chain("11".repeat(32));
const WEST = chain("22".repeat(32));
const at = (links: readonly string[], number: number): string => links[number + 1] ?? "";

/** Returns the state of a game in which south and west have seed shares. Commitments for the next pack are closed. */
function closed(packs = 0): Shares {
  let shares = commit(commit(start(), "south", 0, at(SOUTH, -1)), "west", 0, at(WEST, -1));
  for (let number = 0; number < packs; number += 1) shares = use(bothOpened(close(shares, number, ["south", "west"])));
  return close(shares, packs, ["south", "west"]);
}

function bothOpened(shares: Shares): Shares {
  const { number } = shares;
  return open(open(shares, number, "west", at(WEST, number)), number, "south", at(SOUTH, number));
}

test("each pack is made from the next seed share of each chain", () => {
  let shares = closed();
  for (const number of [0, 1, 2]) {
    shares = bothOpened(shares);
    expect(values(shares, "ab".repeat(32)).slice(2)).toEqual([at(SOUTH, number), at(WEST, number)]);
    shares = close(use(shares), number + 1, ["south", "west"]);
  }
});

test("a seed share leads back over packs in which the seat had none", () => {
  let shares = commit(commit(start(), "south", 0, at(SOUTH, -1)), "west", 0, at(WEST, -1));
  shares = use(open(close(shares, 0, ["west"]), 0, "west", at(WEST, 0)));
  shares = bothOpened(close(shares, 1, ["south", "west"]));
  expect(isComplete(shares)).toBe(true);
});

test("a withheld seed share abandons the pack, and the seat has none until the game ends", () => {
  let shares = withhold(open(closed(), 0, "west", at(WEST, 0)), 0, ["south"]);
  expect([shares.number, shares.awaited, missing(shares), shares.excluded]).toEqual([1, ["west"], ["west"], ["south"]]);
  shares = use(open(shares, 1, "west", at(WEST, 1)));
  expect(() => close(shares, 2, ["south"])).toThrow("South has a share in the pack, but never committed to one.");
  expect(() => commit(shares, "south", 2, at(SOUTH, -1))).toThrow("South held back a share");
});

test("choices by hand stay for the pack that replaces an abandoned one", () => {
  const shares = withhold(choosePacketPattern(cutPack(closed(), 7), "2-3"), 0, ["south", "west"]);
  expect([shares.cut, shares.packet_pattern, isComplete(shares)]).toEqual([7, "2-3", true]);
  expect([use(shares).cut, use(shares).packet_pattern]).toEqual([null, null]);
});

test("chains and withheld seed shares move with people who change seats", () => {
  const before = use(open(withhold(open(closed(), 0, "west", at(WEST, 0)), 0, ["south"]), 1, "west", at(WEST, 1)));
  const moved = reseat(before, ["north", "south", "east", "west"]);
  expect([moved.links[1], moved.links[2], moved.excluded]).toEqual([before.links[2], before.links[1], ["east"]]);
});

describe("forbidden steps", () => {
  test.each<[string, () => unknown, string]>([
    ["to commit while the share is awaited", () => commit(closed(), "west", 1, at(WEST, 5)), "while its share was"],
    ["to commit for another pack", () => commit(start(), "west", 1, at(WEST, 5)), "at another time"],
    ["to commit to what is no link", () => commit(start(), "west", 0, "AB"), "not a 32-byte number"],
    ["to close twice", () => close(closed(), 0, []), "out of turn"],
    ["to close for another pack", () => close(start(), 1, []), "out of turn"],
    ["to close by a seat without a commitment", () => close(start(), 0, ["north"]), "never committed"],
    ["to cut before it is closed", () => cutPack(start(), 7), "cut by hand"],
    ["to cut after a share", () => cutPack(open(closed(), 0, "west", at(WEST, 0)), 7), "cut by hand"],
    ["to choose after a share", () => choosePacketPattern(open(closed(), 0, "west", at(WEST, 0)), "3-2"), "by hand"],
    ["to open another share", () => open(closed(), 0, "west", at(SOUTH, 0)), "that West opened doesn't match"],
    ["to open a later share", () => open(closed(), 0, "west", at(WEST, 1)), "that West opened doesn't match"],
    ["to open where none is awaited", () => open(closed(), 0, "east", at(WEST, 0)), "not due"],
    ["to open twice", () => open(open(closed(), 0, "west", at(WEST, 0)), 0, "west", at(WEST, 0)), "not due"],
    [
      "to call others withheld",
      () => withhold(open(closed(), 0, "west", at(WEST, 0)), 0, ["west"]),
      "The shares reported as held back",
    ],
    ["to deal before all are open", () => use(closed()), "before all its shares were open"],
    ["to change seats in a pack", () => reseat(closed(), ["south", "north", "east", "west"]), "changed seats"],
  ])("%s", (_, does, why) => {
    expect(does).toThrow(Unfair);
    expect(does).toThrow(why);
  });
});

describe("after this browser has opened its share", () => {
  const seen = closed();

  test("the other seed shares lead back to their commitments", () => {
    expect(() => checkSeen(seen, bothOpened(seen))).not.toThrow();
  });

  test.each<[string, Shares, string]>([
    ["another has no share", { ...bothOpened(seen), awaited: ["south"] }, "Who adds to the pack"],
    ["the cut is another", { ...bothOpened(seen), cut: 7 }, "Who adds to the pack"],
    ["the packets are others", { ...bothOpened(seen), packet_pattern: "3-2" }, "Who adds to the pack"],
    [
      "a share is another",
      {
        ...bothOpened(seen),
        links: [null, null, { number: 0, value: at(SOUTH, 0) }, { number: 0, value: at(SOUTH, 4) }],
      },
      "that West opened doesn't match",
    ],
  ])("%s", (_, used, why) => expect(() => checkSeen(seen, used)).toThrow(why));
});
