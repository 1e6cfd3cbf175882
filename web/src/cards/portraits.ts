/**
 * The form of a court card's picture, and the shapes that several pictures share. A picture shows one half of a card
 * that is 100 units wide and 140 units high; the other half is the same picture turned by 180 degrees. The middle of
 * each face is near (58, 33).
 */

/** How a shape is painted. `Court.svelte` has a style for each paint. */
export type Paint =
  | "robe" // the main colour of the dress, which depends on the suit
  | "deep" // a darker shade of the main colour
  | "tint" // a pale shade of the main colour
  | "accent" // a second colour of the dress
  | "gold"
  | "brass" // a gold that is darker than "gold"
  | "white"
  | "paper"
  | "steel"
  | "wood"
  | "leaf"
  | "skin"
  | "shade" // skin in the shade
  | "blush"
  | "hair"
  | "lips"
  | "eye"
  | "line" // all paints from here on are strokes
  | "fine"
  | "brow"
  | "seam"
  | "ring"
  | "stem"
  | "bow"
  | "petal"
  | "fold"
  | "glint"
  | "lock"; // a strand of hair

/** A shape of a picture: its paint, its path, and a transform. Later shapes cover earlier ones. */
export type Shape = readonly [paint: Paint, path: string, move?: string];

/** A character of a court card or of the joker. */
export interface Portrait {
  skin: string;
  hair: string;
  shapes: readonly Shape[];
}

const FIST_SHAPE =
  "M31.4 57.2Q31.4 54.8 33.8 54.8H38.2Q40.4 54.8 40.4 57.2V61.2Q40.4 64.4 37.2 64.4H34.6Q31.4 64.4 31.4 61.2z";
const FINGERS = "M31.8 57.6H37.6M31.6 60H37.6M32 62.3H37.4";

/** Returns a closed hand around an upright staff at x = 35.5, moved by an SVG transform. */
export function fist(move = ""): readonly Shape[] {
  return [
    ["skin", FIST_SHAPE, move],
    ["fine", FINGERS, move],
  ];
}

/** The eyes and the nose of a face that looks straight at the viewer, of one that looks left, and of one that looks right. */
export const FRONT: readonly Shape[] = [
  ["eye", "M53.7 29.3a1.3 1.3 0 1 1-.01 0zM62.3 29.3a1.3 1.3 0 1 1-.01 0z"],
  ["line", "M51.2 30.6Q53.6 27.9 56.1 30.4M64.8 30.6Q62.4 27.9 59.9 30.4"],
  ["fine", "M58.9 30L57.4 36.2Q58.2 37.1 59.8 36.8"],
];
export const LOOKS_LEFT: readonly Shape[] = [
  ["eye", "M52 29.4a1.3 1.3 0 1 1-.01 0zM60 29.4a1.3 1.3 0 1 1-.01 0z"],
  ["line", "M50 30.5Q52 27.9 54.2 30.3M57.8 30.4Q60.2 27.8 62.8 30.5"],
  ["fine", "M55.6 29.8C54.8 32.2 53.6 34.6 52.8 36.2Q53.6 37.2 55.6 36.8"],
];
export const LOOKS_RIGHT: readonly Shape[] = [
  ["eye", "M64 29.4a1.3 1.3 0 1 1-.01 0zM56 29.4a1.3 1.3 0 1 1-.01 0z"],
  ["line", "M66 30.5Q64 27.9 61.8 30.3M58.2 30.4Q55.8 27.8 53.2 30.5"],
  ["fine", "M60.4 29.8C61.2 32.2 62.4 34.6 63.2 36.2Q62.4 37.2 60.4 36.8"],
];
