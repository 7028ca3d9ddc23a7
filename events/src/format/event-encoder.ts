import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import {
  costKind,
  costNumbers,
  costWords,
  dealFlag,
  feeFlag,
  feeNumbers,
  heldFields,
  heldFlag,
  kinds,
  numbers,
  texts,
  words,
} from "./event-fields.ts";

/** The limit of one event. */
const maxEventBytes = 64 * 1024;
const firstBytes = 64 * 1024;
/** Strings up to this length have a one-byte length prefix. */
const shortText = 42;

const kindCodes = new Map<string, number>(kinds.map((kind, code) => [kind, code]));

/**
 * Encodes events as described in `event-fields`, one encoder per segment because it numbers the dictionary. `take` is
 * valid until the next `add`; `keep` or `forget` states whether it reached the disk.
 */
export class EventEncoder {
  readonly #codes = new Map<string, number>();
  readonly #newWords: string[] = [];
  /** The last value of each field, and its number. */
  readonly #last: string[] = [];
  readonly #lastCodes: number[] = [];
  #lastAt = "";
  #lastAtMs = Number.NaN;
  #bytes = Buffer.allocUnsafe(firstBytes);
  #length = 0;

  /** Throws a RangeError for an invalid or too long event; nothing is added then. */
  add(event: NewAdEvent): void {
    const [start, known] = [this.#length, this.#newWords.length];
    try {
      this.#write(event);
      if (this.#length - start > maxEventBytes) {
        throw new RangeError(`An event of ${this.#length - start} bytes is longer than ${maxEventBytes}`);
      }
    } catch (error) {
      this.#length = start;
      this.#forgetStrings(known);
      throw error;
    }
  }

  /** The bytes since the last `keep` or `forget`. */
  take(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  keep(): void {
    this.#length = 0;
    this.#newWords.length = 0;
  }

  forget(): void {
    this.#length = 0;
    this.#forgetStrings(0);
  }

  #forgetStrings(from: number): void {
    for (const word of this.#newWords.splice(from)) this.#codes.delete(word);
    this.#last.length = 0;
  }

  #write(event: NewAdEvent): void {
    const code = kindCodes.get(event.kind);
    const atMs = this.#instant(event.at);
    if (code === undefined || Number.isNaN(atMs)) throw new RangeError(`${event.kind} at ${event.at} is no event`);
    this.#reserve(16);
    const { deal = "", held_micros, won_micros } = event;
    const heldField = heldFields.get(code);
    if (held_micros !== undefined && heldField !== "held_micros")
      throw new RangeError(`A ${event.kind} has no held_micros`);
    if (won_micros !== undefined && heldField !== "won_micros")
      throw new RangeError(`A ${event.kind} has no won_micros`);
    const held = held_micros ?? won_micros;
    const hasFees = code === costKind && feeNumbers.some((field) => (event[field] ?? 0) !== 0);
    this.#bytes[this.#length++] =
      code | (deal === "" ? 0 : dealFlag) | (hasFees ? feeFlag : 0) | (held === undefined ? 0 : heldFlag);
    this.#length = this.#bytes.writeDoubleLE(atMs, this.#length);
    for (const field of numbers) this.#number(event[field]);
    for (let place = 0; place < words.length; place++) this.#word(event[words[place]!], place);
    for (const field of texts) this.#text(event[field] ?? "");
    if (code === costKind) {
      for (const field of costNumbers) this.#number(event[field] ?? 0);
      for (let place = 0; place < costWords.length; place++) {
        this.#word(event[costWords[place]!] ?? "", words.length + place);
      }
      if (hasFees) for (const field of feeNumbers) this.#number(event[field] ?? 0);
    }
    if (held !== undefined) this.#number(held);
    if (deal !== "") this.#word(deal, words.length + costWords.length);
  }

  #instant(at: string): number {
    // Consecutive events often share a millisecond.
    if (at !== this.#lastAt) {
      this.#lastAtMs = Date.parse(at);
      this.#lastAt = at;
    }
    return this.#lastAtMs;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#length + bytes));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  #number(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no count`);
    this.#reserve(8);
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
    this.#bytes[this.#length++] = rest;
  }

  #word(word: string, place: number): void {
    // Most fields repeat their last value.
    if (this.#last[place] === word) {
      this.#number(this.#lastCodes[place]!);
      return;
    }
    const code = this.#codes.get(word);
    this.#last[place] = word;
    this.#lastCodes[place] = code ?? this.#codes.size + 1;
    if (code !== undefined) {
      this.#number(code);
      return;
    }
    this.#number(0);
    this.#text(word);
    this.#codes.set(word, this.#codes.size + 1);
    this.#newWords.push(word);
  }

  #text(text: string): void {
    if (text.length <= shortText) {
      this.#reserve(1 + 3 * shortText);
      const bytes = this.#bytes.write(text, this.#length + 1);
      this.#bytes[this.#length] = bytes;
      this.#length += 1 + bytes;
      return;
    }
    const bytes = Buffer.byteLength(text);
    this.#number(bytes);
    this.#reserve(bytes);
    this.#length += this.#bytes.write(text, this.#length);
  }
}
