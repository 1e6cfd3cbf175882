/** Comments on a player's choice: whether another one was better. */

import type { Action, RatedAction } from "../../wire/types.ts";
import { t } from "../i18n/text.svelte.ts";
import { cardText } from "./card-names.ts";
import { choiceText } from "./choice-text.ts";
import { bestChoices, formatChance, groupsOf } from "./choice-values.ts";

/** Returns a sentence about a choice if it was not one of the best. Empty if it was, or if it has no value. */
export function commentOn(choices: readonly RatedAction[], chosen: Action, card = cardText): string {
  const same = ({ action }: RatedAction): boolean => JSON.stringify(action) === JSON.stringify(chosen);
  const [best] = groupsOf(choices);
  const own = choices.find(same);
  if (!own || !best?.[0] || best.some(same)) return "";
  const said = t("Better: {best}, with a {chance} chance to win. {own} had {less}.", {
    best: bestChoices(choices, card),
    chance: formatChance(best[0].win),
    own: choiceText(own.action, own.words, card),
    less: formatChance(own.win),
  });
  return [said, ...(own.reasons ?? []).slice(0, 1).map(({ text }) => text)].join(" ");
}
