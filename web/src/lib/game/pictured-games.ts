/** The games that the home page offers as pictures, and a guess which of them a new visitor plays. */

import { message } from "../i18n/text.svelte.ts";

export interface PicturedGame {
  /** The name of the ruleset on the server. */
  rules: string;
  /** What people call the game. */
  game: string;
  /** Where people play it. */
  place: string;
  /** Cards that show what is special about the game. */
  cards: readonly string[];
  /** Whether played cards stay on a chip. */
  chip?: boolean;
  /** The countries, and the time zones of those whose browsers often have the language of another country. */
  countries: readonly string[];
  zones: RegExp;
}

const UKA: PicturedGame = {
  rules: "uka",
  game: message("Uka"),
  place: message("Aotearoa"),
  cards: ["7s", "7h", "Js"],
  chip: true,
  countries: ["NZ", "CK", "NU", "TK"],
  zones: /^(Pacific\/(Auckland|Chatham)|Antarctica\/McMurdo|NZ)/,
};
const NORTH_AMERICA: PicturedGame = {
  rules: "north_american",
  game: message("Euchre"),
  place: message("North America"),
  cards: ["9h", "Jd", "Jh"],
  countries: ["US", "CA"],
  zones: /^(US|Canada)\//,
};
const BRITAIN: PicturedGame = {
  rules: "british",
  game: message("Euchre"),
  place: message("Britain"),
  cards: ["Jc", "Js", "B"],
  countries: ["GB", "IE", "IM", "JE", "GG"],
  zones: /^(Europe\/(London|Belfast|Dublin|Isle_of_Man|Jersey|Guernsey)|GB)/,
};
const AUSTRALIA: PicturedGame = {
  rules: "australian",
  game: message("Euchre"),
  place: message("Australia"),
  cards: ["As", "Jc", "Js"],
  countries: ["AU"],
  zones: /^Australia\//,
};
const GAMES = [UKA, NORTH_AMERICA, BRITAIN, AUSTRALIA] as const;

/**
 * Guesses the game of a visitor from the browser's languages and time zone. The country in the first language counts,
 * then the time zone, then the country where most people speak that language. Browsers are often left in the English of
 * the United States, so that country counts only after the time zone. Te reo Māori means Uka.
 */
export function guessedGame(languages: readonly string[], zone: string): PicturedGame {
  const first = parsed(languages[0] ?? "");
  if (first?.language === "mi") return UKA;
  const country = first?.region === "US" ? undefined : first?.region;
  const byZone = GAMES.find(({ zones }) => zones.test(zone));
  return gameOf(country) ?? byZone ?? gameOf(first?.maximize().region) ?? UKA;
}

/** Returns the pictured games with the guessed one first. */
export function picturedGames(guess: PicturedGame): readonly PicturedGame[] {
  return [guess, ...GAMES.filter((game) => game !== guess)];
}

/** Guesses the game of the visitor of this browser. */
export function browserGame(): PicturedGame {
  if (typeof navigator === "undefined") return UKA;
  return guessedGame(navigator.languages ?? [navigator.language], Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** Returns the game that people play in a country, given by its ISO code. Undefined if none of the pictured ones. */
const gameOf = (country: string | undefined): PicturedGame | undefined =>
  GAMES.find(({ countries }) => country !== undefined && countries.includes(country));

function parsed(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined; // not the tag of a language
  }
}
