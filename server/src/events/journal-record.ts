import { crc32 } from "node:zlib";

/**
 * One record of a segment: length of the payload and its CRC-32, four bytes each, little endian, then the payload: one
 * JSON line with its line feed, so that the payloads of a segment put together are what the event store reads.
 */
const headerBytes = 8;
/** Longer payloads are no events: a length beyond this is rubbish left by a torn write. */
const longestPayloadBytes = 64 * 1024;

/** The bytes of one record. Throws a RangeError where the event is longer than a record may be. */
export function encodeRecord(line: string): Buffer {
  const payloadBytes = Buffer.byteLength(line);
  if (payloadBytes === 0 || payloadBytes > longestPayloadBytes) {
    throw new RangeError(`An event of ${payloadBytes} bytes does not fit a journal record of ${longestPayloadBytes}`);
  }
  const record = Buffer.allocUnsafe(headerBytes + payloadBytes);
  record.write(line, headerBytes, "utf8");
  record.writeUInt32LE(payloadBytes, 0);
  record.writeUInt32LE(crc32(record.subarray(headerBytes)), 4);
  return record;
}

export type ScannedRecords = {
  /** Payloads in order, as views of the buffer. */
  payloads: Buffer[];
  /** Bytes up to the end of the last whole record. */
  wholeBytes: number;
};

/** Reads records until the end or the first that is not whole: what follows it was never acknowledged. */
export function scanRecords(bytes: Buffer): ScannedRecords {
  const payloads: Buffer[] = [];
  let offset = 0;
  while (offset + headerBytes <= bytes.length) {
    const length = bytes.readUInt32LE(offset);
    const end = offset + headerBytes + length;
    if (length === 0 || length > longestPayloadBytes || end > bytes.length) break;
    const payload = bytes.subarray(offset + headerBytes, end);
    if (crc32(payload) !== bytes.readUInt32LE(offset + 4)) break;
    payloads.push(payload);
    offset = end;
  }
  return { payloads, wholeBytes: offset };
}
