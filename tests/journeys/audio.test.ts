import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testTone } from "../../server/src/modules/creatives/audio/test-tone.ts";
import { bern } from "../support/bid-request.ts";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callApi } from "../support/call-api.ts";
import { eventually } from "../support/eventually.ts";
import { needs } from "../support/needs.ts";
import { zurichDay } from "../support/zurich-day.ts";
import { adOf } from "./campaign/ad-of.ts";
import { playAd } from "./campaign/play-ad.ts";

/** An advertiser with an audio campaign: spot, companion banner, delivery and report. */
let visitor: Visitor;
const settings = {
  categories: ["IAB1", "IAB12"],
  language: "de",
  // Ahead of the plan, which allows few impressions at night.
  total_budget: 50,
  strategy: "performance",
  pacing: "ahead",
  start_on: zurichDay(),
  end_on: zurichDay(5),
  destination_url: "https://www.brothaus-matte.example/spot",
  targeting: { locations: [{ kind: "country", id: "country:CH", name: "Switzerland", country: "CH" }] },
};

/** What the player of a web radio accepts. */
const audio = {
  ...{ mimes: ["audio/mpeg", "audio/mp4"], protocols: [2, 3, 7, 11, 13], minduration: 5, maxduration: 30 },
  ...{ startdelay: 0, feed: 2 },
};

beforeAll(async () => {
  visitor = await newVisitor();
});
afterAll(async () => {
  await visitor?.leave();
  closeBrowser();
});

test(
  "an audio campaign gets a spot and a companion banner, plays in the preview, is delivered and reported",
  needs("ffmpeg"),
  async () => {
    await visitor.signIn("customer", "/campaigns/create");
    const { page } = visitor;
    await page.getByLabel("Name", { exact: true }).fill("Bakery on the radio");
    await page.getByText("Audio", { exact: true }).click();
    await page.getByRole("button", { name: "Create draft" }).click();
    await page.waitForURL(/\/campaigns\/\d+\?step=basic/);
    const id = Number(/campaigns\/(\d+)/.exec(page.url())?.[1]);
    await page.getByText(/A spot in web radios/).waitFor();
    await page.getByRole("button", { name: "Next: Targeting" }).click();
    await page.getByRole("heading", { name: /Who should hear/ }).waitFor();
    await callApi(page, "PUT", `/user-campaigns/${id}`, settings);

    await page.goto(`/campaigns/${id}?step=template`);
    await page.getByRole("heading", { name: "Which spot should people hear?" }).waitFor();
    await page.getByText(/heard, not seen/).waitFor();
    const chooser = page.getByLabel("Choose a spot");
    await chooser.setInputFiles({ name: "spot.mp3", mimeType: "audio/mpeg", buffer: Buffer.from("no sound") });
    await page.getByText("This is not an audio file we can read").waitFor();
    const short = testTone("wav", { seconds: 3 });
    await chooser.setInputFiles({ name: "short.wav", mimeType: "audio/wav", buffer: short });
    await page.getByText("The spot lasts 3 seconds; it has to last at least 5").waitFor();
    const spot = testTone("wav", { seconds: 6 });
    await chooser.setInputFiles({ name: "Sonntagszopf.wav", mimeType: "audio/wav", buffer: spot });
    await page.getByText("Sonntagszopf.wav").waitFor({ timeout: 120_000 });
    await page.getByText(/played at [-−]1[56]\.\d/).waitFor();
    await page.getByLabel("Transcript").fill("Frischer Zopf, jeden Sonntag.");
    await page.getByRole("button", { name: "Save the transcript" }).click();
    await eventually(
      "the transcript",
      () => callApi<{ audio: { transcript: string } }>(page, "GET", `/user-campaigns/${id}/audio`),
      ({ audio }) => audio.transcript !== "",
      20_000,
    );
    expect(await visitor.accessibility()).toEqual([]);

    await page.getByRole("button", { name: "Next: Companion banner" }).click();
    await page.getByText(/It is optional/).waitFor();
    const picture = sharp({ create: { width: 300, height: 250, channels: 3, background: "#274" } });
    const companion = { name: "zopf.png", mimeType: "image/png", buffer: await picture.png().toBuffer() };
    await page.getByLabel("Upload banners").setInputFiles(companion);
    await page.getByRole("button", { name: "Use this banner" }).click();
    await page.getByRole("button", { name: "No companion banner" }).waitFor();

    await page.goto(`/campaigns/${id}?step=preview`);
    await page.getByText("Frischer Zopf, jeden Sonntag.").waitFor();
    await page.getByRole("heading", { name: "Companion banner" }).waitFor();
    await page.getByRole("button", { name: "Play Sonntagszopf" }).press("Enter");
    const player = page.locator("audio");
    await expect
      .poll(() => player.evaluate((each: HTMLAudioElement) => each.currentTime), { timeout: 60_000 })
      .toBeGreaterThan(0.3);
    await page.getByRole("button", { name: "Pause Sonntagszopf" }).click();
    const slider = page.getByRole("slider", { name: "Position in Sonntagszopf" });
    await slider.press("End");
    await expect.poll(() => slider.getAttribute("aria-valuetext")).toBe("0:06 of 0:06");
    expect(await visitor.accessibility()).toEqual([]);
    await page.getByText("Everything is complete").waitFor();
    await page.getByRole("button", { name: "Start campaign" }).click();
    await page.getByText("Bakery on the radio has started").waitFor();

    await playAd(await adOf(id, "test-radio.example", bern, { audio }));
    type Figures = { impressions: number; video_plays: number; completions: number; measured_impressions: number };
    const heard = await eventually(
      "a spot heard to the end",
      () => callApi<Figures>(page, "GET", `/statistics?campaign_ids=${id}`),
      ({ completions }) => completions > 0,
      60_000,
    );
    expect(heard.impressions).toBeGreaterThanOrEqual(heard.completions);
    expect(heard.video_plays).toBeGreaterThanOrEqual(heard.completions);
    expect(heard.measured_impressions).toBe(0);
    await page.goto(`/campaigns/${id}/report`);
    await page.getByText("Heard to the end").first().waitFor();
    await page.getByText("From request to impression").waitFor();
    await callApi(page, "PUT", `/user-campaigns/${id}`, { status: "ENDED" });
    expect(visitor.complaints()).toEqual([]);
  },
);
