import { planIds } from "@litfass/contract/billing/billing";
import { termsText } from "@litfass/contract/billing/term-text";
import { vatOf } from "@litfass/contract/billing/vat-amount";
import { impressionsFor } from "@litfass/contract/kernel/money";
import { defaultCpmMinor, defaultPrices } from "@litfass/contract/settings/default-settings";
import { demoCompany } from "@litfass/contract/settings/demo-company";
import { pricesIn } from "@litfass/contract/settings/price-list";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { vatRateFor } from "../vat/vat.ts";
import { planFigures } from "./plan.ts";
import { visitorOn } from "./plan-price.ts";
import { bookingName, presentPlans } from "./plan-texts.ts";
import { addMonths, bookedPeriod, presentSubscription, refundedPeriod } from "./subscription.ts";

const francs = pricesIn(defaultPrices, "CHF");
const at = (text: string): Date => new Date(text);
const dayMs = 86_400_000;
const starter = { plan: "starter", months: 3 } as const;

test("[CONST-001] the CPM price is 25: 500 buys 20'000 impressions, 10'000 impressions cost 250", () => {
  expect(impressionsFor(50_000, defaultCpmMinor)).toBe(20_000);
  expect(impressionsFor(25_000, defaultCpmMinor)).toBe(10_000);
});

test("[CONST-016] impressions are the price at 25 CPM, for a month and for a booking", () => {
  for (const id of planIds) {
    const plan = planFigures(id, francs);
    expect((plan.pricePerMonthMinor / 100) * (1000 / 25)).toBe(plan.impressionsPerMonth);
    expect(plan.impressionsPerBooking).toBe(plan.impressionsPerMonth * 3);
  }
  expect(planIds.map((id) => planFigures(id, francs).impressionsPerMonth)).toEqual([20_000, 60_000, 180_000]);
});

test("[CONST-004] Switzerland and Liechtenstein pay 8.1% from 2024 on, others none", () => {
  const rate = vatRateFor("CH", "2026-03-02", demoCompany);
  expect(vatOf(1_500_000_000n, rate)).toBe(121_500_000n);
  expect(vatRateFor("LI", "2024-01-01", demoCompany)).toBe(810);
  expect(vatRateFor("CH", "2023-12-31", demoCompany)).toBe(770);
  expect(vatRateFor("CH", "2017-01-01", demoCompany)).toBe(0);
  expect(vatRateFor("DE", "2026-03-02", demoCompany)).toBe(0);
});

test("VAT is rounded half up to a whole Rappen, also on credit notes", () => {
  expect(vatOf(500_000n, 810)).toBe(40_000n);
  expect(vatOf(-500_000n, 810)).toBe(-40_000n);
  expect(vatOf(10_000n, 810)).toBe(0n);
});

test("[CONST-005] a plan runs 3 months: booked on 15.01. it ends on 15.04.", () => {
  expect(bookedPeriod(null, starter, at("2026-01-15T10:00:00Z")).endAt).toEqual(at("2026-04-15T10:00:00Z"));
  expect(addMonths(at("2025-11-30T10:00:00Z"), 3)).toEqual(at("2026-02-28T10:00:00Z"));
});

test("a plan runs as many months as it was sold for", () => {
  const year = { plan: "starter", months: 12 } as const;
  const first = bookedPeriod(null, year, at("2026-01-15T10:00:00Z"));
  expect(first.endAt).toEqual(at("2027-01-15T10:00:00Z"));
  const extended = bookedPeriod(first, { plan: "starter", months: 1 }, at("2026-02-01T10:00:00Z"));
  expect(extended.endAt).toEqual(at("2027-02-15T10:00:00Z"));
  expect(refundedPeriod(extended, year, at("2026-02-01T10:00:00Z"))?.endAt).toEqual(at("2026-02-15T10:00:00Z"));
});

test("[CONST-016] a longer term buys more impressions at a higher price", () => {
  const prices = { ...francs, plans: { ...francs.plans, starter: { ...francs.plans.starter, term_months: 6 } } };
  expect(planFigures("starter", prices)).toMatchObject({ priceMinor: 300_000, impressionsPerBooking: 120_000 });
  expect(bookingName({ plan: "starter", months: 6 }, "de")).toBe("Paket Starter, 6 Monate");
  expect([bookingName({ plan: "starter", months: 1 }, "it"), termsText([12, 1, 3], "en")]).toEqual([
    "Pacchetto Starter, 1 mese",
    "1–12 months",
  ]);
});

test("[CONST-006] the same plan is extended before and after its end; another plan starts at once", () => {
  const first = bookedPeriod(null, starter, at("2026-01-15T10:00:00Z"));
  expect(bookedPeriod(first, starter, at("2026-04-01T10:00:00Z")).endAt).toEqual(at("2026-07-15T10:00:00Z"));
  expect(bookedPeriod(first, starter, at("2026-05-01T10:00:00Z")).endAt).toEqual(at("2026-08-01T10:00:00Z"));
  const changed = bookedPeriod(first, { plan: "advanced", months: 3 }, at("2026-02-01T10:00:00Z"));
  expect(changed).toMatchObject({ plan: "advanced", endAt: at("2026-05-01T10:00:00Z") });
});

test("[FIELD-USER-014] near the end with 14 days to go, low below 10% of the booking price", () => {
  const now = at("2026-03-02T09:00:00Z");
  const period = (days: number) => ({
    plan: "starter" as const,
    startAt: now,
    endAt: new Date(now.getTime() + days * dayMs),
  });
  expect(presentSubscription(period(14), 150_000, now, francs).isNearEndDate).toBe(true);
  expect(presentSubscription(period(15), 150_000, now, francs).isNearEndDate).toBe(false);
  expect(presentSubscription(period(60), 13_500, now, francs).isLowBalance).toBe(true);
  expect(presentSubscription(period(60), 15_000, now, francs).isLowBalance).toBe(false);
  expect(presentSubscription(period(0), 150_000, now, francs).is_exists).toBe(false);
});

