/** Computes SHA-256 and HMAC-SHA-256, and converts between hexadecimal text and bytes. */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

const HEX = /^[0-9a-f]{64}$/;

/** Whether a text encodes exactly 32 bytes in hexadecimal. */
export const isSized = (text: string): boolean => HEX.test(text);

/** Returns the 32 bytes that a hexadecimal text encodes. Throws `RangeError` for any other text. */
export function sized(text: string): Uint8Array {
  if (!isSized(text)) throw new RangeError("32 bytes are 64 digits 0 to 9 and a to f");
  return hexToBytes(text);
}

/** Returns a number as 8 bytes, big-endian. */
export function eight(number: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

/** Returns the SHA-256 hash of a label followed by the 32 bytes that `text` encodes. */
export const hash = (label: string, text: string): string =>
  bytesToHex(sha256(concatBytes(utf8ToBytes(label), sized(text))));

/** Returns the HMAC-SHA-256, under `key`, of a label followed by the bytes of `parts`. */
export const mac = (key: Uint8Array, label: string, ...parts: readonly Uint8Array[]): Uint8Array =>
  hmac(sha256, key, concatBytes(utf8ToBytes(label), ...parts));

/** Returns a number from 0 to `of` - 1: the HMAC-SHA-256 of a label under `key`, read as a number, modulo `of`. */
export const choice = (key: Uint8Array, label: string, of: number): number =>
  Number(BigInt(`0x${bytesToHex(mac(key, label))}`) % BigInt(of));
