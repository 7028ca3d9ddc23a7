import { defaultReview } from "@litfass/contract/settings/default-settings";
import { siteSections } from "@litfass/contract/settings/site-content";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { creditCustomer, startCampaign } from "../../testing/campaigns.ts";
import type { TestClient } from "../../testing/client.ts";
import { type Stack, startStack } from "../../testing/stack.ts";

let stack: Stack;
let boss: TestClient;
let anna: TestClient;
beforeAll(async () => {
  stack = await startStack();
  boss = await stack.signIn("super_admin");
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  await creditCustomer(stack, "anna-1");
});
afterAll(() => stack.close());

type Section = "review" | "campaigns" | "site";
const current = async (section: Section) => (await boss.get("/settings/operator")).body[section];
async function change(section: Section, changes: object) {
  const { version, settings } = await current(section);
  return boss.put(`/settings/operator/${section}`, { version, note: "Tried", settings: { ...settings, ...changes } });
}
const restore = async (section: Section) => {
  const { version } = await current(section);
  return boss.post(`/settings/operator/${section}/restore`, { version, restore: 0, note: "As before" });
};
const stateOf = async (id: number) => (await anna.get(`/user-campaigns/${id}`)).body.delivery.state;
const pageOf = async (url: string) => (await stack.app.inject({ url, headers: { accept: "text/html" } })).body;

test("in production a customer's first campaign, own files and changed links are reviewed by default", async () => {
  expect(defaultReview(true)).toMatchObject({ first_campaigns: 1, own_files: true, destination_changes: true });
  await stack.platform.db.execute(sql`insert into installation (key, value) values ('production', 'on')`);
  try {
    const bruno = await stack.signIn({ uid: "bruno-1", role: "customer" });
    await creditCustomer(stack, "bruno-1");
    const id = await startCampaign(stack, bruno, { name: "First" });
    expect((await bruno.get(`/user-campaigns/${id}`)).body.delivery.state).toBe("in_review");
  } finally {
    await stack.platform.db.execute(sql`delete from installation where key = 'production'`);
  }
});

test("the review policy is one setting: the screen and the review queue change it, and it holds campaigns back", async () => {
  const reviewer = await stack.signIn("campaign_manager");
  expect((await current("review")).settings.first_campaigns).toBe(0);
  expect(await stateOf(await startCampaign(stack, anna, { name: "Runs at once" }))).not.toBe("in_review");
  expect((await change("review", { first_campaigns: 20 })).status).toBe(200);
  expect((await reviewer.get("/creative-reviews/policy")).body.first_campaigns).toBe(20);
  expect(await stateOf(await startCampaign(stack, anna, { name: "Waits" }))).toBe("in_review");

  const before = (await current("review")).version;
  const queue = await reviewer.put("/creative-reviews/policy", { first_campaigns: 0, own_files: false });
  expect([queue.status, queue.body.first_campaigns]).toEqual([200, 0]);
  const { data } = (await boss.get("/settings/operator/review/versions")).body;
  expect(data[0]).toMatchObject({
    version: before + 1,
    note: "Changed in the review queue",
    changes: [{ field: "first_campaigns", before: "20", after: "0" }],
  });
  await restore("review");
});

test("changed links of running campaigns are reviewed if the operator says so, also in the preview of the change", async () => {
  const id = await startCampaign(stack, anna, { name: "Link" });
  const moved = { destination_url: "https://www.neu.example/zopf" };
  const preview = async () => (await anna.post(`/user-campaigns/${id}/change-preview`, moved)).body.needs_review;
  expect(await preview()).toBe(false);
  await change("review", { destination_changes: true });
  expect(await preview()).toBe(true);
  // The same host needs no review.
  await anna.put(`/user-campaigns/${id}`, { destination_url: "https://www.brothaus.example/neu" });
  expect((await anna.get(`/user-campaigns/${id}/review`)).body.status).toBe("approved");
  await anna.put(`/user-campaigns/${id}`, moved);
  expect((await anna.get(`/user-campaigns/${id}/review`)).body).toMatchObject({ status: "pending", shown: true });
  await restore("review");
});

test("new campaigns start with the operator's defaults, and the screens know them", async () => {
  const defaults = async () => (await stack.visitor().get("/site/status")).body.campaign_defaults;
  const frequency_cap = { awareness: 8, performance: null };
  expect(await defaults()).toEqual({ monthly_budget: { CHF: 500, EUR: 500 }, weeks: 4, radius_km: 30, frequency_cap });
  const changed = {
    ...{ monthly_budget: 800.5, weeks: 6, radius_km: 12 },
    frequency_cap: { awareness: 3, performance: 5 },
  };
  expect((await change("campaigns", changed)).status).toBe(200);
  expect(await defaults()).toEqual(changed);
  await restore("campaigns");
  expect(await defaults()).toMatchObject({ monthly_budget: { CHF: 500, EUR: 500 }, weeks: 4, radius_km: 30 });
});

