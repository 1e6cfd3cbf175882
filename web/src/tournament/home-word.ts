/** The word for what a team plays for: its marae, club or pub. The director chooses it in the settings. */

import { capitalize, t } from "../lib/i18n/text.svelte.ts";
import type { Board } from "../wire/types.ts";

const USUAL = "marae";

/** Returns the word as it stands inside a sentence. */
export const homeWord = ({ head }: Pick<Board, "head">): string => head?.settings.home ?? USUAL;

/** Returns the word as a heading or a label. */
export function homeTitle(board: Pick<Board, "head">): string {
  const word = homeWord(board);
  return word === USUAL ? t("Marae") : capitalize(word);
}
