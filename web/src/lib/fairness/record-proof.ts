/**
 * Checks a finished game's record to find out whether the game's packs were dealt fairly. `uka.records.fair` does the
 * same in Python.
 */

import { seatAfter, SEATS } from "../game/seats.ts";
import type { Card, Ruleset, Seat, Shares } from "../../wire/types.ts";
import { t } from "../i18n/text.svelte.ts";
import { commitment, dealKey, keyCut, keyPackets, packFrom } from "./construction-v2.ts";
import * as first from "./construction-v1.ts";
import type { FairNote, SecretOpened, ShareStep, MixedSecret } from "./notes.ts";
import { checkSecret, ensure, isComplete, skip, start, step, Unfair, values } from "./shares.ts";

/** The result of checking one pack. `fair` is null if the record does not say how the pack was made. */
export interface PackProof {
  readonly fair: boolean | null;
  readonly why: string;
  /** The seats whose players contributed a seed share of their own to the pack. */
  readonly by: readonly Seat[];
  /** The version of fair dealing; 0 if the record does not say how packs were made. */
  readonly version: 0 | 1 | 2;
  /** The seats that withheld a seed share for the abandoned pack that this pack replaces. */
  readonly withheld: readonly Seat[];
}

/** Thrown if the page can't parse a record. */
export class UnreadableRecord extends Error {}

interface Entry {
  readonly entry: string;
  readonly kind?: string;
  readonly text?: string;
  readonly order?: readonly Card[];
  readonly pack?: readonly Card[];
  readonly cut?: number | null;
  readonly way?: string | null;
}

/**
 * Checks each pack of a record in Uka's format. The result for the pack of the draw comes first. `dealers` lists the
 * dealer of each deal in the record.
 */
export function checkPacks(record: string, dealers: readonly Seat[]): PackProof[] {
  const [header, ...entries] = lines(record);
  const rules = (header as { rules?: Ruleset } | undefined)?.rules;
  if (!rules) throw new UnreadableRecord(t("This is not a record in Uka's own format."));
  const check = new RecordChecker({ ...DEFAULTS, ...rules });
  const found: PackProof[] = [];
  let deals = 0;
  for (const entry of entries as readonly Entry[]) {
    if (entry.entry === "note" && entry.kind === "fair") check.hear(JSON.parse(entry.text ?? "") as FairNote);
    else if (entry.entry === "drawn") found.push(check.judge(entry, null));
    else if (entry.entry === "dealt") found.push(check.judge(entry, dealers[deals++] ?? null));
  }
  return found;
}

/** The default values of the rules that a record may omit. */
const DEFAULTS = { pack: 24, benny: "off", cut: false, packets: "3-2" };

function lines(record: string): readonly unknown[] {
  try {
    return record
      .split("\n")
      .filter(Boolean)
      .map((line): unknown => JSON.parse(line));
  } catch {
    throw new UnreadableRecord(t("This is not a record in Uka's own format."));
  }
}

/** Reads a record's notes in order, and checks each pack against them. */
class RecordChecker {
  readonly #rules: Ruleset;
  readonly #committed = new Map<number, string>();
  /**
   * The pattern of packet sizes by dealer. It is the pattern of the dealer's first deal under version 2 of the protocol,
   * and of the dealer's latest deal under version 1.
   */
  readonly #ways = new Map<string, string | null>();
  #shares = start();
  #told: MixedSecret | null = null;
  #secret: SecretOpened | null = null;
  #fault = "";
  #withheld: readonly Seat[] = [];
  #byHand: Extract<ShareStep, { readonly fair: "cut_by_hand" | "packets_chosen" }>[] = [];
  /** Whether the record uses version 2 of fair dealing. */
  #second = false;

  constructor(rules: Ruleset) {
    this.#rules = rules;
  }

  hear(said: FairNote): void {
    try {
      this.#hear(said);
    } catch (error) {
      this.#fault ||= faultOf(error);
    }
  }

