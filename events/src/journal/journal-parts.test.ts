import { mkdtemp, open, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { fixedClock } from "@litfass/platform/clock";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sampleEvent } from "../testing/sample-event.ts";
import { countForInspection, damagedPath, journalIdentity, listSegments, segmentPath } from "./journal-folder.ts";
import { encodeRecord, inspectTail, scanRecords } from "./journal-record.ts";
import { JournalUnavailable, JournalWriter, type WriterLimits } from "./journal-writer.ts";
import { recoverJournal } from "./recover-journal.ts";
import { openHistory } from "./shipped-segments.ts";

let folder: string;
let reports: { details: Record<string, unknown>; message: string }[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "journal-parts-"));
  reports = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const note = (details: object, message: string) => void reports.push({ details: { ...details }, message });
const log = { warn: note, error: note };
const record = (text: string, events = 1): Buffer => encodeRecord(Buffer.from(text), events);
const write = (name: string, bytes: Buffer | string): Promise<void> => writeFile(join(folder, name), bytes);
const name = (first: number, state: string): string => `${String(first).padStart(16, "0")}.${state}`;

test("a record is its length, checksum and number of events, then the payload", () => {
  const bytes = record("payload", 3);
  expect([bytes.length, bytes.readUInt32LE(0), bytes.readUInt32LE(8)]).toEqual([19, 7, 3]);
  expect(bytes.subarray(12).toString()).toBe("payload");
  const both = Buffer.concat([bytes, record("b", 2), Buffer.from("rest")]);
  expect(scanRecords(both)).toEqual({
    ...{ payloads: [Buffer.from("payload"), Buffer.from("b")], carried: [], events: 5, wholeBytes: 19 + 13 },
  });
  expect(scanRecords(both.subarray(0, 19 + 11))).toMatchObject({ events: 3, wholeBytes: 19 });
});

test("one incomplete record at the end is torn; anything else was acknowledged and is damaged", () => {
  const whole = record("payload");
  const torn = { isTorn: true, laterEvents: 0 };
  const damaged = { isTorn: false, laterEvents: 0 };
  expect(inspectTail(Buffer.alloc(0))).toEqual(torn);
  expect(inspectTail(Buffer.from("elevenbytes"))).toEqual(torn);
  expect(inspectTail(Buffer.alloc(5_000))).toEqual(torn);
  for (const length of [12, 13, whole.length - 1]) expect(inspectTail(whole.subarray(0, length))).toEqual(torn);
  // All bytes are there, but the checksum differs: a write that was not synced may be of any content.
  const changed = Buffer.from(whole);
  changed[15] = 0;
  expect(inspectTail(changed)).toEqual(torn);
  expect(inspectTail(Buffer.concat([changed, Buffer.alloc(1, 1)]))).toEqual(damaged);
  expect(inspectTail(Buffer.concat([changed, record("later", 2), record("last", 3)]))).toEqual({
    ...{ isTorn: false, laterEvents: 5 },
  });
  const empty = Buffer.alloc(40, 7);
  empty.writeUInt32LE(0, 0);
  expect(inspectTail(empty)).toEqual(damaged);
  const head = (bytes: number): Buffer => {
    const tail = Buffer.alloc(20, 1);
    tail.writeUInt32LE(bytes, 0);
    return tail;
  };
  const maxBytes = 256 * 1024 * 1024;
  expect([inspectTail(head(maxBytes - 12)), inspectTail(head(maxBytes - 11))]).toEqual([torn, damaged]);
});

