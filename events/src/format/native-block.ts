import { type EventColumns, type Spans, wordAt } from "./event-columns.ts";
import { costKind, costNumbers, feeNumbers, kinds, measuredKind, texts, type Word, words } from "./event-fields.ts";

/** The plain string columns of `ad_events`. */
const plainWords: ReadonlySet<Word> = new Set(["imp_id", "lease_id"]);

/** LowCardinality flags: additional keys, and a dictionary of this block only. */
const ownKeys = 0x600;
const sharedDictionary = 1;

/**
 * Encodes events as one block of ClickHouse's Native format for `ad_events`. `rows` are the indices of the events. Own
 * code because the client library only writes row formats, which ClickHouse parses row by row; columns take a fraction
 * of the time. The layout is tested against the embedded ClickHouse.
 */
export function nativeBlock(columns: EventColumns, process: string, firstSequence: number, rows: Uint32Array): Buffer {
  const block = new BlockWriter(columns, rows);
  block.start(4 + 2 + words.length + texts.length + costNumbers.length + feeNumbers.length + 3);
  block.dictionary("process", [Buffer.from(process)], null);
  block.integers("sequence", "UInt64", firstSequence, null);
  block.dictionary(
    "kind",
    kinds.map((kind) => Buffer.from(kind)),
    columns.kind,
  );
  block.integers("at", "DateTime64(3, 'UTC')", 0, columns.atMs);
  block.integers("campaign_id", "UInt64", 0, columns.numbers.campaign_id);
  block.integers("charge_micros", "UInt64", 0, columns.numbers.charge_micros);
  for (const field of words) {
    if (plainWords.has(field)) block.plainWords(field, columns.words[field]);
    else block.words(field, columns.words[field]);
  }
  for (const field of texts) block.texts(field, columns.texts[field]);
  for (const field of [...costNumbers, ...feeNumbers]) block.integers(field, "UInt64", 0, columns.numbers[field]);
  const { keys, codes } = clearingCurrencies(columns);
  block.dictionary("clearing_currency", keys, codes);
  block.words("deal", columns.words.deal);
  // Without a value, the column's default would count each impression as measured, as before there was an event.
  block.flags("measured", measuredKind, columns.kind);
  return block.bytes();
}

/** The clearing currencies of the costs, after "" for all other events. At most 255, which `readBatch` checks. */
function clearingCurrencies(columns: EventColumns): { keys: Buffer[]; codes: Uint8Array } {
  const codes = new Uint8Array(columns.events);
  const keys = [Buffer.alloc(0)];
  const codeOf = new Map<number, number>();
  for (let event = 0; event < columns.events; event++) {
    if (columns.kind[event] !== costKind) continue;
    const word = columns.words.clearing_currency[event]!;
    let code = codeOf.get(word);
    if (code === undefined) {
      code = keys.push(Buffer.from(wordAt(columns, word))) - 1;
      codeOf.set(word, code);
    }
    codes[event] = code;
  }
  return { keys, codes };
}

class BlockWriter {
  readonly #columns: EventColumns;
  readonly #rows: Uint32Array;
  #out: Buffer;
  #at = 0;

  constructor(columns: EventColumns, rows: Uint32Array) {
    this.#columns = columns;
    this.#rows = rows;
    // An estimate, because growing copies everything.
    this.#out = Buffer.allocUnsafe(columns.bytes.length + rows.length * 64 + 4096);
  }

  bytes(): Buffer {
    return this.#out.subarray(0, this.#at);
  }

  start(columnCount: number): void {
    this.#reserve(20);
    this.#length(columnCount);
    this.#length(this.#rows.length);
  }

  /** Integers of a column plus `first`, or without a column the row indices plus `first`. */
  integers(name: string, type: string, first: number, column: Float64Array | null): void {
    this.#head(name, type);
    this.#reserve(this.#rows.length * 8);
    const view = this.#view();
    let at = this.#at;
    for (const event of this.#rows) {
      const value = first + (column === null ? event : column[event]!);
      const high = Math.floor(value / 0x1_0000_0000);
      view.setUint32(at, value - high * 0x1_0000_0000, true);
      view.setInt32(at + 4, high, true);
      at += 8;
    }
    this.#at = at;
  }

