import { roles } from "@litfass/contract/kernel/roles";
import { followSettings } from "@litfass/platform/settings/follow-settings";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestClient } from "../../testing/client.ts";
import { sendForm } from "../../testing/forms.ts";
import { type Stack, startStack } from "../../testing/stack.ts";

let stack: Stack;
let boss: TestClient;
beforeAll(async () => {
  stack = await startStack({ env: { MAIL_FROM: "Acme Ads <ads@acme.example>", MAIL_REPLY_TO: "help@acme.example" } });
});
afterAll(() => stack.close());
beforeEach(async () => {
  boss = await stack.signIn("super_admin");
});

const settingsOf = async () => (await boss.get("/settings/operator")).body;
const changeBrand = async (changes: object, note = "New name") => {
  const { brand } = await settingsOf();
  const body = { version: brand.version, note, settings: { ...brand.settings, ...changes } };
  return boss.put("/settings/operator/brand", body);
};
const versionsOf = async (section: string) => (await boss.get(`/settings/operator/${section}/versions`)).body;

test("without a change the settings are those of the configuration", async () => {
  const { brand, prices, rates } = await settingsOf();
  expect([brand.version, prices.version, rates.version]).toEqual([0, 0, 0]);
  expect(brand.settings).toMatchObject({
    operator_name: "Acme Ads",
    sender_address: "ads@acme.example",
    support_address: "help@acme.example",
    primary_color: "#338cf5",
  });
  expect(prices.settings.cpm).toEqual({ CHF: 25, EUR: 25 });
  expect(prices.settings.plans.standard).toEqual({ price_per_month: 1500, term_months: 3, discount: null });
  expect(rates.settings.source).toBe("configuration");
});

test("only a super_admin reads and changes them", async () => {
  const { brand } = await settingsOf();
  for (const role of roles.filter((each) => each !== "super_admin")) {
    const other = await stack.signIn(role);
    const calls = [
      other.get("/settings/operator"),
      other.get("/settings/operator/brand/versions"),
      other.put("/settings/operator/brand", { ...brand, note: "Mine" }),
      other.post("/settings/operator/brand/restore", { version: brand.version, restore: 0, note: "Mine" }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  }
  expect((await stack.visitor().get("/settings/operator")).status).toBe(401);
});

test("a changed brand applies at once to the web app, pages, mails, the API's document and authenticator apps", async () => {
  const changed = await changeBrand({
    operator_name: 'Plakat & Söhne "AG"',
    sender_name: 'Plakat, "Söhne"',
    sender_address: "post@plakat.example",
    support_address: "hilfe@plakat.example",
    primary_color: "#0A1E52",
    social_links: ["https://social.example/plakat"],
  });
  expect(changed.status).toBe(200);
  const site = (await stack.visitor().get("/site/status")).body;
  expect(site.brand).toMatchObject({
    name: 'Plakat & Söhne "AG"',
    primary_color: "#0a1e52",
    text_on_primary: "#ffffff",
    social_links: ["https://social.example/plakat"],
  });
  const page = await stack.app.inject({ url: "/terms", headers: { accept: "text/html" } });
  expect(page.body).toContain("Plakat &amp; Söhne &quot;AG&quot;</title>");
  expect(page.body).not.toContain("Litfass</");
  const document = await stack.app.inject({ url: "/api/v1/openapi.json" });
  expect(document.json().info.title).toBe('Plakat & Söhne "AG" API');
  const customer = await stack.signIn("customer");
  const factor = await customer.post("/users/me/second-factor");
  expect(new URL(factor.body.uri).searchParams.get("issuer")).toBe('Plakat & Söhne "AG"');
  await boss.post("/admin/users", { email: "new@acme.example", user_role: "customer" });
  const mail = stack.outbox.at(-1);
  expect(mail?.from).toBe('"Plakat, \\"Söhne\\"" <post@plakat.example>');
  expect(mail?.replyTo).toBe("hilfe@plakat.example");
  expect(mail?.text).toContain('Plakat & Söhne "AG"');
  expect(mail?.html).toContain("background:#0a1e52;color:#ffffff");
});

test.each([
  ["#777777", "contrast"],
  ["blue", ""],
])("the color %s is refused with an explanation", async (color, reason) => {
  const refused = await changeBrand({ primary_color: color });
  expect(refused.status).toBe(422);
  expect(refused.body.errors["settings.primary_color"][0]).toContain(reason);
});

test("links need https, and unknown images are refused", async () => {
  const refused = await changeBrand({ social_links: ["http://social.example/x"] });
  expect(refused.body.errors).toHaveProperty(["settings.social_links.0"]);
  expect((await changeBrand({ mark: "a".repeat(64) })).body.errors).toHaveProperty(["settings.mark"]);
});

test("each change is a version with its author, reason and differences; an earlier one is restored as a new one", async () => {
  const before = await settingsOf();
  const first = await changeBrand({ operator_name: "First" }, "Founded");
  await changeBrand({ operator_name: "Second" }, "Renamed");
  const { version } = first.body.brand;
  const restored = await boss.post("/settings/operator/brand/restore", {
    version: version + 1,
    restore: version,
    note: "Back again",
  });
  expect(restored.body.brand).toMatchObject({ version: version + 2, settings: { operator_name: "First" } });
  const { data, meta } = await versionsOf("brand");
  expect(meta.total).toBe(version + 2);
  expect(data[0]).toMatchObject({
    version: version + 2,
    note: "Back again",
    restored_from: version,
    changed_by: "Test Person",
    changes: [{ field: "operator_name", before: "Second", after: "First" }],
  });
  expect(data[2].changes).toEqual([
    {
      field: "operator_name",
      before: before.brand.settings.operator_name,
      after: "First",
    },
  ]);
  const { rows } = await stack.platform.db.execute(
    "SELECT command, subject_id, changes FROM audit_entries WHERE subject_type = 'operator_settings' ORDER BY id DESC LIMIT 1",
  );
  expect(rows[0]).toMatchObject({
    command: "settings.restore_settings",
    subject_id: "brand",
    changes: [{ field: "operator_name", before: "Second", after: "First" }],
  });
  const unknown = { version: version + 2, restore: 999, note: "x" };
  expect((await boss.post("/settings/operator/brand/restore", unknown)).status).toBe(404);
  // The first administrator of an installation has no name yet.
  const newcomer = await stack.signIn({ uid: "nameless", role: "super_admin" });
  await stack.platform.db.execute("update users set display_name = '' where uid = 'nameless'");
  const again = { version: version + 2, restore: version + 1, note: "Once more" };
  expect((await newcomer.post("/settings/operator/brand/restore", again)).status).toBe(200);
  expect((await versionsOf("brand")).data[0].changed_by).toBe("nameless@test.example");
});

test("of two changes of the same version the second is refused", async () => {
  const { brand } = await settingsOf();
  const change = (name: string) =>
    boss.put("/settings/operator/brand", {
      version: brand.version,
      note: "x",
      settings: { ...brand.settings, operator_name: name },
    });
  const answers = await Promise.all([change("One"), change("Two")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await settingsOf()).brand.version).toBe(brand.version + 1);
});

test("versions can be neither changed nor removed", async () => {
  await changeBrand({ operator_name: "Permanent" });
  for (const statement of ["DELETE FROM operator_settings", "UPDATE operator_settings SET note = 'x'"]) {
    await expect(stack.platform.db.execute(statement)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("permission denied") },
    });
  }
});

