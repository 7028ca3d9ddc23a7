import { newPage, type Page } from "./value-cache.ts";

/** The bytes that structure JSON. */
export const quote = 0x22;
export const colon = 0x3a;
export const comma = 0x2c;
export const openObject = 0x7b;
export const closeObject = 0x7d;
export const openList = 0x5b;
export const closeList = 0x5d;
export const backslash = 0x5c;
const [space, minus, zero, nine] = [0x20, 0x2d, 0x30, 0x39] as const;

/** Integers with this many digits are exact as numbers. */
const maxDigits = 15;
const initialBytes = 16 * 1024;
/** Follows the last byte; it never occurs in UTF-8 and ends every loop. */
export const endMark = 0xff;

/** A position in JSON bytes. `bytes` is longer than `length`, and no loop passes the end mark at `length`. */
export class JsonCursor {
  page: Page = newPage(initialBytes);
  bytes: Buffer = this.page.bytes;
  length = 0;
  at = 0;

  /** Copies a document into the reused buffer, which allows reading four bytes at a time. */
  load(json: Buffer): void {
    if (json.length >= this.bytes.length) {
      this.page = newPage(2 * json.length);
      this.bytes = this.page.bytes;
    }
    this.bytes.set(json);
    this.length = json.length;
    this.bytes[this.length] = endMark;
    this.at = 0;
  }

  unexpected(): SyntaxError {
    return new SyntaxError(`Unexpected byte at ${this.at}`);
  }

  skipSpace(): void {
    // Exchanges send no white space, so the first byte almost always decides.
    while ((this.bytes[this.at] ?? endMark) <= space) this.at++;
  }

  /** Any value; strings and integers are read without `JSON.parse`. */
  readValue(): unknown {
    const first = this.bytes[this.at] ?? endMark;
    if (first === quote) return this.readString();
    if ((first >= zero && first <= nine) || first === minus) return this.readNumber();
    const start = this.at;
    this.skipValue();
    return this.parse(start);
  }

  /** `JSON.parse` of the bytes from `start` to here. */
  parse(start: number): unknown {
    return JSON.parse(this.bytes.toString("utf8", start, this.at)) as unknown;
  }

  readString(): string {
    const { bytes, length } = this;
    const start = this.at + 1;
    let isPlain = true;
    let all = 0;
    let i = start;
    for (; i < length; i++) {
      const byte = bytes[i] ?? endMark;
      if (byte === quote) break;
      all |= byte;
      if (byte === backslash) {
        isPlain = false;
        i++;
      }
    }
    if (i >= length) throw this.unexpected();
    this.at = i + 1;
    if (!isPlain) return this.parse(start - 1) as string;
    return bytes.toString(all < 0x80 ? "latin1" : "utf8", start, i);
  }

  readNumber(): number {
    const { bytes, length, at: start } = this;
    let value = 0;
    let i = start;
    for (; i < length; i++) {
      const digit = (bytes[i] ?? endMark) - zero;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    const next = bytes[i];
    if (i > start && i - start <= maxDigits && (next === comma || next === closeObject || next === closeList)) {
      this.at = i;
      return value;
    }
    this.skipValue();
    return this.parse(start) as number;
  }

  /** Moves behind the value that starts here without validating it. */
  skipValue(): void {
    const { bytes, length, at: start } = this;
    let depth = 0;
    let i = start;
    for (; i < length; i++) {
      const byte = bytes[i] ?? endMark;
      if (byte === quote) {
        for (i++; i < length && bytes[i] !== quote; i++) if (bytes[i] === backslash) i++;
        if (i >= length) break;
        if (depth === 0) {
          this.at = i + 1;
          return;
        }
      } else if (byte === openObject || byte === openList) depth++;
      else if (byte === closeObject || byte === closeList) {
        // The bracket that ends the surrounding value is not part of a number or literal.
        if (depth === 0) break;
        if (--depth === 0) {
          this.at = i + 1;
          return;
        }
      } else if (depth === 0 && (byte === comma || byte <= space)) break;
    }
    if (depth > 0 || i === start || i > length) throw this.unexpected();
    this.at = i;
  }
}
