/** The drawn emblems that people choose for themselves: one for each name in `uka.wire.http_bodies.AVATARS`. */

import type { Guest, Person } from "../wire/types.ts";

/** The name of an emblem, which the server keeps. */
export type Avatar = NonNullable<Guest["avatar"]>;

/**
 * A drawing on a disc, in a square of 32 units, as SVG paths. `ground` is the colour of the disc. `areas` and `lines`
 * are white. `marks` are lines upon the areas, in the colour of the disc.
 */
export interface Emblem {
  readonly ground: string;
  readonly areas: string;
  readonly lines?: string;
  readonly marks?: string;
}

const [RUST, BLUE, PLUM, PINE, OCHRE, SLATE] = ["#8f3d2e", "#2d5c8c", "#6d4687", "#2a7559", "#7d5a14", "#4a5568"];

const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

const EMBLEMS: Readonly<Record<Avatar, Emblem>> = {
  anchor: { ground: BLUE, areas: "", lines: `${disc(16, 7.5, 2)}M16 10v15M11 13.500h10M8 19a8 6.500 0 0 0 16 0` },
  apple: {
    ground: RUST,
    areas: "M16 12c-2-2-8-2-8 5 0 5 4 9.500 6 9.500 1 0 1-.6 2-.6s1 .6 2 .6c2 0 6-4.500 6-9.500 0-7-6-7-8-5z",
    lines: "M16 11c0-3 1-4.500 3-5",
  },
  bell: {
    ground: OCHRE,
    areas:
      "M16 6c-4.500 0-6 3.500-6 7 0 5-2 6-3 8.500h18c-1-2.500-3-3.500-3-8.500 0-3.500-1.500-7-6-7zM13.500 23h5a2.500 2.500 0 0 1-5 0z",
  },
  boat: { ground: SLATE, areas: "M6 20h20l-3 6H9zM15 6v12H8zM17 9v9h6.500z" },
  book: { ground: PLUM, areas: "M6 8c4-1 8 0 10 2 2-2 6-3 10-2v15c-4-1-8 0-10 2-2-2-6-3-10-2z", marks: "M16 10v15" },
  cloud: { ground: BLUE, areas: "M10 23a5 5 0 0 1 0-10 6.500 6.500 0 0 1 12-1 5.500 5.500 0 0 1 1 11z" },
  clover: { ground: PINE, areas: disc(16, 10.5, 4) + disc(11, 17, 4) + disc(21, 17, 4), lines: "M16 15c0 5-.5 8-2 11" },
  comet: { ground: PLUM, areas: disc(20.5, 11.5, 5), lines: "M16 17l-9 9M13.500 12.500L7 19M19.500 18.500L13 25" },
  compass: { ground: SLATE, areas: "M20.500 11.500l-3 6-6 3 3-6z", lines: disc(16, 16, 9) },
  crown: { ground: OCHRE, areas: "M7 21L6 11l5.500 4L16 8l4.500 7L26 11l-1 10zM7.200 22.500h17.600V25H7.200z" },
  cup: {
    ground: RUST,
    areas: "M8 10h13v7a6 6 0 0 1-13 0zM7 24.500h15V26H7z",
    lines: "M21 12h2a2.500 2.500 0 0 1 0 5h-2",
  },
  drum: {
    ground: RUST,
    areas: "M7 13c0 4 18 4 18 0v9c0 5-18 5-18 0z",
    lines: "M7 13c0-3.500 18-3.500 18 0s-18 3.500-18 0M14 9l7-4",
    marks: "M9 17.500l3.500 6 3.500-6 3.500 6 3.500-6",
  },
  feather: {
    ground: BLUE,
    areas:
      "M26 5C17 6 10.500 12 10 21l5-.5 1-2 1 1.500c2-.5 3.500-1.500 5-3l-2.500-.5 4-1.500c1.500-3 2.300-6.500 2.500-10z",
    lines: "M10 21.500l-2.500 4M12.500 26.500h9",
    marks: "M10.500 21l9.500-10",
  },
  fish: {
    ground: BLUE,
    areas:
      "M5 16c3-5 7-6.500 11-6.500 3 0 5.500 1.500 7 3.500l4-4v14l-4-4c-1.500 2-4 3.500-7 3.500-4 0-8-1.500-11-6.500z",
    marks: "M10.500 14.800v.1",
  },
  flower: {
    ground: PLUM,
    areas:
      disc(16, 8.4, 3.3) +
      disc(20.4, 11.6, 3.3) +
      disc(18.7, 16.4, 3.3) +
      disc(13.3, 16.4, 3.3) +
      disc(11.6, 11.6, 3.3),
    lines: "M16 19v8",
    marks: disc(16, 13, 1.5),
  },
  key: { ground: OCHRE, areas: "", lines: `${disc(10.5, 16, 4)}M14.500 16H26M21 16v4M25.500 16v3` },
  kite: {
    ground: RUST,
    areas: "M18 5l6.500 8L18 23l-6.500-10z",
    marks: "M18 5v18M11.500 13h13",
    lines: "M18 23c-4 0-3 4-8 4",
  },
  lantern: {
    ground: SLATE,
    areas: `M11.500 8.500h9l2.500 4H9zM16 15.500c2 2 2.500 3 2.500 4a2.500 2.500 0 0 1-5 0c0-1 .5-2 2.500-4zM9 24h14v3H9z`,
    lines: "M13 7.500c0-4 6-4 6 0M11 13v11M21 13v11",
  },
  leaf: {
    ground: PINE,
    areas: "M25 7c-11-1-17 5-16 13 .1 2 .5 3 1 4 9 1 16-4 15-17z",
    lines: "M10 23l-3 4",
    marks: "M11 22l8-9",
  },
  lighthouse: {
    ground: SLATE,
    areas: "M13 12h6l2 14H11zM12.500 8h7v2.500h-7zM16 4l3.500 3h-7z",
    lines: "M22.500 8.500l4-2M22.500 10.500l4 1.500M9.500 8.500l-4-2M9.500 10.500l-4 1.500",
    marks: "M12.500 16.500h7M12 21h8",
  },
  moon: { ground: BLUE, areas: "M19 6a10.500 10.500 0 1 0 7 14.500A9 9 0 0 1 19 6z" },
  mountain: {
    ground: PINE,
    areas: "M4 24.500l8.500-14 4.500 7 3-3.500 8 10.500z",
    marks: "M9.500 16l2.800 2 2.700-2.500",
  },
  star: {
    ground: OCHRE,
    areas: "M16 5l3.300 7.200 7.700.8-5.800 5.200 1.700 7.800-6.900-4-6.900 4 1.700-7.800L5 13l7.700-.8z",
  },
  sun: {
    ground: RUST,
    areas: disc(16, 16, 5),
    lines:
      "M16 5v3M16 24v3M5 16h3M24 16h3M8.200 8.200l2.100 2.100M21.700 21.700l2.100 2.100M8.200 23.800l2.100-2.100M21.700 10.300l2.100-2.100",
  },
};

/** The names of all emblems. */
export const AVATARS = Object.keys(EMBLEMS) as Avatar[];

/** Returns the drawing of an emblem; null for no emblem, or one that this page does not know. */
export function emblemOf(name: string | null | undefined): Emblem | null {
  return name && Object.hasOwn(EMBLEMS, name) ? EMBLEMS[name as Avatar] : null;
}

/** Returns the name of the emblem of the person with the id `player`; null if the person has none. */
export function avatarOf(people: readonly Person[], player: string | null | undefined): string | null {
  return people.find((person) => person.player === player)?.avatar ?? null;
}