  #hear(said: FairNote): void {
    if (said.fair === "committed") {
      const { first } = said; // a later commitment to the same pack is ignored
      said.commitments.forEach((c, i) => this.#committed.has(first + i) || this.#committed.set(first + i, c));
    } else if (said.fair === "told") this.#told = said;
    else if (said.fair === "secret_opened") this.#secret = said;
    else {
      this.#second = true;
      this.#shares = step(this.#shares, said);
      const opens = said.fair === "closed" || said.fair === "shares_withheld"; // shares may be opened after these steps
      if (opens) ensure(this.#committed.has(this.#shares.number), t("The server made no commitment."));
      if (said.fair === "shares_withheld") this.#withheld = [...this.#withheld, ...said.seats];
      if (said.fair === "cut_by_hand" || said.fair === "packets_chosen") this.#byHand.push(said);
    }
  }

  judge(entry: Entry, dealer: Seat | null): PackProof {
    const shares = this.#shares;
    const [secret, told, withheld] = [this.#secret, this.#told, this.#withheld];
    const why = this.#wrong(entry, dealer);
    this.#shares = skip(shares, secret?.number ?? told?.number ?? shares.number);
    [this.#secret, this.#told, this.#withheld, this.#fault, this.#byHand] = [null, null, [], "", []];
    if (!secret && !told) {
      return { fair: null, why: t("The record doesn't say how the pack was shuffled."), by: [], version: 0, withheld };
    }
    const by = secret ? (shares.awaited ?? []) : SEATS.filter((_, i) => told?.own[i]);
    return { fair: !why, why, by: why ? [] : by, version: secret ? 2 : 1, withheld };
  }

  #wrong(entry: Entry, dealer: Seat | null): string {
    try {
      if (this.#secret) this.#check(entry, this.#secret, dealer);
      else if (this.#told) this.#checkFirst(entry, this.#told, dealer);
    } catch (error) {
      return faultOf(error);
    }
    return "";
  }

  // Version 2

  #check(entry: Entry, told: SecretOpened, dealer: Seat | null): void {
    const shares = this.#shares;
    ensure(!this.#fault, this.#fault);
    ensure(told.number === shares.number, t("A pack's number was skipped."));
    ensure(told.dealer === dealer, t("The record names a different dealer."));
    for (const { fair, seat } of this.#byHand) {
      const by = dealer && fair === "cut_by_hand" ? seatAfter(dealer, 3) : dealer;
      ensure(seat === by, t("Someone cut or dealt whose turn it wasn't."));
    }
    checkSecret(told.secret, this.#committed.get(told.number));
    ensure(isComplete(shares), t("The pack was dealt before all its shares were open."));
    const key = dealKey(told.secret, told.number, values(shares, told.secret));
    checkOrder(entry, packFrom(this.#rules, key));
    if (dealer) this.#checkHands(entry, dealer, told.game ?? 0, shares, key);
  }

  #checkHands(entry: Entry, dealer: Seat, game: number, shares: Shares, key: Uint8Array): void {
    const cut = this.#rules.cut ? (shares.cut ?? keyCut(this.#rules, key)) : null;
    ensure((entry.cut ?? null) === cut, t("The cut doesn't match what was revealed."));
    const { packets } = this.#rules;
    const keeper = packets === "kept_in_game" ? `${dealer} in game ${game}` : dealer;
    const kept = packets.startsWith("kept") ? this.#ways.get(keeper) : undefined;
    const way = shares.packets ?? kept ?? keyPackets(this.#rules, key);
    ensure((entry.way ?? null) === way, t("The packets don't match what was revealed."));
    if (!this.#ways.has(keeper)) this.#ways.set(keeper, way);
  }

  // Version 1

  #checkFirst(entry: Entry, told: MixedSecret, dealer: Seat | null): void {
    ensure(!this.#second, t("The pack was dealt by an older version than the rest of the game."));
    const { number } = this.#shares;
    const bound = this.#committed.get(number);
    ensure(told.number === number, t("A pack's number was skipped."));
    ensure(bound !== undefined, t("The server made no commitment."));
    ensure(commitment(told.secret) === bound, t("The secret revealed is not the one committed to."));
    checkOrder(entry, first.fairPack(this.#rules, told.secret, number, told.added));
    for (const [i, seat] of SEATS.entries()) {
      const bySeat = told.own[i] || told.added[i] === first.standIn(told.secret, number, seat);
      ensure(Boolean(bySeat), t("A seat's share doesn't match the secret."));
    }
    if (dealer) this.#checkFirstHands(entry, told, dealer);
  }

  #checkFirstHands(entry: Entry, told: MixedSecret, dealer: Seat): void {
    const added = (seat: Seat): string => told.added[SEATS.indexOf(seat)] ?? "";
    const cut = first.defaultCut(this.#rules, added(seatAfter(dealer, 3)));
    const cutFollows = told.by_hand.includes("cut") || (entry.cut ?? null) === cut;
    ensure(cutFollows, t("The cut doesn't match what was revealed."));
    const way = this.#ways.get(dealer) ?? first.defaultPackets(this.#rules, added(dealer));
    const wayFollows = told.by_hand.includes("way") || (entry.way ?? null) === way;
    ensure(wayFollows, t("The packets don't match what was revealed."));
    this.#ways.set(dealer, entry.way ?? null);
  }
}

/**
 * Throws `Unfair` if the cards of a draw or a deal do not follow from an order of the pack. The pack of a draw has no
 * joker.
 */
function checkOrder(entry: Entry, order: readonly Card[]): void {
  const wanted = entry.entry === "dealt" ? order : order.filter((card) => card !== "B");
  const found = entry.pack ?? entry.order ?? [];
  const same = found.length === wanted.length && found.every((card, i) => card === wanted[i]);
  ensure(same, t("The pack doesn't match what was revealed."));
}

/** Returns the message of an `Unfair` error. Rethrows any other error. */
function faultOf(error: unknown): string {
  if (error instanceof Unfair) return error.message;
  if (error instanceof RangeError) return t("What the server revealed about the pack is not a 32-byte number.");
  throw error;
}
