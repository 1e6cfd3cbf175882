/**
 * Where everything lies on a table of some size: the one place that knows lengths and angles.
 *
 * Lengths are CSS pixels from the table's top left corner; a card's place is its middle. The viewer sits at the bottom.
 */

import { after, SEATS } from "../table/facts.ts";
import type { Spot, Thing } from "../table/spots.ts";
import type { Seat } from "../wire/types.ts";

/** A card's height over its width. */
export const TALL = 1.4;
const GAP = 6;
const EDGE = 8;
const TOUCH = 44;
/** Half of the height of a seat's plate, and a little. */
const PLATE = 27;

/** Where a card is drawn: its middle, its width, its angle in degrees, and what it lies above. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly angle: number;
  readonly level: number;
}

/** The table's measures. */
export interface Frame {
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
  return SEATS.map((_, i) => after(viewer, i));
}

/** All that follows from a frame alone. */
export interface Measures {
  readonly low: boolean;
  readonly unit: number;
  readonly middle: { readonly x: number; readonly y: number };
  /** Half of the table's width, from the middle to where the seats at the sides begin. */
  readonly half: number;
  /** The height of the table above the calls and the hand. */
  readonly above: number;
  readonly hand: number;
  readonly trick: number;
  readonly back: number;
  readonly pile: number;
}

const PLAIN = { width: 360, height: 410 };

/** Whether a table is wide and low, as on a phone that lies on its side: then what is asked stands beside the hand. */
export function isLow(width: number, height: number): boolean {
  return height < 480 && width > height * 1.3;
}

export function measures(frame: Frame): Measures {
  const { width, height } = frame;
  const above = height - frame.foot;
  const low = frame.seated && isLow(width, height);
  const unit = low
    ? Math.max(0.6, Math.min(width / 620, (above - 2 * PLATE) / 180, 1.2))
    : Math.max(0.5, Math.min(width / PLAIN.width, above / PLAIN.height, 1.7));
  const top = 2 * PLATE + (low ? 0 : 50 * unit);
  const bottom = low ? 0 : 2 * PLATE + (frame.seated ? 40 : 60) * unit;
  return {
    low,
    unit,
    half: Math.min(width / 2, low ? 380 : 330 * unit),
    above,
    hand: handCard(width, height),
    middle: { x: width / 2, y: top + (above - top - bottom) / 2 },
    trick: low ? Math.min(58 * unit, (above - top) / 3.1) : 58 * unit,
    back: (frame.open ? 46 : 32) * unit,
    pile: low ? 40 * unit : Math.max(TOUCH * unit, 36),
  };
}

/** How wide a card of the viewer's hand is. */
export function handCard(width: number, height: number): number {
  return Math.max(TOUCH, Math.min(handWidth(width, 5), 112, height * (isLow(width, height) ? 0.17 : 0.16)));
}

