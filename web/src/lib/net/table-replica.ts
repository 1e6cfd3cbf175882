/** A replica of a table: puts the server's messages in order, and drops those that were received before. */

import type { DealView, News, Scene, Shown, Welcome } from "../../wire/types.ts";

/** News held back while a gap before them is filled; more of them come again with what fills it. */
const MOST = 64;

/** What is new: lines after a version, and the table after them; `whole` where nothing is known of what lay between. */
export interface TableTransition {
  readonly whole: boolean;
  readonly lines: readonly Shown[];
  readonly scene: Scene;
  readonly deal: DealView | null;
}

/** The table at the last version told without a gap before it. A state is taken as told, never worked out. */
export class TableReplica {
  whole: Welcome | null = null;
  /** The last version that there is. */
  known = -1;
  #held: News[] = [];

  get version(): number | null {
    return this.whole?.scene.version ?? null;
  }

  /** Whether something is missing. */
  get behind(): boolean {
    return this.version === null || this.known > this.version;
  }

  /** What of a message is new, in order. A welcome that is `first` on a connection counts even if it is older. */
  receive(tell: Welcome | News, first: boolean): TableTransition[] {
    if (first && tell.tell === "welcome") {
      this.known = -1;
      this.#held = [];
    }
    this.known = Math.max(this.known, tell.scene.version);
    const told = tell.tell === "welcome" ? this.#welcomed(tell, first) : this.#hold(tell);
    return [...told, ...this.#fill()];
  }

  #welcomed(welcome: Welcome, first: boolean): TableTransition[] {
    const before = this.version;
    if (before !== null && !first && welcome.scene.version < before) return [];
    this.whole = welcome;
    if (welcome.scene.version === before) return [];
    return [{ whole: true, lines: [], scene: welcome.scene, deal: welcome.deal ?? null }];
  }

  #hold(news: News): TableTransition[] {
    this.#held = [...this.#held, news].sort((a, b) => a.since - b.since).slice(0, MOST);
    return [];
  }

  *#fill(): Generator<TableTransition> {
    for (let news = this.#held[0]; this.whole && news && news.since <= this.whole.scene.version; news = this.#held[0]) {
      this.#held.shift();
      const version = this.whole.scene.version;
      if (news.scene.version <= version) continue;
      this.whole = after(this.whole, news);
      const lines = news.lines.filter((line) => line.seq > version);
      yield { whole: false, lines, scene: news.scene, deal: news.deal ?? null };
    }
  }
}

/** A table after some news. */
function after(whole: Welcome, news: News): Welcome {
  return {
    ...whole,
    scene: news.scene,
    deal: news.deal ?? null,
    people: news.people ?? whole.people,
    invitation: news.invitation ?? whole.invitation,
  };
}
