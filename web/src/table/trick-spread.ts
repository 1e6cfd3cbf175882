/**
 * Computes how large the cards of a trick are, and where they and the seats at the sides lie.
 */

/** The height of a card divided by its width. */
export const TALL = 1.4;

/** The chips of a table on which cards are played onto chips. */
export interface ChipSize {
  readonly radius: number;
  /** How far a chip extends beyond the card of the trick on it, towards its player. */
  readonly out: number;
}

/**
 * Returns the size of the chips, in CSS pixels, for the width of a card of the trick. On a low table they extend less
 * towards the players, because the viewer's hand begins there.
 */
export const chipSize = (trick: number, low: boolean): ChipSize => ({
  radius: Math.min(0.34 * trick, 40),
  out: Math.min((low ? 0.15 : 0.22) * trick, 24), // the cards that a player keeps lie beyond it
});

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
  /** The horizontal and the vertical distance from the middle of the table to the edge of what lies there. */
  readonly wide: number;
  readonly high: number;
}

type Distances = Pick<TrickSpread, "aside" | "across" | "shift">;
const USUAL: Distances = { aside: 0.84, across: 0.7, shift: 0 };
const LOW: Distances = { aside: 1.66, across: 0.25, shift: 0.55 };

/** Returns where the cards of a trick lie. On a low table they lie almost in a row, so that they can be large. */
export function trickSpread(low: boolean): TrickSpread {
  const lies = low ? LOW : USUAL;
  return { ...lies, wide: lies.aside + 0.55, high: lies.across + TALL / 2 + 0.02 };
}

/** The seats at the sides of a table: the lengths of their name plates, in CSS pixels. */
export interface SideSeats {
  /** Half the height of a name plate. */
  readonly half: number;
  /** The least distance of a name plate from the middle of the trick. */
  readonly least: number;
}

/** The width of a card of the trick, and the y coordinates of the trick and of the name plates at the sides. */
export interface TrickPlace {
  readonly trick: number;
  readonly y: number;
  readonly beside: number;
}

/** Returns where the trick and the seats at the sides are. The name plates are above the sides' cards of the trick. */
export function alignedTrick(trick: number, y: number, { half, least }: SideSeats): TrickPlace {
  const over = y - (trick * TALL) / 2 - half - 4;
  return { trick, y, beside: Math.max(half, Math.min(over, y - least - half)) };
}
