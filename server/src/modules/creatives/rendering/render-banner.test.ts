import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { renderBanner } from "@litfass/banner/render";
import { type BannerFields, bannerMaxBytes, CLICK_PLACEHOLDER } from "@litfass/contract/creatives/banner-fields";
import { type Format, formats } from "@litfass/contract/kernel/formats";
import type { Language } from "@litfass/contract/kernel/language";
import { expect, test } from "vitest";
import { templateKit, templateNames } from "../library/template-kit.ts";
import { sampleFields } from "../studio/samples.ts";
import { testContent } from "./testing-contents.ts";

const kit = templateKit();
const render = (name: (typeof templateNames)[number], fields: BannerFields, click = CLICK_PLACEHOLDER): string =>
  renderBanner(kit, kit.templates[name].template, "300x250", fields, { click });

test("every template renders a light file without requests in all five formats and both languages", () => {
  for (const name of templateNames) {
    for (const format of formats) {
      for (const lang of ["de", "en"] as const) {
        const fields = sampleFields(name, lang);
        const html = renderBanner(kit, kit.templates[name].template, format, fields, { click: CLICK_PLACEHOLDER });
        expect(Buffer.byteLength(html), `${name} ${format}`).toBeLessThan(bannerMaxBytes);
        expect(html.split(CLICK_PLACEHOLDER).length - 1, `${name} ${format}: links`).toBe(1);
        const [width, height] = format.split("x");
        expect(html).toContain(`<meta name="ad.size" content="width=${width},height=${height}">`);
        const rest = html.replaceAll(CLICK_PLACEHOLDER, "").replace(/"data:[^"]*"|url\(data:font[^)]*\)/g, "");
        expect(rest, `${name} ${format}`).not.toMatch(/(src|href)="[^"]|url\(|@import|fetch\(/);
      }
    }
  }
});

test("sample texts respect the limits", () => {
  for (const name of templateNames) {
    for (const lang of ["de", "en"] as const) {
      const { title, description, buttonText } = sampleFields(name, lang);
      expect(title.length, title).toBeLessThanOrEqual(30);
      expect(description.length, description).toBeLessThanOrEqual(90);
      expect(buttonText.length, buttonText).toBeLessThanOrEqual(28);
    }
  }
});

test("escapes hostile texts", () => {
  const hostile = `</a><script>alert(1)</script>`;
  const fields = { ...sampleFields("split", "de"), title: hostile, description: hostile, buttonText: hostile };
  const html = render("split", fields, `https://example.ch/"</script><script>alert(2)`);
  expect(html).not.toContain("<script>alert");
  expect(html.match(/<script>/g)).toHaveLength(2);
});

test("only web addresses become links", () => {
  expect(render("split", sampleFields("split", "de"), "javascript:alert(1)")).toContain(`var clickTag = "about:blank"`);
});

test("long words of each language are split by its own rules", () => {
  const soft = (lang: Language, title: string): string =>
    /<h1 [^>]*data-soft="([^"]*)"/
      .exec(render("split", { ...sampleFields("split", lang), title }))?.[1]
      ?.replaceAll("\u00ad", "-") ?? "";
  expect(soft("en", "Acknowledgements")).toBe("Acknowl-edge-ments");
  expect(soft("de", "Sonnenkollektoren")).toBe("Sonnen-kollekto-ren");
  expect(soft("fr", "Investissements")).toBe("Inves-tisse-ments");
  expect(soft("it", "Ristrutturazioni")).toBe("Ristruttura-zioni");
});

test("every template has its overview in docs/banners.md", () => {
  const docs = path.join(import.meta.dirname, "../../../../../docs");
  const page = readFileSync(path.join(docs, "banners.md"), "utf8");
  const shown = [...page.matchAll(/\]\((banners\/\S+\.webp)\)/g)].map(([, picture]) => String(picture));
  expect(shown).toEqual(templateNames.map((name) => `banners/${name}.webp`));
  expect(shown.filter((picture) => !existsSync(path.join(docs, picture)))).toEqual([]);
});

test("a banner without logo and image still renders", () => {
  const html = render("panorama", { ...sampleFields("panorama", "de"), logo: null, images: [] });
  expect(html).toContain(`class="ad mr bare"`);
  expect(html).not.toContain("<img");
});

test("a photo without transparent pixels fills its box, a cut-out product stands in it", async () => {
  expect(render("cutout", await testContent("photo", "cutout", "de"))).toContain(`class="ad mr solid"`);
  expect(render("cutout", sampleFields("cutout", "de"))).toContain(`class="ad mr"`);
});

test("a format with its own crop keeps that point and enlarges, the others keep the common one", () => {
  const fields = sampleFields("split", "en");
  const images = fields.images.map((image) => ({ ...image, crops: { "300x250": { x: 0.1, y: 0.9, zoom: 1.5 } } }));
  const drawn = (format: Format) =>
    renderBanner(kit, kit.templates.split.template, format, { ...fields, images }, { click: CLICK_PLACEHOLDER });
  expect(drawn("300x250")).toContain("--focus:10% 90%;--fx:0.1;--fy:0.9;--zoom:1.5");
  const [x, y] = fields.images[0]?.focus ?? [];
  expect(drawn("994x250")).toContain(`--fx:${x};--fy:${y};`);
  expect(drawn("994x250")).not.toContain("--zoom:");
});

test("a video replaces the photo, which stays as its poster, and is not requested by the markup", () => {
  for (const name of templateNames) {
    const { template } = kit.templates[name];
    const sample = sampleFields(name, "de");
    const images = sample.images.length > 0 ? sample.images : sampleFields("panorama", "de").images;
    const fields = { ...sample, images, bannerVideo: { src: `${"f".repeat(40)}.mp4` } };
    const draw = (still: boolean) => renderBanner(kit, template, "300x250", fields, { click: "", still });
    const [moving = "", ...more] = draw(false).match(/<video\b[^>]*>/g) ?? [];
    expect(more).toEqual([]);
    expect(draw(true), name).not.toContain("<video");
    if (template.picture === "none") {
      expect(moving, name).toBe("");
      continue;
    }
    expect(moving).toMatch(/ poster="data:image.* data-video="f{40}\.mp4" muted playsinline /);
    expect(moving).not.toMatch(/ (?:src|autoplay)\b/);
    const [, afterLink] = draw(false).split("</a>");
    expect(afterLink).toContain('aria-label="Video anhalten"');
    expect(draw(true)).toContain("<img");
  }
});
