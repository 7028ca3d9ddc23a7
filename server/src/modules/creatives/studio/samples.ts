import { readFileSync } from "node:fs";
import path from "node:path";
import type { BannerFields, BannerImage, BannerLogo } from "@litfass/contract/creatives/banner-fields";
import type { TemplateName } from "../library/template-kit.ts";

/** Eight invented businesses, one for each template: what its cards show. All artwork is drawn for this purpose. */

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

type Texts = { title: string; description: string; buttonText: string };
type Look = Pick<BannerFields, "logo" | "images" | "background" | "button">;

const texts: Record<TemplateName, { de: Texts; en: Texts }> = {
  poster: {
    de: {
      title: "Niemand soll frieren.",
      description: "Mit 30 Franken schenken Sie einem Menschen in Bern eine warme Nacht.",
      buttonText: "Jetzt spenden",
    },
    en: {
      title: "Nobody should freeze.",
      description: "With 30 francs you give a person in Bern a warm night.",
      buttonText: "Donate now",
    },
  },
  panorama: {
    de: {
      title: "Winter, wie er sein soll",
      description: "Drei Nächte mit Halbpension und Skipass. Direkt an der Loipe, mitten in Davos.",
      buttonText: "Zimmer sichern",
    },
    en: {
      title: "Winter as it should be",
      description: "Three nights with half board and ski pass. Right by the trail, in the middle of Davos.",
      buttonText: "Book a room",
    },
  },
  cutout: {
    de: {
      title: "Dein neuer Weg zur Arbeit",
      description: "Stadträder zum Probefahren, mit Service für zwei Jahre. Mitten in Freiburg.",
      buttonText: "Probefahrt buchen",
    },
    en: {
      title: "Your new way to work",
      description: "City bikes to try, with two years of service. In the heart of Freiburg.",
      buttonText: "Book a test ride",
    },
  },
  split: {
    de: {
      title: "Zuhause gut versichert",
      description: "Hausrat, Haftpflicht und Gebäude aus einer Hand. Persönlich beraten, vor Ort.",
      buttonText: "Termin vereinbaren",
    },
    en: {
      title: "Well insured at home",
      description: "Contents, liability and building from one hand. Personal advice, close to you.",
      buttonText: "Make an appointment",
    },
  },
  offer: {
    de: {
      title: "Sonntagszopf für CHF 6.90",
      description: "Mit Butter, von Hand geflochten. Bis Samstag bestellen, am Sonntag ab 7 Uhr abholen.",
      buttonText: "Zopf bestellen",
    },
    en: {
      title: "Sunday loaf for CHF 6.90",
      description: "With butter, plaited by hand. Order by Saturday, collect on Sunday from 7 o'clock.",
      buttonText: "Order a loaf",
    },
  },
  date: {
    de: {
      title: "Weinlesefest am 12. September",
      description: "Vier Winzer, ein Hof, offene Fässer. Ab 15 Uhr in Ihringen, Eintritt frei.",
      buttonText: "Plätze reservieren",
    },
    en: {
      title: "Wine harvest on 12 September",
      description: "Four winemakers, one yard, open barrels. From 3 pm in Ihringen, free entry.",
      buttonText: "Reserve seats",
    },
  },
  voice: {
    de: {
      title: "Endlich ohne Angst.",
      description: "Sanfte Behandlung, ehrliche Beratung, Termine bis 20 Uhr. Beim Bahnhof Stadelhofen.",
      buttonText: "Termin anfragen",
    },
    en: {
      title: "At last without fear.",
      description: "Gentle treatment, honest advice, open until 8 pm. Next to Stadelhofen station.",
      buttonText: "Ask for a date",
    },
  },
  signet: {
    de: {
      title: "Ringe, die bleiben.",
      description: "Von Hand gefertigt in Basel. Wir nehmen uns Zeit für Ihre Trauringe.",
      buttonText: "Termin wählen",
    },
    en: {
      title: "Rings that stay.",
      description: "Made by hand in Basel. We take time for your wedding rings.",
      buttonText: "Choose a date",
    },
  },
};

const looks: Record<TemplateName, () => Look> = {
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
export const sampleFields = (name: TemplateName, lang: "en" | "de"): BannerFields => ({
  ...texts[name][lang],
  ...looks[name](),
  lang,
});
