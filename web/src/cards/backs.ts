/** The designs of a card's back. Each looks the same when the card is turned by 180 degrees. */

export const CARD_BACKS = ["lattice", "petals", "star"] as const;
export type CardBackName = (typeof CARD_BACKS)[number];

/**
 * The lines of each design as one SVG path around the origin, which is the middle of the card. The lines extend beyond
 * the frame, which is 82 units wide and 122 units high, and must be clipped.
 */
export const BACK_LINES: Record<CardBackName, string> = { lattice: lattice(), petals: petals(), star: star() };

/** The ornament in the middle of each design as an SVG path around the origin. */
export const BACK_ORNAMENTS: Record<CardBackName, string> = {
  lattice: "M0-21L14 0L0 21L-14 0zM0-15L10 0L0 15L-10 0zM0-9L6 0L0 9L-6 0z",
  petals: leaves(8, 19),
  star: turned([0, 90], 27) + turned([45, 135], 18),
};

function lattice(): string {
  const steps = Array.from({ length: 31 }, (_, i) => (i - 15) * 8);
  return steps.map((at) => `M${at - 70}-105l140 210M${at + 70}-105l-140 210`).join("");
}

/** Returns circles that overlap, so that their lines form petals. */
function petals(): string {
  const radius = 9.9;
  const across = [-42, -28, -14, 0, 14, 28, 42];
  const down = [-70, -56, -42, -28, -14, 0, 14, 28, 42, 56, 70];
  const circle = `a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0`;
  return across.flatMap((x) => down.map((y) => `M${(x - radius).toFixed(1)} ${y}${circle}`)).join("");
}

/** Returns rays from the middle, and two rings that cross them. */
function star(): string {
  const rays = Array.from({ length: 48 }, (_, i) => {
    const angle = (i * Math.PI) / 24;
    return `M${at(angle, 30)}L${at(angle, 90)}`;
  });
  return `${rays.join("")}M-30 0a30 30 0 1 1 60 0a30 30 0 1 1-60 0M0-61L41 0L0 61L-41 0z`;
}

/** Returns narrow diamonds through the middle, 2 * `length` long. `angles` holds their directions in degrees. */
function turned(angles: readonly number[], length: number): string {
  return angles
    .map((degrees) => {
      const angle = (degrees * Math.PI) / 180;
      const side = angle + Math.PI / 2;
      return `M${at(angle, length)}L${at(side, length / 6)}L${at(angle, -length)}L${at(side, -length / 6)}z`;
    })
    .join("");
}

/** Returns `count` leaves of the given length. Each leaf points outwards from the middle. */
function leaves(count: number, length: number): string {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i * 2 * Math.PI) / count;
    return `M0 0Q${at(angle - 0.42, length * 0.66)} ${at(angle, length)}Q${at(angle + 0.42, length * 0.66)} 0 0z`;
  }).join("");
}

function at(angle: number, distance: number): string {
  return `${(Math.sin(angle) * distance).toFixed(1)} ${(-Math.cos(angle) * distance).toFixed(1)}`;
}
