import { expect, test } from "vitest";
import { demoCampaigns } from "./demo-campaigns.ts";
import { pastEvents } from "./demo-history.ts";

test("the history of a campaign that has ended charges at most its budget, however the days turn out", () => {
  const demo = demoCampaigns.find(({ name }) => name === "Autumn nut loaf");
  if (!demo) throw new Error("The demo has a campaign that has ended");
  const campaign = { id: 3, ownerUid: "owner", currency: "CHF", creatives: [], placements: [], demo };
  const busiest = { number: () => 0.999 };
  let charged = 0;
  for (const { charge_micros } of pastEvents(busiest, campaign, new Date("2026-11-23T12:00:00Z")))
    charged += charge_micros;
  expect(charged).toBe(demo.budget * 10_000);
});
