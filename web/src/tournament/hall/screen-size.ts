/** Measures the screen in the hall and the widths of texts, to find out how much text fits on the screen. */

import type { ScreenSize } from "./slides.ts";

/** The font size in units. The CSS variable `--u` of the screen defines the unit. */
const LETTER = 7.2;
/** The total width of the left and right margins, in units. */
const MARGINS = 8;
/** The font size, in pixels, at which texts are measured. */
const FONT = 100;

let pen: CanvasRenderingContext2D | null | undefined;

/** Returns the size of the screen in multiples of the font size. `width` and `height` are in pixels. */
export function screenSize(width: number, height: number): ScreenSize {
  return {
    wide: width / height >= 1.5,
    width: (width / Math.min(height / 100, (0.75 * width) / 100) - MARGINS) / LETTER,
    measure,
  };
}

/** Returns the width of a text as a multiple of the font size. */
function measure(text: string): number {
  pen ??= document.createElement("canvas").getContext("2d");
  if (pen) pen.font = `${FONT}px ${getComputedStyle(document.body).fontFamily}`;
  return (pen?.measureText(text).width ?? FONT * text.length) / FONT;
}
