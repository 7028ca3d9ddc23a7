import { importEvents } from "@litfass/events/index";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { type Charges, reconcile } from "./reconciliation.ts";
import { runReconciliation } from "./run-reconciliation.ts";

const of = (micros: bigint): Charges => new Map([[1, micros]]);
const oneByOne = (...answers: bigint[]) => {
  let at = 0;
  return async () => of(answers[Math.min(at++, answers.length - 1)]!);
};

test("a charge that is stored but not yet booked is not a difference once it has arrived", async () => {
  let waits = 0;
  const found = await reconcile(
    {
      events: oneByOne(100n, 150n),
      others: { panels: oneByOne(100n, 150n), budgets: oneByOne(100n, 120n, 160n), ledger: oneByOne(90n, 150n) },
    },
    async () => ++waits < 5,
  );
  expect(found.differences).toEqual([]);
  expect(waits).toBe(1);
});

test("a source with more than the events, or permanently less, differs", async () => {
  const found = await reconcile(
    {
      events: oneByOne(100n),
      others: { panels: oneByOne(100n), budgets: oneByOne(101n), ledger: oneByOne(99n) },
    },
    async () => false,
  );
  expect(found.differences).toEqual([
    { campaign_id: 1, source: "budgets", events_micros: "100", found_micros: "101" },
    { campaign_id: 1, source: "ledger", events_micros: "100", found_micros: "99" },
  ]);
});

let stack: Stack;
const run = () =>
  runReconciliation(
    { platform: stack.platform, execute: stack.app.services.execute },
    { actor: { kind: "operator" }, waits: 0 },
  );
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.close());

test("stores results and shows them to staff only", async () => {
  await importEvents(stack.platform.clickhouse, "unbooked", [
    {
      kind: "impression",
      at: "2026-02-27T12:00:00.000Z",
      exchange: "sandbox",
      auction_id: "a",
      imp_id: "1",
      campaign_id: 1,
      owner_uid: "ada-uid",
      creative_uuid: "",
      format: "300x250",
      site: "news.example",
      site_kind: "site",
      country: "CH",
      region: "CH-BE",
      city: "Bern",
      device: "computer",
      browser: "chrome",
      language: "de",
      charge_micros: 25_000,
      currency: "CHF",
      lease_id: "",
      invalid: "",
    },
  ]);
  await stack.signIn("admin");
  await stack.signIn("tech_admin");
  await run();
  const { status, body } = await (await stack.signIn("tech_admin")).get("/statistics/reconciliations");
  expect(status).toBe(200);
  expect(body).toMatchObject([
    {
      agrees: false,
      differs_since: stack.clock.now().toISOString(),
      campaigns: 1,
      events: 0.03,
      panels: 0.03,
      budgets: 0,
      ledger: 0,
      differences: [
        { campaign_id: 1, source: "budgets", events: 0.03, found: 0 },
        { campaign_id: 1, source: "ledger", events: 0.03, found: 0 },
      ],
    },
  ]);
  for (const role of ["customer", "sales", "campaign_manager"] as const) {
    expect((await (await stack.signIn(role)).get("/statistics/reconciliations")).status, role).toBe(403);
  }
});

test("mails the recipients once when differences start, and the screen shows since when", async () => {
  await stack.platform.jobs.drain("statistics.mail-reconciliation");
  const recipients = () =>
    stack.outbox.filter(({ subject }) => subject.startsWith("Panels, events")).map(({ to }) => to);
  expect(recipients()).toHaveLength(2);
  expect(stack.outbox[0]?.text).toContain("Campaign 1: budgets 0.00, events 0.03");
  const since = stack.clock.now().toISOString();
  stack.clock.advance(86_400_000);
  await run();
  await stack.platform.jobs.drain("statistics.mail-reconciliation");
  expect(recipients()).toHaveLength(2);
  const { body } = await (await stack.signIn("admin")).get("/statistics/reconciliations");
  expect(body.map((each: { differs_since: string }) => each.differs_since)).toEqual([since, since]);
});
