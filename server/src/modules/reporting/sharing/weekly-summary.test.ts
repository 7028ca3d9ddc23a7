import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { publishCampaign, withdrawCampaign } from "../../spend/index.ts";
import type { StatisticsSources } from "../report.ts";
import { sendDueMails } from "./report-mails.ts";

const sources: StatisticsSources = {
  runsOf: async () => new Map(),
  appNames: async () => new Map(),
  ownerNames: async () => new Map(),
  timeZoneOf: async () => "Europe/Zurich",
  externalReports: async () => [],
  conversionsOf: async () => [],
  campaignsFor: async (caller) => [
    { id: 11, name: "Spring", ownerUid: caller.uid, budgetMicros: 10_000_000n, currency: "CHF" },
  ],
};

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ modules: { statistics: sources } });
});
afterAll(() => stack?.close());

test("an advertiser gets a weekly summary while a campaign runs, and never again after unsubscribing", async () => {
  const { db, jobs } = stack.platform;
  await stack.signIn({ uid: "eva-uid", role: "customer" });
  await stack.signIn({ uid: "staff-uid", role: "admin" });
  const send = async (iso: string): Promise<number> => {
    stack.clock.set(new Date(iso));
    for (const _ of [1, 2])
      await sendDueMails({ platform: stack.platform, execute: stack.app.services.execute, sources });
    await jobs.drain("statistics.send-report-mail");
    return stack.outbox.length;
  };
  const snapshot = (campaignId: number, ownerUid: string) => ({
    campaignId,
    ownerUid,
    name: "Spring",
    version: 1,
    startAt: "2026-03-01T00:00:00.000Z",
    endAt: "2026-06-30T00:00:00.000Z",
    timeZone: "Europe/Zurich",
    currency: "CHF",
    budgetMicros: "1000000",
    priceMicros: "25000",
    strategy: "awareness",
    pacing: "even",
    destinationUrl: "https://shop.example/",
    advertiserDomain: "shop.example",
    iabCategories: [],
    targeting: {},
    creatives: [],
  });
  const publish = async (id: number, owner: string): Promise<void> => {
    await db.transaction((tx) => publishCampaign(tx, snapshot(id, owner) as never, stack.clock.now()));
    // The database's clock is ahead of the test's.
    await db.execute("update campaign_snapshots set published_at = '2026-03-01'");
  };
  // Sessions end before the months that pass here.
  const ordered = async () =>
    (await (await stack.signIn({ uid: "eva-uid", role: "customer" })).get("/statistics/report-mails")).body;
  stack.clock.set(new Date("2026-04-01T12:00:00Z"));
  await publish(11, "eva-uid");
  await publish(12, "staff-uid");
  expect(await send("2026-04-02T04:17:00Z")).toBe(0);
  expect(await ordered()).toMatchObject([{ frequency: "weekly", campaign_ids: [] }]);
  expect(await send("2026-04-06T04:17:00Z")).toBe(1);
  const [mail] = stack.outbox;
  expect(mail).toMatchObject({ to: "eva-uid@test.example", unsubscribe: expect.stringContaining("/reports/stop") });
  expect(mail?.subject).toContain("30.03.2026 to 05.04.2026");
  expect(mail?.text).toContain("on Mondays while one of your campaigns runs");

  await db.transaction((tx) => withdrawCampaign(tx, 11));
  expect(await send("2026-04-13T04:17:00Z"), "no campaign runs").toBe(1);
  await publish(13, "eva-uid");
  expect(await send("2026-04-20T04:17:00Z")).toBe(2);

  const [, id = "", token = ""] = /stop\?id=([\w-]+)&token=([\w-]+)/.exec(mail?.text ?? "") ?? [];
  expect((await stack.visitor().post("/shared-reports/stop", { id, token })).status).toBe(204);
  expect(await send("2026-04-27T04:17:00Z")).toBe(2);
  expect(await ordered()).toEqual([]);
});
