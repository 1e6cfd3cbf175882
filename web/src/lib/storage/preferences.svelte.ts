/** The user's preferences, which are stored only in this browser. */

import { CARD_BACKS, type CardBackName } from "../../cards/backs.ts";
import { HAND_ORDERS, type HandOrder } from "../game/hand-order.ts";
import { type Avatar, AVATARS } from "../../components/emblems.ts";
import type { RenameRequest, Seat } from "../../wire/types.ts";
import { isString, stored, TEXT_CODEC } from "./stored.ts";

export type Language = "en" | "mi";
/** How fast cards move: `normal` is the pace of a real table, `hurried` is faster, and `still` has no animation. */
export type Speed = "normal" | "hurried" | "still";

/** How fast the bots answer at tables whose host the user is. The slower speeds let people follow the game. */
export const BOT_SPEEDS = ["relaxed", "quick", "instant"] as const;
export type BotSpeed = (typeof BOT_SPEEDS)[number];

export const CARD_SIZES = ["small", "normal", "large"] as const;
export type CardSize = (typeof CARD_SIZES)[number];

export const TABLE_COLOURS = ["green", "blue", "grey", "plum"] as const;
export type TableColour = (typeof TABLE_COLOURS)[number];

/**
 * Whether tables explain the first deal to the user. `new`: it is not known yet whether the user is a newcomer. `ask`:
 * the next table asks whether the user wants the explanation. `show`: the next table explains. `off`: tables neither
 * ask nor explain.
 */
export type FirstDealHelp = "new" | "ask" | "show" | "off";

/** All preferences of the user. */
export interface Preferences {
  language: Language;
  /** Whether long vowels in Māori words are written double (kaaheru), as is usual in Waikato-Tainui. */
  tainui: boolean;
  fourColours: boolean;
  cardBack: CardBackName;
  /** The size of the cards in the user's own hand. */
  cardSize: CardSize;
  tableColour: TableColour;
  handOrder: HandOrder;
  /** Whether the buttons of a table are within reach of the left thumb. */
  leftHanded: boolean;
  speed: Speed;
  botSpeed: BotSpeed;
  /** Whether this browser has shown a draw for the first dealer in full. Later draws are shown briefly. */
  drawSeen: boolean;
  /** Whether a table has told the user how to hurry what it shows. */
  hurryTold: boolean;
  /** Whether a table has told the user what the chips are for. */
  chipsTold: boolean;
  /** Whether a finished trick stays on the table until the user clicks. */
  holdTrick: boolean;
  /** Whether the user's last card is played automatically. */
  lastCard: boolean;
  /** Whether a card is played automatically if it is the only legal one. */
  onlyCard: boolean;
  /** Whether all remaining tricks are claimed automatically as soon as they are certain. */
  claimRest: boolean;
  /** The volume of the sounds at a table, from 0 to 100. At 0 there are none. */
  volume: number;
  /** Whether a phone vibrates when it is the user's turn at a table with other people. */
  vibrate: boolean;
  /** Whether a notification tells that it is the user's turn while the page is hidden. */
  notify: boolean;
  /** Whether to hide the set phrases, such as "Well played", that other players send. */
  mutePhrases: boolean;
  /** The user's name. If the name is empty, the server chooses one. */
  name: string;
  /** The emblem that stands beside the user's name. Empty if the user has not chosen one. */
  avatar: Avatar | "";
  /** The ruleset of the user's games. Empty until the user has played or chosen one. */
  rules: string;
  bots: string;
  seat: Seat;
  firstDealHelp: FirstDealHelp;
  /** Whether a practice table says after a choice if another one was better. */
  comments: boolean;
}

/** The default values of all preferences. */
export const DEFAULTS: Readonly<Preferences> = {
  language: "en",
  tainui: false,
  fourColours: false,
  cardBack: "lattice",
  cardSize: "normal",
  tableColour: "green",
  handOrder: "trumps-first",
  leftHanded: false,
  speed: "normal",
  botSpeed: "relaxed",
  drawSeen: false,
  hurryTold: false,
  chipsTold: false,
  holdTrick: false,
  lastCard: true,
  onlyCard: false,
  claimRest: false,
  volume: 50,
  vibrate: true,
  notify: false,
  mutePhrases: false,
  name: "",
  avatar: "",
  rules: "",
  bots: "club",
  seat: "south",
  firstDealHelp: "new",
  comments: false,
};

const STORED = stored("uka.settings", isString, TEXT_CODEC);
const ONE_OF: { readonly [Name in keyof Preferences]?: readonly Preferences[Name][] } = {
  language: ["en", "mi"],
  cardBack: CARD_BACKS,
  cardSize: CARD_SIZES,
  tableColour: TABLE_COLOURS,
  handOrder: HAND_ORDERS,
  avatar: ["", ...AVATARS],
  speed: ["normal", "hurried", "still"],
  botSpeed: BOT_SPEEDS,
  seat: ["north", "east", "south", "west"],
  firstDealHelp: ["new", "ask", "show", "off"],
};

/**
 * Returns the default preferences for this browser. The default language is te reo Māori if it comes first in the
 * browser's list of languages.
 */
export function browserDefaults(): Preferences {
  const first = typeof navigator === "undefined" ? "en" : navigator.language;
  return { ...DEFAULTS, language: /^mi\b/i.test(first) ? "mi" : "en" };
}

/** Parses stored preferences. A missing or invalid preference gets its default value. */
export function parsePreferences(text: string | null | undefined): Preferences {
  let kept: Record<string, unknown> = {};
  try {
    kept = Object(JSON.parse(text ?? "{}"));
  } catch {
    // The stored text is not JSON, so this page did not write it. The defaults apply.
  }
  const good = Object.entries(kept).filter(([name, value]) => fits(name, value));
  return { ...browserDefaults(), ...Object.fromEntries(good) };
}

/** Formats for storage those preferences that differ from their defaults. */
export function serializePreferences(likes: Preferences): string {
  const all = browserDefaults();
  return JSON.stringify(
    Object.fromEntries(Object.entries(likes).filter(([name, value]) => all[name as keyof Preferences] !== value)),
  );
}

function fits(name: string, value: unknown): boolean {
  if (!Object.hasOwn(DEFAULTS, name)) return false;
  if (name === "volume") return typeof value === "number" && value >= 0 && value <= 100;
  const allowed = ONE_OF[name as keyof Preferences] as readonly unknown[] | undefined;
  return allowed ? allowed.includes(value) : typeof value === typeof DEFAULTS[name as keyof Preferences];
}

/**
 * The present preferences. An assignment to a field stores the new value and updates the other open pages of this
 * browser.
 */
export const preferences: Preferences = $state(parsePreferences(STORED.get()));

/** Returns the name and the emblem that the user has chosen, without what the user has not chosen. */
export function chosenIdentity(): RenameRequest {
  const { name, avatar } = preferences;
  return { ...(name && { name }), ...(avatar && { avatar }) };
}

/** Resets all preferences to their defaults. */
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
