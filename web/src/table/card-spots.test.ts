import { describe, expect, test } from "vitest";
import { CARD_SIZES } from "../lib/storage/preferences.svelte.ts";
import { place, type CardPlace } from "./card-places.ts";
import { CARD_SCALES, footOf, handCard, measures, sideAt, sidePlate, type TableFrame } from "./measures.ts";
import { chip, plate, type ChipPlace } from "./seat-places.ts";
import { TALL } from "./trick-spread.ts";
import type { Card, DealView, Ruleset, Seat } from "../wire/types.ts";
import { seatAfter, SEATS } from "../lib/game/seats.ts";
import { tableCards, type Sight } from "./card-spots.ts";

const PACK = [..."cdhs"].flatMap((suit) => [..."789TJQKA"].map((rank) => rank + suit)) as Card[];
const VIEWER: Seat = "south";
const MIRRORED = { left: "right", middle: "middle", right: "left" } as const;

/** Yields the deal after each step, as one seat sees it. All seats play their cards in the order of their hands. */
function* steps(dealer: Seat, viewer: Seat | null, takes: boolean, stays = false): Generator<DealView> {
  const hands = new Map(SEATS.map((seat, i) => [seat, PACK.slice(i * 5, i * 5 + 5)]));
  const upcard = PACK[20] as Card;
  const plays: [Seat, Card][][] = [];
  const tricks: { leader: Seat; cards: Card[]; taker: Seat }[] = [];
  let away: Card[] = [];
  const view = (phase: DealView["phase"], turn: Seat | null): DealView => {
    const own = viewer ? [...(hands.get(viewer) ?? [])] : [];
    const current = plays[tricks.length] ?? [];
    const taken = takes && phase !== "calling";
    const onPack = taken && stays && !plays.flat().some(([, card]) => card === upcard);
    return {
      dealer,
      phase,
      turn,
      upcard,
      seat: viewer,
      cards: own,
      put_away: dealer === viewer ? away : [],
      picked_up: taken ? dealer : null,
      contract: phase === "calling" ? null : { maker: dealer, trump: "c", ordered: taken, loner: null, lone_defender: null, sitting_out: 0 }, // prettier-ignore
      trick: current.map(([, card]) => card),
      tricks: [...tricks],
      shown: [],
      went_under: null,
      kitty_taken: [],
      received: [],
      given: false,
      order: own,
      facts: {
        plays: plays.map((trick) => [...trick]),
        sitting_out: [],
        turn_up: onPack ? "on_pack" : taken ? "taken_up" : phase === "calling" ? "offered" : "turned_down",
        turn_up_open: phase === "calling" || onPack,
      },
    } as unknown as DealView;
  };
  yield view("calling", seatAfter(dealer));
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
const sight = (deal: DealView, how: Ruleset): Sight => ({ rules: how, deal, hand: deal.order, showing: false });
const CASES = (["gathered", "on_chip", "before_player"] as const).flatMap((custom) =>
  SEATS.flatMap((dealer) =>
    [VIEWER, null].flatMap((viewer) => [true, false].map((takes) => ({ custom, dealer, viewer, takes }))),
  ),
);

describe("the cards of a deal", () => {
  test.each(CASES)("keep their keys from the deal to the end: %o", ({ custom, dealer, viewer, takes }) => {
    const all = [...steps(dealer, viewer, takes)].map((deal) => tableCards(sight(deal, rules(custom))));
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

  test.each(CASES)("keep their keys once they were seen: %o", ({ custom, dealer, viewer, takes }) => {
    const seen = new Map<string, Card>();
    for (const deal of steps(dealer, viewer, takes)) {
      for (const { key, card } of tableCards(sight(deal, rules(custom)))) {
        if (!card) continue;
        expect(seen.get(key) ?? card).toBe(card);
        seen.set(key, card);
      }
    }
  });

  test.each(CASES)("only the winning card of a trick is turned: %o", ({ custom, dealer, viewer, takes }) => {
    for (const deal of steps(dealer, viewer, takes)) {
      const lying = tableCards(sight(deal, rules(custom)));
      deal.facts.plays.forEach((plays, number) => {
        for (const [seat, card] of plays) {
          const thing = lying.find((each) => each.card === card);
          const past = number < deal.tricks.length;
          const took = past && deal.tricks[number]?.taker === seat;
          const crosswise = thing?.spot.at === "pile" && thing.spot.turned === true;
          const found = { at: thing?.spot.at, up: thing?.faceUp, crosswise };
          const kept = {
            on_chip: { at: "kept", up: !took, crosswise: false }, // New Zealand clubs: the winning card is face down
            // Tainui Games: the winning card is turned crosswise and stays face up
            before_player: { at: "pile", up: true, crosswise: took },
            gathered: { at: "taken", up: false, crosswise: false },
          };
          const played = { at: "trick", up: true, crosswise: false };
          expect(found).toEqual(past ? kept[custom] : played);
        }
      });
    }
  });

  test.each(CASES)("a trick that is still shown lies face up: %o", ({ custom, dealer, viewer, takes }) => {
    for (const deal of steps(dealer, viewer, takes)) {
      if (!deal.tricks.length || deal.trick.length) continue;
      const lying = tableCards({ ...sight(deal, rules(custom)), showing: true });
      for (const [, card] of deal.facts.plays[deal.tricks.length - 1] ?? [])
        expect(lying.find((each) => each.card === card)?.faceUp).toBe(true);
    }
  });

  const seats = SEATS.flatMap((dealer) => [VIEWER, null].map((viewer) => ({ dealer, viewer })));
  test.each(seats)("the turn-up lies on the pack until it is played (Bicycle's rules): %o", ({ dealer, viewer }) => {
    const how = { cards_played: "gathered", upcard_stays: true } as Ruleset;
    const all = [...steps(dealer, viewer, true, true)];
    const keys = all.map((deal) => tableCards(sight(deal, how)).map((thing) => thing.key));
    for (const step of keys) expect(step).toEqual(keys[0]);
    for (const deal of all.filter(({ facts }) => facts.turn_up === "on_pack")) {
      const cards = tableCards(sight(deal, how));
      const up = cards.filter((thing) => thing.card === deal.upcard && !thing.copy);
      expect(up.map(({ faceUp, spot }) => [faceUp, spot.at])).toEqual([[true, "turned"]]);
      const copies = cards.filter((thing) => thing.copy && thing.card);
      expect(copies.map(({ card, spot }) => [card, spot.at])).toEqual(dealer === viewer ? [[deal.upcard, "hand"]] : []);
    }
    expect(all.some(({ facts }) => facts.turn_up === "on_pack")).toBe(true);
    const last = all.at(-1);
    expect(last && tableCards(sight(last, how)).some(({ copy, card }) => copy && card)).toBe(false);
  });

  test("come out in packets", () => {
    const [deal] = [...steps("south", "south", false)];
    if (!deal) throw new Error("no deal");
    const held = (dealt: number): number[] =>
      SEATS.map(
        (seat) =>
        tableCards({ ...sight(deal, rules("gathered")), dealt, packets: [3, 2] }).filter(({ spot }) => spot.at === "hand" && spot.seat === seat).length, // prettier-ignore
      );
    expect(held(0)).toEqual([0, 0, 0, 0]);
    expect(held(1)).toEqual([0, 0, 0, 3]); // west, who sits to the dealer's left
    expect(held(4)).toEqual([3, 3, 3, 3]);
    expect(held(8)).toEqual([5, 5, 5, 5]);
  });
});

/** Returns the fraction of a chip's area that a card covers. Both areas are approximated by bounding boxes. */
function shared(card: CardPlace, under: ChipPlace): number {
  const half = under.width / 2;
  const across = Math.min(card.x + card.width / 2, under.x + half) - Math.max(card.x - card.width / 2, under.x - half);
  const tall = (card.width * TALL) / 2;
  const down = Math.min(card.y + tall, under.y + half) - Math.max(card.y - tall, under.y - half);
  return (Math.max(across, 0) * Math.max(down, 0)) / under.width ** 2;
}

/** Returns the distance between two cards whose edges are parallel to the axes; it is negative if they overlap. */
function apart(a: CardPlace, b: CardPlace): number {
  const size = ({ width, angle }: CardPlace): readonly [number, number] =>
    Math.abs(angle) === 90 ? [width * TALL, width] : [width, width * TALL];
  const [one, other] = [size(a), size(b)];
  return Math.max(Math.abs(a.x - b.x) - (one[0] + other[0]) / 2, Math.abs(a.y - b.y) - (one[1] + other[1]) / 2);
}

/** Returns the frame of a table in play, as a seated player sees it, with what `other` changes. */
const frameOf = (width: number, height: number, other: Partial<TableFrame>): TableFrame => ({
  width,
  height,
  viewer: VIEWER,
  open: false,
  dealer: "west",
  calling: false,
  seated: true,
  foot: footOf(width, height, other.scale ?? 1),
  chips: true,
  scale: 1,
  leftHanded: false,
  ...other,
});

const SIZES = [[360, 652], [820, 1100], [1168, 800], [720, 400], [740, 310], [320, 480], [328, 400]] as const; // prettier-ignore

const TABLES = SIZES.flatMap(([width, height]) => CARD_SIZES.map((size) => [width, height, size] as const));

describe.each(TABLES)("on a table of %i by %i with %s cards", (width, height, size) => {
  const scale = CARD_SCALES[size];
  const frame = (dealer: Seat, custom: Ruleset["cards_played"]): TableFrame =>
    frameOf(width, height, { dealer, chips: custom === "on_chip", scale });

  /** Whether a card lies on the table. A card may extend up to 8 pixels beyond the table's edge. */
  const inside = ({ x, y, width: wide, angle }: CardPlace): boolean => {
    const across = (Math.abs(angle) === 90 ? wide * TALL : wide) / 2;
    const down = (Math.abs(angle) === 90 ? wide : wide * TALL) / 2;
    return x - across > -8 && x + across < width + 8 && y - down > -8 && y + down < height + 8;
  };

  test("every card lies on it", () => {
    const outside = CASES.flatMap(({ custom, dealer, takes }) =>
      [...steps(dealer, VIEWER, takes)].flatMap((deal) =>
        tableCards(sight(deal, rules(custom))).filter(({ spot }) => !inside(place(spot, frame(dealer, custom)))),
      ),
    );
    expect(outside).toEqual([]);
  });

  test("a chip lies before each player, and cards are played face up onto it (New Zealand Clubs' rules)", () => {
    const at = frame("south", "on_chip");
    for (const deal of steps("south", VIEWER, true)) {
      for (const { faceUp, spot } of tableCards(sight(deal, rules("on_chip")))) {
        if (spot.at !== "trick") continue;
        expect(faceUp).toBe(true);
        expect(shared(place(spot, at), chip(spot.seat, at))).toBeGreaterThan(0.25);
        for (const other of SEATS) if (other !== spot.seat) expect(shared(place(spot, at), chip(other, at))).toBe(0);
      }
    }
    for (const seat of SEATS) {
      const { x, y, width: wide } = chip(seat, at);
      const half = wide / 2;
      expect(x > half && y > half && x + half < width && y + half < height, seat).toBe(true);
    }
  });

  test.each(["on_chip", "before_player"] as const)(
    "the trick stands apart from the cards that are kept, and is larger: %s",
    (custom) => {
      const at = frame("south", custom);
      for (const deal of steps("south", VIEWER, true)) {
        const spots = tableCards(sight(deal, rules(custom))).map(({ spot }) => spot);
        const kept = spots.filter((spot) => spot.at === "kept" || spot.at === "pile").map((spot) => place(spot, at));
        const trick = spots.filter((spot) => spot.at === "trick").map((spot) => place(spot, at));
        for (const small of kept) {
          for (const large of trick) {
            expect(large.width).toBeGreaterThan(1.2 * small.width);
            expect(apart(small, large), JSON.stringify([small, large])).toBeGreaterThan(-4);
          }
        }
      }
    },
  );

  test("kept cards can be counted", () => {
    const at = frame("south", "on_chip");
    for (const seat of SEATS) {
      const pile = [0, 1, 2, 3, 4].map((index) => place({ at: "kept", seat, index, count: 5, beside: 0 }, at));
      for (const [lower, upper] of pile.slice(1).map((upper, i) => [pile[i], upper] as const)) {
        expect(Math.hypot(upper.x - (lower?.x ?? 0), upper.y - (lower?.y ?? 0))).toBeGreaterThanOrEqual(8);
        expect(upper.level).toBeGreaterThan(lower?.level ?? 0);
      }
    }
  });

  test("tricks that are turned up lie before the player, not in the middle of the table (Tainui Games' rules)", () => {
    const at = frame("south", "before_player");
    const { middle, trick } = measures(at);
    const lying = [...steps("south", VIEWER, true)].flatMap((deal) => tableCards(sight(deal, rules("before_player"))));
    for (const { spot, faceUp } of lying.filter(({ spot }) => spot.at === "pile")) {
      expect(faceUp).toBe(true); // the hands are face up, so that all viewers see them
      const { x, y } = place(spot, at);
      expect(Math.hypot(x - middle.x, y - middle.y)).toBeGreaterThan(trick);
    }
  });

  test("each card of the hand can be hit by a finger and shows its index", () => {
    const card = handCard(width, height, scale);
    expect(card).toBeGreaterThanOrEqual(44);
    const lie = (index: number, count: number): number =>
      place({ at: "hand", seat: VIEWER, index, count, beside: 0 }, frame("south", "gathered")).x;
    expect(lie(1, 6) - lie(0, 6)).toBeGreaterThanOrEqual(44);
    expect(lie(1, 5) - lie(0, 5)).toBeGreaterThanOrEqual(card * 0.75);
  });

  test("the own name plate and cards are mirrored for a left-handed viewer, and nothing else is", () => {
    const right = frame("south", "before_player");
    const left = { ...right, leftHanded: true };
    for (const seat of SEATS) {
      const [usual, other] = [plate(seat, right), plate(seat, left)];
      if (seat !== VIEWER) expect(other).toEqual(usual);
      else expect([other.x, other.y, other.from]).toEqual([width - usual.x, usual.y, MIRRORED[usual.from]]);
      const lies = place({ at: "pile", seat, index: 0, count: 1, beside: 0 }, right);
      const mirrored = place({ at: "pile", seat, index: 0, count: 1, beside: 0 }, left);
      const moves = seat === VIEWER && measures(right).wing > 0;
      expect(mirrored).toEqual(moves ? { ...lies, x: width - lies.x } : lies);
    }
  });
});

test.each([false, true])("on a low table the opposite hand lies behind its name plate (seated: %s)", (seated) => {
  for (const chips of [false, true]) {
    const frame = frameOf(740, 310, seated ? { chips } : { chips, seated, foot: 56 });
    const m = measures(frame);
    for (const seat of seated ? (["north"] as const) : (["north", "south"] as const)) {
      const lies = [0, 1, 2, 3, 4].map((index) => place({ at: "hand", seat, index, count: 5, beside: 2 }, frame));
      const own = plate(seat, frame);
      expect(((lies[0]?.x ?? 0) + (lies[4]?.x ?? 0)) / 2).toBeCloseTo(own.x);
      const beyond = (m.back * TALL) / 2 + Math.abs((lies[0]?.y ?? 0) - own.y) - m.plate;
      expect(beyond, "the part of the cards that the name plate leaves visible").toBeGreaterThan(12);
      const kept = place({ at: "pile", seat, index: 1, count: 2, beside: 5 }, frame);
      expect(kept.x + kept.width / 2).toBeLessThan((lies[0]?.x ?? 0) - m.back / 2);
      const played = place({ at: "trick", seat, index: 0 }, frame);
      const gap = Math.abs(played.y - (lies[0]?.y ?? 0)) - ((played.width + m.back) * TALL) / 2;
      expect(gap, "the trick covers a part of the hand").toBeGreaterThan(-6);
    }
    const calling = { ...frame, calling: true };
    const [held, upcard] = [place({ at: "hand", seat: "north", index: 0, count: 5, beside: 0 }, calling), place({ at: "turned" }, calling)]; // prettier-ignore
    expect(upcard.y - held.y, "the hand covers the upcard").toBeGreaterThan(
      ((upcard.width + held.width) * TALL) / 2 - 4,
    );
  }
});

/** Low and short tables: phones in landscape format, and a lesson in both formats. */
const SMALL = [[844, 346], [740, 316], [560, 282], [328, 400], [358, 500]] as const; // prettier-ignore

describe.each(SMALL)("on a table of %i by %i", (width, height) => {
  test("the pack lies under no name plate and over no card that is kept", () => {
    for (const dealer of SEATS) {
      const frame = frameOf(width, height, { dealer });
      const pack = place({ at: "pack", index: 0 }, frame);
      const half = sidePlate(width) / 2;
      for (const seat of ["east", "west"] as const) {
        const here = plate(seat, frame);
        const middle = here.x + (here.from === "left" ? half : -half);
        const across = Math.abs(pack.x - middle) - pack.width / 2 - half;
        const down = Math.abs(pack.y - here.y) - (pack.width * TALL) / 2 - 16;
        if (width > height) expect(Math.max(across, down), `${dealer}, ${seat}`).toBeGreaterThanOrEqual(0);
      }
      for (const seat of SEATS) {
        const kept = [0, 1, 2, 3].map((index) => place({ at: "kept", seat, index, count: 4, beside: 1 }, frame));
        for (const card of kept) expect(apart(pack, card), `${dealer}, ${seat}`).toBeGreaterThan(-4);
      }
    }
  });

  test("no chip lies over the own hand or under a name plate", () => {
    const frame = frameOf(width, height, {});
    const { plate: half } = measures(frame);
    const [own, opposite] = [chip(VIEWER, frame), chip("north", frame)];
    const card = place({ at: "hand", seat: VIEWER, index: 2, count: 5, beside: 0 }, frame);
    expect(own.y + own.width / 2).toBeLessThanOrEqual(card.y - (card.width * TALL) / 2 + 1);
    expect(opposite.y - opposite.width / 2).toBeGreaterThanOrEqual(2 * half - 4); // a plate has a margin
  });

  test("the turn-up has room above the calls", () => {
    const frame = frameOf(width, height, { calling: true, callsHeight: 104 });
    expect(measures(frame).up).toBeGreaterThan(40);
  });
});

test.each([
  [360, 652],
  [360, 688],
  [390, 720],
  [430, 800],
  [740, 310],
])("on a phone of %i by %i the own cards are at least as large as those of the trick", (width, height) => {
  for (const chips of [false, true]) {
    const { hand, trick } = measures(frameOf(width, height, { chips }));
    expect(hand).toBeGreaterThanOrEqual(trick);
  }
});

test("the size changes the cards of the hand", () => {
  for (const [width, height] of SIZES) {
    const [small, normal, large] = CARD_SIZES.map((size) => handCard(width, height, CARD_SCALES[size]));
    expect(small).toBeLessThanOrEqual(normal ?? 0);
    expect(large).toBeGreaterThan(normal ?? 0);
  }
});

test.each([
  [360, 652],
  [360, 688],
  [390, 756],
])("on a phone of %i by %i the trick is large", (width, height) => {
  expect(measures(frameOf(width, height, {})).trick).toBeGreaterThan(75);
});

test.each([true, false])(
  "on a phone in landscape format the trick is as tall as two kept cards (chips: %s)",
  (chips) => {
    const { trick, pile } = measures(frameOf(844, 344, { chips }));
    expect(trick).toBeGreaterThan(2 * pile);
  },
);

test("seats are listed clockwise from the viewer", () => {
  expect(SEATS.map((seat) => sideAt(seat, "west"))).toEqual(["left", "top", "right", "bottom"]);
});
