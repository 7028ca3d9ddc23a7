import { defaultLegal } from "@litfass/contract/settings/default-settings";
import type { LegalTexts } from "@litfass/contract/settings/legal-texts";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../testing/client.ts";
import { type Stack, startStack } from "../../testing/stack.ts";

let stack: Stack;
let operator: TestClient;
beforeAll(async () => {
  stack = await startStack();
  operator = await stack.signIn({ uid: "operator", role: "super_admin", lang: "en" });
});
afterAll(() => stack?.close());

const current = async (): Promise<{ version: number; settings: LegalTexts }> =>
  (await operator.get("/settings/operator")).body.legal;

async function save(change: Partial<LegalTexts>) {
  const { version, settings } = await current();
  return operator.put("/settings/operator/legal", { version, note: "test", settings: { ...settings, ...change } });
}
const page = async (path: string): Promise<string> => (await stack.app.inject({ url: path })).body;

test("[PUB-017] an own text replaces the built-in one in its language, with the company's data at placeholders", async () => {
  const { company } = (await operator.get("/settings/operator")).body;
  const name = "Müller & *Söhne* <AG>";
  await operator.put("/settings/operator/company", {
    version: company.version,
    note: "name",
    settings: { ...company.settings, name },
  });
  const text = "# Gegenstand\n\nVertrag mit {name}.\n\n{address}\n\n- [Kontakt](https://help.example)";
  expect((await save({ terms: { ...defaultLegal.terms, de: text } })).status).toBe(200);
  for (const path of ["/de/terms", "/de/agb"]) {
    const shown = await page(path);
    expect(shown).toContain("<h2>Gegenstand</h2>");
    expect(shown).toContain("Vertrag mit Müller &amp; *Söhne* &lt;AG&gt;.");
    expect(shown).toMatch(/Säulenstrasse 7<br>\s*CH-8000 Zürich/);
    expect(shown).toContain('<a href="https://help.example">Kontakt</a>');
    expect(shown).not.toContain("1. Gegenstand");
  }
  expect(await page("/en/terms")).toContain("1. Subject");
});

test("own texts link to web pages, mail addresses and pages of this site only", async () => {
  const links = ["https://a.example", "http://a.example", "mailto:a@b.example", "/de/imprint"];
  const others = ["tel:1", "ftp://a.example", "//a.example", "sms:1", "data:image/png;base64,xx", "javascript:x"];
  await save({ imprint: { ...defaultLegal.imprint, en: [...links, ...others].map((url) => `[x](${url})`).join(" ") } });
  const shown = [...(await page("/en/imprint")).matchAll(/<a href="([^"]*)">x<\/a>/g)].map(([, url]) => url);
  expect(shown).toEqual(links);
});

