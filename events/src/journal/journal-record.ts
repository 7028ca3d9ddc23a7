import { crc32 } from "node:zlib";

/**
 * One record of a segment: length of the payload, its CRC-32 and how many events it holds, four bytes each, little
 * endian, then the payload: the events written under one fsync. The payloads of a segment put together are a batch.
 */
const headerBytes = 12;

/** The bytes of one record. The checksum covers the number of events as well. */
export function encodeRecord(payload: Buffer, events: number): Buffer {
  const record = Buffer.allocUnsafe(headerBytes + payload.length);
  record.writeUInt32LE(payload.length, 0);
  record.writeUInt32LE(events, 8);
  payload.copy(record, headerBytes);
  record.writeUInt32LE(crc32(record.subarray(8)), 4);
  return record;
}

export type ScannedRecords = {
  /** Payloads in order, as views of the buffer. */
  payloads: Buffer[];
  /** How many events they hold. */
  events: number;
  /** Bytes up to the end of the last whole record. */
  wholeBytes: number;
};

/** Reads records until the end or the first that is not whole: what follows it was never acknowledged. */
export function scanRecords(bytes: Buffer): ScannedRecords {
  const payloads: Buffer[] = [];
  let events = 0;
  let offset = 0;
  while (offset + headerBytes <= bytes.length) {
    const length = bytes.readUInt32LE(offset);
    const end = offset + headerBytes + length;
    if (length === 0 || end > bytes.length) break;
    if (crc32(bytes.subarray(offset + 8, end)) !== bytes.readUInt32LE(offset + 4)) break;
    payloads.push(bytes.subarray(offset + headerBytes, end));
    events += bytes.readUInt32LE(offset + 8);
    offset = end;
  }
  return { payloads, events, wholeBytes: offset };
}
