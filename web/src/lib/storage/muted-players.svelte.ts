/** The players whose phrases the user does not want to see or hear. The list is stored only in this browser. */

import type { PublicTable } from "../../wire/types.ts";
import { preferences } from "./preferences.svelte.ts";
import { isList, isString, stored } from "./stored.ts";

/** The maximum number of muted players. The player who was muted first is forgotten first. */
const MAX_MUTED = 100;
/** The prefix of a bot's id as the speaker of a phrase. The bot's seat follows. */
const BOT = "bot/";
const STORED = stored("uka.muted", isList);

class MutedPlayers {
  /** The muted players, oldest first: the id of a person, or the name of a bot after the prefix. */
  #all: readonly string[] = $state.raw((STORED.get() ?? []).filter(isString));

  has(player: string): boolean {
    return this.#all.includes(player);
  }

  set(player: string, muted: boolean): void {
    const others = this.#all.filter((other) => other !== player);
    this.#all = muted ? [...others, player].slice(-MAX_MUTED) : others;
    STORED.set(this.#all);
  }

  /** Whether a phrase of `speaker` is hidden from the user. `speaker` is not the user. */
  hides(scene: Pick<PublicTable, "seats">, speaker: string): boolean {
    return preferences.mutePhrases || this.has(mutedName(scene, speaker));
  }
}

/**
 * Returns the text that stands for the speaker of a phrase in the list of muted players: the id of a person, or a bot's
 * name after the prefix. A bot is not listed by its seat, because the same bot may sit at different seats.
 */
export function mutedName(scene: Pick<PublicTable, "seats">, speaker: string): string {
  if (!speaker.startsWith(BOT)) return speaker;
  const view = scene.seats.find(({ seat }) => speaker === BOT + seat);
  return view?.persona ? BOT + view.persona : speaker;
}

export const mutedPlayers = new MutedPlayers();
