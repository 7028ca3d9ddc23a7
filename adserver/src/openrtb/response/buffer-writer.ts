/** Room in which bytes are put one behind the other, again and again without new memory. */
export type ByteSheet = { bytes: Buffer; end: number };

export const newByteSheet = (size: number): ByteSheet => ({ bytes: Buffer.allocUnsafeSlow(size), end: 0 });

/** Makes room for so many more bytes. */
function ensureRoom(sheet: ByteSheet, more: number): void {
  if (sheet.end + more <= sheet.bytes.length) return;
  const larger = Buffer.allocUnsafeSlow(2 * (sheet.end + more));
  sheet.bytes.copy(larger, 0, 0, sheet.end);
  sheet.bytes = larger;
}

export function putBytes(sheet: ByteSheet, bytes: Uint8Array): void {
  ensureRoom(sheet, bytes.length);
  sheet.bytes.set(bytes, sheet.end);
  sheet.end += bytes.length;
}

/** Puts what stands from one place to another. */
export function putPart(sheet: ByteSheet, bytes: Buffer, from: number, to: number): void {
  ensureRoom(sheet, to - from);
  bytes.copy(sheet.bytes, sheet.end, from, to);
  sheet.end += to - from;
}

const mostBytesOfUnit = 3;

/** Puts a text as UTF-8. */
export function putText(sheet: ByteSheet, text: string): void {
  ensureRoom(sheet, text.length * mostBytesOfUnit);
  sheet.end += sheet.bytes.write(text, sheet.end);
}

/** Puts a text of which every character is one byte. */
export function putLatin1(sheet: ByteSheet, text: string): void {
  ensureRoom(sheet, text.length);
  sheet.end += sheet.bytes.write(text, sheet.end, "latin1");
}

/** Puts again what stands from a place on. */
export function putAgain(sheet: ByteSheet, from: number, length: number): void {
  ensureRoom(sheet, length);
  sheet.bytes.copyWithin(sheet.end, from, from + length);
  sheet.end += length;
}

/** What was put; good until something else is. */
export const writtenOn = ({ bytes, end }: ByteSheet): Buffer => bytes.subarray(0, end);
