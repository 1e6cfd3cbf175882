/** Makes lines fit their place. */

import type { Attachment } from "svelte/attachments";

/** As narrow as letters get. */
const LEAST = 0.55;

/** Make a line narrower until it fits, and cut what still does not: its letters stay as tall as they were. */
export const fitText =
  (text: string): Attachment<HTMLElement> =>
  (line) => {
    void text; // another text is another attachment
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
