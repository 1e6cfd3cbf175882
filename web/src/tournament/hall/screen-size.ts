/** Measures the hall's screen and texts, to decide how much text fits on the screen. */

import type { ScreenSize } from "./slides.ts";

/** The font size in units; a unit is the CSS variable `--u` of the screen. */
const LETTER = 7.2;
/** The width of both margins together, in units. */
const MARGINS = 8;
/** The font size in pixels that texts are measured with. */
const FONT = 100;

let pen: CanvasRenderingContext2D | null | undefined;

/** Returns the size of the screen in font sizes. A unit is 1 % of the height, or less if the screen is narrow. */
export function screenSize(width: number, height: number): ScreenSize {
  return {
    wide: width / height >= 1.5,
    width: (width / Math.min(height / 100, (0.75 * width) / 100) - MARGINS) / LETTER,
    measure,
  };
}

/** Returns the width of a text, as a multiple of the font size. */
function measure(text: string): number {
  pen ??= document.createElement("canvas").getContext("2d");
  if (pen) pen.font = `${FONT}px ${getComputedStyle(document.body).fontFamily}`;
  return (pen?.measureText(text).width ?? FONT * text.length) / FONT;
}
