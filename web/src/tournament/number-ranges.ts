/** Ranges of table numbers as people write them: "1–12, 15". */

const MOST = 1_000; // tables, by the server's rule
const PIECE = /^(\d+)(?:\s*(?:-|–|to)\s*(\d+))?$/;

/** The numbers of a text, rising, each once; undefined where it is not such a text. */
export function parseRanges(text: string): number[] | undefined {
  const found = new Set<number>();
  for (const piece of text.split(/[,;]/).flatMap(parts)) {
    const [, from, to = from] = PIECE.exec(piece) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (!(first >= 1 && last >= first && last <= MOST)) return undefined;
    for (let number = first; number <= last; number++) found.add(number);
  }
  return [...found].sort((a, b) => a - b);
}

/** Numbers in as few pieces as can be. */
export function formatRanges(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(", ");
}

/** What stands between commas; numbers may also be parted by spaces alone. */
function parts(text: string): string[] {
  const piece = text.trim();
  if (!piece) return [];
  return /^\d+(\s+\d+)+$/.test(piece) ? piece.split(/\s+/) : [piece];
}
