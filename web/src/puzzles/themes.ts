/** The themes of puzzles: their names, and what one practises with them. */

import { message, t } from "../lib/i18n/text.svelte.ts";

const THEMES: Readonly<Record<string, readonly [name: string, about: string]>> = {
  ordering_up: [message("Ordering up"), message("Take the turn-up for trump, or pass?")],
  next: [message("Next"), message("The other suit of the same colour, after the turn-up is turned down.")],
  naming_trump: [message("Naming trump"), message("Which suit, if any, when the turn-up is turned down?")],
  alone: [message("Alone"), message("With your partner, or without?")],
  discard: [message("The discard"), message("Which card goes when you pick up the turn-up?")],
  first_lead: [message("The first lead"), message("What to lead to the first trick.")],
  drawing_trumps: [message("Drawing trumps"), message("Lead trump now, or keep it?")],
  left_bower: [message("The left bower"), message("The second highest trump, and when to play it.")],
  saving_a_trick: [message("Your partner's trick"), message("Take it, or leave it to your partner?")],
  stopping_a_loner: [message("Stopping a loner"), message("Take one trick from who plays alone.")],
  playing_to_the_score: [
    message("Playing to the score"),
    message("The best choice wins the game, not the most points."),
  ],
  counting: [message("Counting cards"), message("What has been played, and what is still out?")],
};

/** Returns the name of a theme. */
export const themeName = (theme: string): string => t(THEMES[theme]?.[0] ?? theme);

/** Returns a sentence about what one practises with a theme. */
export const aboutTheme = (theme: string): string => t(THEMES[theme]?.[1] ?? "");

/** Returns themes in the order of a deal: the calls first. */
export const inOrder = (themes: readonly string[]): string[] =>
  Object.keys(THEMES).filter((each) => themes.includes(each));
