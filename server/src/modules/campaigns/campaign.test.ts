import { campaignNameSchema, campaignStatuses } from "@litfass/contract/campaigns/campaigns";
import { keywordsOf } from "@litfass/contract/targeting/targeting";
import { expect, test } from "vitest";
import { allowedStatuses, deletionOf, frozenSettings, mayChange } from "./campaign.ts";

test("[STATE-004] the statuses are these five", () => {
  expect(campaignStatuses).toEqual(["DRAFT", "ACTIVE", "PAUSED", "ARCHIVED", "ENDED"]);
});

test("the transition table allows exactly the named changes", () => {
  const allowed = campaignStatuses.flatMap((from) =>
    campaignStatuses.filter((to) => mayChange(from, to)).map((to) => `${from}→${to}`),
  );
  expect(allowed.sort()).toEqual(
    [
      "DRAFT→ACTIVE",
      "DRAFT→ARCHIVED",
      "ACTIVE→PAUSED",
      "ACTIVE→ENDED",
      "PAUSED→ACTIVE",
      "PAUSED→ENDED",
      "PAUSED→ARCHIVED",
      "ENDED→ARCHIVED",
    ].sort(),
  );
  expect(allowedStatuses("ARCHIVED")).toEqual([]);
});

test("deleting removes drafts, archives started campaigns and rejects an active one", () => {
  expect(campaignStatuses.map((status) => [status, deletionOf(status)])).toEqual([
    ["DRAFT", "remove"],
    ["ACTIVE", "refuse"],
    ["PAUSED", "archive"],
    ["ARCHIVED", "nothing"],
    ["ENDED", "archive"],
  ]);
});

test("a started campaign can no longer change its type, feed and first day", () => {
  expect(frozenSettings("ACTIVE", ["name", "total_budget", "type", "feed_url", "start_on", "end_on"])).toEqual([
    "type",
    "feed_url",
    "start_on",
  ]);
  expect(frozenSettings("DRAFT", ["total_budget"])).toEqual([]);
  expect(frozenSettings("ENDED", ["targeting"])).toEqual(["targeting"]);
});

test("[RULE-005] each line is one keyword and blank lines are ignored", () => {
  expect(keywordsOf("a b\n\nc")).toEqual(["a b", "c"]);
});

test("names contain letters and digits of any script, with single spaces, hyphens and underscores", () => {
  for (const name of ["Sommer2024", "Bäckerei Bern 2", "Zopf_am-Sonntag", "7"]) {
    expect(campaignNameSchema.safeParse(name).success, name).toBe(true);
  }
  for (const name of ["###", "<b>", "a  b", "---", "", "x".repeat(101), "a\nb"]) {
    expect(campaignNameSchema.safeParse(name).success, name).toBe(false);
  }
});
