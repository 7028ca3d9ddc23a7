import type { BannerFields, BannerImage, Crop, Shape } from "@litfass/contract/creatives/banner-fields";
import { type Format, sizeOf } from "@litfass/contract/kernel/formats";
import { bannerVideoButton, bannerVideoIn, bannerVideoRules, withBannerVideo } from "./banner-video.ts";
import { amount, date, glue, quote } from "./derive.ts";
import { layoutOf, pictureRatio, type SmallShape } from "./layout.ts";
import { isOpaque } from "./opaque-image.ts";
import { logoPlate, palette } from "./palette.ts";
import { asSmall, isBroad } from "./small-format.ts";
import { addSoftHyphens, type Hyphenate } from "./soft-hyphens.ts";
import { stretchRules } from "./stretch-rules.ts";
import { escapeHtml, fill, type Template, type View } from "./template.ts";

/** Shared by all templates: the base style, the script inside the banner, and the fonts as data URIs by family. */
export type BannerKit = { base: string; runtime: string; fonts: Record<string, string>; hyphenate: Hyphenate };

export type BannerOptions = {
  /** The click URL: http(s), or `CLICK_PLACEHOLDER` in a banner to publish. */
  click: string;
  /** Shows the final frame of the animation immediately. */
  still?: boolean;
};

/** The declaration of each family; the files are variable fonts. */
const faceRules: Record<string, string> = {
  Archivo: "font-weight:820;font-stretch:62% 125%",
  ArchivoText: "font-weight:820;font-stretch:70% 100%",
  Figtree: "font-weight:500 800",
  Fraunces: "font-weight:400 600",
  Jost: "font-weight:400 500",
};

/**
 * One self-contained HTML file with inlined fonts and images. Only a video, if there is one, is requested, after the page
 * has loaded. Pure. @throws for a format in which templates are not drawn (`isDrawable`).
 */
export function renderBanner(
  kit: BannerKit,
  design: Template,
  format: Format,
  fields: BannerFields,
  options: BannerOptions,
): string {
  const { width, height } = sizeOf(format);
  const layout = layoutOf(format);
  if (layout === null) throw new Error(`Templates are not drawn in ${format}`);
  const { shape, kind } = layout;
  const template = kind === "small" ? asSmall(design) : design;
  const ratio = pictureRatio(design, format);
  const image = ratio === null ? null : nearestImage(fields.images, ratio);
  const view = viewOf(kit, template, fields, image);
  const { vars, plated } = varsOf(template, fields, image, format);
  const link = /^https?:\/\//.test(options.click) ? options.click : "about:blank";
  const flat = (template.derive === "amount" && !view.burst) || (template.derive === "date" && !view.day);
  const states = [
    plated && "plated",
    kind === "small" ? image && "pictured" : !image && "bare",
    image && isOpaque(image.src) && "solid",
    flat && "flat",
    shape === "st" && fields.logo && isBroad(fields.logo) && "broad",
  ];
  const classes = ["ad", shape, ...states].filter(Boolean).join(" ");
  const label = [fields.title, fields.description, fields.buttonText].filter(Boolean).join(" – ");
  const fonts = fontsOf(template, fields);
  const faces = fonts.map(
    (family) => `@font-face{font-family:${family};src:url(${kit.fonts[family] ?? ""});${faceRules[family] ?? ""}}`,
  );
  // A still frame shows the poster of a video like a photo.
  const bannerVideo = options.still ? null : bannerVideoIn(fields, template, format);
  const markup = fill(template.nodes, view);
  const rules = rulesOf(`${kit.base}\n${template.css}`, shape);
  const css = kind === "stretched" ? stretchRules(rules, shape, layout) : rules;
  const still = options.still ? "<style>*,::before,::after{animation:none!important}</style>\n" : "";

  return `<!doctype html>
<html lang="${fields.lang}">
<head>
<meta charset="utf-8">
<meta name="ad.size" content="width=${width},height=${height}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(fields.title)}</title>
<script>var clickTag = ${JSON.stringify(link).replace(/</g, "\\u003c")}</script>
<style>
:root{${vars.join(";")};--w:${width}px;--h:${height}px}
${faces.join("")}
${inFont(bannerVideo ? bannerVideoRules(css) : css, fields.font)}
</style>
${still}<noscript><style>.ad{opacity:1!important}</style></noscript>
</head>
<body>
<a class="${classes}" target="_blank" rel="noopener sponsored" aria-label="${escapeHtml(label)}">
${bannerVideo && image ? withBannerVideo(markup, image.src, bannerVideo) : markup}
</a>${bannerVideo ? bannerVideoButton(fields.lang) : ""}
<script>
${bare(kit.runtime)}
</script>
</body>
</html>
`;
}

