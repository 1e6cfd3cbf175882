/**
 * The keys of a screen. One list says which keys a screen has, what each of them does, and how people are told: the
 * screen presses keys by this list, and `KeyList` shows it.
 */

import { message, t } from "../i18n/text.svelte.ts";

/** One line of a screen's list of keys. */
export interface KeyBinding<Screen> {
  /**
   * The keys as `KeyboardEvent.key` names them, letters in lower case. `Mod+z` is Z with Ctrl, or with Cmd on a Mac.
   */
  readonly keys: readonly string[];
  /** How the keys are written in the list. If undefined, each key is written by its own name. */
  readonly written?: string;
  /** What the keys do, for the list. `screen` is undefined if the list is shown elsewhere, as in a lesson. */
  readonly about: (screen?: Screen) => string;
  /**
   * Does it. Returns false if the key has no meaning at the moment. Undefined if the control that has the focus, or the
   * browser, does it.
   */
  readonly press?: (screen: Screen, key: string) => boolean;
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  Enter: message("Enter"),
  Escape: "Esc",
  " ": message("Space"),
};
const MOD = "Mod+";

/** Whether a key is meant for the screen, and not for the control that has the focus. A held key counts only once. */
export function isForScreen({ key, altKey, repeat }: KeyboardEvent, target: HTMLElement): boolean {
  if (altKey || target.closest("input, select, textarea, dialog")) return false;
  return !(repeat && !key.startsWith("Arrow")) && !(key === " " && target.closest("button:not(.hand *), a"));
}

/** Returns a pressed key as `KeyBinding` names it, but letters as they were typed. */
export function keyOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  return ctrlKey || metaKey ? `${MOD}${shiftKey ? "Shift+" : ""}${key}` : key;
}

/** Does what a key means on a screen. Returns false if it has no meaning at the moment. */
export function pressBinding<Screen>(bindings: readonly KeyBinding<Screen>[], screen: Screen, key: string): boolean {
  const named = key.length === 1 ? key.toLowerCase() : key;
  return bindings.some(({ keys, press }) => keys.includes(named) && press?.(screen, key));
}

/** Returns the keys of a line as people read them, such as "C D H S N". */
export function keysText({ keys, written }: Pick<KeyBinding<never>, "keys" | "written">): string {
  return written ?? keys.map(keyText).join(" ");
}

function keyText(key: string): string {
  if (key.startsWith(MOD)) return `${isMac() ? "⌘" : "Ctrl"} ${keyText(key.slice(MOD.length))}`;
  const name = NAMES[key];
  return name === undefined ? key.toUpperCase() : t(name);
}

const isMac = (): boolean => typeof navigator !== "undefined" && /^(Mac|iP)/.test(navigator.platform);
