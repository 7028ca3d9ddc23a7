import type { Targeting } from "@litfass/contract/targeting/targeting";

export type DemoCampaign = {
  owner: "customer" | "advanced_advertiser";
  name: string;
  /** Whose logo, images and colors: the bakery's or the bicycle shop's. */
  sample: "offer" | "cutout";
  texts: { title: string; description: string; buttonText: string };
  template: "poster" | "panorama" | "cutout" | "split" | "offer" | "date" | "voice" | "signet";
  categories: string[];
  language: string;
  strategy: "awareness" | "performance";
  /** Minor units. */
  budget: number;
  /** First and last day, counted from today. */
  from: number;
  to: number;
  link: string;
  targeting: Partial<Targeting>;
  /** Its final state. */
  outcome: "runs" | "pauses" | "draft";
  /** The only city of its history, and the part of its even share that it reached there; absent: all places, all of it. */
  slow?: { city: string; reached: number };
  /** Share of viewable impressions, and of those the share that were clicked. */
  seen: number;
  clicked: number;
  /** The share of clicks that led to an order, and its usual value in units; absent: conversions are not measured. */
  converted?: { share: number; value: number };
};

const bern: Targeting["locations"][number] = {
  kind: "radius",
  id: "radius:46.9480:7.4474:30",
  name: "Bern, 30 km",
  country: "CH",
  radius_km: 30,
  latitude: 46.948,
  longitude: 7.4474,
};
const burgdorf: Targeting["locations"][number] = {
  kind: "radius",
  id: "radius:47.0590:7.6279:3",
  name: "Burgdorf, 3 km",
  country: "CH",
  radius_km: 3,
  latitude: 47.059,
  longitude: 7.6279,
};
const switzerland: Targeting["locations"][number] = {
  kind: "country",
  id: "country:CH",
  name: "Switzerland",
  country: "CH",
};
const zurich: Targeting["locations"][number] = {
  kind: "region",
  id: "region:CH-ZH",
  name: "Zürich, Switzerland",
  country: "CH",
};

/** The demo's campaigns: a bakery in Bern and a bicycle shop in Zurich. All names are fictitious. */
export const demoCampaigns: DemoCampaign[] = [
  {
    owner: "customer",
    name: "Sunday Zopf Bern 30 km",
    sample: "offer",
    texts: {
      title: "Sonntagszopf für CHF 6.90",
      description: "Mit Butter, von Hand geflochten. Bis Samstag bestellen, am Sonntag ab 7 Uhr abholen.",
      buttonText: "Zopf bestellen",
    },
    template: "offer",
    categories: ["IAB8", "IAB12", "IAB6", "IAB14"],
    language: "de",
    strategy: "awareness",
    budget: 250_000,
    from: -20,
    to: 9,
    link: "https://www.brothaus-matte.example/zopf",
    targeting: { locations: [bern], devices: ["smartphone", "computer", "tablet"] },
    outcome: "runs",
    seen: 0.78,
    clicked: 0.0042,
    converted: { share: 0.12, value: 24 },
  },
  {
    owner: "customer",
    name: "Christmas Stollen",
    sample: "offer",
    texts: {
      title: "Stollen wie bei Grossmutter",
      description: "Drei Wochen gereift, mit Mandeln und Rum. Jetzt reservieren, im Advent abholen.",
      buttonText: "Stollen reservieren",
    },
    template: "split",
    categories: ["IAB8", "IAB12", "IAB20"],
    language: "de",
    strategy: "awareness",
    budget: 120_000,
    from: -12,
    to: 17,
    link: "https://www.brothaus-matte.example/stollen",
    targeting: { locations: [switzerland] },
    outcome: "runs",
    seen: 0.76,
    clicked: 0.0035,
  },
  {
    owner: "customer",
    name: "Lunch at the Burgdorf shop",
    sample: "offer",
    texts: {
      title: "Mittagsmenü ab CHF 14.50",
      description: "Suppe, Salat und frisches Brot. Werktags von 11 bis 14 Uhr, gleich beim Bahnhof Burgdorf.",
      buttonText: "Menü ansehen",
    },
    template: "panorama",
    categories: ["IAB8", "IAB12"],
    language: "de",
    strategy: "awareness",
    budget: 80_000,
    from: -8,
    to: 13,
    link: "https://www.brothaus-matte.example/mittag",
    // Too narrow for its budget: an example of a campaign that falls behind, and why.
    targeting: { locations: [burgdorf], devices: ["tablet"] },
    outcome: "runs",
    slow: { city: "Burgdorf", reached: 0.3 },
    seen: 0.76,
    clicked: 0.0041,
  },
  {
    owner: "customer",
    name: "Autumn nut loaf",
    sample: "offer",
    texts: {
      title: "Nussbrot aus dem Holzofen",
      description: "Mit Baumnüssen aus dem Emmental. Jeden Freitag frisch, solange es hat.",
      buttonText: "Brot vorbestellen",
    },
    template: "cutout",
    categories: ["IAB8", "IAB12"],
    language: "de",
    strategy: "awareness",
    budget: 45_000,
    from: -97,
    to: -6,
    link: "https://www.brothaus-matte.example/nussbrot",
    targeting: { locations: [bern] },
    outcome: "runs",
    seen: 0.75,
    clicked: 0.004,
  },
  {
    owner: "customer",
    name: "Panettone pre order",
    sample: "offer",
    texts: {
      title: "Panettone ab 1. Dezember",
      description: "48 Stunden geführt, von Hand gefaltet. Bis Ende November vorbestellen.",
      buttonText: "Jetzt vorbestellen",
    },
    template: "date",
    categories: ["IAB8", "IAB12"],
    language: "de",
    strategy: "performance",
    budget: 45_000,
    from: -25,
    to: 5,
    link: "https://www.brothaus-matte.example/panettone",
    targeting: { locations: [bern], devices: ["smartphone"] },
    outcome: "pauses",
    seen: 0.74,
    clicked: 0.005,
  },
  {
    owner: "customer",
    name: "Gift boxes for firms",
    sample: "offer",
    texts: {
      title: "Geschenke, die schmecken",
      description: "Brot, Konfitüre und Nüsse in der Holzkiste. Ab zehn Stück mit Ihrer Karte.",
      buttonText: "Offerte verlangen",
    },
    template: "poster",
    categories: ["IAB3"],
    language: "de",
    strategy: "awareness",
    budget: 90_000,
    from: 8,
    to: 38,
    link: "https://www.brothaus-matte.example/geschenke",
    targeting: { locations: [switzerland] },
    outcome: "draft",
    seen: 0,
    clicked: 0,
  },
  {
    owner: "advanced_advertiser",
    name: "Winter check Zurich",
    sample: "cutout",
    texts: {
      title: "Velo-Check für CHF 89.00",
      description: "Bremsen, Kette, Licht: in zwei Tagen bereit für den Winter. Beim Escher-Wyss-Platz.",
      buttonText: "Termin buchen",
    },
    template: "cutout",
    categories: ["IAB2", "IAB12", "IAB17"],
    language: "de",
    strategy: "performance",
    budget: 150_000,
    from: -15,
    to: 14,
    link: "https://www.velowerk-limmat.example/wintercheck",
    targeting: { locations: [zurich] },
    outcome: "runs",
    seen: 0.77,
    clicked: 0.0058,
    converted: { share: 0.07, value: 89 },
  },
];

