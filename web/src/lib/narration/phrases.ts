/** The set phrases, such as "Well played", that a person may send to the other people at a table. */

import { message, t } from "../i18n/text.svelte.ts";
import type { Phrase } from "../../wire/types.ts";

const SAID: Record<Phrase, string> = {
  hello: message("Hello!"),
  good_luck: message("Good luck!"),
  well_played: message("Well played!"),
  thank_you: message("Thank you!"),
  sorry: message("Sorry!"),
  one_moment: message("One moment, please."),
  good_game: message("Good game!"),
  goodbye: message("Goodbye!"),
};

export const PHRASES = Object.keys(SAID) as readonly Phrase[];

export const phraseText = (phrase: Phrase): string => t(SAID[phrase]);