test("a journal's files are found by name, oldest first", async () => {
  await write(name(20, "sealed"), "");
  await write(name(3, "shipped"), "");
  await write(name(100, "open"), "");
  await write(name(5, "aside"), "");
  for (const other of ["lock", "identity.json", "20.sealed", name(7, "sealed.old"), name(8, "damaged")]) {
    await write(other, "");
  }
  expect(await listSegments(folder)).toEqual([
    { firstSequence: 3, state: "shipped" },
    { firstSequence: 5, state: "aside" },
    { firstSequence: 20, state: "sealed" },
    { firstSequence: 100, state: "open" },
  ]);
  expect(segmentPath(folder, 42, "open")).toBe(join(folder, "0000000000000042.open"));
  const damagedFiles = [];
  for (let copy = 0; copy < 3; copy++) {
    const path = damagedPath(folder, 42);
    damagedFiles.push(path);
    await writeFile(path, "");
  }
  const first = join(folder, "0000000000000042.damaged");
  expect(damagedFiles).toEqual([first, `${first}.2`, `${first}.3`]);
  expect(countForInspection(folder)).toBe(5);
});

test("a journal keeps its first name: the process's, safe and short, and a part of a random one", async () => {
  const id = (text: string) => () => text;
  const long = `ad server/1 ${"x".repeat(60)}`;
  const identity = await journalIdentity(folder, long, id("12345678-90ab-cdef-0000-000000000000"));
  expect(identity).toBe(`ad_server_1_${"x".repeat(28)}-1234567890ab`);
  expect(await journalIdentity(folder, "another", id("ffffffff"))).toBe(identity);
  expect((await readdir(folder)).sort()).toEqual(["identity.json"]);
});

test("recovery counts by names, seals what is open, and drops segments without events", async () => {
  await write(name(0, "shipped"), record("a", 4));
  await write(name(4, "sealed"), record("b", 2));
  await write(name(6, "aside"), record("c", 3));
  await write(name(9, "open"), Buffer.concat([record("d", 2), record("torn").subarray(0, 15)]));
  expect(await recoverJournal(folder, log)).toEqual({
    shipped: [{ firstSequence: 0, events: 4 }],
    sealed: [
      { firstSequence: 4, events: 2 },
      { firstSequence: 9, events: 2 },
    ],
    ...{ nextSequence: 11, cutBytes: 15, carried: new Map() },
  });
  expect((await readdir(folder)).sort()).toEqual([
    ...[name(0, "shipped"), name(4, "sealed"), name(6, "aside"), name(9, "sealed")],
  ]);
  expect((await stat(join(folder, name(9, "sealed")))).size).toBe(13);
  expect(reports).toEqual([
    { details: { segment: 9, cutBytes: 15, keptEvents: 2 }, message: "Cut a torn tail off the journal" },
  ]);
  await write(name(11, "open"), "");
  expect(await recoverJournal(folder, log)).toMatchObject({ nextSequence: 11, cutBytes: 0 });
  expect(await readdir(folder)).toContain(name(11, "open"));
});

test("a last sealed segment that is empty or damaged is set aside, with room for all it may have held", async () => {
  await write(name(5, "sealed"), "");
  expect(await recoverJournal(folder, log)).toEqual({
    ...{ sealed: [], shipped: [], nextSequence: 1_000_005, cutBytes: 0, carried: new Map() },
  });
  expect(await readdir(folder)).toEqual([name(5, "aside")]);
  expect(reports[0]?.details).toEqual({ segment: 5, file: join(folder, name(5, "aside")) });
});

const at = new Date("2026-11-21T10:00:00.000Z");
const historyOf = async (limits: { milliseconds: number; bytes: number }, clock = fixedClock(at), isNew = true) =>
  openHistory(folder, [], { clock, limits, isNew });
async function sealedAt(
  first: number,
  endedMs: number,
  bytes = 10,
): Promise<{ firstSequence: number; events: number }> {
  await write(name(first, "sealed"), Buffer.alloc(bytes));
  await utimes(join(folder, name(first, "sealed")), new Date(endedMs), new Date(endedMs));
  return { firstSequence: first, events: 1 };
}
const shippedFiles = async (): Promise<string[]> =>
  (await readdir(folder)).filter((file) => file.endsWith(".shipped")).sort();

