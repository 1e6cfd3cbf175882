/**
 * What the server has promised of a game's packs, held against what was seen of them once their secrets are told.
 *
 * What was promised, what this browser added and what it saw is kept in the browser, so that a reload in mid-game
 * forgets nothing of it. A pack is called fair only if its commitment was heard before it was dealt.
 */

import { after, partnerOf, SEATS } from "../table/facts.ts";
import type { Card, DealView, Event, Ruleset, Scene, Seat, Welcome } from "../wire/types.ts";
import { commitment, dealt, fairPack, packOf, standIn, usualCut, usualWay } from "./fair.ts";
import type { Told } from "./mirror.ts";
import { listed, message, t } from "./text.svelte.ts";

/** Whether a pack was dealt fairly; null where it could not be checked; `why` says what is wrong or missing. */
export interface PackVerdict {
  /** 0 is the draw, deals count from 1. */
  readonly number: number;
  readonly fair: boolean | null;
  readonly why: string;
  /** Whether what this browser added is in it, so that nobody else could choose its order. */
  readonly mine: boolean;
}

/** What was seen of one pack. */
interface Seen {
  /** The commitment to its secret, if it was heard before the pack was dealt. */
  bound?: string;
  /** What this browser added; `sure` once the server said that it is in. */
  mine?: string;
  sure?: boolean;
  added?: Partial<Record<Seat, { readonly value: string; readonly own: boolean }>>;
  /** Cards that came to light in the draw, and the places that they were taken at. */
  drawn?: [Seat, Card][];
  places?: number[];
  first?: Seat;
  dealt?: { readonly dealer: Seat; readonly cut: number | null; readonly way: string | null; readonly itself: boolean };
  hands?: Partial<Record<Seat, readonly Card[]>>;
  up?: Card[];
  /** How it was played, once it is over. */
  end?: Pick<DealView, "picked_up" | "went_under"> & {
    readonly plays: readonly (readonly [Seat, Card])[];
    /** Who was given a card by the partner. */
    readonly helped: Seat | null;
  };
  verdict?: PackVerdict;
}

interface Kept {
  commitments: string[];
  secrets: string[];
  packs: Record<number, Seen>;
  /** A promise that was broken, but for a pack's own. */
  broken?: string;
}

const KEY = "uka.fair";
/** Tables whose promises are kept. */
const TABLES = 4;

/** The promises of the game that is played at a table. */
export class Promises {
  readonly #table: string;
  #kept: Kept;
  #rules: Ruleset | undefined;
  /** The last pack that was dealt, or drawn from. */
  #number = -1;
  #saved = "";

  constructor(table: string) {
    this.#table = table;
    this.#kept = stored()[table] ?? fresh();
  }

  /** What the server is bound to by its word, by the packs' numbers. */
  get commitments(): readonly string[] {
    return this.#kept.commitments;
  }

