import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../testing/client.ts";
import { type Stack, startStack } from "../../testing/stack.ts";

let stack: Stack;
let boss: TestClient;
beforeAll(async () => {
  stack = await startStack();
  boss = await stack.signIn("super_admin");
});
afterAll(() => stack.close());

const offer = async (offered: unknown) => {
  const { version } = (await boss.get("/settings/operator")).body.languages;
  return boss.put("/settings/operator/languages", { version, note: "Romandy and Ticino", settings: { offered } });
};
const page = (url: string, headers: Record<string, string> = {}) =>
  stack.app.inject({ method: "GET", url, headers: { accept: "text/html", ...headers } });
const hreflangs = (text: string) => [...text.matchAll(/hreflang="([a-z-]+)" href/g)].map(([, lang]) => lang);

test("an installation offers English and German, and treats other languages as unknown", async () => {
  const customer = await stack.signIn("customer");
  expect((await stack.visitor().get("/site/status")).body.languages).toEqual(["en", "de"]);
  const refused = await customer.patch("/users/me/lang", { lang: "fr" }, { "accept-language": "fr" });
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual({ lang: ["The language field is not a valid value"] });
  const invited = await boss.post("/admin/users", { email: "lea@acme.example", user_role: "customer", lang: "it" });
  expect([invited.status, Object.keys(invited.body.errors)]).toEqual([422, ["lang"]]);
  expect((await page("/fr")).statusCode).toBe(404);
  expect((await page("/it/contact")).statusCode).toBe(404);
  const home = await page("/", { "accept-language": "fr-CH, it" });
  expect(home.body).toContain('<html lang="en">');
  expect(hreflangs(home.body)).toEqual(["en", "de", "x-default"]);
  expect((await page("/sitemap.xml")).body).not.toContain("/fr");
});

test("English is always offered, and each language once", async () => {
  for (const offered of [["de", "fr"], ["en", "fr", "fr"], [], ["en", "xx"]]) {
    expect((await offer(offered)).status).toBe(422);
  }
});

test("offered languages apply at once to answers, accounts, pages and search engines", async () => {
  expect((await offer(["en", "fr", "it", "de"])).status).toBe(200);
  const [version] = (await boss.get("/settings/operator/languages/versions")).body.data;
  expect(version.changes).toEqual([{ field: "offered", before: "en, de", after: "en, fr, it, de" }]);
  expect((await stack.visitor().get("/site/status")).body.languages).toEqual(["en", "fr", "it", "de"]);

  const customer = await stack.signIn("customer");
  const saved = await customer.patch("/users/me/lang", { lang: "fr" });
  expect([saved.status, saved.body.lang]).toEqual([200, "fr"]);
  const refused = await customer.patch("/users/me/lang", { lang: "xx" }, { "accept-language": "fr-CH" });
  expect(refused.body.errors).toEqual({ lang: ["La valeur du champ langue n'est pas valable"] });
  // Without the header the account's language counts.
  const missing = await customer.patch("/users/me/lang", {});
  expect(missing.body.errors).toEqual({ lang: ["La valeur du champ langue n'est pas valable"] });

  const invited = await boss.post("/admin/users", { email: "lea@acme.example", user_role: "customer", lang: "it" });
  expect(invited.status).toBe(201);
  const mail = stack.outbox.find(({ to }) => String(to).includes("lea@acme.example"));
  expect(mail?.html).toContain('<html lang="it"');

  const home = await page("/fr");
  expect(home.statusCode).toBe(200);
  expect(home.body).toContain('<html lang="fr">');
  expect(home.body).toContain('<details class="langs"><summary class="lang" aria-label="FR, Français">');
  expect(home.body).toContain('<a href="/it" lang="it" hreflang="it">Italiano</a>');
  expect(home.body).toContain('property="og:locale" content="fr_CH"');
  expect(home.body).toContain('"inLanguage":"fr"');
  expect(hreflangs(home.body)).toEqual(["en", "fr", "it", "de", "x-default"]);
  expect((await page("/sitemap.xml")).body).toContain("/it/contact</loc>");
  expect((await page("/", { "accept-language": "it-CH" })).body).toContain('<html lang="it">');
});

test("an account keeps a language that is no longer offered, and is answered in English", async () => {
  const customer = await stack.signIn("customer");
  await customer.patch("/users/me/lang", { lang: "it" });
  expect((await offer(["en", "de"])).status).toBe(200);
  const refused = await customer.patch("/users/me/lang", {});
  expect(refused.body.errors).toEqual({ lang: ["The language field is not a valid value"] });
  expect((await page("/fr")).statusCode).toBe(404);
  // People can still unsubscribe by the link of an earlier mail.
  expect((await page("/it/newsletter/unsubscribe")).statusCode).toBe(200);
});
