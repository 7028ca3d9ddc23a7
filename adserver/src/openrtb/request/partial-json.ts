import type { JsonRecord } from "../../kernel/coerce.ts";
import {
  backslash,
  closeList,
  closeObject,
  colon,
  comma,
  endMark,
  JsonCursor,
  openList,
  openObject,
  quote,
} from "./json-cursor.ts";
import {
  clear,
  isSame,
  lastValueLength,
  lookUp,
  newPage,
  newValueCache,
  type Page,
  store,
  type ValueCache,
} from "./value-cache.ts";

/**
 * The parts of a JSON value to read: `all` of it, `cached` (for parts that recur byte by byte), some members of an object,
 * or a selection of each entry of a list.
 */
export type JsonSelection = "all" | "cached" | { [name: string]: JsonSelection } | [JsonSelection];

type CachedPart = { kind: "cached"; cache: ValueCache };
type Part = { kind: "all" } | CachedPart | ObjectPart | { kind: "list"; entry: Part };
type ObjectPart = { kind: "object"; empty: JsonRecord; members: Member[]; table: Int32Array; gaps: Gaps };
type Member = { name: string; bytes: Buffer; part: Part };

/**
 * The bytes between two values of an object (comma, name, colon) and the gap that followed last time. An exchange writes
 * its members in one order, so most names need not be parsed.
 */
type Gap = { from: number; length: number; member: Member | undefined; next: Gap | undefined };
/** The gaps of an object, with their bytes in one page. `first` stands before the first value and has no bytes. */
type Gaps = { page: Page; first: Gap; known: Gap[]; end: number };
const maxGaps = 64;
const gapBytes = 2_048;

const newGaps = (): Gaps => ({
  page: newPage(gapBytes),
  first: { from: 0, length: 0, member: undefined, next: undefined },
  known: [],
  end: 0,
});

function clearGaps(gaps: Gaps): void {
  gaps.known = [];
  gaps.first.next = undefined;
  gaps.end = 0;
}

const maxCachedBytes = 16 * 1024;
/** Cached parts may name visitors without consent, so they are dropped after a minute. */
const retentionMs = 60_000;

/**
 * Creates a reader of JSON (UTF-8) that builds only the selected parts. Other values are skipped without validation.
 * Throws a SyntaxError where the structure is not JSON. Cached parts are shared between results and must not be changed.
 *
 * It replaces `JSON.parse` because most of a bid request is never used or the same as in the last one (decision 16).
 * Parsers on npm build every value and cannot return a cached object for repeated bytes.
 */
export function partialJson(selection: JsonSelection, nowMs = () => performance.now()): (json: Buffer) => unknown {
  const part = compile(selection);
  const cursor = new JsonCursor();
  let clearAtMs = nowMs() + retentionMs;
  return (json) => {
    const now = nowMs();
    if (now >= clearAtMs) {
      clearAtMs = now + retentionMs;
      clearPart(part);
    }
    cursor.load(json);
    cursor.skipSpace();
    const value = read(cursor, part);
    cursor.skipSpace();
    if (cursor.at < cursor.length) throw cursor.unexpected();
    return value;
  };
}

function compile(selection: JsonSelection): Part {
  if (selection === "all") return { kind: "all" };
  if (selection === "cached") return { kind: "cached", cache: newValueCache() };
  if (Array.isArray(selection)) return { kind: "list", entry: compile(selection[0]) };
  const members = Object.entries(selection).map(([name, of]) => ({
    name,
    bytes: Buffer.from(name),
    part: compile(of),
  }));
  const empty: JsonRecord = {};
  let size = 8;
  while (size < members.length * 4) size *= 2;
  const table = new Int32Array(size).fill(-1);
  for (const [index, { name, bytes }] of members.entries()) {
    empty[name] = undefined;
    let slot = hashOf(bytes) & (size - 1);
    while (table[slot] !== -1) slot = (slot + 1) & (size - 1);
    table[slot] = index;
  }
  return { kind: "object", empty, members, table, gaps: newGaps() };
}

function clearPart(part: Part): void {
  if (part.kind === "object") {
    clearGaps(part.gaps);
    for (const member of part.members) clearPart(member.part);
  } else if (part.kind === "list") clearPart(part.entry);
  else if (part.kind === "cached") clear(part.cache);
}

