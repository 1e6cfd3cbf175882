/** Translates sentences. The English sentence is the key of the translation in a gettext catalogue. */

import type { Catalogue } from "../../../plugins/catalogues.ts";
import type { markLanguages as Marks } from "./language-marks.ts";
import { preferences, type Language } from "../storage/preferences.svelte.ts";

export type { Language };

/** Values for the placeholders of a sentence: `{name}` is replaced by `values.name`. */
export type Values = Readonly<Record<string, string | number>>;

type Marking = typeof Marks;

const CATALOGUES: Record<Exclude<Language, "en">, () => Promise<{ default: Catalogue }>> = {
  mi: () => import("../../../../src/uka/locales/mi.po"),
};

class Text {
  catalogue: Catalogue = $state.raw({});
  /** The language of the page. It changes when the catalogue of the chosen language is loaded. */
  language: Language = $state("en");
  /** Whether this page is about play in Waikato-Tainui. If so, long vowels are written double (kaaheru). */
  tainui = $state(false);
}

const text = new Text();

/** All translations that the page has shown so far. English sentences are not included. */
const translations = new Set<string>();

/** Returns a sentence in the language of the page. `values` replace the sentence's placeholders. */
export function t(message: string, values?: Values): string {
  return filled(found(message, 0) ?? message, values);
}

/**
 * Returns the translation of a sentence that depends on a number. `one` is the singular form and `many` the plural
 * form. `{n}` in the sentence is replaced by the number.
 */
export function tn(one: string, many: string, n: number, values?: Values): string {
  const form = n === 1 ? 0 : 1;
  return filled(found(one, form) ?? (form ? many : one), { n: formatNumber(n), ...values });
}

/** Returns `text` unchanged, and marks it for extraction into the catalogues. `t` translates it later. */
export const message = (text: string): string => text;

/** Whether a sentence has no translation, so that the page shows it in English. */
export function untranslated(message: string): boolean {
  return text.language !== "en" && text.catalogue[message] === undefined;
}

/** Returns the language of the page. */
export const language = (): Language => text.language;

/** Returns all translations that the page has shown so far, without English sentences. */
export const translated = (): ReadonlySet<string> => translations;

/**
 * Turns the Waikato-Tainui spelling on or off for the present page. A preference of the user can turn it on for all
 * pages.
 */
export function useTainuiSpelling(here: boolean): void {
  text.tainui = here;
}

/** Changes the language of the page. The page stays in English until the catalogue is loaded, or if loading fails. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language;
  const [catalogue, mark] = await spoken(language);
  if (language !== wanted) return; // the user has chosen another language in the meantime
  text.catalogue = catalogue;
  text.language = mark ? language : "en";
  stop?.();
  stop = undefined;
  if (typeof document === "undefined" || !document.documentElement) return;
  document.documentElement.lang = text.language;
  stop = mark?.(document.body, language);
}

let wanted: Language = "en";
let stop: (() => void) | undefined;

async function spoken(language: Language): Promise<[Catalogue, Marking | undefined]> {
  if (language === "en") return [{}, undefined];
  try {
    const [catalogue, { markLanguages }] = await Promise.all([CATALOGUES[language](), import("./language-marks.ts")]);
    return [catalogue.default, markLanguages];
  } catch {
    return [{}, undefined]; // the server can't be reached
  }
}

/** Returns a text in the spelling of Waikato-Tainui, which writes long vowels double: kāheru becomes kaaheru. */
export function toTainuiSpelling(text: string): string {
  return text.normalize("NFC").replace(/[āēīōūĀĒĪŌŪ]/g, (long) => {
    const vowel = long.normalize("NFD").charAt(0);
    return vowel + vowel.toLowerCase();
  });
}

/** Returns a text whose first letter is changed to a capital letter. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a text of the server as a sentence, with a capital first letter and a full stop. */
export function asSentence(text: string): string {
  const trimmed = text.trim();
  return capitalize(trimmed) + (/[.!?…]$/.test(trimmed) ? "" : ".");
}

/** Formats a number for the user's language and region. A negative number has a true minus sign. */
export const formatNumber = (n: number): string => new Intl.NumberFormat(locales()).format(n).replace("-", "−");

/** Formats a time as the time of day. `at` is in milliseconds since 1970. */
export const formatTime = (at: number): string =>
  new Intl.DateTimeFormat(locales(), { hour: "numeric", minute: "2-digit" }).format(at);

/** Formats a time as the date and the time of day. `at` is in milliseconds since 1970. */
export const formatDate = (at: number): string =>
  new Intl.DateTimeFormat(locales(), { dateStyle: "medium", timeStyle: "short" }).format(at);

/** Formats the days from one time to another, such as "Aug 6 – 12, 2026". Both are in milliseconds since 1970. */
export const formatDays = (from: number, to: number): string =>
  new Intl.DateTimeFormat(locales(), { dateStyle: "medium" }).formatRange(from, to);

/** Joins names into an English list, such as "Ana, Ben and Caro". */
export const joinNames = (names: readonly string[]): string => new Intl.ListFormat("en").format(names);

/** Joins alternatives into an English list, such as "9♣ or K♦". */
export const joinChoices = (texts: readonly string[]): string =>
  new Intl.ListFormat("en", { type: "disjunction" }).format(texts);

/** Formats a remaining time in milliseconds as minutes and seconds, such as 0:09 or 12:00. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function found(message: string, form: number): string | undefined {
  const told = text.catalogue[message];
  if (told === undefined) return undefined;
  const plain = typeof told === "string" ? told : (told[form] ?? told[0] ?? message);
  const spelt = preferences.tainui || text.tainui ? toTainuiSpelling(plain) : plain;
  translations.add(spelt);
  return spelt;
}

function filled(message: string, values?: Values): string {
  if (!values) return message;
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "number" ? formatNumber(value) : value;
  });
}

function locales(): string[] {
  const own = typeof navigator === "undefined" ? "en" : navigator.language;
  return text.language === "mi" ? ["mi-NZ", "en-NZ"] : own.startsWith("en") ? [own] : ["en"];
}
