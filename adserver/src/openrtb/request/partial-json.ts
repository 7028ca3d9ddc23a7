import type { Loose } from "../../kernel/coerce.ts";
import {
  forgetParts,
  isSame,
  type KnownParts,
  keepPart,
  knownPart,
  lastPartLength,
  newKnownParts,
  newPage,
  type Page,
} from "./value-cache.ts";

/**
 * What is wanted of a JSON value: `all` of it, the same but `remembered` (for parts that come again and again, byte by
 * byte), some members of an object, or those of each object of a list.
 */
export type Wanted = "all" | "remembered" | { [name: string]: Wanted } | [Wanted];

type Part = { kind: "all" } | { kind: "remembered"; known: KnownParts } | ObjectPart | { kind: "list"; entry: Part };
type ObjectPart = { kind: "object"; empty: Loose; members: Member[]; table: Int32Array; gaps: Gaps };
type Member = { name: string; bytes: Buffer; part: Part };

/**
 * What stood between two values of an object, a name with its marks, and what came behind the next value the last time:
 * an exchange writes its members in one order, so most names need not be read.
 */
type Gap = { from: number; length: number; member: Member | undefined; next: Gap | undefined };
/** All gaps of one object's, their bytes in one page. */
type Gaps = { page: Page; known: Gap[]; end: number };
const mostGaps = 64;
const gapBytes = 2_048;

/** Begins anew, from the first gap of an object on. */
function forgetGaps(gaps: Gaps): void {
  gaps.known.length = 1;
  gaps.known[0]!.next = undefined;
  gaps.end = 0;
}

const newGaps = (): Gaps => ({
  page: newPage(gapBytes),
  known: [{ from: 0, length: 0, member: undefined, next: undefined }],
  end: 0,
});

const [quote, backslash, colon, comma, space, minus] = [0x22, 0x5c, 0x3a, 0x2c, 0x20, 0x2d];
const [openObject, closeObject, openList, closeList, zero, nine] = [0x7b, 0x7d, 0x5b, 0x5d, 0x30, 0x39];

const longestRemembered = 16 * 1024;
/** Not longer: a part may name a visitor who does not want to be known. */
const rememberedMs = 60_000;
/** Whole numbers with so many digits are exact. */
const mostDigits = 15;

const usualBytes = 16 * 1024;
/** Stands behind the last byte; no JSON has it there. */
const noByte = 0xff;

/** What is read, copied here, and the place in it: one value is read at a time, so all readers share them. */
let page = newPage(usualBytes);
let { bytes } = page;
let length = 0;
let at = 0;

function lay(json: Buffer): void {
  if (json.length >= bytes.length) {
    page = newPage(2 * json.length);
    bytes = page.bytes;
  }
  bytes.set(json);
  length = json.length;
  bytes[length] = noByte;
  at = 0;
}

/**
 * A reader of JSON (UTF-8) that makes only what is wanted: the rest is passed over without being made into values, and is
 * not judged either. Throws a SyntaxError where the way through is no JSON. Parts that are remembered are shared: whoever
 * gets them must not change them.
 */
export function wantedJson(wanted: Wanted, nowMs = () => performance.now()): (json: Buffer) => unknown {
  const part = partOf(wanted);
  let forgetAtMs = nowMs() + rememberedMs;
  return (json) => {
    const now = nowMs();
    if (now >= forgetAtMs) {
      forgetAtMs = now + rememberedMs;
      forget(part);
    }
    lay(json);
    passSpace();
    const value = read(part);
    passSpace();
    if (at < length) throw unexpected();
    return value;
  };
}

function partOf(wanted: Wanted): Part {
  if (wanted === "all") return { kind: "all" };
  if (wanted === "remembered") return { kind: "remembered", known: newKnownParts() };
  if (Array.isArray(wanted)) return { kind: "list", entry: partOf(wanted[0]!) };
  const members = Object.entries(wanted).map(([name, of]) => ({ name, bytes: Buffer.from(name), part: partOf(of) }));
  const empty: Loose = {};
  let size = 8;
  while (size < members.length * 4) size *= 2;
  const table = new Int32Array(size).fill(-1);
  for (const [place, { name, bytes: own }] of members.entries()) {
    empty[name] = undefined;
    let slot = hashOf(own, 0, own.length) & (size - 1);
    while (table[slot] !== -1) slot = (slot + 1) & (size - 1);
    table[slot] = place;
  }
  return { kind: "object", empty, members, table, gaps: newGaps() };
}

function forget(part: Part): void {
  if (part.kind === "object") {
    forgetGaps(part.gaps);
    for (const member of part.members) forget(member.part);
  } else if (part.kind === "list") forget(part.entry);
  else if (part.kind === "remembered") forgetParts(part.known);
}

function hashOf(from: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + from[i]!) | 0;
  return hash;
}

const unexpected = (): SyntaxError => new SyntaxError(`Unexpected byte at ${at}`);

function passSpace(): void {
  while (bytes[at]! <= space) at++;
}

function read(part: Part): unknown {
  const first = bytes[at];
  switch (part.kind) {
    case "object":
      return first === openObject ? readObject(part) : readAll();
    case "list":
      if (first === openList) return readList(part.entry);
      // Some send a single value in place of a list.
      return read(part.entry);
    case "remembered":
      return first === openObject || first === openList || first === quote ? readRemembered(part) : readAll();
    default:
      return readAll();
  }
}