/** Sites and places of the demo's history, with their weights. */
export const demoSites = [
  { site: "berner-tagblatt.example", kind: "site", weight: 24 },
  { site: "wetter-aare.example", kind: "site", weight: 19 },
  { site: "rezeptbuch.example", kind: "site", weight: 15 },
  { site: "example.fahrplan.mittelland", kind: "app", weight: 12 },
  { site: "matte-quartier.example", kind: "site", weight: 8 },
  { site: "sport-mittelland.example", kind: "site", weight: 8 },
  { site: "elternalltag.example", kind: "site", weight: 6 },
  { site: "brot-und-butter.example", kind: "site", weight: 5 },
  { site: "zuercher-morgen.example", kind: "site", weight: 9 },
] as const;

export const demoPlaces = [
  { city: "Bern", region: "CH-BE", weight: 60, near: "bern" },
  { city: "Thun", region: "CH-BE", weight: 18, near: "bern" },
  { city: "Biel/Bienne", region: "CH-BE", weight: 14, near: "bern" },
  { city: "Köniz", region: "CH-BE", weight: 13, near: "bern" },
  { city: "Burgdorf", region: "CH-BE", weight: 9, near: "bern" },
  { city: "Fribourg", region: "CH-FR", weight: 6, near: "bern" },
  { city: "Solothurn", region: "CH-SO", weight: 5, near: "bern" },
  { city: "Lyss", region: "CH-BE", weight: 4, near: "bern" },
  { city: "Zurich", region: "CH-ZH", weight: 40, near: "zurich" },
  { city: "Winterthur", region: "CH-ZH", weight: 12, near: "zurich" },
  { city: "Basel", region: "CH-BS", weight: 16, near: "" },
  { city: "Lucerne", region: "CH-LU", weight: 9, near: "" },
  { city: "St. Gallen", region: "CH-SG", weight: 8, near: "" },
  { city: "Aarau", region: "CH-AG", weight: 5, near: "" },
] as const;

export const demoDevices = [
  { device: "smartphone", browser: "safari", weight: 33 },
  { device: "smartphone", browser: "chrome", weight: 24 },
  { device: "computer", browser: "chrome", weight: 20 },
  { device: "computer", browser: "edge", weight: 8 },
  { device: "computer", browser: "firefox", weight: 4 },
  { device: "tablet", browser: "safari", weight: 9 },
  { device: "connected_tv", browser: "other", weight: 2 },
] as const;
