import { formats } from "@litfass/contract/kernel/formats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { creativesReadiness } from "../index.ts";
import { templateNames } from "../library/template-kit.ts";
import { renderCampaignCreatives } from "../rendering/render-campaign-creatives.ts";
import { fillWithSample } from "./fill-with-sample.ts";
import { addCampaign } from "./testing-campaign-sql.ts";

/** `npm run test:banners` renders every sample, `npm test` every fourth. */
const samples = templateNames.filter((_name, at) => process.env.BANNER_FIT === "all" || at % 4 === 0);

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.signIn({ uid: "anna-1", role: "customer" });
});
afterAll(() => stack?.close());

test("a template's sample is a complete campaign with banners within the weight limit", async () => {
  const { db, clock, random } = stack.platform;
  for (const template of samples) {
    const id = await addCampaign(db, "anna-1", null);
    const published = await db.transaction(async (tx) => {
      await fillWithSample(tx, { campaignId: id, template, lang: "en" }, { clock, random });
      return renderCampaignCreatives(tx, id);
    });
    expect(published.map(({ format }) => format)).toEqual([...formats]);
    expect(await creativesReadiness(db, id, "en")).toEqual({ chosen: 5, unfilled: [] });
  }
}, 120_000);
