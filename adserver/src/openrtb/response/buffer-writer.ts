/** A growing buffer that is reused between responses. */
export type BufferWriter = { bytes: Buffer; end: number };

export const newBufferWriter = (size: number): BufferWriter => ({ bytes: Buffer.allocUnsafeSlow(size), end: 0 });

/** Grows the buffer if needed. */
function ensureCapacity(writer: BufferWriter, more: number): void {
  if (writer.end + more <= writer.bytes.length) return;
  const larger = Buffer.allocUnsafeSlow(2 * (writer.end + more));
  writer.bytes.copy(larger, 0, 0, writer.end);
  writer.bytes = larger;
}

export function writeBytes(writer: BufferWriter, bytes: Uint8Array): void {
  ensureCapacity(writer, bytes.length);
  writer.bytes.set(bytes, writer.end);
  writer.end += bytes.length;
}

/** Writes a range of bytes. */
export function writeSlice(writer: BufferWriter, bytes: Buffer, from: number, to: number): void {
  ensureCapacity(writer, to - from);
  bytes.copy(writer.bytes, writer.end, from, to);
  writer.end += to - from;
}

const maxBytesOfUnit = 3;

/** Writes a string as UTF-8. */
export function writeUtf8(writer: BufferWriter, text: string): void {
  ensureCapacity(writer, text.length * maxBytesOfUnit);
  writer.end += writer.bytes.write(text, writer.end);
}

/** Writes a string whose characters are one byte each. */
export function writeLatin1(writer: BufferWriter, text: string): void {
  ensureCapacity(writer, text.length);
  writer.end += writer.bytes.write(text, writer.end, "latin1");
}

/** Repeats bytes written before. */
export function repeatWritten(writer: BufferWriter, from: number, length: number): void {
  ensureCapacity(writer, length);
  writer.bytes.copyWithin(writer.end, from, from + length);
  writer.end += length;
}

/** The written bytes, valid until the next write. */
export const writtenBytes = ({ bytes, end }: BufferWriter): Buffer => bytes.subarray(0, end);
