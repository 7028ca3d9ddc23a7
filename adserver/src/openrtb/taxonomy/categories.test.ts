import { codesOfLine, lineOfBusinessNames } from "@litfass/contract/campaigns/lines-of-business";
import { describe, expect, test } from "vitest";
import { testAdServer, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";
import { addTopics, allowedCategories, blockedCategories } from "./categories.ts";
import { readTaxonomy } from "./category-equivalents.ts";

/** AdCOM's codes. */
const adcom = { content1: 1, content2: 2, adProduct1: 3, content22: 6, content3: 7, adProduct2: 8, content31: 9 };

const topicsOf = (codes: string[], taxonomy: number): string[] => {
  const topics: string[] = [];
  addTopics(topics, codes, taxonomy);
  return topics;
};

test("the tree's notation: equivalents are inherited by children, and cover their parents", () => {
  const tree = readTaxonomy("1=2/2-9(2 3=2-21,2-22(4)) 5(6 7=8)\n8", new Set(["3", "4", "8"]));
  expect(Object.fromEntries(tree)).toEqual({
    1: { closest: ["IAB2"], covered: ["IAB2", "IAB2-9", "IAB2-21", "IAB2-22"], declared: ["3", "4"] },
    2: { closest: ["IAB2"], covered: [], declared: [] },
    3: { closest: ["IAB2-21", "IAB2-22"], covered: ["IAB2-21", "IAB2-22"], declared: ["3", "4"] },
    4: { closest: ["IAB2-21", "IAB2-22"], covered: [], declared: ["4"] },
    5: { closest: [], covered: ["IAB8"], declared: [] },
    6: { closest: [], covered: [], declared: [] },
    7: { closest: ["IAB8"], covered: ["IAB8"], declared: [] },
    8: { closest: [], covered: [], declared: ["8"] },
  });
});

describe("a page's topics", () => {
  test.each([
    ["a category with one equivalent", adcom.content2, ["324"], ["IAB1-5"]],
    ["one with narrower equivalents has its own", adcom.content22, ["1"], ["IAB2"]],
    ["one without an equivalent has its parent's", adcom.content22, ["510", "512"], ["IAB17-10", "IAB17-15"]],
    ["a new one of 3.0 has its parent's", adcom.content3, ["ZJG29S"], ["IAB9-30"]],
    ["a renamed group of 3.0", adcom.content31, ["JLBCU7"], ["IAB1"]],
    ["codes of 1.0 under a newer version", adcom.content22, ["IAB3-4", "324"], ["IAB3-4", "IAB1-5"]],
    ["1.0", adcom.content1, ["IAB3-4", "IAB3-4"], ["IAB3-4"]],
    ["IDs of a seller's own taxonomy", 501, ["324"], []],
    ["an unknown ID", adcom.content22, ["999999"], []],
  ])("%s", (_name, taxonomy, codes, topics) => {
    expect(topicsOf(codes, taxonomy)).toEqual(topics);
  });

  test("every top category of 2.x and 3.x that campaigns can choose is found under its own ID", () => {
    const chosen = { 1: "IAB2", 42: "IAB1-1", 52: "IAB3", 123: "IAB4", 132: "IAB5", 210: "IAB8", 239: "IAB9" };
    const more = { 223: "IAB7", 286: "IAB7", 274: "IAB10", 391: "IAB13", 422: "IAB16", 464: "IAB15", 473: "IAB22" };
    const last = { 441: "IAB21", 453: "IAB23", 483: "IAB17", 552: "IAB18", 596: "IAB19", 653: "IAB20" };
    for (const [id, code] of Object.entries({ ...chosen, ...more, ...last })) {
      for (const taxonomy of [2, 5, 6, 7, 9]) expect([id, topicsOf([id], taxonomy)]).toEqual([id, [code]]);
    }
    expect(topicsOf(["186"], adcom.content3)).toEqual(["IAB6", "IAB14"]);
    expect(topicsOf(["379"], adcom.content2)).toEqual(["IAB11", "IAB12"]);
  });
});

describe("a publisher's lists", () => {
  test("a blocked category also blocks what is below it; one without an equivalent blocks its parent's", () => {
    expect(blockedCategories(["102"], adcom.content22)).toEqual(["IAB3-2", "IAB3-6"]);
    expect(blockedCategories(["312", "IAB25"], adcom.content3)).toEqual(["IAB7-6", "IAB7-33", "IAB25"]);
    expect(blockedCategories(["212"], adcom.content3)).toEqual(["IAB8-16"]);
    expect(blockedCategories(["215"], adcom.content3)).toEqual(["IAB8-2"]);
    expect(blockedCategories(["220"], adcom.content3)).toEqual(["IAB8"]);
    expect(blockedCategories(["pg0WhF"], adcom.content31)).toEqual(["IAB8-5", "IAB8-18", "IAB9-9", "IAB25"]);
    expect(blockedCategories(["1002"], adcom.adProduct2)).toEqual(["IAB8-5", "IAB8-9", "IAB8-18", "product 1002"]);
  });

  test("a list with an unknown category cannot be honored", () => {
    for (const [code, taxonomy] of [
      ["nothing", adcom.content22],
      ["473", adcom.adProduct1],
      ["473", 501],
    ] as const) {
      expect(blockedCategories(["IAB25", code], taxonomy)).toBeNull();
    }
  });

  test("an allowed category does not allow its parent, and a list of unknown ones allows nothing", () => {
    expect(allowedCategories(["210"], adcom.content22)).toEqual(expect.arrayContaining(["IAB8", "IAB8-18"]));
    expect(allowedCategories(["220"], adcom.content22)).toEqual(["220"]);
    expect(allowedCategories(["473"], 501)).toEqual(["473"]);
  });

  test("the same list is translated once", () => {
    const list = ["1", "2"];
    expect(blockedCategories(list, adcom.content22)).toBe(blockedCategories(list, adcom.content22));
    expect(blockedCategories(list, adcom.adProduct2)).toBeNull();
    expect(blockedCategories(list, adcom.content22)).toContain("IAB2");
  });
});

describe("what a campaign advertises", () => {
  const gambling = { iabCategories: ["IAB25"], newerCategories: { content2: "181", product2: "1361" } };
  const tobacco = { iabCategories: ["IAB25"], newerCategories: { product2: "1544" } };
  const asked = async (declared: typeof gambling | typeof tobacco, changes: Record<string, unknown>) => {
    const { body } = await testAdServer([testSnapshot(declared)]).bid(testRequest({ ...changes, test: 1 }));
    return body.seatbid === undefined ? body.ext.reasons[0] : body.seatbid[0].bid[0];
  };

  test("is declared in the request's taxonomy where it has a category there", async () => {
    expect(await asked(gambling, {})).toMatchObject({ cat: ["IAB25"], cattax: 1 });
    for (const cattax of [2, 5, 6, 7, 9])
      expect(await asked(gambling, { cattax })).toMatchObject({ cat: ["181"], cattax });
    expect(await asked(gambling, { cattax: 8 })).toMatchObject({ cat: ["1361"], cattax: 8 });
    expect(await asked(tobacco, { cattax: 7 })).toMatchObject({ cat: ["IAB25"], cattax: 1 });
    expect(await asked(tobacco, { cattax: 501 })).toMatchObject({ cat: ["IAB25"], cattax: 1 });
    expect(await asked(gambling, { cattax: 7, bcat: ["IAB7"] })).toMatchObject({ cat: ["IAB25"], cattax: 1 });
  });

  test("is blocked by its own category, also where 1.0 has none, and by a parent", async () => {
    for (const bcat of [["181"], ["150"]]) expect(await asked(gambling, { cattax: 7, bcat })).toBe("blocked_category");
    expect(await asked(gambling, { cattax: 7, bcat: ["179"] })).toMatchObject({ cat: ["181"] });
    expect(await asked(tobacco, { cattax: 8, bcat: ["1544"] })).toBe("blocked_category");
    expect(await asked(gambling, { cattax: 8, acat: ["1361"] })).toMatchObject({ cat: ["1361"] });
    expect(await asked(gambling, { cattax: 8, acat: ["1494"] })).toBe("blocked_category");
  });

  test("one process answers requests of several taxonomies, each in its own", async () => {
    const adServer = testAdServer([testSnapshot(gambling)]);
    for (const cattax of [1, 7, 8, 1, 8, 7]) {
      adServer.clock.advance(60_000);
      const { body } = await adServer.bid(testRequest({ cattax }));
      expect(body.seatbid[0].bid[0]).toMatchObject({ cattax });
    }
  });

  test("every line of business has categories that exist", () => {
    for (const name of lineOfBusinessNames) {
      const { content2, product2 } = codesOfLine(name);
      if (content2) expect([name, blockedCategories([content2], 6)]).toEqual([name, expect.any(Array)]);
      expect([name, blockedCategories([product2], 8)]).toEqual([name, expect.any(Array)]);
    }
  });
});

describe("bids", () => {
  const reason = async (changes: Record<string, unknown>, categories: string[] = []): Promise<string> => {
    const adServer = testAdServer([testSnapshot({ targeting: { categories } })]);
    const { body } = await adServer.bid(testRequest({ ...changes, test: 1 }));
    return body.seatbid === undefined ? body.ext.reasons[0]! : "bid";
  };
  const page = { domain: "news.example", page: "https://news.example/a" };

  test("a campaign for a topic bids on pages described in any version of the taxonomy", async () => {
    const films = ["IAB1-5"];
    const at = async (site: Record<string, unknown>) => reason({ site: { ...page, ...site } }, films);
    expect(await at({ cat: ["IAB1-5"] })).toBe("bid");
    expect(await at({ cattax: 2, cat: ["324"] })).toBe("bid");
    expect(await at({ cattax: 7, pagecat: ["336"] })).toBe("bid");
    expect(await at({ cattax: "9", sectioncat: ["324"] })).toBe("bid");
    expect(await at({ content: { cattax: 6, cat: ["325"] } })).toBe("bid");
    expect(await at({ cattax: 6, content: { cat: ["325"] } })).toBe("bid");
    expect(await at({ cattax: 1, content: { cattax: 501, cat: ["324"] } })).toBe("no_campaign");
    expect(await at({ cattax: 6, cat: ["483"] })).toBe("no_campaign");
    expect(await at({ cat: ["324"] })).toBe("no_campaign");
    const app = { bundle: "example.films", cattax: 6, cat: ["324"] };
    expect(await reason({ site: undefined, app }, films)).toBe("bid");
  });

  test("a publisher's lists are read in the taxonomy that the request names", async () => {
    expect(await reason({ cattax: 6, bcat: ["474"] })).toBe("bid");
    expect(await reason({ cattax: 6, bcat: ["473"] })).toBe("blocked_category");
    expect(await reason({ cattax: 8, bcat: ["1002"] })).toBe("bid");
    expect(await reason({ cattax: 6, acat: ["473"] })).toBe("bid");
    expect(await reason({ cattax: 6, acat: ["1"] })).toBe("blocked_category");
    expect(await reason({ cattax: 501, bcat: ["473"] })).toBe("unknown_taxonomy");
  });
});
