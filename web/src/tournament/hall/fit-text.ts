/** Fits lines of text to the width of their parent elements. */

import type { Attachment } from "svelte/attachments";

/** The smallest factor by which the letters may be narrowed. */
const LEAST = 0.55;

/**
 * Narrows a line of text until it fits. If the line does not fit even at the smallest width, its end is cut off. The
 * height of the letters does not change.
 */
export const fitText =
  (text: string): Attachment<HTMLElement> =>
  (line) => {
    void text; // makes Svelte create a new attachment when the text changes
    const place = line.parentElement;
    if (!place) return;
    const observer = new ResizeObserver(() => narrow(line, place));
    observer.observe(place);
    return () => observer.disconnect();
  };

function narrow(line: HTMLElement, place: HTMLElement): void {
  line.style.maxWidth = `${place.clientWidth / LEAST}px`;
  line.style.transform = "";
  const wide = line.getBoundingClientRect().width;
  if (wide > place.clientWidth) line.style.transform = `scaleX(${place.clientWidth / wide})`;
}