test("a logo is drawn as PNG without active content, and is public", async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="90"><script>alert(1)</script><rect width="300" height="90" fill="red" onload="alert(2)"/></svg>';
  const uploaded = await sendForm(
    boss,
    "post",
    "/settings/operator/images",
    {},
    {
      file: [{ name: "logo.svg", body: Buffer.from(svg) }],
    },
  );
  expect(uploaded.status).toBe(201);
  expect((await changeBrand({ logo_light: uploaded.body.image })).status).toBe(200);
  const { brand } = (await stack.visitor().get("/site/status")).body;
  expect([brand.logo_light, brand.logo_dark]).toEqual([uploaded.body.url, uploaded.body.url]);
  const image = await stack.app.inject({ url: uploaded.body.url });
  expect([image.statusCode, image.headers["content-type"]]).toEqual([200, "image/png"]);
  expect(image.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
  expect((await sharp(image.rawPayload).metadata()).format).toBe("png");
  expect(image.rawPayload.includes("alert")).toBe(false);
  const page = await stack.app.inject({ url: "/terms", headers: { accept: "text/html" } });
  expect(page.body).toContain(`src="${uploaded.body.url}"`);
});

test.each([
  ["a document", Buffer.from("%PDF-1.7")],
  ["markup that is no image", Buffer.from("<html></html>")],
  ["another image format", Buffer.from("GIF89a")],
])("%s is refused as a logo", async (_name, body) => {
  const refused = await sendForm(boss, "post", "/settings/operator/images", {}, { file: [{ name: "logo.png", body }] });
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toHaveProperty("file");
});

test("another process applies a change that it is notified of", async () => {
  const { db, log, defaultSettings } = stack.platform;
  const other = await followSettings({ db, url: stack.databaseUrl, log, defaults: defaultSettings });
  try {
    await changeBrand({ operator_name: "Told by notification" });
    await expect.poll(() => other.current().brand.operator_name, { timeout: 5_000 }).toBe("Told by notification");
  } finally {
    await other.close();
  }
});
