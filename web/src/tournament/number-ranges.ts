/** Parses and formats ranges of table numbers in the usual notation, such as "1–12, 15". */

const MAX_TABLE = 1_000; // the largest table number that the server accepts
const PIECE = /^(\d+)(?:\s*(?:-|–|to)\s*(\d+))?$/;

/**
 * Parses ranges. Returns all numbers in ascending order, without duplicates. Returns undefined if the text is not a
 * list of ranges.
 */
export function parseRanges(text: string): number[] | undefined {
  const found = new Set<number>();
  for (const piece of text.split(/[,;]/).flatMap(parts)) {
    const [, from, to = from] = PIECE.exec(piece) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (!(first >= 1 && last >= first && last <= MAX_TABLE)) return undefined;
    for (let number = first; number <= last; number++) found.add(number);
  }
  return [...found].sort((a, b) => a - b);
}

/** Formats numbers as a list of ranges that is as short as possible. */
export function formatRanges(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(", ");
}

/** Splits a text at its spaces if it contains only numbers and spaces. Any other text is a single part. */
function parts(text: string): string[] {
  const piece = text.trim();
  if (!piece) return [];
  return /^\d+(\s+\d+)+$/.test(piece) ? piece.split(/\s+/) : [piece];
}
