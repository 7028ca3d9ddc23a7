import { createHash } from "node:crypto";
import { isLanguage, type Language } from "@litfass/contract/kernel/language";
import { textColorOn } from "@litfass/contract/settings/contrast";
import type { Brand } from "@litfass/contract/settings/operator-settings";
import { parsedInter } from "@litfass/platform/pdf/inter-font";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import { findImage } from "@litfass/platform/settings/settings-sql";
import type { FastifyInstance } from "fastify";
import { columnArt } from "./art.ts";

const size = { width: 1200, height: 630 };
const margin = 48;
const textWidth = 690;
const logoHeight = 64;
const maxLines = 4;
/** Around the logo for light pages. */
const plate = { top: 12, bottom: 12, left: 20, right: 20, background: "#ffffff" };

/** What the picture of shared links shows; the texts of the landing page in the language. */
export type ShareTexts = { headline: string; price: string | null; posters: Parameters<typeof columnArt>[0] };
export type SharePictures = {
  /** The address of a language's picture, which changes with its content. */
  pathOf(language: Language): string;
};

type Content = ShareTexts & Pick<Brand, "operator_name" | "primary_color" | "logo_light" | "logo_dark">;

/** Serves the pictures that messengers and social networks show beside a link: the operator's brand and headline. */
export function serveSharePictures(
  app: FastifyInstance,
  { db, settings }: Pick<Platform, "db" | "settings">,
  textsOf: (language: Language) => ShareTexts,
): SharePictures {
  const drawn = new Map<Language, { key: string; picture: Promise<Buffer> }>();
  const contentOf = (language: Language): Content => {
    const { operator_name, primary_color, logo_light, logo_dark } = settings.current().brand;
    return { ...textsOf(language), operator_name, primary_color, logo_light, logo_dark };
  };
  const keyOf = (content: Content): string =>
    createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 10);

  app.get<{ Params: { language: string } }>("/site/share/:language.png", async (request, reply) => {
    const { language } = request.params;
    if (!isLanguage(language)) throw notFound();
    const content = contentOf(language);
    const key = keyOf(content);
    const known = drawn.get(language);
    const picture = known?.key === key ? known.picture : drawPicture(content, logoFrom(db, content));
    drawn.set(language, { key, picture });
    picture.catch(() => drawn.delete(language));
    const body = await picture;
    return reply.type("image/png").header("cache-control", "public, max-age=86400").send(body);
  });
  return { pathOf: (language) => `/site/share/${language}.png?v=${keyOf(contentOf(language))}` };
}

/** The operator's logo for the color behind it, the one for light pages on a white plate; null if there is none. */
async function logoFrom(db: Platform["db"], { primary_color, logo_light, logo_dark }: Content): Promise<Buffer | null> {
  const isDarkText = textColorOn(primary_color).color !== "#ffffff";
  const hash = isDarkText ? logo_light : (logo_dark ?? logo_light);
  const image = hash === null ? null : await findImage(db, hash);
  if (!image) return null;
  const { default: sharp } = await import("sharp");
  const limits = { width: textWidth - 2 * plate.left, height: logoHeight, fit: "inside" as const };
  const logo = sharp(Buffer.from(image.body)).resize(limits);
  return (hash === logo_light ? logo.flatten(plate).extend(plate) : logo).png().toBuffer();
}

async function drawPicture(content: Content, loadingLogo: Promise<Buffer | null>): Promise<Buffer> {
  const logo = await loadingLogo;
  const { operator_name: name, headline, price, posters, primary_color: background } = content;
  const { color } = textColorOn(background);
  const { lines, fontSize } = fitted(headline);
  const lineHeight = fontSize * 0.98;
  const top = 330 - (lines.length * lineHeight) / 2;
  const texts = [
    logo === null ? outlined(name, { x: margin, y: 92, fontSize: 40 }) : "",
    ...lines.map((line, at) => outlined(line, { x: margin, y: top + (at + 0.85) * lineHeight, fontSize })),
    price === null ? "" : outlined(price, { x: margin, y: 566, fontSize: 30 }),
  ];
  const art = columnArt(posters)
    .text.replaceAll(posterText, drawPosterText)
    .replace('<svg viewBox="0 0 560 800" width="100%"', '<svg x="740" y="64" width="440" viewBox="0 0 560 800"');
  const { default: sharp } = await import("sharp");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><rect width="100%" height="100%" fill="${background}"/>${art}<g fill="${color}">${texts.join("")}</g></svg>`;
  return sharp(Buffer.from(svg))
    .composite(logo === null ? [] : [{ input: logo, left: margin, top: 44 }])
    .png({ palette: true })
    .toBuffer();
}

/** A text of the column's posters, whose typeface the machine may lack. */
const posterText = /<text ([^>]*)>([^<]*)<\/text>/g;

function drawPosterText(_all: string, attributes: string, text: string): string {
  const read = (name: string): string => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
  const fontSize = Number(read("font-size"));
  const shift = read("text-anchor") === "middle" ? widthOf(text, fontSize) / 2 : 0;
  const shapes = outlined(text, { x: Number(read("x")) - shift, y: Number(read("y")), fontSize });
  return `<g fill="${read("fill")}">${shapes}</g>`;
}

/** The headline in the largest size in which it has few lines. */
function fitted(text: string): { lines: string[]; fontSize: number } {
  const [first = 84, ...smaller] = [84, 68, 54, 42];
  for (const fontSize of [first, ...smaller]) {
    const lines = wrapped(text, fontSize);
    if (lines.length <= maxLines) return { lines, fontSize };
  }
  return { lines: wrapped(text, 42).slice(0, maxLines), fontSize: 42 };
}

function wrapped(text: string, fontSize: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = [...lines.slice(-1), word].join(" ");
    if (lines.length > 0 && widthOf(longer, fontSize) <= textWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Tighter than the typeface's own spacing, as on the landing page. */
const spacing = -0.03;
const bold = () => parsedInter("700Bold");
const widthOf = (text: string, fontSize: number): number => {
  const { unitsPerEm } = bold();
  const { advanceWidth, glyphs } = bold().layout(text);
  return fontSize * (advanceWidth / unitsPerEm + spacing * glyphs.length);
};

/** A line as shapes, so that no typeface needs to be installed. `y` is its baseline. */
function outlined(text: string, { x, y, fontSize }: { x: number; y: number; fontSize: number }): string {
  const font = bold();
  const scale = fontSize / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text);
  let at = 0;
  const shapes = glyphs.map((glyph, index) => {
    const shape = `<path transform="translate(${at})" d="${glyph.path.toSVG()}"/>`;
    at += (positions[index]?.xAdvance ?? 0) + spacing * font.unitsPerEm;
    return shape;
  });
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${shapes.join("")}</g>`;
}
