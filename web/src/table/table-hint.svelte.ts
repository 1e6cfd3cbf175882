/**
 * The hint at a practice table: the value of each of the person's choices, and the marks on the buttons and cards for
 * these choices.
 */

import { cardName } from "../lib/narration/card-names.ts";
import type { HintMark } from "../lib/narration/choice-values.ts";
import { hint as fetchHint } from "../lib/net/api.ts";
import { announcer } from "../lib/view/announcer.svelte.ts";
import type { Action, DealView, RatedAction } from "../wire/types.ts";

/** The parts of a table's screen that a hint needs. */
export interface HintTable {
  readonly session: { readonly table: string };
  readonly deal: Pick<DealView, "legal_actions"> | null;
  readonly canHint: boolean;
  warn(text: string): void;
}

export class TableHint {
  /** The values of the choices, best first. Empty if no hint is shown. */
  choices: readonly RatedAction[] = $state.raw([]);
  /** Whether the page is waiting for the server's answer. */
  asked = $state(false);
  /** What turns the values into text. Undefined until the first hint is there. */
  #text = $state.raw<typeof import("../lib/narration/choice-values.ts")>();

  constructor(readonly table: HintTable) {}

  get shown(): boolean {
    return this.choices.length > 0;
  }

  /** A short sentence that advises the best choices. */
  get advice(): string {
    return this.#text?.adviceText(this.choices) ?? "";
  }

  /** Returns the mark of the best of the choices for which `wanted` returns true. Undefined if no hint is shown. */
  mark(wanted: (action: Action) => boolean): HintMark | undefined {
    return this.#text?.hintMark(this.choices, wanted);
  }

  hide(): void {
    this.choices = [];
    this.asked = false;
  }

  /** Requests a hint. If a hint is shown already, hides the hint. */
  readonly toggle = async (): Promise<void> => {
    if (this.shown || this.asked) return this.hide();
    const { table } = this;
    if (!table.canHint) return;
    const { deal } = table;
    this.asked = true;
    try {
      const [{ choices }, text] = await Promise.all([
        fetchHint(table.session.table),
        import("../lib/narration/choice-values.ts"),
      ]);
      // the person has a different choice to make by now
      if (!this.asked || !deal || table.deal?.legal_actions !== deal.legal_actions) return;
      this.#text = text;
      this.choices = choices;
      announcer.say(text.describeHint(choices, cardName));
    } catch (error) {
      table.warn((error as Error).message);
    } finally {
      this.asked = false;
    }
  };
}
