/**
 * The protocol by which players contribute shares to the random seed of a pack: commit, close, cut, open, deal. Each
 * function for a step returns a new state, or throws `Unfair` if the protocol does not allow the step. The page uses
 * these functions both to observe a table and to check a record.
 */

import { SEATS } from "../game/seats.ts";
import type { ChainLink, Seat, Shares } from "../../wire/types.ts";
import { t } from "../i18n/text.svelte.ts";
import { seatName } from "../narration/names.ts";
import { isSized } from "./hashing.ts";
import { CHAIN, link } from "./hash-chain.ts";
import type { ShareStep } from "./notes.ts";

/** A breach of fair dealing. The message is a sentence that is shown to the user. */
export class Unfair extends Error {}

/** Returns the state of the seed shares at the start of a game. */
export const start = (): Shares => ({
  links: SEATS.map(() => null),
  number: 0,
  awaited: null,
  excluded: [],
  cut: null,
  packet_pattern: null,
});

// Queries

/** Returns the seed share that a seat has opened for the next pack. Null if the seat has not opened its share. */
export function shareOf(shares: Shares, seat: Seat): string | null {
  const at = linkOf(shares, seat);
  return at?.number === shares.number ? at.value : null;
}

/** Returns the seats that still have to open their seed shares for the next pack. */
export const missing = (shares: Shares): readonly Seat[] =>
  (shares.awaited ?? []).filter((seat) => shareOf(shares, seat) === null);

/** Whether any seat has opened its seed share for the next pack. */
export const isOpened = (shares: Shares): boolean =>
  (shares.awaited ?? []).some((seat) => shareOf(shares, seat) !== null);

/** Whether every seat that contributes a seed share to the next pack has opened its share. */
export const isComplete = (shares: Shares): boolean => shares.awaited !== null && missing(shares).length === 0;

/** Whether a seat has committed to a seed share for the next pack. */
export function isCommitted(shares: Shares, seat: Seat): boolean {
  const at = linkOf(shares, seat);
  return at !== null && at.number < shares.number && !shares.excluded.includes(seat);
}

/**
 * Whether `value` is the right seed share. It is right if repeated hashing leads from it to the latest known element of
 * the seat's hash chain.
 */
export function leads(shares: Shares, seat: Seat, value: string): boolean {
  const at = linkOf(shares, seat);
  const steps = shares.number - (at?.number ?? Infinity);
  if (!at || steps < 0 || steps > CHAIN) return false;
  let found = value;
  for (let step = 0; step < steps; step += 1) found = link(found);
  return found === at.value;
}

// Steps

/** Returns the state after any step of the protocol. */
export function step(shares: Shares, told: ShareStep): Shares {
  switch (told.type) {
    case "share_committed":
      return commit(shares, told.seat, told.first, told.commitment);
    case "commitments_closed":
      return close(shares, told.number, told.by);
    case "pack_cut":
      return cutPack(shares, told.cards ?? null);
    case "packet_pattern_chosen":
      return choosePacketPattern(shares, told.packet_pattern ?? null);
    case "share_opened":
      return open(shares, told.number, told.seat, told.share);
    case "shares_withheld":
      return withhold(shares, told.number, told.seats);
    case "reseated":
      return reseat(shares, told.seating);
  }
}

/**
 * Returns the state after a seat has committed to a hash chain of seed shares. The chain's first share is for pack
 * `first`. This must be the next pack that still accepts commitments. `value` is the commitment, in hexadecimal.
 */
export function commit(shares: Shares, seat: Seat, first: number, value: string): Shares {
  const values = { seat: seatName(seat) };
  const next = shares.number + (shares.awaited ? 1 : 0);
  ensure(
    !shares.excluded.includes(seat),
    t("{seat} held back a share, then committed to new ones in the same game.", values),
  );
  ensure(!shares.awaited?.includes(seat), t("{seat} changed its commitment while its share was due.", values));
  ensure(first === next, t("{seat} committed to its shares at another time than the server said.", values));
  insistSized(value);
  return withLink(shares, seat, { number: first - 1, value });
}

/** Returns the state after commitments for a pack are closed. `by` lists the seats that contribute a seed share. */
export function close(shares: Shares, number: number, by: readonly Seat[]): Shares {
  ensure(number === shares.number && !shares.awaited, t("The commitments for a pack were closed out of turn."));
  for (const seat of by) {
    const name = seatName(seat);
    ensure(isCommitted(shares, seat), t("{seat} has a share in the pack, but never committed to one.", { seat: name }));
  }
  return { ...shares, awaited: by };
}

