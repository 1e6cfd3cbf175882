/**
 * Where everything lies on a table of some size: the one place that knows lengths and angles.
 *
 * Lengths are CSS pixels from the table's top left corner; a card's place is its middle. The viewer sits at the bottom.
 */

import { seatAfter, HAND_SIZE, SEATS } from "../lib/game/seats.ts";
import type { AtSeat, OnChip, Spot, TableCard } from "./card-spots.ts";
import type { Seat } from "../wire/types.ts";

/** A card's height over its width. */
export const TALL = 1.4;
const GAP = 6;
const EDGE = 8;
const TOUCH = 44;
/** Half of the height of a seat's plate, and a little; of one in a replay. */
const PLATE = 27;
const PLATE_OPEN = 19;
/** How wide a plate beside the viewer's hand may be. */
const PLATE_WIDE = 140;
/** Room for the calls above what is asked: two rows of buttons. */
const CALLS = 104;
/** Room for what may be asked for in one's turn: a row of buttons. */
const ASKING = 52;
/** On a low table, from its middle to where the cards of the seat across lie, beside its plate. */
const ACROSS_LOW = 76;
/** How far each card of a row lies from the next, in widths of a card: those held, and those kept. */
const HELD = 0.3;
const KEPT = 0.38;

/** A table where cards are played onto chips, in widths of a card. */
const CHIPS = {
  /** From the middle of the table to that of a pile: at the sides, and across. */
  aside: 1.3,
  across: 0.74,
  /** How far the card of each trick lies from the one under it, so that all can be counted. */
  step: 0.14,
  radius: 0.34,
  /** How far a chip looks out from under its pile, towards its player. */
  out: 0.27,
} as const;

/** Where a card is drawn: its middle, its width, its angle in degrees, and what it lies above. */
export interface CardPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly angle: number;
  readonly level: number;
}

/** The table's measures. */
export interface TableFrame {
  readonly width: number;
  readonly height: number;
  /** Whose seat is at the bottom. */
  readonly viewer: Seat;
  /** Whether hands are open, as in a replay: then all are drawn as large as they can be. */
  readonly open: boolean;
  /** The dealer, before whom the pack lies once trump is made. */
  readonly dealer: Seat;
  /** Whether the pack lies in the middle, to be dealt or called from. */
  readonly calling: boolean;
  /** Whether the viewer's own hand lies large at the bottom. */
  readonly seated: boolean;
  /** Room below the name at the bottom, for what is asked and the viewer's hand. */
  readonly foot: number;
  /** Whether cards are played onto chips and stay there. */
  readonly chips: boolean;
}

export type Side = "bottom" | "left" | "top" | "right";
const ROUND: readonly Side[] = ["bottom", "left", "top", "right"];

/** On which side of the table a seat is drawn. */
export function sideAt(seat: Seat, viewer: Seat): Side {
  const steps = (SEATS.indexOf(seat) - SEATS.indexOf(viewer) + 4) % 4;
  return ROUND[steps] ?? "bottom";
}

/** The seats as they are drawn, from the viewer clockwise. */
export function seatsFrom(viewer: Seat): Seat[] {
  return SEATS.map((_, i) => seatAfter(viewer, i));
}

/** All that follows from a frame alone. */
export interface Measures {
  readonly low: boolean;
  readonly chips: boolean;
  readonly middle: { readonly x: number; readonly y: number };
  /** Half of the table's width, from the middle to where the seats at the sides begin. */
  readonly half: number;
  /** The height of the table above what is asked and the hand. */
  readonly above: number;
  /** Half of the height of a seat's plate. */
  readonly plate: number;
  /** How wide cards are: the viewer's, those of the trick, those others hold, and those that lie before a seat. */
  readonly hand: number;
  readonly trick: number;
  readonly back: number;
  readonly pile: number;
  /** The height of a row of cards at a seat, and the width of a column of them. */
  readonly row: number;
  readonly column: number;
  /** How long a row of cards at a seat may become. */
  readonly longest: number;
}

/** Whether a table is wide and low, as on a phone that lies on its side: then what is asked stands beside the hand. */
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
  const kept = chips ? back : pile; // on chips, no card is kept beside those that are held
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

/** How wide a card of the viewer's hand is. */
export function handCard(width: number, height: number): number {
  return Math.max(TOUCH, Math.min(handWidth(width, 5), 132, height * (isLow(width, height) ? 0.17 : 0.14)));
}

/** The room at the bottom for the hand and, above it, for the viewer's plate and what is asked. */
export function footOf(width: number, height: number): number {
  return handCard(width, height) * TALL + 2 * EDGE + (isLow(width, height) ? 0 : 2 * PLATE);
}

function handWidth(width: number, cards: number): number {
  return (width - 2 * EDGE - (cards - 1) * 4) / cards;
}

