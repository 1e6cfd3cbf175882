/** Fits lines of text into the elements around them. */

import type { Attachment } from "svelte/attachments";

/** The smallest factor by which letters are narrowed. */
const LEAST = 0.55;

/**
 * Narrows a line until it fits, and cuts off what does not fit at the smallest width. The height of the letters stays.
 */
export const fitText =
  (text: string): Attachment<HTMLElement> =>
  (line) => {
    void text; // makes Svelte create a new attachment for another text
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