/**
 * Returns the state after the pack is cut. `cards` is null if no person chose the cut. A cut is allowed only before any
 * seed share is opened.
 */
export function cutPack(shares: Shares, cards: number | null): Shares {
  ensure(isBeforeTheFirst(shares), t("The pack was cut by hand after a share was open, or before its time."));
  ensure(shares.cut === null, t("The pack was cut by hand twice."));
  return { ...shares, cut: cards };
}

/**
 * Returns the state after the dealer has chosen the packet pattern, which is null if no person chose it. The choice is
 * allowed only before any seed share is opened.
 */
export function choosePacketPattern(shares: Shares, packet_pattern: string | null): Shares {
  ensure(isBeforeTheFirst(shares), t("The packets were chosen by hand after a share was open, or before their time."));
  ensure(shares.packet_pattern === null, t("The packets were chosen by hand twice."));
  return { ...shares, packet_pattern };
}

/** Returns the state after a seat has opened `value`, its seed share for pack `number`. */
export function open(shares: Shares, number: number, seat: Seat, value: string): Shares {
  const values = { seat: seatName(seat) };
  const awaited = number === shares.number && missing(shares).includes(seat);
  ensure(awaited, t("{seat} opened a share that was not due.", values));
  insistSized(value);
  ensure(leads(shares, seat, value), t("The share that {seat} opened doesn't match its commitment.", values));
  return withLink(shares, seat, { number, value });
}

/**
 * Returns the state after the pack is abandoned because `seats` withheld their seed shares. The next pack is made
 * without shares of these seats.
 */
export function withhold(shares: Shares, number: number, seats: readonly Seat[]): Shares {
  const right = number === shares.number && seats.length > 0 && same(seats, missing(shares));
  ensure(right, t("The shares reported as held back are not the missing ones."));
  const awaited = (shares.awaited ?? []).filter((seat) => !seats.includes(seat));
  return { ...shares, number: number + 1, awaited, excluded: [...shares.excluded, ...seats] };
}

/**
 * Returns the state after the pack was made from its seed shares. Players may then commit to shares for the next pack.
 */
export function use(shares: Shares): Shares {
  ensure(isComplete(shares), t("The pack was dealt before all its shares were open."));
  return skip(shares, shares.number);
}

/** Returns the state after pack `number`, as `use` does, but does not check the seed shares. */
export const skip = (shares: Shares, number: number): Shares => ({
  ...shares,
  number: number + 1,
  awaited: null,
  cut: null,
  packet_pattern: null,
});

/**
 * Returns the state after the draw has assigned new seats to the players. The player of the seat with index *i* moves
 * to `seating[i]`, together with the latest known element (link) of the player's hash chain.
 */
export function reseat(shares: Shares, seating: readonly Seat[]): Shares {
  const whole = seating.length === SEATS.length && SEATS.every((seat) => seating.includes(seat));
  ensure(!shares.awaited && whole, t("Players changed seats before a pack was dealt."));
  const moved = (seat: Seat): Seat => seating[SEATS.indexOf(seat)] ?? seat;
  const links = SEATS.map((seat) => shares.links[seating.indexOf(seat)] ?? null);
  return { ...shares, links, excluded: shares.excluded.map(moved) };
}

/** Throws `Unfair` with the reason `why` if `holds` is false. */
export function ensure(holds: boolean, why: string): asserts holds {
  if (!holds) throw new Unfair(why);
}

/** Throws `Unfair` if a text of the server does not encode 32 bytes. */
export function insistSized(text: string): void {
  ensure(isSized(text), t("What the server revealed about the pack is not a 32-byte number."));
}

const isBeforeTheFirst = (shares: Shares): boolean => shares.awaited !== null && !isOpened(shares);

const linkOf = (shares: Shares, seat: Seat): ChainLink | null => shares.links[SEATS.indexOf(seat)] ?? null;

function withLink(shares: Shares, seat: Seat, at: ChainLink): Shares {
  return { ...shares, links: SEATS.map((each, i) => (each === seat ? at : (shares.links[i] ?? null))) };
}

/** Whether two lists have the same items. */
export const same = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i]);
