/** The names of the sources that the rulebooks of older tables cite by number. */

const NAMES: Readonly<Record<string, string>> = {
  "000": "the New Zealand Clubs’ rules",
  "001": "the Tainui Games’ rules",
  "002": "Knock Euchre",
  "003": "Bicycle Cards",
  "004": "CardGames.io",
};

/** Replaces each source number in the text of a rulebook by the name of the source, and returns the new text. */
export const withSourceNames = (text: string): string =>
  text
    .replace(/^seeds\/00\d, /, "")
    .replace(/(?:seeds\/)?\b(00[0-4])\b/g, (number, key: string) => NAMES[key] ?? number);
