/** One site's counts: impressions, those measured, those viewable, clicks. */
type SiteCounts = readonly [site: string, impressions: number, measured: number, viewable: number, clicks: number];

/**
 * A campaign of four weeks, invented but of the kind that a campaign of this size delivers: a bakery in Bern, 30 km around
 * the shop. The sites are exact; the other groupings are weights, by which the same impressions and clicks are divided.
 */
export const exampleSites: readonly SiteCounts[] = [
  ["berner-tagblatt.example", 21_480, 20_900, 16_532, 67],
  ["wetter-aare.example", 17_922, 17_438, 14_195, 43],
  ["rezeptbuch.example", 14_310, 13_924, 10_763, 59],
  ["matte-quartier.example", 8_214, 7_992, 6_298, 38],
  ["familie-und-alltag.example", 7_906, 7_693, 5_931, 29],
  ["spielplan-bern.example", 6_648, 6_469, 4_910, 22],
  ["emmental-heute.example", 5_932, 5_772, 4_485, 18],
  ["kochen-mit-resten.example", 5_214, 5_073, 3_795, 17],
  ["fahrplan-app.example", 4_487, 4_366, 3_170, 9],
  ["sportplatz.example", 3_961, 3_854, 2_817, 8],
  ["kino-am-abend.example", 2_315, 2_252, 1_721, 5],
  ["gartenkalender.example", 1_611, 1_567, 1_164, 2],
];

/** A share of the impressions, and how viewable and how clicked it is against the average. */
export type Weight = readonly [share: number, viewability: number, clicks: number];

/** By weekday from Monday: bread is bought before the weekend. */
export const exampleWeekdays: readonly Weight[] = [
  [138, 1.0, 0.8],
  [139, 1.0, 0.8],
  [142, 1.0, 0.9],
  [144, 1.0, 1.0],
  [152, 1.01, 1.4],
  [148, 1.0, 1.5],
  [137, 0.99, 0.6],
];

/** Week by week the campaign leaves out the sites where hardly anybody saw the banner. */
export const exampleWeeks: readonly Weight[] = [
  [246, 0.975, 0.9],
  [249, 0.995, 0.95],
  [252, 1.01, 1.05],
  [253, 1.02, 1.1],
];

export const exampleHours: readonly number[] = [
  6, 3, 2, 2, 5, 17, 44, 63, 58, 45, 41, 48, 67, 60, 46, 42, 47, 58, 71, 77, 74, 62, 41, 21,
];

/** Towns within 30 km, as the list of places spells them. */
export const exampleCities: readonly (readonly [city: string, weight: Weight])[] = [
  ["Bern", [431, 1.0, 1.1]],
  ["Köniz", [112, 1.0, 1.05]],
  ["Thun", [98, 0.99, 0.7]],
  ["Ostermundigen", [71, 1.01, 1.2]],
  ["Muri bei Bern", [58, 1.01, 1.1]],
  ["Burgdorf", [54, 0.98, 0.7]],
  ["Münsingen", [51, 1.0, 0.9]],
  ["Worb", [47, 1.0, 0.95]],
  ["Ittigen", [44, 1.0, 1.0]],
  ["Lyss", [34, 0.98, 0.6]],
];

export const exampleDevices: readonly (readonly [device: string, weight: Weight])[] = [
  ["smartphone", [683, 0.99, 1.08]],
  ["computer", [252, 1.03, 0.8]],
  ["tablet", [65, 1.0, 0.9]],
];

export const exampleBanners: readonly (readonly [width: number, height: number, weight: Weight])[] = [
  [300, 250, [472, 1.0, 1.1]],
  [300, 600, [178, 1.05, 1.0]],
  [728, 90, [136, 0.95, 0.7]],
  [160, 600, [82, 0.98, 0.7]],
  [994, 250, [132, 1.03, 1.0]],
];

/** Opportunities before the impressions, of which the last step is left out: the viewable ones are counted. */
export const exampleFunnel = {
  seen: 318_400_000,
  technology: 301_900_000,
  place: 6_120_000,
  context: 2_540_000,
  site: 2_210_000,
  people: 1_340_000,
  format: 1_260_000,
  considered: 1_180_000,
  allowed: 452_000,
  bid: 448_300,
  won: 104_900,
} as const;

/** People who consented to being recognized and saw the banner. */
export const exampleReach = { reached: 21_340, impressions: 83_600 };

/** Impressions and clicks of bots and the like, which are not charged. */
export const exampleInvalid = { impressions: 1_284, clicks: 41 };

/** Orders and inquiries after a click, and the value of the orders in the smallest unit of the currency. */
export const exampleConversions = { conversions: 26, value: 273_000 };
