/**
 * The page's copy of the state that a table has on the server. The copy puts the server's messages in order and drops
 * duplicates.
 */

import type {
  DealView,
  OwnDealView,
  PublicDealView,
  PublicTable,
  Ruleset,
  TableChange,
  TableLineView,
  TableSnapshot,
} from "../../wire/types.ts";
import { dealView } from "./deal-view.ts";

/** The maximum number of messages stored while an earlier message is missing. Dropped messages are requested again. */
const MAX_HELD = 64;

/**
 * What the screen shows at a time: new lines of the table's log, and the state of the table after these lines. If
 * `whole` is true, the server has sent the full state, and log lines from before this state may be missing.
 */
export interface TableStep {
  readonly whole: boolean;
  readonly lines: readonly TableLineView[];
  readonly rules: Ruleset;
  readonly scene: PublicTable;
  readonly deal: DealView | null;
  /**
   * Earlier lines of the log, from which the page describes what has happened in the deal so far. Only present if
   * `whole` is true.
   */
  readonly recap?: readonly TableLineView[];
}

/**
 * The state of the table after an unbroken sequence of messages. The replica copies states, or changed fields of them,
 * from the messages and never computes a state.
 */
export class TableReplica {
  whole: TableSnapshot | null = null;
  /** The deal as this person may see it. Null before the first deal. */
  deal: DealView | null = null;
  /** The latest version that is known to exist on the server. */
  known = -1;
  #held: TableChange[] = [];

  get version(): number | null {
    return this.whole?.scene.version ?? null;
  }

  /** Whether this copy lacks versions that are known to exist on the server. */
  get behind(): boolean {
    return this.version === null || this.known > this.version;
  }

  /**
   * Adds a message. Returns the steps that can now be shown, in order. `first` says whether the message is the first
   * one on its connection. If it is, a `TableSnapshot` (the full state) replaces the present state, even if the
   * `TableSnapshot` has an older version.
   */
  receive(update: TableSnapshot | TableChange, first: boolean): TableStep[] {
    if (first && update.type === "table_snapshot") {
      this.known = -1;
      this.#held = [];
    }
    this.known = Math.max(this.known, versionOf(update));
    const steps = update.type === "table_snapshot" ? this.#takeSnapshot(update, first) : this.#hold(update);
    return [...steps, ...this.#fill()];
  }

  #takeSnapshot(snapshot: TableSnapshot, first: boolean): TableStep[] {
    const before = this.version;
    if (before !== null && !first && snapshot.scene.version < before) return [];
    this.#keep(snapshot);
    if (snapshot.scene.version === before) return [];
    const { rules, scene, lines: recap = [] } = snapshot;
    return [{ whole: true, lines: [], rules, scene, deal: this.deal, recap }];
  }

  #keep(whole: TableSnapshot): void {
    this.whole = whole;
    this.deal = dealView(whole);
  }

  #hold(change: TableChange): TableStep[] {
    this.#held = [...this.#held, change].sort((a, b) => a.since - b.since).slice(0, MAX_HELD);
    return [];
  }

  *#fill(): Generator<TableStep> {
    for (
      let change = this.#held[0];
      this.whole && change && change.since <= this.whole.scene.version;
      change = this.#held[0]
    ) {
      this.#held.shift();
      const version = this.whole.scene.version;
      // A change that is not whole fits only the version that it follows. The page requests the rest again.
      if (change.version <= version || (change.since < version && !change.whole)) continue;
      this.#keep(after(this.whole, change));
      const { rules, scene } = this.whole;
      yield {
        whole: false,
        lines: linesSeen(change).filter(({ seq }) => seq > version),
        rules,
        scene,
        deal: this.deal,
      };
    }
  }
}

const versionOf = (update: TableSnapshot | TableChange): number =>
  update.type === "table_change" ? update.version : update.scene.version;

/** Returns the lines of a change as this person may see them. */
export function linesSeen({
  lines,
  own_lines = [],
}: Pick<TableChange, "lines" | "own_lines">): readonly TableLineView[] {
  return lines.map((line) => own_lines.find(({ seq }) => seq === line.seq) ?? line);
}

/** Returns the full state of the table after a change that fits it. */
function after(table: TableSnapshot, change: TableChange): TableSnapshot {
  const { scene, people, invitation } = change;
  const deal = dealAfter(table.deal, change);
  return {
    ...table,
    scene: { ...table.scene, ...scene },
    deal,
    own: deal ? ownAfter(table.own, change) : null,
    people: people ?? table.people,
    invitation: invitation ?? table.invitation,
  };
}

function dealAfter(before: PublicDealView | null | undefined, { deal }: TableChange): PublicDealView | null {
  return deal ? ({ ...before, ...deal, facts: { ...before?.facts, ...deal.facts } } as PublicDealView) : null;
}

function ownAfter(before: OwnDealView | null | undefined, { own, whole }: TableChange): OwnDealView | null {
  if (own === undefined) return (!whole && before) || null;
  if (own === null) return null;
  const facts = own.facts && { ...before?.facts, ...own.facts };
  return { ...before, ...own, ...(own.facts === undefined ? {} : { facts }) } as OwnDealView;
}