test("German plan texts name every benefit that English ones do", () => {
  const german = presentPlans("de", francs, visitorOn("2026-03-02"));
  for (const [index, plan] of presentPlans("en", francs, visitorOn("2026-03-02")).entries()) {
    expect(Object.values(german[index]!.benefits).map((list) => list.length)).toEqual(
      Object.values(plan.benefits).map((list) => list.length),
    );
    expect(german[index]!.modal_title).toBe(`Paket ${plan.name} bestellen`);
  }
});

describe("GET billing/plans", () => {
  let stack: Stack;
  let plans: ReturnType<typeof presentPlans>;
  beforeAll(async () => {
    stack = await startStack();
    plans = (await (await stack.signIn("accountant")).get("/billing/plans")).body;
  });
  afterAll(() => stack.close());

  test("[PKG-001] [API-BILL-012] any signed-in user gets exactly Starter, Standard and Advanced", async () => {
    expect(plans.map((plan) => plan.name)).toEqual(["Starter", "Standard", "Advanced"]);
    expect((await stack.visitor().get("/billing/plans")).status).toBe(401);
  });

  test("[FIELD-PLAN-001] a plan has id, name, image, price and modal_title, and the image loads", async () => {
    for (const plan of plans) {
      expect(plan).toMatchObject({
        id: expect.any(String),
        price: expect.any(Number),
        modal_title: expect.any(String),
      });
      const image = await stack.visitor().get(`/${plan.image}`);
      expect(image.status).toBe(200);
      expect(image.headers["content-type"]).toContain("image/svg+xml");
    }
  });

  test("[FIELD-PLAN-002] [UI-PLAN-011] three lists of benefits, none empty", () => {
    for (const { benefits } of plans) {
      expect(Object.keys(benefits)).toEqual(["KPI", "TARGETING", "HTML5"]);
      for (const list of Object.values(benefits) as string[][]) expect(list.length).toBeGreaterThan(0);
    }
  });

  test.each([
    ["[CONST-011]", "Starter", 500, 20_000, 60_000],
    ["[CONST-012]", "Standard", 1500, 60_000, 180_000],
    ["[CONST-013]", "Advanced", 4500, 180_000, 540_000],
  ])("%s %s costs %i a month with %i impressions, %i a booking", (_row, name, perMonth, monthly, booking) => {
    expect(plans.find((plan) => plan.name === name)).toMatchObject({
      price: perMonth * 3,
      price_per_month: perMonth,
      impressions_per_month: monthly,
      impressions_per_booking: booking,
    });
  });

  test("[CONST-014] only Advanced includes 4 custom HTML5 banners", () => {
    const named = plans.filter((plan) =>
      plan.benefits.HTML5.some((text: string) => text.includes("4 custom HTML5 banners")),
    );
    expect(named.map((plan) => plan.id)).toEqual(["advanced"]);
  });

  test("the operator's lines replace the built-in ones of their language; key figures stay, and a version can be restored", async () => {
    const boss = await stack.signIn("super_admin");
    const { version, settings } = (await boss.get("/settings/operator")).body.prices;
    const save = (change: (benefits: typeof settings.plan_benefits) => void) => {
      const changed = structuredClone(settings);
      change(changed.plan_benefits);
      return boss.put("/settings/operator/prices", { version, note: "Own benefits", settings: changed });
    };
    const tooLong = await save(({ starter }) => {
      starter.texts.de.TARGETING = "x".repeat(91);
    });
    expect([tooLong.status, Object.keys(tooLong.body.errors)]).toEqual([
      422,
      ["settings.plan_benefits.starter.texts.de.TARGETING"],
    ]);
    const saved = await save(({ starter }) => {
      starter.custom_banners = 1;
      starter.texts.en = { KPI: "A weekly call", TARGETING: "Your canton\n\n Your language ", HTML5: "" };
    });
    expect(saved.status).toBe(200);
    const benefitsIn = async (lang: "en" | "de") => {
      const customer = await stack.signIn({ uid: `benefits-${lang}`, role: "customer", lang });
      const [starter] = (await customer.get("/billing/plans")).body;
      return starter.benefits;
    };
    const builtIn = async (language: string) =>
      (await boss.get(`/settings/operator/benefits/built-in?language=${language}`)).body;
    const { TARGETING, HTML5 } = plans[0]!.benefits;
    expect(await builtIn("en")).toEqual({ TARGETING, HTML5 });
    const english = await benefitsIn("en");
    expect(english.KPI).toEqual([...plans[0]!.benefits.KPI, "A weekly call"]);
    expect(english.TARGETING).toEqual(["Your canton", "Your language"]);
    expect(english.HTML5).toEqual([...plans[0]!.benefits.HTML5, "1 custom HTML5 banner"]);
    expect((await benefitsIn("de")).TARGETING).toEqual((await builtIn("de")).TARGETING);
    const page = await stack.app.inject({ url: "/en", headers: { accept: "text/html" } });
    expect(page.body).toContain("<li>Your language</li>");
    const changes = (await boss.get("/settings/operator/prices/versions")).body.data[0].changes;
    const changedFields = changes.map(({ field, after }: { field: string; after: unknown }) => [field, after]);
    expect(changedFields).toContainEqual(["plan_benefits.starter.custom_banners", "1"]);
    const current = saved.body.version ?? version + 1;
    await boss.post("/settings/operator/prices/restore", { version: current, restore: version, note: "Back" });
    expect((await benefitsIn("en")).TARGETING).toHaveLength(5);
  });
});
