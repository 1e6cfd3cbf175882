/**
 * Computes where the chip and the name plate of each seat are drawn.
 *
 * Coordinates are CSS pixels from the top left corner of the table. The viewer sits at the bottom.
 */

import type { Seat } from "../wire/types.ts";
import { EDGE, handed, measures, sideAt, TOWARDS, type Measures, type Side, type TableFrame } from "./measures.ts";
import { chipSize, TALL } from "./trick-spread.ts";

/** The position of a chip on screen: its centre and its width. */
export interface ChipPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The position of a name plate on screen. */
export interface PlatePlace {
  readonly x: number;
  readonly y: number;
  readonly side: Side;
  readonly from: "left" | "middle" | "right";
}

/** Returns the position of a seat's chip. */
export function chip(seat: Seat, frame: TableFrame, m: Measures = measures(frame)): ChipPlace {
  const [right, down] = TOWARDS[sideAt(seat, frame.viewer)];
  const { radius, out } = chipSize(m.trick, m.low);
  const { aside, across, shift } = m.spread;
  const x = m.middle.x + m.trick * (right * (aside + 0.5) + down * shift) + right * (out - radius);
  const y = m.middle.y + down * (m.trick * (across + TALL / 2) + out - radius);
  return { x, y, width: 2 * radius };
}

/**
 * Returns the position of a seat's name plate. `from` tells which point of the plate is meant: its middle, or the
 * middle of its left or right edge.
 */
export function plate(seat: Seat, frame: TableFrame, m: Measures = measures(frame)): PlatePlace {
  const side = sideAt(seat, frame.viewer);
  const edge = m.half - EDGE;
  switch (side) {
    case "top":
      return { x: m.middle.x, y: m.plate, side, from: "middle" };
    case "left":
      return { x: m.middle.x - edge, y: m.beside, side, from: "left" };
    case "right":
      return { x: m.middle.x + edge, y: m.beside, side, from: "right" };
    case "bottom": {
      if (!frame.seated) return { x: m.middle.x, y: m.above - m.plate, side, from: "middle" };
      const y = m.wing || m.low ? frame.height - EDGE - m.plate : m.above + m.plate;
      const towards = Boolean(m.wing) === frame.leftHanded ? "left" : "right";
      return { x: handed(m.wing ? m.wing - 2 * EDGE : EDGE, frame), y, side, from: towards };
    }
  }
}
