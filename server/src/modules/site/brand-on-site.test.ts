import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../testing/client.ts";
import { sendForm } from "../../testing/forms.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { colorRules } from "./frame/brand-style.ts";

let stack: Stack;
let boss: TestClient;
beforeAll(async () => {
  stack = await startStack();
  boss = await stack.signIn("super_admin");
});
afterAll(() => stack.close());

const open = (url: string) => stack.app.inject({ url, headers: { "accept-language": "en", accept: "text/html" } });
const sharedPicture = async (page: string): Promise<{ path: string; body: Buffer; type: unknown }> => {
  const { pathname, search } = new URL(/og:image" content="([^"]+)"/.exec((await open(page)).body)?.[1] ?? "");
  const answer = await open(pathname + search);
  return { path: pathname + search, body: answer.rawPayload, type: answer.headers["content-type"] };
};
async function changeBrand(changes: object): Promise<void> {
  const { version, settings } = (await boss.get("/settings/operator")).body.brand;
  const body = { version, note: "Our own", settings: { ...settings, ...changes } };
  expect((await boss.put("/settings/operator/brand", body)).status).toBe(200);
}

test("the picture of shared links is drawn from the brand and the headline of its language", async () => {
  const english = await sharedPicture("/en");
  const german = await sharedPicture("/de/agency");
  for (const { type, body } of [english, german]) {
    expect(type).toBe("image/png");
    expect(await sharp(body).metadata()).toMatchObject({ width: 1200, height: 630 });
    expect(body.length).toBeLessThan(100_000);
  }
  expect(german.body.equals(english.body)).toBe(false);
  expect((await sharedPicture("/en")).body.equals(english.body)).toBe(true);
  await changeBrand({ operator_name: "Plakatwerk", primary_color: "#7a1f3d" });
  const own = await sharedPicture("/en");
  expect(own.path).not.toBe(english.path);
  const { data } = await sharp(own.body).raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)].map((value) => Math.abs(value))).toEqual([0x7a, 0x1f, 0x3d]);
  expect((await open("/site/share/xx.png")).statusCode).toBe(404);
});

test("the public pages have the operator's color and icon", async () => {
  await changeBrand({ primary_color: "#338cf5" });
  expect((await open("/en")).body).not.toContain("--action:#7a1f3d");
  await changeBrand({ primary_color: "#7a1f3d" });
  const page = (await open("/en")).body;
  expect(/<style>(.*?)<\/style>/s.exec(page)?.[1]).toContain("--action:#7a1f3d;--on-action:#ffffff;");
  expect(page).toContain('<link rel="icon" href="/mark.svg" type="image/svg+xml">');
});

test("search engines get the operator's logo and profiles", async () => {
  const organization = async () =>
    JSON.parse(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec((await open("/en")).body)?.[1] ?? "{}");
  const origin = stack.platform.config.publicUrl;
  expect((await organization()).logo).toBe(`${origin}/mark.svg`);
  const body = await sharp({ create: { width: 80, height: 20, channels: 3, background: "#7a1f3d" } })
    .png()
    .toBuffer();
  const file = [{ name: "logo.png", body }];
  const { image } = (await sendForm(boss, "post", "/settings/operator/images", {}, { file })).body;
  await changeBrand({ mark: image, social_links: ["https://social.example/plakatwerk"] });
  const { logo, sameAs } = await organization();
  expect(logo).toBe(`${origin}/api/v1/site/images/${image}`);
  expect((await open(new URL(logo).pathname)).headers["content-type"]).toBe("image/png");
  expect(sameAs).toEqual(["https://social.example/plakatwerk"]);
});

test("focus lines keep the design's color where the operator's is hardly visible on a page", () => {
  expect(colorRules({ primary_color: "#ffd400" })).not.toContain("--brand:");
  expect(colorRules({ primary_color: "#ffd400" })).toContain("--on-action:#0c1219;");
  expect(colorRules({ primary_color: "#b04a2f" })).toContain("--brand:#b04a2f");
});

test("a logo for light pages has a white plate in dark places, unless there is one for them", async () => {
  const upload = async (background: string) => {
    const body = await sharp({ create: { width: 80, height: 20, channels: 4, background } })
      .png()
      .toBuffer();
    const file = [{ name: "logo.png", body }];
    return (await sendForm(boss, "post", "/settings/operator/images", {}, { file })).body.image;
  };
  const dark = await upload("#ffffff00");
  await changeBrand({ primary_color: "#0b6b4f", logo_light: await upload("#0b6b4f"), logo_dark: null });
  expect((await open("/en")).body.match(/class="logo on-dark plate"/g)).toHaveLength(2);
  const { data, info } = await sharp((await sharedPicture("/en")).body)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (46 * info.width + 80) * info.channels;
  expect([...data.subarray(at, at + 3)]).toEqual([255, 255, 255]);
  await changeBrand({ logo_dark: dark });
  expect((await open("/en")).body).not.toContain("on-dark plate");
});

test("the color behind the menu chooses the logo", () => {
  expect(colorRules({ primary_color: "#0b6b4f" })).toContain(".hero{--on-light:none;--on-dark:block}");
  expect(colorRules({ primary_color: "#ffd400" })).not.toContain(".hero");
});

test("the forecast asks for a budget in the operator's first currency", async () => {
  expect((await open("/en")).body).toContain(">Budget in CHF</label>");
  const { version, settings } = (await boss.get("/settings/operator")).body.prices;
  const cpm = { ...settings.cpm, GBP: 20 };
  const currencies = { offered: [{ currency: "GBP", countries: [] }], elsewhere: "GBP" };
  const body = { version, note: "Pounds", settings: { ...settings, cpm, currencies } };
  expect((await boss.put("/settings/operator/prices", body)).status).toBe(200);
  for (const [path, text] of [
    ["/en", "Budget in GBP"],
    ["/de/try", "Budget in GBP"],
  ] as const) {
    expect((await open(path)).body).toContain(`>${text}</label>`);
  }
});

test("an unknown address in a language is answered in it", async () => {
  const { statusCode, body } = await open("/de/nowhere");
  expect([statusCode, body.includes("Diese Seite gibt es nicht.")]).toEqual([404, true]);
  // Not offered, so that it names no language.
  expect((await open("/fr/nowhere")).body).toContain("This page does not exist.");
});
