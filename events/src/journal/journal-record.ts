import { crc32 } from "node:zlib";

/**
 * A record of a segment: length, CRC-32 and number of events (four bytes each, little endian), then the payload: the events of
 * one fsync. A segment's payloads together are a batch. With the `carriedFlag` in the number of events, carried amounts come
 * before the payload: their length (four bytes), then JSON.
 */
const headerBytes = 12;
const carriedFlag = 0x8000_0000;

/** The bytes of a record. The checksum includes the number of events. */
export function encodeRecord(payload: Buffer, events: number, carried: Buffer = noBytes): Buffer {
  const before = carried.length === 0 ? 0 : 4 + carried.length;
  const record = Buffer.allocUnsafe(headerBytes + before + payload.length);
  record.writeUInt32LE(before + payload.length, 0);
  record.writeUInt32LE(before === 0 ? events : carriedFlag + events, 8);
  if (before > 0) {
    record.writeUInt32LE(carried.length, headerBytes);
    carried.copy(record, headerBytes + 4);
  }
  payload.copy(record, headerBytes + before);
  record.writeUInt32LE(crc32(record.subarray(8)), 4);
  return record;
}

const noBytes = Buffer.alloc(0);

export type ScannedRecords = {
  /** The payloads in order, as views of the buffer. */
  payloads: Buffer[];
  /** The carried amounts of the records that have some, likewise. */
  carried: Buffer[];
  /** Their number of events. */
  events: number;
  /** The length up to the last complete record. */
  wholeBytes: number;
};

/** Reads records until the first one that is incomplete or damaged. */
export function scanRecords(bytes: Buffer): ScannedRecords {
  const payloads: Buffer[] = [];
  const carried: Buffer[] = [];
  let events = 0;
  let offset = 0;
  while (offset + headerBytes <= bytes.length) {
    const length = bytes.readUInt32LE(offset);
    const end = offset + headerBytes + length;
    if (length === 0 || end > bytes.length) break;
    if (crc32(bytes.subarray(offset + 8, end)) !== bytes.readUInt32LE(offset + 4)) break;
    const counted = bytes.readUInt32LE(offset + 8);
    let start = offset + headerBytes;
    if (counted >= carriedFlag) {
      const carriedFrom = start + 4;
      start = carriedFrom + bytes.readUInt32LE(start);
      carried.push(bytes.subarray(carriedFrom, start));
    }
    payloads.push(bytes.subarray(start, end));
    events += counted % carriedFlag;
    offset = end;
  }
  return { payloads, carried, events, wholeBytes: offset };
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
