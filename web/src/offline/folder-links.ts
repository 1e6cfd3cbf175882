/**
 * Lets links of the page stay in its folder. They name routes and files from the root of a server, `/rules/uka`; the
 * router follows them, but a new tab or a copied link needs the URL in the folder.
 */

import { fetchBlob } from "../lib/net/http.ts";
import { saveFile } from "../lib/view/download.ts";
import { addressOf, fileAt } from "../lib/view/route-address.ts";
import { parseLocation } from "../lib/view/router.svelte.ts";

/** Corrects each link before it is used: when the pointer comes to it, or the focus. */
export function keepLinksInFolder(): void {
  for (const name of ["pointerover", "focusin"]) document.addEventListener(name, correct);
  document.addEventListener("click", (event) => void save(event));
}

function correct({ target }: Event): void {
  const link = target instanceof Element ? target.closest("a") : null;
  const href = link?.getAttribute("href");
  if (!link || !href?.startsWith("/")) return;
  const { page } = parseLocation(new URL(href, location.origin));
  link.setAttribute("href", page ? addressOf(href) : fileAt(href));
}

/** Saves what the engine answers, for a link to a download of the server. */
async function save(event: Event): Promise<void> {
  const link = event.target instanceof Element ? event.target.closest("a[download]") : null;
  const path = /\/api\/.*/.exec(link?.getAttribute("href") ?? "")?.[0];
  if (!path) return;
  event.preventDefault();
  saveFile(await fetchBlob("GET", path, {}), path.split("/").at(-1) ?? "");
}
