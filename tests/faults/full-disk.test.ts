import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { openJournal } from "@litfass/events/journal/journal";
import { afterAll, expect, test } from "vitest";
import { skipped } from "../support/needs.ts";
import { faultEvent } from "./fault-event.ts";

/** A separate disk, so small that a journal fills it; needs root. */
const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-full-disk-"));
const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=512k", "tmpfs", folder]);
const isMounted = mounted.status === 0;
afterAll(() => {
  if (isMounted) spawnSync("umount", ["-l", folder]);
  rmSync(folder, { recursive: true, force: true });
});

test(
  "a full disk rejects new events, keeps acknowledged ones, and continues once there is space",
  isMounted ? {} : skipped("a small disk cannot be mounted"),
  async () => {
    const filler = path.join(folder, "filler");
    writeFileSync(filler, Buffer.alloc(200 * 1024));
    const refusals: string[] = [];
    const log = { warn: () => {}, error: (_details: object, message: string) => void refusals.push(message) };
    const open = () =>
      openJournal(path.join(folder, "journal"), { process: "delivery-1", random: { id: () => "run" }, log });
    const journal = await open();
    const acknowledged: string[] = [];
    let refused = 0;
    let number = 0;
    /** Groups of different lengths, so that the last one fits partly. */
    const appendGroup = async (): Promise<void> => {
      const names = Array.from({ length: 20 + (number % 37) }, () => `auction-${++number}`);
      const results = await Promise.allSettled(names.map((name) => journal.append(faultEvent(number, name))));
      for (const [at, { status }] of results.entries()) {
        if (status === "fulfilled") acknowledged.push(names[at]!);
        else refused++;
      }
    };
    while (refused === 0) await appendGroup();
    const whileFull = acknowledged.length;
    for (let i = 0; i < 5; i++) await appendGroup();
    await rm(filler);
    const refusedInAll = refused;
    for (let i = 0; i < 5; i++) await appendGroup();
    expect(refused).toBe(refusedInAll);
    await journal.close();

    const again = await open();
    const stored: string[] = [];
    const numbers: number[] = [];
    for await (const each of again.unshipped()) {
      stored.push(each.auction_id);
      numbers.push(each.sequence);
    }
    await again.close();
    expect(stored).toEqual(acknowledged);
    expect(numbers).toEqual(numbers.map((_, at) => at));
    expect(refusals.length).toBeGreaterThan(0);
    console.log(
      `${whileFull} events fitted, ${refusedInAll} were refused, ${stored.length} are there: all that were acknowledged`,
    );
  },
);
