/**
 * Assigns a spot on the table to every card of a deal. Each card also has a key that identifies it on screen until the
 * deal ends.
 *
 * When a seat plays a hidden card, the card gets the key of one of the seat's hidden cards. The page then shows the
 * card moving from that hand.
 */

import type { Card, DealView, Ruleset, Seat } from "../wire/types.ts";
import { seatAfter, HAND_SIZE, hasDiscarded, partnerOf, currentTrick, SEATS } from "../lib/game/seats.ts";

/** The spot where a card lies: in the pack, turned up, in the trick, or at a seat. */
export type Spot =
  | { readonly at: "pack"; readonly index: number }
  | { readonly at: "turned" }
  | { readonly at: "trick"; readonly seat: Seat; readonly index: number }
  | AtSeat;

/**
 * A card in a seat's hand or on the table in front of the seat. A taken trick counts as one card. A card `kept` was
 * played onto the seat's scoring chip, and its trick is finished.
 */
export interface AtSeat {
  readonly at: "hand" | "out" | "pile" | "kept" | "shown" | "taken";
  readonly seat: Seat;
  /** The index of the card in its row of cards. `count` is the number of cards in the row. */
  readonly index: number;
  readonly count: number;
  /**
   * The number of cards in the seat's other row. A seat has two rows: the cards of its hand, and its cards on the
   * table. So for a card in the hand, the other row is the one on the table, and the reverse.
   */
  readonly beside: number;
  /** Whether the card lies crosswise because it won its trick. */
  readonly turned?: boolean;
}

/** A card on the table. `card` is null if the viewer does not know the card. */
export interface TableCard {
  readonly key: string;
  readonly card: Card | null;
  readonly faceUp: boolean;
  readonly spot: Spot;
  /** Whether this only stands in a hand for the upcard, which lies on the pack until its player plays it. */
  readonly copy?: boolean;
}

/** A deal as one viewer sees it. */
export interface Sight {
  readonly rules: Ruleset;
  readonly deal: DealView;
  /** The viewer's hand, in the order in which it is displayed. Empty for a spectator. */
  readonly hand: readonly Card[];
  /** The hands of all seats, if they are face up as in a replay. */
  readonly hands?: Readonly<Partial<Record<Seat, readonly (Card | null)[]>>> | undefined;
  /** Cards that the record does not mention. Their faces are not shown. */
  readonly unknown?: ReadonlySet<Card>;
  /** Whether the last finished trick is still on the table. */
  readonly showing: boolean;
  /**
   * The sizes of the packets (the cards dealt to a seat at a time). `dealt` is the number of packets dealt so far. Both
   * are undefined when all cards are dealt.
   */
  readonly packets?: readonly number[] | undefined;
  readonly dealt?: number | undefined;
  /** Whether the upcard is still face down. */
  readonly unturned?: boolean;
}

const PACK_SHOWN = 4;
/** The key of the picture in a hand that stands for the upcard on the pack. */
const COPY = "copy";

/** Returns all cards of the table, sorted by key. The sort order is independent of where the cards lie. */
export function tableCards(sight: Sight): TableCard[] {
  const found = new Things(sight).all();
  return found.sort((a, b) => (a.key < b.key ? -1 : 1));
}

class Things {
  readonly #found: TableCard[] = [];
  readonly #queues = new Map<Seat, string[]>();
  readonly #keys = new Map<Card, string>();
  /** The number of cards in each seat's hand (`heldBy`), and on the table in front of each seat (`keptBy`). */
  readonly #heldBy = new Map<Seat, number>();
  readonly #keptBy = new Map<Seat, number>();

  constructor(readonly sight: Sight) {}

