/** Whether the packs of a finished game were dealt fairly, checked here from its record: as `uka.records.fair` does. */

import type { Card, Ruleset, Seat } from "../wire/types.ts";
import { after, SEATS } from "../table/facts.ts";
import { commitment, fairPack, standIn, usualCut, usualWay } from "./fair.ts";
import { t } from "./text.svelte.ts";

/** What came of checking a pack; `fair` is null where the record does not say what it came from. */
export interface Proof {
  readonly fair: boolean | null;
  readonly why: string;
  /** The seats that added to it themselves. */
  readonly by: readonly Seat[];
}

/** A record that this page can't read. */
export class NoRecord extends Error {}

interface Told {
  readonly fair: "told";
  readonly number: number;
  readonly secret: string;
  readonly added: readonly string[];
  readonly own: readonly boolean[];
  readonly by_hand: readonly string[];
}
interface Committed {
  readonly fair: "committed";
  readonly first: number;
  readonly commitments: readonly string[];
}
interface Entry {
  readonly entry: string;
  readonly kind?: string;
  readonly text?: string;
  readonly order?: readonly Card[];
  readonly pack?: readonly Card[];
  readonly cut?: number | null;
  readonly way?: string | null;
}

class Unfair extends Error {}

/** A verdict on each pack of a record in Uka's own form, the draw's first; `dealers` are those of its deals. */
export function proofs(record: string, dealers: readonly Seat[]): Proof[] {
  const [header, ...entries] = lines(record);
  const rules = (header as { rules?: Ruleset } | undefined)?.rules;
  if (!rules) throw new NoRecord(t("This is no record in Uka's own form."));
  const committed = new Map<number, string>();
  const ways = new Map<Seat, string | null>();
  const found: Proof[] = [];
  let told: Told | undefined;
  let number = -1;
  let deals = 0;
  for (const entry of entries as readonly Entry[]) {
    if (entry.entry === "note" && entry.kind === "fair") {
      const said = JSON.parse(entry.text ?? "") as Told | Committed;
      if (said.fair === "told") told = said;
      else said.commitments.forEach((c, i) => committed.has(said.first + i) || committed.set(said.first + i, c));
    } else if (entry.entry === "drawn" || entry.entry === "dealt") {
      const dealer = entry.entry === "dealt" ? dealers[deals++] : undefined;
      found.push(proof(rules, entry, told, committed, number + 1, dealer, ways));
      number = told?.number ?? number + 1;
      told = undefined;
    }
  }
  return found;
}

function lines(record: string): readonly unknown[] {
  try {
    return record
      .split("\n")
      .filter(Boolean)
      .map((line): unknown => JSON.parse(line));
  } catch {
    throw new NoRecord(t("This is no record in Uka's own form."));
  }
}

function proof(
  rules: Ruleset,
  entry: Entry,
  told: Told | undefined,
  committed: ReadonlyMap<number, string>,
  number: number,
  dealer: Seat | undefined,
  ways: Map<Seat, string | null>,
): Proof {
  if (!told) return { fair: null, why: t("The record does not say what the pack came from."), by: [] };
  try {
    checkPack(rules, entry, told, committed.get(number), number);
    if (dealer) checkHands(rules, entry, told, dealer, ways);
  } catch (error) {
    if (error instanceof Unfair || error instanceof RangeError) return { fair: false, why: error.message, by: [] };
    throw error;
  }
  return { fair: true, why: "", by: SEATS.filter((_, i) => told.own[i]) };
}

function checkPack(rules: Ruleset, entry: Entry, told: Told, bound: string | undefined, number: number): void {
  require(told.number === number, t("A number was left out."));
  require(bound !== undefined, t("Nothing was committed to."));
  require(commitment(told.secret) === bound, t("The secret told is not the one that was committed to."));
  const fair = fairPack(rules, told.secret, number, told.added);
  const wanted = entry.entry === "dealt" ? fair : fair.filter((card) => card !== "B");
  require(same(entry.pack ?? entry.order ?? [], wanted), t("The pack does not follow from what was told."));
  for (const [i, seat] of SEATS.entries()) {
    const bySeat = told.own[i] || told.added[i] === standIn(told.secret, number, seat);
    require(Boolean(bySeat), t("What stands for a seat is not bound by the secret."));
  }
}

function checkHands(rules: Ruleset, entry: Entry, told: Told, dealer: Seat, ways: Map<Seat, string | null>): void {
  const added = (seat: Seat): string => told.added[SEATS.indexOf(seat)] ?? "";
  const cut = usualCut(rules, added(after(dealer, 3)));
  require(told.by_hand.includes("cut") || (entry.cut ?? null) === cut, t(
    "The cut does not follow from what was told.",
  ));
  const way = ways.get(dealer) ?? usualWay(rules, added(dealer));
  require(told.by_hand.includes("way") || (entry.way ?? null) === way, t(
    "The packets do not follow from what was told.",
  ));
  ways.set(dealer, entry.way ?? null);
}

const same = (a: readonly Card[], b: readonly Card[]): boolean =>
  a.length === b.length && a.every((c, i) => c === b[i]);

function require(holds: boolean, why: string): asserts holds {
  if (!holds) throw new Unfair(why);
}
