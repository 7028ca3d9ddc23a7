import type { Language } from "@litfass/contract/kernel/language";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { deliveryStateOf } from "./delivery-state.ts";
import { isEndingSoon } from "./ending-soon.ts";
import { endMailJob, remindOfEnds } from "./remind-of-end.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.close());

const period = { startOn: "2026-03-02", endOn: "2026-03-31", timeZone: "Europe/Zurich" };

test("a campaign ends soon three days before its last day, unless it is short or not running", () => {
  const at = (iso: string, row = {}) => isEndingSoon({ ...period, status: "ACTIVE", ...row }, new Date(iso));
  expect(at("2026-03-27T21:59:00Z")).toBe(false);
  expect(at("2026-03-27T23:00:00Z")).toBe(true);
  expect(at("2026-03-31T12:00:00Z")).toBe(true);
  expect(at("2026-03-31T22:00:00Z")).toBe(false);
  expect(at("2026-03-30T12:00:00Z", { startOn: "2026-03-25" })).toBe(false);
  expect(at("2026-03-30T12:00:00Z", { status: "PAUSED" })).toBe(false);
});

test("the delivery state names the last day of a campaign that ends soon", () => {
  const row = { ...period, status: "ACTIVE", totalBudgetMicros: 100n, endedReason: null, endedAt: null } as const;
  const reason = (iso: string, lang: Language) =>
    deliveryStateOf({ ...row, updatedAt: new Date(iso) }, 50n, new Date(iso), lang).reason;
  expect(reason("2026-03-20T12:00:00Z", "en")).toBe("50% of the budget used");
  expect(reason("2026-03-29T12:00:00Z", "en")).toBe("50% of the budget used, ends on 31.03.2026");
  expect(reason("2026-03-29T12:00:00Z", "de")).toBe("50% des Budgets verbraucht, endet am 31.03.2026");
});

test("mails an advertiser once about an end, and again when it was moved", async () => {
  const customer = await stack.signIn({ uid: "ends-soon", role: "customer", lang: "de" });
  const { db } = stack.platform;
  const { id } = (
    await customer.post("/user-campaigns", {
      name: "Sonntagszopf",
      total_budget: 500,
      start_on: period.startOn,
      end_on: period.endOn,
    })
  ).body;
  await db.execute(sql`update campaigns set status = 'ACTIVE', activated_at = now() where id = ${id}`);
  const run = async (iso: string): Promise<number> => {
    stack.clock.set(new Date(iso));
    const [first, second] = await Promise.all([remindOfEnds(stack.app.services), remindOfEnds(stack.app.services)]);
    await stack.platform.jobs.drain(endMailJob);
    return first + second;
  };
  expect(await run("2026-03-27T12:00:00Z")).toBe(0);
  expect(await run("2026-03-28T12:00:00Z")).toBe(1);
  expect(await run("2026-03-29T12:00:00Z")).toBe(0);
  const mails = () => stack.outbox.filter(({ to }) => to === "ends-soon@test.example");
  expect(mails().map(({ subject }) => subject)).toEqual(["Endet am 31.03.2026: Sonntagszopf"]);
  expect(mails()[0]?.text).toContain("Bisher verbraucht: CHF\u00a00.00\nZurzeit übrig: CHF\u00a0500.00");
  await db.execute(sql`update campaigns set end_on = '2026-04-20' where id = ${id}`);
  expect(await run("2026-03-30T12:00:00Z")).toBe(0);
  expect(await run("2026-04-18T12:00:00Z")).toBe(1);
  expect(mails()).toHaveLength(2);
});
