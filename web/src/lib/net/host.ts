/** Says whether a server answers this page, or the engine in this browser. */

/**
 * Whether the page is in a folder of files, which `uka site` wrote and marked so. No server answers it, and every route
 * has the folder's URL.
 */
export const inFolder = globalThis.document?.documentElement?.dataset?.host === "page";

/** Lets the engine in this browser answer the page, if no server does. */
export async function chooseTransport(): Promise<void> {
  if (!inFolder) return;
  const { startEngine } = await import("../../offline/engine.ts");
  startEngine();
}
