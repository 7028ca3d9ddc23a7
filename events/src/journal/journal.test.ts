import { mkdtemp, open, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { liveWaits, unwatchedShipMs, watchMs } from "@litfass/contract/kernel/live-waits";
import { fixedClock } from "@litfass/platform/clock";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventsOf, readEventColumns } from "../format/event-columns.ts";
import { createShipper, type Shipper } from "../shipping/shipper.ts";
import { sampleEvent } from "../testing/sample-event.ts";
import { type Journal, type JournalOptions, openJournal } from "./journal.ts";
import { JournalLocked } from "./journal-lock.ts";
import { encodeRecord, scanRecords } from "./journal-record.ts";

let folder: string;
let reports: string[];
const opened: Journal[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "journal-"));
  reports = [];
});
afterEach(async () => {
  for (const journal of opened.splice(0)) await journal.close();
  await rm(folder, { recursive: true, force: true });
});

const log = {
  warn: (_details: object, message: string) => void reports.push(message),
  error: (_details: object, message: string) => void reports.push(message),
};

async function reopen(options: Partial<JournalOptions> = {}): Promise<Journal> {
  for (const journal of opened.splice(0)) await journal.close();
  const journal = await openJournal(folder, {
    process: "delivery-1",
    random: { id: () => "6c2f9a5e-0000-4000-8000-000000000000" },
    log,
    ...options,
  });
  opened.push(journal);
  return journal;
}

const event = (auction: string): NewAdEvent =>
  sampleEvent({ at: "2026-11-21T10:00:00.123Z", auction_id: auction, site: "zürich.example", visitor_key: "" });

async function storedEvents(journal: Journal) {
  const events = [];
  for await (const each of journal.unshipped()) events.push(each);
  return events;
}

test("An appended event is on disk with its process and number", async () => {
  const journal = await reopen();
  expect(await Promise.all([journal.append(event("a")), journal.append(event("b"))])).toEqual([0, 1]);
  const again = await reopen();
  expect(again.process).toBe("delivery-1-6c2f9a5e0000");
  expect(await storedEvents(again)).toEqual([
    { ...event("a"), process: again.process, sequence: 0 },
    { ...event("b"), process: again.process, sequence: 1 },
  ]);
  expect(again.recovered.cutBytes).toBe(0);
});

test("Numbers continue over restarts, also when everything was shipped and removed", async () => {
  const first = await reopen();
  await first.append(event("a"));
  const second = await reopen();
  await second.append(event("b"));
  await second.seal();
  for (const segment of second.sealedSegments()) await second.markShipped(segment);
  expect(await storedEvents(second)).toEqual([]);
  const third = await reopen();
  expect(await third.append(event("c"))).toBe(2);
});

test("A torn tail is truncated and reported, and the complete records before it stay", async () => {
  const runs = fc.asyncProperty(
    fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 6 }),
    fc.nat(),
    fc.uint8Array({ maxLength: 40 }),
    async (auctions, cut, rubbish) => {
      await rm(folder, { recursive: true, force: true });
      const journal = await reopen();
      for (const auction of auctions) await journal.append(event(auction));
      await journal.close();
      opened.length = 0;
      const path = join(folder, "0000000000000000.open");
      const bytes = await readFile(path);
      const storedBytes = cut % (bytes.length + 1);
      await writeFile(path, Buffer.concat([bytes.subarray(0, storedBytes), Buffer.from(rubbish)]));
      const whole = scanRecords(bytes.subarray(0, storedBytes)).events;

      const again = await reopen();
      const stored = await storedEvents(again);
      expect(stored.map((each) => each.auction_id)).toEqual(auctions.slice(0, stored.length));
      expect(stored.length).toBeGreaterThanOrEqual(whole);
      expect(await again.append(event("next"))).toBe(stored.length);
    },
  );
  await fc.assert(runs, { numRuns: 40, verbose: 1 });
  expect(reports).toContain("Cut a torn tail off the journal");
});

test("A segment is sealed when it is full, and reads as the same bytes each time", async () => {
  const journal = await reopen({ limits: { segmentEvents: 3, groupEvents: 3 } });
  await Promise.all(Array.from({ length: 7 }, (_, index) => journal.append(event(String(index)))));
  expect(journal.sealedSegments()).toEqual([
    { firstSequence: 0, events: 3 },
    { firstSequence: 3, events: 3 },
  ]);
  const segment = journal.sealedSegments()[1]!;
  const bytes = await journal.readSegment(segment);
  const events = [...eventsOf(readEventColumns(bytes, 3), journal.process, segment.firstSequence)];
  expect(events.map((each) => [each.sequence, each.auction_id])).toEqual([
    [3, "3"],
    [4, "4"],
    [5, "5"],
  ]);
  expect(await journal.readSegment(segment)).toEqual(bytes);
  expect(await journal.seal()).toBe(true);
  expect(await journal.seal()).toBe(false);
});

