/** The set phrases, such as "Well played", that a player may send to the others at a table, each with a picture. */

import { message, t } from "../i18n/text.svelte.ts";
import type { Phrase, PublicTable, Seat } from "../../wire/types.ts";

const SAID: Record<Phrase, string> = {
  hello: message("Hello!"),
  good_luck: message("Good luck!"),
  well_played: message("Well played!"),
  thank_you: message("Thank you!"),
  sorry: message("Sorry!"),
  one_moment: message("One moment, please."),
  good_game: message("Good game!"),
  goodbye: message("Goodbye!"),
  nice_hand: message("Nice hand!"),
  nice_try: message("Nice try!"),
  wow: message("Wow!"),
  oh_no: message("Oh no!"),
  lucky: message("Lucky!"),
  unlucky: message("Bad luck!"),
  haha: message("Ha ha!"),
  thinking: message("Let me think…"),
  your_turn: message("Your turn!"),
  play_again: message("Play again?"),
};

/** A picture for each phrase. It stands beside the words, and screen readers skip it. */
const PICTURES: Record<Phrase, string> = {
  hello: "👋",
  good_luck: "🍀",
  well_played: "👏",
  thank_you: "🙏",
  sorry: "😅",
  one_moment: "✋",
  good_game: "🤝",
  goodbye: "🚪",
  nice_hand: "🃏",
  nice_try: "👍",
  wow: "🤩",
  oh_no: "🙈",
  lucky: "✨",
  unlucky: "🌧️",
  haha: "😄",
  thinking: "🤔",
  your_turn: "⏰",
  play_again: "🔁",
};

export const PHRASES = Object.keys(SAID) as readonly Phrase[];

/** Returns the words of a phrase. If only a later version of the page knows the phrase, returns three dots. */
export const phraseText = (phrase: Phrase): string => (SAID[phrase] ? t(SAID[phrase]) : "…");

/** Returns the picture of a phrase. If only a later version of the page knows the phrase, returns an empty text. */
export const phrasePicture = (phrase: Phrase): string => PICTURES[phrase] ?? "";

/** Returns the seat of the person or bot who said a phrase; undefined for a spectator. A bot's id is "bot/west". */
export function speakerSeat(scene: Pick<PublicTable, "seats">, player: string): Seat | undefined {
  return scene.seats.find((view) => view.player === player || player === `bot/${view.seat}`)?.seat;
}
