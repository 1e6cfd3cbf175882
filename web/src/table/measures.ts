/** Computes the sizes of the cards, name plates and rows of a table, in CSS pixels. */

import { HAND_SIZE, SEATS, seatAfter } from "../lib/game/seats.ts";
import type { Seat } from "../wire/types.ts";

/** The height of a card divided by its width. */
export const TALL = 1.4;
export const GAP = 6;
export const EDGE = 8;
export const TOUCH = 44;
/**
 * Half the height, in CSS pixels, of a seat's name plate and its margin. `PLATE_OPEN` is the same length in a replay.
 */
export const PLATE = 27;
export const PLATE_OPEN = 19;
/** The greatest width, in CSS pixels, of the name plate beside the viewer's hand. */
export const PLATE_WIDE = 140;
/** The height, in CSS pixels, that is reserved for two rows of call buttons. */
export const CALLS = 104;
/** The height, in CSS pixels, that is reserved for one row of buttons. */
export const ASKING = 52;
/**
 * The distance, in CSS pixels, from the middle to the cards of the opposite seat on a low table. There the cards lie
 * beside the name plate.
 */
export const ACROSS_LOW = 76;
/**
 * The distance between neighbouring cards of a hand, as a fraction of a card's width. `KEPT` is the same distance for
 * the cards on the table in front of a seat.
 */
export const HELD = 0.3;
export const KEPT = 0.38;

/** Lengths as fractions of a card's width, for a table on which cards are played onto chips. */
export const CHIPS = {
  /**
   * The distance from the middle of the table to the middle of the cards on a chip. `aside` is for the seats at the
   * sides, and `across` for the seats at the top and bottom.
   */
  aside: 1.3,
  across: 0.74,
  /** The shift of each card from the card under it. It leaves every card visible, so that the cards can be counted. */
  step: 0.14,
  radius: 0.34,
  /** How far a chip extends beyond the cards on it, towards its player. */
  out: 0.27,
} as const;

/** The size and the state of a table. All other lengths follow from these values. */
export interface TableFrame {
  readonly width: number;
  readonly height: number;
  /** The seat that is drawn at the bottom. */
  readonly viewer: Seat;
  /** Whether all hands are face up, as in a replay. The hands are then drawn as large as possible. */
  readonly open: boolean;
  /** The dealer's seat. After trump is made, the remaining pack lies in front of this seat. */
  readonly dealer: Seat;
  /** Whether the cards are being dealt or the calling is in progress. The pack then lies in the middle. */
  readonly calling: boolean;
  /** Whether the viewer has a seat. If so, the viewer's own hand is drawn large at the bottom. */
  readonly seated: boolean;
  /** The height, in CSS pixels, of the area at the bottom for the prompt and the viewer's hand. */
  readonly foot: number;
  /** Whether each seat plays its cards onto a chip, where they stay until the deal ends. */
  readonly chips: boolean;
}

export type Side = "bottom" | "left" | "top" | "right";
const ROUND: readonly Side[] = ["bottom", "left", "top", "right"];

/** Returns the side of the screen on which a seat is drawn. */
export function sideAt(seat: Seat, viewer: Seat): Side {
  const steps = (SEATS.indexOf(seat) - SEATS.indexOf(viewer) + 4) % 4;
  return ROUND[steps] ?? "bottom";
}

/** Returns all seats in clockwise order, beginning with the viewer's seat. */
export function seatsFrom(viewer: Seat): Seat[] {
  return SEATS.map((_, i) => seatAfter(viewer, i));
}

/** The lengths, in CSS pixels, that follow from the size and the state of a table. */
export interface Measures {
  readonly low: boolean;
  readonly chips: boolean;
  readonly middle: { readonly x: number; readonly y: number };
  /** The distance, in CSS pixels, from the middle of the table to the outer edge of the seats at the sides. */
  readonly half: number;
  /** The height, in CSS pixels, of the part of the table above the prompt and the viewer's hand. */
  readonly above: number;
  /** Half the height of a seat's name plate, in CSS pixels. */
  readonly plate: number;
  /**
   * The widths of cards in CSS pixels. `hand` is for the viewer's hand, `trick` for the trick, and `back` for all other
   * hands. `pile` is for cards on the table in front of a seat.
   */
  readonly hand: number;
  readonly trick: number;
  readonly back: number;
  readonly pile: number;
  /** The height of a row of cards at a seat, in CSS pixels. `column` is the width of a column of cards at a seat. */
  readonly row: number;
  readonly column: number;
  /** The greatest possible length of the row of cards at a seat, in CSS pixels. */
  readonly longest: number;
}

/** Whether a table is wide and low, as on a phone in landscape format. The prompt then stands beside the hand. */
export function isLow(width: number, height: number): boolean {
  return height < 480 && width > height * 1.3;
}

export function measures(frame: TableFrame): Measures {
  const { width, height, open, seated, chips } = frame;
  const above = height - frame.foot;
  const low = seated && isLow(width, height);
  const hand = handCard(width, height);
  const back = open ? Math.min(width * 0.12, above * 0.11) : hand * 0.5;
  const pile = open ? back : Math.max(hand * 0.58, 36);
  const plate = open ? PLATE_OPEN : PLATE;
  const kept = chips ? back : pile; // under rules with scoring chips, no row of cards lies on the table in front of a seat
  const row = kept * TALL + GAP;
  const column = Math.max(open ? back : back * TALL, kept) + 2 * EDGE;
  const top = 2 * plate + (low ? 0 : row);
  const bottom = low ? 0 : seated ? (chips ? ASKING : row) : row + 2 * plate;
  const free = above - top - bottom;
  const aside = chips ? CHIPS.aside + 0.5 + CHIPS.out : 1.4;
  const across = chips ? CHIPS.across + TALL / 2 + CHIPS.out : 1.55;
  const trick = Math.min(free / (2 * across), (width / 2 - column) / aside, hand * 1.25);
  return {
    low,
    chips,
    middle: { x: width / 2, y: top + free / 2 },
    half: Math.min(width / 2, low ? 380 : trick * 2.6 + column),
    above,
    plate,
    hand,
    trick,
    back,
    pile,
    row,
    column,
    longest: Math.max(back * (1 + (HAND_SIZE - 1) * HELD), chips ? 0 : pile * (TALL + (HAND_SIZE - 1) * KEPT)),
  };
}

/** Returns the width of a card in the viewer's hand, in CSS pixels. */
export function handCard(width: number, height: number): number {
  return Math.max(TOUCH, Math.min(handWidth(width, 5), 132, height * (isLow(width, height) ? 0.17 : 0.14)));
}

/**
 * Returns the height, in CSS pixels, of the area at the bottom. It contains the viewer's hand and, above the hand, the
 * name plate and the prompt.
 */
export function footOf(width: number, height: number): number {
  return handCard(width, height) * TALL + 2 * EDGE + (isLow(width, height) ? 0 : 2 * PLATE);
}

function handWidth(width: number, cards: number): number {
  return (width - 2 * EDGE - (cards - 1) * 4) / cards;
}
