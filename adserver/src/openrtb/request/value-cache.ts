/** Bytes with a view for 32-bit reads. */
export type Page = { bytes: Buffer; view: DataView };

/** Allocates a page of `size` bytes. */
export function newPage(size: number): Page {
  const bytes = Buffer.alloc(size);
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, size) };
}

/** Values by their JSON bytes, found without creating a string. */
export type ValueCache = {
  /** The bytes of all values, concatenated. */
  held: Page;
  end: number;
  /** Indices into `values` plus one, by hash; 0 is free. */
  slots: Int32Array;
  /** Per value: hash, offset and length of its bytes. */
  marks: Int32Array;
  values: unknown[];
  /** The index of the value found last; -1 for none. */
  last: number;
};

/** The cache is cleared at these limits. */
const maxBytes = 2 * 1024 * 1024;
const maxValues = 8_192;
const slotCount = 4 * maxValues;
/** The probe limit, so that colliding values cannot slow down look-ups. */
const maxEvaluated = 8;
const firstBytes = 4_096;

export const newValueCache = (): ValueCache => ({
  held: newPage(firstBytes),
  end: 0,
  slots: new Int32Array(slotCount),
  marks: new Int32Array(3 * maxValues),
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
  for (; i < end; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), factor);
  return hash ^ (hash >>> 16);
}

/** Whether `length` bytes of two pages are equal. */
export function isSame(held: Page, from: number, page: Page, start: number, length: number): boolean {
  const { view } = held;
  const other = page.view;
  let i = 0;
  for (; i + 4 <= length; i += 4) if (view.getInt32(from + i, true) !== other.getInt32(start + i, true)) return false;
  for (; i < length; i++) if (held.bytes[from + i] !== page.bytes[start + i]) return false;
  return true;
}

/**
 * The length of the value found last if the bytes at `start` are the same, else 0. An object, list or string that
 * matches ends at the same place, so it need not be scanned.
 */
export function lastValueLength({ held, marks, last }: ValueCache, page: Page, start: number, end: number): number {
  if (last < 0) return 0;
  const length = marks[3 * last + 2] ?? 0;
  return start + length <= end && isSame(held, marks[3 * last + 1] ?? 0, page, start, length) ? length : 0;
}

/** The value of these bytes; undefined if there is none. */
export function lookUp(known: ValueCache, page: Page, start: number, end: number): unknown {
  const { held, slots, marks, values } = known;
  const hash = hashOf(page, start, end);
  for (let look = 0; look < maxEvaluated; look++) {
    const place = (slots[(hash + look) & (slotCount - 1)] ?? 0) - 1;
    if (place < 0) return undefined;
    if (marks[3 * place] !== hash || marks[3 * place + 2] !== end - start) continue;
    if (!isSame(held, marks[3 * place + 1] ?? 0, page, start, end - start)) continue;
    known.last = place;
    return values[place];
  }
  return undefined;
}

/** Stores a value unless all probed slots are taken. */
export function store(known: ValueCache, page: Page, start: number, end: number, value: unknown): void {
  const length = end - start;
  if (known.values.length >= maxValues || known.end + length > maxBytes) clear(known);
  const { slots, marks, values } = known;
  const hash = hashOf(page, start, end);
  for (let look = 0; look < maxEvaluated; look++) {
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

export function clear(known: ValueCache): void {
  known.held.bytes.fill(0);
  known.end = 0;
  known.slots.fill(0);
  known.values = [];
  known.last = -1;
}