test("own texts contain no HTML, no scripts in links and no pictures of third parties", async () => {
  const text = '<script>alert(1)</script> [a](javascript:alert(1)) ![p](https://track.example/p.png) <b onclick="x">';
  expect((await save({ privacy: { ...defaultLegal.privacy, en: text } })).status).toBe(200);
  const shown = await page("/en/privacy");
  expect(shown).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(shown).not.toMatch(/<script>alert|href="javascript|<img[^>]*track\.example|<b onclick/);
});

test("a table of an own text scrolls in a box of its own", async () => {
  await save({
    imprint: { ...defaultLegal.imprint, de: "| Stelle | Telefon |\n| --- | --- |\n| Zentrale | {phone} |" },
  });
  expect(await page("/de/imprint")).toMatch(/<div class="scroll" tabindex="0"><table>[\s\S]+<\/table><\/div>/);
});

test("an unknown placeholder is refused at the text, in the language of the request", async () => {
  const { status, body } = await save({ imprint: { ...defaultLegal.imprint, fr: "Société {nom}" } });
  expect(status).toBe(422);
  expect(body.errors["settings.imprint.fr"][0]).toContain("{vat_number}");
});

test("the editor starts from the built-in text, and its preview is the page", async () => {
  const path = "/settings/operator/legal/built-in?document=imprint&language=de";
  const { text } = (await operator.get(path)).body;
  expect(text).toContain("{address}");
  expect(text).not.toContain("Säulenstrasse");
  const body = { document: "imprint", language: "de", text };
  const { html } = (await operator.post("/settings/operator/legal/preview", body)).body;
  expect(html).toContain("Säulenstrasse 7");
  expect(html).not.toContain("<script");
  const customer = await stack.signIn({ uid: "curious", role: "customer" });
  expect((await customer.get(path)).status).toBe(403);
});

test("[ERR-003] a new edition of the terms stops every customer's calls until they accept it; staff go on", async () => {
  const customer = await stack.signIn({ uid: "customer-7", role: "customer", lang: "de" });
  const staff = await stack.signIn({ uid: "accountant-7", role: "accountant" });
  expect((await customer.get("/billing/payments")).status).toBe(200);
  const changes = { ...defaultLegal.terms_changes, de: "Neu gilt: Rechnungen sind in 10 Tagen zu zahlen." };
  expect((await save({ terms_edition: 2, terms_changes: changes })).status).toBe(200);

  const refused = await customer.get("/billing/payments");
  expect([refused.status, refused.body.is_terms_accepted]).toEqual([430, false]);
  expect((await staff.get("/users/me")).body.is_terms_accepted).toBe(true);
  const shown = await customer.get("/site/terms", { "accept-language": "de" });
  expect(shown.body).toEqual({ edition: 2, changes: changes.de, has_accepted: true });
  await save({ terms_changes: { ...defaultLegal.terms_changes, en: "Invoices are due in 10 days." } });
  const untranslated = await customer.get("/site/terms", { "accept-language": "de" });
  expect(untranslated.body.changes).toBe("Invoices are due in 10 days.");

  expect((await customer.post("/users/me/terms", { edition: 1 })).status).toBe(409);
  expect((await customer.get("/billing/payments")).status).toBe(430);
  const accepted = await customer.post("/users/me/terms", { edition: 2 });
  expect([accepted.status, accepted.body.is_terms_accepted]).toEqual([200, true]);
  expect((await customer.get("/billing/payments")).status).toBe(200);
  const { rows } = await stack.platform.db.execute(
    sql`select edition, accepted_at = ${stack.platform.clock.now().toISOString()}::timestamptz as now
        from terms_acceptances where uid = 'customer-7'`,
  );
  expect(rows).toContainEqual({ edition: 2, now: true });
});

test("the edition goes up by one only, and restoring an earlier text does not take it back", async () => {
  const { version, settings } = await current();
  for (const wrong of [settings.terms_edition - 1, settings.terms_edition + 2]) {
    const { status, body } = await save({ terms_edition: wrong });
    expect([status, Object.keys(body.errors)]).toEqual([422, ["settings.terms_edition"]]);
  }
  const restored = await operator.post("/settings/operator/legal/restore", { version, restore: 0, note: "back" });
  expect(restored.status).toBe(200);
  const now = (await current()).settings;
  expect(now).toEqual({ ...defaultLegal, terms_edition: settings.terms_edition });
});

test("the history shows the start and the length of a long text", async () => {
  await save({ terms: { ...defaultLegal.terms, it: "a".repeat(5_000) } });
  const { data } = (await operator.get("/settings/operator/legal/versions")).body;
  expect(data[0].changes).toMatchObject([{ field: "terms.it", before: "", after: `${"a".repeat(200)}… (5000)` }]);
});

const profile = {
  ...{ first_name: "Anna", last_name: "Muster", company_name: "Bäckerei", user_type: "company", vat_number: null },
  ...{ country_code: "CH", postal_code: "3011", city: "Bern", street: "Kramgasse", house_number: "1" },
  is_terms_accepted: true,
};
const editionsOf = async (uid: string) => {
  const { rows } = await stack.platform.db.execute<{ edition: number }>(
    sql`select edition from terms_acceptances where uid = ${uid} order by edition`,
  );
  return rows.map(({ edition }) => edition);
};
const inForce = async (): Promise<number> => (await current()).settings.terms_edition;

test("a new customer accepts the edition in force with the profile, or the one that was shown while it is in force", async () => {
  const edition = await inForce();
  const newcomer = await stack.signIn({ uid: "newcomer", role: "customer", filled: false });
  expect((await newcomer.get("/users/me")).body.is_terms_accepted).toBe(false);
  expect((await newcomer.get("/site/terms")).body.has_accepted).toBe(false);
  const late = await newcomer.post("/users/me", { ...profile, terms_edition: edition - 1 });
  expect([late.status, await editionsOf("newcomer")]).toEqual([409, []]);
  const saved = await newcomer.post("/users/me", { ...profile, terms_edition: edition });
  expect([saved.status, saved.body.is_terms_accepted]).toEqual([200, true]);
  const other = await stack.signIn({ uid: "other-client", role: "customer", filled: false });
  expect((await other.post("/users/me", profile)).body.is_terms_accepted).toBe(true);
  expect([await editionsOf("newcomer"), await editionsOf("other-client")]).toEqual([[edition], [edition]]);
});

test("a profile form that was open before a new edition saves the profile, but does not accept the edition", async () => {
  const edition = await inForce();
  const customer = await stack.signIn({ uid: "open-form", role: "customer" });
  await save({ terms_edition: edition + 1 });
  const saved = await customer.post("/users/me", profile);
  expect([saved.status, saved.body.company_name, saved.body.is_terms_accepted]).toEqual([200, "Bäckerei", false]);
  expect((await customer.get("/billing/payments")).status).toBe(430);
  expect((await customer.get("/site/terms")).body.has_accepted).toBe(true);
  // What they accepted until now is on record, also without the call that accepts.
  expect(await editionsOf("open-form")).toEqual([edition]);
  expect((await customer.post("/users/me/terms", { edition: edition + 1 })).status).toBe(200);
});

test.each([
  ["/users/me/terms", (edition: number) => ({ edition })],
  ["/users/me", (edition: number) => ({ ...profile, terms_edition: edition })],
])("terms that change while %s accepts them are not accepted", async (path, bodyOf) => {
  const edition = await inForce();
  const uid = path === "/users/me" ? "racing-profile" : "racing-terms";
  const customer = await stack.signIn({ uid, role: "customer", filled: path !== "/users/me" });
  await stack.platform.db.execute(sql`update users set terms_accepted_at = null where uid = ${uid}`);
  const blocker = new pg.Client(stack.databaseUrl);
  await blocker.connect();
  try {
    await blocker.query("begin");
    await blocker.query("lock table operator_settings in share mode");
    const change = save({ terms_edition: edition + 1 });
    await expect.poll(() => stack.waitingForLocks()).toBe(1);
    let accepted: { status: number } | null = null;
    const acceptance = customer.post(path, bodyOf(edition)).then((answer) => {
      accepted = answer;
    });
    await expect.poll(async () => accepted !== null || (await stack.waitingForLocks()) === 2).toBe(true);
    await blocker.query("commit");
    expect((await change).status).toBe(200);
    await acceptance;
    expect(accepted).toMatchObject({ status: 409 });
    expect(await editionsOf(uid)).toEqual([]);
  } finally {
    await blocker.end();
  }
});
