/** The names of the sources that rulebooks cite by number. */

const NAMES: Readonly<Record<string, string>> = {
  "000": "the New Zealand Clubs’ rules",
  "001": "the Tainui Games’ rules",
  "002": "Knock Euchre",
  "003": "Bicycle Cards",
  "004": "CardGames.io",
};

/** Returns a rulebook's text in which each number of a source is replaced by the source's name. */
export const withSourceNames = (text: string): string =>
  text
    .replace(/^seeds\/00\d, /, "")
    .replace(/(?:seeds\/)?\b(00[0-4])\b/g, (number, key: string) => NAMES[key] ?? number);
