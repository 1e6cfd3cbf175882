/** Fits lines of text into their place. */

import type { Attachment } from "svelte/attachments";

/** The least scale of letters' width. */
const LEAST = 0.55;

/** Narrows a line until it fits, down to a limit, and cuts off the rest. The height of its letters stays. */
export const fitText =
  (text: string): Attachment<HTMLElement> =>
  (line) => {
    void text; // Svelte makes a new attachment for another text
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