/** The hash of a name; `readName` computes the same while it scans. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0;
  for (const byte of bytes) hash = (Math.imul(hash, 31) + byte) | 0;
  return hash;
}

function read(cursor: JsonCursor, part: Part): unknown {
  const first = cursor.bytes[cursor.at];
  switch (part.kind) {
    case "object":
      return first === openObject ? readObject(cursor, part) : cursor.readValue();
    case "list":
      if (first === openList) return readList(cursor, part.entry);
      // Some exchanges send a single value instead of a list.
      return read(cursor, part.entry);
    case "cached":
      return first === openObject || first === openList || first === quote
        ? readCached(cursor, part.cache)
        : cursor.readValue();
    default:
      return cursor.readValue();
  }
}

function readObject(cursor: JsonCursor, part: ObjectPart): JsonRecord {
  const object = { ...part.empty };
  const { page, first } = part.gaps;
  cursor.at++;
  cursor.skipSpace();
  if (cursor.bytes[cursor.at] === closeObject) {
    cursor.at++;
    return object;
  }
  for (let gap = first; ; ) {
    const { next } = gap;
    if (
      next !== undefined &&
      cursor.at + next.length <= cursor.length &&
      isSame(page, next.from, cursor.page, cursor.at, next.length)
    ) {
      cursor.at += next.length;
      gap = next;
    } else gap = readGap(cursor, part, gap);
    cursor.skipSpace();
    const { member } = gap;
    if (member === undefined) cursor.skipValue();
    else object[member.name] = read(cursor, member.part);
    cursor.skipSpace();
    if (cursor.bytes[cursor.at] === closeObject) {
      cursor.at++;
      return object;
    }
  }
}

/** Parses the bytes between two values, or before the first one, and expects them there next time. */
function readGap(cursor: JsonCursor, { members, table, gaps }: ObjectPart, before: Gap): Gap {
  const from = cursor.at;
  if (before !== gaps.first) {
    if (cursor.bytes[cursor.at++] !== comma) throw cursor.unexpected();
    cursor.skipSpace();
  }
  const member = readName(cursor, members, table);
  cursor.skipSpace();
  if (cursor.bytes[cursor.at++] !== colon) throw cursor.unexpected();
  const length = cursor.at - from;
  const known = gaps.known.find(
    (gap) => gap.length === length && isSame(gaps.page, gap.from, cursor.page, from, length),
  );
  if (known !== undefined) {
    before.next = known;
    return known;
  }
  if (gaps.known.length >= maxGaps || gaps.end + length > gapBytes) clearGaps(gaps);
  const gap: Gap = { from: gaps.end, length, member, next: undefined };
  if (length > gapBytes) return gap;
  cursor.bytes.copy(gaps.page.bytes, gaps.end, from, cursor.at);
  gaps.end += length;
  gaps.known.push(gap);
  before.next = gap;
  return gap;
}

/** The member named here; undefined if it is not selected. The table holds indices of `members`, or -1. */
function readName(cursor: JsonCursor, members: Member[], table: Int32Array): Member | undefined {
  const { bytes, length } = cursor;
  if (bytes[cursor.at] !== quote) throw cursor.unexpected();
  const start = cursor.at + 1;
  let hash = 0;
  let i = start;
  for (; i < length; i++) {
    const byte = bytes[i] ?? endMark;
    if (byte === quote) break;
    if (byte === backslash) {
      const name = cursor.readString();
      return members.find((member) => member.name === name);
    }
    hash = (Math.imul(hash, 31) + byte) | 0;
  }
  if (i >= length) throw cursor.unexpected();
  cursor.at = i + 1;
  const mask = table.length - 1;
  for (let slot = hash & mask; table[slot] !== -1; slot = (slot + 1) & mask) {
    const member = members[table[slot] ?? -1];
    if (member !== undefined && isNameAt(bytes, start, i - start, member.bytes)) return member;
  }
  return undefined;
}

function isNameAt(bytes: Buffer, start: number, length: number, name: Buffer): boolean {
  if (name.length !== length) return false;
  for (let i = 0; i < length; i++) if (name[i] !== bytes[start + i]) return false;
  return true;
}

function readList(cursor: JsonCursor, entry: Part): unknown[] {
  const list: unknown[] = [];
  cursor.at++;
  cursor.skipSpace();
  if (cursor.bytes[cursor.at] === closeList) {
    cursor.at++;
    return list;
  }
  for (;;) {
    list.push(read(cursor, entry));
    cursor.skipSpace();
    const next = cursor.bytes[cursor.at++];
    if (next === closeList) return list;
    if (next !== comma) throw cursor.unexpected();
    cursor.skipSpace();
  }
}

function readCached(cursor: JsonCursor, cache: ValueCache): unknown {
  const start = cursor.at;
  const repeated = lastValueLength(cache, cursor.page, start, cursor.length);
  if (repeated > 0) {
    cursor.at = start + repeated;
    return cache.values[cache.last];
  }
  cursor.skipValue();
  if (cursor.at - start > maxCachedBytes) return cursor.parse(start);
  const known = lookUp(cache, cursor.page, start, cursor.at);
  if (known !== undefined) return known;
  const value = cursor.parse(start);
  store(cache, cursor.page, start, cursor.at, value);
  return value;
}
