/**
 * What the server has promised of a game's packs, held against what was seen of them once their secrets are told.
 *
 * Before this browser opens its own share of a pack, or sees the first share opened, it notes who has a share, what they
 * are committed to, and how the pack was cut by hand: the pack must follow from that. All of it is kept in the browser,
 * so that a reload in mid-game forgets nothing. A pack is called fair only if its commitment was heard before it was
 * dealt.
 */

import { partnerOf, SEATS } from "../game/seats.ts";
import type {
  Card,
  DealView,
  Entry,
  Event,
  Ruleset,
  Scene,
  Seat,
  SeatView,
  Shares,
  Shown,
  Welcome,
} from "../../wire/types.ts";
import type { TableTransition } from "../net/table-replica.ts";
import { joinNames, message, t } from "../i18n/text.svelte.ts";
import { seatName } from "../narration/names.ts";
import { entriesOf, isRecord, stored, withNewest } from "../storage/stored.ts";
import { dealKey, dealt, keyCut, keyPackets, packFrom, packOf } from "./construction-v2.ts";
import { shareStepOf, type ShareStep } from "./notes.ts";
import * as protocol from "./shares.ts";
import { checkSecret, checkSeen, ensure, shareOf, Unfair } from "./shares.ts";

/** Whether a pack was dealt fairly; null where it could not be checked; `why` says what is wrong or missing. */
export interface PackVerdict {
  /** The draw is a pack too, and so is one that was given up; the first is 0. */
  readonly number: number;
  readonly fair: boolean | null;
  readonly why: string;
  /** Whether this browser has a share in it, so that nobody could choose the pack; null for one who only watched. */
  readonly mine: boolean | null;
  /** The seats that withheld their shares of earlier packs, which were given up for this one. */
  readonly withheld: readonly Seat[];
}

/** What one browser saw of a game's fair dealing, to hold its record against: `uka verify --receipt` reads it. */
export interface Receipt {
  readonly commitments: readonly string[];
  /** The shares of each pack before this browser opened its own, or, if it had none, before the first was opened. */
  readonly packs: readonly Shares[];
  /** The names by seat when the game began; empty for a browser that came later. */
  readonly players: readonly string[];
}

/** What was seen of one pack. */
interface ObservedPack {
  /** The commitment to its secret, if it was heard before the pack was dealt. */
  bound?: string;
  /** The shares before any was opened, or before this browser opened its own; and those that the pack was made of. */
  fixed?: Shares;
  used?: Shares;
  /** The share that this browser opened, and for which seat. */
  mine?: readonly [Seat, string];
  /** Whether this browser had no seat. */
  watched?: boolean;
  /** Who withheld a share of it, so that it was given up. */
  withheld?: readonly Seat[];
  /** What of its protocol was not as it must be. */
  fault?: string;
  /** Whether it is the draw's. */
  spread?: boolean;
  /** Cards that came to light in the draw, and the places that they were taken at; `partly` if not all was seen. */
  drawn?: [Seat, Card][];
  places?: number[];
  partly?: boolean;
  first?: Seat;
  dealt?: {
    readonly dealer: Seat;
    readonly cut: number | null;
    readonly way: string | null;
    /** Which game of a rubber; left out by earlier versions. */
    readonly game?: number;
  };
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

interface StoredGame {
  commitments: string[];
  secrets: string[];
  packs: Record<number, ObservedPack>;
  /** The names by seat when the game began, if that was seen. */
  players?: readonly string[] | undefined;
  /** A promise that was broken, but for a pack's own. */
  broken?: string;
}

const STORED = stored("uka.fair", isRecord);
/** Tables whose promises are kept. */
const TABLES = 4;

/** What may change who sits where. */
const SEATING: readonly string[] = ["sat", "stood", "bot_sat", "swapped", "removed", "left"];

/** Who sits where when a game begins, by the names of a record; empty where that can't be told. */
function namesAtStart({ lines, scene }: TableTransition, began: number): readonly string[] {
  const later = lines.slice(began + 1);
  const moved = later.some(
    ({ entry, events }) =>
      (entry && SEATING.includes(entry.entry)) || events?.some(({ event }) => event === "dealer_found"),
  );
  return moved ? [] : scene.seats.map(({ name, bot }) => name ?? `bot (${bot})`);
}

/** The promises of the game that is played at a table. */
export class FairnessMonitor {
  /** The shares of the game as they stand; null in a game of version 1, and before a game. */
  shares: Shares | null = null;
  readonly #table: string;
  #kept: StoredGame;
  #rules: Ruleset | undefined;
  #player: string | null = null;
  #scene: Scene | undefined;
  /** Whether the table has heard the commitment of this browser's seat. */
  #committed = false;
  /** The last pack that was dealt, or drawn from. */
  #number = -1;
  #saved = "";

