/** The lengths of a table: sizes of cards, plates and rows, in CSS pixels. */

import { HAND_SIZE, SEATS, seatAfter } from "../lib/game/seats.ts";
import type { Seat } from "../wire/types.ts";

/** A card's height over its width. */
export const TALL = 1.4;
export const GAP = 6;
export const EDGE = 8;
export const TOUCH = 44;
/** Half of the height of a seat's plate with its margin: at a table, and in a replay. */
export const PLATE = 27;
export const PLATE_OPEN = 19;
/** The greatest width of a plate beside the viewer's hand. */
export const PLATE_WIDE = 140;
/** Height that is kept free for two rows of call buttons. */
export const CALLS = 104;
/** Height that is kept free for one row of buttons. */
export const ASKING = 52;
/** On a low table, the distance from its middle to the cards of the seat across, which lie beside its plate. */
export const ACROSS_LOW = 76;
/** The distance between the cards of a row, in widths of a card: cards in hand, and cards kept before a seat. */
export const HELD = 0.3;
export const KEPT = 0.38;

/** Lengths of a table where cards are played onto chips, in widths of a card. */
export const CHIPS = {
  /** From the middle of the table to the middle of a pile: at the sides, and across. */
  aside: 1.3,
  across: 0.74,
  /** The offset of each card from the one under it, so that all can be counted. */
  step: 0.14,
  radius: 0.34,
  /** How far a chip shows from under its pile, towards its player. */
  out: 0.27,
} as const;

/** The size and state of the table on which all other lengths depend. */
export interface TableFrame {
  readonly width: number;
  readonly height: number;
  /** The seat at the bottom. */
  readonly viewer: Seat;
  /** Whether all hands are open, as in a replay; they are then drawn as large as possible. */
  readonly open: boolean;
  /** The dealer; once trump is made, the pack lies before this seat. */
  readonly dealer: Seat;
  /** Whether the pack lies in the middle, during the deal and the calls. */
  readonly calling: boolean;
  /** Whether the viewer's own hand lies large at the bottom. */
  readonly seated: boolean;
  /** Height below the name at the bottom, for the prompt and the viewer's hand. */
  readonly foot: number;
  /** Whether each seat plays its cards onto its chip, where they stay. */
  readonly chips: boolean;
}

export type Side = "bottom" | "left" | "top" | "right";
const ROUND: readonly Side[] = ["bottom", "left", "top", "right"];

/** Returns the side of the table that a seat is drawn on. */
export function sideAt(seat: Seat, viewer: Seat): Side {
  const steps = (SEATS.indexOf(seat) - SEATS.indexOf(viewer) + 4) % 4;
  return ROUND[steps] ?? "bottom";
}

/** Returns the seats clockwise, the viewer's first. */
export function seatsFrom(viewer: Seat): Seat[] {
  return SEATS.map((_, i) => seatAfter(viewer, i));
}

/** The lengths that follow from a frame. */
export interface Measures {
  readonly low: boolean;
  readonly chips: boolean;
  readonly middle: { readonly x: number; readonly y: number };
  /** Half of the table's width, from the middle to where the seats at the sides begin. */
  readonly half: number;
  /** The height of the table above the prompt and the hand. */
  readonly above: number;
  /** Half of the height of a seat's plate. */
  readonly plate: number;
  /** Widths of cards: in the viewer's hand, in the trick, in other hands, and kept before a seat. */
  readonly hand: number;
  readonly trick: number;
  readonly back: number;
  readonly pile: number;
  /** The height of a row of cards at a seat, and the width of a column of them. */
  readonly row: number;
  readonly column: number;
  /** The greatest length of a row of cards at a seat. */
  readonly longest: number;
}

/** Whether a table is wide and low, as on a phone in landscape; the prompt then stands beside the hand. */
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
  const kept = chips ? back : pile; // on chips, no card is kept beside those in hand
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

/** Returns the width of a card in the viewer's hand. */
export function handCard(width: number, height: number): number {
  return Math.max(TOUCH, Math.min(handWidth(width, 5), 132, height * (isLow(width, height) ? 0.17 : 0.14)));
}

/** Returns the height at the bottom for the hand and, above it, the viewer's plate and the prompt. */
export function footOf(width: number, height: number): number {
  return handCard(width, height) * TALL + 2 * EDGE + (isLow(width, height) ? 0 : 2 * PLATE);
}

function handWidth(width: number, cards: number): number {
  return (width - 2 * EDGE - (cards - 1) * 4) / cards;
}
