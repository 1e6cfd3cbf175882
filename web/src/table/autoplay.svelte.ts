/**
 * What the page chooses for the person: a forced answer, the last card and, if the user prefers it, an only legal card
 * or a certain claim. The person can stop it, or choose before it.
 *
 * Other people must not learn from the time of a choice that it was forced. At a table with other people, a forced
 * choice therefore takes as long as one that the person made: an only card takes about as long as one of the cards that
 * the person has just chosen. The last card is no secret, and a claim shows the whole hand.
 */

import { t } from "../lib/i18n/text.svelte.ts";
import { cardText } from "../lib/narration/card-names.ts";
import type { UnsentTableCommand } from "../lib/net/table-session.svelte.ts";
import { preferences } from "../lib/storage/preferences.svelte.ts";
import type { Action, DealView, PublicTable } from "../wire/types.ts";
import { forcedAnswer, lastCard, onlyCard } from "./choices.ts";

/** The parts of a table's screen that automatic choices need. */
export interface AutoplayTable {
  readonly session: { readonly alone: boolean; send(command: UnsentTableCommand): Promise<void> };
  readonly deal: DealView | null;
  readonly scene: Pick<PublicTable, "version"> | null;
  readonly myTurn: boolean;
  readonly dialog: string | null;
  choose(action: Action): Promise<void>;
  claimRest(): Promise<void>;
}

/** A choice that the page is about to make. `wait` is in milliseconds. */
interface Plan {
  readonly action: Action | "claim";
  readonly wait: number;
  /** A sentence that announces the choice. Empty if the choice can surprise nobody. */
  readonly told: string;
}

/** Milliseconds before the page plays the last card, and before it makes a choice that the person may want to stop. */
const LAST = 450;
const STOPPABLE = 900;
const CLAIM = 2_500;
/** The time that a forced answer takes if other people wait for it: at least `BRIEF`, and up to `BRIEF + MORE`. */
const BRIEF = 1_000;
const MORE = 2_000;
/** The number of chosen cards whose times are kept, and the number from which on an only card is played. */
const KEPT = 16;
const ENOUGH = 3;
/** A choice that took longer than this time, in milliseconds, was an interruption. */
const LONGEST = 20_000;

export class Autoplay {
  /** Whether the person has stopped the automatic choice of this turn, or taken the last choice back. */
  stopped = $state(false);
  /** The trick from which on the server has found all tricks to be certain. Empty if it has found none. */
  #certain = $state("");
  /** How long the person's last choices among several cards took, in milliseconds. */
  readonly #times: number[] = [];
  /** When the turn began, and how long a forced card or answer takes in this turn. Undefined: too few times are known. */
  #began = 0;
  #card: number | undefined = $state();
  #answer = $state(BRIEF);

  constructor(
    readonly table: AutoplayTable,
    readonly random: () => number = Math.random,
  ) {}

  /** The choice that the page is about to make. Undefined if the person chooses. */
  readonly plan: Plan | undefined = $derived.by(() => {
    const { deal, myTurn, dialog, session } = this.table;
    if (!myTurn || !deal || dialog || this.stopped) return undefined;
    const answer = forcedAnswer(deal);
    if (answer) return { action: answer, wait: session.alone ? LAST : this.#answer, told: "" };
    const last = preferences.lastCard ? lastCard(deal) : undefined;
    if (last) return { action: last, wait: LAST, told: "" };
    if (this.#certain === trick(deal) && preferences.claimRest)
      return { action: "claim", wait: CLAIM, told: t("The rest are yours. Claiming them…") };
    const only = preferences.onlyCard ? onlyCard(deal) : undefined;
    const wait = session.alone ? STOPPABLE : this.#card;
    if (!only || wait === undefined) return undefined;
    return { action: only, wait, told: t("Only {card} is allowed. Playing it…", { card: cardText(only.card) }) };
  });

  /** A sentence that announces the choice that the page is about to make. Empty if the person may not stop it. */
  get told(): string {
    return this.plan?.told ?? "";
  }

  /** Whether the server must say now if the remaining tricks are certain. */
  readonly unsure: boolean = $derived.by(() => {
    const { deal, myTurn } = this.table;
    if (!preferences.claimRest || !myTurn || this.stopped || !deal?.claim) return false;
    return this.#certain !== trick(deal);
  });

  /** Notes that the person's turn begins now. */
  beginTurn(): void {
    this.#began = Date.now();
    this.#answer = BRIEF + MORE * this.random();
    const like = this.#times[Math.floor(this.random() * this.#times.length)];
    // a time that occurs twice to the millisecond would tell that the second one was drawn
    this.#card = like !== undefined && this.#times.length >= ENOUGH ? like * (0.8 + 0.4 * this.random()) : undefined;
  }

  /** Notes that a choice is sent. */
  endTurn(action: Action | "claim"): void {
    const { deal } = this.table;
    const chosen = action !== "claim" && action.type === "play" && deal && deal.legal_actions.length > 1;
    const time = Date.now() - this.#began;
    if (chosen && time < LONGEST) this.#times.push(time);
    if (this.#times.length > KEPT) this.#times.shift();
    this.stopped = false;
    this.#certain = "";
  }

  /** Asks the server whether the remaining tricks are certain. Nobody else is told. */
  async check(): Promise<void> {
    const { deal, scene, session } = this.table;
    if (!deal) return;
    try {
      await session.send({ type: "check_claim", version: scene?.version ?? null });
      this.#certain = trick(deal);
    } catch {
      // The claim would not hold, so the person plays on.
    }
  }

  /** Makes the planned choice after its time. Returns a function that cancels it. */
  schedule(): (() => void) | undefined {
    const { plan, table } = this;
    if (!plan) return undefined;
    const { action, wait } = plan;
    const timer = setTimeout(() => void (action === "claim" ? table.claimRest() : table.choose(action)), wait);
    return () => clearTimeout(timer);
  }

  /** Leaves the choice of this turn to the person. */
  readonly stop = (): void => void (this.stopped = true);
}

/** Returns a text that identifies the present trick. */
const trick = (deal: DealView): string => `${deal.number} ${deal.tricks.length}`;
