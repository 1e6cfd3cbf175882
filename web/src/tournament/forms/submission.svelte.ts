/** A command on its way, and why the last one was refused. */

import { RequestRefused } from "../../lib/net/api.ts";
import type { TournamentCommand, TournamentAccess } from "../../lib/net/tournament-session.svelte.ts";
import type { NotDone } from "../../wire/types.ts";

/** What the server doubts in an order. */
export type Doubt = Exclude<NotDone["doubt"], undefined | "">;
/** Whether two marae that are written alike are one. */
export type Alike = "same" | "other";

export class Submission {
  busy = $state(false);
  why = $state("");
  /** What is doubted in the last order; it is done when somebody insists. */
  doubt: Doubt | "" = $state("");
  /** The order that is doubted. */
  doubted: TournamentCommand | null = $state.raw(null);

  constructor(readonly session: () => TournamentAccess) {}

  /** Whether it was done. */
  async send(order: TournamentCommand): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.clear();
    try {
      await this.session().order(order);
      return true;
    } catch (error) {
      this.why = (error as Error).message;
      this.doubt = error instanceof RequestRefused ? error.doubt : "";
      this.doubted = this.doubt ? order : null;
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Send the order that is doubted again, and insist. */
  insist(alike?: Alike): Promise<boolean> {
    if (!this.doubted) return Promise.resolve(false);
    return this.send({ ...this.doubted, ...(alike ? { alike } : { insist: true }) } as TournamentCommand);
  }

  /** Forget what was refused. */
  clear(): void {
    this.why = this.doubt = "";
    this.doubted = null;
  }
}
