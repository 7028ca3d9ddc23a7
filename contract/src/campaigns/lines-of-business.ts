/** What a line of business is called in the taxonomies that exchanges use (AdCOM, list "Category Taxonomies"). */
type Codes = {
  /** IAB Content Taxonomy 1.0. */
  content1: string;
  /** IAB Ad Product Taxonomy 2.0. */
  product2: string;
  /** The ID in the IAB Content Taxonomies 2.0 to 3.1; absent if they do not all have one. */
  content2?: string;
  /** Advertising for it is restricted in many countries and on many sites. */
  isSensitive?: true;
};

/** What a campaign can advertise. Gambling, tobacco and the like have no category of their own in 1.0. */
export const linesOfBusiness = {
  automotive: { content1: "IAB2", product2: "1551", content2: "1" },
  beauty: { content1: "IAB18-1", product2: "1088", content2: "553" },
  business: { content1: "IAB3", product2: "1010", content2: "52" },
  careers: { content1: "IAB4", product2: "1295", content2: "123" },
  charity: { content1: "IAB14", product2: "1452" },
  culture: { content1: "IAB1", product2: "1315", content2: "150" },
  education: { content1: "IAB5", product2: "1295", content2: "132" },
  electronics: { content1: "IAB19", product2: "1097", content2: "632" },
  family: { content1: "IAB6", product2: "1328", content2: "186" },
  fashion: { content1: "IAB18", product2: "1058", content2: "552" },
  finance: { content1: "IAB13", product2: "1335", content2: "391" },
  food: { content1: "IAB8", product2: "1355", content2: "210" },
  health: { content1: "IAB7", product2: "1378", content2: "286", isSensitive: true },
  hobbies: { content1: "IAB9", product2: "1494", content2: "239" },
  home: { content1: "IAB10", product2: "1396", content2: "274" },
  legal: { content1: "IAB11", product2: "1416", content2: "383" },
  media: { content1: "IAB12", product2: "1419" },
  pets: { content1: "IAB16", product2: "1460", content2: "422" },
  real_estate: { content1: "IAB21", product2: "1482", content2: "441" },
  religion: { content1: "IAB23", product2: "1487", content2: "453", isSensitive: true },
  retail: { content1: "IAB22", product2: "1494", content2: "473" },
  science: { content1: "IAB15", product2: "1010", content2: "464" },
  software: { content1: "IAB19", product2: "1082", content2: "596" },
  sports: { content1: "IAB17", product2: "1524", content2: "483" },
  travel: { content1: "IAB20", product2: "1529", content2: "653" },
  adult: { content1: "IAB25", product2: "1001", isSensitive: true },
  alcohol: { content1: "IAB8-5", product2: "1002", content2: "211", isSensitive: true },
  cannabis: { content1: "IAB25", product2: "1049", isSensitive: true },
  crypto: { content1: "IAB13", product2: "1448", content2: "391", isSensitive: true },
  dating: { content1: "IAB14-1", product2: "1259", content2: "188", isSensitive: true },
  gambling: { content1: "IAB25", product2: "1361", content2: "181", isSensitive: true },
  pharma: { content1: "IAB7", product2: "1473", content2: "320", isSensitive: true },
  politics: { content1: "IAB11-4", product2: "1474", content2: "386", isSensitive: true },
  tobacco: { content1: "IAB25", product2: "1544", isSensitive: true },
  weapons: { content1: "IAB25", product2: "1576", isSensitive: true },
} as const satisfies Record<string, Codes>;

export type LineOfBusiness = keyof typeof linesOfBusiness;
export const lineOfBusinessNames = Object.keys(linesOfBusiness) as [LineOfBusiness, ...LineOfBusiness[]];

export const codesOfLine = (line: LineOfBusiness): Codes => linesOfBusiness[line];
export const isSensitiveLine = (line: LineOfBusiness): boolean => codesOfLine(line).isSensitive === true;

/** The line of business suggested by a top category of the Content Taxonomy 1.0. */
const lineOfTopic: Record<string, LineOfBusiness> = {
  IAB1: "culture",
  IAB2: "automotive",
  IAB3: "business",
  IAB4: "careers",
  IAB5: "education",
  IAB6: "family",
  IAB7: "health",
  IAB8: "food",
  IAB9: "hobbies",
  IAB10: "home",
  IAB11: "legal",
  IAB12: "media",
  IAB13: "finance",
  IAB14: "family",
  IAB15: "science",
  IAB16: "pets",
  IAB17: "sports",
  IAB18: "fashion",
  IAB19: "electronics",
  IAB20: "travel",
  IAB21: "real_estate",
  IAB22: "retail",
  IAB23: "religion",
};

/**
 * The line of business that a campaign's topics suggest: that of the top category chosen most often, the first of
 * equals. Null without topics.
 */
export function suggestedLine(categories: readonly string[]): LineOfBusiness | null {
  const counts = new Map<string, number>();
  for (const category of categories) {
    const top = category.split("-")[0] ?? "";
    counts.set(top, (counts.get(top) ?? 0) + 1);
  }
  const [top = ""] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  return lineOfTopic[top] ?? null;
}