test("shipped segments are in order, and stay as long as the limits allow; the newest one stays", async () => {
  const clock = fixedClock(at);
  const history = await historyOf({ milliseconds: 60_000, bytes: 30 }, clock);
  await history.add(await sealedAt(2, at.getTime()));
  await history.add(await sealedAt(1, at.getTime()));
  await history.add(await sealedAt(3, at.getTime()));
  expect(history.segments()).toEqual([1, 2, 3].map((firstSequence) => ({ firstSequence, events: 1 })));
  clock.advance(60_000);
  await history.prune();
  expect([history.segments().length, history.sinceMs()]).toEqual([3, 0]);
  clock.advance(1);
  await history.prune();
  expect([history.segments(), history.sinceMs(), await shippedFiles()]).toEqual([
    ...[[{ firstSequence: 3, events: 1 }], 0, [name(3, "shipped")]],
  ]);
});

test("what is beyond the bytes is removed, and the start of the history moves a second past it, for good", async () => {
  const history = await historyOf({ milliseconds: 60_000, bytes: 20 });
  for (const first of [1, 2, 3]) await history.add(await sealedAt(first, at.getTime() + first));
  await history.prune();
  expect([history.segments().length, await shippedFiles()]).toEqual([2, [name(2, "shipped"), name(3, "shipped")]]);
  expect(history.sinceMs()).toBe(at.getTime() + 1 + 1_000);
  expect(JSON.parse(await readFile(join(folder, "history.json"), "utf8"))).toEqual({ sinceMs: history.sinceMs() });
  await history.forget({ firstSequence: 9, events: 1 });
  expect(history.sinceMs()).toBe(at.getTime() + 1_001);
  await history.forget({ firstSequence: 3, events: 1 });
  expect(history.sinceMs()).toBe(at.getTime() + 1_003);
  await history.forget({ firstSequence: 2, events: 1 });
  expect(history.sinceMs()).toBe(at.getTime() + 1_003);
  expect((await historyOf({ milliseconds: 1, bytes: 1 })).sinceMs()).toBe(at.getTime() + 1_003);
});

test("a new journal knows everything, one without a history only what comes now", async () => {
  expect((await historyOf({ milliseconds: 1, bytes: 1 }, fixedClock(at), false)).sinceMs()).toBe(at.getTime());
  await rm(join(folder, "history.json"));
  expect((await historyOf({ milliseconds: 1, bytes: 1 })).sinceMs()).toBe(0);
});

/** A disk that writes a few bytes at a time, and fails when told. */
function disk() {
  const state = { failsOn: "" as "" | "write" | "datasync" | "truncate" | "open", syncs: 0, chunk: 7 };
  const check = (what: string): void => {
    if (state.failsOn === what) throw new Error(`no ${what}`);
  };
  const opened = (async (path: string, flags: string) => {
    check("open");
    const handle = await open(path, flags);
    const { datasync, truncate } = handle;
    const writeTo: (bytes: Buffer, from: number, length: number, at: number) => Promise<unknown> = handle.write;
    Object.assign(handle, {
      write(bytes: Buffer, from: number, length: number, position: number) {
        check("write");
        return writeTo.call(handle, bytes, from, Math.min(state.chunk, length), position);
      },
      datasync() {
        state.syncs += 1;
        check("datasync");
        return datasync.call(handle);
      },
      truncate(length: number) {
        check("truncate");
        return truncate.call(handle, length);
      },
    });
    return handle;
  }) as typeof open;
  return { state, open: opened };
}
const event = (auction: string): NewAdEvent => sampleEvent({ auction_id: auction });
const writerWith = (limits: Partial<WriterLimits>, from = disk()) =>
  JournalWriter.start(folder, 10, { limits, open: from.open, log });
const eventsIn = async (first: number, state: string) => scanRecords(await readFile(join(folder, name(first, state))));

