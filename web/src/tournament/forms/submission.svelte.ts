/** The state of a command that a form sends: whether an answer is pending, and why the server refused the command. */

import { RequestRefused } from "../../lib/net/errors.ts";
import type { UnsentTournamentCommand, TournamentAccess } from "../../lib/net/tournament-session.svelte.ts";
import type { Rejection } from "../../wire/types.ts";

/** The kind of question that the server asks before it executes an unusual command. */
export type Doubt = Exclude<Rejection["doubt"], undefined | "">;
/** The user's answer to the question whether two marae with similar names are the same. */
export type Alike = "same" | "other";

export class Submission {
  busy = $state(false);
  why = $state("");
  /** The kind of question that the server has asked about the last command. Empty if there is no question. */
  doubt: Doubt | "" = $state("");
  /** The command that the user must confirm. Null if there is none. */
  doubted: UnsentTournamentCommand | null = $state.raw(null);

  constructor(readonly session: () => TournamentAccess) {}

  /** Sends a command. Returns whether the server executed it. */
  async send(command: UnsentTournamentCommand): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.clear();
    try {
      await this.session().send(command);
      return true;
    } catch (error) {
      this.why = (error as Error).message;
      this.doubt = error instanceof RequestRefused ? error.doubt : "";
      this.doubted = this.doubt ? command : null;
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Repeats the command `doubted`, with the user's confirmation. */
  insist(alike?: Alike): Promise<boolean> {
    if (!this.doubted) return Promise.resolve(false);
    return this.send({ ...this.doubted, ...(alike ? { alike } : { insist: true }) } as UnsentTournamentCommand);
  }

  /** Removes the server's refusal or question. */
  clear(): void {
    this.why = this.doubt = "";
    this.doubted = null;
  }
}