function readObject(part: ObjectPart): Loose {
  const object = { ...part.empty };
  const { page: kept, known } = part.gaps;
  at++;
  passSpace();
  if (bytes[at] === closeObject) {
    at++;
    return object;
  }
  for (let gap = known[0]!; ; ) {
    const { next } = gap;
    if (next !== undefined && at + next.length <= length && isSame(kept, next.from, page, at, next.length)) {
      at += next.length;
      gap = next;
    } else gap = readGap(part, gap);
    passSpace();
    const { member } = gap;
    if (member === undefined) pass();
    else object[member.name] = read(member.part);
    passSpace();
    if (bytes[at] === closeObject) {
      at++;
      return object;
    }
  }
}

/** Reads from the end of a value, or from the first brace, to the next value; what stood there is expected next time. */
function readGap({ members, table, gaps }: ObjectPart, before: Gap): Gap {
  const from = at;
  const { page: kept, known } = gaps;
  if (before !== known[0]) {
    if (bytes[at++] !== comma) throw unexpected();
    passSpace();
  }
  const member = readName(members, table);
  passSpace();
  if (bytes[at++] !== colon) throw unexpected();
  const size = at - from;
  const same = known.find((gap, i) => i > 0 && gap.length === size && isSame(kept, gap.from, page, from, size));
  if (same !== undefined) {
    before.next = same;
    return same;
  }
  if (known.length >= mostGaps || gaps.end + size > gapBytes) forgetGaps(gaps);
  const gap: Gap = { from: gaps.end, length: size, member, next: undefined };
  if (size > gapBytes) return gap;
  page.bytes.copy(kept.bytes, gaps.end, from, at);
  gaps.end += size;
  known.push(gap);
  before.next = gap;
  return gap;
}

/** The member that is named here; undefined where it is not wanted. */
function readName(members: Member[], table: Int32Array): Member | undefined {
  if (bytes[at] !== quote) throw unexpected();
  const json = bytes;
  const most = length;
  const start = at + 1;
  let hash = 0;
  let i = start;
  for (; i < most; i++) {
    const byte = json[i]!;
    if (byte === quote) break;
    if (byte === backslash) {
      const name = readText();
      return members.find((member) => member.name === name);
    }
    hash = (Math.imul(hash, 31) + byte) | 0;
  }
  if (i >= most) throw unexpected();
  at = i + 1;
  const last = table.length - 1;
  for (let slot = hash & last; table[slot] !== -1; slot = (slot + 1) & last) {
    const member = members[table[slot]!]!;
    if (isHere(member.bytes, start, i - start)) return member;
  }
  return undefined;
}

function isHere(name: Buffer, start: number, size: number): boolean {
  const json = bytes;
  if (name.length !== size) return false;
  for (let i = 0; i < size; i++) if (name[i] !== json[start + i]) return false;
  return true;
}

function readList(entry: Part): unknown[] {
  const list: unknown[] = [];
  at++;
  passSpace();
  if (bytes[at] === closeList) {
    at++;
    return list;
  }
  for (;;) {
    list.push(read(entry));
    passSpace();
    const next = bytes[at++];
    if (next === closeList) return list;
    if (next !== comma) throw unexpected();
    passSpace();
  }
}

function readRemembered(part: Part & { kind: "remembered" }): unknown {
  const start = at;
  const { known } = part;
  const again = lastPartLength(known, page, start, length);
  if (again > 0) {
    at = start + again;
    return known.values[known.last];
  }
  pass();
  if (at - start > longestRemembered) return JSON.parse(bytes.toString("utf8", start, at)) as unknown;
  const before = knownPart(known, page, start, at);
  if (before !== undefined) return before;
  const value = JSON.parse(bytes.toString("utf8", start, at)) as unknown;
  keepPart(known, page, start, at, value);
  return value;
}

/** Any value, the usual kinds without a parser. */
function readAll(): unknown {
  const first = bytes[at]!;
  if (first === quote) return readText();
  if ((first >= zero && first <= nine) || first === minus) return readNumber();
  const start = at;
  pass();
  return JSON.parse(bytes.toString("utf8", start, at)) as unknown;
}

function readText(): string {
  const json = bytes;
  const most = length;
  const start = ++at;
  let isPlain = true;
  let all = 0;
  let i = start;
  for (; i < most; i++) {
    const byte = json[i]!;
    if (byte === quote) break;
    all |= byte;
    if (byte === backslash) {
      isPlain = false;
      i++;
    }
  }
  if (i >= most) throw unexpected();
  at = i + 1;
  if (!isPlain) return JSON.parse(bytes.toString("utf8", start - 1, at)) as string;
  return bytes.toString(all < 0x80 ? "latin1" : "utf8", start, i);
}

function readNumber(): number {
  const start = at;
  let value = 0;
  let i = start;
  for (; i < length; i++) {
    const digit = bytes[i]! - zero;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  at = i;
  const next = bytes[i];
  if (i > start && i - start <= mostDigits && (next === comma || next === closeObject || next === closeList))
    return value;
  at = start;
  pass();
  return JSON.parse(bytes.toString("latin1", start, at)) as number;
}

/** Goes behind the value that begins here. */
function pass(): void {
  const json = bytes;
  const most = length;
  let depth = 0;
  let i = at;
  for (; i < most; i++) {
    const byte = json[i]!;
    if (byte === quote) {
      for (i++; i < most && json[i] !== quote; i++) if (json[i] === backslash) i++;
      if (i >= most) break;
      if (depth === 0) {
        at = i + 1;
        return;
      }
    } else if (byte === openObject || byte === openList) depth++;
    else if (byte === closeObject || byte === closeList) {
      // The end of what holds a number or a word is not part of it.
      if (depth === 0) break;
      if (--depth === 0) {
        at = i + 1;
        return;
      }
    } else if (depth === 0 && (byte === comma || byte <= space)) break;
  }
  if (depth > 0 || i === at || i > most) throw unexpected();
  at = i;
}
