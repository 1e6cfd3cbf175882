/**
 * Computes where each card of a table is drawn.
 *
 * Coordinates are CSS pixels from the top left corner of the table. The position of a card is the card's centre. The
 * viewer sits at the bottom.
 */

import { HAND_SIZE } from "../lib/game/seats.ts";
import type { Seat } from "../wire/types.ts";
import type { AtSeat, Spot } from "./card-spots.ts";
import {
  GAP,
  EDGE,
  ACROSS_LOW,
  ACROSS_SHORT,
  HELD,
  KEPT,
  TOUCH,
  TOWARDS,
  handed,
  handSpan,
  sideAt,
  measures,
  type Measures,
  type Side,
  type TableFrame,
} from "./measures.ts";
import { ROUNDED, surface } from "./surface.ts";
import { TALL } from "./trick-spread.ts";

/** The position of a card on screen: its centre, its width, its angle in degrees, and its z-index (`level`). */
export interface CardPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly angle: number;
  readonly level: number;
}

/**
 * Returns the offset of a card from the middle of its row, in CSS pixels. If the cards do not fit side by side into a
 * row of length `room`, they overlap.
 */
function along(index: number, count: number, card: number, room: number): number {
  const step = Math.min(card + GAP, count > 1 ? (room - card) / (count - 1) : 0);
  return (index - (count - 1) / 2) * step;
}

/** Returns the position on screen of a card that lies on a spot. */
export function place(spot: Spot, frame: TableFrame, m: Measures = measures(frame)): CardPlace {
  switch (spot.at) {
    case "pack":
      return pack(spot.index, frame, m);
    case "turned":
      return { ...pack(6, frame, m), level: 20 };
    case "trick":
      return trick(spot.seat, spot.index, frame, m);
    case "hand":
      return frame.seated && spot.seat === frame.viewer ? own(spot, frame, m) : held(spot, frame, m);
    case "out":
      return held(spot, frame, m);
    default:
      return atSeat(spot, frame, m);
  }
}

/**
 * The corner of the table in which each dealer's pack lies. The sign that shows trump is at the top right. On a low
 * table, the pack at the left lies beside the cards of the seat there, below its name plate.
 */
const CORNER: Record<Side, readonly [number, number]> = {
  bottom: [-1, 1],
  left: [-1, -1],
  top: [-1, -1],
  right: [1, 1],
};

/** The same corners on a low table, where the viewer's cards lie at the left of the trick. */
const LOW_CORNER: typeof CORNER = { ...CORNER, bottom: [1, 1] };

/** The same corners on a short table, where name plates fill the upper corners. */
const SHORT_CORNER: typeof CORNER = { ...CORNER, left: [-1, 1], top: [1, 1] };

function pack(index: number, frame: TableFrame, m: Measures): CardPlace {
  const rise = Math.max(index, 0) * 1.2;
  if (frame.calling) {
    const y = (m.under + m.above - m.calls) / 2;
    return { x: m.middle.x - rise, y: y - rise, width: m.up, angle: 0, level: index };
  }
  const width = m.pile;
  const [right, down] = (m.short ? SHORT_CORNER : m.low && frame.seated ? LOW_CORNER : CORNER)[dealerSide(frame)];
  // in a lower corner, the pack lies beside the column of cards of the seat at that side of the table
  const beside = down < 0 ? width / 2 + EDGE : m.column + width / 2;
  if (!m.low && !frame.open && frame.width > frame.height) {
    const shift = down < 0 ? m.half * 0.36 + m.trick * 0.5 : m.half * 0.62;
    const y = down < 0 ? m.plate + 2 * GAP + (width * TALL) / 2 : m.above - (width * TALL) / 2;
    return { x: m.middle.x + right * shift - rise, y: y - rise, width, angle: 0, level: index };
  }
  const edge = (width * TALL) / 2 + (m.low ? 2 : EDGE);
  if (m.low) {
    const aside = down < 0 ? m.half - m.column - width / 2 : m.trick * m.spread.wide + width / 2 + EDGE;
    const y = down < 0 ? m.beside + m.plate + edge : m.above - edge;
    return { x: m.middle.x + right * aside - rise, y: y - rise, width, angle: 0, level: index };
  }
  const inside = frame.open ? 0 : surface(frame, m).radius * ROUNDED;
  const y = down < 0 ? edge + inside : m.above - edge;
  return { x: m.middle.x + right * (m.half - beside - inside) - rise, y: y - rise, width, angle: 0, level: index };
}

/** Returns the side of the table at which the dealer sits, as the viewer sees it. */
const dealerSide = ({ dealer, viewer }: TableFrame): Side => sideAt(dealer, viewer);

/** Returns the position of a card in the viewer's own hand, which is drawn large at the bottom. */
function own({ index, count }: AtSeat, frame: TableFrame, m: Measures): CardPlace {
  const room = Math.max(handSpan(m.hand, frame.width, frame.height), m.hand + (count - 1) * TOUCH);
  const x = m.middle.x + along(index, count, m.hand, room);
  const y = frame.height - (m.hand * TALL) / 2 - EDGE;
  return { x, y, width: m.hand, angle: 0, level: 30 + index };
}

/**
 * Returns the position of a card in another seat's hand. On a low table, the name plate of a seat at the top or bottom
 * covers the middle of its hand, and its cards on the table lie beside the name plate. So does the opposite seat's on a
 * short table.
 */
