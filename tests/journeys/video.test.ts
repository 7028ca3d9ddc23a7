import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { clipWithoutPictures, testClip } from "../../server/src/modules/creatives/video-conversion/test-clip.ts";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callApi } from "../support/call-api.ts";
import { calmSpeed } from "../support/demo-server.ts";
import { eventually } from "../support/eventually.ts";
import { needs } from "../support/needs.ts";
import { zurichDay } from "../support/zurich-day.ts";
import { setExchangeSpeed } from "./campaign/figures.ts";

/** An advertiser with a display and a video campaign, and the converter for staff. */
let visitor: Visitor;
const ended: Visitor[] = [];
const settings = {
  categories: ["IAB12"],
  language: "de",
  // Ahead of the plan, which allows few impressions at night.
  total_budget: 50,
  strategy: "performance",
  pacing: "ahead",
  start_on: zurichDay(),
  end_on: zurichDay(5),
  destination_url: "https://www.brothaus-matte.example/video",
  targeting: { locations: [{ kind: "country", id: "country:CH", name: "Switzerland", country: "CH" }] },
};

beforeAll(async () => {
  visitor = await newVisitor();
});
afterAll(async () => {
  for (const each of [visitor, ...ended]) await each?.leave();
  closeBrowser();
});

type Saved = { id: number; name: string; status: string };

/** Starts the campaign from its last step. */
async function start(campaign: Saved): Promise<void> {
  const { page } = visitor;
  await page.goto(`/campaigns/${campaign.id}?step=preview`);
  await page.getByText("Everything is complete").waitFor();
  await page.getByRole("button", { name: "Start campaign" }).click();
  await page.getByText(`${campaign.name} has started`).waitFor();
  expect((await callApi<Saved>(page, "GET", `/user-campaigns/${campaign.id}`)).status).toBe("ACTIVE");
}

test(
  "[FLOW-002] a display and a video campaign are created, started, delivered and reported",
  needs("ffmpeg"),
  async () => {
    await visitor.signIn("customer");
    const { page } = visitor;
    await page.goto("/campaigns/create");
    await page.getByLabel("Name", { exact: true }).fill("Film of the bakery");
    await page.getByText("Video", { exact: true }).click();
    await page.getByRole("button", { name: "Create draft" }).click();
    await page.waitForURL(/\/campaigns\/\d+\?step=basic/);
    const id = Number(/campaigns\/(\d+)/.exec(page.url())?.[1]);
    await page.getByRole("button", { name: "Next: Targeting" }).click();
    await callApi(page, "PUT", `/user-campaigns/${id}`, settings);
    await page.goto(`/campaigns/${id}?step=template`);
    await page.getByRole("heading", { name: /Which video/ }).waitFor();
    const chooser = page.getByLabel("Choose a video");
    await chooser.setInputFiles({ name: "clip.mov", mimeType: "video/quicktime", buffer: Buffer.from("no video") });
    await page.getByText("This is not a video we can read").waitFor();
    const clip = testClip("mov", { seconds: 6 });
    await chooser.setInputFiles({ name: "Sonntagszopf.mov", mimeType: "video/quicktime", buffer: clip });
    const player = page.locator("video");
    await player.waitFor({ timeout: 120_000 });
    const length = await player.evaluate(async (video: HTMLVideoElement) => {
      while (!(video.duration > 0)) await new Promise((resolve) => setTimeout(resolve, 50));
      return video.duration;
    });
    expect(length).toBeCloseTo(6, 0);
    for (const size of ["1280 x 720", "640 x 360", "426 x 240"]) await page.getByText(size, { exact: true }).waitFor();
    expect(await visitor.accessibility()).toEqual([]);
    const video = await callApi<Saved>(page, "GET", `/user-campaigns/${id}`);
    await start(video);

    const shown = await callApi<{ data: Saved[] }>(
      page,
      "GET",
      "/user-campaigns?search=Zopf&status=ACTIVE&sort=created_at&direction=asc",
    );
    const display = await callApi<Saved>(page, "POST", `/user-campaigns/${shown.data[0]?.id}/copy`);
    const { name } = await callApi<Saved>(page, "PUT", `/user-campaigns/${display.id}`, {
      ...settings,
      name: "Banners of the bakery",
    });
    await start({ ...display, name });

    type Figures = { impressions: number; video_plays: number; completions: number };
    // Each time: another journey slows the exchange down when it has seen enough.
    const figuresOf = async (campaign: number) => {
      await setExchangeSpeed(inject("demo"), 100);
      return callApi<Figures>(page, "GET", `/statistics?campaign_ids=${campaign}`);
    };
    await eventually(
      "plays of the video",
      () => figuresOf(id),
      (now) => now.video_plays > 0,
      120_000,
    );
    await eventually(
      "impressions of the banners",
      () => figuresOf(display.id),
      (now) => now.impressions > 0,
      180_000,
    );
    await setExchangeSpeed(inject("demo"), calmSpeed);
    for (const campaign of [id, display.id]) {
      await callApi(page, "PUT", `/user-campaigns/${campaign}`, { status: "ENDED" });
    }
    expect(visitor.complaints()).toEqual([]);
  },
);

test("[PAGE-013] staff upload a video to the converter and see it listed with its state", needs("ffmpeg"), async () => {
  const staff = await newVisitor({ width: 390 });
  ended.push(staff);
  await staff.signIn("tech_admin");
  const { page } = staff;
  await page.goto("/media-converter");
  await page.getByRole("heading", { name: "Video converter" }).waitFor();
  const clip = testClip("webm", { seconds: 1 });
  await page.getByLabel("Choose a video").setInputFiles({ name: "Winter.webm", mimeType: "video/webm", buffer: clip });
  const row = page.getByRole("row").filter({ hasText: "Winter.webm" });
  await row.getByText(/Waiting|Converting|Done/).waitFor();
  await row.getByText("Done").waitFor({ timeout: 120_000 });
  expect(await staff.accessibility()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await row.getByRole("button", { name: "Watch Winter" }).click();
  await page.getByRole("dialog").locator("video").waitFor();
  await page.keyboard.press("Escape");
  await page
    .getByLabel("Choose a video")
    .setInputFiles({ name: "Dark.mp4", mimeType: "video/mp4", buffer: clipWithoutPictures() });
  const failed = page.getByRole("row").filter({ hasText: "Dark.mp4" });
  await failed.getByText(/could not be read. Export it again/).waitFor({ timeout: 60_000 });
  expect(await failed.getByRole("button", { name: "Actions for Dark" }).count()).toBe(0);
  const customer = await newVisitor();
  ended.push(customer);
  await customer.signIn("customer");
  expect((await customer.page.goto("/media-converter"))?.status()).toBe(403);
});