test("places in the operator's countries are found first, after the customer's own country, and screens know them", async () => {
  const countriesOf = async () => {
    const { body } = await anna.post("/user-campaigns/location/search", { q: "neu", kind: "city" });
    return [...new Set(body.map(({ country }: { country: string }) => country))];
  };
  await change("campaigns", { countries: [] });
  const before = await countriesOf();
  await change("campaigns", { countries: ["AT"] });
  const after = await countriesOf();
  expect((await stack.visitor().get("/site/status")).body.countries).toEqual(["AT"]);
  expect(before[0]).toBe("CH");
  expect(after.slice(0, 2)).toEqual(["CH", "AT"]);
  expect(before[1]).not.toBe("AT");
  expect((await change("campaigns", { countries: ["CH", "CH"] })).status).toBe(422);
  expect((await change("campaigns", { countries: ["XX"] })).status).toBe(422);
  await restore("campaigns");
});

test("the landing page shows the operator's texts as plain text, and only the chosen sections with their links", async () => {
  const { texts, sections } = (await current("site")).settings;
  const own = {
    headline: "Werbung <im> Quartier",
    lead: "Für Läden & Beizen.",
    about: "Wir sind drei.\n\nSeit 2019.",
    stories: "Beiz voll\nDer Mittagstisch war ausgebucht.\n\nVelo weg\nAlle Occasionen verkauft.",
  };
  const settings = { texts: { ...texts, de: own }, sections: { ...sections, prices: false, faq: false, case: false } };
  expect((await change("site", settings)).status).toBe(200);
  const german = await pageOf("/de");
  expect(german).toContain('<h1 class="poster">Werbung &lt;im&gt; Quartier</h1>');
  expect(german).toContain("Für Läden &amp; Beizen.");
  expect(german).toContain('<p class="soft">Wir sind drei.</p><p class="soft">Seit 2019.</p>');
  expect(german).toContain("<h3>Velo weg</h3><p>Alle Occasionen verkauft.</p>");
  expect(german).not.toContain("Die Betriebe sind erfunden");
  for (const id of ["prices", "faq", "case"]) {
    expect(german).not.toContain(`id="${id}"`);
    expect(german).not.toContain(`#${id}"`);
  }
  expect(german).not.toContain("FAQPage");
  const english = await pageOf("/en");
  expect(english).toContain("Your poster on the sites your town reads.");
  expect(english).not.toContain('id="prices"');
  await restore("site");
  const restored = await pageOf("/de");
  for (const id of siteSections) expect(restored).toContain(`id="${id}"`);
});

test("texts of the landing page have limits, and stories a form", async () => {
  const { texts } = (await current("site")).settings;
  const tryText = async (name: string, text: string) => {
    const answer = await change("site", { texts: { ...texts, de: { ...texts.de, [name]: text } } });
    return [answer.status, Object.keys(answer.body.errors ?? {})];
  };
  expect(await tryText("headline", "x".repeat(81))).toEqual([422, ["settings.texts.de.headline"]]);
  expect(await tryText("stories", "Only a title")).toEqual([422, ["settings.texts.de.stories"]]);
  expect(await tryText("stories", "A\nb\n\n".repeat(7))).toEqual([422, ["settings.texts.de.stories"]]);
});

test("a top-up below the price list's minimum is refused with the amount, in the reader's language", async () => {
  const { version, settings } = (await boss.get("/settings/operator")).body.prices;
  expect(settings.minimum_top_up).toBe(0.01);
  const changed = { version, note: "Fees", settings: { ...settings, minimum_top_up: 150.5 } };
  expect((await boss.put("/settings/operator/prices", changed)).status).toBe(200);
  const pay = (amount: number) => anna.post("/stripe", { amount }, { "accept-language": "de" });
  const refused = await pay(150.49);
  expect(refused.status).toBe(422);
  expect(refused.body.errors.amount).toEqual(["Das kleinste Budget, das Sie aufladen können, ist CHF\u00a0150.50."]);
  expect((await pay(150.5)).body.errors?.amount).toBeUndefined();
});

test("only a super_admin changes these settings", async () => {
  for (const role of ["admin", "campaign_manager", "customer"] as const) {
    const other = await stack.signIn(role);
    for (const section of ["review", "campaigns", "site"] as const) {
      const { version, settings } = await current(section);
      expect((await other.put(`/settings/operator/${section}`, { version, note: "Mine", settings })).status).toBe(403);
    }
  }
});