  constructor(table: string) {
    this.#table = table;
    this.#kept = storedGame(table) ?? fresh();
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

  get receipt(): Receipt {
    const packs = Object.values(this.#kept.packs).flatMap(({ fixed }) => (fixed ? [fixed] : []));
    return { commitments: this.commitments, packs, players: this.#kept.players ?? [] };
  }

  /** The last pack that this browser opened a share of; -1 if there is none. */
  get opened(): number {
    const numbers = Object.entries(this.#kept.packs).flatMap(([number, { mine }]) => (mine ? [Number(number)] : []));
    return Math.max(-1, ...numbers);
  }

  /** This browser is about to open its share of the next pack. */
  opening(seat: Seat, share: string): void {
    if (!this.shares) return;
    const pack = this.#pack(this.shares.number);
    pack.fixed ??= this.shares;
    pack.mine = [seat, share];
    this.#keep();
  }

  /** The table is told as a whole: after a reload, or a stretch that was not seen. */
  welcomed(whole: Welcome): void {
    this.#rules = whole.rules;
    this.#player = whole.player;
    this.#merge();
    const told = whole.commitments ?? [];
    const { scene } = whole;
    if (told[0] !== this.#kept.commitments[0] || scene.stage === "seating") this.#kept = fresh();
    if (this.#kept.commitments.some((value, i) => told[i] !== value)) this.#kept.broken ??= CHANGED;
    for (const [i, value] of told.entries()) if (!this.#kept.commitments[i]) this.#bind(i, value, i >= scene.number);
    this.#number = scene.number - 1;
    this.#scene = scene;
    this.shares = whole.shares ?? null;
    const own = scene.seats.find(({ player }) => player !== null && player === whole.player);
    this.#committed = own !== undefined && HAS_COMMITTED.includes(own.share);
    if (this.shares && this.shares.number < this.opened) this.#kept.broken ??= BACK;
    this.#sawDraw(scene);
    this.#saw(whole.deal ?? null);
    for (const [i, secret] of (whole.secrets ?? []).entries()) this.#told(i, secret);
    this.#keep();
  }

  /** Lines of the table's log. */
  heard(step: TableTransition): void {
    for (const [i, { entry, events }] of step.lines.entries()) {
      if (entry?.entry === "began") this.#begin(entry, namesAtStart(step, i));
      if (entry?.entry === "took") (this.#pack(this.#number).places ??= []).push(entry.place);
      if (entry) this.#noteCommitment(entry);
      if (entry) this.#step(entry, step, step.lines.slice(0, i));
      for (const event of events ?? []) this.#happened(event, step);
    }
    this.#scene = step.scene;
    this.#keep();
  }

  #begin({ dealing }: Extract<Entry, { entry: "began" }>, players: readonly string[]): void {
    this.#kept = { ...fresh(), players };
    this.#number = -1;
    this.#committed = false;
    this.shares = (dealing ?? 1) > 1 ? protocol.start() : null;
  }

  #pack(number: number): ObservedPack {
    return (this.#kept.packs[number] ??= {});
  }

  #bind(number: number, value: string, before: boolean): void {
    this.#kept.commitments[number] = value;
    if (before) this.#pack(number).bound = value;
  }

  // The shares

  /** A step of the protocol; one that is not allowed is a fault of the pack that it was for. */
  #step(entry: Entry, told: TableTransition, earlier: readonly Shown[]): void {
    const happened = shareStepOf(entry);
    if (!happened || !this.shares) return;
    const before = this.shares;
    const pack = this.#pack(before.number);
    this.#allow(before.number, () => {
      if (happened.fair === "closed") this.#closed(happened, told, earlier);
      this.shares = protocol.step(before, happened);
      const next = this.#kept.commitments[this.shares.number];
      if (happened.fair === "shares_withheld") ensure(next !== undefined, t("Nothing was committed to."));
    });
    if (protocol.isOpened(this.shares)) pack.fixed ??= before;
    if (happened.fair === "shares_withheld" && this.shares !== before) pack.withheld = happened.seats;
  }

  /** Every seat with a share has a person, and this browser's seat is not left out. */
  #closed(
    { number, by }: Extract<ShareStep, { fair: "closed" }>,
    told: TableTransition,
    earlier: readonly Shown[],
  ): void {
    ensure(this.#kept.commitments[number] !== undefined, t("Nothing was committed to."));
    const before = this.#scene?.seats ?? [];
    for (const seat of by) {
      const manned = [...before, ...told.scene.seats].some((view) => view.seat === seat && view.player !== null);
      ensure(manned, t("{seat} has a share in the pack, but nobody sits there.", { seat: seatName(seat) }));
    }
    const own = [...before, ...told.scene.seats].filter(({ player }) => player !== null && player === this.#player);
    const gone = own.some(({ away, lost }) => away || lost) || earlier.some(({ entry }) => GONE.has(entry?.entry));
    const has = own.some(({ seat }) => by.includes(seat) || this.#now.excluded.includes(seat));
    ensure(!this.#committed || !own.length || gone || has, t("The share of this browser was left out."));
  }

  /** Keep whether this browser's seat is committed: whoever leaves a seat is not. */
  #noteCommitment(entry: Entry): void {
    const own = this.#scene?.seats.find(({ player }) => player !== null && player === this.#player)?.seat;
    if (entry.entry === "share_committed" && entry.seat === own) this.#committed = true;
    if (MOVES.has(entry.entry) && "player" in entry && entry.player === this.#player) this.#committed = false;
  }

  get #now(): Shares {
    return this.shares ?? protocol.start();
  }

  /** The pack of a number is made of the shares that are open. */
  #use(number: number, { seats }: Scene): void {
    this.#number = number;
    if (!this.shares) return;
    const pack = this.#pack(number);
    pack.watched = !seats.some(({ player }) => player !== null && player === this.#player);
    this.#allow(number, () => {
      ensure(number === this.#now.number, t("A number was left out."));
      protocol.use(this.#now);
      pack.used = this.#now;
    });
    this.shares = protocol.skip(this.shares, number);
  }

  #allow(number: number, does: () => void): void {
    try {
      does();
    } catch (error) {
      if (!(error instanceof Unfair)) throw error;
      this.#pack(number).fault ??= error.message;
    }
  }

  // What happens

  #happened(event: Event, { scene, deal }: TableTransition): void {
    switch (event.event) {
      case "commitments_told":
        if (event.first !== this.#kept.commitments.length) this.#kept.broken ??= TWICE;
        event.commitments.forEach((value, i) => this.#bind(event.first + i, value, event.first + i > this.#number));
        break;
      case "pack_spread":
        this.#use(event.number, scene);
        this.#pack(event.number).spread = true;
        break;
      case "card_drawn":
        (this.#pack(this.#number).drawn ??= []).push([event.seat, event.card]);
        break;
      case "dealer_found":
        this.#pack(this.#number).first = event.dealer;
        this.#allow(this.#number, () => (this.shares &&= protocol.reseat(this.shares, event.seating)));
        break;
      case "pack_dealt":
        this.#use(event.number, scene);
        this.#pack(event.number).dealt = {
          dealer: event.dealer,
          cut: event.cut,
          way: event.way,
          game: event.game,
        };
        break;
      case "hand_dealt":
        if (event.cards) (this.#pack(this.#number).hands ??= {})[event.seat] = event.cards;
        break;
      case "upcard_turned":
        (this.#pack(this.#number).up ??= []).push(event.card);
        break;
      case "deal_scored":
        this.#saw(deal);
        break;
      case "secret_told":
        this.#told(event.number, event.secret);
    }
  }

  /** What came to light in the draw before this page was there, or while it was not, can't be checked. */
  #sawDraw({ draw, stage }: Scene): void {
    if (stage === "drawing") this.#pack(this.#number).spread = true;
    const pack = Object.values(this.#kept.packs).find(({ spread }) => spread);
    if (pack && pack.drawn?.length !== draw?.shown.length) pack.partly = true;
  }

  #saw(deal: DealView | null): void {
    if (!deal?.result || this.#number < 0) return;
    const { facts, contract, picked_up, went_under, given } = deal;
    const helped = given ? (contract?.loner ?? null) : null;
    this.#pack(this.#number).end = { plays: facts.plays.flat(), picked_up, went_under, helped };
  }

  // Checking

  #told(number: number, secret: string): void {
    const pack = this.#pack(number);
    if (pack.verdict) return;
    this.#kept.secrets[number] = secret;
    const { mine, used, watched } = pack;
    const has = used && mine ? used.awaited?.includes(mine[0]) && shareOf(used, mine[0]) === mine[1] : false;
    const found = this.#judged(number, secret, pack);
    if (pack.withheld && found.fair !== false) return; // it was given up
    pack.verdict = { number, ...found, mine: has || (watched ? null : false), withheld: this.#withheld(number) };
  }

  /** Who withheld shares of the packs that were given up for one. */
  #withheld(number: number): readonly Seat[] {
    const before = this.#kept.packs[number - 1]?.withheld;
    return before ? [...this.#withheld(number - 1), ...before] : [];
  }

  #judged(number: number, secret: string, pack: ObservedPack): Pick<PackVerdict, "fair" | "why"> {
    const rules = this.#rules;
    try {
      ensure(!pack.fault, pack.fault ?? "");
      checkSecret(secret, this.#kept.commitments[number]);
      const missing = this.#missing(pack);
      if (missing || !rules) return { fair: null, why: missing ?? "" };
      if (pack.used) this.#check(number, secret, pack, pack.used, rules);
      return { fair: true, why: "" };
    } catch (error) {
      if (!(error instanceof Unfair)) throw error;
      return { fair: false, why: error.message };
    }
  }

  #missing(pack: ObservedPack): string | null {
    if (!this.shares) {
      return t("The game was dealt by an earlier version, in which whoever added last could choose the pack.");
    }
    if (!pack.bound) return t("This browser came to the table after the pack was dealt.");
    if (!pack.used) return t("This browser did not see the shares of the pack.");
    if (!(pack.spread ? pack.first : pack.dealt) || pack.partly) return t("This browser did not see the cards dealt.");
    return null;
  }

  /** `Unfair` unless a pack, of which all is known that it comes from, follows from that. */
  #check(number: number, secret: string, pack: ObservedPack, used: Shares, rules: Ruleset): void {
    if (pack.fixed) checkSeen(pack.fixed, used);
    const { mine } = pack;
    ensure(!mine || shareOf(used, mine[0]) === mine[1], t("The share of this browser was left out."));
    const key = dealKey(secret, number, protocol.values(used, secret));
    const order = packFrom(rules, key);
    if (pack.dealt) this.#checkHands(rules, number, pack, used, key);
    const follows = pack.spread ? drawFollows(rules, order, pack) : dealFollows(rules, order, pack);
    ensure(follows, t("The cards do not follow from the secret and the shares."));
  }

  #checkHands(rules: Ruleset, number: number, { dealt }: ObservedPack, used: Shares, key: Uint8Array): void {
    const cut = used.cut ?? keyCut(rules, key);
    ensure(dealt?.cut === cut, t("The cut does not follow from the secret and the shares."));
    const way = used.packets ?? this.#way(rules, number, dealt, key);
    ensure(way === undefined || dealt?.way === way, t("The packets do not follow from the secret and the shares."));
  }

  /** The packets where nobody chose them; undefined where the dealer may keep to a way that was not seen. */
  #way(rules: Ruleset, number: number, now: ObservedPack["dealt"], key: Uint8Array): string | null | undefined {
    const said = keyPackets(rules, key);
    if (rules.packets !== "kept" && rules.packets !== "kept_in_game") return said;
    const packs = Array.from({ length: number }, (_, i) => this.#pack(i));
    const earlier = packs.filter(({ spread, withheld }) => !spread && !withheld);
    const binds = (dealt: ObservedPack["dealt"]): boolean =>
      dealt?.dealer === now?.dealer && (rules.packets === "kept" || dealt?.game === now?.game);
    const before = earlier.find(({ dealt }) => dealt && binds(dealt))?.dealt;
    if (before) return before.way;
    return earlier.every((pack) => pack.dealt) ? said : undefined;
  }

  // In the browser

  #merge(): void {
    const kept = storedGame(this.#table);
    if (!kept || kept.commitments[0] !== this.#kept.commitments[0]) return;
    this.#kept.players ??= kept.players;
    for (const [number, seen] of Object.entries(kept.packs)) {
      this.#kept.packs[Number(number)] = { ...seen, ...this.#kept.packs[Number(number)] };
    }
  }

  #keep(): void {
    const now = JSON.stringify(this.#kept);
    if (now === this.#saved) return;
    this.#saved = now;
    this.#merge();
    STORED.set(withNewest<unknown>(STORED.get() ?? {}, this.#table, this.#kept, TABLES));
  }
}

const CHANGED = message("The server has changed what it committed to before the game.");
const TWICE = message("The server has committed to a pack twice, or left one out.");
const BACK = message("The server went back to an earlier pack than one that this browser has opened a share of.");

/** What the share of a seat is that is committed; whom the server has lost, or who goes to another seat, is not. */
const HAS_COMMITTED: readonly SeatView["share"][] = ["committed", "awaited", "opened"];
const GONE: ReadonlySet<Entry["entry"] | undefined> = new Set(["lost", "away"]);
const MOVES: ReadonlySet<Entry["entry"]> = new Set(["sat", "stood", "booked", "admitted", "left", "removed"]);

const fresh = (): StoredGame => ({ commitments: [], secrets: [], packs: {} });

/** Whether the cards that came to light in a draw are those of the pack, taken where they were. */
function drawFollows(
  rules: Ruleset,
  order: readonly Card[],
  { drawn = [], places = [], first }: ObservedPack,
): boolean {
  const left = order.filter((card) => card !== "B");
  if (rules.draw === "random") {
    const index = packOf({ ...rules, benny: "off" }).indexOf(left[0] as Card);
    return first === undefined || first === SEATS[index % SEATS.length];
  }
  return drawn.every(([, card], i) => left.splice(rules.draw === "first_jack" ? 0 : (places[i] ?? 0), 1)[0] === card);
}

/** Whether all that was seen of a deal's cards comes from the pack as it was dealt. */
function dealFollows(
  rules: Ruleset,
  order: readonly Card[],
  { dealt: how, hands, up = [], end }: ObservedPack,
): boolean {
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
  { picked_up, went_under, helped }: NonNullable<ObservedPack["end"]>,
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

const storedGame = (table: string): StoredGame | undefined => entriesOf(STORED.get(), isStoredGame)[table];

/** The names by seat that this browser saw when the game of a record began; empty where it did not. */
export function playersSeen(table: string, record: string): readonly string[] {
  const kept = storedGame(table);
  const first = kept?.commitments[0];
  return first !== undefined && record.includes(first) ? (kept?.players ?? []) : [];
}

const isStoredGame = (value: unknown): value is StoredGame =>
  isRecord(value) && Array.isArray(value.commitments) && Array.isArray(value.secrets) && isRecord(value.packs);

/** What came of all packs of a game, in a few sentences. */
export function verdictText(verdicts: readonly PackVerdict[]): string {
  const unfair = verdicts.find(({ fair }) => fair === false);
  if (unfair) return t("Pack {number} was not dealt fairly: {why}", { number: unfair.number, why: unfair.why });
  const unknown = verdicts.filter(({ fair }) => fair === null);
  const [odd] = unknown;
  const told = odd
    ? t("What could be checked was fair. Not checked: pack {numbers}. {why}", { numbers: packs(unknown), why: odd.why })
    : t("Every pack was dealt fairly: your browser has checked it.");
  return [told, ...withoutShare(verdicts), ...verdicts.flatMap(given)].join(" ");
}

/** In which packs this browser had no share, if it had a seat in them, and they were dealt by shares. */
function withoutShare(verdicts: readonly PackVerdict[]): readonly string[] {
  const without = verdicts.filter(({ fair, mine }) => fair && mine === false);
  return without.length ? [t("It had no share in pack {numbers}.", { numbers: packs(without) })] : [];
}

/** Who withheld a share, so that a pack was dealt in place of another. */
const given = ({ number, withheld }: PackVerdict): readonly string[] =>
  withheld.map((seat) =>
    t("{seat} withheld a share, and pack {number} was dealt instead.", { seat: seatName(seat), number }),
  );

const packs = (verdicts: readonly PackVerdict[]): string => joinNames(verdicts.map(({ number }) => String(number)));
