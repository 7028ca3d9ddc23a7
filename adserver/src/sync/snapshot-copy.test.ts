import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import type { Database } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { publishCampaign, withdrawCampaign } from "../../../server/src/modules/spend/index.ts";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { testSnapshot } from "../testing/testing-ad-server.ts";
import { createSnapshotCopy } from "./snapshot-copy.ts";
import { listSnapshotsSince } from "./snapshot-sql.ts";

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await startStack();
  db = stack.platform.db;
});
beforeEach(() => db.execute(sql`DELETE FROM campaign_snapshots`));
afterAll(() => stack.close());

const unreadable: number[] = [];
const newCopy = () =>
  createSnapshotCopy({ db, onUnreadable: (id) => unreadable.push(id), yieldTurn: () => Promise.resolve() });
const publish = (campaignId: number, version: number) =>
  db.transaction((tx) => publishCampaign(tx, testSnapshot({ campaignId, version, name: `version ${version}` })));
const withdraw = (campaignId: number) => db.transaction((tx) => withdrawCampaign(tx, campaignId));
/** What a process that starts now reads. */
async function fullRead(): Promise<CampaignSnapshot[]> {
  const copy = newCopy();
  await copy.update();
  return copy.list();
}

type Step =
  | { kind: "publish" | "withdraw" | "hold"; campaign: number }
  | { kind: "release" | "read" | "roll back"; campaign: 0 };
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom("publish", "withdraw", "hold"), campaign: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constantFrom("release", "read", "roll back"), campaign: fc.constant(0) }),
  ),
  { minLength: 3, maxLength: 25 },
) as fc.Arbitrary<Step[]>;

/** A transaction that has written and not yet ended, while others commit. */
type Held = { campaign: number; end: (how: "release" | "roll back") => Promise<void> };
async function hold(campaign: number, version: number): Promise<Held> {
  let finish: (how: "release" | "roll back") => void = () => {};
  const decided = new Promise<"release" | "roll back">((resolve) => {
    finish = resolve;
  });
  let written: () => void = () => {};
  const isWritten = new Promise<void>((resolve) => {
    written = resolve;
  });
  const done = db
    .transaction(async (tx) => {
      await publishCampaign(tx, testSnapshot({ campaignId: campaign, version, name: `version ${version}` }));
      written();
      if ((await decided) === "roll back") tx.rollback();
    })
    .catch(() => {});
  await isWritten;
  return {
    campaign,
    async end(how) {
      finish(how);
      await done;
    },
  };
}

test("random changes, read in parts and committed in another order than written, equal a full read", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await db.execute(sql`DELETE FROM campaign_snapshots`);
      const copy = newCopy();
      const held: Held[] = [];
      let version = 0;
      for (const { kind, campaign } of all) {
        version += 1;
        // Another change of the same campaign would wait for the held one.
        if (held.some((each) => each.campaign === campaign)) continue;
        if (kind === "publish") await publish(campaign, version);
        else if (kind === "withdraw") await withdraw(campaign);
        else if (kind === "hold") held.push(await hold(campaign, version));
        else if (kind === "read") await copy.update();
        else await held.shift()?.end(kind);
      }
      for (const each of held) await each.end("release");
      await copy.update();
      expect(copy.list()).toEqual(await fullRead());
    }),
    { numRuns: 30 },
  );
});

test("an ad server reads every campaign once, and then only changed rows, however many campaigns there are", async () => {
  await publish(1, 1);
  const campaigns = 2_500;
  await db.execute(sql`INSERT INTO campaign_snapshots (campaign_id, version, is_live, payload)
    SELECT id, 1, true, payload || jsonb_build_object('campaignId', id) FROM campaign_snapshots, generate_series(2, ${campaigns}) id`);
  let rowsRead = 0;
  const counting = new Proxy(db, {
    get(target, name) {
      if (name !== "execute") return Reflect.get(target, name);
      return async (query: Parameters<Database["execute"]>[0]) => {
        const result = await target.execute<Record<string, unknown>>(query);
        rowsRead += result.rows.filter((row) => "campaign_id" in row).length;
        return result;
      };
    },
  });
  const copy = createSnapshotCopy({ db: counting, onUnreadable: () => {}, yieldTurn: () => Promise.resolve() });
  const readBy = async (): Promise<[number, number]> => {
    rowsRead = 0;
    const { changed } = await copy.update();
    return [changed.length, rowsRead];
  };
  expect(await readBy()).toEqual([campaigns, campaigns]);
  expect(copy.list()).toHaveLength(campaigns);
  expect(await readBy()).toEqual([0, 0]);
  await publish(77, 2);
  expect(await readBy()).toEqual([1, 1]);
});

test("a read without a change reports nothing, and one change is read alone", async () => {
  for (const id of [1, 2, 3]) await publish(id, 1);
  const copy = newCopy();
  expect(await copy.update()).toEqual({ changed: [1, 2, 3], withdrawn: [] });
  expect(await copy.update()).toEqual({ changed: [], withdrawn: [] });
  await publish(2, 2);
  await withdraw(3);
  expect(await copy.update()).toEqual({ changed: [2], withdrawn: [3] });
  expect(copy.list().map(({ campaignId, version }) => [campaignId, version])).toEqual([
    [1, 1],
    [2, 2],
  ]);
  const { rows } = await db.execute<{ next: string }>(sql`SELECT pg_current_xact_id()::text AS next`);
  expect(await listSnapshotsSince(db, BigInt(rows[0]?.next ?? 0))).toEqual([]);
});

test("an unreadable campaign is reported once and not delivered until it is published again", async () => {
  await publish(1, 1);
  await publish(2, 1);
  const copy = newCopy();
  await copy.update();
  await db.execute(sql`UPDATE campaign_snapshots SET payload = '{}' WHERE campaign_id = 1`);
  expect(await copy.update()).toEqual({ changed: [], withdrawn: [1] });
  await copy.update();
  expect(unreadable).toEqual([1]);
  await publish(1, 2);
  expect(await copy.update()).toEqual({ changed: [1], withdrawn: [] });
});

test("a database whose transactions begin again is read in full", async () => {
  await publish(1, 1);
  let ahead = 0n;
  const shifted = new Proxy(db, {
    get(target, name) {
      if (name !== "execute") return Reflect.get(target, name);
      return async (query: Parameters<Database["execute"]>[0]) => {
        const result = await target.execute<Record<string, unknown>>(query);
        for (const row of result.rows)
          if (typeof row.oldest === "string") row.oldest = String(BigInt(row.oldest) + ahead);
        return result;
      };
    },
  });
  const copy = createSnapshotCopy({ db: shifted, onUnreadable: () => {}, yieldTurn: () => Promise.resolve() });
  ahead = 1_000_000n;
  await copy.update();
  ahead = 0n;
  await publish(2, 1);
  expect(await copy.update()).toEqual({ changed: [2], withdrawn: [] });
  await withdraw(1);
  expect((await copy.update()).withdrawn).toEqual([1]);
});
