/** One's own preferences, stored in this browser only. */

import type { Seat } from "../../wire/types.ts";
import { isString, stored, TEXT_CODEC } from "./stored.ts";

export type Language = "en" | "mi";
/** How fast cards move: as they would at a table, hurried, or not at all. */
export type Speed = "normal" | "hurried" | "still";

/** All that can be liked. */
export interface Preferences {
  language: Language;
  /** Long vowels doubled, as in Waikato-Tainui. */
  tainui: boolean;
  fourColours: boolean;
  speed: Speed;
  /** A finished trick stays until it is clicked away. */
  holdTrick: boolean;
  /** The last card plays itself. */
  lastCard: boolean;
  sound: boolean;
  /** Phrases of others are not shown. */
  mutePhrases: boolean;
  /** What one calls oneself; empty: what the server finds. */
  name: string;
  rules: string;
  bots: string;
  seat: Seat;
}

/** What everyone begins with. */
export const DEFAULTS: Readonly<Preferences> = {
  language: "en",
  tainui: false,
  fourColours: false,
  speed: "normal",
  holdTrick: false,
  lastCard: true,
  sound: false,
  mutePhrases: false,
  name: "",
  rules: "uka",
  bots: "club",
  seat: "south",
};

const STORED = stored("uka.settings", isString, TEXT_CODEC);
const ONE_OF: { readonly [Name in keyof Preferences]?: readonly Preferences[Name][] } = {
  language: ["en", "mi"],
  speed: ["normal", "hurried", "still"],
  seat: ["north", "east", "south", "west"],
};

/** What this browser begins with: it may ask for te reo Māori before any other language. */
export function browserDefaults(): Preferences {
  const first = typeof navigator === "undefined" ? "en" : navigator.language;
  return { ...DEFAULTS, language: /^mi\b/i.test(first) ? "mi" : "en" };
}

/** Likes from what was kept; what is missing, or makes no sense, is as usual. */
export function parsePreferences(text: string | null | undefined): Preferences {
  let kept: Record<string, unknown> = {};
  try {
    kept = Object(JSON.parse(text ?? "{}"));
  } catch {
    // it was not written by this page
  }
  const good = Object.entries(kept).filter(([name, value]) => fits(name, value));
  return { ...browserDefaults(), ...Object.fromEntries(good) };
}

/** What is kept of likes: what is not as usual. */
export function serializePreferences(likes: Preferences): string {
  const all = browserDefaults();
  return JSON.stringify(
    Object.fromEntries(Object.entries(likes).filter(([name, value]) => all[name as keyof Preferences] !== value)),
  );
}

function fits(name: string, value: unknown): boolean {
  if (!Object.hasOwn(DEFAULTS, name)) return false;
  const allowed = ONE_OF[name as keyof Preferences] as readonly unknown[] | undefined;
  return allowed ? allowed.includes(value) : typeof value === typeof DEFAULTS[name as keyof Preferences];
}

/** What the person likes now; what is assigned is kept, and told to this browser's other pages of Uka. */
export const preferences: Preferences = $state(parsePreferences(STORED.get()));

/** Everything as it was at first. */
export function resetPreferences(): void {
  Object.assign(preferences, browserDefaults());
}

if (typeof window !== "undefined") {
  $effect.root(() => {
    $effect(() => keep(serializePreferences(preferences)));
  });
  window.addEventListener("storage", (event) => {
    if (event.key === STORED.key) Object.assign(preferences, parsePreferences(event.newValue));
  });
}

function keep(text: string): void {
  if (text !== (STORED.get() ?? "{}")) STORED.set(text);
}
