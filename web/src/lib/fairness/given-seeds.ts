/** The seeds and secrets of given deals. See `uka.records.fair.given`. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { commitment } from "./construction.ts";
import { sized } from "./hashing.ts";
import { eight, mac } from "./keyed-hashing.ts";

/** Returns the seed of the deals with a number, in hexadecimal. */
export const numberedSeed = (number: string): string => bytesToHex(sha256(utf8ToBytes(`uka number 1${number}`)));

/** Returns the server's secret for a pack, in hexadecimal. It follows from the seed of given deals. */
export const givenSecret = (seed: string, pack: number): string =>
  bytesToHex(mac(sized(seed), "uka given pack 1", eight(pack)));

/** Whether the server's commitment to a pack is the one that follows from a seed. */
export const isCommitmentFrom = (seed: string, pack: number, value: string): boolean =>
  commitment(givenSecret(seed, pack)) === value;