/** Where each of a row of cards lies along the row: side by side where they fit, else over each other. */
export function along(index: number, count: number, card: number, room: number): number {
  const step = Math.min(card + GAP, count > 1 ? (room - card) / (count - 1) : 0);
  return (index - (count - 1) / 2) * step;
}

/** The place of each card, in the same order. */
export function places(things: readonly TableCard[], frame: TableFrame): CardPlace[] {
  const measured = measures(frame);
  return things.map((thing) => place(thing.spot, frame, measured));
}

/** The place of a card that lies on a spot. */
export function place(spot: Spot, frame: TableFrame, m: Measures = measures(frame)): CardPlace {
  switch (spot.at) {
    case "pack":
      return pack(spot.index, frame, m);
    case "turned":
      return { ...pack(6, frame, m), level: 20 };
    case "trick":
      return trick(spot.seat, spot.index, frame, m);
    case "chip":
      return onChip(spot, frame, m);
    case "hand":
      return frame.seated && spot.seat === frame.viewer ? own(spot, frame, m) : atSeat(spot, frame, m);
    default:
      return atSeat(spot, frame, m);
  }
}

function pack(index: number, frame: TableFrame, m: Measures): CardPlace {
  const rise = Math.max(index, 0) * 1.2;
  if (frame.calling) {
    const tall = (m.trick * TALL) / 2;
    const y = Math.max(2 * m.plate + tall, Math.min(m.middle.y, m.above - (m.low ? 0 : CALLS) - tall));
    return { x: m.middle.x - rise, y: y - rise, width: m.trick, angle: 0, level: index };
  }
  const width = m.pile;
  const corner: Record<Side, readonly [number, number]> = {
    bottom: [-1, 1],
    left: [-1, -1],
    top: [1, -1],
    right: [1, 1],
  };
  const [right, down] = corner[sideAt(frame.dealer, frame.viewer)];
  const beside = down < 0 ? width / 2 + EDGE : m.column + width / 2; // below, a column of cards may reach as far
  const x = m.low ? (down < 0 ? ACROSS_LOW + m.longest + beside : m.trick + m.pile * 3) : m.half - beside;
  const edge = (width * TALL) / 2 + EDGE;
  const y = down < 0 ? edge : m.above - edge;
  return { x: m.middle.x + right * x - rise, y: y - rise, width, angle: 0, level: index };
}

/** The viewer's own cards, large at the bottom. */
function own({ index, count }: AtSeat, frame: TableFrame, m: Measures): CardPlace {
  const x = m.middle.x + along(index, count, m.hand, Math.min(frame.width - 2 * EDGE, 7 * m.hand));
  const y = frame.height - (m.hand * TALL) / 2 - EDGE;
  return { x, y, width: m.hand, angle: 0, level: 30 + index };
}

/** What a seat holds and, after it, what lies before it: a row below its name, or a column at the sides. */
function atSeat(spot: AtSeat, frame: TableFrame, m: Measures): CardPlace {
  const { at, index, count, beside, turned = false } = spot;
  const side = sideAt(spot.seat, frame.viewer);
  const upright = side === "top" || side === "bottom";
  const isHeld = at === "hand" || at === "out";
  const held = heldRow(at, upright, frame, m);
  const kept = keptRow(upright, m);
  const first = frame.seated && side === "bottom" ? 0 : long(held, isHeld ? count : beside);
  const second = long(kept, isHeld ? beside : count);
  const gap = first && second ? GAP : 0;
  const begin = lies(side, frame, m);
  const row = isHeld ? held : kept;
  const crosswise = turned ? crosswiseShift(upright, m) : 0;
  const along =
    (isHeld ? 0 : first + gap) + row.card / 2 + index * row.step + crosswise - begin.share * (first + gap + second);
  return {
    x: begin.x + (upright ? along : 0),
    y: begin.y + (upright ? 0 : along),
    width: isHeld ? m.back : m.pile,
    angle: angleOf(spot, isHeld && !upright && !frame.open),
    level: (isHeld ? 30 : 10) + index,
  };
}

/** The row of the cards that a seat holds. */
function heldRow(at: AtSeat["at"], upright: boolean, { open }: TableFrame, { back }: Measures): Row {
  const step = open ? 0.62 : at === "out" ? 0.08 : HELD;
  return { card: upright || !open ? back : back * TALL, step: back * step };
}

/** The row of the cards that lie before a seat. */
const keptRow = (upright: boolean, { pile }: Measures): Row =>
  upright ? { card: pile, step: pile * KEPT } : { card: pile * TALL, step: pile * 0.58 };

/** How far a card that lies across is shifted, so that it begins where an upright one would. */
const crosswiseShift = (upright: boolean, { pile }: Measures): number => (pile * (TALL - 1) * (upright ? 1 : -1)) / 2;

