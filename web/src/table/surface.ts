/** Computes where the felt of a table and the sign that shows trump are drawn, in CSS pixels. */

import {
  ACROSS_LOW,
  EDGE,
  GAP,
  NARROW,
  PLATE_WIDE,
  measures,
  sidePlate,
  type Measures,
  type TableFrame,
} from "./measures.ts";
import { TALL } from "./trick-spread.ts";

/**
 * The horizontal and vertical distance from a corner of the felt's box to the middle of the rounded corner, as a
 * fraction of the radius.
 */
export const ROUNDED = 0.29;
/** Half the width of the felt divided by its height, if there is enough room. */
const SPREAD = 0.78;

/** The size of the sign that shows trump on a wide table, in CSS pixels. */
const SIGN = { width: 200, height: 76 };
/** The greatest width of the sign where there is room for it, in CSS pixels. */
const WIDEST = 288;
/** The same size if the sign lies on a plate across the rim. */
const ON_RIM = { width: WIDEST, height: 64 };
/** How far the caption of the sign is below the sign's upper edge, in CSS pixels. */
const CAPTION = 14;
/** The greatest width of the rim with the line inside it, in CSS pixels. */
const RIM = 20;
/** Half the greatest width of the opposite name plate on a narrow table, in CSS pixels. */
const PLATE_TOP = { usual: 62, short: 72 };

/** The position of the sign that shows trump: its left or right edge, its top, and its greatest width. */
export interface SignPlace {
  readonly x: number;
  readonly y: number;
  readonly from: "left" | "right";
  readonly room: number;
  /** Whether the sign lies across the rim of the table. */
  readonly onRim: boolean;
}

/** Returns the position of the sign that shows trump. */
export function trumpSign(frame: TableFrame, m: Measures = measures(frame)): SignPlace {
  if (m.low) {
    const room = m.half - EDGE - sidePlate(frame.width) - ACROSS_LOW - EDGE;
    return { x: m.middle.x + ACROSS_LOW, y: 2, from: "left", room, onRim: true };
  }
  const right = { x: frame.width - EDGE, y: m.short ? EDGE / 2 : EDGE, from: "right", onRim: true } as const;
  if (frame.width < NARROW) return { ...right, room: m.middle.x - PLATE_TOP[m.short ? "short" : "usual"] - EDGE };
  const beside = m.middle.x + Math.max(m.longest / 2, ACROSS_LOW) + 2 * EDGE;
  const top = m.plate + 3 * GAP;
  const free = rightOf(surface(frame, m), top + CAPTION) - beside;
  const onRim = free < SIGN.width;
  const plate = { left: m.middle.x + m.half - EDGE - PLATE_WIDE, top: m.beside - m.plate };
  const { width, height } = onRim ? ON_RIM : SIGN;
  if (beside + width > plate.left && top + height > plate.top) return { ...right, room: WIDEST };
  return { x: beside, y: top, from: "left", room: onRim ? WIDEST : Math.min(WIDEST, free), onRim };
}

/** Returns the x coordinate of the felt's edge at the right, inside its rim, at a y coordinate of its upper half. */
export function rightOf({ left, top, width, radius }: Surface, y: number): number {
  const down = Math.max(radius - (y - top), 0);
  return left + width - radius + Math.sqrt(Math.max(radius ** 2 - down ** 2, 0)) - RIM;
}

/** The oval felt: its edges, and the radius of its corners, in CSS pixels. */
export interface Surface {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly radius: number;
}

/**
 * Returns the oval felt. The name plates of the other seats lie across its rim, and the viewer's hand lies across its
 * near edge.
 */
export function surface(frame: TableFrame, m: Measures = measures(frame)): Surface {
  const top = m.plate * 0.8;
  const bottom = frame.seated ? frame.height - m.hand * TALL * 0.4 : frame.height - m.plate * 0.8;
  const height = bottom - top;
  const room = frame.width / 2 - (frame.width < NARROW ? 2 : 2 * EDGE);
  const half = Math.min(room, Math.max(m.half + 2 * EDGE, height * SPREAD));
  const radius = Math.min(half, height / 2) * (height > 2 * half ? 0.62 : 1);
  return { left: m.middle.x - half, top, width: 2 * half, height, radius };
}
