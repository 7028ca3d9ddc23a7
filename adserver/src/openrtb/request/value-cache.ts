/** Bytes that are read four at a time as well. */
export type Page = { bytes: Buffer; view: DataView };

/** Room for at least so many bytes. */
export function newPage(size: number): Page {
  const bytes = Buffer.alloc(size);
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, size) };
}

/** Values by the bytes that they were made of: what comes again, byte by byte, is found without making a text of it. */
export type KnownParts = {
  /** All bytes, one part behind the other. */
  held: Page;
  end: number;
  /** Places in `values` and one more, by the hash of the bytes; 0 is free. */
  slots: Int32Array;
  /** Of each value: its hash, where its bytes begin and how many they are. */
  marks: Int32Array;
  values: unknown[];
  /** The place of the part that was found last; -1 for none. */
  last: number;
};

/** What has more begins anew. */
const mostBytes = 2 * 1024 * 1024;
const mostValues = 8_192;
const slotCount = 4 * mostValues;
/** So many slots are looked at, so that nobody can make looking slow by parts of one hash. */
const mostLooks = 8;
const firstBytes = 4_096;

export const newKnownParts = (): KnownParts => ({
  held: newPage(firstBytes),
  end: 0,
  slots: new Int32Array(slotCount),
  marks: new Int32Array(3 * mostValues),
  values: [],
  last: -1,
});

const factor = 0x9e3779b1;

function hashOf({ bytes, view }: Page, start: number, end: number): number {
  let hash = end - start;
  let i = start;
  for (; i + 4 <= end; i += 4) {
    hash = Math.imul(hash ^ view.getInt32(i, true), factor);
    hash ^= hash >>> 15;
  }
  for (; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, factor);
  return hash ^ (hash >>> 16);
}

/** Whether so many bytes of two pages are the same, from a place on in each. */
export function isSame(held: Page, from: number, page: Page, start: number, length: number): boolean {
  const { view } = held;
  const other = page.view;
  let i = 0;
  for (; i + 4 <= length; i += 4) if (view.getInt32(from + i, true) !== other.getInt32(start + i, true)) return false;
  for (; i < length; i++) if (held.bytes[from + i] !== page.bytes[start + i]) return false;
  return true;
}

/**
 * How many bytes the part found last has, where those from `start` on are the same; else 0. Much of what an exchange
 * sends with a request came with the one before, and an object or a list that is the same so far ends there, too.
 */
export function lastPartLength({ held, marks, last }: KnownParts, page: Page, start: number, end: number): number {
  if (last < 0) return 0;
  const length = marks[3 * last + 2]!;
  return start + length <= end && isSame(held, marks[3 * last + 1]!, page, start, length) ? length : 0;
}

/** What was kept for these bytes; undefined where nothing was. */
export function knownPart(known: KnownParts, page: Page, start: number, end: number): unknown {
  const { held, slots, marks, values } = known;
  const hash = hashOf(page, start, end);
  for (let look = 0; look < mostLooks; look++) {
    const place = slots[(hash + look) & (slotCount - 1)]! - 1;
    if (place < 0) return undefined;
    if (marks[3 * place] !== hash || marks[3 * place + 2] !== end - start) continue;
    if (!isSame(held, marks[3 * place + 1]!, page, start, end - start)) continue;
    known.last = place;
    return values[place];
  }
  return undefined;
}

/** Keeps a value for bytes that are not known yet, unless too many of the same hash are. */
export function keepPart(known: KnownParts, page: Page, start: number, end: number, value: unknown): void {
  const length = end - start;
  if (known.values.length >= mostValues || known.end + length > mostBytes) forgetParts(known);
  const { slots, marks, values } = known;
  const hash = hashOf(page, start, end);
  for (let look = 0; look < mostLooks; look++) {
    const slot = (hash + look) & (slotCount - 1);
    if (slots[slot] !== 0) continue;
    if (known.end + length > known.held.bytes.length) {
      const larger = newPage(2 * (known.end + length));
      larger.bytes.set(known.held.bytes.subarray(0, known.end));
      known.held = larger;
    }
    page.bytes.copy(known.held.bytes, known.end, start, end);
    marks.set([hash, known.end, length], 3 * values.length);
    known.end += length;
    values.push(value);
    slots[slot] = values.length;
    return;
  }
}

export function forgetParts(known: KnownParts): void {
  known.held.bytes.fill(0);
  known.end = 0;
  known.slots.fill(0);
  known.values = [];
  known.last = -1;
}