  /** A UInt8 column: 1 where the code is `wanted`, 0 elsewhere. */
  flags(name: string, wanted: number, codes: Uint8Array): void {
    this.#head(name, "UInt8");
    this.#reserve(this.#rows.length);
    const out = this.#out;
    let at = this.#at;
    for (const event of this.#rows) out[at++] = codes[event] === wanted ? 1 : 0;
    this.#at = at;
  }

  /** A LowCardinality column with given values; without codes all rows have the first one. */
  dictionary(name: string, keys: Buffer[], codes: Uint8Array | null): void {
    this.#head(name, "LowCardinality(String)");
    this.#reserve(40 + keys.reduce((sum, key) => sum + key.length + 5, 0) + this.#rows.length);
    this.#dictionaryHead(0, keys.length);
    for (const key of keys) this.#text(key, 0, key.length);
    this.#integer(this.#rows.length);
    const out = this.#out;
    let at = this.#at;
    for (const event of this.#rows) out[at++] = codes === null ? 0 : codes[event]!;
    this.#at = at;
  }

  /** A LowCardinality column of dictionary entries, renumbered for the block; `wordCount` is "". */
  words(name: string, column: Uint32Array): void {
    const { wordSpans, wordCount, bytes } = this.#columns;
    const codes = new Uint32Array(wordCount + 1);
    const own: number[] = [];
    let textBytes = 0;
    let last = -1;
    for (const event of this.#rows) {
      const word = column[event]!;
      if (word === last) continue;
      last = word;
      if (codes[word] !== 0) continue;
      own.push(word);
      codes[word] = own.length;
      textBytes += word === wordCount ? 1 : wordSpans.ends[word]! - wordSpans.starts[word]! + 5;
    }
    this.#head(name, "LowCardinality(String)");
    const width = own.length <= 0x100 ? 0 : own.length <= 0x1_0000 ? 1 : 2;
    this.#reserve(40 + textBytes + this.#rows.length * 2 ** width);
    this.#dictionaryHead(width, own.length);
    for (const word of own) {
      if (word === wordCount) this.#text(bytes, 0, 0);
      else this.#text(bytes, wordSpans.starts[word]!, wordSpans.ends[word]!);
    }
    this.#integer(this.#rows.length);
    const view = this.#view();
    let at = this.#at;
    for (const event of this.#rows) {
      const code = codes[column[event]!]! - 1;
      if (width === 0) view.setUint8(at, code);
      else if (width === 1) view.setUint16(at, code, true);
      else view.setUint32(at, code, true);
      at += 1 << width;
    }
    this.#at = at;
  }

  plainWords(name: string, column: Uint32Array): void {
    const { wordSpans } = this.#columns;
    this.#strings(name, wordSpans, column);
  }

  texts(name: string, spans: Spans): void {
    this.#strings(name, spans, null);
  }

  /** A string column by spans, addressed by codes or rows. */
  #strings(name: string, { starts, ends }: Spans, codes: Uint32Array | null): void {
    this.#head(name, "String");
    const { bytes } = this.#columns;
    for (const event of this.#rows) {
      const place = codes === null ? event : codes[event]!;
      const [start, end] = [starts[place]!, ends[place]!];
      this.#reserve(end - start + 5);
      this.#text(bytes, start, end);
    }
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

  #view(): DataView {
    return new DataView(this.#out.buffer, this.#out.byteOffset, this.#out.length);
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

  #text(from: Buffer, start: number, end: number): void {
    this.#length(end - start);
    if (end - start > 64) this.#at += from.copy(this.#out, this.#at, start, end);
    else {
      const out = this.#out;
      let at = this.#at;
      for (let i = start; i < end; i++) out[at++] = from[i]!;
      this.#at = at;
    }
  }
}
