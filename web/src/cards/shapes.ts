/**
 * The SVG shapes from which cards are drawn: the outlines of suits, the strokes of ranks, and the positions of pips.
 */

export type SuitLetter = "c" | "d" | "h" | "s";

/** The outline of each suit as an SVG path. The path fits a box of 20 by 20 units, centred on the origin. */
export const SUIT_SHAPES: Record<SuitLetter, string> = {
  c: "M0-10a4.7 4.7 0 0 1 4 7.2a4.8 4.8 0 1 1-3 8C1.2 7.2 2 8.8 3.5 10h-7C-2 8.8-1.2 7.2-1 5.2a4.8 4.8 0 1 1-3-8A4.7 4.7 0 0 1 0-10z",
  d: "M0-10.5C2-6.5 4.6-3 8 0C4.6 3 2 6.5 0 10.5C-2 6.5-4.6 3-8 0C-4.6-3-2-6.5 0-10.5z",
  h: "M0 10C-3.5 4.5-10 .5-10-4.4C-10-7.8-7.6-9.6-5.1-9.6C-2.6-9.6-.8-8-0-5.4C.8-8 2.6-9.6 5.1-9.6C7.6-9.6 10-7.8 10-4.4C10 .5 3.5 4.5 0 10z",
  s: "M0-10C3.6-5 10-1.8 10 3C10 6 7.8 7.7 5.5 7.7C3.6 7.7 1.8 6.6.9 4.8C1.1 7.2 2 8.9 3.6 10h-7.2C-2 8.9-1.1 7.2-.9 4.8C-1.8 6.6-3.6 7.7-5.5 7.7C-7.8 7.7-10 6-10 3C-10-1.8-3.6-5 0-10z",
};

/**
 * The strokes of each rank as an SVG path. The path fits a box of 20 by 28 units, centred on the origin. The joker's
 * path is a star.
 */
export const RANK_STROKES: Record<string, string> = {
  "3": "M-7-12.5H7L-1.5-2.5a8.2 8.2 0 1 1-6.5 12.6",
  "4": "M4 14V-12.5L-9 6H9.5",
  "5": "M7-12.5H-5.5L-6.8-1.6a8.2 8.2 0 1 1-1.2 11.7",
  "6": "M5.5-13C-2.5-10-7.5-3-7.5 5.5a7.5 7.9 0 1 0 15 0a7.5 7.9 0 1 0-15 0",
  "7": "M-8-12.5H8L-2.5 14",
  "8": "M0-1.1a6.1 6 0 1 1 .02 0zM0 13.6a7.4 7.3 0 1 1 .02 0z",
  "9": "M-5.5 13C2.5 10 7.5 3 7.5-5.5a7.5 7.9 0 1 0-15 0a7.5 7.9 0 1 0 15 0",
  T: "M-13-9.2L-8-13V14M5.5-13c8 0 8 26.7 0 26.7s-8-26.7 0-26.7z",
  J: "M-2-12.5H6V5.5a7 7.8 0 0 1-13.8 1.6",
  Q: "M0-13c11.4 0 11.4 26.4 0 26.4s-11.4-26.4 0-26.4zM2 6L9 14",
  K: "M-7-13V14M8.5-13L-6.5 4M-1.5-1.5L9 14",
  A: "M-9.5 14L0-12.5L9.5 14M-6 5H6",
  B: "M0-12L3.4-3.6L12.4-3L5.5 2.8L7.7 11.6L0 6.8L-7.7 11.6L-5.5 2.8L-12.4-3L-3.4-3.6z",
};

/** The centre of a pip on a card that is 100 units wide and 140 units high. A `down` pip is drawn upside down. */
export interface Pip {
  x: number;
  y: number;
  hangs: boolean;
}

const LEFT = 39;
const RIGHT = 61;
const MIDDLE = 50;
const ROWS: Record<string, readonly (readonly [number, readonly number[]])[]> = {
  "3": [[MIDDLE, [28, 70, 112]]],
  "4": [[LEFT, [30, 110]], [RIGHT, [30, 110]]], // prettier-ignore
  "5": [[LEFT, [30, 110]], [RIGHT, [30, 110]], [MIDDLE, [70]]], // prettier-ignore
  "6": [[LEFT, [30, 70, 110]], [RIGHT, [30, 70, 110]]], // prettier-ignore
  "7": [[LEFT, [30, 70, 110]], [RIGHT, [30, 70, 110]], [MIDDLE, [50]]], // prettier-ignore
  "8": [[LEFT, [30, 70, 110]], [RIGHT, [30, 70, 110]], [MIDDLE, [50, 90]]], // prettier-ignore
  "9": [[LEFT, [26, 55.5, 84.5, 114]], [RIGHT, [26, 55.5, 84.5, 114]], [MIDDLE, [70]]], // prettier-ignore
  T: [[LEFT, [26, 55.5, 84.5, 114]], [RIGHT, [26, 55.5, 84.5, 114]], [MIDDLE, [41, 99]]], // prettier-ignore
};

/** Returns the pips of a rank. The list is empty for aces and court cards, which are drawn in another way. */
export function pips(rank: string): readonly Pip[] {
  return (ROWS[rank] ?? []).flatMap(([x, rows]) => rows.map((y) => ({ x, y, hangs: y > 70 })));
}

/** The headgear of each court card as SVG paths. It lies above the brow, which is at y = 31. */
export const HEADGEAR: Record<string, string> = {
  J: "M38 31C38 22 62 22 62 31L64 33H36zM58 25C64 16 70 16 74 19C70 21 66 24 62 29z",
  Q: "M38 32L36 20L43 26L50 16L57 26L64 20L62 32z",
  K: "M37 32L35 18L42 24V17H46V22L50 14L54 22V17H58V24L65 18L63 32z",
};

/** The hair of each court card as SVG paths. The hair is drawn behind the face. */
export const HAIR: Record<string, string> = {
  J: "M38 30H62V46C62 50 58 50 58 46V34H42V46C42 50 38 50 38 46z",
  Q: "M37 30H63C65 42 67 50 66 57H59V34H41V57H34C33 50 35 42 37 30z",
  K: "M38 30H62V48C62 58 54 61 50 61C46 61 38 58 38 48z",
};

/** The lattice on a card's back as one SVG path. The lines extend beyond the frame and must be clipped. */
export const LATTICE = Array.from({ length: 27 }, (_, i) => {
  const at = -120 + i * 10;
  return `M${at} 0l140 140M${at + 120} 0l-140 140`;
}).join("");
