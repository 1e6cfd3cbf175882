/** Computes HMAC-SHA-256, and numbers that follow from a key. */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** Returns a number as 8 bytes, big-endian. */
export function eight(number: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

/** Returns the HMAC-SHA-256, under `key`, of a label followed by the bytes of `parts`. */
export const mac = (key: Uint8Array, label: string, ...parts: readonly Uint8Array[]): Uint8Array =>
  hmac(sha256, key, concatBytes(utf8ToBytes(label), ...parts));

/** Returns a number from 0 to `of` - 1: the HMAC-SHA-256 of a label under `key`, read as a number, modulo `of`. */
export const choice = (key: Uint8Array, label: string, of: number): number =>
  Number(BigInt(`0x${bytesToHex(mac(key, label))}`) % BigInt(of));
