/** The club that the server belongs to, as the server wrote it into the page. */

import type { ClubFace } from "../../wire/types.ts";

/** What all may know of the club. Undefined if the server belongs to none. */
export const club: ClubFace | undefined = written();

/** The name of the site: that of the club, if there is one. */
export const siteName = club?.name ?? "Uka";

/** Returns the title of a window that shows something with this name. */
export const windowTitle = (name: string): string => (name === siteName ? name : `${name} · ${siteName}`);

function written(): ClubFace | undefined {
  const text = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="uka-club"]')?.content;
  return text ? (JSON.parse(text) as ClubFace) : undefined;
}

/** Gives the page the colours of its club, if they are given. The server has checked their contrast. */
export function showColours(): void {
  if (!club?.colours) return;
  const { light, dark } = club.colours;
  const { style } = document.documentElement;
  style.setProperty("--accent", `light-dark(${light}, ${dark})`);
  // nearer to the colour of the text, so that its contrast to every background is higher
  style.setProperty("--accent-2", "color-mix(in srgb, var(--accent) 82%, var(--ink))");
}
