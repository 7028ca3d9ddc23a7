import { defaultCpmMinor } from "@litfass/contract/settings/default-settings";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { consumeSpend } from "./consume-spend.ts";
import { creditManually } from "./credit.ts";
import { creditShortfall, guaranteeCreditOf, mailGuarantee, mailGuaranteeJob } from "./credit-shortfall.ts";
import { missingViewable, shortfallMicros } from "./guarantee.ts";
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
  // 700 of 1000 measured ones meet the guarantee, although more were shown; 600 do not.
  expect(missingViewable(counted(1500, 1000, 700))).toBe(0);
  expect(missingViewable(counted(1500, 1000, 699))).toBe(1);
  expect(missingViewable(counted(1500, 1000, 600))).toBe(100);
  expect(shortfallMicros(counted(1000, 1000, 0), 1_000_000n, defaultCpmMinor)).toBe(1_000_000n);
});

test("sites that prevent measuring do not evade the guarantee: below half, what is missing counts as not viewable", () => {
  expect(missingViewable(counted(1000, 500, 350))).toBe(0);
  expect(missingViewable(counted(1000, 499, 349))).toBe(1);
  expect(missingViewable(counted(1000, 100, 70))).toBe(280);
  expect(missingViewable(counted(1000, 0, 0))).toBe(350);
  expect(missingViewable(counted(1, 0, 0))).toBe(1);
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100_000), fc.nat(100_000), (unmeasured, unseen, viewable) => {
      const measured = unseen + viewable;
      const missing = missingViewable(counted(unmeasured + measured, measured, viewable));
      // One more impression that could not be measured never lowers the credit, and one more view never raises it.
      expect(missingViewable(counted(unmeasured + 1 + measured, measured, viewable))).toBeGreaterThanOrEqual(missing);
      if (unseen > 0)
        expect(missingViewable(counted(unmeasured + measured, measured, viewable + 1))).toBeLessThanOrEqual(missing);
    }),
  );
});

test("[CLAIM-002] a campaign that ended at 60% is credited the shortfall once, and its owner is mailed", async () => {
  const customer = await stack.signIn({ uid: "guaranteed", role: "customer", lang: "de" });
  const { db } = stack.platform;
  const ownerUid = customer.uid!;
  const currency = "CHF";
  await db.transaction(async (tx) => {
    await creditManually(tx, { ownerUid, currency, amountMicros: 250_000_000n, key: "g:1" });
    await reserveBudget(tx, { ownerUid, currency, campaignId: 60, amountMicros: 250_000_000n, key: "g:2" });
    await consumeSpend(tx, { campaignId: 60, amountMicros: 250_000_000n, key: "g:3" });
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
  expect(
    await db.transaction((tx) => creditShortfall(tx, stack.platform, { ...ended, campaignId: 61 }, defaultCpmMinor)),
  ).toBe(0n);
});

test("the mail about a campaign that was hardly measured says how much was counted; old jobs are still mailed", async () => {
  await stack.signIn({ uid: "hardly-measured", role: "customer", lang: "de" });
  const about = { campaignId: 62, name: "Winter", ownerUid: "hardly-measured", currency: "CHF" } as const;
  const mailed = async (mail: Parameters<typeof mailGuarantee>[1]) => {
    await mailGuarantee(stack.platform, mail);
    return stack.outbox.at(-1)!.text;
  };
  const unmeasured = await mailed({ ...about, ...counted(1_000, 0, 0), creditMicros: "8750000" });
  expect(unmeasured).toContain("Nur bei 0% ihrer Einblendungen liess sich messen");
  expect(unmeasured).toContain("mindestens 50% aller Einblendungen");
  expect(unmeasured).toContain("350");
  // Jobs of earlier versions do not have the number of all impressions.
  const earlier = await mailed({
    ...about,
    measuredImpressions: 1_000,
    viewableImpressions: 600,
    creditMicros: "2500000",
  });
  expect(earlier).toContain("60% der messbaren Einblendungen");
});
