import { describe, expect, test } from "vitest";
import { along, footOf, handCard, place, sideAt, TALL, type Frame, type Place } from "../lib/motion.ts";
import type { Card, DealView, Ruleset, Seat } from "../wire/types.ts";
import { after, SEATS } from "./facts.ts";
import { things, type Sight } from "./spots.ts";

const PACK = [..."cdhs"].flatMap((suit) => [..."789TJQKA"].map((rank) => rank + suit)) as Card[];
const VIEWER: Seat = "south";

/** The steps of a deal in which everyone plays what they hold in order, as one seat sees it. */
function* steps(dealer: Seat, viewer: Seat | null, takes: boolean): Generator<DealView> {
  const hands = new Map(SEATS.map((seat, i) => [seat, PACK.slice(i * 5, i * 5 + 5)]));
  const upcard = PACK[20] as Card;
  const plays: [Seat, Card][][] = [];
  const tricks: { leader: Seat; cards: Card[]; taker: Seat }[] = [];
  let away: Card[] = [];
  const view = (phase: DealView["phase"], turn: Seat | null): DealView => {
    const own = viewer ? [...(hands.get(viewer) ?? [])] : [];
    const current = plays[tricks.length] ?? [];
    const taken = takes && phase !== "calling";
    return {
      dealer,
      phase,
      turn,
      upcard,
      seat: viewer,
      cards: own,
      put_away: dealer === viewer ? away : [],
      picked_up: taken ? dealer : null,
      contract: phase === "calling" ? null : { maker: dealer, trump: "c", ordered: taken, loner: null, lone_defender: null, sitting: 0 }, // prettier-ignore
      trick: current.map(([, card]) => card),
      tricks: [...tricks],
      shown: [],
      went_under: null,
      kitty_taken: [],
      received: [],
      given: false,
      facts: {
        order: own,
        plays: plays.map((trick) => [...trick]),
        sitting_out: [],
        turn_up: taken ? "taken_up" : phase === "calling" ? "offered" : "turned_down",
        turn_up_open: phase === "calling",
      },
    } as unknown as DealView;
  };
  yield view("calling", after(dealer));
  if (takes) {
    hands.get(dealer)?.push(upcard);
    yield view("discarding", dealer);
    away = hands.get(dealer)?.splice(0, 1) ?? [];
  }
  for (let number = 0; number < 5; number++) {
    plays.push([]);
    for (const seat of SEATS) {
      yield view("playing", seat);
      plays[number]?.push([seat, hands.get(seat)?.shift() as Card]);
    }
    const trick = plays[number] ?? [];
    tricks.push({ leader: "north", cards: trick.map(([, card]) => card), taker: SEATS[number % 4] as Seat });
    yield view("playing", "north");
  }
}

const rules = (cards_played: Ruleset["cards_played"]): Ruleset => ({ cards_played }) as Ruleset;
const sight = (deal: DealView, how: Ruleset): Sight => ({ rules: how, deal, hand: deal.facts.order, showing: false });
const CASES = (["gathered", "on_chip", "before_player"] as const).flatMap((custom) =>
  SEATS.flatMap((dealer) =>
    [VIEWER, null].flatMap((viewer) => [true, false].map((takes) => ({ custom, dealer, viewer, takes }))),
  ),
);

describe("the cards of a deal", () => {
  test.each(CASES)("keep their keys from the deal to the end: %o", ({ custom, dealer, viewer, takes }) => {
    const all = [...steps(dealer, viewer, takes)].map((deal) => things(sight(deal, rules(custom))));
    const keys = all.map((step) => step.map((thing) => thing.key));
    for (const step of keys) {
      expect(new Set(step).size).toBe(step.length);
      expect(step).toEqual(keys[0]);
    }
    for (const step of all) {
      const known = step.flatMap((thing) => thing.card ?? []);
      expect(new Set(known).size).toBe(known.length);
    }
  });

  test.each(CASES)("stay with the card that they are once it was seen: %o", ({ custom, dealer, viewer, takes }) => {
    const seen = new Map<string, Card>();
    for (const deal of steps(dealer, viewer, takes)) {
      for (const { key, card } of things(sight(deal, rules(custom)))) {
        if (!card) continue;
        expect(seen.get(key) ?? card).toBe(card);
        seen.set(key, card);
      }
    }
  });

  test("come out in packets", () => {
    const [deal] = [...steps("south", "south", false)];
    if (!deal) throw new Error("no deal");
    const held = (dealt: number): number[] =>
      SEATS.map(
        (seat) =>
        things({ ...sight(deal, rules("gathered")), dealt, packets: [3, 2] }).filter(({ spot }) => spot.at === "hand" && spot.seat === seat).length, // prettier-ignore
      );
    expect(held(0)).toEqual([0, 0, 0, 0]);
    expect(held(1)).toEqual([0, 0, 0, 3]); // west, at the dealer's left
    expect(held(4)).toEqual([3, 3, 3, 3]);
    expect(held(8)).toEqual([5, 5, 5, 5]);
  });
});

const SIZES = [[360, 652], [820, 1100], [1168, 800], [720, 400], [740, 310], [320, 480]] as const; // prettier-ignore

describe.each(SIZES)("on a table of %i by %i", (width, height) => {
  const frame = (dealer: Seat): Frame => ({
    width,
    height,
    viewer: VIEWER,
    open: false,
    dealer,
    calling: false,
    seated: true,
    foot: footOf(width, height),
  });

  /** A card may stick out by its edge. */
  const inside = ({ x, y, width: wide }: Place): boolean =>
    x - wide / 2 > -8 && x + wide / 2 < width + 8 && y - (wide * TALL) / 2 > -8 && y + (wide * TALL) / 2 < height + 8;

  test("every card lies on it", () => {
    const outside = CASES.flatMap(({ custom, dealer, takes }) =>
      [...steps(dealer, VIEWER, takes)].flatMap((deal) =>
        things(sight(deal, rules(custom))).filter(({ spot }) => !inside(place(spot, frame(dealer)))),
      ),
    );
    expect(outside).toEqual([]);
  });

  test("each card of the hand can be hit by a finger", () => {
    const card = handCard(width, height);
    expect(card).toBeGreaterThanOrEqual(44);
    const step = along(1, 6, card, Math.min(width - 16, 7 * card)) - along(0, 6, card, Math.min(width - 16, 7 * card));
    expect(step).toBeGreaterThanOrEqual(44);
  });
});

test("seats go round from the viewer clockwise", () => {
  expect(SEATS.map((seat) => sideAt(seat, "west"))).toEqual(["left", "top", "right", "bottom"]);
});
