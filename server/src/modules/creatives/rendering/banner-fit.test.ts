import { luminance } from "@litfass/banner/palette";
import { renderBanner } from "@litfass/banner/render";
import type { BannerFields } from "@litfass/contract/creatives/banner-fields";
import { additionalFormats, type Format, formats, sizeOf } from "@litfass/contract/kernel/formats";
import type { Language } from "@litfass/contract/kernel/language";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserPath } from "../../../../../scripts/ensure-browser.ts";
import { launchBrowser } from "../../../../../tests/support/launch-browser.ts";
import { type TemplateName, templateKit, templateNames } from "../library/template-kit.ts";
import { sampleFields } from "../studio/samples.ts";
import { type ContentName, contentNames, testContent } from "./testing-contents.ts";
import { showAndMeasure, type TextLine } from "./testing-measure.ts";

/**
 * Renders every template in every basic format and some additional ones with one of five contents each, and measures
 * it: nothing overlaps, leaves its box, gets too small, is cut off, loses contrast or makes a request, and the animation
 * ends. `npm run test:banners` measures every template in every format with every content.
 */
const measuresAll = process.env.BANNER_FIT === "all";

/** Each content comes in another language and in colors that leave the palette little choice. */
const variants: Record<ContentName, { lang: Language; changes: Partial<BannerFields> }> = {
  photo: { lang: "en", changes: {} },
  "no-photo": { lang: "fr", changes: { background: "#0d0f12", button: "#15181d" } },
  "long-words": { lang: "de", changes: { background: "#ffe600", button: "#ffd000" } },
  "wide-logo": { lang: "it", changes: { background: "#fdfdfb", button: "#f3f3f0" } },
  "tall-logo": {
    lang: "de",
    changes: { title: "Na?", description: "Heute.", buttonText: "Los", background: "#8a8a8a", button: "#338cf5" },
  },
};

/**
 * The additional formats of a template: two of them, which change from one template to the next so that each is
 * measured with several.
 */
const additionalOf = (name: TemplateName): readonly Format[] =>
  measuresAll
    ? additionalFormats
    : [0, 4].map(
        (step) => additionalFormats[(templateNames.indexOf(name) + step) % additionalFormats.length] as Format,
      );

const pageWidth = 1464;

const kit = templateKit();
/** The fonts are filled in by the page, because they make up most of a banner. */
const slim = { ...kit, fonts: Object.fromEntries(Object.keys(kit.fonts).map((family) => [family, `font:${family}`])) };
let browser: Browser;
let pages: Page[];
const requests: string[] = [];
const pageErrors: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser(browserPath());
  pages = await Promise.all([openPage(), openPage()]);
});
afterAll(() => browser?.close());

/** Each page has its own process. */
async function openPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: pageWidth, height: 600 } });
  const page = await context.newPage();
  page.on("request", (request) => {
    if (/^(https?|file|ws)/.test(request.url())) requests.push(request.url());
  });
  page.on("pageerror", (error) => pageErrors.push(error.message));
  return page;
}

type Drawn = { label: string; fields: BannerFields };

/** Places banners side by side, in rows as high as their highest. */
function place<Banner extends { width: number; height: number }>(
  banners: Banner[],
): (Banner & { x: number; y: number })[] {
  let [x, y, row] = [0, 0, 0];
  return banners
    .sort((a, b) => b.height - a.height)
    .map((banner) => {
      if (x + banner.width > pageWidth) [x, y, row] = [0, y + row + 4, 0];
      const placed = { ...banner, x, y };
      x += banner.width + 4;
      row = Math.max(row, banner.height);
      return placed;
    });
}

/** Every content comes in every template, and every pair of a format and a content in some template. */
const isMeasured = (template: number, format: number, content: number): boolean =>
  measuresAll || (template + format + content) % contentNames.length === 0;

/** Shows a template with its contents at once. */
async function faultsOf(page: Page, name: TemplateName, contents: Drawn[]): Promise<string[]> {
  const { template } = kit.templates[name];
  const banners = place(
    contents.flatMap(({ label, fields }, content) =>
      [...formats, ...additionalOf(name)]
        .filter((_format, at) => contents.length === 1 || isMeasured(templateNames.indexOf(name), at, content))
        .map((format) => ({
          label: `${name} ${format} ${label}`,
          html: renderBanner(slim, template, format, fields, { click: "https://www.example.ch/" }),
          ...sizeOf(format),
        })),
    ),
  );
  const bottom = Math.max(...banners.map(({ y, height }) => y + height));
  await page.setViewportSize({ width: pageWidth, height: bottom });
  await page.setContent("<!doctype html><body></body>");
  const measured = await page.evaluate(showAndMeasure, { banners, fonts: kit.fonts });
  // The texts are transparent now, so the picture shows what they stand on.
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return measured.flatMap(({ faults, lines }, index) => {
    const faint = lines
      .filter((line) => legibleShare(line, data, info) < 0.97)
      .map((line) => `${line.name} has too little contrast`);
    return [...faults, ...new Set(faint)].map((fault) => `${banners[index]?.label}: ${fault}`);
  });
}

/** The share of pixels under a line of text that differ from its color by 4.5:1 or more (WCAG 2). */
function legibleShare(line: TextLine, pixels: Buffer, { width, height }: { width: number; height: number }): number {
  const hex = (rgb: (number | undefined)[]): string =>
    `#${rgb.map((value = 0) => value.toString(16).padStart(2, "0")).join("")}`;
  const ink = luminance(hex(line.color.match(/\d+/g)?.slice(0, 3).map(Number) ?? []));
  const known = new Map<number, boolean>();
  let [count, legible] = [0, 0];
  for (let y = Math.ceil(line.y); y < line.y + line.height - 1; y += 3) {
    for (let x = Math.ceil(line.x); x < line.x + line.width - 1; x += 3) {
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const at = (y * width + x) * 3;
      const color = pixels.readUIntBE(at, 3);
      let isLegible = known.get(color);
      if (isLegible === undefined) {
        const ground = luminance(hex([pixels[at], pixels[at + 1], pixels[at + 2]]));
        isLegible = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05) >= 4.45;
        known.set(color, isLegible);
      }
      count += 1;
      if (isLegible) legible += 1;
    }
  }
  return count === 0 ? 1 : legible / count;
}

test("every template carries the contents in its formats: nothing overflows, is cut, covered or illegible", async () => {
  const queue = [...templateNames];
  const faults: string[] = [];
  await Promise.all(
    pages.map(async (page) => {
      for (let name = queue.pop(); name; name = queue.pop()) {
        const contents: Drawn[] = [];
        for (const label of contentNames) {
          const { lang, changes } = variants[label];
          const isReduced = label === "no-photo" && kit.templates[name].template.derive === "amount";
          const title = isReduced && { title: "Thé dès CHF 9 au lieu de 12.90" };
          for (const each of measuresAll && label === "photo" ? (["de", lang] as const) : [lang]) {
            contents.push({ label, fields: { ...(await testContent(label, name, each)), ...changes, ...title } });
          }
        }
        faults.push(...(await faultsOf(page, name, contents)));
      }
    }),
  );
  expect(faults.sort()).toEqual([]);
  expect(requests).toEqual([]);
  expect(pageErrors).toEqual([]);
}, 600_000);

test("a title of fifteen one-letter words does not stall the page", async () => {
  const [page] = pages;
  const fields = { ...sampleFields("poster", "de"), title: "a b c d e f g h i j k l m n o" };
  const started = performance.now();
  if (page) await faultsOf(page, "poster", [{ label: "letters", fields }]);
  expect(performance.now() - started).toBeLessThan(8000);
}, 20_000);