/** The room at the bottom for the hand and, above it, for what is asked. */
export function footOf(width: number, height: number): number {
  const asked = isLow(width, height) ? 0 : height > 620 ? 164 : height > 520 ? 108 : 58;
  return handCard(width, height) * TALL + 2 * EDGE + asked;
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
export function places(things: readonly Thing[], frame: Frame): Place[] {
  const measured = measures(frame);
  return things.map((thing) => place(thing.spot, frame, measured));
}

/** The place of a card that lies on a spot. */
export function place(spot: Spot, frame: Frame, m: Measures = measures(frame)): Place {
  switch (spot.at) {
    case "pack":
      return pack(spot.index, frame, m);
    case "turned":
      return { ...pack(6, frame, m), level: 20 };
    case "hand":
    case "out":
      return inHand(spot.seat, spot.index, spot.count, frame, m, spot.at === "out");
    case "shown":
      return shown(spot.index, spot.seat, frame, m);
    case "trick":
      return trick(spot.seat, spot.index, frame, m);
    case "pile":
      return pile(spot.seat, spot.index, frame, m);
    case "taken":
      return taken(spot.seat, spot.index, frame, m);
  }
}

function pack(index: number, frame: Frame, m: Measures): Place {
  const rise = Math.max(index, 0) * 1.2;
  if (frame.calling) {
    return { x: m.middle.x - rise, y: m.middle.y - rise, width: m.trick, angle: 0, level: index };
  }
  const width = m.pile;
  const corner: Record<Side, readonly [number, number]> = {
    bottom: [-1, 1],
    left: [-1, -1],
    top: [1, -1],
    right: [1, 1],
  };
  const [right, down] = corner[sideAt(frame.dealer, frame.viewer)];
  const x = m.low ? (down < 0 ? m.trick * 3.6 : m.trick + m.pile * 3) : m.half - width / 2 - EDGE - 4;
  const y = down < 0 ? 8 * m.unit + 6 + (width * TALL) / 2 : m.above - (width * TALL) / 2 - 8 * m.unit;
  return { x: m.middle.x + right * x - rise, y: y - rise, width, angle: 0, level: index };
}

function inHand(seat: Seat, index: number, count: number, frame: Frame, m: Measures, out: boolean): Place {
  const side = sideAt(seat, frame.viewer);
  const level = 30 + index;
  if (side === "bottom" && frame.seated) {
    const x = m.middle.x + along(index, count, m.hand, Math.min(frame.width - 2 * EDGE, 7 * m.hand));
    return { x, y: frame.height - (m.hand * TALL) / 2 - EDGE, width: m.hand, angle: 0, level };
  }
  const width = m.back;
  const step = out ? width * 0.08 : width * (frame.open ? 0.62 : 0.3);
  const row = (index - (count - 1) / 2) * step;
  const at = backs(side, m, frame);
  return { x: at.x + row, y: at.y, width, angle: 0, level };
}

/** The middle of the cards that a seat at a side holds. */
function backs(side: Side, m: Measures, frame: Frame): { x: number; y: number } {
  const wide = m.back * (frame.open ? 3.5 : 2.2);
  const edge = m.half - wide / 2 - EDGE;
  switch (side) {
    case "top":
      if (m.low) return { x: m.middle.x - 74 - wide / 2, y: PLATE + 2 };
      return { x: m.middle.x - (frame.open ? 68 : 40) * m.unit, y: 2 * PLATE + 26 * m.unit };
    case "left":
      return { x: m.middle.x - edge, y: m.middle.y };
    case "right":
      return { x: m.middle.x + edge, y: m.middle.y };
    case "bottom":
      if (m.low) return { x: m.middle.x + m.trick * 1.4, y: m.above - m.back * 0.75 };
      return { x: m.middle.x - (frame.open ? 68 : 40) * m.unit, y: m.above - 2 * PLATE - m.back * 0.7 };
  }
}

const TOWARDS: Record<Side, readonly [number, number]> = { bottom: [0, 1], left: [-1, 0], top: [0, -1], right: [1, 0] };

function trick(seat: Seat, index: number, frame: Frame, m: Measures): Place {
  const [right, down] = TOWARDS[sideAt(seat, frame.viewer)];
  const x = m.middle.x + right * m.trick * 0.84;
  const y = m.middle.y + down * m.trick * 0.82;
  return { x, y, width: m.trick, angle: right * 4 + down * 2, level: 60 + index };
}

/** Where the cards that stay before a player begin, and how they go on. */
function chip(seat: Seat, frame: Frame, m: Measures): { x: number; y: number } {
  const wide = m.pile * 2.2;
  switch (sideAt(seat, frame.viewer)) {
    case "top":
      if (m.low) return { x: m.middle.x + 78 + m.pile / 2, y: PLATE + 4 };
      return { x: m.middle.x + (frame.open ? 46 : 22) * m.unit, y: 2 * PLATE + 26 * m.unit };
    case "left":
      return { x: m.middle.x - m.half + EDGE + m.pile / 2, y: m.middle.y + m.back * 0.7 + m.pile * 0.75 };
    case "right":
      return { x: m.middle.x + m.half - EDGE - wide + m.pile / 2, y: m.middle.y + m.back * 0.7 + m.pile * 0.75 };
    case "bottom":
      if (m.low) return { x: m.middle.x - m.trick - wide, y: m.above - m.pile * 0.75 };
      if (!frame.seated) return { x: m.middle.x + 46 * m.unit, y: m.above - 2 * PLATE - m.pile * 0.7 };
      return { x: m.middle.x - wide / 2 + m.pile / 2, y: m.above - 2 * PLATE - m.pile * 0.7 };
  }
}

function pile(seat: Seat, index: number, frame: Frame, m: Measures): Place {
  const at = chip(seat, frame, m);
  return { x: at.x + index * m.pile * 0.3, y: at.y, width: m.pile, angle: 0, level: 10 + index };
}

function taken(seat: Seat, index: number, frame: Frame, m: Measures): Place {
  const at = chip(seat, frame, m);
  const number = Math.floor(index / 4);
  const width = m.back;
  return { x: at.x + number * width * 0.42, y: at.y, width, angle: number % 2 ? 3 : -3, level: 10 + index };
}

function shown(index: number, seat: Seat, frame: Frame, m: Measures): Place {
  const at = chip(seat, frame, m);
  return { x: at.x + index * m.pile * 0.5, y: at.y, width: m.pile, angle: 0, level: 50 + index };
}

/** Where the name of a seat stands: the middle of its plate. */
export function plate(seat: Seat, frame: Frame, m: Measures = measures(frame)): { x: number; y: number; side: Side } {
  const side = sideAt(seat, frame.viewer);
  const edge = m.half - EDGE;
  switch (side) {
    case "top":
      return { x: m.middle.x, y: PLATE, side };
    case "left":
      return { x: m.middle.x - edge, y: m.middle.y - m.back * 0.7 - PLATE, side };
    case "right":
      return { x: m.middle.x + edge, y: m.middle.y - m.back * 0.7 - PLATE, side };
    case "bottom":
      if (m.low) return { x: EDGE + 2 * PLATE, y: frame.height - PLATE - EDGE, side };
      return { x: m.middle.x, y: m.above - PLATE, side };
  }
}
