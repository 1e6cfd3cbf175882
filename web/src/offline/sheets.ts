/** Prints the sheets of a tournament from the browser, where no server typesets them. */

import { mount, tick, unmount } from "svelte";
import { tournamentFile } from "../lib/net/api.ts";
import PrintedSheet from "./PrintedSheet.svelte";

export interface Game {
  readonly table: number;
  readonly round: number;
  readonly first: string;
  readonly second: string;
}

interface Entrant {
  readonly number: number;
  readonly name: string;
}

/** What is on a sheet, as `src/uka/tournament/paper/contents.py` makes it. Each kind of sheet has some of these. */
export interface SheetPart {
  readonly event: string;
  readonly date: string;
  readonly words: { readonly captain: string };
  readonly home: string;
  readonly rule: string;
  readonly tables: readonly number[];
  readonly onward: readonly string[];
  readonly teams?: readonly (Entrant & {
    readonly captain: string;
    readonly marae: string;
    readonly lines: readonly (Readonly<Record<"table" | "against", string>> & { readonly clicks: number })[];
  })[];
  readonly rounds: number;
  readonly clicks: string;
  readonly circles: number;
  readonly games: readonly Game[];
  readonly deals: number;
  readonly tricks: number;
  readonly misdeals: number;
  readonly ticks: readonly string[];
  readonly sides: readonly string[];
  readonly signs: string;
  readonly scoring: readonly string[];
  readonly rules: readonly string[];
  readonly draw: boolean;
  readonly colours: readonly string[];
  readonly steps: readonly (readonly [number, number])[];
  readonly played: readonly { readonly number: number; games: readonly Game[]; byes: readonly string[] }[];
  readonly after: string;
  readonly entry: string;
  readonly counts: string;
  readonly with_home: boolean;
  readonly with_loners: boolean;
  readonly with_fair_play: boolean;
  readonly standings: readonly Readonly<Record<string, string | number>>[];
  readonly marae: readonly Readonly<Record<string, string | number>>[];
  readonly fair_worth: number;
  readonly winning_worth: number;
  readonly personal?: readonly (Entrant & {
    readonly lines: readonly (Readonly<Record<"table" | "partner" | "points", string>> & { readonly loners: number })[];
    readonly sums: readonly [string, string];
  })[];
  readonly loners: number;
  readonly table_cards: readonly { readonly number: number; readonly steps: readonly string[] }[];
  readonly game: readonly string[];
  readonly badges: readonly (Entrant & { readonly home: string })[];
  readonly pairs: boolean;
  readonly schedules: readonly (Entrant & {
    readonly lines: readonly Readonly<Record<"table" | "partner" | "against", string> & { round: number }>[];
  })[];
  readonly counted: string;
  readonly chart: readonly (Entrant & {
    readonly cells: readonly Readonly<Record<"table" | "score", string>>[];
    readonly total: string;
  })[];
  readonly certificates: readonly Readonly<Record<"name" | "beside" | "line" | "figures", string>>[];
  readonly calls: readonly { readonly when: string; readonly said: string }[];
  readonly talk: string;
  readonly reo: readonly { readonly english: string; readonly reo: string }[];
}

/** The sheet that is in the document. It stays until the page is used again: phones print it after `print` has returned. */
let printed: Record<string, unknown> | undefined;

for (const use of ["pointerdown", "keydown"] as const)
  window.addEventListener(use, () => void remove(), { capture: true });

/** Opens the browser's dialog for printing a sheet. `spelling` doubles the long vowels of te reo Māori. */
export async function printSheet(tournament: string, link: string, sheet: string, spelling: boolean): Promise<void> {
  const found = await tournamentFile(
    tournament,
    `sheets/${sheet}?${new URLSearchParams({ spelling: `${spelling}` })}`,
    link,
  );
  const { parts } = JSON.parse(await found.text()) as { readonly parts: readonly SheetPart[] };
  await remove();
  printed = mount(PrintedSheet, { target: document.body, props: { sheet, parts } });
  await tick();
  window.print();
}

/** Removes the sheet that was printed last. */
async function remove(): Promise<void> {
  const last = printed;
  printed = undefined;
  if (last) await unmount(last);
}
