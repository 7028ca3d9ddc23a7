import { readFileSync } from "node:fs";
import path from "node:path";
import type { BannerFields, BannerImage, BannerLogo } from "@litfass/contract/creatives/banner-fields";
import type { Language } from "@litfass/contract/kernel/language";
import type { TemplateName } from "../library/template-kit.ts";
import { t } from "../texts.ts";

/** Fictitious businesses, one per template, shown on its cards. All artwork was made for this purpose. */

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
  menu: () => ({
    logo: logo("linde", 370, 100, "#3b2a1a", "#a33b20"),
    images: [image("dish", 900, 900)],
    background: "#fdf6ea",
    button: "#a33b20",
  }),
  petals: () => ({
    logo: logo("blatt", 342, 100, "#2b3a2e", "#3f7d57"),
    images: [image("tulips", 900, 900)],
    background: "#f4f1ea",
    button: "#2f6b48",
  }),
  stripes: () => ({
    logo: logo("rosa", 402, 100, "#33202c", "#b1376f"),
    images: [image("portrait", 640, 800, 0.5, 0.42)],
    background: "#fbf3f0",
    button: "#a82f63",
  }),
  plus: () => ({
    logo: logo("tor", 535, 100, "#123a2c", "#0d7a52"),
    images: [],
    background: "#effaf4",
    button: "#0d7a52",
  }),
  chevron: () => ({
    logo: logo("keller", 495, 100, "#15191f", "#c8321f"),
    images: [image("car", 1200, 900, 0.5, 0.6)],
    background: "#f4f5f6",
    button: "#c8321f",
  }),
  sign: () => ({
    logo: logo("wohn", 380, 100, "#1d2b3a", "#2864b4"),
    images: [image("home", 1100, 1000, 0.5, 0.56)],
    background: "#ffffff",
    button: "#2864b4",
  }),
  echo: () => ({
    logo: logo("puls", 382, 100, "#16181d", "#d6421c"),
    images: [image("gym", 1200, 900, 0.56, 0.7)],
    background: "#ffd84a",
    button: "#16181d",
  }),
  strips: () => ({
    logo: logo("kaserne", 473, 100, "#17131f", "#6a35c9"),
    images: [image("stage", 1200, 1200, 0.5, 0.55)],
    background: "#ffffff",
    button: "#6a35c9",
  }),
  sale: () => ({
    logo: logo("faden", 472, 100, "#221f24", "#b3264a"),
    images: [image("coats", 800, 1000)],
    background: "#fbf5f1",
    button: "#b3264a",
  }),
  spec: () => ({
    logo: logo("klang", 362, 100, "#141b2b", "#2456d6"),
    images: [image("headphones", 1200, 900)],
    background: "#f3f6fc",
    button: "#2456d6",
  }),
  notebook: () => ({
    logo: logo("lern", 351, 100, "#1c2540", "#2f5fd0"),
    images: [],
    background: "#fdfdf8",
    button: "#2f5fd0",
  }),
  badge: () => ({
    logo: logo("spitex", 483, 100, "#133640", "#0b7285"),
    images: [image("portrait", 640, 800, 0.5, 0.36)],
    background: "#d9f0f2",
    button: "#0b6374",
  }),
  plan: () => ({
    logo: logo("holz", 439, 100, "#f2f7fb", "#f2b65a"),
    images: [],
    background: "#1d4668",
    button: "#f2b65a",
  }),
  awning: () => ({
    logo: logo("eck", 436, 100, "#3a2318", "#9a3f1c"),
    images: [image("coffee", 1200, 900, 0.5, 0.6)],
    background: "#fdf3e4",
    button: "#9a3f1c",
  }),
  bauble: () => ({
    logo: logo("advent", 390, 100, "#f7ecd2", "#ffd98a"),
    images: [],
    background: "#123328",
    button: "#d8382c",
  }),
  egg: () => ({
    logo: logo("hof", 527, 100, "#2e3a1c", "#5c7c22"),
    images: [],
    background: "#fdf9d8",
    button: "#d9537f",
  }),
  sun: () => ({
    logo: logo("bad", 407, 100, "#0f2f4a", "#0f6fb4"),
    images: [image("lake", 1200, 900, 0.6, 0.6)],
    background: "#ffe9b0",
    button: "#e0521b",
  }),
  ribbon: () => ({
    logo: logo("velo", 382, 100, "#191f2b", "#c4291e"),
    images: [],
    background: "#fff7f2",
    button: "#c4291e",
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
