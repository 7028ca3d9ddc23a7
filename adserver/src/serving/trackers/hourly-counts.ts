/** Counts of many keys in the current hour, in fixed memory. */
export type HourlyCounts = {
  /** Adds one. Never less than the true count; collisions make it more by as much as other keys were counted there. */
  add(key: string, nowMs: number): number;
};

const hourMs = 3_600_000;
/** A count-min sketch: with a million counted an hour, a key is over by about four. */
const rows = 4;
const width = 2 ** 18;
const maxCount = 65_535;
/** FNV-1a. */
const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;
/** Odd, so that multiplication loses nothing. */
const rowFactors = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f] as const;

function hashOf(key: string): number {
  let hash = offsetBasis;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), prime);
  return hash ^ (hash >>> 15);
}

export function hourlyCounts(): HourlyCounts {
  const counts = new Uint16Array(rows * width);
  let hour = 0;
  return {
    add(key, nowMs) {
      const now = Math.floor(nowMs / hourMs);
      if (now !== hour) {
        counts.fill(0);
        hour = now;
      }
      const hash = hashOf(key);
      let least = maxCount;
      for (let row = 0; row < rows; row++) {
        const mixed = Math.imul(hash, rowFactors[row] ?? 1);
        const at = row * width + ((mixed ^ (mixed >>> 16)) & (width - 1));
        const count = Math.min(maxCount, (counts[at] ?? 0) + 1);
        counts[at] = count;
        least = Math.min(least, count);
      }
      return least;
    },
  };
}