test("A disk error rejects the append, leaves nothing and no gap in the numbers", async () => {
  let failing = false;
  const broken = ((path: string, flags: string) =>
    open(path, flags).then((handle) => {
      const datasync = handle.datasync.bind(handle);
      handle.datasync = async () => {
        if (failing) throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
        await datasync();
      };
      return handle;
    })) as typeof open;
  const journal = await reopen({ open: broken });
  await journal.append(event("kept"));
  failing = true;
  expect(journal.isWritable()).toBe(true);
  await expect(journal.append(event("refused"))).rejects.toThrow("ENOSPC");
  expect(journal.isWritable()).toBe(false);
  expect(await journal.probe()).toBe(false);
  failing = false;
  expect(await journal.probe()).toBe(true);
  expect(journal.isWritable()).toBe(true);
  expect(await journal.append(event("after"))).toBe(1);
  const again = await reopen();
  expect((await storedEvents(again)).map((each) => [each.sequence, each.auction_id])).toEqual([
    [0, "kept"],
    [1, "after"],
  ]);
});

/** Flips one bit of a file. */
async function damage(name: string, at: number): Promise<Buffer> {
  const path = join(folder, name);
  const bytes = await readFile(path);
  bytes[at]! ^= 1;
  await writeFile(path, bytes);
  return bytes;
}
const firstOpen = "0000000000000000.open";

test("A damaged record in the middle is reported as a loss, and its segment is kept for repair", async () => {
  const journal = await reopen();
  for (const each of ["a", "b", "c", "d"]) await journal.append(event(each));
  await journal.close();
  opened.length = 0;
  const recordBytes = 12 + (await readFile(join(folder, firstOpen))).readUInt32LE(0);
  const bytes = await damage(firstOpen, recordBytes + 20);
  const again = await reopen();
  expect((await storedEvents(again)).map((each) => each.auction_id)).toEqual(["a"]);
  expect(reports).toEqual(["The journal is damaged or has another format: events are lost"]);
  expect(await readFile(join(folder, "0000000000000000.damaged"))).toEqual(bytes);
  expect(again.filesForInspection()).toBe(1);
  expect(await again.append(event("next"))).toBe(1);
});

test("A journal in another format is kept and reported instead of cut as a torn tail", async () => {
  await (await reopen()).close();
  opened.length = 0;
  const old = Buffer.from(`${JSON.stringify(event("old"))}\n`);
  await writeFile(join(folder, firstOpen), old);
  const again = await reopen();
  expect(reports).toEqual(["The journal is damaged or has another format: events are lost"]);
  expect(await readFile(join(folder, "0000000000000000.damaged"))).toEqual(old);
  expect(again.filesForInspection()).toBe(1);
});

test("A sealed segment whose first record cannot be read is set aside and never written over", async () => {
  const journal = await reopen();
  await journal.append(event("a"));
  await journal.seal();
  await journal.close();
  opened.length = 0;
  await rm(join(folder, "0000000000000001.open"));
  const bytes = await damage("0000000000000000.sealed", 14);
  const again = await reopen();
  expect(await storedEvents(again)).toEqual([]);
  expect(await again.append(event("next"))).toBeGreaterThan(0);
  await again.seal();
  const last = await reopen();
  expect((await storedEvents(last)).map((each) => each.auction_id)).toEqual(["next"]);
  expect(await readFile(join(folder, "0000000000000000.aside"))).toEqual(bytes);
  expect(last.filesForInspection()).toBe(1);
  expect(reports[0]).toMatch(/^A sealed journal segment is damaged/);
});

