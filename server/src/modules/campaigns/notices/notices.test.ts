import type { AdEventKind, NewAdEvent } from "@litfass/contract/events/ad-event";
import { importEvents } from "@litfass/events/index";
import { sampleEvent } from "@litfass/events/testing/sample-event";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDraft, creditCustomer } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { consumeSpend } from "../../billing/index.ts";
import { closeCampaigns } from "../index.ts";
import { noticeMailJob, resultMailJob, startedMailJob } from "./notice-mails.ts";

let stack: Stack;
let anna: TestClient;
const announceJob = "campaigns.announce-delivery";

beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-told", role: "customer", lang: "de" });
  await creditCustomer(stack, "anna-told");
  const admin = await stack.signIn({ uid: "admin-told", role: "admin" });
  await admin.put("/creative-reviews/policy", { first_campaigns: 0, own_files: false });
});
afterAll(() => stack?.close());

async function start(name: string, by = anna): Promise<number> {
  const id = await createDraft(stack, anna, { name });
  expect((await by.post(`/user-campaigns/${id}/activate`)).status).toBe(200);
  return id;
}
/** The mails about a campaign that the owner has received, after these jobs have run. */
async function mailsAbout(name: string, ...jobs: string[]) {
  for (const job of jobs) await stack.platform.jobs.drain(job);
  return stack.outbox.filter(({ to, subject }) => to === "anna-told@test.example" && subject.endsWith(name));
}
/** Runs the job twice, as after a crash between its steps. */
async function announce(): Promise<void> {
  for (const _ of [1, 2]) {
    await stack.platform.jobs.send(announceJob, {});
    await stack.platform.jobs.drain(announceJob);
  }
}
async function record(kind: AdEventKind, campaignId: number, count: number): Promise<void> {
  const at = stack.platform.clock.now().toISOString();
  const event = sampleEvent({ kind, at, campaign_id: campaignId, charge_micros: 0 });
  await importEvents(stack.platform.clickhouse, kind, Array<NewAdEvent>(count).fill(event));
}
const spend = (campaignId: number, amountMicros: bigint) =>
  stack.platform.db.transaction((tx) => consumeSpend(tx, [{ campaignId, amountMicros }]));

test("an owner is told once that a campaign has started", async () => {
  const id = await start("Zopf");
  expect((await anna.post(`/user-campaigns/${id}/activate`)).status).toBe(200);
  const [mail, ...others] = await mailsAbout("Zopf", startedMailJob);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("Gestartet: Zopf");
  expect(mail?.text).toContain("Budget: CHF\u00a0100.00\nLaufzeit: 02.03.2026 bis 31.03.2026");
  expect(mail?.text).toContain(`/campaigns/${id}/report`);
});

test("an owner is told who of the staff started a campaign with their balance", async () => {
  const manager = await stack.signIn({ uid: "manager-told", role: "sales" });
  await stack.platform.db.execute(sql`
    insert into customer_assignments (sales_uid, customer_uid, created_at) values ('manager-told', 'anna-told', now())`);
  await stack.platform.db.execute(sql`update users set display_name = 'Rita Frei' where uid = 'manager-told'`);
  await start("Gipfeli", manager);
  const [mail] = await mailsAbout("Gipfeli", startedMailJob);
  expect(mail?.text).toContain("Rita Frei hat die Kampagne «Gipfeli» für Sie gestartet.");
  expect(mail?.text).toContain("Dafür sind CHF\u00a0100.00 von Ihrem Guthaben reserviert.");
});

test("first impressions, a nearly spent budget and the result are each told once", async () => {
  const id = await start("Wähe");
  const subjects = async (...jobs: string[]) => (await mailsAbout("Wähe", ...jobs)).map(({ subject }) => subject);
  await announce();
  expect(await subjects(startedMailJob, noticeMailJob)).toEqual(["Gestartet: Wähe"]);

  await record("impression", id, 40);
  await announce();
  expect(await subjects(noticeMailJob)).toEqual(["Gestartet: Wähe", "Ihre Werbung läuft: Wähe"]);

  await spend(id, 89_000_000n);
  await announce();
  expect(await subjects(noticeMailJob)).toHaveLength(2);
  await spend(id, 1_000_000n);
  await announce();
  expect((await subjects(noticeMailJob)).slice(2)).toEqual(["Budget fast aufgebraucht: Wähe"]);
  const told = (await mailsAbout("Wähe")).at(-1)?.text;
  expect(told).toContain("Bisher verbraucht: CHF\u00a090.00\nNoch übrig: CHF\u00a010.00");
  expect(told).toContain(`/campaigns/${id}/report?change=budget`);
  // A higher budget has its own notice.
  await anna.put(`/user-campaigns/${id}`, { total_budget: 200 });
  await announce();
  expect(await subjects(noticeMailJob)).toHaveLength(3);

  await record("measured", id, 36);
  await record("viewable", id, 27);
  await record("click", id, 2);
  stack.clock.set(new Date("2026-04-01T12:00:00Z"));
  await stack.platform.db.execute(sql`update campaign_budgets set leased_micros = 0 where campaign_id = ${id}`);
  await closeCampaigns(stack.app.services);
  stack.clock.advance(45 * 60_000);
  for (const _ of [1, 2]) {
    await stack.platform.jobs.send("campaigns.credit-guarantees", {});
    await stack.platform.jobs.drain("campaigns.credit-guarantees");
  }
  expect((await subjects(resultMailJob)).slice(3)).toEqual(["Das Resultat Ihrer Kampagne: Wähe"]);
  const result = (await mailsAbout("Wähe")).at(-1)?.text;
  expect(result).toContain(
    "Einblendungen: 40\nSichtbarkeit: 75.0%\nGemessene Einblendungen: 90.0%\nKlicks: 2\nCTR: 5.00%\nAusgaben: CHF\u00a090.00",
  );
  expect(result).toContain("Zurück auf Ihr Guthaben: CHF\u00a0110.00");
});
