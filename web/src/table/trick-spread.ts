/**
 * Computes how large the cards of a trick are, and where they and the seats at the sides lie.
 */

import { HAND_SIZE } from "../lib/game/seats.ts";

/** The height of a card divided by its width. */
export const TALL = 1.4;

/** The chips of a table on which cards are played onto chips. Lengths are fractions of the width of a card. */
export const CHIPS = {
  /** The shift of each card from the card under it. It leaves every card visible, so that the cards can be counted. */
  step: 0.12,
  radius: 0.34,
  /** How far a chip extends beyond the cards on it, towards its player. */
  out: 0.22,
} as const;
/** Half the height of the cards on a chip at the side, as a fraction of a card's width. */
export const PILED = TALL / 2 + ((HAND_SIZE - 1) / 2) * CHIPS.step;

/**
 * Where the cards of a trick lie, as distances from the middle of the table to the middle of a card. The distances are
 * fractions of the width of a card.
 */
export interface TrickSpread {
  /** The horizontal distance of the cards of the seats at the sides. */
  readonly aside: number;
  /** The vertical distance of the cards of the seats at the top and bottom. */
  readonly across: number;
  /** How far the card of the seat at the top lies to the left, and the card of the seat at the bottom to the right. */
  readonly shift: number;
  /** How far the piles of the seats at the sides lie below the middle of the table. */
  readonly drop: number;
  /** The horizontal and the vertical distance from the middle of the table to the edge of what lies there. */
  readonly wide: number;
  readonly high: number;
}

type Distances = Pick<TrickSpread, "aside" | "across" | "shift" | "drop">;
const USUAL: Record<"gathered" | "chips", Distances> = {
  gathered: { aside: 0.84, across: 0.7, shift: 0, drop: 0 },
  chips: { aside: 1.26, across: 0.73, shift: 0, drop: 0 },
};
const LOW: Record<"gathered" | "chips", Distances> = {
  gathered: { aside: 1.66, across: 0.25, shift: 0.55, drop: 0 },
  chips: { aside: 2.08, across: 0.25, shift: 0.79, drop: PILED - TALL / 2 },
};

/** Returns where the cards of a trick lie. On a low table they lie almost in a row, so that they can be large. */
export function trickSpread(low: boolean, chips: boolean): TrickSpread {
  const lies = (low ? LOW : USUAL)[chips ? "chips" : "gathered"];
  const [wider, higher] = chips
    ? ([0.5 + CHIPS.out, TALL / 2 + CHIPS.out] as const)
    : ([0.55, TALL / 2 + 0.02] as const);
  return { ...lies, wide: lies.aside + wider, high: lies.across + higher };
}

/** The seats at the sides of a table: the lengths of their name plates and cards, in CSS pixels. */
export interface SideSeats {
  /** Half the height of a name plate. */
  readonly half: number;
  /** The height of the seat's column of cards. */
  readonly cards: number;
  /** The least distance of a name plate from the middle of the trick. */
  readonly least: number;
}

/** The width of a card of the trick, and the y coordinates of the trick and of the name plates at the sides. */
export interface TrickPlace {
  readonly trick: number;
  readonly y: number;
  readonly beside: number;
}

/** Returns where the seats at the sides are if they are beside the trick. Their name plates are above its cards. */
export function alignedTrick(trick: number, y: number, chips: boolean, { half, least }: SideSeats): TrickPlace {
  const over = y - trick * (chips ? PILED : TALL / 2) - half - 4;
  return { trick, y, beside: Math.max(half, Math.min(over, y - least - half)) };
}

/** Returns the place with the larger cards; `place` if there is no other. */
export const larger = (place: TrickPlace, other: TrickPlace | undefined): TrickPlace =>
  other && other.trick > place.trick ? other : place;

/** The part of a narrow table in which a trick lies, in CSS pixels. */
export interface TrickRoom {
  /** The y coordinates below which the trick lies, and above which it ends. */
  readonly top: number;
  readonly end: number;
  /** Half the width of the table. */
  readonly half: number;
  /** The greatest width of a card. */
  readonly most: number;
}

/** The height of the pack and of the sign that shows trump, in the upper corners of a narrow table, in CSS pixels. */
const CORNERS = 64;
const MARGIN = 8;

/**
 * Returns where a trick on chips lies if the seats at the sides are above it. On a narrow table it can then be as wide
 * as the table.
 */
export function stackedTrick(room: TrickRoom, { wide, high }: TrickSpread, { half, cards }: SideSeats): TrickPlace {
  const under = CORNERS + 2 * half + cards + MARGIN;
  const trick = Math.min((room.end - under) / (PILED + high), (room.half - MARGIN) / wide, room.most);
  const least = Math.max(room.top + high * trick, under + PILED * trick);
  const y = (least + room.end - high * trick) / 2;
  return { trick, y, beside: y - PILED * trick - MARGIN - cards - half };
}
