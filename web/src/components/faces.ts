/** The drawn faces of the bots: one for each name in `uka.table.personas`, put together from a few shapes. */

/** The shapes of a face in a square of 32 units, as SVG paths: heads, tops of heads, eyes and mouths. */
const HEADS = [
  "M11 10h10a5 5 0 0 1 5 5v6a5 5 0 0 1-5 5H11a5 5 0 0 1-5-5v-6a5 5 0 0 1 5-5z",
  "M16 9c6 0 10 4 10 9s-4 9-10 9-10-4-10-9 4-9 10-9z",
  "M10 10h12l4 5v6l-4 5H10l-4-5v-6z",
  "M6 26v-8c0-5 4-9 10-9s10 4 10 9v8z",
] as const;
const TOPS = [
  "M16 10V6m0-2a1.6 1.6 0 1 0 .01 0",
  "M11 10 9 5m12 5 2-5",
  "M16 9c-1-2 2-2 1-4s-3-1-2-2",
  "M10 8c3-3 9-3 12 0",
] as const;
const EYES = [
  "M12 15a2 2 0 1 0 .01 0zm8 0a2 2 0 1 0 .01 0z",
  "M9 16.5q2.5-3 5 0m4 0q2.5-3 5 0",
  "M9 15h14v4H9z",
  "M10 15h4v3.5h-4zm8 0h4v3.5h-4z",
] as const;
const MOUTHS = ["M12 22q4 3 8 0", "M12 22.5h8", "M12 21.5h8v2h-8zm2.700 0v2m2.600 0v2", "M13 22q4 2.5 7-1"] as const;

/** A face: the numbers of its head, top, eyes and mouth, and its colour. */
type Face = readonly [head: number, top: number, eyes: number, mouth: number, colour: string];

const FACES: Readonly<Record<string, Face>> = {
  Aisha: [1, 0, 1, 0, "#e98a6b"],
  Amara: [0, 1, 0, 3, "#d9a441"],
  Clara: [3, 2, 1, 3, "#7fb6d9"],
  Emil: [2, 3, 2, 1, "#9aa7b5"],
  Finn: [0, 2, 0, 0, "#f0b45a"],
  Ingrid: [1, 1, 3, 1, "#b7a3e0"],
  Jonas: [2, 0, 0, 1, "#6fb3a8"],
  Kenji: [3, 1, 3, 2, "#e08c9c"],
  Leila: [1, 3, 1, 3, "#c98bd0"],
  Mateo: [0, 3, 3, 0, "#d98f5c"],
  Mei: [1, 2, 0, 1, "#f2c4c9"],
  Omar: [2, 1, 1, 2, "#8fa7e6"],
  Priya: [3, 0, 0, 3, "#e7c25f"],
  Rosa: [0, 0, 1, 2, "#e5737f"],
  Tomas: [2, 2, 3, 3, "#a9c27a"],
  Zofia: [3, 3, 2, 0, "#88c5c9"],
};

/** Returns the paths and the colour of a bot's face; null for a name without a face. */
export function faceOf(persona: string): { paths: readonly [string, string, string, string]; colour: string } | null {
  const face = FACES[persona];
  if (!face) return null;
  const [head, top, eyes, mouth, colour] = face;
  return { paths: [HEADS[head]!, TOPS[top]!, EYES[eyes]!, MOUTHS[mouth]!], colour };
}

/** The names of all bots that have a face. */
export const FACED: readonly string[] = Object.keys(FACES);
