import { crc32 } from "node:zlib";

/**
 * A record of a segment: payload length, CRC-32 and number of events (four bytes each, little endian), then the
 * payload: the events of one fsync. A segment's payloads together are a batch.
 */
const headerBytes = 12;

/** The bytes of a record. The checksum includes the number of events. */
export function encodeRecord(payload: Buffer, events: number): Buffer {
  const record = Buffer.allocUnsafe(headerBytes + payload.length);
  record.writeUInt32LE(payload.length, 0);
  record.writeUInt32LE(events, 8);
  payload.copy(record, headerBytes);
  record.writeUInt32LE(crc32(record.subarray(8)), 4);
  return record;
}

export type ScannedRecords = {
  /** The payloads in order, as views of the buffer. */
  payloads: Buffer[];
  /** Their number of events. */
  events: number;
  /** The length up to the last complete record. */
  wholeBytes: number;
};

/** Reads records until the first incomplete one; bytes after it were never acknowledged. */
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