test("Too many waiting events are rejected instead of filling the memory", async () => {
  const journal = await reopen({ limits: { waitingEvents: 2 } });
  const results = await Promise.allSettled([1, 2, 3].map((each) => journal.append(event(String(each)))));
  expect(results.map((each) => each.status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
});

test("Only the event that is too long is rejected", async () => {
  const journal = await reopen();
  const results = await Promise.allSettled([
    journal.append(event("a")),
    journal.append(event("x".repeat(70_000))),
    journal.append(event("b")),
  ]);
  expect(results.map((each) => each.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await journal.append(event("c"))).toBe(2);
});

test("A folder belongs to one journal at a time", async () => {
  await reopen();
  await expect(openJournal(folder, { process: "other", random: { id: () => "x" }, log })).rejects.toThrow(
    JournalLocked,
  );
  await reopen();
});

test("A lock that cannot be opened is not reported as another process", async () => {
  await writeFile(join(folder, "lock"), "x".repeat(4_096));
  await expect(reopen()).rejects.toThrow("not a database");
});

test("A segment set aside keeps its file and its numbers", async () => {
  const journal = await reopen();
  await journal.append(event("a"));
  await journal.seal();
  await journal.setSegmentAside(journal.sealedSegments()[0]!);
  expect(journal.sealedSegments()).toEqual([]);
  const again = await reopen();
  expect(await storedEvents(again)).toEqual([]);
  expect(await again.append(event("b"))).toBe(1);
  expect((await readdir(folder)).filter((name) => name.endsWith(".aside"))).toEqual(["0000000000000000.aside"]);
});

test("A truncated or altered record is not read", () => {
  const record = encodeRecord(Buffer.from("payload"), 3);
  expect(scanRecords(record)).toMatchObject({
    payloads: [Buffer.from("payload")],
    events: 3,
    wholeBytes: record.length,
  });
  fc.assert(
    fc.property(fc.nat({ max: record.length * 8 - 1 }), (bit) => {
      const changed = Buffer.from(record);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      return scanRecords(changed).payloads.length === 0;
    }),
  );
  expect(scanRecords(record.subarray(0, record.length - 1)).wholeBytes).toBe(0);
  expect(scanRecords(Buffer.alloc(100)).payloads).toEqual([]);
});

/** Ships three rounds, the last of which takes 700 ms, and returns the times. `beforePause` runs before each pause. */
async function shipRounds(beforePause: (shipper: Shipper, pause: number) => void) {
  const journal = await reopen();
  const idleChecks = 3;
  const sendingTakes = [30, 30, 700];
  let nowMs = 0;
  let pauses = 0;
  const sentAtMs: number[] = [];
  const pausesMs: number[] = [];
  const done = Promise.withResolvers<void>();
  const shipper = createShipper({
    journal,
    apiUrl: "http://api.example",
    secret: "secret",
    random: { number: () => 0 },
    log,
    fetch: async () => {
      sentAtMs.push(nowMs);
      nowMs += sendingTakes[sentAtMs.length - 1]!;
      return new Response();
    },
    time: {
      nowMs: () => nowMs,
      async pause(ms, signal) {
        pauses += 1;
        beforePause(shipper, pauses);
        pausesMs.push(signal.aborted ? 0 : ms);
        nowMs += pausesMs.at(-1)!;
        if (pauses >= idleChecks && sentAtMs.length < sendingTakes.length) await journal.append(event(`a${pauses}`));
        if (pauses < idleChecks + sendingTakes.length) return;
        done.resolve();
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    },
  });
  shipper.start();
  await done.promise;
  await shipper.stop();
  return { sentAtMs, pausesMs };
}

test("An event after idle time is sent at the next check, and rounds that are watched are a second apart", async () => {
  const { sentAtMs, pausesMs } = await shipRounds((shipper, pause) => pause === 1 && shipper.watch());
  expect(sentAtMs).toEqual([300, 300 + liveWaits.shipMs, 300 + 2 * liveWaits.shipMs]);
  expect(pausesMs).toEqual([100, 100, 100, 970, 970, 500]);
});

test("While nobody watches, rounds are ten seconds apart, and the first to watch ends the wait", async () => {
  const unwatched = await shipRounds(() => {});
  expect(unwatched.sentAtMs).toEqual([300, 300 + unwatchedShipMs, 300 + 2 * unwatchedShipMs]);
  const { pausesMs } = await shipRounds((shipper, pause) => pause === 4 && shipper.watch());
  expect(pausesMs).toEqual([100, 100, 100, 0, 970, 500]);
});

test("Rounds slow down again when the watch is over", async () => {
  let nowMs = 0;
  const rests: number[] = [];
  const journal = await reopen();
  const shipper = createShipper({
    ...{ journal, apiUrl: "http://api.example", secret: "secret", random: { number: () => 0 }, log },
    fetch: async () => new Response(),
    time: {
      nowMs: () => nowMs,
      async pause(ms, signal) {
        nowMs += ms;
        rests.push(ms);
        if (nowMs < watchMs + 2 * unwatchedShipMs) await journal.append(event(`w${rests.length}`));
        else await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    },
  });
  shipper.watch();
  shipper.start();
  await expect.poll(() => nowMs).toBeGreaterThan(watchMs + 2 * unwatchedShipMs - 1_000);
  await shipper.stop();
  expect(rests.filter((ms) => ms === liveWaits.shipMs).length).toBeGreaterThanOrEqual(watchMs / liveWaits.shipMs - 1);
  expect(rests.slice(-2)).toEqual([unwatchedShipMs, unwatchedShipMs]);
});

test("the backlog counts sealed segments until they are shipped", async () => {
  const journal = await reopen();
  await Promise.all([journal.append(event("a")), journal.append(event("b"))]);
  expect(await journal.backlog()).toEqual({ events: 0, bytes: 0, oldestAtMs: null });
  await journal.seal();
  const [segment] = journal.sealedSegments();
  if (segment === undefined) throw new Error("nothing is sealed");
  const [name] = (await readdir(folder)).filter((file) => file.endsWith(".sealed"));
  const { length } = await readFile(join(folder, String(name)));
  expect(await journal.backlog()).toEqual({ events: 2, bytes: length, oldestAtMs: expect.any(Number) });
  await journal.markShipped(segment);
  expect(await journal.backlog()).toEqual({ events: 0, bytes: 0, oldestAtMs: null });
});

const hourMs = 3_600_000;
const auctionsOf = async (events: AsyncIterable<{ auction_id: string }>): Promise<string[]> => {
  const auctions = [];
  for await (const { auction_id } of events) auctions.push(auction_id);
  return auctions;
};
/** Appends one event in a segment of its own, as if it was shipped at once. */
async function ship(journal: Journal, auction: string): Promise<void> {
  await journal.append(event(auction));
  await journal.seal();
  for (const segment of journal.sealedSegments()) await journal.markShipped(segment);
}

test("Shipped events are still there after a restart, and are not shipped again", async () => {
  const first = await reopen();
  await ship(first, "a");
  await first.append(event("b"));
  const second = await reopen();
  expect(await auctionsOf(second.shipped())).toEqual(["a"]);
  expect(await auctionsOf(second.unshipped())).toEqual(["b"]);
  expect(second.sealedSegments()).toHaveLength(1);
  expect(second.knowsSinceMs()).toBe(0);
});

test("Shipped events are removed after an hour, and what came after them is known", async () => {
  const clock = fixedClock(new Date());
  const journal = await reopen({ clock });
  await ship(journal, "a");
  clock.advance(hourMs + 60_000);
  await journal.append(event("b"));
  await journal.seal();
  await utimes(join(folder, "0000000000000001.sealed"), clock.now(), clock.now());
  for (const segment of journal.sealedSegments()) await journal.markShipped(segment);
  expect((await readdir(folder)).filter((name) => name.endsWith(".shipped"))).toEqual(["0000000000000001.shipped"]);
  expect(journal.knowsSinceMs()).toBe(0);
});

test("Shipped events that grew old while the process was down are removed at its start", async () => {
  const journal = await reopen();
  for (const auction of ["a", "b"]) await ship(journal, auction);
  const clock = fixedClock(new Date(Date.now() + 2 * hourMs));
  expect(await auctionsOf((await reopen({ clock })).shipped())).toEqual(["b"]);
});

test("Shipped events beyond the limit of bytes are removed, and the journal says since when it knows all", async () => {
  const clock = fixedClock(new Date());
  const history = { milliseconds: hourMs, bytes: 1 };
  const journal = await reopen({ clock, history });
  await ship(journal, "a");
  await ship(journal, "b");
  expect(await auctionsOf(journal.shipped())).toEqual(["b"]);
  const sinceMs = journal.knowsSinceMs();
  expect(Math.abs(sinceMs - clock.now().getTime())).toBeLessThan(30_000);
  expect((await reopen({ clock, history })).knowsSinceMs()).toBe(sinceMs);
});

test("A journal of an earlier version, which removed what it had shipped, knows only what comes now", async () => {
  await ship(await reopen(), "a");
  await rm(join(folder, "0000000000000000.shipped"));
  await rm(join(folder, "history.json"));
  const clock = fixedClock(new Date());
  expect((await reopen({ clock })).knowsSinceMs()).toBe(clock.now().getTime());
});

test("A damaged shipped segment limits what is known, and is neither reported nor shipped", async () => {
  const journal = await reopen();
  await ship(journal, "a");
  await ship(journal, "b");
  const path = join(folder, "0000000000000000.shipped");
  const bytes = await readFile(path);
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
  await writeFile(path, bytes);
  const again = await reopen();
  expect(await auctionsOf(again.shipped())).toEqual(["b"]);
  expect(again.knowsSinceMs()).toBeGreaterThan(0);
  expect(again.sealedSegments()).toEqual([]);
});

test("Events that are appended together are in one record, whatever the limit of a group", async () => {
  const journal = await reopen({ limits: { groupEvents: 3, waitingEvents: 5 } });
  const together = [event("a"), event("b"), event("c")].flatMap((first) => [first, event(`${first.auction_id}2`)]);
  await Promise.all(together.map((each, index) => journal.append(each, index % 2 === 1)));
  const bytes = await readFile(join(folder, "0000000000000000.open"));
  const { payloads, events } = scanRecords(bytes);
  expect(events).toBe(6);
  // Groups of three would split the second pair: four and two events.
  expect(payloads.length).toBe(2);
});
