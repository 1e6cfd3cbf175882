/** Plays soft sounds. A page is silent until the user has pressed something, as browsers demand. */

import { preferences } from "../storage/preferences.svelte.ts";

export type Sound = "card" | "trick" | "turn" | "deal" | "won" | "lost" | "bell";

/** The volume in the preferences at which sounds have the volumes that the synthesizer gives them. */
const USUAL = 50;

/** Whether the user has pressed something on this page, so that the browser allows sounds. */
const pressed = (): boolean => typeof navigator !== "undefined" && navigator.userActivation?.hasBeenActive !== false;

/** Plays a sound, unless the user has turned sounds off in the preferences or has not pressed anything yet. */
export function play(sound: Sound): void {
  const level = preferences.volume / USUAL;
  if (level === 0 || typeof AudioContext === "undefined" || !pressed()) return;
  import("./synthesizer.ts").then(
    ({ synthesize }) => synthesize(sound, level),
    () => undefined, // the server can't be reached: the page stays silent
  );
}