test("events of one turn are one record and one sync, whatever the disk writes at once", async () => {
  const from = disk();
  const writer = await writerWith({}, from);
  expect(await Promise.all(["a", "b", "c"].map((each) => writer.append(event(each))))).toEqual([10, 11, 12]);
  expect(from.state.syncs).toBe(1);
  const { payloads, events, wholeBytes } = await eventsIn(10, "open");
  expect([payloads.length, events, wholeBytes]).toEqual([1, 3, (await stat(join(folder, name(10, "open")))).size]);
  await writer.close();
  await writer.close();
  await expect(writer.append(event("d"))).rejects.toBeInstanceOf(JournalUnavailable);
  expect([await writer.seal(), await writer.probe()]).toEqual([false, true]);
});

test("a segment ends at its limit of events or of bytes, and the next one goes on with its number", async () => {
  const sealed: object[] = [];
  const writer = await writerWith({ segmentEvents: 2 });
  writer.onSealed = (segment) => sealed.push(segment);
  await writer.append(event("a"));
  expect(sealed).toEqual([]);
  await writer.append(event("b"));
  expect(await writer.append(event("c"))).toBe(12);
  expect(sealed).toEqual([{ firstSequence: 10, events: 2 }]);
  expect([await writer.seal(), await writer.seal()]).toEqual([true, false]);
  expect(sealed[1]).toEqual({ firstSequence: 12, events: 1 });
  const { wholeBytes } = await eventsIn(12, "sealed");
  await writer.close();
  const small = await JournalWriter.start(folder, 20, { limits: { segmentBytes: wholeBytes }, log });
  await small.append(event("d"));
  await small.close();
  expect((await readdir(folder)).sort()).toEqual([
    ...[name(10, "sealed"), name(12, "sealed"), name(13, "open"), name(20, "sealed"), name(21, "open")],
  ]);
});

test("a group that could not be written leaves no bytes, and the next one takes its numbers", async () => {
  const from = disk();
  const writer = await writerWith({}, from);
  await writer.append(event("a"));
  for (const failsOn of ["write", "datasync"] as const) {
    from.state.failsOn = failsOn;
    await expect(writer.append(event("lost"))).rejects.toThrow(`no ${failsOn}`);
    expect([writer.isWritable(), await writer.probe()]).toEqual([false, false]);
    from.state.failsOn = "";
    expect([await writer.probe(), writer.isWritable()]).toEqual([true, true]);
  }
  expect(await writer.append(event("b"))).toBe(11);
  expect(reports.map(({ message }) => message.split(":")[0])).toEqual([
    ...["The journal could not write", "The journal can write again"],
    ...["The journal could not write", "The journal can write again"],
  ]);
  from.state.failsOn = "datasync";
  await expect(writer.append(event("lost"))).rejects.toThrow();
  await writer.close();
  const { events, wholeBytes } = await eventsIn(10, "open");
  expect([events, wholeBytes]).toEqual([2, (await stat(join(folder, name(10, "open")))).size]);
});

test("a segment that cannot be ended goes on, and a seal says so", async () => {
  const from = disk();
  const writer = await writerWith({ segmentEvents: 1 }, from);
  from.state.failsOn = "open";
  expect(await writer.append(event("a"))).toBe(10);
  await expect(writer.seal()).rejects.toThrow("no open");
  expect(reports[0]?.message).toContain("could not start a new segment");
  from.state.failsOn = "";
  expect(await writer.append(event("b"))).toBe(11);
  await writer.close();
  expect((await eventsIn(10, "sealed")).events).toBe(2);
});

test("events beyond a group are the next one; those that belong together are accepted or refused together", async () => {
  const from = disk();
  const writer = await writerWith({ groupEvents: 2, waitingEvents: 3 }, from);
  const results = await Promise.allSettled([
    ...[writer.append(event("a")), writer.append(event("b")), writer.append(event("c"))],
    ...[writer.append(event("c2"), true), writer.append(event("d")), writer.append(event("d2"), true)],
  ]);
  expect(results.map(({ status }) => status)).toEqual([...Array(4).fill("fulfilled"), "rejected", "rejected"]);
  expect(from.state.syncs).toBe(2);
  const next = [writer.append(event("e")), writer.append(event("e2"), true)];
  expect(await Promise.all(next)).toEqual([14, 15]);
  await writer.close();
});
