import { randomInt } from "node:crypto";
import { grantLeases, openLeases } from "@litfass/adserver/sync/lease-sql";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settleBatch } from "../../../processes/settle-batch.ts";
import { creditCustomer, startCampaign } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let owner: TestClient;
let reviewer: TestClient;
let campaignId: number;
let templates: string[][];

const places = ["CH", "AT", "DE"].map((country) => ({
  kind: "country",
  id: `country:${country}`,
  name: country,
  country,
}));
const hosts = ["www.brothaus.example", "one.example", "two.example"];
const linkOf = (host: string) => `https://${host}/zopf`;

beforeAll(async () => {
  stack = await startStack();
  owner = await stack.signIn({ uid: "owner-1", role: "customer" });
  reviewer = await stack.signIn({ uid: "reviewer-1", role: "campaign_manager" });
  await reviewer.put("/creative-reviews/policy", { first_campaigns: 20, own_files: false });
  await creditCustomer(stack, "owner-1", 300_000_000n);
  campaignId = await startCampaign(stack, owner, {
    total_budget: 50,
    destination_url: linkOf("www.brothaus.example"),
    targeting: { locations: [places[0]] },
  });
  await decide(true);
  type Group = { template: string; creatives: { uuid: string }[] };
  const groups: Group[] = (await owner.post("/creatives/campaign-creatives", { campaign_id: campaignId })).body;
  templates = groups
    .filter(({ template }) => template === "poster" || template === "signet")
    .map(({ creatives }) => creatives.map(({ uuid }) => uuid));
});
afterAll(() => stack?.close());

const path = () => `/user-campaigns/${campaignId}`;

/** What a person approved; nothing else may ever be delivered. */
const approvedFiles = new Set<string>();
const approvedHosts = new Set<string>();

async function decide(isApproved: boolean): Promise<void> {
  const { body } = await reviewer.get("/creative-reviews?per_page=100");
  const [review] = body.data;
  if (!review) return;
  if (!isApproved) {
    await reviewer.post(`/creative-reviews/${review.id}/reject`, { reasons: ["quality"] });
    return;
  }
  // Noted first: the approval delivers them at once.
  for (const { url } of review.creatives) approvedFiles.add(String(url.split("/").at(-1)));
  approvedHosts.add(new URL(review.destination_url).hostname);
  await reviewer.post(`/creative-reviews/${review.id}/approve`);
}

const operation = fc.oneof(
  fc.record({ do: fc.constant("budget" as const), minor: fc.integer({ min: 1, max: 35_000 }) }),
  fc.record({ do: fc.constant("place" as const), at: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ do: fc.constant("link" as const), host: fc.constantFrom(...hosts) }),
  fc.record({ do: fc.constant("template" as const), at: fc.integer({ min: 0, max: 1 }) }),
  fc.record({ do: fc.constant("title" as const), title: fc.constantFrom("Zopf", "Brot", "Gipfeli") }),
  fc.record({ do: fc.constant("submit" as const) }),
  fc.record({ do: fc.constant("decide" as const), isApproved: fc.boolean() }),
  fc.record({ do: fc.constant("undo" as const), at: fc.integer({ min: 0, max: 5 }) }),
  fc.record({ do: fc.constant("status" as const), status: fc.constantFrom("PAUSED", "ACTIVE") }),
  fc.record({ do: fc.constant("lease" as const), micros: fc.integer({ min: 1, max: 20_000_000 }) }),
  fc.record({ do: fc.constant("spend" as const), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

let batches = 0;
async function perform(each: Operation): Promise<void> {
  const { db } = stack.platform;
  const change = async (body: object) => expect([200, 422]).toContain((await owner.put(path(), body)).status);
  switch (each.do) {
    case "budget":
      return change({ total_budget: each.minor / 100 });
    case "place":
      return change({ targeting: { locations: [places[each.at]] } });
    case "link":
      return change({ destination_url: linkOf(each.host) });
    case "status":
      await owner.put(path(), { status: each.status });
      return;
    case "template": {
      const { status } = await owner.put(`${path()}/creative-ids`, { creative_ids: templates[each.at] });
      return expect(status).toBe(200);
    }
    case "title": {
      stack.clock.advance(1_000);
      const { body } = await owner.get(path());
      await owner.put(`/user-creatives/${campaignId}/${body.creative_group}`, { title: each.title });
      return;
    }
    case "submit": {
      const { status } = await owner.post(`${path()}/review`);
      return expect([200, 422]).toContain(status);
    }
    case "decide":
      return decide(each.isApproved);
    case "undo": {
      const { data } = (await owner.get(`${path()}/changes?per_page=20`)).body;
      const entry = data[each.at];
      if (!entry) return;
      const { status } = await owner.post(`${path()}/changes/${entry.id}/undo`);
      // An offered undo may still lack the money; one that is not offered is always refused.
      return expect(entry.undoable ? [200, 422] : [409]).toContain(status);
    }
    case "lease": {
      const request = { campaignId, dayOn: "2026-03-02", addMicros: each.micros, dayLimitMicros: 1e12 };
      await grantLeases(db, "p", [request], new Date("2026-03-02T10:00:00Z"));
      return;
    }
    case "spend": {
      const [lease] = await openLeases(db, "p");
      if (!lease) return;
      const amountMicros = BigInt(Math.floor((lease.grantedMicros - lease.consumedMicros) * each.part));
      const spend = [
        { leaseId: lease.id, campaignId, amountMicros, ownerUid: "owner-1", currency: "CHF", impressions: 1 },
      ];
      const key = `batch-${++batches}`;
      return db.transaction((tx) => settleBatch(stack.platform)(tx, { key, process: "p", spend }));
    }
  }
}

type Delivered = { destinationUrl: string; creatives: { fileHash: string }[] };

/** Spend within the budget, and only approved files that are served, with an approved host. */
async function expectSound(): Promise<void> {
  const { rows } = await stack.platform.db.execute<{
    is_within: boolean;
    is_equal: boolean;
    is_live: boolean;
    payload: Delivered;
  }>(sql`
    select b.spent_micros + b.leased_micros <= b.budget_micros as is_within,
      b.budget_micros = c.total_budget_micros as is_equal, s.is_live, s.payload
    from campaigns c join campaign_budgets b on b.campaign_id = c.id join campaign_snapshots s on s.campaign_id = c.id
    where c.id = ${campaignId}`);
  const [row] = rows;
  expect([row?.is_within, row?.is_equal]).toEqual([true, true]);
  if (!row?.is_live) return;
  const files = row.payload.creatives.map(({ fileHash }) => fileHash);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((hash) => !approvedFiles.has(hash))).toEqual([]);
  expect([...approvedHosts]).toContain(new URL(row.payload.destinationUrl).hostname);
  const held = await stack.platform.db.execute(
    sql`select hash from ad_files where is_held and hash = any(${sql.param(files)}::text[])`,
  );
  expect(held.rows).toEqual([]);
}

test("any sequence of changes, undos and reviews spends within the budget and delivers only what was approved", async () => {
  const seed = Number(globalThis.process.env.FAULT_SEED) || randomInt(2 ** 31 - 1);
  console.log(`running campaign property test: seed ${seed}`);
  const property = fc.asyncProperty(fc.array(operation, { minLength: 8, maxLength: 20 }), async (steps) => {
    for (const step of steps) {
      await perform(step);
      await expectSound();
    }
  });
  await fc.assert(property, { seed, numRuns: 10, endOnFailure: true });
}, 300_000);
