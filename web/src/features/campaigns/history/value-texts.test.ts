import { readFileSync } from "node:fs";
import { campaignStatuses, campaignTypes } from "@litfass/contract/campaigns/campaigns";
import {
  ageRanges,
  browsers,
  devices,
  environments,
  genders,
  parentalStatuses,
} from "@litfass/contract/kernel/formats";
import { expect, test } from "vitest";

const read = (namespace: string) =>
  JSON.parse(readFileSync(new URL(`../../../i18n/en/${namespace}.json`, import.meta.url), "utf8"));

test("every choice of a campaign that has a code has a text in its history", () => {
  const codes = [campaignStatuses, campaignTypes, browsers, devices, environments, genders, parentalStatuses];
  const named = read("campaigns").history.value;
  // Ranges of ages are shown as they are stored, such as 25-34.
  const missing = [...codes.flat(), ...ageRanges.filter((each) => /^[a-z]/.test(each))].filter((code) => !named[code]);
  expect(missing).toEqual([]);
});
