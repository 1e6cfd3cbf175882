/** The two sides of a match: each is a team, or two players who are partners in this round. */

import { sideOf } from "../lib/game/seats.ts";
import type { MatchView, Seat } from "../wire/types.ts";

export type MatchSides = Pick<MatchView, "teams" | "partners">;
export type Side = 0 | 1;

/** Returns the numbers of all teams or players who play the match. */
export const entriesOf = ({ teams, partners = [] }: MatchSides): readonly number[] => [...teams, ...partners];

/** Returns the numbers of the team, or of the two players, on a side of the match. */
export const entriesOfSide = ({ teams, partners = [] }: MatchSides, side: Side): readonly number[] => [
  teams[side],
  ...partners.slice(side, side + 1),
];

/**
 * Returns the number of the team or the player at a seat. Of two partners, the first sits north or east; a team takes
 * both seats of its side.
 */
export function entryAt(match: MatchSides, seat: Seat): number {
  const side = sideOf(seat);
  const [first, second = first] = entriesOfSide(match, side);
  return (seat === "north" || seat === "east" ? first : second) ?? match.teams[side];
}

/** Returns the side on which a team or a player plays. Undefined if it does not play the match. */
export const sideOfEntry = (match: MatchSides, entry: number): Side | undefined =>
  ([0, 1] as const).find((side) => entriesOfSide(match, side).includes(entry));

/** Returns the name of a side: a team's name, or the names of both players. `name` returns the name of an entry. */
export const sideName = (match: MatchSides, side: Side, name: (entry: number) => string): string =>
  entriesOfSide(match, side).map(name).join(" & ");

/**
 * Returns a function that names a side by its first entry, which stands for it in results and signatures. `name`
 * returns the name of an entry.
 */
export const sideNames =
  (match: MatchSides, name: (entry: number) => string): ((first: number) => string) =>
  (first) => {
    const side = sideOfEntry(match, first);
    return side === undefined ? name(first) : sideName(match, side, name);
  };

/**
 * Returns the loners of both sides of a match with a result. Before that, both numbers are null: not known. The server
 * leaves out loners if no side has any.
 */
export const knownLoners = ({
  over,
  loners = [0, 0],
}: Pick<MatchView, "over" | "loners">): [number | null, number | null] => (over ? [...loners] : [null, null]);
