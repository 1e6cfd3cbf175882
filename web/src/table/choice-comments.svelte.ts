/** Comments on the person's choices at a practice table: after a choice, whether another one was better. */

import { cardName, cardText } from "../lib/narration/card-names.ts";
import { bestChoices, choiceText, formatChance, groupsOf } from "../lib/narration/choice-values.ts";
import { t } from "../lib/i18n/text.svelte.ts";
import { hint as fetchHint } from "../lib/net/api.ts";
import { preferences } from "../lib/storage/preferences.svelte.ts";
import { announcer } from "../lib/view/announcer.svelte.ts";
import type { Action, RatedAction } from "../wire/types.ts";
import type { HintTable } from "./table-hint.svelte.ts";

/** The milliseconds for which a choice waits for the values of the choices. */
const ANSWER_TIMEOUT = 3_000;

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

export class ChoiceComments {
  /** The comment on the last choice. Empty if there is nothing to say. */
  said = $state("");
  #values: Promise<readonly RatedAction[]> | undefined;

  constructor(readonly table: HintTable) {}

  /** Asks for the values of the choices, if the person wants comments and the table allows hints. */
  beginTurn(): void {
    const { table } = this;
    if (!preferences.comments || !table.canHint) return;
    this.#values = fetchHint(table.session.table).then(
      ({ choices }) => choices,
      () => [], // without values there is no comment
    );
  }

  /** Removes the last comment. Returns whether a choice must wait for the values that were asked for. */
  endTurn(): boolean {
    this.said = "";
    return this.#values !== undefined;
  }

  /** Comments on a choice. Resolves when the choice may be sent: the server gives values only before that. */
  async judge(action: Action): Promise<void> {
    const values = this.#values;
    this.#values = undefined;
    if (!values) return;
    const choices = await Promise.race([values, waited()]);
    this.said = commentOn(choices, action);
    announcer.say(commentOn(choices, action, cardName));
  }
}

const waited = (): Promise<readonly RatedAction[]> =>
  new Promise((resolve) => setTimeout(() => resolve([]), ANSWER_TIMEOUT));