  all(): TableCard[] {
    const { deal } = this.sight;
    for (const seat of SEATS)
      this.#queues.set(
        seat,
        Array.from({ length: HAND_SIZE }, (_, i) => `${seat}:${i}`),
      );
    this.#keys.set(deal.upcard, "up");
    this.#underneath();
    this.#upcard();
    this.#putAway();
    this.#played();
    for (const seat of SEATS) this.#held(seat);
    this.#pack();
    if (this.sight.rules.upcard_stays && !this.#found.some(({ copy }) => copy)) {
      this.#found.push({ key: COPY, card: null, faceUp: false, spot: { at: "pack", index: 0 }, copy: true });
    }
    return this.#found.map((thing) => this.#beside(thing));
  }

  /** Fills in `beside` and `count` for a card at a seat. Must be called after all cards have their spots. */
  #beside(thing: TableCard): TableCard {
    const { spot } = thing;
    if (!("beside" in spot)) return thing;
    const isHeld = spot.at === "hand" || spot.at === "out";
    const beside = (isHeld ? this.#keptBy : this.#heldBy).get(spot.seat) ?? 0;
    return {
      ...thing,
      spot: { ...spot, beside, count: isHeld ? spot.count : (this.#keptBy.get(spot.seat) ?? spot.count) },
    };
  }

  /**
   * Places the cards of "going under": a seat shows three cards and exchanges them for the three cards under the
   * upcard.
   */
  #underneath(): void {
    const { deal } = this.sight;
    const seat = deal.went_under;
    if (!seat) return;
    deal.shown.forEach((card, index) => {
      const spot: Spot = deal.contract ? { at: "pack", index: 0 } : { at: "shown", seat, index, count: 3, beside: 0 };
      this.#put(this.#taken(seat, card), card, !deal.contract, spot);
    });
    if (deal.phase === "showing") return;
    this.#queue(seat).push("under:0", "under:1", "under:2");
    deal.kitty_taken.forEach((card, i) => this.#keys.set(card, `under:${i}`));
  }

  #upcard(): void {
    const { deal, unturned } = this.sight;
    const { turn_up, turn_up_open } = deal.facts;
    const taker = deal.picked_up;
    if (taker && turn_up !== "on_pack") this.#queue(taker).push("up");
    else this.#put("up", deal.upcard, turn_up_open && !unturned, { at: "turned" });
  }

  #putAway(): void {
    const { deal } = this.sight;
    const loner = deal.contract?.loner;
    if (deal.given && loner) {
      const giver = partnerOf(loner);
      const given = this.#known(giver)?.length || giver === deal.seat ? deal.put_away[0] : deal.received[0];
      const key = this.#taken(giver, given);
      if (given) this.#keys.set(given, key);
      this.#queue(loner).unshift(key);
    }
    for (const seat of SEATS) {
      const laysAway = (deal.picked_up === seat || (deal.given && loner === seat)) && hasDiscarded(deal, seat);
      if (!laysAway) continue;
      const card = deal.seat === seat ? deal.put_away.at(-1) : undefined;
      const key = this.#taken(seat, card);
      this.#put(key, card ?? null, false, { at: "pack", index: -1 });
    }
  }

  #played(): void {
    const { deal, rules, showing } = this.sight;
    const custom = rules.cards_played;
    const kept = this.#keptBy;
    deal.tricks.forEach((trick, number) => {
      const last = showing && number === deal.tricks.length - 1;
      const gathered = custom === "gathered";
      const ordinal = kept.get(trick.taker) ?? 0;
      if (gathered && !last) kept.set(trick.taker, ordinal + 1);
      (deal.facts.plays[number] ?? []).forEach(([seat, card], index) => {
        const key = this.#taken(seat, card);
        if (last) return this.#put(key, card, true, { at: "trick", seat, index });
        const place = { count: 0, beside: 0 }; // `#beside` fills in both fields later, when all cards have their spots
        if (gathered) return this.#put(key, card, false, { at: "taken", seat: trick.taker, index: ordinal, ...place });
        const before = kept.get(seat) ?? 0;
        kept.set(seat, before + 1);
        const took = trick.taker === seat;
        if (custom === "on_chip") this.#put(key, card, !took, { at: "kept", seat, index: before, ...place });
        else this.#put(key, card, true, { at: "pile", seat, index: before, turned: took, ...place });
      });
    });
    if (!showing) {
      currentTrick(deal).forEach(([seat, card], index) => {
        this.#put(this.#taken(seat, card), card, true, { at: "trick", seat, index });
      });
    }
  }

  #held(seat: Seat): void {
    const { deal } = this.sight;
    const known = this.#known(seat);
    const open = known !== undefined;
    const { turn_up } = deal.facts;
    const onPack = turn_up === "on_pack" && deal.picked_up === seat ? deal.upcard : undefined;
    const key = (card: Card | null): string => (card && card === onPack ? COPY : this.#taken(seat, card));
    const keys = open ? known.map(key) : this.#queue(seat);
    this.#heldBy.set(seat, keys.length);
    const at = deal.facts.sitting_out.includes(seat) && !open ? "out" : "hand";
    keys.forEach((key, index) => {
      const waiting = this.#waiting(seat, index);
      const spot: Spot = waiting ? { at: "pack", index: 0 } : { at, seat, index, count: keys.length, beside: 0 };
      this.#put(key, known?.[index] ?? null, open && !waiting, spot);
    });
  }

  /** Whether the card with this index in a seat's hand has not been dealt yet. */
  #waiting(seat: Seat, index: number): boolean {
    const { deal, dealt, packets } = this.sight;
    if (dealt === undefined || packets === undefined) return false;
    const turn = SEATS.findIndex((_, i) => seatAfter(deal.dealer, i + 1) === seat);
    let cards = 0;
    packets.forEach((size, round) => {
      if (round * SEATS.length + turn < dealt) cards += size;
    });
    return index >= cards;
  }

  #pack(): void {
    for (let index = 0; index < PACK_SHOWN; index++) this.#put(`pack:${index}`, null, false, { at: "pack", index });
  }

  #put(key: string, held: Card | null, faceUp: boolean, spot: Spot): void {
    const card = held && this.sight.unknown?.has(held) ? null : held;
    this.#found.push({ key, card, faceUp: faceUp && card !== null, spot, ...(key === COPY && { copy: true }) });
  }

  /**
   * Returns the key for a card that a seat has played or shown. If the card came from a hand that is hidden from the
   * viewer, returns one of the keys of the seat's hidden cards, and removes it from those keys.
   */
  #taken(seat: Seat, card: Card | null | undefined): string {
    const queue = this.#queue(seat);
    const named = card && (this.#keys.get(card) ?? (this.#own(seat) ? card : undefined));
    const key = named ?? queue[0] ?? `${seat}:more`;
    const at = queue.indexOf(key);
    queue.splice(Math.max(at, 0), 1);
    return key;
  }

  #own(seat: Seat): boolean {
    return this.#known(seat) !== undefined;
  }

  /**
   * Returns the cards of a seat's hand. A card that the record does not name is null. Returns undefined if the hand is
   * hidden from the viewer.
   */
  #known(seat: Seat): readonly (Card | null)[] | undefined {
    const { deal, hand, hands } = this.sight;
    return (
      hands?.[seat] ??
      (seat === deal.seat && hand.length + deal.tricks.length + deal.trick.length > 0 ? hand : undefined)
    );
  }

  #queue(seat: Seat): string[] {
    return this.#queues.get(seat) ?? [];
  }
}