/** The angle of a card at a seat; cards that are held at the sides lie across. */
function angleOf({ at, index, turned }: AtSeat, across: boolean): number {
  if (at === "taken") return index % 2 ? 3 : -3;
  if (turned) return -90;
  return across ? 90 : 0;
}

/** Cards over each other: how long one is, and how far it is to the next. */
interface Row {
  readonly card: number;
  readonly step: number;
}

function long({ card, step }: Row, cards: number): number {
  return cards ? card + (cards - 1) * step : 0;
}

/** Where a seat's cards lie: the middle across them, and along them the point that `share` of their length is before. */
function lies(side: Side, frame: TableFrame, m: Measures): { x: number; y: number; share: number } {
  const aside = m.half - m.column / 2;
  const beneath = besideY(m) + m.plate + 2;
  switch (side) {
    case "top":
      if (m.low) return { x: m.middle.x - ACROSS_LOW, y: m.plate + 2, share: 1 };
      return { x: m.middle.x, y: 2 * m.plate + m.row / 2, share: 0.5 };
    case "left":
      return { x: m.middle.x - aside, y: beneath, share: 0 };
    case "right":
      return { x: m.middle.x + aside, y: beneath, share: 0 };
    case "bottom":
      if (m.low) return { x: m.middle.x - m.trick * 1.5, y: m.above - m.row / 2, share: 1 };
      return { x: m.middle.x, y: m.above - m.row / 2 - (frame.seated ? 0 : 2 * m.plate), share: 0.5 };
  }
}

/** The middle of the plates at the sides: above the cards of the trick, so that neither lies on the other. */
function besideY(m: Measures): number {
  const pile = TALL + (m.chips ? (HAND_SIZE - 1) * CHIPS.step : 0);
  const overTrick = m.middle.y - (m.trick * pile) / 2 - m.plate - 4;
  return Math.max(m.plate, Math.min(overTrick, m.middle.y - 2 * m.pile - m.plate));
}

const TOWARDS: Record<Side, readonly [number, number]> = { bottom: [0, 1], left: [-1, 0], top: [0, -1], right: [1, 0] };

function trick(seat: Seat, index: number, frame: TableFrame, m: Measures): CardPlace {
  const [right, down] = TOWARDS[sideAt(seat, frame.viewer)];
  const x = m.middle.x + right * m.trick * 0.84;
  const y = m.middle.y + down * m.trick * 0.82;
  return { x, y, width: m.trick, angle: right * 4 + down * 2, level: 60 + index };
}

/** A card on its seat's chip: before the seat, each a little beside the one under it. */
function onChip({ seat, number }: OnChip, frame: TableFrame, m: Measures): CardPlace {
  const [right, down] = TOWARDS[sideAt(seat, frame.viewer)];
  const along = (number - (HAND_SIZE - 1) / 2) * CHIPS.step;
  const x = m.middle.x + m.trick * (right ? right * CHIPS.aside : along);
  const y = m.middle.y + m.trick * (down ? down * CHIPS.across : along);
  return { x, y, width: m.trick, angle: 0, level: 60 + number };
}

/** Where the chip of a seat lies. */
export function chip(seat: Seat, frame: TableFrame, m: Measures = measures(frame)): CardPlace {
  const [right, down] = TOWARDS[sideAt(seat, frame.viewer)];
  const out = CHIPS.out - CHIPS.radius;
  const x = m.middle.x + right * m.trick * (CHIPS.aside + 0.5 + out);
  const y = m.middle.y + down * m.trick * (CHIPS.across + TALL / 2 + out);
  return { x, y, width: 2 * CHIPS.radius * m.trick, angle: 0, level: 5 };
}

/** Where the name of a seat stands: the middle of its plate, or of the edge that it is drawn from. */
export function plate(
  seat: Seat,
  frame: TableFrame,
  m: Measures = measures(frame),
): { x: number; y: number; side: Side; from: "left" | "middle" | "right" } {
  const side = sideAt(seat, frame.viewer);
  const edge = m.half - EDGE;
  switch (side) {
    case "top":
      return { x: m.middle.x, y: m.plate, side, from: "middle" };
    case "left":
      return { x: m.middle.x - edge, y: besideY(m), side, from: "left" };
    case "right":
      return { x: m.middle.x + edge, y: besideY(m), side, from: "right" };
    case "bottom": {
      if (!frame.seated) return { x: m.middle.x, y: m.above - m.plate, side, from: "middle" };
      if (m.low) return { x: EDGE, y: frame.height - m.plate - EDGE, side, from: "left" };
      const beside = m.middle.x - 3 * m.hand - 3 * EDGE - PLATE_WIDE;
      if (beside > EDGE) return { x: beside, y: frame.height - EDGE - (m.hand * TALL) / 2, side, from: "left" };
      return { x: EDGE, y: m.above + m.plate, side, from: "left" };
    }
  }
}
