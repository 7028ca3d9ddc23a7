import type { Frame, Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="80" viewBox="0 0 240 80">
<circle cx="40" cy="40" r="28" fill="none" stroke="#123a5a" stroke-width="8"/><rect x="90" y="30" width="130" height="20" fill="#123a5a"/></svg>`;

export type Texts = { title: string; description: string; button: string };

/** Continues to the next step of the wizard with its primary button. */
export async function next(page: Page, step: string): Promise<void> {
  await page.getByRole("button", { name: `Next: ${step}` }).click();
  await page.locator('button[aria-current="step"]', { hasText: step }).waitFor();
}

/** Jumps with the step navigation. */
export async function goTo(page: Page, step: string): Promise<void> {
  await page.getByRole("list").getByRole("button", { name: step }).first().click();
  await page.locator('button[aria-current="step"]', { hasText: step }).waitFor();
}

/** The missing points listed in the last step; empty when complete. */
export async function missingPoints(page: Page): Promise<string[]> {
  const note = page.getByText(/(item is|items are) missing|Everything is complete/);
  await note.waitFor();
  return page.locator('main [role="alert"] ul > li').allInnerTexts();
}

export async function chooseFrom(page: Page, label: string, search: string, option: string): Promise<void> {
  const box = page.getByRole("combobox", { name: label });
  await box.click();
  await box.fill(search);
  await page.getByRole("option", { name: option }).first().click();
}

/** Adds a circle around a place found by name. */
export async function addCircle(page: Page, name: string, radiusKm: number): Promise<void> {
  await page.getByText("Radius", { exact: true }).click();
  await chooseFrom(page, "Center", name, name);
  await page.getByLabel("Radius", { exact: true }).last().fill(String(radiusKm));
  await page.getByRole("button", { name: "Add this circle" }).click();
  await page.getByRole("button", { name: `Remove ${name}, ${radiusKm} km` }).waitFor();
}

export async function addRegion(page: Page, search: string, option: string): Promise<void> {
  await page.getByText("Region", { exact: true }).click();
  await chooseFrom(page, "Place", search, option);
  await page.getByRole("button", { name: new RegExp(`^Remove ${option}`) }).waitFor();
}

/** Fills in the banner form: logo, texts and a photo. */
export async function fillBanner(page: Page, texts: Texts, photo: Buffer): Promise<void> {
  await page.getByLabel("Upload a logo").setInputFiles({
    name: "logo.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from(logo),
  });
  await page.getByText("logo.svg").waitFor();
  await page.getByLabel("Title", { exact: true }).fill(texts.title);
  await page.getByLabel("Description", { exact: true }).fill(texts.description);
  await page.getByLabel("Button", { exact: true }).first().fill(texts.button);
  await page
    .locator('input[type="file"][aria-label="Add photos"]')
    .setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: photo });
  await page.getByRole("button", { name: "Photo 1: photo.png" }).waitFor();
}

/** The texts of each banner on the screen, each rendered in a frame within the server's frame. */
async function shownInFrames(page: Page): Promise<string[]> {
  const frames = page.frames().filter((frame) => frame.url().includes("/creatives/frame"));
  const wordsOf = async (frame: Frame | undefined): Promise<string> =>
    (await frame?.evaluate(() => document.body.innerText.replaceAll("\u00ad", "").replace(/\s+/g, " "))) ?? "";
  return Promise.all(frames.map((frame) => wordsOf(frame.childFrames().at(-1))));
}

export const livePreviews = (page: Page, title: string): Promise<string[]> =>
  eventually(
    "five live previews",
    () => shownInFrames(page),
    (texts) => texts.length === 5 && texts.every((text) => text.includes(title)),
  );
