/**
 * Checks the packs that this browser saw. Each pack must follow from the server's secret and the players' seed shares.
 */

import { partnerOf, SEATS } from "../game/seats.ts";
import type { Card, Ruleset, Seat, Shares } from "../../wire/types.ts";
import { t } from "../i18n/text.svelte.ts";
import { dealKey, dealt, keyCut, keyPacketPattern, packFrom, packOf } from "./construction.ts";
import type { DealtPack, ObservedGame, ObservedPack, PlayedDeal } from "./observed-game.ts";
import type { PackVerdict } from "./pack-verdict.ts";
import { checkSecret, checkSeen, values } from "./pack-secret.ts";
import { ensure, shareOf, Unfair } from "./shares.ts";

/**
 * Judges whether a pack was dealt fairly. The pack's secret must be in `game`. Returns undefined for an abandoned pack
 * in which nothing is unfair.
 */
export function verdictOn(number: number, game: ObservedGame, rules: Ruleset | undefined): PackVerdict | undefined {
  const { mine, used, watched, withheld } = game.packs[number] ?? {};
  const hasShare = used && mine ? used.awaited?.includes(mine[0]) && shareOf(used, mine[0]) === mine[1] : false;
  const judgement = judge(number, game, rules);
  if (withheld && judgement.fair !== false) return undefined;
  return { number, ...judgement, mine: hasShare || (watched ? null : false), withheld: withheldFor(number, game) };
}

/** Returns the seats that withheld seed shares for the abandoned packs immediately before this pack. */
function withheldFor(number: number, game: ObservedGame): readonly Seat[] {
  const before = game.packs[number - 1]?.withheld;
  return before ? [...withheldFor(number - 1, game), ...before] : [];
}

function judge(
  number: number,
  { commitments, secrets, packs }: ObservedGame,
  rules: Ruleset | undefined,
): Pick<PackVerdict, "fair" | "why"> {
  const pack = packs[number] ?? {};
  const secret = secrets[number] ?? "";
  try {
    ensure(!pack.fault, pack.fault ?? "");
    checkSecret(secret, commitments[number]);
    const missing = notObserved(pack);
    if (missing || !rules) return { fair: null, why: missing ?? "" };
    if (pack.used) checkPack(number, secret, pack.used, packs, rules);
    return { fair: true, why: "" };
  } catch (error) {
    if (!(error instanceof Unfair)) throw error;
    return { fair: false, why: error.message };
  }
}

/** Returns the reason why an observed pack can't be checked. Null if it can be checked. */
function notObserved(pack: ObservedPack): string | null {
  if (!pack.bound) return t("This browser joined after the pack was dealt.");
  if (!pack.used) return t("This browser didn't see the shares for the pack.");
  if (!(pack.spread ? pack.first : pack.dealt) || pack.partly) return t("This browser didn't see the cards dealt.");
  return null;
}

/**
 * Checks pack `number` of `packs`, which was made from the seed shares `used`. Throws `Unfair` if an observation of the
 * pack does not follow from the secret and the shares.
 */
function checkPack(
  number: number,
  secret: string,
  used: Shares,
  packs: Readonly<Record<number, ObservedPack>>,
  rules: Ruleset,
): void {
  const pack = packs[number] ?? {};
  if (pack.fixed) checkSeen(pack.fixed, used);
  const { mine } = pack;
  ensure(!mine || shareOf(used, mine[0]) === mine[1], t("This browser's share was left out."));
  const key = dealKey(secret, number, values(used, secret));
  const order = packFrom(rules, key);
  if (pack.dealt) {
    const cut = used.cut ?? keyCut(rules, key);
    ensure(pack.dealt.cut === cut, t("The cut doesn't match the secret and the shares."));
    const pattern = used.packet_pattern ?? packetsDealt(rules, packsBefore(number, packs), pack.dealt, key);
    const fits = pattern === undefined || pack.dealt.packet_pattern === pattern;
    ensure(fits, t("The packets don't match the secret and the shares."));
  }
  const follows = pack.spread ? drawFollows(rules, order, pack) : dealFollows(rules, order, pack);
  ensure(follows, t("The cards don't match the secret and the shares."));
}

const packsBefore = (number: number, packs: Readonly<Record<number, ObservedPack>>): readonly ObservedPack[] =>
  Array.from({ length: number }, (_, i) => packs[i] ?? {});

/**
 * Returns the pattern of packet sizes, such as "3-2", for a deal in which nobody chose the pattern. The pattern follows
 * from the key of the pack. Under some rules, it instead repeats the pattern of the same dealer's earlier deal. Returns
 * undefined if this browser did not see an earlier deal that decides the pattern.
 */
function packetsDealt(
  rules: Ruleset,
  earlier: readonly ObservedPack[],
  now: DealtPack,
  key: Uint8Array,
): string | null | undefined {
  const fromKey = keyPacketPattern(rules, key);
  if (rules.packets !== "kept" && rules.packets !== "kept_in_game") return fromKey;
  const deals = earlier.filter(({ spread, withheld }) => !spread && !withheld);
  const binds = (before: DealtPack): boolean =>
    before.dealer === now.dealer && (rules.packets === "kept" || before.game === now.game);
  const before = deals.find(({ dealt }) => dealt && binds(dealt))?.dealt;
  if (before) return before.packet_pattern;
  return deals.every(({ dealt }) => dealt) ? fromKey : undefined;
}

/**
 * Whether the cards shown in the draw match this order of the pack. Each card must be at the position from which it was
 * drawn.
 */
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

/** Whether all cards that this browser saw in a deal match this order of the pack. */
function dealFollows(
  rules: Ruleset,
  order: readonly Card[],
  { dealt: how, hands, up = [], end }: ObservedPack,
): boolean {
  if (!how) return false;
  const { hands: given, rest } = dealt(rules, order, how.dealer, how.cut, how.packet_pattern);
  const same = SEATS.every((seat) => !hands?.[seat] || sameCards(hands[seat], given[seat]));
  if (!same || !up.every((card, i) => card === rest[i])) return false;
  if (!end) return true;
  return end.plays.every(([seat, card]) => possibleCards(seat, given, rest, up, end).includes(card));
}

/** Returns all cards that a seat may have held during a deal. */
function possibleCards(
  seat: Seat,
  hands: Readonly<Record<Seat, readonly Card[]>>,
  rest: readonly Card[],
  up: readonly Card[],
  { picked_up, went_under, helped }: PlayedDeal,
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