function held(spot: AtSeat, frame: TableFrame, m: Measures): CardPlace {
  const side = sideAt(spot.seat, frame.viewer);
  const own = frame.seated && side === "bottom";
  if (!(m.low || m.short) || own || side === "left" || side === "right") return atSeat(spot, frame, m);
  const { step } = heldRow(spot.at, true, frame, m);
  const half = Math.max(m.plate, (m.back * TALL) / 2) + 2;
  return {
    x: m.middle.x + (spot.index - (spot.count - 1) / 2) * step,
    y: side === "top" ? half : m.above - half,
    width: m.back,
    angle: 0,
    level: 30 + spot.index,
  };
}

/**
 * Returns the position of a card at a seat. The seat's hand and its cards on the table form one row below the name
 * plate. At the sides of the table they form a column.
 */
function atSeat(spot: AtSeat, frame: TableFrame, m: Measures): CardPlace {
  const { at, index, count, beside, turned = false } = spot;
  const side = sideAt(spot.seat, frame.viewer);
  const upright = side === "top" || side === "bottom";
  const isHeld = at === "hand" || at === "out";
  const hand = heldRow(at, upright, frame, m);
  const kept = keptRow(upright, m, keptRoom(side, m));
  const first = frame.seated && side === "bottom" ? 0 : lengthOf(hand, isHeld ? count : beside);
  const second = lengthOf(kept, isHeld ? beside : count);
  const gap = first && second ? GAP : 0;
  const begin = rowAnchor(side, frame, m);
  const row = isHeld ? hand : kept;
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

/** Returns the measures of the row that a seat's hand forms. `upright` is false for a seat at the side of the table. */
function heldRow(at: AtSeat["at"], upright: boolean, { open }: TableFrame, { back }: Measures): Row {
  const step = open ? 0.62 : at === "out" ? 0.08 : HELD;
  return { card: upright || !open ? back : back * TALL, step: back * step };
}

/** Returns the measures of the row that the cards on the table form in front of a seat, in a room of a given width. */
function keptRow(upright: boolean, { pile }: Measures, room: number): Row {
  if (!upright) return { card: pile * TALL, step: pile * 0.58 };
  return { card: pile, step: Math.min(pile * KEPT, (room - pile * TALL) / (HAND_SIZE - 1)) };
}

/**
 * Returns the width of the room for a seat's cards on the table: beside the viewer's hand, above the name plate, or
 * beside the opposite name plate on a short table.
 */
function keptRoom(side: Side, m: Measures): number {
  if (side === "bottom" && m.wing) return m.wing - 3 * EDGE;
  return side === "top" && m.short ? m.middle.x - ACROSS_SHORT - EDGE : Infinity;
}

/** Returns by how much a crosswise card is shifted, so that it begins where an upright card would begin. */
const crosswiseShift = (upright: boolean, { pile }: Measures): number => (pile * (TALL - 1) * (upright ? 1 : -1)) / 2;

/**
 * Returns the angle of a card at a seat, in degrees. `across` is true for the hidden hand of a seat at the side of the
 * table, whose cards lie crosswise. A card that is `turned` has won its trick. The cards of taken tricks lie askew.
 */
function angleOf({ at, index, turned }: AtSeat, across: boolean): number {
  if (at === "taken") return index % 2 ? 3 : -3;
  if (turned) return -90;
  return across ? 90 : 0;
}

/**
 * The measures of a row of overlapping cards, in CSS pixels: the length of a card, and the distance between
 * neighbouring cards.
 */
interface Row {
  readonly card: number;
  readonly step: number;
}

function lengthOf({ card, step }: Row, cards: number): number {
  return cards ? card + (cards - 1) * step : 0;
}

/**
 * Returns the point to which a seat's row of cards is attached. `share` is the fraction of the row's length that lies
 * left of the point, or above the point if the row is a column.
 */
function rowAnchor(side: Side, frame: TableFrame, m: Measures): { x: number; y: number; share: number } {
  const aside = m.half - m.column / 2;
  const beneath = m.beside + m.plate + 2;
  switch (side) {
    case "top":
      if (m.low || m.short)
        return { x: m.middle.x - across(m), y: Math.max(m.plate, (m.back * TALL) / 2) + 2, share: 1 };
      return {
        x: m.middle.x,
        y: 2 * m.plate + m.row / 2,
        share: 0.5,
      };
    case "left":
      return { x: m.middle.x - aside, y: beneath, share: 0 };
    case "right":
      return { x: m.middle.x + aside, y: beneath, share: 0 };
    case "bottom":
      if (m.wing) {
        const y = frame.height - 2 * EDGE - 2 * m.plate - (m.pile * TALL) / 2;
        return { x: handed(m.wing - 2 * EDGE, frame), y, share: frame.leftHanded ? 0 : 1 };
      }
      if (m.low && frame.seated)
        return { x: m.middle.x - m.trick * m.spread.wide - GAP, y: m.above - m.row / 2, share: 1 };
      if (m.low) return { x: m.middle.x - ACROSS_LOW, y: m.above - (m.back * TALL) / 2, share: 1 };
      return { x: m.middle.x, y: m.above - m.row / 2 - (frame.seated ? 0 : 2 * m.plate), share: 0.5 };
  }
}

/** Returns the distance from the middle to the cards of the opposite seat on a low or a short table. */
function across({ low, trick, spread }: Measures): number {
  return low ? Math.max(ACROSS_LOW, trick * (spread.shift + 0.5) + GAP) : ACROSS_SHORT;
}

function trick(seat: Seat, index: number, frame: TableFrame, m: Measures): CardPlace {
  const [right, down] = TOWARDS[sideAt(seat, frame.viewer)];
  const x = m.middle.x + m.trick * (right * m.spread.aside + down * m.spread.shift);
  const y = m.middle.y + m.trick * down * m.spread.across;
  return { x, y, width: m.trick, angle: right * 4 + down * 2, level: 60 + index };
}
