/** How much text has room on the hall's screen. */

import type { ScreenSize } from "./slides.ts";

/** The font size, in units of the screen's styles. */
const LETTER = 7.2;
/** The width of both margins, in units. */
const MARGINS = 8;
/** The font size that texts are measured in, in pixels. */
const FONT = 100;

let pen: CanvasRenderingContext2D | null | undefined;

/** Returns the screen's size in letters. A unit is 1 % of its height, or less where the screen is narrow. */
export function screenSize(width: number, height: number): ScreenSize {
  return {
    wide: width / height >= 1.5,
    width: (width / Math.min(height / 100, (0.75 * width) / 100) - MARGINS) / LETTER,
    measure,
  };
}

/** Returns the width of a text in letters' sizes. */
function measure(text: string): number {
  pen ??= document.createElement("canvas").getContext("2d");
  if (pen) pen.font = `${FONT}px ${getComputedStyle(document.body).fontFamily}`;
  return (pen?.measureText(text).width ?? FONT * text.length) / FONT;
}
