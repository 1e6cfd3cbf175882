/**
 * The page's copy of the state that a table has on the server. The copy puts the server's messages in order and drops
 * duplicates.
 */

import type { TableChange, DealView, News, Ruleset, Scene, Shown, Welcome } from "../../wire/types.ts";

/** The maximum number of messages stored while an earlier message is missing. Dropped messages are requested again. */
const MAX_HELD = 64;

/**
 * New lines of the table's log, and the state of the table after these lines. If `whole` is true, the server has sent
 * the full state, and log lines from before this state may be missing.
 */
export interface TableTransition {
  readonly whole: boolean;
  readonly lines: readonly Shown[];
  readonly rules: Ruleset;
  readonly scene: Scene;
  readonly deal: DealView | null;
  /**
   * Earlier lines of the log, from which the page describes what has happened in the deal so far. Only present if
   * `whole` is true.
   */
  readonly recap?: readonly Shown[];
}

/**
 * The state of the table after an unbroken sequence of messages. The replica copies states, or changed fields of them,
 * from the messages and never computes a state.
 */
export class TableReplica {
  whole: Welcome | null = null;
  /** The latest version that is known to exist on the server. */
  known = -1;
  #held: (News | TableChange)[] = [];

  get version(): number | null {
    return this.whole?.scene.version ?? null;
  }

  /** Whether this copy lacks versions that are known to exist on the server. */
  get behind(): boolean {
    return this.version === null || this.known > this.version;
  }

  /**
   * Adds a message. Returns the transitions that can now be shown, in order. `first` says whether the message is the
   * first one on its connection. If it is, a `Welcome` (the full state) replaces the present state, even if the
   * `Welcome` has an older version.
   */
  receive(tell: Welcome | News | TableChange, first: boolean): TableTransition[] {
    if (first && tell.tell === "welcome") {
      this.known = -1;
      this.#held = [];
    }
    this.known = Math.max(this.known, versionOf(tell));
    const told = tell.tell === "welcome" ? this.#welcomed(tell, first) : this.#hold(tell);
    return [...told, ...this.#fill()];
  }

  #welcomed(welcome: Welcome, first: boolean): TableTransition[] {
    const before = this.version;
    if (before !== null && !first && welcome.scene.version < before) return [];
    this.whole = welcome;
    if (welcome.scene.version === before) return [];
    const { rules, scene, deal = null, lines: recap = [] } = welcome;
    return [{ whole: true, lines: [], rules, scene, deal, recap }];
  }

  #hold(news: News | TableChange): TableTransition[] {
    this.#held = [...this.#held, news].sort((a, b) => a.since - b.since).slice(0, MAX_HELD);
    return [];
  }

  *#fill(): Generator<TableTransition> {
    for (let tell = this.#held[0]; this.whole && tell && tell.since <= this.whole.scene.version; tell = this.#held[0]) {
      this.#held.shift();
      const version = this.whole.scene.version;
      // A change fits only the version that it follows. The page requests the rest again.
      if (versionOf(tell) <= version || (tell.tell === "change" && tell.since < version)) continue;
      const news = tell.tell === "change" ? newsOf(this.whole, tell) : tell;
      this.whole = after(this.whole, news);
      const lines = news.lines.filter((line) => line.seq > version);
      yield { whole: false, lines, rules: this.whole.rules, scene: news.scene, deal: news.deal ?? null };
    }
  }
}

const versionOf = (tell: Welcome | News | TableChange): number =>
  tell.tell === "change" ? tell.version : tell.scene.version;

/** Returns the message with the full state that tells the same as a message with the changed fields. */
function newsOf(whole: Welcome, { tell: _, version: __, scene, deal, ...more }: TableChange): News {
  return {
    tell: "news",
    ...more,
    scene: { ...whole.scene, ...scene },
    deal: deal ? dealAfter(whole.deal, deal) : null,
  };
}

function dealAfter(before: DealView | null | undefined, changes: NonNullable<TableChange["deal"]>): DealView {
  const facts = { ...before?.facts, ...changes.facts };
  return { ...before, ...changes, facts } as DealView;
}

/** Returns the full state of the table after a message with changes. */
function after(whole: Welcome, news: News): Welcome {
  return {
    ...whole,
    scene: news.scene,
    deal: news.deal ?? null,
    people: news.people ?? whole.people,
    invitation: news.invitation ?? whole.invitation,
  };
}
