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

/** Reads records until the first one that is incomplete or damaged. */
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

/** A record is the events of one fsync; a longer length is not one of ours. */
const maxRecordBytes = 256 * 1024 * 1024;
/** How much is checked in search of a whole record, since each wrong guess costs a checksum. */
const maxSearchedBytes = 512 * 1024 * 1024;

/**
 * What the bytes after the last whole record are. A killed process leaves one incomplete record at most, because it
 * writes the next one only after an fsync: that is a torn tail, never acknowledged. Whole records behind it, or
 * something that does not begin like a record, were acknowledged: the disk damaged them, or an earlier version wrote
 * them in another format. `laterEvents` is what whole records behind the damage hold.
 */
export function inspectTail(tail: Buffer): { isTorn: boolean; laterEvents: number } {
  if (tail.length < headerBytes || tail.every((byte) => byte === 0)) return { isTorn: true, laterEvents: 0 };
  const laterEvents = findLaterEvents(tail);
  const end = headerBytes + tail.readUInt32LE(0);
  const isPlausible = end > headerBytes && end >= tail.length && end <= maxRecordBytes;
  return { isTorn: isPlausible && laterEvents === 0, laterEvents };
}

function findLaterEvents(tail: Buffer): number {
  let searchedBytes = 0;
  for (let offset = 1; offset + headerBytes < tail.length && searchedBytes < maxSearchedBytes; offset++) {
    const length = tail.readUInt32LE(offset);
    if (length === 0 || offset + headerBytes + length > tail.length) continue;
    searchedBytes += length;
    const { events } = scanRecords(tail.subarray(offset));
    if (events > 0) return events;
  }
  return 0;
}
