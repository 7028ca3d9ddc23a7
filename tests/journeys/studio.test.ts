import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testClip } from "../../server/src/modules/creatives/video-conversion/test-clip.ts";
import { zipOf } from "../../server/src/testing/zip.ts";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callApi } from "../support/call-api.ts";
import { needs } from "../support/needs.ts";

let visitor: Visitor;
let campaign: number;

/** Calls the API as the signed-in user. */
const api = <Answer>(method: string, path: string, body?: unknown): Promise<Answer> =>
  callApi<Answer>(visitor.page, method, path, body);

/** A plain image as a file for a chooser, painted by the browser. */
async function picture(name: string, width: number, height: number) {
  const uri = await visitor.page.evaluate(
    ([width, height]) => {
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const paint = canvas.getContext("2d");
      if (paint) paint.fillStyle = "#c87432";
      paint?.fillRect(0, 0, width, height);
      return canvas.toDataURL("image/png");
    },
    [width, height] as const,
  );
  return { name, mimeType: "image/png", buffer: Buffer.from(uri.slice(uri.indexOf(",") + 1), "base64") };
}

/** Waits until `read` returns the expected text for the banner of every visible format. */
async function drawn(read: string, expected: string, formats = 5): Promise<void> {
  await expect
    .poll(
      async () => {
        const found = await Promise.all(
          visitor.page.frames().map((frame) => frame.evaluate(read).catch(() => null) as Promise<string | null>),
        );
        return found.filter((value) => value === expected).length;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(formats);
}
/** Moves the focus to 60% and waits until five banners use it; a key lost during a redraw is pressed again. */
async function moveFocusRight(picture: Locator): Promise<void> {
  const place = () => picture.locator("span").getAttribute("style");
  const move = async () => {
    if ((await place())?.includes("left: 50%")) await picture.press("Shift+ArrowRight");
    return place();
  };
  await expect.poll(move, { timeout: 20_000, interval: 500 }).toContain("left: 60%");
  await drawn(color("fx"), "0.6");
}
const color = (name: string) =>
  `document.querySelector(".ad") && getComputedStyle(document.documentElement).getPropertyValue("--${name}").trim()`;
const label = `document.querySelector(".ad") && document.querySelector(".ad").getAttribute("aria-label")`;

beforeAll(async () => {
  visitor = await newVisitor({ width: 1440, height: 1000 });
  await visitor.signIn("customer");
  campaign = (await api<{ id: number }>("POST", "/user-campaigns", { name: "Sunday Zopf" })).id;
});
afterAll(async () => {
  await visitor.leave();
  closeBrowser();
});

test("[ROUTE-039] [STEP-004] [API-UCRE-005] six favorites in the chosen order are the first six cards", async () => {
  const { page } = visitor;
  await page.goto("/favorite-creatives");
  for (const name of ["Offer", "Split", "Date", "Voice", "Poster", "Cut-out"]) {
    await page.getByRole("button", { name: `Add ${name}` }).click();
  }
  await page.getByRole("button", { name: "Move Cut-out up" }).focus();
  await page.keyboard.press("Enter");
  const chosen = ["Offer", "Split", "Date", "Voice", "Cut-out", "Poster"];
  // A page that is left cancels what it has not saved yet.
  const saved = () => callApi<{ name: string }[]>(page, "GET", "/user-creatives/favorites/selected");
  await expect.poll(async () => (await saved()).map((each) => each.name)).toEqual(chosen);
  expect(await visitor.accessibility()).toEqual([]);
  await expect
    .poll(async () => {
      await page.goto(`/campaigns/${campaign}?step=template`);
      await page.getByRole("button", { name: "Choose Offer" }).waitFor();
      return (await page.getByRole("heading", { level: 3 }).allInnerTexts()).slice(0, 6);
    })
    .toEqual(chosen);
  expect(
    await page
      .getByRole("listitem")
      .filter({ has: page.locator("iframe") })
      .count(),
  ).toBe(26);
});

test("[CONST-028] of eight favorites exactly six come first", async () => {
  const { page } = visitor;
  const first = page.getByRole("region", { name: "Your favorites" });
  const hearts = page.getByRole("button", { name: /^Remove .+ from favorites$/ });
  for (const name of ["Panorama", "Signet"]) {
    await page.getByRole("button", { name: `Add ${name} to favorites` }).click();
    await page.getByRole("button", { name: `Remove ${name} from favorites` }).waitFor();
  }
  expect(await hearts.count()).toBe(8);
  expect(await first.getByRole("heading", { level: 3 }).allInnerTexts()).toHaveLength(6);
});

test("[ROUTE-035] a campaign's creatives: its templates, and own banners uploaded, rejected with a reason, and removed", async () => {
  const { page } = visitor;
  await page.goto(`/campaigns/${campaign}/creatives`);
  await page.getByRole("heading", { level: 1, name: "Which design suits “Sunday Zopf”?" }).waitFor();
  await page.getByRole("button", { name: "Choose Split" }).waitFor();
  const files = page.locator('input[type=file][aria-label="Upload banners"]');
  const zip = (head: string) => {
    const size = '<meta name="ad.size" content="width=300,height=250">';
    const body = `<!doctype html><html><head>${size}${head}</head><body>Bread</body></html>`;
    return { mimeType: "application/zip", buffer: zipOf([{ name: "index.html", body }]) };
  };
  await files.setInputFiles([
    { name: "leading.zip", ...zip('<script>location = "https://shop.example";</script>') },
    { name: "box.zip", ...zip('<script>var clickTag = "";</script>') },
    await picture("odd.png", 500, 400),
  ]);
  await page.getByText("leading.zip was rejected. Fix this and upload again:").waitFor();
  await page.getByText("box.zip was added as 300 x 250.").waitFor();
  await page.getByText("odd.png was rejected. The picture is 500 x 400 px.").waitFor();
  expect(await visitor.accessibility()).toEqual([]);
  await page.getByRole("button", { name: "Use this banner" }).click();
  await page.getByText("The campaign uses one banner of your own.").waitFor();
  await page.getByRole("button", { name: "Remove box.zip" }).click();
  await page.getByText("The campaign uses one banner of your own.").waitFor({ state: "detached" });
});

test("[STEP-005] every card contains a live HTML5 preview", async () => {
  const { page } = visitor;
  for (const card of await page.locator("li:has(iframe)").all()) {
    await card.scrollIntoViewIfNeeded();
    await card.frameLocator("iframe").locator("a.ad").waitFor({ state: "attached" });
  }
  expect(await visitor.accessibility()).toEqual([]);
});

test("choosing a template leads to its form", async () => {
  const { page } = visitor;
  await page.getByRole("button", { name: "Choose Split" }).click();
  await page.waitForURL(/step=customise/);
  await page.getByLabel("Title").waitFor();
});

test("[RULE-001] a title has at most 30 characters: counter and message at 31", async () => {
  const { page } = visitor;
  await page.getByLabel("Title").fill("x".repeat(30));
  await page.getByText("30 of 30").waitFor();
  expect(await page.getByText("may not be greater than 30 characters").count()).toBe(0);
  await page.getByLabel("Title").fill("x".repeat(31));
  await page.getByText("31 of 30").waitFor();
  await page.getByText("may not be greater than 30 characters").waitFor();
  await page.getByLabel("Title").fill("Warm from the oven");
});

test("[RULE-002] a description has at most 90 characters: message at 91", async () => {
  const { page } = visitor;
  await page.getByLabel("Description").fill("y".repeat(90));
  await page.getByText("90 of 90").waitFor();
  expect(await page.getByText("may not be greater than 90 characters").count()).toBe(0);
  await page.getByLabel("Description").fill("y".repeat(91));
  await page.getByText("may not be greater than 90 characters").waitFor();
  await page.getByLabel("Description").fill("Order by Friday noon.");
  await drawn(label, "Warm from the oven – Order by Friday noon. – Your button");
});

test("[RULE-003] an image must be smaller than 1500 x 1500 px", async () => {
  const { page } = visitor;
  const files = page.locator('input[type=file][aria-label="Add photos"]');
  const refusal = page.getByText("The image size should be smaller than 1500 x 1500 px.", { exact: true });
  for (const [width, height] of [
    [1500, 1500],
    [1600, 200],
  ] as const) {
    await files.setInputFiles(await picture("large.png", width, height));
    await refusal.waitFor();
    // The next upload clears the message, so its return is visible.
    await page.reload();
    await page.getByLabel("Title").waitFor();
  }
  await files.setInputFiles(await picture("bread.png", 1499, 1499));
  await page.getByRole("button", { name: "Photo 1: bread.png" }).waitFor();
  expect(await refusal.count()).toBe(0);
});

test("[FIELD-CREA-006] the previews use the chosen background and button color", async () => {
  const { page } = visitor;
  await page.getByLabel("Background, as #RRGGBB").fill("#FFC94A");
  await page.getByLabel("Button, as #RRGGBB").fill("#2B1A0E");
  await drawn(color("bg"), "#ffc94a");
  await drawn(color("btn"), "#2b1a0e");
  await page.getByText("Readable: text on background 11.0 to 1, button 16.7 to 1.").waitFor();
});

test("logo, texts, colors, photos and their focus apply to every format and are kept", async () => {
  const { page } = visitor;
  await page.getByLabel("Background, as #RRGGBB").fill("#12294B");
  await drawn(color("bg"), "#12294b");
  await drawn(`document.querySelector(".ad .pic") && "photo"`, "photo");
  await page.locator('input[type=file][aria-label="Upload a logo"]').setInputFiles(await picture("logo.png", 300, 90));
  await page.getByText("logo.png").waitFor();
  await drawn(`document.querySelector(".ad .logo img") && "logo"`, "logo");
  await moveFocusRight(page.getByRole("button", { name: "Most important spot in bread.png" }));
  // One format gets its own crop: the others keep theirs.
  await page.getByRole("combobox", { name: "Crop of" }).selectOption("300x250");
  await page.getByRole("button", { name: "Most important spot in bread.png" }).press("+");
  await page.getByText("1.10 times").waitFor();
  await drawn(color("zoom"), "1.1", 1);
  await drawn(color("fx"), "0.6");
  await page.getByRole("button", { name: "Save as brand kit" }).click();
  await page.getByText("Brand kit saved. New campaigns start with it.").waitFor();
  await page.locator("form input[type=text]").nth(1).fill("Order bread");
  await drawn(label, "Warm from the oven – Order by Friday noon. – Order bread");
  await expect
    .poll(async () => {
      const forms = await api<{ values: { button_text: string }; missing: unknown[] }>(
        "GET",
        `/user-creatives/${campaign}/forms`,
      );
      return [forms.values.button_text, forms.missing.length];
    })
    .toEqual(["Order bread", 0]);
  expect(await visitor.accessibility()).toEqual([]);
  expect(visitor.complaints()).toEqual([]);
});

test("a format for phones is added to the campaign and shown in a group of its own, and removed again", async () => {
  const { page } = visitor;
  await page.getByRole("button", { name: "Add formats: more phone placements" }).click();
  const phones = page.getByRole("group", { name: "Phones", exact: true });
  await phones.getByRole("checkbox", { name: /320\s*x\s*50/ }).check();
  const preview = page.getByRole("region", { name: "Phones", exact: true });
  await preview.getByTitle(/320\s*x\s*50/).waitFor();
  await drawn(`document.querySelector(".ad.st .t") && "strip"`, "strip", 1);
  const formats = async () =>
    (await api<{ forms: { format: string }[] }>("GET", `/user-creatives/${campaign}/forms`)).forms.map(
      ({ format }) => format,
    );
  await expect.poll(formats).toEqual(["994x250", "300x600", "160x600", "300x250", "728x90", "320x50"]);
  expect(await visitor.accessibility()).toEqual([]);
  await phones.getByRole("checkbox", { name: /320\s*x\s*50/ }).uncheck();
  await expect.poll(formats).toHaveLength(5);
});

/** What the banners show at an element, such as a picture's data URI: the same in all five formats, or null. */
async function shown(read: string): Promise<string | null> {
  const frames = visitor.page.frames();
  const found = await Promise.all(frames.map((frame) => frame.evaluate(read).catch(() => null)));
  const values = found.filter((value) => typeof value === "string");
  return values.length >= 5 && new Set(values).size === 1 ? (values[0] ?? null) : null;
}
const sourceOf = (selector: string) =>
  `document.querySelector(".ad") && (document.querySelector(".ad ${selector}")?.getAttribute("src") ?? "none")`;
async function becomes(read: string, other: string | null): Promise<string> {
  await expect.poll(async () => [null, other].includes(await shown(read)), { timeout: 30_000 }).toBe(false);
  return (await shown(read)) ?? "";
}

test(
  "[STEP-006] logo, every text, both colors, photos and a video: the preview shows each change",
  needs("ffmpeg"),
  async () => {
    const { page } = visitor;
    const files = (name: string) => page.locator(`input[type=file][aria-label="${name}"]`);
    await page.goto(`/campaigns/${campaign}?step=customise`);
    await page.getByLabel("Title").fill("Zopf on Sunday");
    await drawn(label, "Zopf on Sunday – Order by Friday noon. – Order bread");
    await page.getByLabel("Description").fill("Baked at night.");
    await drawn(label, "Zopf on Sunday – Baked at night. – Order bread");
    await page.getByLabel("Button", { exact: true }).fill("Reserve one");
    await drawn(label, "Zopf on Sunday – Baked at night. – Reserve one");
    await page.getByLabel("Background, as #RRGGBB").fill("#E8F0E4");
    await drawn(color("bg"), "#e8f0e4");
    await page.getByLabel("Button, as #RRGGBB").fill("#7A1F1F");
    await drawn(color("btn"), "#7a1f1f");

    const logo = await shown(sourceOf(".logo img"));
    await files("Upload a logo").setInputFiles(await picture("round.png", 120, 120));
    await becomes(sourceOf(".logo img"), logo);
    const photo = await shown(sourceOf(".pic"));
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    expect(await becomes(sourceOf(".pic"), photo)).toBe("none");
    await files("Add photos").setInputFiles(await picture("zopf.png", 1600, 1200));
    await page.getByRole("button", { name: "Scale down and use" }).click();
    await page.getByRole("button", { name: "Photo 1: zopf.png" }).waitFor();
    const second = await becomes(sourceOf(".pic"), "none");
    expect(second).not.toBe(photo);

    await page.getByText("Video", { exact: true }).click();
    await files("Choose a video").setInputFiles({
      name: "zopf.mov",
      mimeType: "video/quicktime",
      buffer: Buffer.from("no video"),
    });
    await page.getByText("This is not a video we can read").waitFor();
    await files("Choose a video").setInputFiles({
      name: "zopf.mov",
      mimeType: "video/quicktime",
      buffer: testClip("mov", { seconds: 1, size: "64x36" }),
    });
    await page.getByText(/^1\.0 s, \d+ KB$/).waitFor({ timeout: 120_000 });
    expect(await becomes(sourceOf(".pic"), second)).toMatch(/^data:image\/webp/);
    expect(await visitor.accessibility()).toEqual([]);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.getByRole("button", { name: "Play animation" }).click();
    await drawn(`document.querySelector("video.pic")?.currentTime > 0 ? "plays" : ""`, "plays");
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("button", { name: "Photo 1: zopf.png" }).waitFor();
    await drawn(sourceOf("img.pic"), second);
    expect(visitor.complaints()).toEqual([]);
  },
);