/** The font families embedded in a banner. */
export const fontsOf = (template: Pick<Template, "fonts">, { font }: Pick<BannerFields, "font">): readonly string[] =>
  font ? [font] : template.fonts;

/** The rules with another font instead of the template's. */
const inFont = (css: string, font: BannerFields["font"]): string =>
  font ? css.replace(/\bfont-family:\s*(?:Archivo|ArchivoText|Figtree|Fraunces|Jost)\b/g, `font-family:${font}`) : css;

/** French juin and juillet have the same first letters. */
const shortMonth = (month: string): string =>
  month.length > 4 ? month.slice(0, month.startsWith("juil") ? 4 : 3) : month;

/** The texts and images by template name, including derived parts. */
function viewOf(kit: BannerKit, template: Template, fields: BannerFields, image: BannerImage | null): View {
  const { title, description, buttonText, lang } = fields;
  const view: View = { title, description, action: buttonText, logo: fields.logo?.src, image: image?.src };
  if (template.derive === "amount") {
    const found = amount(title);
    if (found) {
      const { length } = found.number;
      Object.assign(view, found, {
        burst: true,
        digits: length,
        money: !found.percent,
        wide: length > 4,
        mid: length === 3 || length === 4,
      });
      Object.assign(view, { title: found.rest || description, description: found.rest ? description : "" });
    }
  }
  if (template.derive === "date") {
    const found = date(title, lang) ?? date(description, lang);
    if (found) {
      const monthShort = shortMonth(found.month);
      Object.assign(view, { day: found.day, month: found.month, monthShort });
      view.title = date(title, lang)?.rest || title;
    }
  }
  if (template.derive === "quote") view.title = quote(title);
  view.title = glue(String(view.title));
  view.description = glue(String(view.description));
  view.soft = addSoftHyphens(view.title, kit.hyphenate, lang);
  view.softDescription = addSoftHyphens(view.description, kit.hyphenate, lang);
  view.softAction = addSoftHyphens(buttonText, kit.hyphenate, lang);
  return view;
}

/** Custom properties of this banner, and whether its logo gets a plate. */
function varsOf(template: Template, fields: BannerFields, image: BannerImage | null, format: Format) {
  const colours = palette(fields.background, fields.button);
  const vars = Object.entries(colours).map(([name, value]) => `--${name}:${value}`);
  const surface = template.logoOn === "white" ? "#ffffff" : colours.bg;
  const plate = fields.logo ? logoPlate(fields.logo.tones, surface) : null;
  if (fields.logo) vars.push(`--logo:${Math.sqrt(fields.logo.width / fields.logo.height).toFixed(3)}`);
  vars.push(`--plate:${plate ?? "none"}`);
  if (image) {
    const { x, y, zoom } = cropOf(image, format);
    vars.push(`--focus:${x * 100}% ${y * 100}%`, `--fx:${x}`, `--fy:${y}`);
    if (zoom > 1) vars.push(`--zoom:${zoom}`);
  }
  return { vars, plated: plate !== null };
}

/** A format's crop of an image: its own, otherwise the shared focus. */
const cropOf = ({ focus: [x, y], crops }: BannerImage, format: Format): Crop => crops?.[format] ?? { x, y, zoom: 1 };

/** The image whose aspect ratio is closest to its box; its focus survives every crop. */
export function nearestImage<Image extends { width: number; height: number }>(
  images: readonly Image[],
  slot: number,
): Image | null {
  const distance = (image: Image): number => Math.abs(Math.log(image.width / image.height / slot));
  return [...images].sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** Only the rules of this shape are included in the file. */
function rulesOf(css: string, shape: Shape | SmallShape): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => {
      const shapes = [...line.matchAll(/(?:^|[},])\s*\.(bb|hp|sk|mr|lb|st|mb)\b/g)].map((hit) => hit[1]);
      return shapes.length === 0 || shapes.includes(shape) || /@|^\.(?!(?:bb|hp|sk|mr|lb|st|mb)\b)/.test(line);
    })
    .join("\n");
}

/** The script without comments and indentation. */
const bare = (script: string): string =>
  script
    .replace(/^[ \t]*\/\/.*$/gm, "")
    .replace(/ \/\/ .*$/gm, "")
    .replace(/^\s+/gm, "")
    .trim();
