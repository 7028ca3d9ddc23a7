import { mkdtemp, open as openFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { fixedClock } from "@litfass/platform/clock";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sampleEvent } from "../testing/sample-event.ts";
import { carriedAmounts, carriedIn } from "./carried-amounts.ts";
import { type Journal, type JournalOptions, openJournal } from "./journal.ts";
import { encodeRecord, scanRecords } from "./journal-record.ts";

let folder: string;
let journal: Journal | undefined;
const clock = fixedClock(new Date());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "carried-amounts-"));
});
afterEach(async () => {
  await journal?.close();
  journal = undefined;
  await rm(folder, { recursive: true, force: true });
});
const event = (auction: string): NewAdEvent => sampleEvent({ auction_id: auction });

async function reopen(options: Partial<JournalOptions> = {}): Promise<Journal> {
  await journal?.close();
  const log = { warn: () => {}, error: () => {} };
  const parts = { process: "delivery-1", random: { id: () => "6c2f9a5e-0000-4000-8000-000000000000" }, log, clock };
  journal = await openJournal(folder, { ...parts, ...options });
  return journal;
}
const carried = ({ recovered }: Journal) => Object.fromEntries(recovered.carried);

test("a restart finds what events carry on, in the same record as they are, and ships none of it", async () => {
  const first = await reopen();
  await first.append(event("a"), false, { "sandbox CHF": 416.5 });
  await Promise.all([
    first.append(event("b"), false, { "sandbox CHF": -100.25, "sandbox EUR": 1 / 3 }),
    first.append(event("c")),
    first.append(event("d"), true, { "sandbox CHF": 1 }),
  ]);
  const amounts = { "sandbox CHF": 317.25, "sandbox EUR": 1 / 3 };
  const second = await reopen();
  expect(carried(second)).toEqual(amounts);
  const auctions = [];
  for await (const { auction_id } of second.unshipped()) auctions.push(auction_id);
  expect(auctions).toEqual(["a", "b", "c", "d"]);
  const [segment] = second.sealedSegments();
  expect((await second.readSegment(segment!)).includes("sandbox CHF")).toBe(false);
});

test("each segment has all amounts, and the newest one stays when it is old and shipped", async () => {
  let open = await reopen();
  await open.append(event("a"), false, { x: 1.5, y: 2 });
  await open.seal();
  await open.append(event("b"));
  await open.seal();
  await open.append(event("c"), false, { y: -1 });
  open = await reopen();
  expect(carried(open)).toEqual({ x: 1.5, y: 1 });
  for (const segment of open.sealedSegments()) await open.markShipped(segment);
  clock.advance(30 * 24 * 3_600_000);
  open = await reopen();
  open = await reopen();
  expect(carried(open)).toEqual({ x: 1.5, y: 1 });
});

test("what a record that was not written would have carried on is not", async () => {
  let isFull = false;
  const open = await reopen({
    open: async (path, flags) => {
      const handle = await openFile(path, flags);
      const { datasync } = handle;
      handle.datasync = async () => {
        if (isFull) throw new Error("disk full");
        return datasync.call(handle);
      };
      return handle;
    },
  });
  await open.append(event("a"), false, { x: 1 });
  isFull = true;
  await expect(open.append(event("lost"), false, { x: 40 })).rejects.toThrow("disk full");
  isFull = false;
  await open.append(event("b"), false, { x: 2 });
  expect(carried(await reopen())).toEqual({ x: 3 });
});

test("a record without amounts has the bytes of earlier versions", () => {
  const amounts = carriedAmounts(new Map([["x", 1]]));
  const none = amounts.after([undefined, undefined], false);
  const [plain, told] = [Buffer.from("plain"), amounts.after([undefined], true)];
  expect(encodeRecord(plain, 2, none.bytes)).toEqual(encodeRecord(plain, 2));
  const scanned = scanRecords(Buffer.concat([encodeRecord(plain, 2), encodeRecord(plain, 3, told.bytes)]));
  expect(scanned).toMatchObject({ payloads: [plain, plain], events: 5 });
  expect(carriedIn(scanned.carried)).toEqual(new Map([["x", 1]]));
});
