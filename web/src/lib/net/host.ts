/** Says whether a server answers this page, or the engine in this browser. */

import { isString, stored, TEXT_CODEC } from "../storage/stored.ts";

/**
 * Whether the page is in a folder of files, which `uka site` wrote and marked so. No server answers it, and every route
 * has the folder's URL.
 */
export const inFolder = globalThis.document?.documentElement?.dataset?.host === "page";

/** The URL of a server where people meet, which whoever wrote the folder named; else an empty text. */
export const meetingServer = globalThis.document?.documentElement?.dataset?.server ?? "";

/** Whether the engine in this browser answers the page. Then nobody else can come to its tables. */
export let isAlone = false;

/** Whether the engine is kept in this browser, so that a page of a server can go on without it: "yes" or missing. */
export const ENGINE_KEPT = stored("uka.engine", isString, TEXT_CODEC);
/** Whether the user wants to play without the server in this tab, even if it can be reached: "yes" or missing. */
const WITHOUT_SERVER = stored("uka.alone", isString, TEXT_CODEC, () => sessionStorage);
/** The milliseconds within which a server must answer. */
const PATIENCE = 4_000;

/** Lets the engine in this browser answer the page, if no server does. */
export async function chooseTransport(): Promise<void> {
  isAlone = inFolder || (ENGINE_KEPT.get() !== undefined && (WITHOUT_SERVER.get() !== undefined || !(await answers())));
  if (!isAlone) return;
  const { startEngine } = await import("../../offline/engine.ts");
  startEngine();
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch("/api/health/live", { signal: AbortSignal.timeout(PATIENCE) })).ok;
  } catch {
    return false;
  }
}

/** Loads the page again, to play without the server in this tab. */
export function leaveServer(): void {
  WITHOUT_SERVER.set("yes");
  location.assign("/");
}

/** Loads the page again, to play at the server if it can be reached. */
export function returnToServer(): void {
  WITHOUT_SERVER.remove();
  location.assign("/");
}
