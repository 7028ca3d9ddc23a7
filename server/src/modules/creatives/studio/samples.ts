import { readFileSync } from "node:fs";
import path from "node:path";
import type { BannerFields, BannerImage, BannerLogo } from "@litfass/contract/creatives/banner-fields";
import type { Language } from "@litfass/contract/kernel/language";
import type { TemplateName } from "../library/template-kit.ts";
import { t } from "../texts.ts";

/** Eight fictitious businesses, one per template, shown on its cards. All artwork was made for this purpose. */

const art = (name: string): string => {
  const svg = readFileSync(path.join(import.meta.dirname, "../templates", "art", `${name}.svg`), "utf8");
  return `data:image/svg+xml,${svg.replace(/[%#<>"]/g, (sign) => (sign === '"' ? "%27" : encodeURIComponent(sign)))}`;
};
const logo = (name: string, width: number, height: number, ...tones: string[]): BannerLogo => ({
  src: art(`logo-${name}`),
  width,
  height,
  tones,
});
const image = (name: string, width: number, height: number, x = 0.5, y = 0.5): BannerImage => ({
  src: art(name),
  width,
  height,
  focus: [x, y],
});

type Design = Pick<BannerFields, "logo" | "images" | "background" | "button">;

const designs: Record<TemplateName, () => Design> = {
  poster: () => ({
    logo: logo("waerme", 341, 100, "#ffffff", "#ffd25e"),
    images: [],
    background: "#12294b",
    button: "#ffd25e",
  }),
  panorama: () => ({
    logo: logo("hotel", 347, 100, "#17406b"),
    images: [image("davos", 1400, 800, 0.66, 0.66), image("davos-tall", 640, 1280, 0.5, 0.64)],
    background: "#f4f8fc",
    button: "#c8361f",
  }),
  cutout: () => ({
    logo: logo("rad", 554, 100, "#16202b"),
    images: [image("bike", 1000, 640)],
    background: "#ffc93c",
    button: "#16202b",
  }),
  split: () => ({
    logo: logo("schirm", 457, 100, "#12332c", "#0c6b58"),
    images: [image("house", 1100, 1000, 0.5, 0.66)],
    background: "#0c5c4c",
    button: "#ffc46b",
  }),
  offer: () => ({
    logo: logo("brot", 493, 100, "#5a260b", "#8a3b12"),
    images: [image("zopf", 1000, 560)],
    background: "#fff1d6",
    button: "#d42a1e",
  }),
  date: () => ({
    logo: logo("wein", 444, 100, "#4b1635", "#6b1f4a"),
    images: [image("wine", 1400, 900, 0.42, 0.39), image("wine-tall", 640, 1280, 0.45, 0.395)],
    background: "#fff8ec",
    button: "#7a1f4f",
  }),
  voice: () => ({
    logo: logo("zahn", 370, 100, "#0d3b40", "#0b7f86"),
    images: [image("portrait", 640, 800, 0.5, 0.42)],
    background: "#e9f5f3",
    button: "#0b6e75",
  }),
  signet: () => ({
    logo: logo("morell", 311, 220, "#2a2622", "#9a7433"),
    images: [],
    background: "#f5efe4",
    button: "#8a6426",
  }),
};

/** The sample of a template in a language. */
export const sampleFields = (name: TemplateName, lang: Language): BannerFields => ({
  title: t(lang, `sample.${name}.title`),
  description: t(lang, `sample.${name}.description`),
  buttonText: t(lang, `sample.${name}.buttonText`),
  ...designs[name](),
  lang,
});
