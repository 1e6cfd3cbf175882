/** The positions of the corner index and of the pips on a card that is 100 units wide and 140 units high. */

/** The centre of a pip, and whether it is drawn upside down. */
export interface Pip {
  x: number;
  y: number;
  hangs: boolean;
}

/** The size of a pip in relation to the outline of its suit. */
export const PIP_SCALE = 0.8;

/** The middle and the size of the rank and of the suit in the upper left corner. */
export const CORNER = {
  rank: { x: 13.6, y: 20, scale: 0.96 },
  suit: { x: 13.6, y: 42.4, scale: 0.72 },
};

const LEFT = 34.5;
const RIGHT = 65.5;
const MIDDLE = 50;
const SIDES = [LEFT, RIGHT];
const TWO_ROWS = [22, 118];
const THREE_ROWS = [22, 70, 118];
const FOUR_ROWS = [22, 54, 86, 118];
const COLUMNS: Record<string, readonly (readonly [columns: readonly number[], rows: readonly number[]])[]> = {
  "3": [[[MIDDLE], THREE_ROWS]],
  "4": [[SIDES, TWO_ROWS]],
  "5": [[SIDES, TWO_ROWS], [[MIDDLE], [70]]], // prettier-ignore
  "6": [[SIDES, THREE_ROWS]],
  "7": [[SIDES, THREE_ROWS], [[MIDDLE], [46]]], // prettier-ignore
  "8": [[SIDES, THREE_ROWS], [[MIDDLE], [46, 94]]], // prettier-ignore
  "9": [[SIDES, FOUR_ROWS], [[MIDDLE], [70]]], // prettier-ignore
  T: [[SIDES, FOUR_ROWS], [[MIDDLE], [38, 102]]], // prettier-ignore
};

/** Returns the pips of a rank. The list is empty for aces and court cards, which are drawn in another way. */
export function pips(rank: string): readonly Pip[] {
  return (COLUMNS[rank] ?? []).flatMap(([columns, rows]) =>
    columns.flatMap((x) => rows.map((y) => ({ x, y, hangs: y > 70 }))),
  );
}
