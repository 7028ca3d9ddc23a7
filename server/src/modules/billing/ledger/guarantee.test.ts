import { defaultCpmMinor } from "@litfass/contract/settings/default-settings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { creditManually } from "./credit.ts";
import { creditShortfall, guaranteeCreditOf, mailGuaranteeJob } from "./credit-shortfall.ts";
import { missingViewable, shortfallMicros } from "./guarantee.ts";
import { consumeSpend } from "./open-spend-sql.ts";
import { reserveBudget } from "./reserve-budget.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const counted = (impressions: number, measuredImpressions: number, viewableImpressions: number) => ({
  impressions,
  measuredImpressions,
  viewableImpressions,
});

test("[CLAIM-002] the guarantee counts measured impressions and rounds in the customer's favor", () => {
  expect(missingViewable(counted(1000, 1000, 700))).toBe(0);
  expect(missingViewable(counted(1001, 1001, 700))).toBe(1);
  expect(missingViewable(counted(0, 0, 0))).toBe(0);
  expect(missingViewable(counted(1000, 0, 0))).toBe(0);
  // 700 of 1000 measured ones meet the guarantee, although more were shown; 600 do not.
  expect(missingViewable(counted(1500, 1000, 700))).toBe(0);
  expect(missingViewable(counted(1500, 1000, 699))).toBe(1);
  expect(missingViewable(counted(1500, 1000, 600))).toBe(100);
  expect(shortfallMicros(counted(1000, 1000, 0), 1_000_000n, defaultCpmMinor)).toBe(1_000_000n);
});

test("[CLAIM-002] a campaign that ended at 60% is credited the shortfall once, and its owner is mailed", async () => {
  const customer = await stack.signIn({ uid: "guaranteed", role: "customer", lang: "de" });
  const { db } = stack.platform;
  const ownerUid = customer.uid!;
  const currency = "CHF";
  await db.transaction(async (tx) => {
    await creditManually(tx, { ownerUid, currency, amountMicros: 250_000_000n, key: "g:1" });
    await reserveBudget(tx, { ownerUid, currency, campaignId: 60, amountMicros: 250_000_000n, key: "g:2" });
    await consumeSpend(tx, [{ campaignId: 60, amountMicros: 250_000_000n }]);
  });
  const ended = {
    campaignId: 60,
    name: "Herbst in Bern",
    ownerUid,
    currency,
    ...counted(12_000, 10_000, 6_000),
  } as const;
  const credit = () => db.transaction((tx) => creditShortfall(tx, stack.platform, ended, defaultCpmMinor));
  expect(await Promise.all([credit(), credit()])).toEqual([25_000_000n, 25_000_000n]);
  expect(await credit()).toBe(25_000_000n);
  expect(await guaranteeCreditOf(db, 60)).toBe(25_000_000n);
  expect((await customer.get("/users/me")).body.balance).toMatchObject({ balance: 25, manual_balance: 275 });
  const { data } = (await customer.get("/billing/transactions")).body;
  expect(data.find((row: { kind: string }) => row.kind === "guarantee")).toMatchObject({
    description: "Sichtbarkeitsgarantie: Herbst in Bern",
    campaign_id: 60,
    amount: 25,
  });
  expect(await stack.platform.jobs.drain(mailGuaranteeJob)).toBe(1);
  expect(stack.outbox.at(-1)).toMatchObject({
    to: "guaranteed@test.example",
    subject: "Gutschrift von CHF 25.00 für «Herbst in Bern»",
  });
  expect(stack.outbox.at(-1)!.text).toContain("60% der messbaren Einblendungen");
  expect(stack.outbox.at(-1)!.text).toMatch(/\D1['’]000\D/);
  expect(
    await db.transaction((tx) => creditShortfall(tx, stack.platform, { ...ended, campaignId: 61 }, defaultCpmMinor)),
  ).toBe(0n);
});