  /** A verdict on each pack whose secret is told. */
  get verdicts(): readonly PackVerdict[] {
    const found = Object.values(this.#kept.packs).flatMap(({ verdict }) => (verdict ? [verdict] : []));
    const { broken } = this.#kept;
    return broken ? found.map((verdict) => ({ ...verdict, fair: false, why: t(broken) })) : found;
  }

  /** The table is told as a whole: after a reload, or a stretch that was not seen. */
  welcomed(whole: Welcome): void {
    this.#rules = whole.rules;
    this.#merge();
    const told = whole.commitments ?? [];
    const { scene } = whole;
    if (told[0] !== this.#kept.commitments[0] || scene.stage === "seating") this.#kept = fresh();
    if (this.#kept.commitments.some((value, i) => told[i] !== value)) this.#kept.broken ??= CHANGED;
    for (const [i, value] of told.entries()) if (!this.#kept.commitments[i]) this.#bind(i, value, i >= scene.number);
    this.#number = scene.number - 1;
    if (scene.stage === "shuffling") this.#sawAdded(scene);
    this.#saw(whole.deal ?? null);
    for (const [i, secret] of (whole.secrets ?? []).entries()) this.#told(i, secret);
    this.#keep();
  }

  /** Lines of the table's log. */
  heard(step: Told): void {
    for (const { entry, events } of step.lines) {
      if (entry?.entry === "began") this.#begin();
      if (entry?.entry === "added") (this.#pack(entry.number).added ??= {})[entry.seat] = part(entry);
      if (entry?.entry === "took") (this.#pack(0).places ??= []).push(entry.place);
      for (const event of events ?? []) this.#happened(event, step);
    }
    this.#keep();
  }

  /** This browser is about to add to a pack. */
  adding(number: number, bound: string, value: string): void {
    const pack = this.#pack(number);
    if (this.#kept.commitments[number] !== bound) return;
    pack.mine = value;
    pack.sure = false;
    this.#keep();
  }

  /** The server has taken what this browser added. */
  added(number: number, bound: string): void {
    if (this.#kept.commitments[number] !== bound) return;
    this.#pack(number).sure = true;
    this.#keep();
  }

  /** The server has refused it. */
  notAdded(number: number, bound: string): void {
    if (this.#kept.commitments[number] === bound && !this.#pack(number).sure) delete this.#pack(number).mine;
    this.#keep();
  }

  #begin(): void {
    this.#kept = fresh();
    this.#number = -1;
  }

  #pack(number: number): Seen {
    return (this.#kept.packs[number] ??= {});
  }

  #bind(number: number, value: string, before: boolean): void {
    this.#kept.commitments[number] = value;
    if (before) this.#pack(number).bound = value;
  }

  #happened(event: Event, { scene, deal }: Told): void {
    const pack = this.#pack(event.event === "pack_dealt" ? (this.#number = event.number) : this.#number);
    switch (event.event) {
      case "commitments_told":
        if (event.first !== this.#kept.commitments.length) this.#kept.broken ??= TWICE;
        event.commitments.forEach((value, i) => this.#bind(event.first + i, value, event.first + i > this.#number));
        break;
      case "card_drawn":
        this.#number = 0;
        (this.#pack(0).drawn ??= []).push([event.seat, event.card]);
        break;
      case "dealer_found":
        this.#number = 0;
        this.#pack(0).first = event.dealer;
        break;
      case "pack_dealt":
        pack.dealt = { dealer: event.dealer, cut: event.cut, way: event.way, itself: !scene.settings.by_hand };
        break;
      case "hand_dealt":
        if (event.cards) (pack.hands ??= {})[event.seat] = event.cards;
        break;
      case "upcard_turned":
        (pack.up ??= []).push(event.card);
        break;
      case "deal_scored":
        this.#saw(deal);
        break;
      case "secret_told":
        this.#told(event.number, event.secret);
    }
  }

  /** What was added before this page came is told with the seats, but not by whom where a person sits. */
  #sawAdded({ seats, number }: Scene): void {
    const added = (this.#pack(number).added ??= {});
    for (const { seat, added: value, player, away } of seats) {
      if (value !== null) added[seat] ??= { value, own: player !== null && !away };
    }
  }

  #saw(deal: DealView | null): void {
    if (!deal?.result || this.#number < 1) return;
    const { facts, contract, picked_up, went_under, given } = deal;
    const helped = given ? (contract?.loner ?? null) : null;
    this.#pack(this.#number).end = { plays: facts.plays.flat(), picked_up, went_under, helped };
  }

  // Checking

  #told(number: number, secret: string): void {
    const pack = this.#pack(number);
    if (pack.verdict) return;
    this.#kept.secrets[number] = secret;
    const mine = Object.values(pack.added ?? {}).some(({ own, value }) => own && value === pack.mine);
    pack.verdict = { number, ...this.#judged(number, secret, pack), mine };
  }

  #judged(number: number, secret: string, pack: Seen): Pick<PackVerdict, "fair" | "why"> {
    const rules = this.#rules;
    try {
      const missing = this.#missing(number, pack);
      const fault = faultOf(secret, this.#kept.commitments[number]);
      if (fault) return { fair: false, why: fault };
      if (missing || !rules) return { fair: null, why: missing ?? "" };
      const wrong = this.#wrong(number, secret, pack, rules);
      return { fair: wrong === null, why: wrong ?? "" };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return { fair: false, why: t("What the server tells of the pack is no number of 32 bytes.") };
    }
  }

  #missing(number: number, pack: Seen): string | null {
    if (!pack.bound) return t("This browser came to the table after the pack was dealt.");
    if (SEATS.some((seat) => !pack.added?.[seat])) return t("This browser did not see what each seat added.");
    if (!(number ? pack.dealt : pack.first)) return t("This browser did not see the cards dealt.");
    return null;
  }

  /** What is wrong with a pack of which all is known that its order comes from. */
  #wrong(number: number, secret: string, pack: Seen, rules: Ruleset): string | null {
    const parts = SEATS.flatMap((seat) => pack.added?.[seat] ?? []);
    const leftOut = pack.sure && !parts.some(({ own, value }) => own && value === pack.mine);
    if (leftOut) return t("What this browser added was left out.");
    const unbound = SEATS.filter((seat, i) => !parts[i]?.own && parts[i]?.value !== standIn(secret, number, seat));
    if (unbound.length) return t("What stands for a seat that adds nothing is not what the secret says.");
    const order = fairPack(
      rules,
      secret,
      number,
      parts.map(({ value }) => value),
    );
    const follows = number === 0 ? drawFollows(rules, order, pack) : dealFollows(rules, order, pack);
    if (!follows) return t("The cards do not follow from the secret and what the seats added.");
    return number > 0 && !this.#handFollows(rules, number, pack)
      ? t("The cut, or the way of the packets, does not follow from what the seats added.")
      : null;
  }

  /** Whether the cut and the way follow where nobody chose them; a dealer who has dealt before goes on as then. */
  #handFollows(rules: Ruleset, number: number, { dealt, added }: Seen): boolean {
    if (!dealt?.itself) return true;
    const cutter = after(dealt.dealer, SEATS.length - 1);
    const [cut, way] = [added?.[cutter]?.value ?? "", added?.[dealt.dealer]?.value ?? ""];
    if (dealt.cut !== usualCut(rules, cut)) return false;
    const earlier = Array.from({ length: number - 1 }, (_, i) => this.#kept.packs[i + 1]?.dealt);
    const before = earlier.findLast((each) => each?.dealer === dealt.dealer)?.way;
    if (before === undefined && earlier.includes(undefined)) return true; // left to the record
    return dealt.way === (before ?? usualWay(rules, way));
  }

  // In the browser

  #merge(): void {
    const kept = stored()[this.#table];
    if (!kept || kept.commitments[0] !== this.#kept.commitments[0]) return;
    for (const [number, seen] of Object.entries(kept.packs)) {
      this.#kept.packs[Number(number)] = { ...seen, ...this.#kept.packs[Number(number)] };
    }
  }

  #keep(): void {
    const now = JSON.stringify(this.#kept);
    if (now === this.#saved) return;
    this.#saved = now;
    this.#merge();
    const { [this.#table]: _, ...others } = stored();
    const newest = Object.entries(others).slice(1 - TABLES);
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...newest, [this.#table, this.#kept]])));
    } catch {
      // it is remembered for as long as the page is open
    }
  }
}

const CHANGED = message("The server has changed what it committed to before the game.");
const TWICE = message("The server has committed to a pack twice, or left one out.");

const fresh = (): Kept => ({ commitments: [], secrets: [], packs: {} });

const part = ({ value, own = true }: { readonly value: string; readonly own?: boolean }) => ({ value, own });

function faultOf(secret: string, bound: string | undefined): string | null {
  return bound === commitment(secret) ? null : t("The secret told is not the one that was committed to.");
}

/** Whether the cards that came to light in a draw are those of the pack, taken where they were. */
function drawFollows(rules: Ruleset, order: readonly Card[], { drawn = [], places = [], first }: Seen): boolean {
  const left = order.filter((card) => card !== "B");
  if (rules.draw === "random") {
    const index = packOf({ ...rules, benny: "off" }).indexOf(left[0] as Card);
    return first === undefined || first === SEATS[index % SEATS.length];
  }
  return drawn.every(([, card], i) => left.splice(rules.draw === "first_jack" ? 0 : (places[i] ?? 0), 1)[0] === card);
}

/** Whether all that was seen of a deal's cards comes from the pack as it was dealt. */
function dealFollows(rules: Ruleset, order: readonly Card[], { dealt: how, hands, up = [], end }: Seen): boolean {
  if (!how) return false;
  const { hands: given, rest } = dealt(rules, order, how.dealer, how.cut, how.way);
  const same = SEATS.every((seat) => !hands?.[seat] || sameCards(hands[seat], given[seat]));
  if (!same || !up.every((card, i) => card === rest[i])) return false;
  if (!end) return true;
  return end.plays.every(([seat, card]) => held(seat, given, rest, up, end).includes(card));
}

/** All cards that a seat may have held in a deal. */
function held(
  seat: Seat,
  hands: Readonly<Record<Seat, readonly Card[]>>,
  rest: readonly Card[],
  up: readonly Card[],
  { picked_up, went_under, helped }: NonNullable<Seen["end"]>,
): readonly Card[] {
  const partner = helped === seat ? partnerOf(seat) : null;
  return [
    ...hands[seat],
    ...(partner ? hands[partner] : []),
    ...(picked_up === seat || (partner && picked_up === partner) ? (up.length ? up : rest) : []),
    ...(went_under === seat ? rest : []),
  ];
}

function sameCards(a: readonly Card[], b: readonly Card[]): boolean {
  return a.length === b.length && b.every((card) => a.includes(card));
}

function stored(): Record<string, Kept> {
  try {
    return Object(JSON.parse(localStorage.getItem(KEY) ?? "{}")) as Record<string, Kept>;
  } catch {
    return {}; // a browser that keeps nothing
  }
}

/** What came of all packs of a game, in a sentence or two. */
export function verdictOf(verdicts: readonly PackVerdict[]): string {
  const unfair = verdicts.find(({ fair }) => fair === false);
  if (unfair) return t("Pack {number} was not dealt fairly: {why}", { number: unfair.number, why: unfair.why });
  const unknown = verdicts.filter(({ fair }) => fair === null);
  const without = verdicts.filter(({ mine }) => !mine);
  const [odd] = unknown;
  const told = odd
    ? t("What could be checked was fair. Not checked: pack {numbers}. {why}", { numbers: packs(unknown), why: odd.why })
    : t("Every pack was dealt fairly: your browser has checked it.");
  if (!without.length || without.length === verdicts.length) return told; // all, or one who only watched
  return `${told} ${t("It added nothing of its own to pack {numbers}.", { numbers: packs(without) })}`;
}

const packs = (verdicts: readonly PackVerdict[]): string => listed(verdicts.map(({ number }) => String(number)));
