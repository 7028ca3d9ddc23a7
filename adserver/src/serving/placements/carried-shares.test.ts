import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AdEvent } from "@litfass/contract/events/ad-event";
import { type Journal, openJournal } from "@litfass/events/index";
import { afterEach, expect, test } from "vitest";
import {
  addressesOf,
  someAgent,
  type TestAdServer,
  testAdServer,
  testSnapshot,
} from "../../testing/testing-ad-server.ts";
import { testPlacement } from "../../testing/testing-placement.ts";
import { applyPlacements } from "./placements.ts";

const folders: string[] = [];
let journal: Journal | undefined;
afterEach(async () => {
  await journal?.close();
  journal = undefined;
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "carried-shares-"));
  folders.push(folder);
  return folder;
}

/** A third of a price is no whole number of micros: 25,000 at 33.33% are 8,332.5. */
const percent = 33.33;
const shareMicros = 8_332.5;
const placementIds = [7, 8];
const placement = (placementId: number) =>
  testPlacement({ placementId, sizes: ["300x250"], shares: [{ from: "2026-01-01", percent }] });

/** An ad server with the journal of a folder, as its process opens it. */
async function startOn(folder: string, seed: number): Promise<{ adServer: TestAdServer; opened: Journal }> {
  const log = { warn: () => {}, error: () => {} };
  const opened = await openJournal(folder, { process: "delivery-1", random: { id: () => "6c2f9a5e" }, log });
  const adServer = testAdServer([testSnapshot({ budgetMicros: "90000000000" })], {
    seed,
    process: opened.process,
    append: (event, isWithPrevious, carried) => opened.append(event, isWithPrevious, carried),
    carried: opened.recovered.carried,
    tagDomains: [],
  });
  const changed = placementIds.map((placementId) => ({ placementId, snapshot: placement(placementId) }));
  applyPlacements(adServer.instance.placements, changed);
  return { adServer, opened };
}

async function showAd({ call, clock }: TestAdServer, placementId: number): Promise<void> {
  const headers = { "user-agent": someAgent, referer: "https://zeitung.example/" };
  // The draw of a new placement passes some requests.
  for (let tries = 0; tries < 60; tries++) {
    clock.advance(60_000);
    const frame = String((await call("GET", `/frame?placement=${placementId}`, { headers })).body);
    if (!frame.includes("data-litfass-ad")) continue;
    const { impression, viewable } = addressesOf(frame);
    await call("GET", impression);
    await call("GET", viewable);
    return;
  }
  throw new Error("no ad");
}

async function costsIn(events: AsyncIterable<AdEvent>): Promise<AdEvent[]> {
  const costs: AdEvent[] = [];
  for await (const event of events) if (event.kind === "cost") costs.push(event);
  return costs;
}

/** Ends the process on a folder; returns the folder from which the next one starts. */
type End = (opened: Journal, folder: string) => Promise<string>;
const stop: End = async (opened, folder) => {
  await opened.close();
  return folder;
};
/** What a kill leaves on disk: nothing is closed or sealed. */
const kill: End = async (opened, folder) => {
  const copy = await newFolder();
  await cp(folder, copy, { recursive: true, filter: (source) => !source.endsWith("lock") });
  await opened.close();
  return copy;
};
const shipAndStop: End = async (opened, folder) => {
  await opened.seal();
  for (const segment of opened.sealedSegments()) await opened.markShipped(segment);
  return stop(opened, folder);
};

test.each<[string, End]>([
  ["stopped", stop],
  ["killed", kill],
  ["stopped with all shipped", shipAndStop],
])(
  "a process that is %s after each impression carries what rounding left of each placement's share",
  async (_, end) => {
    const rounds = 12;
    let folder = await newFolder();
    for (let round = 0; round < rounds; round++) {
      const { adServer, opened } = await startOn(folder, round + 1);
      journal = opened;
      // The second placement shows three ads for each of the first.
      for (const placementId of [7, 8, 8, 8]) await showAd(adServer, placementId);
      folder = await end(opened, folder);
    }
    ({ opened: journal } = await startOn(folder, rounds + 1));
    const costs = [...(await costsIn(journal.shipped())), ...(await costsIn(journal.unshipped()))];
    for (const [placementId, ads] of [
      [7, rounds],
      [8, 3 * rounds],
    ] as const) {
      const booked = costs.filter(({ imp_id }) => imp_id === `placement-${placementId}`);
      const micros = booked.reduce((sum, { media_cost_micros = 0 }) => sum + media_cost_micros, 0);
      // Rounded one by one, each would be half a micro too much.
      expect([placementId, booked.length, micros]).toEqual([placementId, ads, ads * shareMicros]);
    }
  },
);
