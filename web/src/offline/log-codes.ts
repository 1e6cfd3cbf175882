/**
 * The log of a tournament as texts of QR codes, for a device that no network reaches. Each text is a part of the
 * compressed log, and says which: `UKA/3/12/1F00A9C4/…` is part 3 of 12. The number in the middle is the log's own.
 */

/** The letters of the alphanumeric mode of QR codes, in the order of base45 (RFC 9285). */
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const BASE = LETTERS.length;
/** The bytes in a code, of which a phone reads a code at arm's length. Even, since base45 takes pairs. */
const PART = 400;
const MARK = "UKA";

/** Returns the texts of the codes for a log. */
export async function codesOf(log: Blob): Promise<string[]> {
  const packed = await bytesOf(log.stream().pipeThrough(new CompressionStream("deflate-raw")));
  const own = await checksum(packed);
  const total = Math.ceil(packed.length / PART);
  return Array.from({ length: total }, (_, i) => {
    const part = packed.subarray(i * PART, (i + 1) * PART);
    return [MARK, i + 1, total, own, base45(part)].join("/");
  });
}

/** Collects the texts of codes until a log is whole. They may come in any order, and more than once. */
export class CodeCollector {
  readonly #parts = new Map<number, Uint8Array<ArrayBuffer>>();
  #own = "";
  /** The number of codes of the log; 0 before the first one was read. */
  total = 0;

  /** The number of codes that were read. */
  get got(): number {
    return this.#parts.size;
  }

  get isWhole(): boolean {
    return this.total > 0 && this.got === this.total;
  }

  /** Takes the text of a code. A code of another log begins anew, and any other code is ignored. */
  take(text: string): void {
    const [mark, number, total, own = "", ...rest] = text.split("/");
    const part = mark === MARK ? bytesIn45(rest.join("/")) : undefined;
    const [at, all] = [Number(number), Number(total)];
    if (!part || !(at >= 1 && at <= all)) return;
    if (own !== this.#own || all !== this.total) this.#parts.clear();
    this.#own = own;
    this.total = all;
    this.#parts.set(at, part);
  }

  /** Returns the log. Rejects if a code was damaged. */
  async log(): Promise<Blob> {
    const packed = new Blob(Array.from({ length: this.total }, (_, i) => this.#parts.get(i + 1) ?? ""));
    if ((await checksum(await bytesOf(packed.stream()))) !== this.#own) throw new Error("the codes are damaged");
    return new Response(packed.stream().pipeThrough(new DecompressionStream("deflate-raw"))).blob();
  }
}

const bytesOf = async (stream: ReadableStream<BufferSource>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());

/** Returns the first bytes of a SHA-256 hash. */
async function checksum(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).subarray(0, 4);
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0").toUpperCase()).join("");
}

/** Returns bytes in base45: three letters for two bytes, and two for a last single one. */
export function base45(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 2) {
    const [first = 0, second] = bytes.subarray(i, i + 2);
    let value = second === undefined ? first : first * 256 + second;
    for (let n = second === undefined ? 2 : 3; n > 0; n--) {
      text += LETTERS.charAt(value % BASE);
      value = Math.floor(value / BASE);
    }
  }
  return text;
}

/** Returns the bytes of a text in base45. Returns undefined if it is none. */
export function bytesIn45(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i += 3) {
    const digits = [...text.slice(i, i + 3)].map((letter) => LETTERS.indexOf(letter));
    const value = digits.reduceRight((sum, digit) => sum * BASE + digit, 0);
    if (digits.length < 2 || digits.includes(-1) || value >= 256 ** (digits.length - 1)) return undefined;
    if (digits.length === 3) bytes.push(value >> 8);
    bytes.push(value & 255);
  }
  return new Uint8Array(bytes);
}
