/** What the server has promised of a game's packs, held against what was seen of them once secrets are told. */

import type { Ruleset, Welcome } from "../wire/types.ts";
import type { Told } from "./mirror.ts";

/** Whether a pack was dealt fairly; null where it could not be checked; `why` says what is wrong or missing. */
export interface PackVerdict {
  readonly number: number;
  readonly fair: boolean | null;
  readonly why: string;
  /** Whether what this browser added is in it. */
  readonly mine: boolean;
}

export class Promises {
  commitments: readonly string[] = [];
  verdicts: readonly PackVerdict[] = [];

  constructor(readonly table: string) {}

  welcomed(whole: Welcome): void {
    this.commitments = whole.commitments ?? [];
  }

  heard(step: Told, _rules: Ruleset): void {
    for (const event of step.lines.flatMap((line) => line.events ?? [])) {
      if (event.event === "commitments_told") this.commitments = [...this.commitments, ...event.commitments];
    }
  }

  adding(_number: number, _bound: string, _value: string): void {}
  notAdded(_number: number, _bound: string, _value: string): void {}
}
