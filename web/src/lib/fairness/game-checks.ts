/** The checks of a game's packs. A page loads them when the first secret is opened, or with the first given deals. */

export { boardKey } from "./day-seeds.ts";
export { isCommitmentFrom, numberedSeed } from "./given-seeds.ts";
export { verdictOn } from "./pack-check.ts";
