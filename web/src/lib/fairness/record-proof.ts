/**
 * Checks a finished game's record to find out whether the game's packs were dealt fairly. `uka.records.fair` does the
 * same in Python.
 */

import { seatAfter } from "../game/seats.ts";
import type { Card, PackCut, PacketPatternChosen, Ruleset, Seat, Shares } from "../../wire/types.ts";
import { t } from "../i18n/text.svelte.ts";
import { dealKey, keyCut, keyPacketPattern, packFrom } from "./construction.ts";
import type { FairNote, SecretOpened } from "./notes.ts";
import { checkSecret, values } from "./pack-secret.ts";
import { ensure, isComplete, skip, start, step, Unfair } from "./shares.ts";

/** The result of checking one pack. `fair` is null if the record does not say how the pack was made. */
export interface PackProof {
  readonly fair: boolean | null;
  readonly why: string;
  /** The seats whose players contributed a seed share of their own to the pack. */
  readonly by: readonly Seat[];
  /** The seats that withheld a seed share for the abandoned pack that this pack replaces. */
  readonly withheld: readonly Seat[];
}

/** Thrown if the page can't parse a record. */
export class UnreadableRecord extends Error {}

interface Entry {
  readonly type: string;
  readonly kind?: string;
  readonly text?: string;
  readonly order?: readonly Card[];
  readonly pack?: readonly Card[];
  readonly cut?: number | null;
  readonly packet_pattern?: string | null;
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
    if (entry.type === "note" && entry.kind === "fair") check.hear(JSON.parse(entry.text ?? "") as FairNote);
    else if (entry.type === "drawn") found.push(check.judge(entry, null));
    else if (entry.type === "dealt") found.push(check.judge(entry, dealers[deals++] ?? null));
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
  /** The pattern of packet sizes of each dealer's first deal. */
  readonly #patterns = new Map<string, string | null>();
  #shares = start();
  #secret: SecretOpened | null = null;
  #fault = "";
  #withheld: readonly Seat[] = [];
  #byHand: (PackCut | PacketPatternChosen)[] = [];

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
    if (said.type === "server_committed") {
      const { first } = said; // a later commitment to the same pack is ignored
      said.commitments.forEach((c, i) => this.#committed.has(first + i) || this.#committed.set(first + i, c));
    } else if (said.type === "secret_opened") this.#secret = said;
    else {
      this.#shares = step(this.#shares, said);
      const opens = said.type === "commitments_closed" || said.type === "shares_withheld"; // shares may be opened after these steps
      if (opens) ensure(this.#committed.has(this.#shares.number), t("The server made no commitment."));
      if (said.type === "shares_withheld") this.#withheld = [...this.#withheld, ...said.seats];
      if (said.type === "pack_cut" || said.type === "packet_pattern_chosen") this.#byHand.push(said);
    }
  }

  judge(entry: Entry, dealer: Seat | null): PackProof {
    const shares = this.#shares;
    const [secret, withheld] = [this.#secret, this.#withheld];
    const why = this.#wrong(entry, dealer);
    this.#shares = skip(shares, secret?.number ?? shares.number);
    [this.#secret, this.#withheld, this.#fault, this.#byHand] = [null, [], "", []];
    if (!secret) return { fair: null, why: t("The record doesn't say how the pack was shuffled."), by: [], withheld };
    return { fair: !why, why, by: why ? [] : (shares.awaited ?? []), withheld };
  }

  #wrong(entry: Entry, dealer: Seat | null): string {
    try {
      if (this.#secret) this.#check(entry, this.#secret, dealer);
    } catch (error) {
      return faultOf(error);
    }
    return "";
  }

  #check(entry: Entry, told: SecretOpened, dealer: Seat | null): void {
    const shares = this.#shares;
    ensure(!this.#fault, this.#fault);
    ensure(told.number === shares.number, t("A pack's number was skipped."));
    ensure(told.dealer === dealer, t("The record names a different dealer."));
    for (const { type, seat } of this.#byHand) {
      const by = dealer && type === "pack_cut" ? seatAfter(dealer, 3) : dealer;
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
    const kept = packets.startsWith("kept") ? this.#patterns.get(keeper) : undefined;
    const pattern = shares.packet_pattern ?? kept ?? keyPacketPattern(this.#rules, key);
    ensure((entry.packet_pattern ?? null) === pattern, t("The packets don't match what was revealed."));
    if (!this.#patterns.has(keeper)) this.#patterns.set(keeper, pattern);
  }
}

/**
 * Throws `Unfair` if the cards of a draw or a deal do not follow from an order of the pack. The pack of a draw has no
 * joker.
 */
function checkOrder(entry: Entry, order: readonly Card[]): void {
  const wanted = entry.type === "dealt" ? order : order.filter((card) => card !== "B");
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
