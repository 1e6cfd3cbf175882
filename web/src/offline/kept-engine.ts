/** The engine that this browser keeps, so that the page plays without its server. The service worker stores it. */

import { ENGINE_KEPT, inFolder } from "../lib/net/host.ts";
import { tournamentLinks } from "../lib/storage/tournament-links.svelte.ts";
import { visitedTables } from "../lib/storage/visited-tables.svelte.ts";
import { forgetMemory } from "./kept-memory.ts";
import { deleteLogs } from "./log-store.ts";

/** The name of the cache in which the service worker stores the engine. */
const CACHE = "uka-engine";

type Told = { readonly loaded: number; readonly total: number } | { readonly kept: boolean; readonly why?: string };

/** Stores the engine. `report` hears how many bytes have come, of how many. Rejects if it can't be had or kept. */
export async function keepEngine(report: (loaded: number, total: number) => void): Promise<void> {
  if (!("serviceWorker" in navigator)) throw new Error("this page has no service worker");
  const { active } = await navigator.serviceWorker.ready;
  const { port1: port, port2 } = new MessageChannel();
  await new Promise<void>((resolve, reject) => {
    port.onmessage = ({ data }: MessageEvent<Told>) => {
      if ("loaded" in data) report(data.loaded, data.total);
      else if (data.kept) resolve();
      else reject(new Error(data.why));
    };
    active?.postMessage("keep", [port2]);
  });
  ENGINE_KEPT.set("yes");
}

/**
 * Deletes all games and tournaments that are kept in this browser, and the engine. A page from a folder keeps the
 * engine, without which it does nothing.
 */
export async function deleteAll(): Promise<void> {
  await deleteLogs();
  visitedTables.forgetAlone();
  if (inFolder) return tournamentLinks.forgetAll();
  ENGINE_KEPT.remove();
  await Promise.all([caches.delete(CACHE), forgetMemory()]);
}
