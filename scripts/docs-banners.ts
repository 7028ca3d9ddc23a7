import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { renderBanner } from "../banner/src/render.ts";
import { escapeHtml } from "../banner/src/template.ts";
import { additionalFormats, formats, sizeOf } from "../contract/src/kernel/formats.ts";
import {
  isTemplateName,
  type TemplateName,
  templateKit,
  templateNames,
} from "../server/src/modules/creatives/library/template-kit.ts";
import {
  type ContentName,
  contentNames,
  testContent,
} from "../server/src/modules/creatives/rendering/testing-contents.ts";
import { t } from "../server/src/modules/creatives/texts.ts";
import { launchBrowser } from "../tests/support/launch-browser.ts";
import { ensureBrowser } from "./ensure-browser.ts";
import { root } from "./run-steps.ts";

/** The pictures belong to the repository, so all together they stay small. */
const maxBytes = 3_000_000;
/** Drawn at 0.6 and reduced to half of that, because letters drawn any smaller are spaced unevenly. */
const scale = 0.6;
const shownLanguages = ["de", "en"] as const;

const contentLabels: Record<ContentName, string> = {
  photo: "A photo from a phone",
  "no-photo": "No photo",
  "long-words": "Long words",
  "wide-logo": "A wide logo",
  "tall-logo": "A tall logo",
};

type DrawnFormat = (typeof formats)[number] | (typeof additionalFormats)[number];
/** Where each format lies in the panel of one content in one language, in px. */
const places: Record<DrawnFormat, [number, number]> = {
  "300x600": [0, 0],
  "160x600": [310, 0],
  "120x600": [480, 0],
  "994x250": [610, 0],
  "970x250": [610, 260],
  "728x90": [610, 520],
  "970x90": [610, 620],
  "336x280": [0, 610],
  "250x250": [346, 610],
  "300x250": [610, 720],
  "468x60": [920, 720],
  "320x100": [920, 790],
  "320x50": [1250, 790],
  "300x50": [1250, 850],
};
const panel = { width: 1604, height: 970 };
const [margin, heading] = [24, 56];
const rowSize = { width: 2 * panel.width + 3 * margin, height: heading + panel.height + margin };

/**
 * `npm run docs:banners -- [TEMPLATE…]`: draws every template, or these, in every format with every content of the banner
 * tests in two languages, and writes `docs/banners.md`.
 */
const kit = templateKit();
const folder = path.join(root, "docs/banners");
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !isTemplateName(name));
if (unknown.length > 0) throw new Error(`There is no template ${unknown.join(", ")}`);

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser(await ensureBrowser());
const page = await (await browser.newContext({ viewport: rowSize, deviceScaleFactor: scale })).newPage();
for (const name of templateNames.filter((each) => asked.length === 0 || asked.includes(each))) {
  const picture = await drawTemplate(name);
  writeFileSync(path.join(folder, `${name}.webp`), picture);
  console.log(`${name}.webp ${Math.round(picture.length / 1000)} KB`);
}
await browser.close();
writeFileSync(`${folder}.md`, textOfPage());

const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0);
if (bytes > maxBytes) throw new Error(`The pictures have ${bytes} bytes, at most ${maxBytes}: lower their quality`);

/** One row for each content, with the languages side by side. */
async function drawTemplate(name: TemplateName): Promise<Buffer> {
  const height = Math.round(rowSize.height * scale);
  const rows = [];
  for (const [at, content] of contentNames.entries()) {
    rows.push({ input: await drawRow(page, name, content), left: 0, top: at * height });
  }
  const size = { width: Math.round(rowSize.width * scale), height: contentNames.length * height };
  const { data, info } = await sharp({ create: { ...size, channels: 3, background: "#e7e9ec" } })
    .composite(rows)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info })
    .resize({ width: Math.round(size.width / 2), kernel: "mitchell" })
    .webp({ quality: 18, effort: 6 })
    .toBuffer();
}

async function drawRow(on: Page, name: TemplateName, content: ContentName): Promise<Buffer> {
  const panels = await Promise.all(shownLanguages.map((language, at) => markupOfPanel(name, content, language, at)));
  await on.setContent(`<!doctype html><style>
    body { margin: 0; background: #e7e9ec; font: 600 28px Figtree; }
    @font-face { font-family: Figtree; src: url(${kit.fonts.Figtree}); font-weight: 500 800; }
    iframe, p { position: absolute; border: 0; margin: 0; }
  </style>${panels.join("")}`);
  await on.waitForFunction(() =>
    [...document.querySelectorAll("iframe")].every(({ contentDocument: banner }) => {
      if (!banner?.documentElement.classList.contains("go")) return false;
      return [...banner.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
    }),
  );
  return on.screenshot();
}

async function markupOfPanel(
  name: TemplateName,
  content: ContentName,
  language: (typeof shownLanguages)[number],
  at: number,
): Promise<string> {
  const fields = await testContent(content, name, language);
  const left = margin + at * (panel.width + margin);
  const frames = [...formats, ...additionalFormats].map((format) => {
    const [x, y] = places[format];
    const { width, height } = sizeOf(format);
    const html = renderBanner(kit, kit.templates[name].template, format, fields, { click: "", still: true });
    return `<iframe style="left:${left + x}px;top:${heading + y}px" width="${width}" height="${height}" srcdoc="${escapeHtml(html)}"></iframe>`;
  });
  return `<p style="left:${left}px;top:12px">${contentLabels[content]} (${language})</p>${frames.join("")}`;
}

function textOfPage(): string {
  const sections = templateNames.map(
    (name) => `## ${t("en", `name.${name}`)}

${t("en", `purpose.${name}`)}. In German: ${t("de", `name.${name}`)}.

![${t("en", `name.${name}`)}](banners/${name}.webp)
`,
  );
  return `# The standard banner templates

Each of the ${templateNames.length} templates with the contents that it must handle: a photo from a phone, no photo, long words, a wide logo and a
tall logo, in German and English, in the ${formats.length} basic and ${additionalFormats.length} additional formats. \`npm run docs:banners\` draws the pictures again;
\`npm run test:banners\` measures the same banners.

${sections.join("\n")}`;
}
