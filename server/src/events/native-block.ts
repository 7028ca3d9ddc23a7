import type { EventColumns, Spans } from "./event-columns.ts";
import { kinds, texts, type Word, words } from "./event-fields.ts";

/** Columns of `ad_events` that are kept as plain strings. */
const plainWords: ReadonlySet<Word> = new Set(["imp_id", "lease_id"]);

/** Of a dictionary's serialization: it comes with its own keys, and they are all. */
const ownKeys = 0x600;
const sharedDictionary = 1;

/**
 * Events as one block of ClickHouse's format Native for `ad_events`: what it would otherwise read row by row is there by
 * column, and strings that come again are numbers. `rows` are the places of the events wanted.
 */
export function nativeBlock(columns: EventColumns, process: string, firstSequence: number, rows: Uint32Array): Buffer {
  const block = new BlockWriter(columns, rows);
  block.start(4 + 2 + words.length + texts.length);
  block.dictionary("process", [Buffer.from(process)], () => 0);
  block.integers("sequence", "UInt64", (event) => firstSequence + event);
  block.dictionary(
    "kind",
    kinds.map((kind) => Buffer.from(kind)),
    (event) => columns.kind[event]!,
  );
  block.integers("at", "DateTime64(3, 'UTC')", (event) => columns.atMs[event]!);
  block.integers("campaign_id", "UInt64", (event) => columns.numbers.campaign_id[event]!);
  block.integers("charge_micros", "UInt64", (event) => columns.numbers.charge_micros[event]!);
  for (const field of words) {
    if (plainWords.has(field)) block.plainWords(field, columns.words[field]);
    else block.words(field, columns.words[field]);
  }
  for (const field of texts) block.texts(field, columns.texts[field]);
  return block.bytes();
}

class BlockWriter {
  readonly #columns: EventColumns;
  readonly #rows: Uint32Array;
  #out = Buffer.allocUnsafe(1 << 20);
  #at = 0;

  constructor(columns: EventColumns, rows: Uint32Array) {
    this.#columns = columns;
    this.#rows = rows;
  }

  bytes(): Buffer {
    return this.#out.subarray(0, this.#at);
  }

  start(columnCount: number): void {
    this.#reserve(20);
    this.#length(columnCount);
    this.#length(this.#rows.length);
  }

  integers(name: string, type: string, numberOf: (event: number) => number): void {
    this.#head(name, type);
    this.#reserve(this.#rows.length * 8);
    for (const event of this.#rows) this.#integer(numberOf(event));
  }

  /** A LowCardinality column whose values are known. */
  dictionary(name: string, keys: Buffer[], codeOf: (event: number) => number): void {
    this.#head(name, "LowCardinality(String)");
    this.#reserve(40 + keys.reduce((sum, key) => sum + key.length + 5, 0) + this.#rows.length);
    this.#dictionaryHead(0, keys.length);
    for (const key of keys) this.#text(key, 0, key.length);
    this.#integer(this.#rows.length);
    for (const event of this.#rows) this.#out[this.#at++] = codeOf(event);
  }

  /** A LowCardinality column of words: those it has are numbered anew for it. */
  words(name: string, column: Uint32Array): void {
    const { wordSpans, wordCount, bytes } = this.#columns;
    const codes = new Uint32Array(wordCount);
    const own: number[] = [];
    let textBytes = 0;
    for (const event of this.#rows) {
      const word = column[event]!;
      if (codes[word] !== 0) continue;
      own.push(word);
      codes[word] = own.length;
      textBytes += wordSpans.ends[word]! - wordSpans.starts[word]! + 5;
    }
    this.#head(name, "LowCardinality(String)");
    const width = own.length <= 0x100 ? 0 : own.length <= 0x1_0000 ? 1 : 2;
    this.#reserve(40 + textBytes + this.#rows.length * 2 ** width);
    this.#dictionaryHead(width, own.length);
    for (const word of own) this.#text(bytes, wordSpans.starts[word]!, wordSpans.ends[word]!);
    this.#integer(this.#rows.length);
    for (const event of this.#rows) {
      const code = codes[column[event]!]! - 1;
      this.#out[this.#at++] = code;
      if (width > 0) this.#out[this.#at++] = code >>> 8;
      if (width > 1) this.#at = this.#out.writeUInt16LE(code >>> 16, this.#at);
    }
  }

  plainWords(name: string, column: Uint32Array): void {
    const { wordSpans, bytes } = this.#columns;
    this.#head(name, "String");
    for (const event of this.#rows) {
      const word = column[event]!;
      this.#roomyText(bytes, wordSpans.starts[word]!, wordSpans.ends[word]!);
    }
  }

  texts(name: string, { starts, ends }: Spans): void {
    this.#head(name, "String");
    for (const event of this.#rows) this.#roomyText(this.#columns.bytes, starts[event]!, ends[event]!);
  }

  #head(name: string, type: string): void {
    this.#reserve(name.length + type.length + 10);
    for (const text of [name, type]) this.#text(Buffer.from(text), 0, text.length);
  }

  #dictionaryHead(width: number, keys: number): void {
    this.#integer(sharedDictionary);
    this.#integer(ownKeys | width);
    this.#integer(keys);
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#out.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#at + bytes));
    this.#out.copy(larger, 0, 0, this.#at);
    this.#out = larger;
  }

  #integer(value: number): void {
    const high = Math.floor(value / 0x1_0000_0000);
    this.#at = this.#out.writeUInt32LE(value - high * 0x1_0000_0000, this.#at);
    this.#at = this.#out.writeInt32LE(high, this.#at);
  }

  #length(value: number): void {
    let rest = value;
    for (; rest >= 0x80; rest >>>= 7) this.#out[this.#at++] = (rest & 0x7f) | 0x80;
    this.#out[this.#at++] = rest;
  }

  #roomyText(from: Buffer, start: number, end: number): void {
    this.#reserve(end - start + 5);
    this.#text(from, start, end);
  }

  #text(from: Buffer, start: number, end: number): void {
    this.#length(end - start);
    if (end - start > 64) this.#at += from.copy(this.#out, this.#at, start, end);
    else for (let i = start; i < end; i++) this.#out[this.#at++] = from[i]!;
  }
}
