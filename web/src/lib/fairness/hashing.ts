/** Computes SHA-256, and converts between hexadecimal text and bytes. */

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

/** Returns the SHA-256 hash of a label followed by the 32 bytes that `text` encodes. */
export const hash = (label: string, text: string): string =>
  bytesToHex(sha256(concatBytes(utf8ToBytes(label), sized(text))));
