import { campaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { needs } from "../../../../../tests/support/needs.ts";
import { creditCustomer, switzerland } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { testTone } from "../../creatives/audio/test-tone.ts";
import { fillWithSample } from "../../creatives/index.ts";
import { formWith } from "../../creatives/video-conversion/test-clip.ts";

// Allows for encoding at low priority on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let stack: Stack;
let admin: TestClient;
beforeAll(async () => {
  stack = await startStack();
  admin = await stack.signIn("admin");
  for (const uid of ["bakery-1", "florist-1"]) {
    await stack.signIn({ uid, role: "customer" });
    await creditCustomer(stack, uid);
  }
});
afterAll(() => stack?.close());

const missingOf = async (id: number): Promise<string[]> =>
  (await admin.get(`/bulk-campaigns/${id}/filled-validation`)).body.missing.map(({ code }: { code: string }) => code);

test(
  "a spot is uploaded once and launched for every customer, with or without a companion banner",
  needs("ffmpeg"),
  async () => {
    const customers = [
      { customer: "bakery-1", branch: "Bern", budget: 600 },
      { customer: "florist-1", budget: 500 },
    ];
    const made = await admin.post("/bulk-campaigns", {
      type: "audio",
      ...{ name: "Spring spot", categories: ["IAB8"], language: "de", strategy: "awareness", pacing: "ahead" },
      ...{ start_on: "2026-03-02", end_on: "2026-03-31", destination_url: "https://www.union.example/spring" },
      ...{ targeting: { locations: [switzerland] }, customers },
    });
    expect([made.status, made.body.type]).toEqual([201, "audio"]);
    const { id, pattern } = made.body;
    expect(await missingOf(id)).toEqual(["audio_missing"]);
    const { payload, headers } = formWith("spot.mp3", testTone("mp3"));
    expect((await admin.put(`/user-campaigns/${pattern}/audio`, payload, headers)).status).toBe(200);
    expect(await missingOf(id)).toEqual([]);

    const [first] = (await admin.get(`/bulk-campaigns/${id}`)).body.customers;
    const alone = await admin.post(`/bulk-campaigns/${id}`, { customers: [first.id] });
    expect(alone.body.results, alone.text).toMatchObject([{ outcome: "launched" }]);

    const groups: { uuid: string; template: string | null }[] = (await admin.get("/user-creatives")).body;
    const group = groups.find(({ template }) => template === "split")!.uuid;
    await admin.put(`/bulk-campaigns/${id}`, { creative_groups: [group] });
    expect(await missingOf(id)).toEqual(["creatives_unfilled"]);
    const { db, clock, random } = stack.platform;
    const sample = { campaignId: pattern, template: "split", lang: "de" } as const;
    await db.transaction((tx) => fillWithSample(tx, sample, { clock, random }));
    expect(await missingOf(id)).toEqual([]);
    const launched = await admin.post(`/bulk-campaigns/${id}`, {});
    expect(launched.body.bulk_campaign.status).toBe("LAUNCHED");

    const { rows } = await db.execute<{ campaign_id: string; payload: unknown }>(
      sql`select campaign_id, payload from campaign_snapshots where is_live order by campaign_id`,
    );
    const [plain, withCompanion] = rows.map(({ payload: published }) => campaignSnapshot.parse(published).creatives);
    const spotOf = (creatives: typeof plain) => creatives!.filter(({ kind }) => kind === "audio");
    expect(spotOf(plain).length).toBeGreaterThan(1);
    expect(spotOf(plain)).toHaveLength(plain!.length);
    expect(spotOf(withCompanion).map(({ fileHash }) => fileHash)).toEqual(
      spotOf(plain).map(({ fileHash }) => fileHash),
    );
    expect(spotOf(withCompanion)[0]!.uuid).not.toBe(spotOf(plain)[0]!.uuid);
    expect(withCompanion!.some(({ isCompanion }) => isCompanion)).toBe(true);
  },
);
