import type { BannerFields, BannerImage, BannerLogo } from "@litfass/contract/creatives/banner-fields";
import { inLanguage, type Language, type Translated } from "@litfass/contract/kernel/language";
import sharp from "sharp";
import { type TemplateName, templateKit } from "../library/template-kit.ts";
import { sampleFields } from "../studio/samples.ts";

/** The contents that every template must survive, for tests and for the overview pictures. */

export const contentNames = ["photo", "no-photo", "long-words", "wide-logo", "tall-logo"] as const;
export type ContentName = (typeof contentNames)[number];

type Long = { title: string; amount: string; date: string; description: string; button: string };
const longTexts: Translated<Long> = {
  de: {
    title: "Kraftfahrzeughaftpflichtschutz",
    amount: "Winterreifenwechsel CHF 149.90",
    date: "Wirtschaftstag, 30. September",
    description: "Versicherungsgesellschaften vergleichen Rechtsschutzversicherungen für Eigentümerfamilien.",
    button: "Versicherungsschutz prüfen",
  },
  en: {
    title: "Environmental responsibilities",
    amount: "Refurbishment from CHF 1149.90",
    date: "Entrepreneurship, 30 September",
    description: "Internationally acknowledged interdisciplinary representatives demonstrate achievements.",
    button: "Request a recommendation now",
  },
  fr: {
    title: "Responsabilité professionnelle",
    amount: "Renouvellement dès CHF 1149.90",
    date: "Développement, le 30 septembre",
    description: "Des professionnels expérimentés accompagnent consciencieusement votre développement durable.",
    button: "Demander une documentation",
  },
  it: {
    title: "Assicurazione professionale",
    amount: "Ristrutturazione CHF 1149.90",
    date: "Imprenditorialità 30 settembre",
    description: "Professionisti particolarmente specializzati accompagnano trasformazioni imprenditoriali.",
    button: "Richiedi la documentazione",
  },
};

/** Dark pixels, light pixels and noise in an upright picture, as phones take them. */
async function phonePhoto(): Promise<BannerImage> {
  const [width, height] = [600, 800];
  const pixels = Buffer.alloc(width * height * 3);
  let seed = 7;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      const noise = (seed / 2147483648 - 0.5) * 46;
      const wave = Math.sin(x / 37 + Math.sin(y / 53) * 2) * 60 + Math.cos(y / 41 - x / 90) * 50;
      const at = (y * width + x) * 3;
      const sky = y < height * 0.42 ? 70 : 0;
      pixels[at] = clamp(120 + wave + noise + sky * 0.4);
      pixels[at + 1] = clamp(112 + wave * 0.9 + noise + sky * 0.6);
      pixels[at + 2] = clamp(92 + wave * 0.7 + noise + sky);
    }
  }
  const body = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 55 })
    .toBuffer();
  return { src: `data:image/jpeg;base64,${body.toString("base64")}`, width, height, focus: [0.5, 0.5] };
}

const clamp = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

const logoOf = (width: number, height: number): BannerLogo => {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${width} ${height}' width='${width}' height='${height}'><rect width='100%' height='100%' rx='12' fill='#7a1f4f'/><circle cx='${width / 2}' cy='${height / 2}' r='${Math.min(width, height) * 0.3}' fill='#ffd25e'/></svg>`;
  return { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, width, height, tones: ["#7a1f4f"] };
};

let photo: Promise<BannerImage> | null = null;

/** A template's content of this name: the sample's texts unless its words are long, in the sample's colors. */
export async function testContent(name: ContentName, template: TemplateName, lang: Language): Promise<BannerFields> {
  photo ??= phonePhoto();
  const fields = { ...sampleFields(template, lang), images: name === "no-photo" ? [] : [await photo] };
  if (name === "wide-logo") return { ...fields, logo: logoOf(900, 100) };
  if (name === "tall-logo") return { ...fields, logo: logoOf(100, 220) };
  if (name !== "long-words") return fields;
  const { derive } = templateKit().templates[template].template;
  const { description, button, ...titles } = inLanguage<Long>(longTexts, lang);
  const title = derive === "amount" ? titles.amount : derive === "date" ? titles.date : titles.title;
  return { ...fields, title, description, buttonText: button };
}
