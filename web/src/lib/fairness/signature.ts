/**
 * Checks the server's signature of a record, as docs/fairness.md specifies. `uka.records.signature` does the same in
 * Python.
 */

import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { t } from "../i18n/text.svelte.ts";

/** Thrown if a record was changed after it was signed. */
export class ForgedRecord extends Error {}

/**
 * Thrown if the signature can't be checked, because the browser lacks the algorithm or the page was not loaded over
 * HTTPS.
 */
export class SignatureUncheckable extends Error {}

type Bytes = Uint8Array<ArrayBuffer>;

const LABEL = "uka record 1\n";
const LINE =
  /^\{"type":"note","text":"\{\\"key\\":\\"([0-9a-f]{64})\\",\\"signature\\":\\"([0-9a-f]{128})\\"\}","kind":"signature"\}\n$/;
const MARK = '"kind":"signature"}\n';

/**
 * Returns the public key that signed a record. Null if the record has no signature. Throws `ForgedRecord` if the
 * signature is wrong.
 */
export async function signer(record: string): Promise<string | null> {
  const start = record.lastIndexOf("\n", record.length - 2) + 1;
  const [body, line] = [record.slice(0, start), record.slice(start)];
  if (!line.endsWith(MARK)) {
    if (record.includes(MARK)) throw new ForgedRecord(t("Something was added after the signature."));
    return null;
  }
  const [, key, signature] = LINE.exec(line) ?? [];
  if (!key || !signature || body.includes(MARK)) throw new ForgedRecord(t("The signature can't be read."));
  if (!(await fits(key, signature, utf8ToBytes(LABEL + body))))
    throw new ForgedRecord(t("The record was changed after it was signed."));
  return key;
}

async function fits(key: string, signature: string, message: Uint8Array): Promise<boolean> {
  // undefined on pages that were not loaded over HTTPS
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) throw new SignatureUncheckable(t("The signature can't be checked in this browser."));
  let imported: CryptoKey;
  try {
    imported = await subtle.importKey("raw", hexToBytes(key) as Bytes, "Ed25519", false, ["verify"]);
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotSupportedError")
      throw new SignatureUncheckable(t("The signature can't be checked in this browser."));
    return false; // `key` is not a valid public key
  }
  return subtle.verify("Ed25519", imported, hexToBytes(signature) as Bytes, message as Bytes);
}
